// A part of a canvas that a pointer or a finger holds and drags; a drag is no click.

import { pointOf } from "./around.js";
import { keeping } from "./kept.js";

export const dragOf = /** @type {typeof keeping<{ dragged?: boolean, touched?: (event: TouchEvent) => void }>} */ (keeping)();

/**
 * Listen to the canvas of a picture, in the place of who listened before; called at each painting.
 *
 * @param {object} of
 * @param {PictureRoot} of.root `dragged` of it says that the click to come ends a drag
 * @param {(event: PointerEvent) => void} of.begin
 * @param {(event: PointerEvent) => void} of.move
 * @param {() => void} of.end
 * @param {(event: PointerEvent) => void} of.clicked what a click does that ends no drag
 * @param {(x: number, y: number) => boolean} of.holds whether a finger at this place holds a part: else it scrolls
 */
export function hold({ root, begin, move, end, clicked, holds }) {
  const canvas = root.querySelector("canvas");
  /** @type {(act: (event: PointerEvent) => void) => (event: PointerEvent) => void} */
  const first = (act) => (event) => event.isPrimary && act(event); // a second finger holds nothing, and ends nothing
  Object.assign(canvas, {
    onpointerdown: first(begin),
    onpointermove: first(move),
    onpointerup: first(end),
    onpointercancel: first(end),
    onclick: (/** @type {PointerEvent} */ event) => (dragOf(root).dragged ? (dragOf(root).dragged = false) : clicked(event)),
  });
  // A browser that has seen no touch screen at its start knows no `ontouchstart`.
  if (!dragOf(root).touched) canvas.addEventListener("touchstart", (/** @type {TouchEvent} */ event) => dragOf(root).touched?.(event), { passive: false });
  dragOf(root).touched = (event) => {
    const [{ clientX, clientY }] = event.touches;
    if (holds(...pointOf({ currentTarget: canvas, clientX, clientY }))) event.preventDefault();
  };
}
