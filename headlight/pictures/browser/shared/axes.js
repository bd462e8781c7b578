// What pictures with axes share: round ticks and how they are written, grid lines, titles, labels aslant, legends.

import { fitted, writeTypeset } from "./pen.js";
import { element, symbols, typeset } from "./written.js";

const SLANT = 0.72; // of its length that a label aslant takes upwards and sideways: sin 45° and a little air

/** @type {(low: number, high: number, count: number) => number[]} round numbers from `low` to `high`, about `count` steps: each step is 1, 2 or 5 times a power of ten. */
export function roundTicks(low, high, count) {
  const rough = (high - low || 1) / count;
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = power * ([1, 2, 5].find((factor) => factor * power >= rough * (1 - 1e-9)) ?? 10);
  const [first, last] = [Math.ceil(low / step - 1e-9), Math.floor(high / step + 1e-9)];
  return Array.from({ length: Math.max(0, last - first + 1) }, (_, place) => (first + place) * step);
}

/** @type {(low: number, high: number) => number[]} whole powers of ten between two, which are given as logarithms. */
export function powersOfTen(low, high) {
  const [first, last] = [Math.ceil(low - 1e-9), Math.floor(high + 1e-9)];
  return Array.from({ length: Math.max(0, last - first + 1) }, (_, place) => 10 ** (first + place));
}

/** @type {(value: number, digits: number) => string} a number of at most so many digits, without zeros at its end, with a true minus sign. */
export function brief(value, digits) {
  return String(Number(value.toPrecision(digits))).replaceAll("-", "−");
}

/** @param {number} value a tick's label; a large or small power of ten as one */
export function tickText(value) {
  const power = Math.round(Math.log10(value));
  if (value > 0 && Math.abs(power) > 4 && Math.abs(value / 10 ** power - 1) < 1e-9) {
    return `10${[...String(power)].map((sign) => "⁻⁰¹²³⁴⁵⁶⁷⁸⁹"["-0123456789".indexOf(sign)]).join("")}`;
  }
  return brief(value, 6);
}

/**
 * A line across the picture for each tick of the y axis, and at its left a number for each that has room; `y` makes pixels.
 *
 * @type {(context: CanvasRenderingContext2D, palette: Palette, ticks: number[], where: { left: number, right: number, y: (value: number) => number }) => void}
 */
export function gridLines(context, palette, ticks, { left, right, y }) {
  context.textBaseline = "middle";
  context.textAlign = "right";
  const { actualBoundingBoxAscent: up, actualBoundingBoxDescent: down } = context.measureText("0");
  const every = eachNth(1.6 * (up + down), Math.min(...ticks.slice(1).map((tick, place) => y(ticks[place]) - y(tick))));
  ticks.forEach((tick, place) => {
    context.fillStyle = palette.line;
    context.fillRect(left, Math.round(y(tick)), right - left, 1);
    context.fillStyle = palette.soft;
    if ((ticks.length - 1 - place) % every === 0) context.fillText(tickText(tick), left - 6, y(tick));
  });
}

/**
 * The titles of both axes: one along the lower edge of the picture, fitted to its axis, one up the left edge, fitted to the picture.
 *
 * @param {CanvasRenderingContext2D} context
 * @param {Palette} palette
 * @param {{ x_title?: string, y_title?: string, ends?: string }} header
 * @param {Record<"left" | "right" | "top" | "bottom" | "height", number>} where
 */
export function titles(context, palette, { x_title, y_title, ends = "" }, { left, right, top, bottom, height }) {
  context.fillStyle = palette.soft;
  context.textBaseline = "middle";
  context.textAlign = "center";
  if (x_title) centred(context, x_title, (left + right) / 2, height - 9, right - left);
  if (!y_title) return;
  const whole = ends ? `${y_title} · ${ends}` : y_title;
  const up = context.measureText(whole).width <= height - 4 ? whole : fitted(context, y_title, height - 4);
  const half = context.measureText(up).width / 2 + 2;
  context.save();
  context.translate(9, Math.max(half, Math.min(height - half, (top + bottom) / 2)));
  context.rotate(-Math.PI / 2);
  context.fillText(up, 0, 0);
  context.restore();
}

/** @type {(context: CanvasRenderingContext2D, title: string, x: number, y: number, width: number) => void} a title around a place, with symbols as they are set, fitted to the width */
function centred(context, title, x, y, width) {
  if (symbols(title).length === 1) return context.fillText(fitted(context, title, width), x, y);
  const { font } = context;
  const look = { size: parseFloat(font), family: font.slice(font.indexOf("px ") + 3), width };
  writeTypeset(context, title, x - context.measureText(title).width / 2, y, look);
  Object.assign(context, { font, textAlign: "center" });
}

/**
 * A label aslant, rising to the right: above its place it begins there, below its place it ends there.
 *
 * @type {(context: CanvasRenderingContext2D, label: string, x: number, y: number, how: { longest: number, below?: boolean }) => void}
 */
export function aslant(context, label, x, y, { longest, below = false }) {
  context.save();
  context.translate(x, y);
  context.rotate(-Math.PI / 4);
  context.textAlign = below ? "right" : "left";
  context.fillText(fitted(context, label, longest), 0, 0);
  context.restore();
}

/** @type {(widest: number, longest: number) => number} how far labels aslant reach upwards, and the last one to the side, when the widest is cut at `longest`. */
export function reach(widest, longest) {
  return Math.min(widest, longest) * SLANT;
}

/** @type {(wanted: number, least: number, room: number) => number} the height of a picture that has so much `room` in the window: what is wanted, or what there is; no lower than `least`. */
export function endingInWindow(wanted, least, room) {
  return Math.max(Math.min(least, wanted), Math.min(wanted, room));
}

/** @type {(needed: number, step: number) => number} labels that need so many pixels stand at each nth step, so that they do not overlap. */
export function eachNth(needed, step) {
  return Math.max(1, Math.ceil(needed / step));
}

/** @type {(step: number, easy: number, fit: number) => number} of cells of so many pixels each nth is named: every one where names `fit`, else as many as have `easy` pixels. */
export function namedEvery(step, easy, fit) {
  return step < fit ? eachNth(easy, step) : 1;
}

/** @type {(root: PictureRoot, entries: string[][]) => void} the legend: a sample and a name for each [name, colour, kind]; kinds are "line", "dashed", "points" and "hollow" */
export function legend(root, entries) {
  root.querySelector(".legend").replaceChildren(
    ...entries.map(([name, colour, kind]) =>
      element("span", {}, element("i", { className: kind, style: `color: ${colour}` }), element("div", {}, ...typeset(name))),
    ),
  );
}
