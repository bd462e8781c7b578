// The views of the live page, each a function from what is set to a board, with the words and pictures that the app has
// for it: pages/start, all_heads, attention and next_word.

import { draw, largest, nextToken } from "../engine/sampling.js";
import { softmax } from "../engine/arithmetic.js";
import { UNCHANGED } from "../engine/intervention.js";
import { betweenWords, lastOf, stripped } from "../engine/words.js";
import { shortPercent } from "../shared/written.js";
import * as byHand from "./by_hand.js";
import { cutLines, dragged } from "./cut.js";
import { Board, bars, headGrid, looks, patternOf, strips } from "./pictures.js";
import { filled, fixed, headNamed, headTitle, labels, look, measured, mostOf, said, shown } from "./said.js";
import { path, stories, told } from "./lesson.js";
import { start } from "./start.js";
import { adding, passesOf, traceOf, wordsTyped } from "./text.js";

const [SHOWN, IN_HERO] = [8, 4]; // tokens in the bars of the next word
const [MIXED, LEAST, LINE] = [4, 0.1, 32]; // of a mix: most words with a row, the weight that all but the first need for one, pixels of it
/** @type {Record<string, (state: Live.State, board: Board, read: Live.Read) => void>} */
const VIEWS = { start, all_heads: allHeads, attention, next_word: nextWord };

/** @type {(state: Live.State, model: Live.Model, facts: Live.Facts, known: Live.Found) => Board} the board of a state */
export function boardOf(state, model, facts, known) {
  const board = new Board(state.text, state.view, facts), alone = /** @type {Record<string, typeof path | undefined>} */ ({ path, stories })[state.view];
  if (alone) alone(state, board);
  if (alone || told(state, board, model)) return board;
  const hands = passesOf(state, model);
  tellOfText(board, state, hands.trace, facts);
  VIEWS[state.view](state, board, { hands, trace: hands.trace, model, facts, known });
  return board;
}

/** The head that the reader chose, else the one that decides. */
const headOf = (/** @type {Live.State} */ state, /** @type {Live.Found} */ known) => state.chosenHead ?? known.head;

/**
 * The words, where the one of the token `query` looks in the chosen head, and of `chances` the likeliest next; without them it fills a row.
 *
 * @type {(state: Live.State, board: Board, read: Live.Read, query: number | null, chances?: Float64Array) => number} returns the token whose row that is
 */
function hero(state, board, { hands, model, facts, known }, query, chances) {
  const { found, edits, cut, changed, plain, trace } = hands, head = headOf(state, known), place = found.findIndex(({ tokens }) => tokens.some((token) => token === query));
  const chosen = place < 0 ? found.length - 1 : place, before = changed || !chances ? softmax(plain.next_logits) : chances;
  const most = chances ? largest(before.map((chance, id) => Math.max(chance, chances[id])), IN_HERO) : [];
  const ids = most.sort((a, b) => before[b] - before[a] || most.indexOf(a) - most.indexOf(b));
  looks(board, "hero", {
    patterns: betweenWords(trace.layers[head[0]].of("pattern", head[1]), trace.tokens.length, found),
    words: wordsTyped(found, trace.text),
    chosen, head, names: [], n_heads: 0, edits, cut, compact: Boolean(chances), low: !chances,
    following: labels(model.tokenizer, ids).map((label, at) => [label, chances?.[ids[at]]]),
    before: changed ? ids.map((id) => before[id]) : [],
    about: changed ? byHand.inWords(facts, model, hands) : `Layer ${head[0] + 1}, head ${head[1] + 1}.`,
    alt: facts.words.hero,
    places: found.flatMap(({ tokens }, at) => tokens.map(() => at)),
    listener(/** @type {[string, Spot]} */ [kind, choice]) {
      if (kind === "word") return { query: lastOf(found[choice]), key_position: null };
      return byHand.keys(hands, [kind, choice]) ?? { ...adding(model, trace, facts, ids)(choice), query: null };
    },
  });
  return lastOf(found[chosen]);
}

/** @type {typeof VIEWS[string]} */
function allHeads(state, board, read) {
  const { trace, facts, known } = read, head = headOf(state, known), { transposed } = state, chances = softmax(trace.next_logits, state.get("output_temperature"));
  board.columns(
    [30, 250, () => {
      board.above("head_grid");
      headGrid(board, trace, { selected: head, names: facts.names, transposed, listener: (choice) => state.headKeys(choice) });
    }],
    [70, 280, () => {
      const row = hero(state, board, read, state.get("query"), chances);
      const words = measured(facts, trace, head) || facts.turned[state.get("orientation")].looking;
      board.heading(`Layer ${head[0] + 1}, head ${head[1] + 1}`, `${words[0].toUpperCase()}${words.slice(1)}.`);
      patternOf(board, trace, head, { row, transposed, listener: ([query]) => ({ query }) });
    }],
  );
}

/** @type {typeof VIEWS[string]} */
function attention(state, board, read) {
  const { trace, facts, known } = read, head = headOf(state, known), { transposed } = state, n = trace.tokens.length, pattern = trace.layers[head[0]].of("pattern", head[1]);
  const query = Math.min(state.get("query") ?? n - 1, n - 1);
  const key = state.get("key_position") === null ? mostOf(pattern.subarray(query * n, query * n + n)) : Math.min(state.get("key_position"), n - 1);
  const row = hero(state, board, read, query, softmax(trace.next_logits));
  board.columns(
    [3, 0, () => {
      board.heading(headTitle(facts, trace, head), facts.turned[state.get("orientation")].direction);
      const listener = (/** @type {number[]} */ [row, column]) => ({ query: row, key_position: column });
      patternOf(board, trace, head, { says: state.get("key_position") === null ? [] : look(facts, trace, head, [query, key]), selected: [query, key], row, transposed, listener });
    }],
    [2, 0, () => {
      board.above("mix");
      mix(board, trace, head, query);
    }],
  );
}

/** @type {(board: Board, trace: Live.Trace, head: number[], query: number) => void} what one word gets: the values with most weight, each times its weight, and the sum of all */
function mix(board, trace, [layer, head], query) {
  const { words } = trace, n = words.length, width = trace.config.d_head, values = trace.layers[layer].of("values", head);
  const weights = trace.layers[layer].of("pattern", head).subarray(query * n, query * n + n);
  const parts = words.map((_, key) => Float64Array.from(values.subarray(key * width, key * width + width), (value) => weights[key] * value));
  const sumOf = (/** @type {Float64Array[]} */ rows) => rows.reduce((sum, row) => sum.map((value, at) => value + row[at]), new Float64Array(width));
  const named = largest(weights, Math.min(MIXED, n)).filter((key, place) => !place || weights[key] >= LEAST), rows = named.map((key) => parts[key]);
  const tokens = named.map((key) => `${fixed(weights[key], 2)} × ${words[key]}`), whole = sumOf(parts), some = sumOf(rows);
  const others = weights.filter((weight) => weight > 0).length - named.length;
  if (others) {
    tokens.push(`${others} other${others > 1 ? "s" : ""}`);
    rows.push(whole.map((value, at) => value - some[at]));
  }
  const alt = filled(board.facts.words.mix, { word: words[query], head: headNamed([layer, head]) });
  const about = { tokens: [...tokens, `= ${words[query]}`], height: LINE * (rows.length + 1), alt };
  strips(board, "mix", "weight × value", [...rows, whole], about);
}

/** @type {typeof VIEWS[string]} */
function nextWord(state, board, read) {
  const { hands, trace, model, facts } = read, { words } = facts, step = nextToken(trace.next_logits, state.sampling), [own] = state.lengths;
  const letters = [...trace.text];
  board.columns(
    [1, 0, () => {
      hero(state, board, read, state.get("query"));
      if (own === letters.length) return;
      const pieces = said(words.written, { text: stripped(letters.slice(own).join("")) });
      board.picture("sentence", "written", { pieces, large: true }, undefined, null);
    }],
  );
  board.columns(
    [1, 0, () => {
      const cut = step.final.includes(0), heated = state.sampling.temperature !== 1 || state.get("attention_temperature") !== 1, changed = cut || heated;
      const { alt } = board.above("next_word", heated ? words.at_one : cut ? words.before_cut : "");
      const plain = state.get("attention_temperature") === 1 ? hands.plain : traceOf(model, trace.text, UNCHANGED), before = softmax(plain.next_logits);
      const ids = largest(step.probabilities, SHOWN), values = ids.map((id) => step.final[id]), was = ids.map((id) => before[id]);
      const seed = state.get("seed"), drawn = shown(model.tokenizer, draw(step.final, seed, trace.text)), others = step.final.length - ids.length;
      const note = (/** @type {number} */ value, /** @type {number} */ before) => (changed ? `${shortPercent(before)} → ${shortPercent(value)}` : shortPercent(value));
      const left = (/** @type {Float64Array} */ chances) => Math.max(0, 1 - ids.reduce((sum, id) => sum + chances[id], 0));
      const [rest, wasRest] = [step.final.filter(Boolean).length > ids.length ? left(step.final) : 0, left(before)];
      const add = adding(model, trace, facts, ids);
      bars(board, {
        labels: labels(model.tokenizer, ids), values, before: changed ? was : null,
        notes: values.map((value, at) => note(value, was[at])),
        faded: values.flatMap((value, at) => (value ? [] : [at])),
        rest: others ? { label: `${others.toLocaleString("en")} others`, value: rest, before: changed ? wasRest : null, note: note(rest, wasRest) } : null,
        cuts: cutLines(step, ids, state.sampling),
        says: said(words.draws, { seed, drawn }),
        alt: changed ? alt.replace(/\.$/, cut ? words.faded : words.warm) : alt,
        listener: (made) => (Array.isArray(made) ? dragged(made) : add(made)),
      });
    }],
  );
}

/** @type {(board: Board, state: Live.State, trace: Live.Trace, facts: Live.Facts) => void} what became of the text, where the pictures are not of all of it */
function tellOfText(board, state, trace, { words, sentence }) {
  if (state.empty) board.tell(words.empty);
  if ([...state.get("text")].length === sentence) board.tell(words.full);
  if (trace.dropped) board.tell(filled(words.dropped, { reads: words.reads, most: trace.config.max_tokens, dropped: trace.dropped }));
}
