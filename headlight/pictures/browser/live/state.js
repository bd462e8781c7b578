// What the reader has set: a view and the keys of its address, which stand after # as the app has them after ?.

import { UNCHANGED, intervention } from "../engine/intervention.js";
import { strippedRight } from "../engine/words.js";

export class State {
  #values;

  constructor(facts, view, values) {
    this.facts = facts;
    this.view = facts.views.some(({ name }) => name === view) ? view : facts.views[0].name;
    const given = Object.entries(values).flatMap(([key, value]) => {
      const kept = key in facts.keys ? usable(facts.keys[key], value) : null;
      return kept === null ? [] : [[key, kept]];
    });
    this.#values = Object.fromEntries(given); // where a head opens depends on the text, and on what else is given
    this.#values = Object.fromEntries(given.filter(([key, value]) => value !== this.opens(key)));
  }

  /** `#attention?text=bear+country&layer=3` */
  static parse(facts, hash) {
    const [view, query = ""] = hash.replace(/^#/, "").split(/\?(.*)/s);
    return new State(facts, view, Object.fromEntries(new URLSearchParams(query)));
  }

  written() {
    const query = new URLSearchParams(Object.entries(this.#values).map(([key, value]) => [key, String(value)]));
    query.sort();
    return this.view + (query.size ? `?${query}` : "");
  }

  /** The state after changes; a layer and a head are written together. */
  moved(changes, view = this.view) {
    const one = "layer" in changes !== "head" in changes;
    const both = one ? { layer: this.get("layer"), head: this.get("head") } : {};
    return new State(this.facts, view, { ...this.#values, ...both, ...changes });
  }

  /** Where a key stands until somebody turns it. */
  opens(key) {
    if (key === "text") return this.facts.example;
    if (key === "layer" || key === "head") return this.#opening(key === "layer" ? 0 : 1);
    return this.facts.keys[key].default;
  }

  /** The layer, or the head, that is open until one is given; one that is chosen stays in the address, whatever it is. */
  #opening(at) {
    const usual = this.facts.head[at] + 1, first = this.facts.start.head[at] + 1;
    const brings = this.view !== "start" || this.text === this.facts.example;
    const [own, other] = at ? [this.#values.head, this.#values.layer] : [this.#values.layer, this.#values.head];
    if (own !== undefined) return 0;
    return brings && other === undefined ? first : usual;
  }

  get(key) {
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

  get head() {
    return [this.get("layer") - 1, this.get("head") - 1];
  }

  get transposed() {
    return this.get("orientation") === "columns";
  }

  get silenced() {
    return this.#named.flatMap(([, head]) => head);
  }

  /** What stands among the silenced heads and is none, in a sentence; "" where nothing does. */
  get trouble() {
    const { n_layers, n_heads } = this.facts.config, wrong = this.#named.find(([, head]) => !head.length);
    return wrong ? `“${wrong[0]}” is no head: write layer.head, from 1.1 to ${n_layers}.${n_heads}.` : "";
  }

  /** Each thing among the silenced heads with the one head that it names, or none. */
  get #named() {
    const { n_layers, n_heads } = this.facts.config;
    return this.get("silenced").split(/[\s,]+/).filter(Boolean).map((label) => {
      const [layer, head] = (/^(\d+)\.(\d+)$/.exec(label) ?? []).slice(1).map(Number);
      return [label, layer >= 1 && layer <= n_layers && head >= 1 && head <= n_heads ? [[layer - 1, head - 1]] : []];
    });
  }

  get change() {
    const { silenced } = this, mask = this.get("mask"), trained = this.facts.change, window = mask === trained.mask ? trained.window : undefined;
    const turned = { mask, window: window ?? UNCHANGED.window, temperature: this.get("attention_temperature"), scaled: this.get("scaled"), silenced };
    const change = { ...trained, ...turned };
    const name = JSON.stringify(change);
    if (!known.has(name)) known.set(name, intervention(change));
    return known.get(name);
  }

  get sampling() {
    return { temperature: this.get("output_temperature"), top_k: this.get("top_k"), top_p: this.get("top_p") };
  }

  /** The length of the reader's own text, then of each longer one that the model made of it. */
  get lengths() {
    const found = this.get("written").split(".").filter((part) => /^\d+$/.test(part)).map(Number), length = [...this.text].length;
    return found.at(-1) === length && found.every((each, i) => !i || each > found[i - 1]) ? found : [length];
  }

  headKeys([layer, head]) {
    return { layer: layer + 1, head: head + 1 };
  }
}

const known = new Map(); // changes by what they say: a pass goes on only from one with the same change

/** A value of a key, if the key can hold it; null for anything else. */
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
