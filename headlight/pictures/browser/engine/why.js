// Why this word: which word of the text the most likely next one needs, and which head brings it from there, as in
// transformer/readings/why.py; and how likely it is without each part, as in transformer/readings/deciding.py.

import { softmax } from "./arithmetic.js";
import { room } from "./memory.js";
import { Runs, together } from "./runs.js";
import { largest } from "./sampling.js";
import { wordsOf } from "./words.js";

const ATTENDS = 0.03; // the least weight of a head that can have brought something from a word
const CLEAR = 0.3; // the share of the next word's probability that hiding a word takes where that word decides
const HALF = 0.5; // the share of what hiding a word takes that hiding it from one head takes, where that head brings it

/**
 * All is cut at the last position alone. Each part and each word is a run of one batch; which heads are tried for a word
 * is known after it, so they are a second one.
 *
 * @param {import("./language_model.js").LanguageModel} model
 * @param {import("./language_model.js").Trace & { text: string, tokens: Engine.Token[] }} trace an unchanged pass over a text
 * @returns {Engine.Why}
 */
export function whyOf({ transformer }, trace) {
  const { n_layers, n_heads } = transformer.config, n = trace.ids.length, runs = new Runs(transformer, trace);
  const words = wordsOf(trace.text, trace.tokens), before = words.slice(0, -1).map(({ tokens }) => tokens);
  const whole = softmax(trace.next_logits), [next] = largest(whole, 1), probability = whole[next];

  const every = [...before, before.flat()]; // each word hidden, then all of them
  let stream = runs.enters(0, every.length);
  for (let layer = 0; layer < n_layers; layer++) {
    stream = runs.after(layer, stream, (run) => (run < every.length ? { head: null, positions: every[run] } : undefined));
    stream = together(stream, runs.withoutParts(layer)); // each part joins where its layer is left
  }
  const { left, best } = leftOf(runs, stream, next), hidden = left.slice(0, every.length);
  const parts = Array.from({ length: n_layers }, (_, layer) => left.slice(every.length + layer * (n_heads + 1), every.length + (layer + 1) * (n_heads + 1)));
  const without_words = hidden.slice(0, -1), word = without_words.length ? without_words.indexOf(Math.min(...without_words)) : null;

  const heads = Array.from({ length: n_layers * n_heads }, (_, at) => [Math.floor(at / n_heads), at % n_heads]);
  const gives = (/** @type {number[]} */ [layer, head], /** @type {number[]} */ places) => {
    const row = trace.layers[layer].pattern.subarray((head * n + n - 1) * n, (head * n + n) * n);
    return places.reduce((sum, place) => sum + row[place], 0);
  };
  const given = heads.map((head) => (word === null ? 0 : gives(head, before[word])));
  const favourite = heads.map((head) => Math.max(...words.map(({ tokens }) => gives(head, tokens))));
  const without_looks = new Array(heads.length).fill(NaN), tried = heads.filter((_, at) => word !== null && given[at] >= ATTENDS);
  if (word !== null && tried.length) {
    /** @type {Engine.Numbers} */
    let each = room(0);
    for (let layer = 0; layer < n_layers; layer++) {
      const begun = each.length / transformer.config.d_model, here = tried.filter(([at]) => at === layer);
      each = together(each, runs.enters(layer, here.length));
      if (each.length) each = runs.after(layer, each, (run) => (run < begun ? undefined : { head: here[run - begun][1], positions: before[word] }));
    }
    leftOf(runs, each, next).left.forEach((chance, at) => (without_looks[heads.indexOf(tried[at])] = chance));
  }
  const why = {
    next, probability, words, word, without_words, given, without_looks, favourite,
    alone: hidden[hidden.length - 1], stays_alone: best[every.length - 1] === next,
    without_heads: parts.map((each) => each.slice(0, -1)), without_ffns: parts.map((each) => each[n_heads]),
  };
  return { ...why, ...decided(why, n_heads) };

  /** @type {(runs: Runs, stream: Engine.Numbers, id: number) => { left: number[], best: number[] }} the probability of a token in each run, and the likeliest there */
  function leftOf(runs, stream, id) {
    const left = [], best = [];
    for (const logits of runs.logits(stream)) {
      let most = 0, total = 0;
      for (let at = 1; at < logits.length; at++) if (logits[at] > logits[most]) most = at;
      for (let at = 0; at < logits.length; at++) total += Math.exp(logits[at] - logits[most]);
      left.push(Math.exp(logits[id] - logits[most]) / total);
      best.push(most);
    }
    return { left, best };
  }
}

/**
 * What follows from these numbers: `kind` names what decides, the first of look, word, alone and none that holds.
 *
 * @param {Omit<Engine.Why, "head" | "brought" | "kind" | "part" | "without_part" | "ffn" | "costs">} why
 * @param {number} n_heads
 */
function decided({ probability, words, word, without_words, given, without_looks, favourite, alone, stays_alone, without_heads, without_ffns }, n_heads) {
  const least = (/** @type {number[]} */ values) => values.reduce((best, value, at) => (value < values[best] || Number.isNaN(values[best]) ? at : best), 0);
  const takes = (/** @type {number} */ left) => 1 - left / probability, headAt = (/** @type {number} */ at) => [Math.floor(at / n_heads), at % n_heads];
  const was = without_looks.some(Number.isFinite), at = was ? least(without_looks) : given.indexOf(Math.max(...given));
  const taken = word === null ? 0 : takes(without_words[word]), head = word === null ? null : headAt(at);
  const brought = taken > 0 && was ? takes(without_looks[at]) / taken : 0;
  const kind = word !== null && taken >= CLEAR ? (brought >= HALF && given[at] >= favourite[at] ? "look" : "word")
    : words[words.length - 1].tokens.length === 1 && stays_alone && takes(alone) <= CLEAR ? "alone" : "none";
  const layer = least(without_ffns), heads = without_heads.flat(), most = least(heads), isFfn = without_ffns[layer] < heads[most];
  return {
    head, brought, kind,
    part: isFfn ? layer : headAt(most),
    without_part: isFfn ? without_ffns[layer] : heads[most],
    ffn: kind === "look" && without_ffns[layer] < without_looks[at] ? layer : null, // that takes more than the head which brings the word
    costs: [...without_words.map((left) => Math.min(1, Math.max(0, takes(left)))), 0],
  };
}
