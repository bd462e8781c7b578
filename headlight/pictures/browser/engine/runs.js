// The last rows of a pass computed again, many times at once, each time with something cut or another token there: as in
// transformer/readings/last_row.py. In a text that is read from left to right what stands before these rows stays as it is.

import { UNCHANGED } from "./intervention.js";
import { free, room } from "./memory.js";
import { sideBySide } from "./transformer.js";

/** @typedef {import("./transformer.js").Transformer} Transformer */
/** @typedef {import("./transformer.js").Trace} Trace */
/** @typedef {{ head: number | null, positions: number[] }} Hidden the positions before the rows that one head, or all, cannot attend to */

export class Runs {
  /** @type {number[]} */
  #places;

  /**
   * @param {Transformer} transformer which made the trace
   * @param {Trace} trace an unchanged pass
   * @param {number} first the first of the rows that each run computes
   */
  constructor(transformer, trace, first = trace.ids.length - 1) {
    this.transformer = transformer;
    this.trace = trace;
    this.first = first;
    this.rows = trace.ids.length - first; // of a run
    this.#places = Array.from({ length: this.rows }, (_, row) => first + row);
  }

  /** @type {(layer: number, runs: number) => Engine.Numbers} what a layer reads in the pass, once for each of so many runs: [run * row, d_model] */
  enters(layer, runs) {
    const own = this.trace.layers[layer].residual_in.subarray(this.first * this.transformer.config.d_model);
    const all = room(runs * own.length);
    for (let run = 0; run < runs; run++) all.set(own, run * own.length);
    return all;
  }

  /** @type {(ids: number[]) => Engine.Numbers} what the first layer reads with another token at the first of the rows, a run for each */
  entersWith(ids) {
    const { d_model } = this.transformer.config, all = this.enters(0, ids.length), size = this.rows * d_model;
    const embedded = this.transformer.embed(ids), position = this.trace.positions.subarray(this.first * d_model, (this.first + 1) * d_model);
    for (let run = 0; run < ids.length; run++) for (let i = 0; i < d_model; i++) all[run * size + i] = Math.fround(embedded[run * d_model + i] + position[i]);
    free([embedded]);
    return all;
  }

  /**
   * The stream after a layer, in the place of the one before it.
   *
   * @param {number} layer
   * @param {Engine.Numbers} stream [run * row, d_model]
   * @param {(run: number) => Hidden | undefined} [hidden]
   * @returns {Engine.Numbers}
   */
  after(layer, stream, hidden = () => undefined) {
    const { transformer, rows } = this, { d_model, max_tokens } = transformer.config, count = stream.length / d_model, most = Math.max(1, Math.floor(max_tokens / rows)) * rows;
    if (count > most) { // than a kernel has room for
      const parts = Array.from({ length: Math.ceil(count / most) }, (_, part) => part * most);
      const left = parts.map((from) => this.after(layer, copied(stream.subarray(from * d_model, (from + most) * d_model)), (run) => hidden(from / rows + run)));
      free([stream]);
      return together(...left);
    }
    const places = Array.from({ length: count }, (_, row) => this.#places[row % rows]);
    const projected = transformer.projections(layer, stream, places, UNCHANGED);
    const contexts = this.#attend(layer, projected, count, hidden);
    const left = transformer.following(layer, UNCHANGED, stream, contexts, this.first);
    free([...Object.values(projected), stream, left.attended, left.residual_mid, left.hidden]);
    return left.residual_out;
  }

  /** @type {(layer: number, projected: Record<"queries" | "keys" | "values", Engine.Numbers>, count: number, hidden: (run: number) => Hidden | undefined) => Engine.Numbers} the contexts of all heads side by side: [run * row, d_model] */
  #attend(layer, { queries, keys, values }, count, hidden) {
    const { n_heads, d_head } = this.transformer.config, { first, rows, trace } = this, { products } = this.transformer;
    const factor = trace.layers[layer].factor, contexts = room(queries.length), powers = new Float64Array(first + rows);
    const known = first ? room(count * first) : undefined; // the weights of what stands before the rows
    for (let head = 0; head < n_heads; head++) {
      const own = (/** @type {Engine.Numbers} */ all) => all.subarray(head * count * d_head, (head + 1) * count * d_head);
      const before = (/** @type {"keys" | "values"} */ stage) => trace.layers[layer].of(stage, head).subarray(0, first * d_head);
      const [q, k, v] = [queries, keys, values].map(own), weights = new Float64Array(count * rows);
      const scores = known && products.exact(q, before("keys"), count, first, d_head);
      for (let row = 0; row < count; row++) {
        const at = row % rows, start = row - at, cut = hidden(start / rows);
        const cannot = cut && (cut.head === null || cut.head === head) ? cut.positions : [];
        let most = -Infinity, total = 0;
        for (let key = 0; key < first; key++) powers[key] = /** @type {Engine.Numbers} */ (scores)[row * first + key] * factor;
        for (const key of cannot) powers[key] = -Infinity;
        for (let key = 0; key <= at; key++) {
          let score = 0;
          for (let i = 0; i < d_head; i++) score += q[row * d_head + i] * k[(start + key) * d_head + i];
          powers[first + key] = Math.fround(score) * factor;
        }
        for (let key = 0; key <= first + at; key++) most = Math.max(most, powers[key]);
        for (let key = 0; key <= first + at; key++) total += powers[key] = Math.exp(powers[key] - most);
        for (let key = 0; key < first; key++) /** @type {Engine.Numbers} */ (known)[row * first + key] = powers[key] / total;
        for (let key = 0; key <= at; key++) weights[row * rows + key] = powers[first + key] / total;
      }
      const brought = known && products.weighted(known, before("values"), count, first, d_head);
      for (let row = 0; row < count; row++) {
        const at = row % rows, start = row - at;
        for (let i = 0; i < d_head; i++) {
          let sum = brought ? brought[row * d_head + i] : 0;
          for (let key = 0; key <= at; key++) sum += weights[row * rows + key] * v[(start + key) * d_head + i];
          contexts[(head * count + row) * d_head + i] = sum;
        }
      }
      free([scores, brought].filter((each) => each !== undefined));
    }
    const together = sideBySide(contexts, count, n_heads, d_head);
    free(known ? [contexts, known] : [contexts]);
    return together;
  }

  /** @type {(layer: number) => Engine.Numbers} the stream after a layer without each of its heads at the last position, then without its FFN: [n_heads + 1, d_model] */
  withoutParts(layer) {
    const { transformer, trace } = this, { n_heads, d_head, d_model, norm_position } = transformer.config, n = trace.ids.length, runs = n_heads + 1;
    const contexts = room(runs * d_model), { context, residual_in } = trace.layers[layer], reads = room(runs * d_model);
    for (let run = 0; run < runs; run++) {
      reads.set(residual_in.subarray((n - 1) * d_model), run * d_model);
      for (let head = 0; head < n_heads; head++)
        for (let i = 0; i < d_head; i++) contexts[run * d_model + head * d_head + i] = run === head ? 0 : context[(head * n + n - 1) * d_head + i];
    }
    const left = transformer.following(layer, UNCHANGED, reads, contexts, n - 1), middle = left.residual_mid.slice(n_heads * d_model);
    left.residual_out.set(norm_position === "after" ? transformer.norm(`blocks.${layer}.mlp_norm`, middle) : middle, n_heads * d_model);
    free([reads, left.attended, left.residual_mid, left.hidden]);
    return left.residual_out;
  }

  /** @type {(stream: Engine.Numbers) => Generator<Engine.Numbers>} the logits after the last row of each run, [vocab], one after the other: they are not there for longer */
  *logits(stream) {
    const { rows, transformer } = this, { d_model, vocab_size, max_tokens } = transformer.config, runs = stream.length / d_model / rows;
    const row = (/** @type {number} */ run) => stream.subarray((run * rows + rows - 1) * d_model, (run + 1) * rows * d_model);
    for (let from = 0; from < runs; from += max_tokens) {
      const last = room(Math.min(max_tokens, runs - from) * d_model);
      for (let run = from; run * d_model < from * d_model + last.length; run++) last.set(row(run), (run - from) * d_model);
      const final = transformer.norm("final_norm", last), logits = transformer.logits(final);
      for (let at = 0; at < logits.length; at += vocab_size) yield logits.subarray(at, at + vocab_size);
      free(final === last ? [last, logits] : [last, final, logits]);
    }
    free([stream]);
  }
}

/** @type {(rows: Engine.Numbers) => Engine.Numbers} the same in memory of its own */
function copied(rows) {
  const all = room(rows.length);
  all.set(rows);
  return all;
}

/** @type {(...streams: Engine.Numbers[]) => Engine.Numbers} streams of the same rows, one after the other */
export function together(...streams) {
  const all = room(streams.reduce((sum, { length }) => sum + length, 0));
  streams.reduce((at, stream) => (all.set(stream, at), at + stream.length), 0);
  free(streams);
  return all;
}
