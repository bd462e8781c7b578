// Guesses, the game and stories: what a teacher without a server needs beside the views, as in pages/path and
// headlight/app/stories.py. Until a question is answered nothing on the page tells the answer.

import { wordsOf } from "../engine/words.js";
import { bytesOf } from "../engine/weights.js";
import { looks } from "./pictures.js";
import { traceOf, wordsTyped } from "./text.js";

const GAME = "beginnings"; // the stop after the guesses
const [TABLE, TRANSFORMER] = ["the table", "the transformer"];

const capital = (/** @type {string} */ words) => words[0].toUpperCase() + words.slice(1);
const verdict = (/** @type {boolean} */ is, /** @type {string} */ right, /** @type {string} */ said) => (is ? `Yes, ${right}.` : `You said ${said}; right is ${right}.`);

/** @type {(board: Live.Board, key: string, words: string[], about: { notes?: string[], shares?: (number | null)[], strong?: number, cards?: boolean, alt: string, listener: Live.Listener }) => void} words to choose from */
function chips(board, key, words, { notes = [], shares = [], strong = -1, cards = false, alt, listener }) {
  const { header, table } = board.facts.lesson.templates.token_chips;
  const tokens = words.map((text, at) => ({ text, note: notes[at] ?? "", joined: false, strong: at === strong, share: shares[at] ?? null, number: null }));
  const sections = [{ labels: [[{ count: tokens.length, first: 0 }, ...table.sections[0].labels[0].slice(1)]] }];
  board.picture("token_chips", key, { ...header, tokens, alt, cards, large: true }, { ...table, sections }, null, listener);
}

/** @type {(state: Live.State, board: Live.Board) => void} the board of *Guesses*: one of the stops, or the game */
export function path(state, board) {
  const { steps } = board.facts.lesson, stop = state.get("stop"), guesses = steps.map((_, at) => state.get(`guess_${at + 1}`));
  if (stop === GAME) game(state, board);
  else guess(state, board, Number(stop), guesses);
  const right = steps.map((step, at) => guesses[at] === step.options[step.right]), answered = guesses.filter((each) => each !== null).length;
  board.heading("The stops", answered ? `You answered ${answered} of ${steps.length}; ${right.filter(Boolean).length} right.` : "Choose one.");
  chips(board, "stops", [...guesses.map((each, at) => (each === null ? "?" : right[at] ? "✓" : "✗")), "10"], {
    notes: [...steps.map(({ title }, at) => `${at + 1} · ${title}`), "Ten beginnings"],
    shares: [...guesses.map((each, at) => (each === null ? null : Number(right[at]))), null],
    strong: stop === GAME ? steps.length : Number(stop) - 1,
    alt: "The stops: ✓ guessed right, ✗ not, ? not answered yet; a click opens one.",
    listener: (at) => ({ stop: at < steps.length ? at + 1 : GAME }),
  });
}

/** @type {(state: Live.State, board: Live.Board, number: number, guesses: (string | null)[]) => void} */
function guess(state, board, number, guesses) {
  const step = board.facts.lesson.steps[number - 1], given = guesses[number - 1], [asked, guessed, answer] = step.boards.map(bytesOf);
  const choose = (/** @type {number} */ option) => ({ [`guess_${number}`]: step.options[option] });
  board.heading(`${number} · ${step.title}`, step.before);
  board.heading(step.question, "");
  if (given === null) {
    board.add(asked, ({ asked }) => ([, word]) => choose(/** @type {Header.LooksAsked} */ (/** @type {unknown} */ (asked)).answers.indexOf(word)));
    if (!step.by_words) chips(board, "options", step.options, { cards: true, alt: step.question, listener: choose });
    return;
  }
  board.add(guessed);
  const { again } = step, second = state.get(`again_${number}`), right = step.options[step.right];
  board.columns(
    [1, 300, () => {
      board.heading(verdict(given === right, right, given), step.told);
      board.note(step.why);
      board.heading("Once more", again.question);
      if (second === null) chips(board, "again", again.options, { alt: again.question, listener: (option) => ({ [`again_${number}`]: again.options[option] }) });
      else board.note(verdict(second === again.options[again.right], again.options[again.right], second));
    }],
    [1, 300, () => board.add(answer)],
  );
}

/** The words that were said so far, and what one word more sets. */
const saidSoFar = (/** @type {Live.State} */ state) => /** @type {string} */ (state.get("next_words")).split(",").filter(Boolean);
export const say = (/** @type {Live.State} */ state, /** @type {string} */ word) => ({ next_words: [...saidSoFar(state), [...word.replaceAll(",", " ").trim()].slice(0, state.facts.lesson.longest).join("")].join(",") });

/** @param {Live.State} state whether a beginning of the game waits for a word */
export const awaitsWord = (state) => state.view === "path" && state.get("stop") === GAME && saidSoFar(state).length < state.facts.lesson.sets[0].played.length;

/** @type {(typed: string, word: string) => boolean} whether a typed word is this one, whatever its case */
const isWord = (typed, word) => typed.replace(/^[ .,!?'"\n]+|[ .,!?'"\n]+$/g, "").toLowerCase() === word.toLowerCase();

/** @type {(state: Live.State, board: Live.Board) => void} */
function game(state, board) {
  const { sets, known, templates } = board.facts.lesson, number = state.get("beginnings"), { played, why } = sets[number - 1];
  const said = saidSoFar(state).slice(0, played.length), next = played[said.length], count = said.length;
  const rights = said.map((word, at) => isWord(word, played[at].word));
  const three = { you: rights, [TABLE]: played.map(({ rivals }) => rivals[0][1]), [TRANSFORMER]: played.map(({ rivals }) => rivals[1][1]) };
  const lines = Object.values(three).map((each) => Array.from({ length: count + 1 }, (_, at) => each.slice(0, at).reduce((sum, right) => sum + Number(right), 0)));
  const score = Object.fromEntries(Object.keys(three).map((who, at) => [who, lines[at][count]]));

  function asked() {
    if (next) {
      board.heading(`${next.text} …`, `${count + 1} of ${played.length}. What comes next? Tap a word, or type another.`);
      return chips(board, "next_words", next.options, { alt: "Four words that could come next.", listener: (place) => say(state, next.options[place]) });
    }
    /** @type {Record<string, string[]>} */
    const columns = { "next word": played.map(({ word }) => word), you: said, table: played.map(({ rivals }) => rivals[0][0]), transformer: played.map(({ rivals }) => rivals[1][0]) };
    board.heading("What did each of you say?", "The next word, yours, and those of the table and the transformer.");
    const header = { ...templates.table.header, columns: templates.table.header.columns.map((column) => ({ ...column, cells: columns[column.name].map((word) => [word, word]) })) };
    board.picture("table", "said", header, templates.table.table, null);
    chips(board, "others", ["Play ten others"], { alt: "Play ten others", listener: () => ({ beginnings: (number % sets.length) + 1, next_words: null }) });
  }

  function answered() {
    const last = played[count - 1], end = last.text.split(/\s+/).slice(-4).join(" ");
    board.heading(`${rights[count - 1] ? "Yes" : `You said “${said[count - 1]}”`}: “… ${end} ${last.word}”`, last.told);
    const [first, ...others] = Object.keys(score).sort((one, other) => score[other] - score[one]);
    if (next) board.heading(capital(Object.entries(score).map(([who, right]) => `${who} ${right}`).join(", ")), "Right words so far. Table and transformer choose among all 8,192 tokens.");
    else board.heading(capital(`${first} had ${score[first]} of ${played.length} words right, ${others.map((who) => `${who} ${score[who]}`).join(" and ")}`), why);
    const values = Float32Array.from([lines[0].map((_, at) => at), ...lines].flat());
    board.picture("curves", "race", { ...templates.curves.header, at: count }, templates.curves.table, values);
    if (!next) board.note(known);
  }
  board.columns([1, 300, asked], ...(count ? [/** @type {Live.Filled} */ ([1, 300, answered])] : []));
}

/** @type {(state: Live.State, board: Live.Board) => void} the board of *Stories*: each with its question, and the way to it */
export function stories(state, board) {
  const all = board.facts.lesson.stories;
  board.heading("Four stories", "Each asks first, then shows what happens. Choose one.");
  chips(board, "stories", all.map(({ title }) => title), { notes: all.map(({ question }) => question), alt: "Four stories.", listener: (at) => begun(state, all[at]) });
}

/** @type {(state: Live.State, story: Live.Lesson["stories"][number]) => Live.Changes} what begins a story, whatever was set before */
const begun = (state, { id, view, state: keys }) => ({ ...state.cleared(), ...keys, view, story: id });

/** @type {(state: Live.State, board: Live.Board, model: Live.Model) => boolean} the open story above the pictures of its view; whether it waits, and the pictures with it */
export function told(state, board, model) {
  const all = board.facts.lesson?.stories ?? [], number = all.findIndex(({ id }) => id === state.get("story")), story = all[number];
  if (!story || story.view !== state.view) return false;
  const { id, question, choices, right, payoff, does, state: keys } = story, chose = state.get("chose"), name = `Story ${number + 1} of ${all.length}: ${question}`;
  const after = all[number + 1], ways = /** @type {[string, Live.Changes][]} */ ([["Restart this story", begun(state, story)], ...(after ? [["Next story →", begun(state, after)]] : []), ["Close", { story: null, told: null, chose: null }]]);
  if (state.get("told") === id) {
    board.heading(name, `${chose ? (chose === right ? "You guessed right. " : "Not this time. ") : ""}${payoff}`);
    chips(board, "ways", ways.map(([words]) => words), { alt: "What to do next.", listener: (at) => ways[at][1] });
    return false;
  }
  board.heading(name, "Choose, or see what happens.");
  chips(board, "choices", [...choices, "Show what happens"], { alt: question, listener: (at) => ({ ...keys, ...does, told: id, chose: at < choices.length ? at + 1 : null }) });
  const trace = traceOf(model, state.text, state.change), found = wordsOf(trace.text, trace.tokens);
  looks(board, "looks", { patterns: new Float32Array(found.length ** 2), words: wordsTyped(found, trace.text), chosen: found.length - 1, head: [0, 0], names: [], n_heads: 0, edits: null, following: [], about: "", alt: board.facts.words.hero, listener: undefined, asked: { about: [], answers: [], notes: [], ribbons: false } });
  return true;
}
