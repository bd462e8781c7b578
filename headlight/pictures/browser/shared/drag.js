// A part of a canvas that a pointer or a finger holds and drags; a drag is no click.

/**
 * Listen to the canvas of a picture, in the place of who listened before; called at each painting.
 *
 * @param {object} of
 * @param {PictureRoot} of.root `_dragged` there says that the click to come ends a drag
 * @param {(event: any) => void} of.begin
 * @param {(event: any) => void} of.move
 * @param {() => void} of.end
 * @param {(event: any) => void} of.clicked what a click does that ends no drag
 * @param {(x: number, y: number) => boolean} of.holds whether a finger at this place holds a part: else it scrolls
 */
export function hold({ root, begin, move, end, clicked, holds }) {
  const canvas = root.querySelector("canvas");
  Object.assign(canvas, {
    onpointerdown: begin,
    onpointermove: move,
    onpointerup: end,
    onpointercancel: end,
    onclick: (event) => (root._dragged ? (root._dragged = false) : clicked(event)),
  });
  // A browser that has seen no touch screen at its start knows no `ontouchstart`.
  if (!root._touched) canvas.addEventListener("touchstart", (event) => root._touched?.(event), { passive: false });
  root._touched = (event) => {
    const { left, top } = canvas.getBoundingClientRect();
    const { clientX, clientY } = event.touches[0];
    if (holds(clientX - left, clientY - top)) event.preventDefault();
  };
}
