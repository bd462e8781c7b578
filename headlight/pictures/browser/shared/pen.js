// Drawing on a canvas: at the screen's own resolution, and in words that fit.

import { symbols } from "./written.js";
import { keeping } from "./kept.js";

export const sheetsOf = /** @type {typeof keeping<{ sheets?: Record<string, HTMLCanvasElement>, hatched?: string }>} */ (keeping)();

const SMALLEST = 12; // pixels of type that can be read, of an index too

/** @type {(root: PictureRoot, name: string, width: number, height: number) => HTMLCanvasElement} a canvas that is drawn from, never shown: one for each name and element, because new ones at each key add up. */
export function sheet(root, name, width, height) {
  const sheets = (sheetsOf(root).sheets ??= {});
  const canvas = (sheets[name] ??= document.createElement("canvas"));
  canvas.width = width;
  canvas.height = height;
  return canvas;
}

/**
 * Pixels of the screen for one of CSS; a presenter's page is enlarged. What a painted picture has looked up is used: asking
 * again makes the browser find the styles of all that the key has changed.
 *
 * @param {Element} element
 * @returns {number}
 */
export function ratioOf(element) {
  return /** @type {Partial<PictureRoot>} */ (element.getRootNode())._surroundings?.ratio ?? ratioNow(element);
}

export const ratioNow = (/** @type {Element} */ element) => (window.devicePixelRatio || 1) * (element.currentCSSZoom ?? 1);

/** @type {(root: PictureRoot, context: CanvasRenderingContext2D, palette: Palette) => CanvasPattern} what hidden cells are filled with */
export function hatching(root, context, palette) {
  const kept = sheetsOf(root);
  const side = Math.round(6 * ratioOf(context.canvas));
  const drawn = `${side} ${palette.line}`;
  const tile = (kept.hatched === drawn && kept.sheets?.hatching) || hatched(sheet(root, "hatching", side, side), palette);
  kept.hatched = drawn;
  const pattern = /** @type {CanvasPattern} */ (context.createPattern(tile, "repeat"));
  pattern.setTransform(new DOMMatrix().scale(6 / tile.width));
  return pattern;
}

/** @type {(tile: HTMLCanvasElement, palette: Palette) => HTMLCanvasElement} one tile of it */
function hatched(tile, palette) {
  const pen = penOf(tile);
  pen.scale(tile.width / 6, tile.width / 6);
  pen.strokeStyle = palette.line;
  pen.lineWidth = 1.2;
  pen.beginPath();
  for (const shift of [-6, 0, 6]) {
    pen.moveTo(shift, 6);
    pen.lineTo(shift + 6, 0);
  }
  pen.stroke();
  return tile;
}

/** @type {(canvas: HTMLCanvasElement, options?: CanvasRenderingContext2DSettings) => CanvasRenderingContext2D} what draws on a canvas and measures words, letter by letter as the type says, not rounded to pixels before they grow. */
export function penOf(canvas, options = {}) {
  const context = /** @type {CanvasRenderingContext2D} */ (canvas.getContext("2d", options));
  context.textRendering = "geometricPrecision";
  return context;
}

/** @type {CanvasRenderingContext2D | undefined} */
let ruler; // of a canvas that is never shown

/** @type {(words: string, font: string) => number} how wide words are in a font, in pixels */
export function widthIn(words, font) {
  ruler ??= penOf(document.createElement("canvas"));
  ruler.font = font;
  return ruler.measureText(words).width;
}

/** @type {(canvas: HTMLCanvasElement, width: number, height: number) => CanvasRenderingContext2D} size a canvas to CSS pixels at the screen's own resolution; drawing then uses CSS pixels. */
export function sized(canvas, width, height) {
  const ratio = ratioOf(canvas);
  const [across, down] = [Math.round(width * ratio), Math.round(height * ratio)];
  if (canvas.width !== across || canvas.height !== down) {
    Object.assign(canvas, { width: across, height: down }); // gives the canvas new memory: not with every key
  }
  Object.assign(canvas.style, { width: `${width}px`, height: `${height}px` });
  const context = penOf(canvas);
  context.setTransform(ratio, 0, 0, ratio, 0, 0);
  context.clearRect(0, 0, width, height);
  return context;
}

/** @type {(context: CanvasRenderingContext2D, text: string, width: number) => string} the text, shortened with an ellipsis to fit the width. */
export function fitted(context, text, width) {
  if (context.measureText(text).width <= width) return text;
  const kept = [...text];
  while (kept.length > 1 && context.measureText(kept.join("") + "…").width > width) kept.pop();
  return kept.join("") + "…";
}

/** @type {(context: CanvasRenderingContext2D, text: string, width: number) => string[]} words that are wider than the width on two lines, of which the first one fits; a word alone stays on one. */
export function inTwo(context, text, width) {
  const words = text.split(" ");
  if (words.length < 2 || context.measureText(text).width <= width) return [text];
  let count = words.length - 1;
  while (count > 1 && context.measureText(words.slice(0, count).join(" ")).width > width) count -= 1;
  return [words.slice(0, count).join(" "), words.slice(count).join(" ")];
}

/** @type {(context: CanvasRenderingContext2D, words: string, x: number, y: number, how: { size: number, family: string, width: number }) => void} typeset words on a canvas, from `x` to the right in type of `size` pixels; shortened where it is wider than the width. */
export function writeTypeset(context, words, x, y, { size, family, width }) {
  context.textAlign = "left";
  symbols(words).forEach(([piece, kind]) => {
    const sunk = kind === "sub";
    context.font = `${kind === "i" ? "italic " : ""}${sunk ? Math.max(0.75 * size, SMALLEST) : size}px ${family}`;
    if (width < size) return;
    const shown = fitted(context, piece, width);
    context.fillText(shown, x, y + (sunk ? 0.25 * size : 0));
    x += context.measureText(shown).width;
    width -= context.measureText(shown).width;
  });
}
