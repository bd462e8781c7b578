// The decoder-only transformer: embed, add positions, attend, feed forward, predict the next token.
//
// Its stages have the names, the order and the shapes of transformer/trace.py:
//
//     embedded + positions -> residual_in
//     for each layer:
//         queries keys values -> scores -> scaled -> masked -> pattern -> context -> attended
//         residual_in + attended -> residual_mid -> hidden -> residual_out
//     final -> logits

import { activated, exact, inHeads, layerNorm, plus, product, projected, weighted } from "./arithmetic.js";
import { attend } from "./attention.js";
import { makeEdits } from "./edits.js";
import { free, room } from "./memory.js";
import { UNCHANGED, allowed, factorOf, layersAlike, looksBackOnly, placesOf, projectsAlike, refuseAbsent } from "./intervention.js";
import { Rows } from "./rows.js";

const BASE = 10_000; // the longest wavelength is 2 pi times this many positions (Vaswani et al. 2017, section 3.5)

/** @typedef {"residual_in" | "queries" | "keys" | "values" | "context"} Until stages of a block up to its context */
/** @typedef {"attended" | "residual_mid" | "hidden" | "residual_out"} After those that follow it */
/** @typedef {Record<Until | After, Rows>} Stages */
/** @typedef {Record<"embedded" | "positions" | "start" | "final", Rows>} Ends what is before the blocks and after them */

export class Transformer {
  /** @type {Engine.Numbers[]} */
  #waves = []; // by their places: they are the same in every text

  /**
   * @param {Engine.Config} config
   * @param {Engine.Weights} weights
   * @param {Engine.Products} products faster ones, if there are
   */
  constructor(config, weights, products = { product, exact, projected, activated, weighted }) {
    this.config = { positions: "sinusoidal", tied: true, norm_position: "before", ...config };
    this.weights = weights;
    this.products = products;
  }

  /**
   * Every stage of a pass over tokens, given by their ids. Where `after`, an earlier trace, begins with the same tokens,
   * their rows are taken from it: while a text is typed only its last tokens are computed. Where `beside`, a trace of the
   * same tokens, has other edits, the layers below these are taken from it.
   *
   * @param {number[]} ids
   * @param {Engine.Change} change
   * @param {Trace | null} [after]
   * @param {Trace | null} [beside]
   */
  trace(ids, change = UNCHANGED, after, beside) {
    const { n_layers, max_tokens, d_model } = this.config, n = ids.length;
    if (n < 1 || n > max_tokens) throw new Error(`this model reads 1 to ${max_tokens} tokens, got ${n}`);
    refuseAbsent(change, this.config, n);
    const first = after && after.change === change && looksBackOnly(change) ? sharedPlaces(ids, after.ids) : 0;
    const pass = { n, first, change, mayLook: allowed(n, change), places: placesOf(n, change).slice(first), products: this.products };
    const earlier = first ? after : undefined, before = earlier?.grown;
    const rows = (/** @type {Engine.Numbers} */ fresh, /** @type {Rows | undefined} */ old) => new Rows(fresh, { n, first, width: d_model, old });

    const embedded = rows(this.embed(ids.slice(first)), before?.embedded); // [pos, d_model]
    const positions = rows(this.positions(pass), before?.positions); // [pos, d_model]
    const start = rows(plus(embedded.since(first), positions.since(first)), before?.start);
    let residual = start;
    const layers = beside ? beside.layers.slice(0, layersAlike(change, beside.change)) : [], alike = layers.length;
    if (alike) residual = layers[alike - 1].grown.residual_out;
    for (let layer = alike; layer < n_layers; layer++) {
      const same = beside && alike && layer === alike && projectsAlike(change, beside.change, layer); // it reads the same there
      const projected = same ? beside.layers[alike].grown : undefined;
      layers.push(this.block(layer, residual, pass, earlier?.layers[layer], projected));
      residual = layers[layer].grown.residual_out;
    }
    const last = layers[n_layers - 1].grown.residual_out;
    const final = new Rows(() => this.norm("final_norm", last.whole), { n, width: d_model });
    return new Trace(this, { ids, change, layers, fresh: n - first, grown: { embedded, positions, start, final } });
  }

  /** @type {(ids: number[]) => Engine.Numbers} rows of W_E times sqrt(d_model) (Vaswani et al. 2017, section 3.4) */
  embed(ids) {
    const width = this.config.d_model, W_E = this.weights["embedding.weight"], out = room(ids.length * width), factor = Math.sqrt(width);
    ids.forEach((id, place) => {
      for (let i = 0; i < width; i++) out[place * width + i] = W_E[id * width + i] * factor;
    });
    return out;
  }

  /** @type {(pass: Engine.Pass) => Engine.Numbers} what is added to tell the order: waves, learned rows, or nothing (where it is rotary, or switched off) */
  positions({ places, change }) {
    const width = this.config.d_model, out = room(places.length * width).fill(0);
    if (!change.positions) return out;
    const beyond = places.find((place) => place >= this.config.max_tokens);
    if (this.config.positions === "learned" && beyond !== undefined)
      throw new Error(`this model has learned positions 0 to ${this.config.max_tokens - 1}: it has nothing to add at position ${beyond}`);
    if (this.config.positions === "learned")
      places.forEach((place, row) => out.set(this.weights["position_embedding.weight"].subarray(place * width, place * width + width), row * width));
    if (this.config.positions === "sinusoidal")
      places.forEach((place, row) => out.set((this.#waves[place] ??= wave(place, width)), row * width));
    return out;
  }

  /**
   * One block: attention, then a feed-forward network, each normalized before (or after) and added back.
   *
   * Of the last one what follows attention is computed for the place whose next token is asked for, and for all when
   * somebody asks for it. `known` are the stages of a pass that reads the same, whose projections are taken over.
   *
   * @param {number} layer
   * @param {Rows} residual_in
   * @param {Engine.Pass} pass
   * @param {Layer} [old]
   * @param {Stages} [known]
   */
  block(layer, residual_in, pass, old, known) {
    const { d_model: D, d_mlp, d_head, n_heads, n_layers } = this.config, { n, first, change } = pass, m = n - first; // fresh rows
    /** @type {(rows: Engine.Numbers, stage: Until | After, width: number, blocks?: number) => Rows} */
    const grown = (rows, stage, width, blocks = 1) => new Rows(rows, { n, first, width, blocks, old: old?.grown[stage] });
    if (change.edits.some((each) => each.stage === "stream" && each.layer === layer)) {
      const fresh = room(m * D); // memory of its own: the layer before keeps what it has written
      fresh.set(residual_in.since(first));
      residual_in = grown(makeEdits(change, "stream", layer, fresh, { width: D, from: first }), "residual_in", D);
    }
    const fresh_in = residual_in.since(first);
    const projections = () => {
      const all = this.projections(layer, fresh_in, pass.places, change);
      const stage = (/** @type {"queries" | "keys" | "values"} */ name) => grown(makeEdits(change, name, layer, all[name], { blocks: n_heads, width: d_head, from: first }), name, d_head, n_heads);
      return { queries: stage("queries"), keys: stage("keys"), values: stage("values") };
    };
    const { queries, keys, values } = known ?? projections();
    const made = attend({ queries: queries.since(first), keys: keys.whole, values: values.whole }, { ...pass, n_heads, d_head, layer, old });
    const context = grown(made.context, "context", d_head, n_heads);
    const until = {
      residual_in, // [pos, d_model]
      queries, keys, values, // [head, pos, d_head]
      context, // [head, query, d_head]
    };
    /** @type {(rows: (stage: After, width: number) => Rows) => Stages} */
    const stages = (rows) => ({
      ...until,
      attended: rows("attended", D), // [query, d_model]: the contexts side by side, times W_O
      residual_mid: rows("residual_mid", D), // residual_in + attended
      hidden: rows("hidden", d_mlp), // [pos, d_mlp]
      residual_out: rows("residual_out", D), // residual_mid + what the feed-forward network adds
    });
    /** @type {(x: Engine.Numbers, heads: Engine.Numbers, count: number) => Record<After, Engine.Numbers>} */
    const followed = (x, heads, count) => this.following(layer, change, x, sideBySide(heads, count, n_heads, d_head), n - count);
    if (layer < n_layers - 1) {
      const following = followed(fresh_in, made.context, m);
      return new Layer(pass, { n_heads, d_head }, made.pattern, stages((stage, width) => grown(following[stage], stage, width)));
    }
    /** @type {Record<After, Engine.Numbers> | undefined} */
    let all;
    const asked = () => (all ??= followed(residual_in.whole, context.whole, n));
    const read = (/** @type {number} */ place) => {
      const row = place - first, own = Float32Array.from({ length: D }, (_, i) => made.context[(Math.floor(i / d_head) * m + row) * d_head + (i % d_head)]);
      return this.following(layer, change, fresh_in.subarray(row * D, row * D + D), own, place).residual_out;
    };
    return new Layer(pass, { n_heads, d_head }, made.pattern, stages((stage, width) => new Rows(() => asked()[stage], { n, width })), read);
  }

  /** @type {(layer: number, x: Engine.Numbers, places: number[], change: Engine.Change) => Record<"queries" | "keys" | "values", Engine.Numbers>} what a layer projects rows [row, d_model] of the residual stream to, [head, row, d_head]; `places` are those of the rows, again and again */
  projections(layer, x, places, change) {
    const { n_heads, d_head, d_model, norm_position, positions } = this.config, rows = x.length / d_model;
    const normed = norm_position === "before" ? this.norm(`blocks.${layer}.attention_norm`, x) : x;
    const of = (/** @type {string} */ part) => this.products.projected(normed, ...this.weightsOf(`blocks.${layer}.attention.${part}`), rows, n_heads, d_head, d_model);
    const all = { queries: of("query"), keys: of("key"), values: of("value") };
    if (positions === "rotary" && change.positions) for (const heads of [all.queries, all.keys]) rotate(heads, places, d_head);
    if (normed !== x) free([normed]);
    return all;
  }

  /**
   * What follows attention in a block, of each row from the place `from` on: `x` [rows, d_model] of the residual stream,
   * `contexts` side by side.
   *
   * @type {(layer: number, change: Engine.Change, x: Engine.Numbers, contexts: Engine.Numbers, from: number) => Record<After, Engine.Numbers>}
   */
  following(layer, change, x, contexts, from) {
    const { d_model: D, d_mlp, norm_position } = this.config, n = x.length / D, name = (/** @type {string} */ part) => `blocks.${layer}.${part}`;
    const passing = [contexts]; // what nobody reads later
    /** @type {(y: Engine.Numbers, kept: Engine.Numbers) => Engine.Numbers} */
    const only = (y, kept) => (y === kept || passing.push(y), y);
    /** @type {(part: string, y: Engine.Numbers) => Engine.Numbers} */
    const later = (part, y) => (norm_position === "after" ? this.norm(name(part), y) : y);
    /** @type {(part: string, y: Engine.Numbers, z: Engine.Numbers) => Engine.Numbers} */
    const added = (part, y, z) => (change.residual_off.some(([at, which]) => at === layer && which === part) ? z : plus(y, z));
    const edited = (/** @type {After | "ffn"} */ stage, /** @type {Engine.Numbers} */ y, width = D) => makeEdits(change, stage, layer, y, { width, from });
    const attended = edited("attended", this.products.product(contexts, ...this.weightsOf(name("attention.output")), n, D, D)), sum = added("attention", x, attended);
    const residual_mid = later("attention_norm", sum);
    const normed = norm_position === "before" ? only(this.norm(name("mlp_norm"), residual_mid), residual_mid) : residual_mid;
    const hidden = edited("hidden", this.products.activated(normed, ...this.weightsOf(name("mlp_in")), n, d_mlp, D), d_mlp);
    const wider = edited("ffn", this.products.product(hidden, ...this.weightsOf(name("mlp_out")), n, D, d_mlp)), residual_out = later("mlp_norm", added("ffn", residual_mid, wider));
    only(wider, residual_out);
    free(passing);
    return { attended, residual_mid, hidden, residual_out };
  }

  /** @type {(name: string) => [Engine.Numbers, Engine.Numbers | undefined]} what a linear map multiplies with and adds, which some have not */
  weightsOf(name) {
    return [this.weights[`${name}.weight`], this.weights[`${name}.bias`]];
  }

  /** @type {(name: string, x: Engine.Numbers) => Engine.Numbers} */
  norm(name, x) {
    const weight = this.weights[`${name}.weight`];
    return weight ? layerNorm(x, weight, this.weights[`${name}.bias`]) : x;
  }

  /** @param {Engine.Numbers} final a score for every token of the vocabulary, of one row of it or of several: final @ W_U^T */
  logits(final) {
    const { vocab_size, d_model, tied } = this.config;
    return this.products.product(final, this.weights[tied ? "embedding.weight" : "unembedding.weight"], undefined, final.length / d_model, vocab_size, d_model);
  }
}

/** @type {(Until | After)[]} */
const GROWN = ["residual_in", "queries", "keys", "values", "context", "attended", "residual_mid", "hidden", "residual_out"];

/** One block: its stages. Those that follow from others are computed when they are asked for. */
class Layer {
  /** @type {Engine.Numbers | undefined} */
  #scores;

  /**
   * @param {Engine.Pass} pass
   * @param {Engine.Heads} heads
   * @param {Engine.Numbers} pattern [head, query, key]
   * @param {Stages} grown the stages that have a row for each place
   * @param {(place: number) => Engine.Numbers} [read] of the last block, one row of `residual_out`
   */
  constructor({ n, change, mayLook, products }, { n_heads, d_head }, pattern, grown, read) {
    this.n = n;
    this.d_head = d_head;
    this.n_heads = n_heads;
    this.mayLook = mayLook;
    this.products = products;
    this.factor = factorOf(change, d_head);
    this.pattern = pattern;
    this.grown = grown;
    this.read = read;
  }

  /** Q K^T, also where a query may not look. */
  get scores() {
    const { n, n_heads, d_head, products } = this;
    if (this.#scores) return this.#scores;
    const scores = (this.#scores = new Float32Array(n_heads * n * n));
    for (let head = 0; head < n_heads; head++) scores.set(products.exact(this.of("queries", head), this.of("keys", head), n, n, d_head), head * n * n);
    return scores;
  }

  /** scores / sqrt(d_head) */
  get scaled() {
    return this.scores.map((score) => score * Math.fround(this.factor));
  }

  get masked() {
    const { n, mayLook } = this;
    return this.scaled.map((score, i) => (mayLook[i % (n * n)] ? score : -Infinity));
  }

  /** @type {(stage: "queries" | "keys" | "values" | "scores" | "scaled" | "masked" | "pattern" | "context", head: number) => Engine.Numbers} one head of a stage that has heads */
  of(stage, head) {
    const { [stage]: all, n_heads } = this, size = all.length / n_heads;
    return all.subarray(head * size, (head + 1) * size);
  }

  /** The memory that its stages are in. */
  get arrays() {
    return [this.pattern, ...GROWN.flatMap((stage) => this.grown[stage].arrays)];
  }

  get residual_in() {
    return this.grown.residual_in.whole;
  }

  get queries() {
    return this.grown.queries.whole;
  }

  get keys() {
    return this.grown.keys.whole;
  }

  get values() {
    return this.grown.values.whole;
  }

  get context() {
    return this.grown.context.whole;
  }

  get attended() {
    return this.grown.attended.whole;
  }

  get residual_mid() {
    return this.grown.residual_mid.whole;
  }

  get hidden() {
    return this.grown.hidden.whole;
  }

  get residual_out() {
    return this.grown.residual_out.whole;
  }
}

/** Everything that one forward pass computed. */
export class Trace {
  #model;

  /**
   * @param {Transformer} model
   * @param {{ ids: number[], change: Engine.Change, layers: Layer[], fresh: number, grown: Ends }} computed
   */
  constructor(model, { ids, change, layers, fresh, grown }) {
    this.#model = model;
    this.ids = ids;
    this.fresh = fresh; // tokens that no earlier pass had computed
    this.change = change;
    this.layers = layers;
    this.grown = grown;
    /** @type {Engine.Numbers | undefined} */
    this.known = undefined; // of `next_logits`
  }

  get embedded() {
    return this.grown.embedded.whole;
  }

  get positions() {
    return this.grown.positions.whole;
  }

  /** What the logits are made of: the last residual, normalized. */
  get final() {
    return this.grown.final.whole;
  }

  /** The logits after the last token of the text: [vocab]. */
  get next_logits() {
    const read = /** @type {(place: number) => Engine.Numbers} */ (this.layers[this.layers.length - 1].read);
    return (this.known ??= this.#model.logits(this.#model.norm("final_norm", read(this.ids.length - 1 - this.change.padding))));
  }

  /** The memory that its stages are in, some of it other traces' too. */
  get arrays() {
    const all = [...Object.values(this.grown), ...this.layers].flatMap(({ arrays }) => arrays);
    return this.known ? [...all, this.known] : all;
  }

  /** The logits after every token: [pos, vocab]. */
  get logits() {
    return this.#model.logits(this.final);
  }
}

/** @type {(ids: number[], others: number[]) => number} how many tokens two texts begin with alike; one less where that is all, so that a row is left to compute */
function sharedPlaces(ids, others) {
  const most = Math.min(ids.length - 1, others.length);
  let place = 0;
  while (place < most && ids[place] === others[place]) place++;
  return place;
}

/** @type {(x: Engine.Numbers, n: number, n_heads: number, d_head: number) => Engine.Numbers} [head, pos, d_head] -> [pos, d_model]: the heads of a place after one another */
export const sideBySide = (x, n, n_heads, d_head) => inHeads(x, n_heads, n, d_head);

/** @param {number} width radians a place by which each pair of dimensions turns, from 1 down to almost 1 / 10000; in float32, as torch has them */
const ratesOf = (width) => Float32Array.from({ length: Math.ceil(width / 2) }, (_, pair) => BASE ** (-2 * pair / width));

/** @type {(place: number, width: number) => Engine.Numbers} sines and cosines of a place, which get longer from pair to pair */
const wave = (place, width) => {
  const rates = ratesOf(width);
  return Float32Array.from({ length: width }, (_, i) => (i % 2 ? Math.cos : Math.sin)(Math.fround(place * rates[i >> 1])));
};

/** @type {(x: Engine.Numbers, places: number[], d_head: number) => void} turn each pair of dimensions of [head, pos, d_head] by an angle that grows with the place (Su et al. 2021) */
function rotate(x, places, d_head) {
  const rates = ratesOf(d_head);
  for (let at = 0; at < x.length; at += 2) {
    const pair = (at % d_head) / 2, place = places[Math.floor(at / d_head) % places.length];
    const angle = Math.fround(place * rates[pair]), [sin, cos] = [Math.sin(angle), Math.cos(angle)], [even, odd] = [x[at], x[at + 1]];
    x[at] = even * cos - odd * sin;
    x[at + 1] = even * sin + odd * cos;
  }
}
