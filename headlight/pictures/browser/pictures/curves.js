// Curves over one number: solid or dashed lines, points, the present place marked; hover or arrow keys give values, and
// where places can be chosen a click or Enter chooses one, past the end of the curves too.

import { brief, endingInWindow, gridLines, legend, powersOfTen, roundTicks, tickText, titles } from "../shared/axes.js";
import { FRAME, operate, within } from "../shared/canvas.js";
import { move } from "../shared/movement.js";
import { sized } from "../shared/pen.js";

const [BELOW, UNTITLED] = [42, 22]; // room for the x axis, with its title and without
const [LOW, LOW_ON_A_SLIDE, BARE] = [92, 120, 66]; // pixels of a low one; where the window has room it is as high as on a slide
const ABOVE = 10;
const [NAMES, FLAG] = [16, 4]; // and for the names of marks, on flags that are so much wider at each end

export const html = `
  <p class="legend"></p>
  ${FRAME}
`;

/** @param {Given<Header.Curves>} given */
export default function ({ root, header, values, choose, moves }) {
  const { names, kinds, at, marks, logarithmic, x_title } = header;
  const canvas = root.querySelector("canvas");
  const count = values.length / (names.length + 1);
  const over = values.subarray(0, count);
  const series = names.map((_, place) => values.subarray((place + 1) * count, (place + 2) * count));
  const logX = logarithmic.includes("x");
  const logY = logarithmic.includes("y");
  const inX = (/** @type {number} */ value) => (logX ? Math.log10(value) : value);
  const inY = (/** @type {number} */ value) => (logY ? Math.log10(Math.max(value, 1e-30)) : value);
  const above = ABOVE + (marks ? NAMES : 0);
  let /** @type {{ left: number, width: number, step: number, x: (value: number) => number, y: (value: number) => number, back: (pixel: number) => number }} */ axes; // how values become pixels: set by paint
  let [height, bottom] = [0, 0]; // of the picture, and where its x axis is: set by paint

  function nearest(/** @type {number} */ wanted) {
    let best = 0;
    over.forEach((value, place) => {
      if (Math.abs(inX(value) - wanted) < Math.abs(inX(over[best]) - wanted)) best = place;
    });
    return best;
  }

  /** Paint all; the dots of the present place roll along their lines from where they were. */
  function paint(/** @type {Surroundings} */ surroundings) {
    if (at === null) return whole(surroundings, null);
    move(root, "marked", names.join(), [nearest(inX(at))], moves, ([marked]) => whole(surroundings, marked));
  }

  function whole(/** @type {Surroundings} */ { width, tall, spare, palette, family, type, highest, room: rest }, /** @type {number | null} */ marked) {
    const room = header.above !== null && tall < window.innerWidth ? tall - header.above : Infinity; // of a laptop
    const small = header.low;
    const bare = small && (header.bare || highest === Infinity);
    height = small ? (header.bare ? BARE : Number.isFinite(rest) ? endingInWindow(LOW_ON_A_SLIDE, LOW, rest) : LOW) : Math.min(highest, endingInWindow(header.height + spare, 0.75 * header.height, room));
    bottom = height - (small ? UNTITLED : BELOW);
    const context = sized(canvas, width, height);
    context.font = `${type(12)}px ${family}`;
    const [low, high] = header.y_range.map(inY);
    const margin = (high - low || 1) * 0.05;
    const yTicks = ticks(header.y_ticks, low, high, logY);
    const left = 30 + Math.max(...yTicks.map((tick) => context.measureText(tickText(tick)).width));
    const [first, last] = (header.x_range ?? [over[0], over[count - 1]]).map(inX);
    axes = {
      left,
      width,
      x: (/** @type {number} */ value) => left + 6 + ((inX(value) - first) / (last - first || 1)) * (width - left - 16),
      y: (/** @type {number} */ value) => above + (1 - (inY(value) - low + margin) / (high - low + 2 * margin || 1)) * (bottom - above),
      back: (/** @type {number} */ pixel) => first + Math.min(1, Math.max(0, (pixel - left - 6) / (width - left - 16))) * (last - first),
      step: (last - first) / 20,
    };
    const shades = colours(palette, header.colours[0], kinds);
    grid(context, palette, yTicks, ticks(header.x_ticks, first, last, logX));
    if (at !== null) rule(context, axes.x(at), palette.soft, [2, 3]);
    if (marks) named(context, palette);
    series.forEach((line, place) => draw(context, line, kinds[place], shades[place]));
    if (marked !== null) ball(context, marked, shades, palette);
    legend(root, bare ? [] : names.map((name, place) => [name, shades[place], kinds[place]]));
  }

  function grid(/** @type {CanvasRenderingContext2D} */ context, /** @type {Palette} */ palette, /** @type {number[]} */ yTicks, /** @type {number[]} */ xTicks) {
    const { left, width: right, y } = axes;
    gridLines(context, palette, yTicks, { left, right, y });
    context.textAlign = "center";
    let free = -Infinity; // where the label before ends
    for (const tick of xTicks) {
      const half = context.measureText(tickText(tick)).width / 2;
      const x = Math.min(axes.x(tick), right - half);
      if (x - half < free + 6) continue;
      context.fillText(tickText(tick), x, bottom + 12);
      free = x + half;
    }
    if (bottom === height - BELOW) titles(context, palette, header, { left, right, top: above, bottom, height });
  }

  /** A rule at each mark, its name above it as a flag; names that would overlap make room for one another. */
  function named(/** @type {CanvasRenderingContext2D} */ context, /** @type {Palette} */ palette) {
    context.font = `${root._surroundings.type(12)}px ${root._surroundings.family}`;
    const all = Object.entries(marks ?? {}).map(([name, place]) => {
      const words = `${name} ${brief(place, 5)}`;
      return { words, x: axes.x(place), wide: context.measureText(words).width, from: 0 };
    });
    all.sort((one, other) => one.x - other.x);
    let free = axes.left;
    for (const mark of all) {
      mark.from = Math.max(free, mark.x - mark.wide / 2);
      free = mark.from + mark.wide + 10;
    }
    let end = axes.width;
    for (const mark of all.reverse()) {
      mark.from = Math.min(mark.from, end - mark.wide);
      end = mark.from - 10;
      rule(context, mark.x, palette.ink, [6, 3], ABOVE);
      context.fillStyle = palette.ink;
      context.fillRect(mark.from - FLAG, 0, mark.wide + 2 * FLAG, ABOVE + NAMES / 2);
      context.fillStyle = root._surroundings.ground;
      context.textAlign = "left";
      context.fillText(mark.words, mark.from, ABOVE);
    }
  }

  function rule(/** @type {CanvasRenderingContext2D} */ context, /** @type {number} */ x, /** @type {string} */ shade, /** @type {number[]} */ dashes, from = above) {
    context.strokeStyle = shade;
    context.lineWidth = 1;
    context.setLineDash(dashes);
    context.beginPath();
    context.moveTo(x, from);
    context.lineTo(x, bottom);
    context.stroke();
    context.setLineDash([]);
  }

  function draw(/** @type {CanvasRenderingContext2D} */ context, /** @type {Float32Array} */ line, /** @type {string} */ kind, /** @type {string} */ shade) {
    context.strokeStyle = context.fillStyle = shade;
    if (kind === "points") {
      line.forEach((value, place) => Number.isFinite(value) && dot(context, over[place], value, 4.5));
      return;
    }
    context.lineWidth = kind === "dashed" ? 1.75 : 2.5;
    context.setLineDash(kind === "dashed" ? [6, 5] : []);
    context.beginPath();
    let joined = false;
    line.forEach((value, place) => {
      if (Number.isFinite(value)) context[joined ? "lineTo" : "moveTo"](axes.x(over[place]), axes.y(value));
      joined = Number.isFinite(value);
    });
    context.stroke();
    context.setLineDash([]);
  }

  /** A dot on each solid line, at a place among the values that may lie between two. */
  function ball(/** @type {CanvasRenderingContext2D} */ context, /** @type {number} */ marked, /** @type {string[]} */ shades, /** @type {Palette} */ palette) {
    const [from, share] = [Math.floor(marked), marked % 1];
    const on = (/** @type {Float32Array} */ line) => (share ? line[from] + (line[from + 1] - line[from]) * share : line[from]);
    series.forEach((line, place) => {
      if (kinds[place] !== "line" || !Number.isFinite(on(line))) return;
      context.fillStyle = shades[place];
      dot(context, on(over), on(line), 6);
      context.strokeStyle = palette.ink;
      context.lineWidth = 1.5;
      context.stroke();
    });
  }

  function dot(/** @type {CanvasRenderingContext2D} */ context, /** @type {number} */ x, /** @type {number} */ y, /** @type {number} */ radius) {
    context.beginPath();
    context.arc(axes.x(x), axes.y(y), radius, 0, 2 * Math.PI);
    context.fill();
  }

  const placed = (/** @type {number} */ value) => (choose ? Math.round(value) : value);

  function under(/** @type {number} */ x) {
    const place = axes.back(x);
    return placed(logX ? 10 ** place : place);
  }

  /** The values at a place, and what a click there does; past the end of the curves only that. */
  function says(/** @type {number} */ aim) {
    const past = inX(aim) > inX(over[count - 1]);
    const cursor = nearest(inX(aim));
    const lines = names
      .map((name, place) => [name, past ? NaN : series[place][cursor]])
      .filter(([, value]) => Number.isFinite(value))
      .map(([name, value]) => `${name} ${brief(Number(value), 5)}`);
    return [`${x_title} ${brief(past || choose ? aim : over[cursor], 5)}`, ...lines, ...(choose ? [header.offer] : [])];
  }

  function card(/** @type {number} */ aim) {
    const past = inX(aim) > inX(over[count - 1]);
    return [axes.x(past || choose ? aim : over[nearest(inX(aim))]), above + 20];
  }

  function step(/** @type {number} */ aim, /** @type {number[]} */ [right, below]) {
    if (below) return null;
    return placed(count > 1 ? over[within(nearest(inX(aim)) + right, count)] : Math.max(over[0], aim + right * axes.step));
  }

  const first = () => over[at === null ? 0 : nearest(inX(at))];
  operate(root, { header, paint, under, says, at: card, first, step, choose, cursor: "crosshair" });
}

/** A colour for each curve, no two the same: the first one's is what they show, and one dashed line, to compare with, is grey. */
function colours(/** @type {Palette & Record<string, any>} */ palette, /** @type {string} */ first, /** @type {string[]} */ kinds) {
  const { accent, soft, dimensions } = palette;
  const own = first ? palette[first] : accent;
  const others = [accent, dimensions.d_model, dimensions.d_head, dimensions.vocab].filter((colour) => colour !== own && colour !== soft);
  const left = [own, ...others];
  const compared = kinds.includes("line") && soft !== own ? kinds.indexOf("dashed") : -1;
  return kinds.map((_, place) => (place === compared ? soft : (left.shift() ?? soft)));
}

/** Where an axis is labelled: the ticks given, whole powers of ten, or four to seven round numbers. */
function ticks(/** @type {number[]} */ given, /** @type {number} */ low, /** @type {number} */ high, /** @type {boolean} */ logarithmic) {
  if (given.length) return given;
  return logarithmic ? powersOfTen(low, high) : roundTicks(low, high, 5);
}
