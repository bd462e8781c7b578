// Where a number opens: beside the one that was clicked a button appears, which leads to its terms.

import { hear } from "./hearing.js";
import { keeping } from "./kept.js";

const keptOf = /** @type {typeof keeping<{ offer?: HTMLButtonElement }>} */ (keeping)();

const BELOW = 10; // pixels from the pointer to the button

/** @type {(doors: Door[], open: (label: string, model?: string, cut?: string) => void) => (which: number, ...spot: number[]) => (() => void) | undefined} what opens the number at a place in one of the arrays of a picture; undefined where it is none of the model's. */
export const doorsOf = (doors, open) => (which, ...spot) => {
  const door = doors[which];
  if (!door) return undefined;
  /** @type {number[]} */
  const at = door.at.map((place) => {
    if (!Array.isArray(place)) return place;
    const [axis, start] = place;
    return Array.isArray(start) ? start[spot[axis]] : start + spot[axis];
  });
  if (door.causal && at[3] > at[2]) return undefined; // no token looks ahead
  return () => open([door.stage, ...at].join("."), door.model, door.cut);
};

/**
 * Offer to open what was clicked; a button at a point of the picture, until something else is done. No `open` takes it away.
 *
 * @param {PictureRoot} root
 * @param {(() => void) | undefined} open
 * @param {[number, number]} at
 */
export function offer(root, open, [x, y] = [0, 0]) {
  const picture = root.querySelector(".picture");
  const button = (keptOf(root).offer ??= Object.assign(document.createElement("button"), { className: "door", textContent: "Open its terms" }));
  button.hidden = !open;
  if (!open) return;
  picture.append(button);
  button.onclick = open;
  button.onkeydown = ({ key }) => {
    if (key === "Escape") offer(root, undefined);
  };
  button.style.left = `${Math.max(0, Math.min(x + BELOW, picture.clientWidth - button.offsetWidth))}px`;
  button.style.top = `${y + BELOW}px`;
  for (const event of ["pointerdown", "keydown"]) {
    hear(root, event, (/** @type {Event} */ said) => said.composedPath().includes(button) || (button.hidden = true));
  }
}
