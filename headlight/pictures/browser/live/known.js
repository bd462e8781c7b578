// What is known of a text beyond its pass: why its next word comes, and which changes of one word flip it. A key does not
// wait for it: while somebody types the head stays that decided last.

import { UNCHANGED } from "../engine/intervention.js";
import { flipsAt } from "../engine/flips.js";
import { whyOf } from "../engine/why.js";
import { TrainingText } from "../engine/training_text.js";
import { traceOf } from "./text.js";

const TEXTS = 32; // of which it is kept
const LAST = 16; // tokens of which every word is tried: in a long text those before would take seconds

export class Known {
  /** @type {Map<string, Engine.Why>} */
  #whys = new Map();
  /** @type {Map<string, Map<number, Engine.Place | null>>} */
  #flips = new Map(); // by texts, the places that were tried by their positions
  /** @type {Map<string, Engine.ReadEnd>} */
  #reads = new Map();
  /** @type {TrainingText | undefined} */
  #training = undefined; // until it is fetched, where it can be

  /**
   * Of a model that `brings` its next word from somewhere the head that decides is found; of another one `head` is shown.
   *
   * @param {Live.Model} model
   * @param {number[]} head
   * @param {boolean} brings
   */
  constructor(model, head, brings) {
    this.model = model;
    this.head = head;
    this.brings = brings;
  }

  /** @param {Live.State} state what is known of its text; while somebody `types` nothing is found for it */
  of(state, { types = false } = {}) {
    const { text } = state, asked = state.get("query"), looksUp = !types && state.view === "start"; // which alone shows it
    if (!types && this.brings && !this.#whys.has(text)) keep(this.#whys, text, whyOf(this.model, traceOf(this.model, text, UNCHANGED)));
    const why = this.#whys.get(text), whole = this.#left(text, asked).length === 0;
    if (why?.head) this.head = why.head;
    const read = this.#training && (looksUp ? this.#readOf(text, this.#training) : null); // a pass over all that was read takes 20 ms
    return { why, read, head: this.head, flips: this.brings && whole ? new Map([...(this.#flips.get(text) ?? [])].filter(([, place]) => place)) : undefined };
  }

  /** @type {(sources: [string, number][], packed: ArrayBuffer) => Promise<void>} take what the model has read in training, as it was fetched: the names of its sources, each with its tokens, and all tokens */
  async learns(sources, packed) {
    this.#training = await TrainingText.unpack(packed, sources, /** @type {import("../engine/tokenizer.js").Tokenizer} */ (this.model.tokenizer));
  }

  #readOf(/** @type {string} */ text, /** @type {TrainingText} */ training) {
    if (!this.#reads.has(text)) keep(this.#reads, text, training.endOf(traceOf(this.model, text, UNCHANGED).tokens.map(({ id }) => id)));
    return this.#reads.get(text);
  }

  /** @type {(text: string, asked: number | null) => boolean} try the next word of a text; whether there was one */
  tryNext(text, asked) {
    const [position] = this.brings ? this.#left(text, asked) : [];
    if (position === undefined) return false;
    if (!this.#flips.has(text)) keep(this.#flips, text, new Map());
    this.#flips.get(text)?.set(position, flipsAt(this.model, traceOf(this.model, text, UNCHANGED), position));
    return true;
  }

  /** @type {(text: string, asked: number | null) => number[]} the positions that were not tried yet, the one that is asked about first */
  #left(text, asked) {
    const n = this.model.tokenizer.encode(text).slice(0, this.model.config.max_tokens).length, tried = this.#flips.get(text);
    const wanted = Array.from({ length: n }, (_, position) => position).slice(-LAST);
    return [...new Set(asked === null || asked >= n ? wanted : [asked, ...wanted])].filter((position) => !tried?.has(position));
  }
}

/** @type {<Found>(all: Map<string, Found>, text: string, found: Found) => void} */
function keep(all, text, found) {
  all.set(text, found);
  if (all.size > TEXTS) all.delete([...all.keys()][0]);
}
