// Switches beside each other: one that is turned shows it at once, and stands where the server says after that.

import { about } from "./about.js";
import { typeset } from "../shared/written.js";
import { keeping } from "../shared/kept.js";

const keptOf = /** @type {typeof keeping<any>} */ (keeping)();

const PATIENCE = 1500; // ms for an answer that seems not to come

/** @typedef {{ key: string, label: string, on: boolean, help: string }} Toggle */

/** @param {{ parentElement: any, data: { toggles: Toggle[] }, setTriggerValue: any, isWaiting?: () => boolean }} component */
export default function ({ parentElement: root, data, setTriggerValue, isWaiting = () => false }) {
  const kept = keptOf(root);
  kept.isWaiting = isWaiting; // for a server
  kept.tell = (turned) => setTriggerValue("turned", turned);
  kept.turned ??= new Map(); // where some were turned to, by their keys, until the server says so too
  kept.places ??= new Map(); // what stands on the page, by their keys
  kept.toggles = data.toggles;
  build(root);
  show(root);
}

function build(root) {
  const kept = keptOf(root);
  const plan = JSON.stringify(kept.toggles.map(({ key, label, help }) => [key, label, help]));
  if (kept.plan === plan) return;
  kept.plan = plan;
  const looked = [...kept.places].find(([, { input }]) => input === (root.getRootNode().activeElement ?? document.activeElement))?.[0];
  kept.places = new Map(kept.toggles.map((each) => [each.key, made(root, each)]));
  const frame = root.querySelector(".toggles");
  frame.style.opacity = "0"; // the style makes it seen, as it does a slider
  frame.replaceChildren(...[...kept.places.values()].map(({ place }) => place));
  kept.places.get(looked)?.input.focus({ preventScroll: true });
}

/** @param {any} root @param {Toggle} one */
function made(root, { key, label, help }) {
  const kept = keptOf(root);
  const input = Object.assign(document.createElement("input"), { type: "checkbox", role: "switch", ariaDescription: help });
  const [words, said, place] = ["label", "span", "div"].map((tag) => document.createElement(tag));
  said.append(...typeset(label)); // in a box of its own, as the parts of a formula have no gaps
  words.append(input, said);
  place.className = "toggle";
  place.append(words);
  if (help) {
    const { sign, box, say } = about();
    say(label, help);
    place.append(sign, box);
  }
  input.onchange = () => {
    kept.turned.set(key, input.checked);
    clearTimeout(kept.late);
    kept.late = setTimeout(() => late(root), PATIENCE);
    kept.tell(Object.fromEntries(kept.turned)); // all of them: of two that come while it works the server hears the last
  };
  return { place, input };
}

/** A switch stands where the server says, unless what it was told has not come there yet. */
function late(root) {
  const kept = keptOf(root);
  if (kept.isWaiting()) return void (kept.late = setTimeout(() => late(root), PATIENCE));
  kept.turned.clear();
  show(root);
}

function show(root) {
  const kept = keptOf(root);
  for (const { key, on } of kept.toggles) {
    if (kept.turned.get(key) === on) kept.turned.delete(key);
    kept.places.get(key).input.checked = kept.turned.get(key) ?? on;
  }
}
