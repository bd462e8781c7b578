// Points in a plane: groups of them, some joined by paths; labels stand where there is room, the rest on hover.

import { endingInWindow, legend, roundTicks, tickText, titles } from "../shared/axes.js";
import { FRAME, operate } from "../shared/canvas.js";
import { hearName, tellName } from "../shared/hearing.js";
import { between, move } from "../shared/movement.js";
import { fitted, sized } from "../shared/pen.js";
import { pointDrag, pointKeys } from "./point_drag.js";
import { written } from "../shared/written.js";
import { keeping } from "../shared/kept.js";

const keptOf = /** @type {typeof keeping<{ carried?: string, lit?: string }>} */ (keeping)();

const FREE = 14; // pixels around the points and their labels, which have room on another side where a grid is as large as can be
const EDGE = 12; // of these at least, where the name of an end needs room on the other side
const AIR = 0.45; // of its type, between a name and its point
const NEAR = 4; // px from one place on a line to the next
const CARRIED = 600; // ms that a path is carried
const REACH = 16; // pixels from the pointer to the point it means

export const html = `
  <p class="legend"></p>
  ${FRAME}
`;

/** @typedef {{ group: Header.PlaneGroup, label: string, note: string, x: number, y: number, aside: string, from?: number[], toString: () => string, across: number, down: number, heading?: number[] }} Point in numbers, and in pixels once it is painted */

/** @param {Given<Header.Plane>} given */
export default function ({ root, header, values, choose }) {
  const kept = keptOf(root);
  const canvas = root.querySelector("canvas");
  const /** @type {Point[]} */ points = []; // every point with its group, in the order of the payload
  for (const group of header.groups) {
    group.labels.forEach((label, place) => {
      const number = points.length;
      const [x, y] = [values[2 * number], values[2 * number + 1]];
      points.push({ group, label, note: group.notes[place] ?? "", x, y, aside: group.asides[place] ?? "", from: group.carried?.[place], across: 0, down: 0, toString: () => String(number) });
    });
  }
  const reachable = points.filter(({ group, label }) => group.named || (group.path && label));
  const ends = points.filter(({ group }, at) => group.path && points[at + 1]?.group !== group); // of paths
  let /** @type {number} */ height; // set by paint
  let share = 1; // of the way of what is carried
  let /** @type {{ of: (place: number[]) => number[], back: (place: number[]) => number[] }} */ frame; // of numbers, in pixels; set by paint

  function paint(/** @type {Surroundings} */ { width, spare, palette, family, type, highest, room }) {
    const { low, high } = header;
    height = Math.min(endingInWindow(header.height + spare, 0.65 * header.height, room), highest, width); // where it is narrow, more height would be empty
    const context = sized(canvas, width, height);
    const below = header.x_title ? 22 : 0;
    const beside = header.y_title ? 20 : 0;
    const margin = FREE + (header.grid ? 1.5 : 2) * type(14);
    const [across, down] = [width - beside - 2 * margin, height - below - 2 * margin];
    const scale = Math.min(across / (high[0] - low[0] || 1), down / (high[1] - low[1] || 1));
    const middle = [(low[0] + high[0]) / 2, (low[1] + high[1]) / 2];
    const top = margin + down / 2;
    let left = beside + margin + across / 2;
    frame = {
      of: (/** @type {number[]} */ [x, y]) => [left + (x - middle[0]) * scale, top - (y - middle[1]) * scale],
      back: (/** @type {number[]} */ [x, y]) => [(x - left) / scale + middle[0], (top - y) / scale + middle[1]],
    };
    for (const point of points) {
      const [x, y] = point.from && !root._whole ? between(point.from, [point.x, point.y], share) : [point.x, point.y];
      [point.across, point.down] = frame.of([x, y]);
    }
    context.font = `600 ${type(14)}px ${family}`;
    const over = Math.max(...ends.map(({ across, group, label }) => across + group.size + AIR * type(14) + 4 + context.measureText(label).width - width));
    const aside = Math.max(0, Math.min(over, ...points.map(({ across }) => across - beside - EDGE)));
    for (const point of points) point.across -= aside;
    left -= aside;
    context.font = `${type(12)}px ${family}`;
    titles(context, palette, header, { left: beside, right: width, top: 0, bottom: height - below, height });
    context.save();
    context.beginPath();
    context.rect(beside, 0, width - beside, height - below);
    context.clip();
    context.strokeStyle = palette.line;
    context.strokeRect(beside + 0.5, 0.5, width - beside - 1, height - below - 1);
    if (header.grid) grid(context, palette, type(12), { left: beside, right: width, bottom: height - below });
    const shade = (/** @type {Header.PlaneGroup} */ { colour }) => palette[colour] ?? palette.dimensions[colour];
    header.groups.forEach((group) => group.path && route(context, group, shade(group)));
    points.forEach((point) => dot(context, point, shade(point.group)));
    points.filter(lit).forEach((point) => ring(context, point, palette.ink));
    labels(context, palette, family, { left: beside, right: width, bottom: height - below }, shade);
    context.restore();
    const named = header.groups.filter(({ name }) => name);
    legend(root, named.map((group) => [group.name, shade(group), group.hollow ? "hollow" : "points"]));
  }

  /** Lines at round numbers, which are written at the left and lower edge; those through 0 are darker. */
  function grid(/** @type {CanvasRenderingContext2D} */ context, /** @type {Palette} */ palette, /** @type {number} */ size, /** @type {Record<"left" | "right" | "bottom", number>} */ { left, right, bottom }) {
    const [low, high] = [frame.back([left, bottom]), frame.back([right, 0])];
    [0, 1].forEach((axis) => {
      for (const tick of roundTicks(low[axis], high[axis], (axis ? bottom : right - left) / (3 * size))) {
        const at = Math.round(frame.of([tick, tick])[axis]);
        if (Math.min(at - (axis ? 0 : left), (axis ? bottom : right) - at) < size / 2) continue; // the frame is there
        context.fillStyle = tick ? palette.line : palette.off;
        context.fillRect(axis ? left : at, axis ? at : 0, axis ? right - left : 1, axis ? 1 : bottom);
        context.fillStyle = palette.soft;
        context.textAlign = axis ? "left" : "center";
        context.textBaseline = axis ? "middle" : "bottom";
        const room = axis ? at > size && at < bottom - 2 * size : at > left + 2 * size && at < right - size;
        if (room) context.fillText(tickText(tick), axis ? left + 4 : at, axis ? at : bottom - 2);
      }
    });
  }

  function route(/** @type {CanvasRenderingContext2D} */ context, /** @type {Header.PlaneGroup} */ group, /** @type {string} */ shade) {
    const own = points.filter((point) => point.group === group);
    context.strokeStyle = context.fillStyle = shade;
    context.lineWidth = 1.75;
    context.setLineDash(group.dashed ? [5, 4] : []);
    context.beginPath();
    own.forEach(({ across, down }, place) => context[place ? "lineTo" : "moveTo"](across, down));
    context.stroke();
    context.setLineDash([]);
    const [before, last] = own.slice(-2);
    if (!last || !group.arrow || (last.across === before.across && last.down === before.down)) return;
    last.heading = [last.across - before.across, last.down - before.down];
    const angle = Math.atan2(last.heading[1], last.heading[0]);
    context.save();
    context.translate(last.across, last.down);
    context.rotate(angle);
    context.beginPath();
    context.moveTo(-group.size, 0);
    context.lineTo(-group.size - 9, 5);
    context.lineTo(-group.size - 9, -5);
    context.fill();
    context.restore();
  }

  function dot(/** @type {CanvasRenderingContext2D} */ context, /** @type {Point} */ { across, down, group, label }, /** @type {string} */ shade) {
    if (group.path && !label) return; // a line ends there
    context.beginPath();
    context.arc(across, down, group.size, 0, 2 * Math.PI);
    context.globalAlpha = group.named || group.path ? 1 : 0.35;
    context.fillStyle = group.hollow ? root._surroundings.ground : shade;
    context.fill();
    if (group.hollow) {
      context.strokeStyle = shade;
      context.lineWidth = 2;
      context.stroke();
    }
    context.globalAlpha = 1;
  }

  function ring(/** @type {CanvasRenderingContext2D} */ context, /** @type {Point} */ { across, down, group }, /** @type {string} */ shade) {
    context.beginPath();
    context.arc(across, down, group.size + 4, 0, 2 * Math.PI);
    context.strokeStyle = shade;
    context.lineWidth = 2;
    context.stroke();
  }

  /** Labels of the last groups first, after what is lit, each at the first of four sides where it covers nothing written before, and no line if there is one without. */
  function labels(/** @type {CanvasRenderingContext2D} */ context, /** @type {Palette} */ palette, /** @type {string} */ family, /** @type {Record<"left" | "right" | "bottom", number>} */ { left, right, bottom }, /** @type {(group: Header.PlaneGroup) => string} */ shade) {
    const /** @type {number[][]} */ taken = [];
    const free = (/** @type {number[]} */ box) =>
      box[0] >= left + 2 && box[2] <= right - 2 && box[1] >= 0 && box[3] <= bottom &&
      taken.every((other) => box[2] < other[0] || other[2] < box[0] || box[3] < other[1] || other[3] < box[1]);
    const lines = points.flatMap((point, at) => (point.group.path && points[at + 1]?.group === point.group ? placesOn(point, points[at + 1]) : []));
    const lined = (/** @type {number[]} */ box) => lines.some((at) => at[0] > box[0] && at[0] < box[2] && at[1] > box[1] && at[1] < box[3]);
    for (const { across, down, group } of points) {
      if (group.named && group.size > 3) taken.push([across - 3, down - 3, across + 3, down + 3]);
    }
    context.textBaseline = "middle";
    context.textAlign = "left";
    const inTurn = [...points].reverse();
    for (const point of [...inTurn.filter(lit), ...inTurn.filter((point) => !lit(point))]) {
      const { across, down, group, label, heading } = point, strong = group.size > 4 || lit(point);
      const seen = across > left && across < right && down > 0 && down < bottom;
      if (!group.named || !label || !seen) continue;
      const size = root._surroundings.type(strong ? 14 : 12);
      context.font = `${strong ? "600 " : ""}${size}px ${family}`;
      const shown = fitted(context, point.aside ? `${label} ${point.aside}` : label, 150);
      const half = context.measureText(shown).width / 2;
      const away = group.size + (lit(point) ? 4 : 0) + AIR * size;
      const sides = [[0, -1], [0, 1], [1, 0], [-1, 0]];
      if (heading) sides.sort((one, other) => along(heading, other) - along(heading, one));
      const spots = sides
        .map(([beside, low]) => {
          const x = across - half + beside * (away + half);
          // Above or below its point a label moves along an edge that would cut it.
          return /** @type {const} */ ([beside ? x : Math.max(left + 2, Math.min(x, right - 2 - 2 * half)), down + low * (away + size / 2)]);
        });
      const boxOf = (/** @type {readonly [number, number]} */ [x, y]) => [x, y - size / 2, x + 2 * half, y + size / 2];
      const open = spots.filter((each) => free(boxOf(each)));
      const spot = open.find((each) => !lined(boxOf(each))) ?? open[0] ?? (lit(point) && spots[0]);
      if (!spot) continue;
      taken.push([spot[0] - 5, spot[1] - size / 2, spot[0] + 2 * half + 5, spot[1] + size / 2]);
      context.lineWidth = 3;
      context.strokeStyle = root._surroundings.ground;
      context.strokeText(shown, ...spot);
      context.fillStyle = lit(point) ? palette.ink : group.colour === "soft" ? palette.soft : shade(group);
      context.fillText(shown, ...spot);
    }
  }

  /** Carry paths to points that are new, unless somebody types: then they are there at once. */
  function carry() {
    const sum = points.flatMap(({ from, x, y }) => (from ? [x, y] : [])).join();
    if (!sum) return;
    const anew = kept.carried !== sum;
    kept.carried = sum;
    if (anew) move(root, "carried", sum, [0], false, () => {});
    move(root, "carried", sum, [1], !anew || !types(), ([now]) => {
      share = now;
      if (height) paint(root._surroundings);
    }, CARRIED);
  }

  /** The nearest point; those with names reach farther. */
  function under(/** @type {number} */ x, /** @type {number} */ y) {
    const away = (/** @type {Point} */ point) => Math.hypot(point.across - x, point.down - y) - (point.group.named ? 4 : 0);
    const best = points.reduce((best, point) => (best && away(best) <= away(point) ? best : point), /** @type {Point | null} */ (null));
    return best && away(best) < REACH ? best : null;
  }

  function step(/** @type {Point | undefined} */ from, /** @type {number[]} */ [right, down]) {
    if (from && !points.includes(from)) from = movable ? points[Number(from)] : undefined; // it was of the text before
    if (from === undefined) return null;
    const place = reachable.indexOf(from);
    return reachable.at((place + right + down + (place < 0 && right + down < 0 ? 1 : 0)) % reachable.length) ?? null;
  }

  const lit = (/** @type {Point} */ { group, label }) => group.named && label !== "" && label === kept.lit;
  const look = header.linked ? (/** @type {Point} */ point) => tellName(root, point?.label) : undefined;
  const says = (/** @type {Point} */ { label, note, x, y }) => [label, note, `${written(x, 3)}, ${written(y, 3)}`].filter(Boolean);
  hearName(root, (name) => {
    kept.lit = name;
    if (header.linked) paint(root._surroundings);
  });
  carry();
  const movable = choose !== undefined && points.some(({ group }) => group.step);
  const stepped = (/** @type {Point} */ { group }, /** @type {number[]} */ [x, y]) => [x, y].map((value, axis) => Math.min(header.high[axis], Math.max(header.low[axis], group.step * Math.round(value / group.step))));
  const drag = { root, points, under, stepped, valueAt: (/** @type {number} */ x, /** @type {number} */ y) => frame.back([x, y]), choose: choose ?? (() => {}), repaint: () => paint(root._surroundings) };
  const handled = movable ? { keys: pointKeys(drag), cursor: "grab", more: () => " Shift and an arrow key move a point." } : {};
  operate(root, { header, paint, under, says, look, at: ({ across, down }) => [across, down], first: () => null, step, choose: choose && ((point) => choose(points.indexOf(point))), ...handled });
  if (movable) pointDrag(drag);
}

/** Whether somebody types in a box of the page. */
const types = () => Boolean(document.activeElement?.matches("input, textarea"));

/** @type {(from: Point, to: Point) => ArrayLike<number>[]} places on the line from one point to another, near enough that none passes a name */
function placesOn(from, to) {
  const steps = Math.ceil(Math.hypot(to.across - from.across, to.down - from.down) / NEAR);
  return Array.from({ length: steps }, (_, step) => between([from.across, from.down], [to.across, to.down], step / steps));
}

/** How far a side lies in the direction that a path ends in. */
function along(/** @type {number[]} */ heading, /** @type {number[]} */ side) {
  return heading[0] * side[0] + heading[1] * side[1];
}
