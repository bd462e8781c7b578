// The ends of ribbons over a sentence, to be moved by hand: a head looks where its ribbon is put.

import { toTheLeft } from "../shared/reading_order.js";
import { keeping } from "../shared/kept.js";
import { svgPath } from "../shared/svg_path.js";
import { element } from "../shared/written.js";

export const handOf = /** @type {typeof keeping<{ hand?: OfFrame, keyed?: boolean, follow?: number }>} */ (keeping)();

export const NUMBERS = 24; // px under each line of words
const GRIPPED = 0.05; // of a weight whose ribbon has an end to grab
const PULLED = 26; // px that an end is pulled before it leaves its word

/** @type {(word: WordPlace, size: number) => number} how far down a ribbon from a line below meets a word: under its number */
export const arrives = ({ y }, size) => y + size * 1.25 + NUMBERS;

/** @type {(parent: HTMLElement, tag: string, count: number, bring: (element: OfFrame, place: number) => void) => void} bring a list of elements to a length, each up to date; they are kept, because new ones would lose the focus. */
export function rebuild(parent, tag, count, bring) {
  const there = [...parent.querySelectorAll(`:scope > ${tag}`)];
  for (let place = there.length; place < count; place++) {
    const made = tag === "button" ? element(tag, { role: "radio" }, element("span"), element("small")) : element(tag);
    parent.append(made);
    there.push(made);
  }
  there.slice(count).forEach((made) => made.remove());
  there.slice(0, count).forEach(bring);
}

/**
 * What moves the ends of the ribbons of one word in one head, `home`, of a sentence whose words are `at()` their places.
 *
 * While an end is moved the model runs with it at each word that it comes over, and the picture is drawn anew: what is
 * held stays at `root`.
 *
 * @param {{ root: PictureRoot, stage: HTMLElement, header: Header.Looks, home: { word: number, head: number }, choose?: (chosen: Spot) => void, weight: (word: number) => number, show: () => void, at: () => Places }} of
 */
export function endsOf({ root, stage, header, home, choose, weight, show, at }) {
  const kept = handOf(root);
  const { words } = header;

  /** The ends of the shown ribbons, each to be moved to another word, or off, with the pointer, a finger or the keys. */
  function grips(/** @type {boolean} */ asHome) {
    const group = root.querySelector(".grips");
    const places = at();
    const ends = choose && header.edits && asHome ? words.flatMap((_, word) => (weight(word) < GRIPPED || word > home.word ? [] : [word])) : [];
    rebuild(group, "i", ends.length, (grip, place) => {
      const word = ends[place];
      const { x, y, width, row } = places[word];
      const side = word === home.word ? Math.min(width / 2, 14 + (1.2 + weight(word) * Math.min(34, places.size * 0.7)) / 2) : 0;
      Object.assign(grip, { tabIndex: 0, role: "button", title: "Drag this end to another word, or off" });
      grip.ariaLabel = `“${words[home.word].text}” attends to “${words[word].text}”. Arrow keys move this end to another word, Delete cuts it.`;
      const under = row < places[home.word].row;
      grip.classList.toggle("under", under);
      Object.assign(grip.style, { left: `${x + width / 2 + side}px`, top: `${under ? arrives(places[word], places.size) + 3 : y - 5}px` });
      grip.onpointerdown = (/** @type {PointerEvent} */ event) => {
        if (event.button > 0 || !event.isPrimary) return; // a second finger holds nothing
        event.preventDefault();
        kept.hand = { base: header.edits, from: word, to: word, start: inStage(event) };
        stage.setPointerCapture(event.pointerId);
      };
      grip.onkeydown = (/** @type {KeyboardEvent} */ event) => key(event, word);
    });
    if (kept.follow === undefined) return;
    group.children[ends.indexOf(kept.follow)]?.focus();
    kept.follow = undefined;
  }

  function inStage(/** @type {PointerEvent} */ { clientX, clientY }) {
    const { left, top } = stage.getBoundingClientRect();
    const zoom = root.host.currentCSSZoom ?? 1;
    return [(clientX - left) / zoom, (clientY - top) / zoom];
  }

  /** The word that an end is over, null where it is off all words; one that stands later cannot be looked at. */
  function over(/** @type {number[]} */ [x, y], /** @type {{ to: number }} */ hand) {
    const places = at();
    const line = [...places.entries()].filter(([, place]) => y > place.y - 14 && y < arrives(place, places.size) + 14);
    if (!line.length) return null;
    const away = (/** @type {[number, WordPlace]} */ [, place]) => Math.abs(place.x + place.width / 2 - x);
    const [nearest] = line.reduce((best, each) => (away(each) < away(best) ? each : best));
    return nearest > home.word ? hand.to : nearest;
  }

  /** Put the end where it is, and run the model with it. */
  function put(/** @type {{ base: Header.Looks["edits"], from: number, to: number | null }} */ { base, from, to }) {
    choose?.(["edits", to === from ? base : [...(base ?? []), [...header.head, home.word, from, to]]]);
  }

  function pull(/** @type {PointerEvent} */ event) {
    const hand = kept.hand;
    if (!hand || !event.isPrimary) return;
    hand.at = inStage(event);
    const [away, up] = [0, 1].map((axis) => hand.at[axis] - hand.start[axis]);
    if (Math.hypot(away, up) > PULLED) hand.pulled = true;
    const to = hand.pulled ? over(hand.at, hand) : hand.from;
    if (to !== hand.to) put(Object.assign(hand, { to }));
    show();
  }

  function letGo(/** @type {PointerEvent} */ { type, isPrimary }) {
    const hand = kept.hand;
    if (!hand || !isPrimary) return;
    if (type === "pointercancel") put({ ...hand, to: hand.from });
    kept.hand = kept.keyed = undefined;
    show();
  }

  /** With the keys the same end goes on from word to word: what it took along stays together. */
  function key(/** @type {KeyboardEvent} */ event, /** @type {number} */ word) {
    const right = toTheLeft(words.map(({ text }) => text)) ? -1 : 1;
    const step = event.key === "ArrowLeft" ? -right : event.key === "ArrowRight" ? right : 0;
    const off = event.key === "Delete" || event.key === "Backspace";
    if (!step && !off) return;
    event.preventDefault();
    event.stopPropagation(); // else another word would be chosen
    const edits = header.edits ?? [], last = edits.at(-1);
    const goesOn = last && kept.keyed && last[4] === word && last[2] === home.word && String(last.slice(0, 2)) === String(header.head);
    const base = goesOn ? edits.slice(0, -1) : edits;
    const to = off ? null : Math.max(0, Math.min(home.word, word + step));
    kept.keyed = true;
    kept.follow = to ?? undefined;
    put({ base, from: goesOn ? last[3] : word, to });
  }

  /** From the word that looks to the end that is being moved. */
  function loose() {
    if (!kept.hand?.at) return [];
    const [x, y] = kept.hand.at;
    const from = at()[home.word], start = from.x + from.width / 2;
    return [svgPath({ d: `M${start} ${from.y} C${start} ${from.y - 60} ${x} ${y - 60} ${x} ${y}`, class: "loose" })];
  }

  return { grips, pull, letGo, loose };
}
