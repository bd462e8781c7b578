// The slider of the app: what it is dragged to is painted at once, as often as the server can, and it plays by itself.
//
// It is the browser's own range, which keys, touch and screen readers know. One place at a time is on its way to the
// server; when that has answered, the latest follows. Pictures that can follow by themselves hear of each movement.

import { about } from "./about.js";
import { hear } from "../shared/hearing.js";
import { element, typeset } from "../shared/written.js";
import { ANSWERED, MOVED } from "../shared/around.js";
import { keeping } from "../shared/kept.js";

/** @typedef {{ value: string, first: string, key: string, label: string, places: string[], help: string, plays: number, always: boolean }} Slider where it is, and is at first, as texts of the address */
/** @typedef {{ isWaiting: () => boolean, turn: (place: string | null) => void, show: (slider: Slider) => void }} Kept */

const keptOf = /** @type {typeof keeping<Kept>} */ (keeping)();

const PATIENCE = 1500; // ms for an answer that seems not to come
const LONGEST = 250; // ms between two frames of what plays: nobody sees it in a tab that was left for hours

/** @param {Component<Slider>} component */
export default function ({ parentElement: root, data, setTriggerValue, isWaiting = () => false }) {
  const kept = keptOf(root);
  kept.isWaiting = isWaiting; // for a server
  kept.turn = (/** @type {string | null} */ place) => setTriggerValue("turned", [data.key, place]);
  kept.show ??= made(root);
  kept.show(data);
}

/** @type {(root: ComponentRoot) => (slider: Slider) => void} put a slider into the page; gives what brings it up to date. */
function made(root) {
  /** @type {Slider} */
  let data; // what the server said last
  let at = 0; // where it stands: a number of places from the left, between two of them while it plays
  let told = /** @type {string | undefined} */ (undefined); // the place that the server knows, or is being told
  let waiting = /** @type {number | undefined} */ (undefined); // for the answer: the timer of the longest that it can take
  let older = /** @type {number | undefined} */ (undefined); // what the server says may be older than what it was told last: the timer of the longest that it can be
  let [zero, unit] = [0, 1]; // of the range: numbers that are evenly apart, else the places counted
  let dragged = false;
  let playing = 0; // the request of the next frame

  const input = element("input", { type: "range", id: "at" });
  const [words, output] = [element("label", { htmlFor: "at" }), element("output")];
  const { sign, box, say } = about();
  const play = element("button", { className: "play", type: "button", onclick: () => (playing ? stop() : begin()) });
  const frame = root.querySelector(".slide");
  frame.style.opacity = "0"; // the style makes it seen: until it has come this is the browser's own blue range
  frame.replaceChildren(element("div", { className: "head" }, words, sign, output), element("div", { className: "line" }, play, input), box);

  const last = () => data.places.length - 1;
  const place = () => data.places[Math.round(at)];
  const placeOf = (/** @type {string | undefined} */ text) => data.places.findIndex((each) => each === text || Number(each) === Number(text));

  function paint() {
    const shown = place().replace(/^-/, "−");
    input.value = String(Math.round((zero + at * unit) * 1e6) / 1e6);
    input.style.setProperty("--way", `${last() ? (100 * at) / last() : 100}%`);
    input.ariaValueText = output.textContent = shown;
    play.textContent = playing ? "❚❚ Pause" : "▶ Play";
  }

  /** @param {number} to a place: it is painted, pictures that follow by themselves hear of it, and the server when it can. */
  function go(to) {
    at = to;
    paint();
    dispatchEvent(new CustomEvent(MOVED, { detail: { key: data.key, at } }));
    tell();
  }

  function tell() {
    if (waiting || place() === told) return;
    told = place();
    waiting = setTimeout(heard, PATIENCE);
    clearTimeout(older);
    older = setTimeout(late, PATIENCE);
    keptOf(root).turn(told === data.first && !data.always ? null : told);
  }

  /** What the server says now is no answer to what it was told, unless that has not come there yet. */
  function late() {
    older = keptOf(root).isWaiting() ? setTimeout(late, PATIENCE) : undefined;
    if (!older && root.isConnected) show(data);
  }

  function heard() {
    clearTimeout(waiting);
    waiting = undefined;
    if (root.isConnected) tell();
  }

  function begin() {
    const speed = last() / (1000 * data.plays);
    let before = performance.now();
    const from = at >= last() ? 0 : at;
    const next = (/** @type {number} */ now) => {
      const to = Math.min(last(), at + Math.min(now - before, LONGEST) * speed);
      before = now;
      playing = to < last() && root.isConnected ? requestAnimationFrame(next) : 0;
      if (!playing) input.step = String(unit);
      go(to);
    };
    input.step = "any";
    playing = requestAnimationFrame(next);
    go(from);
  }

  function halt() {
    cancelAnimationFrame(playing);
    playing = 0;
    input.step = String(unit);
  }

  function stop() {
    halt();
    go(Math.round(at));
  }

  input.oninput = () => {
    const to = Math.round((Number(input.value) - zero) / unit); // while it plays it may be between two places
    if (playing) halt();
    dragged = true;
    go(to);
  };
  input.onchange = () => {
    dragged = false;
    heard(); // where it was let go is told at once: what is pressed next may take it off the page
  };
  hear(root, ANSWERED, heard);

  /** @param {Slider} given stand where the server says, unless somebody is moving it. */
  function show(given) {
    data = given;
    const all = last();
    const [first, second] = data.places.map(Number);
    const even = data.places.every((text, nth) => Math.abs(first + nth * (second - first) - Number(text)) < 1e-6);
    [zero, unit] = even && all ? [first, Math.round((second - first) * 1e6) / 1e6] : [0, 1];
    Object.assign(input, { min: String(zero), max: String(zero + all * unit), step: playing ? "any" : String(unit) });
    words.replaceChildren(...typeset(data.label));
    words.title = input.ariaLabel = data.label;
    input.ariaDescription = data.help;
    say(data.label, data.help);
    play.hidden = !data.plays;
    if (placeOf(data.value) === placeOf(told)) {
      clearTimeout(older);
      older = undefined;
    }
    if (!dragged && !playing && !waiting && !older) {
      at = Math.max(placeOf(data.value), 0);
      told = place();
    }
    at = Math.min(at, all);
    paint();
  }
  return show;
}
