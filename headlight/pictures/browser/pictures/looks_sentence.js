// Which word the sentence under the ribbons names, and the sentence.

import { percent } from "../shared/written.js";

const ATTENTION = "attention"; // what a word gives, but where weights are no attention
const RESTS = "Some heads rest on the first word."; // not of a word that the first stands right before
const TOLD = 0.1; // less is not worth a sentence

/** The word with the largest weight; past a first one on which a head rests, another before the looking one. */
export function strongest(/** @type {number[]} */ weights, /** @type {number} */ looking, /** @type {boolean | undefined} */ sink) {
  const largest = (/** @type {number[]} */ among) => among.indexOf(Math.max(...among));
  const best = largest(weights);
  if (!sink || best !== 0) return best;
  const between = largest(weights.map((weight, word) => (word > 0 && word < looking ? weight : 0)));
  return weights[between] < TOLD ? best : between;
}

/**
 * @param {Header.LooksWord[]} words
 * @param {number} looking
 * @param {number} best the word that is named
 * @param {(word: number) => number} weight
 * @param {string} noun what the words give
 * @param {boolean} heads whether there are heads to choose
 * @returns {[string, boolean][]}
 */
export function sentence(words, looking, best, weight, noun = ATTENTION, heads = false) {
  if (!weight(best)) return []; // words alone
  const word = words[looking].text, share = percent(weight(best));
  if (looking === 0 && best === 0 && noun === ATTENTION) return [[word, true], [" is the first word: it can attend only to itself.", false]];
  if (best === looking) return [[word, true], [" keeps ", false], [share, true], [` of its ${noun} for itself.`, false]];
  return [[word, true], [" gives ", false], [share, true], [` of its ${noun} to `, false], [words[best].text, true], [`.${heads && best === 0 && looking > 1 ? ` ${RESTS}` : ""}`, false]];
}
