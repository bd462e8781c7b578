// The demonstration of a first visit: the ribbon draws itself, the bars grow, a hand moves its end and brings it back.
//
// A browser sees it once, and any key, click or turn of the wheel ends it. Whoever wants little motion sees its last
// state, which stays as long as it lasts. The browser of a teacher with an open class has none.

import { calm, clock, eased } from "../shared/movement.js";
import { ofBrowser } from "../shared/storage.js";
import { keeping } from "../shared/kept.js";

const keptOf = /** @type {typeof keeping<{ going?: OfFrame }>} */ (keeping)();

export const LASTS = 4000; // ms
const RESTS = 1200; // ms that “now you” stands before the first question
const [SEEN, TEACHES] = ["headlight-demonstrated", "headlight-teach"]; // in the storage of the browser
/** When each part begins and ends, in ms. @type {Record<string, [number, number]>} */
const PARTS = {
  drawn: [0, 900],
  grown: [600, 1300],
  taken: [1500, 2200], // the end is on its way to the other word
  bars: [2200, 2550], // they go where the moved ribbon brings them
  returned: [3100, 3600],
  hand: [1200, 1500],
};
const ENDS = ["keydown", "pointerdown", "wheel", "touchmove"];
/** What stands around the picture is seen from now on: headlight/server/first_look.py hides it. */
const reveal = () => document.documentElement.removeAttribute("data-opening");

/** @type {(ms: number, name: keyof PARTS) => number} how far a part of it is, as a share */
function part(ms, name) {
  const [from, to] = PARTS[name];
  return eased(Math.min(1, Math.max(0, (ms - from) / (to - from))));
}

/** What is to be seen so many milliseconds after it began; all but `asks` are shares. */
export function frame(/** @type {number} */ ms) {
  const [taken, returned] = [part(ms, "taken"), part(ms, "returned")];
  return {
    drawn: part(ms, "drawn"), // of the ribbon
    grown: part(ms, "grown"), // of the bars
    taken: taken * (1 - returned), // of the way of its end to the other word
    bars: part(ms, "bars") * (1 - returned), // of the way to what comes next then
    hand: part(ms, "hand"), // of its ink
    asks: ms >= LASTS, // the reader to go on
  };
}

/**
 * Begin it, go on with it where the picture is drawn anew, or end it where it is of something else now.
 *
 * @param {PictureRoot} root where it is kept
 * @param {boolean} wanted
 * @param {(shown: ReturnType<typeof frame> | undefined) => void} paint without a frame: as it is
 * @param {() => void} ask what follows where nobody did anything
 */
export function demonstrate(root, wanted, paint, ask) {
  const kept = keptOf(root);
  const going = kept.going;
  if (going) return wanted ? going.goOn(paint) : (going.end(false), paint(undefined));
  if (!wanted || ofBrowser.get(SEEN) || ofBrowser.get(TEACHES)) return reveal();
  ofBrowser.set(SEEN, "yes");
  const still = calm();
  const start = clock.now() - (still ? LASTS : 0);
  const end = (painted = true) => {
    kept.going = undefined;
    for (const event of ENDS) removeEventListener(event, ended, { capture: true });
    if (painted) paint(undefined);
  };
  const ended = () => (end(), reveal());
  const step = () => {
    if (!kept.going) return;
    if (!root.host?.isConnected) return end(false);
    const ms = clock.now() - start;
    if (ms < LASTS) clock.frame(step);
    else setTimeout(() => kept.going?.end === end && root.host?.isConnected && (end(), ofBrowser.get(TEACHES) ? reveal() : ask()), still ? LASTS : RESTS);
    paint(frame(ms));
  };
  kept.going = {
    end,
    goOn(/** @type {typeof paint} */ by) {
      paint = by;
      paint(frame(clock.now() - start));
    },
  };
  for (const event of ENDS) addEventListener(event, ended, { capture: true, passive: true });
  step();
}
