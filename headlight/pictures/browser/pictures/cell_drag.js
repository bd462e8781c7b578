// A cell of a pattern dragged up or down: its weight follows the pointer, and the rest of its row makes room at once.

import { pointOf } from "../shared/around.js";
import { dragOf, hold } from "../shared/drag.js";
import { keeping } from "../shared/kept.js";

export const weightOf = /** @type {typeof keeping<{ weight?: OfFrame }>} */ (keeping)();

const RISE = 160; // pixels from 0 to 1
const [STILL, STEP] = [4, 0.05]; // pixels that are no drag yet; what a key adds

/**
 * Let the cells of a matrix be dragged; called at each painting, after `operate`. What is held stays at `root`.
 *
 * @param {object} of
 * @param {PictureRoot} of.root
 * @param {number} of.columns in a row of the data
 * @param {Float32Array} of.values changed in place
 * @param {(x: number, y: number) => any} of.under
 * @param {(cell: any) => boolean} of.closed
 * @param {any} of.selected the one cell that a finger drags; elsewhere it scrolls
 * @param {((found: number[]) => void) | undefined} of.choose
 * @param {() => void} of.repaint
 */
export function draggable({ root, columns, values, under, closed, selected, choose, repaint }) {
  const canvas = root.querySelector("canvas");
  const looked = canvas.onpointermove;
  const clicked = canvas.onclick;
  const at = (/** @type {number[]} */ [row, column]) => row * columns + column;

  /** The weight of a cell, and the others of its row in their old proportion, where there are such. */
  function set(/** @type {number[]} */ cell, /** @type {number} */ weight) {
    const row = cell[0] * columns;
    const rest = Array.from({ length: columns }, (_, column) => column).filter((column) => column !== cell[1]);
    const others = rest.reduce((sum, column) => sum + values[row + column], 0);
    if (others <= 0) return repaint(); // what the server makes of it is shown when it answers
    for (const column of rest) values[row + column] *= (1 - weight) / others;
    values[at(cell)] = weight;
    repaint();
  }

  /** Hand the weight on, one message at a time. */
  function send(last = false) {
    const hand = weightOf(root).weight;
    if ((hand.waiting && !last) || hand.to === hand.sent) return;
    Object.assign(hand, { waiting: true, sent: hand.to });
    choose?.([...hand.cell, hand.to]);
  }

  function begin(/** @type {PointerEvent & Pointed} */ event) {
    const cell = under(...pointOf(event));
    dragOf(root).dragged = false;
    if (!cell || closed(cell) || event.button > 0) return;
    if (event.pointerType === "touch" && String(cell) !== String(selected)) return;
    weightOf(root).weight = { cell, start: event.clientY, from: values[at(cell)], to: null, sent: null, waiting: false };
    canvas.setPointerCapture(event.pointerId);
  }

  function move(/** @type {PointerEvent & Pointed} */ event) {
    const hand = weightOf(root).weight;
    if (!hand) return looked(event);
    const risen = hand.start - event.clientY;
    if (hand.to === null && Math.abs(risen) < STILL) return;
    hand.to = Math.round(100 * Math.min(1, Math.max(0, hand.from + risen / RISE))) / 100;
    set(hand.cell, hand.to);
    looked(event);
    send();
  }

  function end() {
    const hand = weightOf(root).weight;
    if (hand && hand.to !== null) {
      dragOf(root).dragged = true; // and not clicked
      send(true);
    }
    weightOf(root).weight = undefined;
  }

  hold({ root, begin, move, end, clicked, holds: (x, y) => Boolean(selected) && String(under(x, y)) === String(selected) });
  const hand = weightOf(root).weight; // the finger went on while the model ran
  if (!hand || hand.to === null) return;
  hand.waiting = false;
  set(hand.cell, hand.to);
  send();
}

/** @type {(of: { values: Float32Array, columns: number, closed: (cell: Spot) => boolean, choose?: (found: number[]) => void }) => Record<string, (cell: number[]) => false | void>} what + and − do to a cell, and Delete */
export function weightKeys({ values, columns, closed, choose }) {
  const by = (/** @type {number | null} */ step) => (/** @type {number[]} */ cell) => {
    if (closed(cell) || !choose) return false;
    const weight = step === null ? 0 : values[cell[0] * columns + cell[1]] + step;
    choose([...cell, Math.round(100 * Math.min(1, Math.max(0, weight))) / 100]);
  };
  return { "+": by(STEP), "=": by(STEP), "-": by(-STEP), "−": by(-STEP), Delete: by(null) };
}
