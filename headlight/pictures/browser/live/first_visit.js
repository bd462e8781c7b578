// The questions of a first visit, after the demonstration, as in pages/start/first_visit.py: which word brings the next
// one, then what comes next. With another sentence nothing is asked.

import { stripped } from "../engine/words.js";

export const WHICH_WORD = 1; // else what comes next; each is of the sentence at its place
const OFFERED = 4; // next words to choose from

/** @type {(state: Live.State, facts: Live.Facts) => Live.Visit} the question that a state asks, what was guessed, and whether it waits for its answer */
export function step(state, { visit }) {
  const question = state.get("question");
  if (!question || !visit || state.text !== visit[question - 1]) return { question: 0, guessed: null, open: false };
  return { question, guessed: state.get("guessed"), open: state.get("guessed") === null };
}

/** @type {(visit: Live.Visit, found: Engine.Word[]) => Header.LooksAsked | null} the words that are asked about, and those that answer by a click */
export function asked({ open, question }, found) {
  if (!open) return null;
  const last = found.length - 1, tapped = [...found.keys()].filter((number) => number < last && found[number].text.replace(/^[ .,]+|[ .,]+$/g, ""));
  return { about: [last], answers: question === WHICH_WORD ? tapped : [], notes: [], ribbons: true };
}

/** @type {(model: Live.Model, ids: number[]) => number[]} the likeliest next tokens in the order of the alphabet, which tells nothing */
export const offered = ({ tokenizer }, ids) => ids.slice(0, OFFERED).sort((one, other) => (stripped(tokenizer.text(one)) < stripped(tokenizer.text(other)) ? -1 : 1));

/** @type {(visit: Live.Visit, words: Live.Words) => Live.Pieces} */
export const question = ({ question }, words) => [[question === WHICH_WORD ? words.which_word : words.what_next, false]];

/** @type {(visit: Live.Visit, says: Live.Pieces, about: { model: Live.Model, found: Engine.Word[], why?: Engine.Why, before: Float64Array }) => Live.Pieces} before the reason what became of the guess */
export function verdict({ question, guessed }, says, { model, found, why, before }) {
  if (!question || !says.length || !why || guessed === null) return says;
  const likely = [...before.keys()].sort((one, other) => before[other] - before[one]), text = (/** @type {number} */ id) => stripped(model.tokenizer.text(id));
  const number = Math.min(guessed, found.length - 1), id = offered(model, likely)[Math.min(guessed, OFFERED - 1)];
  const [right, guess] = question === WHICH_WORD ? [number === why.word, found[number].text] : [id === why.next, text(id)];
  return [[right ? "Yes. " : `You chose “${guess}”. `, false], ...says];
}

/** @type {(visit: Live.Visit, words: Live.Words) => Header.LooksThen | null} the line that follows an answer: to the next question, or to a sentence of one's own */
export function then({ open, question }, words) {
  const own = question !== WHICH_WORD;
  return !question || open ? null : { words: own ? words.type_your_own : words.asked_next, word: 0, head: [0, 0], own };
}

/** @type {(visit: Live.Visit, click: [string, Spot], facts: Live.Facts) => Live.Changes | undefined} the keys that a click sets while the first visit is asked; undefined where it does what it does without a question */
export function keys({ open, question }, [kind, number], { visit }) {
  const asks = (/** @type {number} */ at) => (at <= visit.length ? { text: visit[at - 1], question: at, guessed: null } : { question: null, guessed: null });
  if (kind === "ask") return asks(WHICH_WORD);
  if (kind === "skip") return { question: null, guessed: null, text: null };
  if (open && (kind === "word" || kind === "next")) return { guessed: number };
  return kind === "both" && question ? asks(question + 1) : undefined;
}
