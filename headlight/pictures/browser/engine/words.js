// Words of a sentence and the tokens they are made of, and attention between words, as in transformer/words.py.
//
// Places in a text count letters (code points). Python's \w and \s are not JavaScript's: here they are what Unicode says.

const LETTER = "[\\p{L}\\p{N}_]", BLANK = "[\\p{White_Space}\\x1c-\\x1f]";
const JOINED = "(?:(?!\\u200b)[\\p{M}\\p{Cf}])"; // vowel signs, points, accents and joiners: they belong to their word
const RUN = `${LETTER}(?:${LETTER}|${JOINED})*`;
/** @param {string} words small or capital: a class that is told to pass over case would take other signs for letters */
const either = (words) => words.replace(/[a-z]/g, (letter) => `[${letter}${letter.toUpperCase()}]`);
const ELIDED = either("(?:c|d|j|l|m|n|s|t|(?:jus|lors|puis|quoi)?qu)");
// An elided word with its apostrophe ("l'" in "l'accord"), a run of letters or digits that may hold hyphens and
// apostrophes, or a run of other signs.
const WORD = new RegExp(`(?<!${LETTER})${ELIDED}['’](?=${LETTER})|${RUN}(?:['’-]${RUN})*|(?:(?!${LETTER}|${BLANK}).)+`, "gsu");
// A letter or a digit, a sign on one, or the second half of "didn't".
const GOES_ON = new RegExp(`^(##|['’])?(?:[\\p{L}\\p{N}]|${JOINED})`, "u");
const ENDS = new RegExp(`[\\p{L}\\p{N}]${JOINED}*$`, "u");
const ARE_JOINED = new RegExp(`^${JOINED}+$`, "u");
const isBlank = (/** @type {string} */ text) => text !== "" && new RegExp(`^${BLANK}+$`, "u").test(text);

/** @param {string} text without blanks at its ends */
export const stripped = (text) => text.replace(new RegExp(`^${BLANK}+|${BLANK}+$`, "gu"), "");
/** @param {string} text without blanks at its end */
export const strippedRight = (text) => text.replace(new RegExp(`${BLANK}+$`, "u"), "");

/** @param {string} text without blanks at its beginning */
export const strippedLeft = (text) => text.replace(new RegExp(`^${BLANK}+`, "u"), "");
/** @param {string} text its parts between blanks */
export const splitAtBlanks = (text) => text.split(new RegExp(`${BLANK}+`, "u")).filter(Boolean);

/** @param {string[]} texts how tokens are written beside each other: without their leading space, which a ␣ marks where both are there */
export function toldApart(texts) {
  const bare = (/** @type {string} */ text) => text.replace(/^ +| +$/g, "");
  const all = new Set(texts);
  return texts.map((text) => (text.startsWith(" ") && all.has(bare(text)) ? "␣" : "") + (bare(text) || "␣"));
}

const PART = /^(?:<[0-9A-F]{2}>)+$/; // a token that is no whole character
const LEANS = /[\p{M}\p{Cf}]/u; // a character that is seen only on the one before it, or not at all

/** @type {(text: string, tokens: Engine.Token[]) => string[]} how the tokens of a text are written beside each other, as it was typed: a part of a character is ä₁, ä₂ */
export function asTyped(text, tokens) {
  const letters = [...text.toWellFormed()];
  /** @type {Map<number, number>[]} */
  const [many, soFar] = [new Map(), new Map()];
  const starts = tokens.map((token) => {
    if (!PART.test(token.text) || letters.slice(token.start, token.end).join("") === token.text) return -1;
    let start = token.start;
    while (start < token.end - 1 && !stripped(letters[start])) start++; // the blank before it is in it too
    while (start > 0 && LEANS.test(letters[start])) start--;
    many.set(start, (many.get(start) ?? 0) + 1);
    return start;
  });
  return toldApart(tokens.map((token, place) => {
    const start = starts[place];
    if (start < 0) return token.text;
    soFar.set(start, (soFar.get(start) ?? 0) + 1);
    const number = (many.get(start) ?? 0) > 1 ? String(soFar.get(start)).replace(/\d/g, (digit) => "₀₁₂₃₄₅₆₇₈₉"[Number(digit)]) : "";
    return (stripped(letters.slice(start, token.end).join("")) || "␣") + number;
  }));
}

/** @param {Engine.Word} word the place of its last token */
export const lastOf = ({ tokens }) => tokens[tokens.length - 1];

/** @type {(text: string, tokens: Engine.Token[]) => Engine.Word[]} the words of a text; each token is in exactly one */
export function wordsOf(text, tokens) {
  const letters = [...text];
  /** @type {[number, number][]} */
  const spans = [];
  let at = 0, unit = 0; // a place in code points, and in what JavaScript counts
  for (const { index, 0: word } of text.matchAll(WORD)) {
    at += [...text.slice(unit, index)].length;
    spans.push([at, (at += [...word].length)]);
    unit = index + word.length;
  }
  const owners = tokens.map((token) => ownerOf(token, letters, spans));
  /** @type {Engine.Word[]} */
  const words = [];
  tokens.forEach((token, place) => {
    const owner = owners[place];
    if (owner === -1) return words.push({ text: token.text, start: token.start, end: token.end, tokens: [place] });
    const [first, last] = spans[owner], before = words.at(-1);
    const earlier = place && owners[place - 1] === owner ? words.pop() : undefined;
    const start = earlier?.start ?? Math.max(first, before?.end ?? 0), end = Math.max(earlier?.end ?? 0, last, token.end);
    words.push({ text: letters.slice(start, end).join(""), start, end, tokens: [...(earlier?.tokens ?? []), place] });
  });
  return words;
}

/** @type {(token: Engine.Token, letters: string[], spans: [number, number][]) => number} the number of the word that a token belongs to, or -1; a blank belongs to a word that follows it at once */
function ownerOf({ text, start, end }, letters, spans) {
  let at = start;
  while (at < end && isBlank(letters[at])) at++;
  return start < end || isBlank(text) ? spans.findIndex(([first, last]) => first <= at && at < last) : -1;
}

/** @type {(tokens: Engine.Token[], place: number) => boolean} whether a token goes on with the word of the token before it */
export function goesOn(tokens, place) {
  const [before, token] = [tokens[place - 1], tokens[place]];
  if (place === 0 || before.end !== token.start || !GOES_ON.test(token.text)) return false;
  return ENDS.test(tokens.slice(0, place).findLast(({ text }) => !ARE_JOINED.test(text))?.text ?? "");
}

/** @type {(pattern: Engine.Numbers, n: number, words: Engine.Word[]) => Engine.Numbers} how much of its attention each word gives to each, [word, word]: rows of last tokens, the weights on a word's tokens added */
export function betweenWords(pattern, n, words) {
  const found = new Float32Array(words.length ** 2);
  let at = 0;
  for (const looking of words) {
    const row = looking.tokens[looking.tokens.length - 1] * n;
    for (const { tokens } of words) {
      let others = 0; // added to the first, which is NumPy's order
      for (let i = 1; i < tokens.length; i++) others = Math.fround(others + pattern[row + tokens[i]]);
      found[at++] = pattern[row + tokens[0]] + others;
    }
  }
  return found;
}
