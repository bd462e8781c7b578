// One word that flips the answer: plausible words in the place of another, and what the model says then, as in
// transformer/readings/flips.py.

import { softmax } from "./arithmetic.js";
import { Runs } from "./runs.js";
import { largest } from "./sampling.js";
import { stripped } from "./words.js";

const LIKELY = 400, TRIED = 12; // the likeliest tokens at a place, and those of them that are most like the word there
const isLetters = (/** @type {string} */ text) => /^(?:[\p{L}\p{M}]|(?!\u200b)\p{Cf})+$/u.test(text);

/** @type {WeakMap<Engine.Numbers, Float64Array>} */
const lengths = new WeakMap(); // of the rows of an embedding

/**
 * What is tried in the place of the word at a position; null where that is no word of one token, or nothing fits there.
 *
 * @param {import("./language_model.js").LanguageModel} model
 * @param {import("./language_model.js").Trace & { text: string, tokens: Engine.Token[] }} trace an unchanged pass over a text
 * @param {number} position
 * @returns {Engine.Place | null}
 */
export function flipsAt(model, trace, position) {
  const { tokenizer, transformer } = model, { tokens } = trace, letters = [...trace.text], token = tokens[position];
  const edge = (/** @type {number} */ end) => letters.slice(Math.max(0, end - 1), end + 1);
  const goesOn = [token.start, token.end].some((end) => edge(end).length === 2 && edge(end).every(isLetters));
  if (!isLetters(stripped(token.text)) || goesOn) return null;
  const ids = plausible(model, trace, position);
  if (!ids.length) return null;
  const runs = new Runs(transformer, trace, position), [before] = largest(trace.next_logits, 1);
  let stream = runs.entersWith(ids);
  for (let layer = 0; layer < transformer.config.n_layers; layer++) stream = runs.after(layer, stream);
  const substitutes = Array.from(runs.logits(stream), (logits, run) => {
    const chances = softmax(logits), word = stripped(tokenizer.added(ids[run])), [next] = largest(chances, 1);
    const put = letters.slice(token.start, token.end).join("").replace(stripped(token.text), () => word);
    return { word, text: letters.slice(0, token.start).join("") + put + letters.slice(token.end).join(""), next, probability: chances[next], kept: chances[before] };
  });
  return { position, substitutes, flips: substitutes.filter(({ next }) => next !== before) };
}

/** @type {(model: import("./language_model.js").LanguageModel, trace: import("./language_model.js").Trace & { tokens: Engine.Token[] }, position: number) => number[]} words of the same form, likely at this place, the nearest to the word that stands there first */
function plausible({ tokenizer, transformer }, trace, position) {
  const { d_model, vocab_size } = transformer.config, W = transformer.weights["embedding.weight"], { id } = trace.tokens[position];
  if (!lengths.has(W)) lengths.set(W, Float64Array.from({ length: vocab_size }, (_, row) => Math.sqrt(dot(row, row))));
  const norms = /** @type {Float64Array} */ (lengths.get(W)), word = tokenizer.added(id);
  const near = (/** @type {number} */ other) => dot(id, other) / (norms[id] * norms[other] || 1);
  const likely = position ? largest(transformer.logits(trace.final.subarray((position - 1) * d_model, position * d_model)), LIKELY)
    : largest(Float64Array.from({ length: vocab_size }, (_, other) => near(other)), LIKELY);
  const fits = likely.filter((other) => other !== id && isOfForm(tokenizer.added(other), word) && !isOfStem(tokenizer.added(other), word));
  const nearness = new Map(fits.map((other) => [other, near(other)]));
  return fits.sort((one, other) => Number(nearness.get(other)) - Number(nearness.get(one))).slice(0, TRIED);

  function dot(/** @type {number} */ one, /** @type {number} */ other) {
    let sum = 0;
    for (let i = 0; i < d_model; i++) sum += W[one * d_model + i] * W[other * d_model + i];
    return sum;
  }
}

/** @type {(word: string, other: string) => boolean} whether both have a space before them, or neither, and a capital, or neither */
function isOfForm(word, other) {
  const bare = stripped(word), isCapital = (/** @type {string} */ text) => /^\p{Lu}/u.test(stripped(text));
  return isLetters(bare) && [...bare].length > 1 && word.startsWith(" ") === other.startsWith(" ") && isCapital(word) === isCapital(other);
}

/** @type {(one: string, other: string) => boolean} whether one is the other with an ending, as *dogs* is of *dog* */
function isOfStem(one, other) {
  const [a, b] = [one, other].map((word) => stripped(word).toLowerCase());
  return a.startsWith(b) || b.startsWith(a);
}
