// What the reader has set: a view and the keys of its address, which stand after # as the app has them after ?.

import { intervention } from "../engine/intervention.js";
import { strippedRight } from "../engine/words.js";

/** @type {Record<string, string[]>} */
const CHANGED = { all_heads: ["mask", "window", "temperature", "scaled"], next_word: ["temperature"] }; // by views what their dials change of the pass

export class State {
  /** @type {Record<string, Live.Value>} */
  #values;

  /**
   * @param {Live.Facts} facts
   * @param {string} view
   * @param {Record<string, Live.Value>} values
   */
  constructor(facts, view, values) {
    this.facts = facts;
    this.view = facts.views.some(({ name }) => name === view) ? view : facts.views[0].name;
    const given = Object.entries(values).flatMap(([key, value]) => {
      const kept = key in facts.keys ? usable(facts.keys[key], value) : null;
      return kept === null ? [] : [[key, kept]];
    });
    this.#values = Object.fromEntries(given.filter(([key, value]) => value !== this.opens(key)));
  }

  /** `#attention?text=bear+country&layer=3`; of the first view its keys alone, `#text=bear+country`. */
  static parse(/** @type {Live.Facts} */ facts, /** @type {string} */ hash) {
    const asked = hash.replace(/^#/, ""), [view, query = ""] = /^\w+=/.test(asked) ? ["", asked] : asked.split(/\?(.*)/s);
    return new State(facts, view, Object.fromEntries(new URLSearchParams(query)));
  }

  written() {
    const query = new URLSearchParams(Object.entries(this.#values).map(([key, value]) => [key, String(value)]));
    query.sort();
    if (this.view === this.facts.views[0].name && query.size) return String(query);
    return this.view + (query.size ? `?${query}` : "");
  }

  /** @param {Live.Changes} changes the state after them, in another view if they name one */
  moved({ view = this.view, ...changes }) {
    return new State(this.facts, view, { ...this.#values, ...changes });
  }

  /** What puts every key back to where it stands at first. */
  cleared() {
    return Object.fromEntries(Object.keys(this.#values).map((key) => [key, null]));
  }

  /** @param {string} text the state after it was typed: what the model wrote on, and what was asked of the text, are of the one before */
  typed(text) {
    return this.moved({ text, written: null, question: null, guessed: null });
  }

  /** Whether nothing is set at all. */
  get untouched() {
    return Object.keys(this.#values).length === 0;
  }

  /** Where a key stands until somebody turns it; a head that nobody chose has no number. */
  opens(/** @type {string} */ key) {
    return key === "text" ? this.facts.example : this.facts.keys[key].default;
  }

  get(/** @type {string} */ key) {
    return this.#values[key] ?? this.opens(key);
  }

  /** What was typed, as it is read; the example where nothing can be. */
  get text() {
    return strippedRight(this.get("text")) || this.opens("text");
  }

  /** Whether the example stands in for a text in which there is nothing to read. */
  get empty() {
    return !strippedRight(this.get("text"));
  }

  /** Whether the reader chose a head: the address names its layer, or its number. */
  get choseHead() {
    return "layer" in this.#values || "head" in this.#values;
  }

  /** The head that the reader chose, [layer, head] from 0, or null; what is not named of it is as in the usual head. */
  get chosenHead() {
    const { layer, head } = this.#values, [usual_layer, usual_head] = this.facts.head;
    return this.choseHead ? [layer === undefined ? usual_layer : layer - 1, head === undefined ? usual_head : head - 1] : null;
  }

  get transposed() {
    return this.get("orientation") === "columns";
  }

  /** What is changed about the pass that the view draws. */
  get change() {
    const trained = this.facts.change, keys = CHANGED[this.view] ?? [], mask = keys.includes("mask") ? this.get("mask") : trained.mask;
    const turned = { mask, window: mask === trained.mask ? trained.window : undefined, temperature: this.get("attention_temperature"), scaled: this.get("scaled") };
    const change = { ...trained, ...Object.fromEntries(Object.entries(turned).filter(([key, value]) => keys.includes(key) && value !== undefined)) };
    const name = JSON.stringify(change), made = known.get(name) ?? intervention(change);
    known.set(name, made);
    return made;
  }

  get sampling() {
    return { temperature: this.get("output_temperature"), top_k: this.get("top_k"), top_p: this.get("top_p") };
  }

  /** The length of the reader's own text, then of each longer one that the model made of it. */
  get lengths() {
    const found = String(this.get("written")).split(".").filter((part) => /^\d+$/.test(part)).map(Number), length = [...this.text].length;
    return found.at(-1) === length && found.every((each, i) => !i || each > found[i - 1]) ? found : [length];
  }

  /** How many of the words that the reader asked for are still to come. */
  get ahead() {
    const [, left] = /\.\+(\d+)$/.exec(this.get("written")) ?? [];
    return this.lengths.length > 1 ? Number(left ?? 0) : 0;
  }

  headKeys(/** @type {number[]} */ [layer, head]) {
    return { layer: layer + 1, head: head + 1 };
  }
}

/** @type {Map<string, Engine.Change>} */
const known = new Map(); // changes by what they say: a pass goes on only from one with the same change

/** @type {(key: Live.Key, value: Live.Value) => Live.Value} a value of a key, if the key can hold it; null for anything else */
function usable({ kind, low, high, whole, options, most }, value) {
  if (value === null || value === undefined) return null;
  if (kind === "number") {
    const number = Number(value);
    return String(value).trim() !== "" && number >= low && number <= high && (!whole || Number.isInteger(number)) ? Math.min(number, most) : null;
  }
  if (kind === "switch") return { true: true, false: false }[String(value).toLowerCase()] ?? null;
  if (kind === "options") return options.find((option) => String(option) === String(value)) ?? null;
  return [...String(value).toWellFormed().replace(/[\n\r]/g, " ")].slice(0, most).join(""); // a box of one line holds no breaks
}
