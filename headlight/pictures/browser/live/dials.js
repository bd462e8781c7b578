// The controls of the live page: the dials of the app, as headlight/outside/live_page.py lists them, drawn by the app's own parts.

import slide from "../components/slide.js";
import toggles from "../components/toggles.js";
import { ANSWERED } from "../shared/around.js";
import { styleOf } from "../shared/message.js";
import { element } from "../shared/written.js";
import { awaitsWord, say } from "./lesson.js";

/** @type {[string, number | null, boolean][]} */
const WRITING = [["Add the most likely", 0, true], ["Sample one", 0, false], ["Write ten words", 10, false], ["Undo", null, false]];
const PARTS = { slide: '<div class="slide"></div>', toggles: '<div class="toggles"></div>' };
/** @type {Record<string, number>} */
const STEPS = { ArrowLeft: -1, ArrowUp: -1, ArrowRight: 1, ArrowDown: 1 };

export class Dials {
  #view = "";
  /** @type {((state: Live.State, now: { ready: boolean, head: number[] }) => void)[]} */
  #shown = []; // what brings each up to date

  /**
   * `turn` is called with the keys that a control sets, `write` with what the buttons of the next word ask for.
   *
   * @param {HTMLElement} place
   * @param {Live.Facts} facts
   * @param {{ turn: (changes: Live.Changes) => void, write: (count: number | null, greedy: boolean) => void }} hear
   */
  constructor(place, facts, { turn, write }) {
    this.place = place;
    this.facts = facts;
    this.turn = turn;
    this.write = write;
  }

  /** Bring the controls of the open view to where the state has them. */
  show(/** @type {Live.State} */ state, /** @type {{ ready: boolean, head: number[] }} */ now) {
    if (this.#view !== state.view) this.#build(state);
    for (const update of this.#shown) update(state, now);
    dispatchEvent(new CustomEvent(ANSWERED)); // a slider that is dragged tells the next place
  }

  #build(/** @type {Live.State} */ state) {
    this.#view = this.place.dataset.view = state.view;
    this.#shown = [];
    const dials = this.facts.dials.filter(({ views }) => views.includes(state.view)), switches = dials.filter(({ kind }) => kind === "switch");
    const made = dials.filter(({ kind }) => kind !== "switch").map((dial) => this[dial.kind === "options" ? "options" : dial.key === "seed" ? "number" : "slider"](dial));
    if (switches.length) made.push(this.switches(switches));
    if (state.view === "next_word") made.push(...WRITING.map((each) => this.writes(each)));
    if (state.view === "path") made.push(this.word());
    this.place.replaceChildren(...made);
  }

  /** A box for a word that is none of the options of the game. */
  word() {
    const field = element("input", { maxLength: this.facts.lesson.longest, autocomplete: "off" }), label = element("label", { className: "word" }, "Another word", field);
    this.#shown.push((state) => {
      label.hidden = !awaitsWord(state);
      field.onkeydown = (/** @type {KeyboardEvent} */ { key }) => {
        if (key !== "Enter" || !field.value.trim()) return;
        const typed = field.value;
        field.value = "";
        this.turn(say(state, typed));
      };
    });
    return label;
  }

  /** @type {(name: "slide" | "toggles", component: (given: any) => void) => { place: HTMLElement, draw: (data: object, setTriggerValue: (name: string, value: any) => void) => void }} a part of the app in a frame of its own; gives what brings it up to date */
  part(name, component) {
    const place = element("div", { className: name }), root = place.attachShadow({ mode: "open" });
    root.innerHTML = `<link rel="stylesheet" href="${styleOf(`components/${name}`)}">${PARTS[name]}`;
    return { place, draw: (data, setTriggerValue) => component({ parentElement: root, data, setTriggerValue }) };
  }

  slider(/** @type {Live.Dial} */ dial) {
    const { place, draw } = this.part("slide", slide), { key, label, help, low, most, step } = dial, count = Math.round((most - low) / step);
    const written = (/** @type {Live.Value} */ value) => Number(value).toFixed(String(step).split(".")[1]?.length ?? 0); // 1.0 beside 1.1
    const places = Array.from({ length: count + 1 }, (_, at) => written(low + at * step));
    const axis = ["layer", "head"].indexOf(key); // of a head, which is written whole
    this.#shown.push((state, { head }) => {
      const value = written(axis < 0 ? state.get(key) : head[axis] + 1);
      const turned = (/** @type {string} */ to) => (axis < 0 ? { [key]: to } : state.headKeys(head.map((number, at) => (at === axis ? Number(to) - 1 : number))));
      draw({ key, label, help, value, first: dial.default === null ? value : written(dial.default), places, plays: 0, always: axis >= 0 }, (_, [, to]) => this.turn(turned(to)));
    });
    return place;
  }

  switches(/** @type {Live.Dial[]} */ all) {
    const { place, draw } = this.part("toggles", toggles);
    this.#shown.push((state) => draw({ toggles: all.map(({ key, label, help }) => ({ key, label, help, on: state.get(key) })) }, (_, turned) => this.turn(turned)));
    return place;
  }

  options(/** @type {Live.Dial} */ { key, label, help, options }) {
    const buttons = options.map((option) => element("button", { type: "button", role: "radio", textContent: option, onclick: () => this.turn({ [key]: option }) }));
    const group = element("div", { className: "options", role: "radiogroup", ariaLabel: label, title: help }, element("span", { textContent: label }), ...buttons);
    group.onkeydown = (/** @type {KeyboardEvent} */ event) => {
      const at = buttons.indexOf(event.target) + (STEPS[event.key] ?? 0);
      if (buttons[at] && buttons[at] !== event.target) (event.preventDefault(), buttons[at].focus(), buttons[at].click());
    };
    this.#shown.push((state) => buttons.forEach((button, at) => {
      const is = state.get(key) === options[at];
      Object.assign(button, { ariaChecked: String(is), tabIndex: is ? 0 : -1 });
    }));
    return group;
  }

  number(/** @type {Live.Dial} */ { key, label, help, low, most }) {
    const field = element("input", { type: "number", min: low, max: most, title: help });
    field.oninput = () => this.turn({ [key]: field.value });
    this.#shown.push((state) => field === /** @type {ShadowRoot} */ (this.place.getRootNode()).activeElement || (field.value = state.get(key)));
    return element("label", { className: "number" }, label, field);
  }

  /** @type {(asked: typeof WRITING[number]) => HTMLButtonElement} a button that lets the model write, stops it, or takes back what it wrote */
  writes([words, count, greedy]) {
    const made = element("button", { type: "button", onclick: () => this.write(count, greedy) });
    this.#shown.push((state, { ready }) => {
      const textContent = count && state.ahead ? "Stop writing" : words;
      Object.assign(made, { textContent, disabled: !ready, hidden: count === null && state.lengths.length < 2 });
    });
    return made;
  }
}
