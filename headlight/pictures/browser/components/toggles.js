// Switches beside each other: one that is turned shows it at once, and stands where the server says after that.

import { about } from "./about.js";
import { element, typeset } from "../shared/written.js";
import { keeping } from "../shared/kept.js";

const PATIENCE = 1500; // ms for an answer that seems not to come

/** @typedef {{ key: string, label: string, on: boolean, help: string }} Toggle */
/** @typedef {{ place: HTMLElement, input: HTMLInputElement }} Made */
/** @typedef {{ isWaiting: () => boolean, tell: (turned: Map<string, boolean>) => void, turned: Map<string, boolean>, places: Map<string, Made>, toggles: Toggle[], plan: string, late: number }} Kept where some were turned to until the server says so too, what stands on the page, both by their keys, and what the server says */

const keptOf = /** @type {typeof keeping<Kept>} */ (keeping)();

/** @param {Component<{ toggles: Toggle[] }>} component */
export default function ({ parentElement: root, data, setTriggerValue, isWaiting = () => false }) {
  const kept = keptOf(root);
  kept.isWaiting = isWaiting; // for a server
  kept.tell = (turned) => setTriggerValue("turned", Object.fromEntries(turned));
  kept.turned ??= new Map();
  kept.places ??= new Map();
  kept.toggles = data.toggles;
  build(root);
  show(root);
}

function build(/** @type {ComponentRoot} */ root) {
  const kept = keptOf(root);
  const plan = JSON.stringify(kept.toggles.map(({ key, label, help }) => [key, label, help]));
  if (kept.plan === plan) return;
  kept.plan = plan;
  const looked = [...kept.places].find(([, { input }]) => input === (/** @type {Document} */ (root.getRootNode()).activeElement ?? document.activeElement))?.[0];
  kept.places = new Map(kept.toggles.map((each) => [each.key, made(root, each)]));
  const frame = root.querySelector(".toggles");
  frame.style.opacity = "0"; // the style makes it seen, as it does a slider
  frame.replaceChildren(...[...kept.places.values()].map(({ place }) => place));
  kept.places.get(looked ?? "")?.input.focus({ preventScroll: true });
}

/** @type {(root: ComponentRoot, one: Toggle) => Made} */
function made(root, { key, label, help }) {
  const kept = keptOf(root);
  const input = element("input", { type: "checkbox", role: "switch", ariaDescription: help });
  const said = element("span", {}, ...typeset(label)); // in a box of its own, as the parts of a formula have no gaps
  const place = element("div", { className: "toggle" }, element("label", {}, input, said));
  if (help) {
    const { sign, box, say } = about();
    say(label, help);
    place.append(sign, box);
  }
  input.onchange = () => {
    kept.turned.set(key, input.checked);
    clearTimeout(kept.late);
    kept.late = setTimeout(() => late(root), PATIENCE);
    kept.tell(kept.turned); // all of them: of two that come while it works the server hears the last
  };
  return { place, input };
}

/** A switch stands where the server says, unless what it was told has not come there yet. */
function late(/** @type {ComponentRoot} */ root) {
  const kept = keptOf(root);
  if (kept.isWaiting()) return void (kept.late = setTimeout(() => late(root), PATIENCE));
  kept.turned.clear();
  show(root);
}

function show(/** @type {ComponentRoot} */ root) {
  const kept = keptOf(root);
  for (const { key, on } of kept.toggles) {
    if (kept.turned.get(key) === on) kept.turned.delete(key);
    const made = kept.places.get(key);
    if (made) made.input.checked = kept.turned.get(key) ?? on;
  }
}
