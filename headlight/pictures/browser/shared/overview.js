// A picture of words that is higher than a screen: it is seen through a window that scrolls, and beside it stands an
// overview of all of it, with what is looked at and which part is seen; a click or a drag there leads to another part.

import { sized } from "./pen.js";
import { keeping } from "./kept.js";

const keptOf = /** @type {typeof keeping<{ brought?: string }>} */ (keeping)();

export const BESIDE = 22; // pixels across that the overview takes
const WIDE = 12; // pixels of it that are drawn
const [THIN, LIT, THICK, OF_A_LINE] = [2, 4, 8, 0.4]; // pixels that a word in it is high: at least, looked at, at most; and of its line
const NEAR = 28; // pixels from an edge of the window at which what is dragged moves it

export const seenThrough = (/** @type {string} */ inside) => `<div class="tall"><div class="through">${inside}</div>
  <div class="overview" aria-hidden="true" title="All of the text: click to go there" hidden><i></i></div></div>`;

/**
 * Show what is `height` pixels high through a window of at most `limit`. Says whether it does not fit, so that there is an overview.
 *
 * A file has the whole. Where `key` is another one than before, [from, to] is brought into the window; else the reader has scrolled it.
 *
 * @param {PictureRoot} root
 * @param {{height: number, limit: number, key: string, place: [number, number], at?: number}} about `at` is where the reader
 *   had scrolled it, if that is lost
 */
export function scrolled(root, { height, limit, key, place: [from, to], at }) {
  const [box, strip] = [".through", ".overview"].map((name) => root.querySelector(name));
  const over = height > limit && !root._whole;
  // Here, not in a style sheet: that comes after the first painting.
  Object.assign(box.style, over ? { maxHeight: `${limit}px`, overflow: "hidden auto" } : { maxHeight: "", overflow: "" });
  strip.hidden = !over;
  if (!over) return false;
  if (at !== undefined) box.scrollTop = at;
  const frame = strip.querySelector("i");
  const follow = () => {
    frame.style.top = `${(100 * box.scrollTop) / height}%`;
    frame.style.height = `${(100 * limit) / height}%`;
  };
  box.onscroll = follow;
  const go = (/** @type {PointerEvent} */ event) => {
    const { top, height: long } = strip.getBoundingClientRect();
    box.scrollTop = ((event.clientY - top) / long) * height - limit / 2;
  };
  strip.onpointerdown = (/** @type {PointerEvent} */ event) => (event.preventDefault(), strip.setPointerCapture(event.pointerId), go(event));
  strip.onpointermove = (/** @type {PointerEvent} */ event) => event.buttons && go(event);
  if (keptOf(root).brought !== key) {
    keptOf(root).brought = key;
    if (from < box.scrollTop || to > box.scrollTop + limit) box.scrollTop = to - limit;
  }
  follow();
  return true;
}

/**
 * Draw the overview: each word as [left, right, middle, height of its line] in shares of the whole, and how much it has to do with what is looked at.
 *
 * @param {PictureRoot} root
 * @param {number[][]} words
 * @param {(place: number) => number} share from 0 to 1
 */
export function drawOverview(root, words, share) {
  const strip = root.querySelector(".overview");
  if (strip.hidden) return;
  const { palette } = root._surroundings;
  const long = parseFloat(root.querySelector(".through").style.maxHeight);
  const canvas = strip.querySelector("canvas") ?? strip.insertBefore(document.createElement("canvas"), strip.firstChild);
  const pen = sized(canvas, WIDE, long);
  for (const [place, [left, right, middle, line]] of words.entries()) {
    const part = share(place);
    const thick = Math.max(part ? LIT : THIN, Math.min(THICK, OF_A_LINE * line * long));
    pen.globalAlpha = part ? 0.35 + 0.65 * part : 0.35;
    pen.fillStyle = part ? palette.accent : palette.soft;
    pen.fillRect(left * WIDE, middle * long - thick / 2, Math.max(1.5, (right - left) * WIDE - 1), thick);
  }
  pen.globalAlpha = 1;
}

/** @type {(root: PictureRoot, event: PointerEvent) => void} while something is dragged near an edge of the window, the window moves on. */
export function moveOn(root, { clientY }) {
  const box = root.querySelector(".through");
  if (!box.style.maxHeight) return;
  const { top, bottom } = box.getBoundingClientRect();
  if (clientY < top + NEAR) box.scrollTop -= NEAR / 2;
  else if (clientY > bottom - NEAR) box.scrollTop += NEAR / 2;
}
