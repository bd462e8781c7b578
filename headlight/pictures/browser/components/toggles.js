// Switches beside each other: one that is turned shows it at once, and stands where the server says after that.

import { about } from "./about.js";
import { isWaiting } from "./line.js";
import { typeset } from "../shared/written.js";

const PATIENCE = 1500; // ms for an answer that seems not to come

/** @typedef {{ key: string, label: string, on: boolean, help: string }} Toggle */

/** @param {{ parentElement: any, data: { toggles: Toggle[] }, setTriggerValue: any }} component */
export default function ({ parentElement: root, data, setTriggerValue }) {
  root._tell = (turned) => setTriggerValue("turned", turned);
  root._turned ??= new Map(); // where some were turned to, by their keys, until the server says so too
  root._places ??= new Map(); // what stands on the page, by their keys
  root._toggles = data.toggles;
  build(root);
  show(root);
}

function build(root) {
  const plan = JSON.stringify(root._toggles.map(({ key, label, help }) => [key, label, help]));
  if (root._plan === plan) return;
  root._plan = plan;
  const looked = [...root._places].find(([, { input }]) => input === (root.getRootNode().activeElement ?? document.activeElement))?.[0];
  root._places = new Map(root._toggles.map((each) => [each.key, made(root, each)]));
  root.querySelector(".toggles").replaceChildren(...[...root._places.values()].map(({ place }) => place));
  root._places.get(looked)?.input.focus({ preventScroll: true });
}

/** @param {any} root @param {Toggle} one */
function made(root, { key, label, help }) {
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
    root._turned.set(key, input.checked);
    clearTimeout(root._late);
    root._late = setTimeout(() => late(root), PATIENCE);
    root._tell(Object.fromEntries(root._turned)); // all of them: of two that come while it works the server hears the last
  };
  return { place, input };
}

/** A switch stands where the server says, unless what it was told has not come there yet. */
function late(root) {
  if (isWaiting()) return void (root._late = setTimeout(() => late(root), PATIENCE));
  root._turned.clear();
  show(root);
}

function show(root) {
  for (const { key, on } of root._toggles) {
    if (root._turned.get(key) === on) root._turned.delete(key);
    root._places.get(key).input.checked = root._turned.get(key) ?? on;
  }
}
