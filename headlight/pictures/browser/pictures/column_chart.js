// Numbers as upright bars on one zero line, with their running sum; hover or arrow keys give exact values.

import { aslant, brief, eachNth, legend, roundTicks, gridLines, titles } from "../shared/axes.js";
import { FRAME, operate, within } from "../shared/canvas.js";
import { move } from "../shared/movement.js";
import { sized } from "../shared/pen.js";
import { written } from "../shared/written.js";

const ABOVE = 10;

export const html = `
  <p class="legend"></p>
  ${FRAME}
`;

/** @param {Given<Header.ColumnChart>} given */
export default function ({ root, header, values, door, moves }) {
  const { names, labels, notes, x_title, colours: [above, beneath] } = header;
  const canvas = root.querySelector("canvas");
  const count = labels.length;
  const series = names.map((_, place) => values.subarray(place * count, (place + 1) * count));
  const /** @type {number[]} */ sums = [];
  if (header.sum) series[series.length - 1].forEach((value, place) => sums.push((sums[place - 1] ?? 0) + value));
  const low = Math.min(0, ...values, ...sums);
  const [limit, at_limit] = header.limit ?? ["", 0];
  const high = Math.max(0, at_limit, ...values, ...sums) || (low < 0 ? 0 : 1);
  const numbered = labels.every((label, place) => label === String(place)); // dimensions, not words
  let /** @type {number} */ below; // pixels of the names under the bars: set by paint, and so is
  let /** @type {number} */ named; // the size of these names: large where that has room
  let /** @type {boolean} */ level; // whether words have room side by side; else they stand aslant
  let height = header.height; // set by paint, and so is
  let /** @type {{ left: number, step: number, y: (value: number) => number }} */ box; // how places and values become pixels: set by paint

  const shades = (/** @type {Record<string, any>} */ palette) => (names.length > 1 ? [palette.before, palette[above]] : [palette[above]]);

  const paint = (/** @type {Surroundings} */ surroundings) => move(root, "bars", labels.join(), series[series.length - 1], moves, (shown) => whole(surroundings, shown));

  function whole(/** @type {Surroundings} */ { width, spare, palette, family, type, highest }, /** @type {ArrayLike<number>} */ shown) {
    height = Math.min(header.height + spare, highest);
    const context = sized(canvas, width, height);
    const left = 62;
    const step = (width - left - 8) / count;
    const widest = (/** @type {number} */ size) => {
      context.font = `${size}px ${family}`;
      return Math.max(...labels.map((label) => context.measureText(label).width));
    };
    named = numbered ? type(12) : ([20, 16].map(type).find((size) => widest(size) < step - 8) ?? type(12));
    level = numbered || widest(named) < step - 8;
    below = level ? 30 + named : 84;
    context.font = `${type(12)}px ${family}`;
    box = { left, step, y: (/** @type {number} */ value) => ABOVE + ((high - value) / (high - low)) * (height - ABOVE - below) };
    axes(context, palette, width, family);
    const bar = Math.max(1, (step * 0.7) / names.length);
    series.forEach((numbers, place) => {
      const last = place === series.length - 1;
      if (!last) Object.assign(context, { strokeStyle: palette.before, lineWidth: 1.5 }).setLineDash([3, 2]);
      Array.from(last ? shown : numbers).forEach((value, at) => {
        context.fillStyle = last && value < 0 ? palette[beneath] : shades(palette)[place];
        const [top, bottom] = [box.y(Math.max(value, 0)), box.y(Math.min(value, 0))];
        const x = left + (at + 0.15) * step + place * bar;
        if (last) context.fillRect(x, top, bar, Math.max(1, bottom - top));
        else context.strokeRect(x + 0.75, top, Math.max(1, bar - 1.5), Math.max(1, bottom - top));
      });
      context.setLineDash([]);
    });
    if (sums.length) path(context, palette);
    if (limit) across(context, palette, width);
    legend(root, [
      ...(names.length > 1 || sums.length ? names.map((name, place) => [name, shades(palette)[place], place < names.length - 1 ? "dashed" : "line"]) : []),
      ...(sums.length ? [["sum so far", palette.ink, "line"]] : []),
    ]);
  }

  function axes(/** @type {CanvasRenderingContext2D} */ context, /** @type {Palette} */ palette, /** @type {number} */ width, /** @type {string} */ family) {
    const { left, step, y } = box;
    const bottom = height - below;
    gridLines(context, palette, roundTicks(low, high, 4), { left, right: width, y });
    const every = eachNth(numbered ? 26 : level ? 1 : 15, step);
    const small = context.font;
    context.textAlign = "center";
    context.font = `${named}px ${family}`;
    labels.forEach((label, place) => {
      if (place % every) return;
      const [x, start] = [left + (place + 0.5) * step, bottom + named];
      if (level) context.fillText(label, x, start);
      else aslant(context, label, x, start, { longest: 66, below: true });
    });
    context.font = small;
    titles(context, palette, header, { left, right: width, top: ABOVE, bottom, height });
  }

  /** The running sum, a step for each bar. */
  function path(/** @type {CanvasRenderingContext2D} */ context, /** @type {Palette} */ palette) {
    context.strokeStyle = palette.ink;
    context.lineWidth = 2;
    context.beginPath();
    sums.forEach((value, place) => {
      context.lineTo(box.left + place * box.step, box.y(value));
      context.lineTo(box.left + (place + 1) * box.step, box.y(value));
    });
    context.stroke();
  }

  /** The limit, dashed, with its name over its right end. */
  function across(/** @type {CanvasRenderingContext2D} */ context, /** @type {Palette} */ palette, /** @type {number} */ width) {
    const y = box.y(at_limit);
    context.strokeStyle = context.fillStyle = palette.soft;
    context.lineWidth = 1.5;
    context.setLineDash([5, 4]);
    context.beginPath();
    context.moveTo(box.left, y);
    context.lineTo(width, y);
    context.stroke();
    context.setLineDash([]);
    context.textAlign = "right";
    context.fillText(`${limit}: ${brief(at_limit, 4)}`, width - 8, y > ABOVE + 16 ? y - 8 : y + 14);
  }

  function under(/** @type {number} */ x) {
    const place = Math.floor((x - box.left) / box.step);
    return place >= 0 && place < count ? place : null;
  }

  function says(/** @type {number} */ place) {
    const lines = [numbered ? `${x_title} ${place}` : `${labels[place]}, position ${header.first + place}`];
    if (notes.length) lines.push(notes[place]);
    series.forEach((numbers, at) => lines.push(`${names[at]}: ${written(numbers[place], 4)}`));
    if (sums.length) lines.push(`sum so far: ${written(sums[place], 4)}`);
    return lines;
  }

  const at = (/** @type {number} */ place, /** @type {[number, number] | undefined} */ pointer) => pointer ?? [box.left + (place + 0.5) * box.step, height / 2];
  const step = (/** @type {number} */ place, /** @type {number[]} */ [right, _]) => within(place + right, count);
  operate(root, { header, paint, under, says, at, first: () => count - 1, step, door: door && ((place) => door(names.length - 1, place)) });
}
