// Points of a plane that follow the pointer, or the keys, from step to step.

import { pointOf } from "../shared/around.js";
import { ARROWS } from "../shared/canvas.js";
import { dragOf, hold } from "../shared/drag.js";
import { keeping } from "../shared/kept.js";

const keptOf = /** @type {typeof keeping<{ held?: OfFrame }>} */ (keeping)();

/**
 * Let the points of groups that have a step be dragged; called at each painting, after `operate`. What is held stays at `root`.
 *
 * @param {object} of
 * @param {PictureRoot} of.root
 * @param {any[]} of.points changed in place
 * @param {(x: number, y: number) => any} of.under
 * @param {(point: any, place: number[]) => number[]} of.stepped the place that a point may have
 * @param {(x: number, y: number) => number[]} of.valueAt
 * @param {(found: number[]) => void} of.choose
 * @param {() => void} of.repaint
 */
export function pointDrag({ root, points, under, stepped, valueAt, choose, repaint }) {
  const canvas = root.querySelector("canvas");
  const [looked, clicked] = [canvas.onpointermove, canvas.onclick];

  function put(/** @type {{ number: number, to: number[] }} */ { number, to }) {
    Object.assign(points[number], { x: to[0], y: to[1] });
    repaint();
  }

  /** Hand the place on, one message at a time. */
  function send(last = false) {
    const hand = keptOf(root).held;
    if ((hand.waiting && !last) || String(hand.to) === String(hand.sent)) return;
    Object.assign(hand, { waiting: true, sent: hand.to });
    choose([hand.number, ...hand.to]);
  }

  function begin(/** @type {PointerEvent & Pointed} */ event) {
    const point = under(...pointOf(event));
    dragOf(root).dragged = false;
    if (!point?.group.step || event.button > 0) return;
    const at = [point.x, point.y];
    keptOf(root).held = { number: points.indexOf(point), to: at, sent: at, waiting: false };
    canvas.setPointerCapture(event.pointerId);
  }

  function move(/** @type {PointerEvent & Pointed} */ event) {
    const hand = keptOf(root).held;
    if (!hand) return looked(event);
    const to = stepped(points[hand.number], valueAt(...pointOf(event)));
    if (String(to) === String(hand.to)) return;
    Object.assign(hand, { to, moved: true });
    put(hand);
    looked(event);
    send();
  }

  function end() {
    if (keptOf(root).held?.moved) {
      dragOf(root).dragged = true; // and not clicked
      send(true);
    }
    keptOf(root).held = undefined;
  }

  hold({ root, begin, move, end, clicked, holds: (x, y) => Boolean(under(x, y)?.group.step) });
  const hand = keptOf(root).held; // the finger went on while the server answered
  if (!hand) return;
  hand.waiting = false;
  put(hand);
  send();
}

/** @type {(of: { points: Spot[], stepped: (point: Spot, place: number[]) => number[], choose: (found: number[]) => void, repaint: () => void }) => Record<string, (point: Spot) => false | void>} what Shift and an arrow key do to a point */
export function pointKeys({ points, stepped, choose, repaint }) {
  const by = (/** @type {number[]} */ [right, down]) => (/** @type {Spot} */ point) => {
    if (!point?.group.step) return false;
    const [x, y] = stepped(point, [point.x + right * point.group.step, point.y - down * point.group.step]);
    Object.assign(point, { x, y });
    repaint();
    choose([points.indexOf(point), x, y]);
  };
  return Object.fromEntries(Object.entries(ARROWS).map(([key, way]) => [`Shift${key}`, by(way)]));
}
