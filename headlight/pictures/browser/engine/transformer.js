// The decoder-only transformer: embed, add positions, attend, feed forward, predict the next token.
//
// Its stages have the names, the order and the shapes of transformer/trace.py:
//
//     embedded + positions -> residual_in
//     for each layer:
//         queries keys values -> scores -> scaled -> masked -> pattern -> context -> attended
//         residual_in + attended -> residual_mid -> hidden -> residual_out
//     final -> logits

import { gelu, layerNorm, plus, product } from "./arithmetic.js";
import { attend } from "./attention.js";
import { UNCHANGED, allowed, factorOf, layersAlike, looksBackOnly, placesOf } from "./intervention.js";

const BASE = 10_000; // the longest wavelength is 2 pi times this many positions (Vaswani et al. 2017, section 3.5)

export class Transformer {
  /** `config` as in config.json, `weights` by their names; `multiply` is a faster `product`, if there is one. */
  constructor(config, weights, multiply = product) {
    this.config = { positions: "sinusoidal", tied: true, norm_place: "before", ...config };
    this.weights = weights;
    this.multiply = multiply;
  }

  /**
   * Every stage of a pass over tokens, given by their ids. Where `after`, an earlier trace, begins with the same tokens,
   * their rows are taken from it: while a text is typed only its last tokens are computed. Where `beside`, a trace of the
   * same tokens, has other heads silenced or rows edited, the layers below these are taken from it.
   *
   * @param {number[]} ids
   * @param {any} change
   * @param {any} after
   * @param {any} beside
   */
  trace(ids, change = UNCHANGED, after = null, beside = null) {
    const { n_layers, max_tokens, d_model } = this.config, n = ids.length;
    if (n < 1 || n > max_tokens) throw new Error(`this model reads 1 to ${max_tokens} tokens, got ${n}`);
    const first = after?.change === change && looksBackOnly(change) ? sharedPlaces(ids, after.ids) : 0;
    const pass = { n, first, change, mayLook: allowed(n, change), places: placesOf(n, change) };
    const before = first ? after : null;

    const embedded = this.embed(ids); // [pos, d_model]
    const positions = this.positions(pass); // [pos, d_model]
    let residual = plus(embedded, positions);
    /** @type {any[]} */
    const layers = beside ? beside.layers.slice(0, layersAlike(change, beside.change)) : [];
    residual = layers.at(-1)?.residual_out ?? residual;
    for (let layer = layers.length; layer < n_layers; layer++) {
      layers.push(this.block(layer, residual, pass, before?.layers[layer]));
      residual = layers[layer].residual_out;
    }
    const final = this.rows(before?.final, residual, pass, (fresh) => this.norm("final_norm", fresh), d_model);
    return new Trace(this, { ids, change, embedded, positions, layers, final });
  }

  /** Rows of W_E times sqrt(d_model) (Vaswani et al. 2017, section 3.4). */
  embed(ids) {
    const width = this.config.d_model, W_E = this.weights["embedding.weight"], out = new Float32Array(ids.length * width);
    ids.forEach((id, place) => out.set(W_E.subarray(id * width, id * width + width), place * width));
    return out.map((value) => value * Math.sqrt(width));
  }

  /** What is added to tell the order: waves, learned rows, or nothing (where it is rotary, or switched off). */
  positions({ places, change }) {
    const width = this.config.d_model, out = new Float32Array(places.length * width);
    if (!change.positions) return out;
    const rates = ratesOf(width);
    if (this.config.positions === "learned")
      places.forEach((place, row) => out.set(this.weights["position_embedding.weight"].subarray(place * width, place * width + width), row * width));
    if (this.config.positions === "sinusoidal")
      places.forEach((place, row) => {
        for (let i = 0; i < width; i++) out[row * width + i] = (i % 2 ? Math.cos : Math.sin)(Math.fround(place * rates[i >> 1]));
      });
    return out;
  }

  /** One block: attention, then a feed-forward network, each normalized before (or after) and added back. */
  block(layer, residual_in, pass, old) {
    const { d_model: D, d_mlp, d_head, n_heads, norm_place } = this.config, { n, first, change } = pass;
    const name = (part) => `blocks.${layer}.${part}`;
    const before = (part, x) => (norm_place === "before" ? this.norm(name(part), x) : x);
    const later = (part, x) => (norm_place === "after" ? this.norm(name(part), x) : x);
    const added = (part, x, y) => (change.residual_off.some(([at, which]) => at === layer && which === part) ? y : plus(x, y));

    const fresh_in = residual_in.subarray(first * D), m = n - first; // rows that no earlier pass has computed
    const normed = before("attention_norm", fresh_in);
    const projected = (part, was) => {
      const heads = inHeads(this.linear(name(`attention.${part}`), normed, m, D, D), m, n_heads, d_head);
      if (part !== "value" && this.config.positions === "rotary" && change.positions) rotate(heads, pass.places.slice(first), d_head);
      return joined(was, heads, { blocks: n_heads, width: d_head, n, first, was: old?.n });
    };
    const [queries, keys, values] = [projected("query", old?.queries), projected("key", old?.keys), projected("value", old?.values)];
    const { scores, pattern, context } = attend({ queries, keys, values }, { ...pass, n_heads, d_head, layer, old });

    const attended = this.linear(name("attention.output"), sideBySide(context, n, n_heads, d_head).subarray(first * D), m, D, D);
    const middle = later("attention_norm", added("attention", fresh_in, attended));
    const hidden = gelu(this.linear(name("mlp_in"), before("mlp_norm", middle), m, d_mlp, D));
    const out = later("mlp_norm", added("ffn", middle, this.linear(name("mlp_out"), hidden, m, D, d_mlp)));
    const whole = (was, rows, width) => joined(was, rows, { blocks: 1, width, n, first, was: old?.n });
    return new Layer(pass, n_heads, factorOf(change, d_head), {
      residual_in, // [pos, d_model]
      queries, keys, values, // [head, pos, d_head]
      scores, pattern, // [head, query, key]
      context, // [head, query, d_head]
      attended: whole(old?.attended, attended, D), // [query, d_model]: the contexts side by side, times W_O
      residual_mid: whole(old?.residual_mid, middle, D), // residual_in + attended
      hidden: whole(old?.hidden, hidden, d_mlp), // [pos, d_mlp]
      residual_out: whole(old?.residual_out, out, D), // residual_mid + what the feed-forward network adds
    });
  }

  linear(name, x, n, outer, inner) {
    return this.multiply(x, this.weights[`${name}.weight`], n, outer, inner, this.weights[`${name}.bias`]);
  }

  norm(name, x) {
    const weight = this.weights[`${name}.weight`];
    return weight ? layerNorm(x, weight, this.weights[`${name}.bias`]) : x;
  }

  /** What `of` makes of each row of x [pos, width], where no earlier pass has it. */
  rows(old, x, { n, first }, of, width) {
    return joined(old, of(x.subarray(first * width)), { blocks: 1, width, n, first, was: n });
  }

  /** A score for every token of the vocabulary, of one row of `final` or of several: final @ W_U^T. */
  logits(final) {
    const { vocab_size, d_model, tied } = this.config;
    return this.multiply(final, this.weights[tied ? "embedding.weight" : "unembedding.weight"], final.length / d_model, vocab_size, d_model);
  }
}

/** One block: its stages. Two of them follow from the scores, and are computed when they are asked for. */
class Layer {
  constructor({ n, mayLook }, n_heads, factor, { scores, ...stages }) {
    this.n = n;
    this.mayLook = mayLook;
    this.n_heads = n_heads;
    this.factor = factor;
    this.scores = scores;
    Object.assign(this, stages);
  }

  /** scores / sqrt(d_head) */
  get scaled() {
    const factor = Math.fround(this.factor);
    return this.scores.map((score) => score * factor);
  }

  /** `scaled`, and -Infinity where a query may not look */
  get masked() {
    const cells = this.n * this.n;
    return this.scaled.map((score, i) => (this.mayLook[i % cells] ? score : -Infinity));
  }

  /** One head of a stage that has heads. */
  of(stage, head) {
    const all = this[stage], size = all.length / this.n_heads;
    return all.subarray(head * size, (head + 1) * size);
  }
}

/** Everything that one forward pass computed. */
export class Trace {
  #model;

  constructor(model, { ids, change, final, ...stages }) {
    this.#model = model;
    this.ids = ids;
    this.change = change;
    this.final = final;
    this.known = undefined; // of `next_logits`
    Object.assign(this, stages);
  }

  /** The logits after the last token of the text: [vocab]. */
  get next_logits() {
    const width = this.#model.config.d_model, last = this.ids.length - 1 - this.change.padding;
    return (this.known ??= this.#model.logits(this.final.subarray(last * width, (last + 1) * width)));
  }

  /** The logits after every token: [pos, vocab]. */
  get logits() {
    return this.#model.logits(this.final);
  }
}

/** How many tokens two texts begin with alike; one less where that is all, so that a row is left to compute. */
function sharedPlaces(ids, others) {
  const most = Math.min(ids.length - 1, others.length);
  let place = 0;
  while (place < most && ids[place] === others[place]) place++;
  return place;
}

/** [blocks, n, width]: in each block the rows of `old` up to the place `first`, then those that are fresh. */
function joined(old, fresh, { blocks, width, n, first, was }) {
  if (!first) return fresh;
  const whole = new Float32Array(blocks * n * width);
  for (let block = 0; block < blocks; block++) {
    whole.set(old.subarray(block * was * width, (block * was + first) * width), block * n * width);
    whole.set(fresh.subarray(block * (n - first) * width, (block + 1) * (n - first) * width), (block * n + first) * width);
  }
  return whole;
}

/** [pos, d_model] -> [head, pos, d_head] */
function inHeads(x, n, n_heads, d_head) {
  const out = new Float32Array(x.length);
  for (let head = 0; head < n_heads; head++)
    for (let place = 0; place < n; place++) {
      const from = (place * n_heads + head) * d_head, to = (head * n + place) * d_head;
      for (let i = 0; i < d_head; i++) out[to + i] = x[from + i];
    }
  return out;
}

/** [head, pos, d_head] -> [pos, d_model]: the heads of a place after one another. */
const sideBySide = (x, n, n_heads, d_head) => inHeads(x, n_heads, n, d_head);

/** Radians a place by which each pair of dimensions turns, from 1 down to almost 1 / 10000; in float32, as torch has them. */
const ratesOf = (width) => Float32Array.from({ length: Math.ceil(width / 2) }, (_, pair) => BASE ** (-2 * pair / width));

/** Turn each pair of dimensions of [head, pos, d_head] by an angle that grows with the place (Su et al. 2021). */
function rotate(x, places, d_head) {
  const rates = ratesOf(d_head);
  for (let at = 0; at < x.length; at += 2) {
    const pair = (at % d_head) / 2, place = places[Math.floor(at / d_head) % places.length];
    const angle = Math.fround(place * rates[pair]), [sin, cos] = [Math.sin(angle), Math.cos(angle)], [even, odd] = [x[at], x[at + 1]];
    x[at] = even * cos - odd * sin;
    x[at + 1] = even * sin + odd * cos;
  }
}
