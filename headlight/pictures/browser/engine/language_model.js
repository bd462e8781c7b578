// A language model in the browser: a tokenizer and a transformer, which together trace a text.

import { UNCHANGED } from "./intervention.js";
import { kernelOf } from "./kernel.js";
import { free } from "./memory.js";
import { Alphabet } from "./alphabet.js";
import { Tokenizer } from "./tokenizer.js";
import { Transformer } from "./transformer.js";
import { tensorsOf } from "./weights.js";

const KEPT = 3; // traces that others may go on from: as it is, with a head silenced, with a ribbon moved
const LEFT = 8; // earlier ones whose memory is used again, more than a key makes

/** @typedef {ReturnType<Transformer["trace"]>} Trace */

export class LanguageModel {
  /** @type {Map<string, Trace>} */
  #last = new Map(); // what was changed, as text -> the last trace with it

  /** @type {Trace[]} */
  #left = []; // traces before these

  /**
   * @param {Alphabet | Tokenizer} tokenizer
   * @param {Transformer} transformer
   */
  constructor(tokenizer, transformer) {
    this.tokenizer = tokenizer;
    this.transformer = transformer;
    this.config = transformer.config;
  }

  /**
   * `config` and `tokenizer` as in the files of a bundled model, or the signs of an alphabet, `file` its model.safetensors.
   *
   * @param {{ config: Engine.Config, tokenizer: Engine.Signs | Engine.Pieces, file: ArrayBuffer, kernels?: ArrayBuffer[] }} given
   */
  static async read({ config, tokenizer, file, kernels = [] }) {
    const fast = await kernelOf(kernels, file.byteLength, config);
    const weights = tensorsOf(file, fast?.memory);
    return new LanguageModel(tokenizer.signs ? new Alphabet(tokenizer) : new Tokenizer(tokenizer), new Transformer(config, weights, fast ?? undefined));
  }

  /**
   * Everything that the model computes for a text: a Trace with `text`, `tokens` and how many were `dropped` at its end.
   * It goes on from the text before it, with the same change, where that began alike, and from the pass before it over
   * the same text, up to the layer where the changes differ.
   *
   * @param {string} text
   */
  trace(text, change = UNCHANGED) {
    const { max_tokens } = this.config;
    if (change.padding && this.tokenizer instanceof Alphabet) throw new Error("no alphabet has a mark to fill a text up with: leave the padding out");
    if (change.padding >= max_tokens) throw new Error(`this model reads ${max_tokens} tokens, got ${change.padding} of padding`);
    const all = this.tokenizer.encode(text);
    const tokens = all.slice(0, max_tokens - change.padding), end = this.tokenizer.end_id, at = [...text].length;
    const dropped = all.length - tokens.length;
    for (let i = 0; i < change.padding; i++) tokens.push({ text: this.tokenizer.text(end), id: end, start: at, end: at });
    const named = JSON.stringify(change), before = this.#last.get(named) ?? null;
    const ids = tokens.map(({ id }) => id), beside = [...this.#last.values()].findLast((other) => String(other.ids) === String(ids));
    const trace = this.transformer.trace(ids, before?.change ?? change, before, beside);
    if (before) this.#leave(named); // and put it at the end: the oldest goes first
    this.#last.set(named, trace);
    if (this.#last.size > KEPT) this.#leave([...this.#last.keys()][0]);
    return Object.assign(trace, { text, tokens, dropped, config: this.config });
  }

  #leave(/** @type {string} */ named) {
    const trace = this.#last.get(named);
    if (trace) this.#left.push(trace);
    this.#last.delete(named);
    if (this.#left.length > LEFT) this.#left.shift();
  }

  /** Use the memory of earlier traces again: whoever calls it reads the numbers of none any more. */
  recycle() {
    const buffers = (/** @type {Trace[]} */ traces) => new Map(traces.flatMap(({ arrays }) => arrays).map((array) => [array.buffer, array]));
    const read = buffers([...this.#last.values()]), unread = buffers(this.#left);
    free([...unread].flatMap(([buffer, array]) => (read.has(buffer) ? [] : [array])));
    this.#left = [];
  }
}
