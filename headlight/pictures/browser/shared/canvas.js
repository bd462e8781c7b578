// What pictures on a canvas share: their frame, and how they are operated, all in the same way. A pointer, or the arrow
// keys, lead to a spot; the card says its numbers, aloud too; a click or Enter chooses it, Escape closes the card.

import { pointOf } from "./around.js";
import { offer } from "./doors.js";
import { keepPainted } from "./surroundings.js";
import { tell } from "./written.js";
import { keeping } from "./kept.js";

export const pointingOf = /** @type {typeof keeping<{ pointed?: { spot: Spot, pointer?: [number, number] }, reached?: Spot }>} */ (keeping)();

/** @type {Record<string, [number, number]>} */
export const ARROWS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

/** The frame of such a picture: a screen reader hands the arrow keys on to an application. */
export const FRAME = `<div class="picture">
  <canvas tabindex="0" role="application" aria-roledescription="picture"></canvas><div class="card" role="status" hidden></div>
</div>`;

/** @type {(root: PictureRoot) => Spot} what the pointer or the arrow keys are on, from one drawing to the next */
export const pointedIn = (root) => pointingOf(root).pointed?.spot ?? null;

/** @type {(place: number, count: number) => number} the number, or the nearest that is a place among so many */
export const within = (place, count) => Math.min(count - 1, Math.max(0, place));

/**
 * Paint a picture, now and when its surroundings change, and operate it.
 *
 * A spot is what the picture means by a place in it: a cell, a token, a point.
 *
 * @param {PictureRoot} root
 * @param {object} picture
 * @param {{ alt: string }} picture.header
 * @param {(surroundings: Surroundings) => void} picture.paint
 * @param {(x: number, y: number) => Spot} picture.under the spot at a point of the canvas; null for none
 * @param {(spot: Spot) => string[]} picture.says the lines of the card
 * @param {(spot: Spot, pointer?: [number, number]) => [number, number, boolean?] | number[]} [picture.at] where the card is, and whether below that; keys
 *   have no pointer
 * @param {() => Spot} picture.first where the arrow keys begin; null: the first of them leads to where `step` says
 * @param {(from: Spot, by: [number, number]) => Spot} picture.step where an arrow leads to, so many to the right and down;
 *   null: nowhere
 * @param {(spot: Spot) => void} [picture.choose] called by a click and Enter
 * @param {(spot: Spot) => void} [picture.look] called when another spot is looked at, or none
 * @param {(spot: Spot) => void} [picture.arrive] called by the arrow keys in the place of opening the card
 * @param {() => void} [picture.left] called when the picture loses the focus
 * @param {(spot: Spot) => HTMLElement | undefined} [picture.enlarged] what the card shows under its lines
 * @param {Record<string, (spot: Spot) => boolean | void>} [picture.keys] other keys; false: it did nothing
 * @param {string} [picture.cursor] the pointer where something can be chosen
 * @param {() => string} [picture.more] what else is said of its keys, once it is painted
 * @param {(spot: Spot) => (() => void) | undefined} [picture.door] what opens the number of a spot; O does it too
 * @returns {() => void} looks again at what the pointer or the keys are on, after the picture has moved under it
 */
export function operate(root, picture) {
  const kept = pointingOf(root);
  const { header, paint, under, says, at = (_, pointer = [0, 0]) => pointer, first, step } = picture;
  const { choose, look, arrive, left, enlarged, keys = {}, cursor = "pointer", more, door } = picture;
  const canvas = root.querySelector("canvas");
  const card = root.querySelector(".card");
  /** @type {Spot} */
  let spot = null; // that is looked at; `kept.reached` is where the arrow keys have led to and go on from

  /** @type {(now: Spot, pointer?: [number, number]) => void} */
  function lookAt(now, pointer) {
    const other = String(now) !== String(spot);
    spot = now;
    if (other) look?.(now);
    if (now === null) {
      kept.pointed = undefined;
      return tell(card, []);
    }
    kept.pointed = { spot: now, pointer };
    const [x, y, below] = at(now, pointer);
    tell(card, says(now), x, y, enlarged?.(now), Boolean(below));
  }

  canvas.onpointermove = (/** @type {PointerEvent} */ event) => {
    const place = pointOf(event), now = under(...place);
    canvas.style.cursor = (choose || door) && now !== null ? cursor : "";
    lookAt(now, place);
  };
  canvas.onpointerleave = () => kept.pointed?.pointer && lookAt(null); // what keys have led to stays
  canvas.onblur = () => {
    kept.reached = null;
    lookAt(null);
    left?.();
  };
  canvas.onclick = (/** @type {PointerEvent} */ event) => {
    const place = pointOf(event), now = under(...place);
    if (event.pointerType === "touch") lookAt(now, place); // a finger has covered what it hit
    if (now === null) return;
    choose?.(now);
    if (door) offer(root, door(now), place);
  };
  canvas.onkeydown = (/** @type {KeyboardEvent} */ event) => {
    const { key, ctrlKey, metaKey, altKey } = event;
    if (ctrlKey || metaKey || altKey) return;
    const from = arrive ? first() : (spot ?? kept.reached ?? first());
    const done = () => event.preventDefault();
    const own = keys[key.length === 1 ? key.toLowerCase() : event.shiftKey && key in ARROWS ? `Shift${key}` : key];
    if (own && own(from) !== false) return done();
    if (key.toLowerCase() === "o" && door?.(from)) return door(from)?.(), done();
    if (key === "Escape" && spot !== null) return lookAt(null), done();
    if (key === "Enter" && choose && from !== null) return choose(from), done();
    const next = key in ARROWS ? step(from, ARROWS[key]) : null;
    if (next === null) return;
    done();
    if (arrive) return arrive(next);
    lookAt((kept.reached = next));
  };
  const says_keys = `Arrow keys move${choose && !arrive ? ", Enter chooses" : ""}${door ? ", O opens a number’s terms" : ""}.`;
  keepPainted(root, paint);
  canvas.setAttribute("aria-label", `${header.alt} ${says_keys}${more?.() ?? ""}`);
  // What the card says is of the numbers before: it follows them.
  const { spot: before = null, pointer } = kept.pointed ?? {};
  const still = (/** @type {Spot} */ place) => (place === null ? null : step(place, [0, 0])); // there may be fewer
  kept.reached = still(kept.reached ?? null);
  if (pointer) lookAt(under(pointer[0], pointer[1]), pointer);
  else lookAt(still(before));
  return () => {
    const { spot: now = null, pointer } = kept.pointed ?? {};
    if (now !== null) lookAt(pointer ? under(pointer[0], pointer[1]) : now, pointer);
  };
}
