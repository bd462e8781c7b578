// Which word the sentence under the ribbons names, and the sentence.

import { written } from "./written.js";

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
 * @returns {[string, boolean][]}
 */
export function sentence(words, looking, best, weight) {
  if (!weight(best)) return []; // words alone
  const word = words[looking].text, share = written(weight(best), 2);
  if (looking === 0 && best === 0) return [[word, true], [" is the first word: it can attend only to itself.", false]];
  if (best === looking) return [[word, true], [" keeps ", false], [share, true], [" of its attention for itself.", false]];
  return [[word, true], [" gives ", false], [share, true], [" of its attention to ", false], [words[best].text, true], [".", false]];
}
