// The views of the live page, each a function from what is set to a board, with the words and pictures that the app has
// for it: pages/start, all_heads, attention and next_word.

import { draw, largest, nextToken } from "../engine/sampling.js";
import { softmax } from "../engine/arithmetic.js";
import { row as rowOf } from "../engine/edits.js";
import { silent, withEdits } from "../engine/intervention.js";
import { asTyped, betweenWords, stripped, wordsOf } from "../engine/words.js";
import * as byHand from "./by_hand.js";
import { checked } from "./check.js";
import { cutLines, dragged } from "./cut.js";
import { Board, bars, headGrid, looks, patternOf, strips } from "./pictures.js";
import { filled, fixed, headTitle, labels, look, measured, mostOf, said, shown } from "./said.js";

const [SHOWN, IN_HERO] = [8, 4]; // tokens in the bars of the next word
const [MIXED, LEAST, LINE] = [4, 0.1, 32]; // of a mix: most words with a row, the weight that all but the first need for one, pixels of it
const MUCH = 24; // new tokens of a text, whose second pass takes longer than to draw it
const VIEWS = { start, all_heads: allHeads, attention, next_word: nextWord };

/**
 * The board of a state: its message and who listens to its pictures.
 *
 * Where `shown` are the words beside the sentence so far, and much of a text is new, they stay for the moment: what they say
 * takes a second pass, and the board has `later`, which puts the new ones in.
 */
export function boardOf(state, model, facts, /** @type {string | null} */ shown = null) {
  const board = new Board(state.text, state.view, facts), trace = traceOf(model, state.text, state.change);
  tellOfText(board, state, trace, facts);
  VIEWS[state.view](state, board, { trace, model, facts, shown });
  return board;
}

/** What the model computes, with the tokens as they are written beside each other. */
function traceOf(model, text, change) {
  const trace = model.trace(text, change);
  trace.words = asTyped(text, trace.tokens);
  return trace;
}

function start(state, board, { trace: plain, model, facts, shown: aside }) {
  const { head } = state, found = wordsOf(plain.text, plain.tokens);
  const place = found.findIndex(({ tokens }) => tokens.includes(state.get("query")));
  const chosen = place < 0 ? found.length - 1 : place;
  const traceWith = (change) => traceOf(model, plain.text, change);
  const moved = byHand.parsed(state.get("edited"), found, model.config), silenced = silent(state.change);
  const edits = moved.filter(([layer, head]) => !silenced.some(([at, which]) => at === layer && which === head));
  if (edits.length < moved.length) board.note(facts.words.unheard);
  const trace = edits.length ? traceWith(byHand.changedBy(edits, found, state.change, traceWith)) : plain;
  const before = softmax(plain.next_logits), after = softmax(trace.next_logits);
  const most = largest(before.map((chance, id) => Math.max(chance, after[id])), 5), ids = most.sort((a, b) => before[b] - before[a] || most.indexOf(a) - most.indexOf(b));
  const [best] = largest(before, 1), had = before[best], word = shown(model.tokenizer, best), { words } = facts;
  const { n_layers, n_heads } = model.config, cells = found.length ** 2, first = facts.start;
  const patterns = new Float32Array(n_layers * n_heads * cells);
  for (let which = 0; which < n_layers * n_heads; which++) {
    const pattern = trace.layers[Math.floor(which / n_heads)].of("pattern", which % n_heads);
    patterns.set(betweenWords(pattern, trace.tokens.length, found), which * cells);
  }
  const opening = trace.text === facts.example && chosen === found.length - 1 && String(head) === String(first.head) && !edits.length;
  const typed = wordsTyped(found, plain.text);

  function about() {
    if (edits.length) {
      return `${byHand.inWords(facts, edits, found)} ${filled(words.goes, { word, had, has: after[best] })}`;
    }
    const opens = plain.text === facts.example && !state.choseHead; // there the app says why this word
    const worth = () => ` ${filled(words.without, { word, has: 100 * without() })}`;
    return `${headTitle(facts, trace, head)}.${opens ? "" : worth()} ${checked(trace, head[0])}`;
  }

  /** The chance of the likeliest next word where the head looks nowhere from the last token. */
  function without() {
    if (silenced.some((each) => String(each) === String(head))) return had;
    const last = trace.tokens.length - 1, nowhere = rowOf(head[0], head[1], last, new Array(last + 1).fill(0));
    return softmax(traceWith(withEdits(state.change, nowhere)).next_logits)[best];
  }

  const waits = aside !== null && !edits.length && plain.fresh > MUCH;
  const picture = looks(board, "looks", {
    patterns,
    compact: false,
    places: [],
    words: typed,
    chosen, head, names: facts.names, heads: n_heads, edits,
    following: labels(model.tokenizer, ids).map((label, at) => [label, after[ids[at]]]),
    before: edits.length ? ids.map((id) => before[id]) : [],
    about: waits ? aside : about(),
    alt: facts.headings.start.looks.alt,
    then: opening ? first.then : null,
    listener([kind, choice]) {
      const chosenWord = (number) => ({ query: found[number].tokens.at(-1) });
      if (kind === "word") return chosenWord(choice);
      if (kind === "head") return state.headKeys(choice);
      if (kind === "both") return { ...chosenWord(choice[0]), ...state.headKeys(choice[1]) };
      if (kind === "edits") return { edited: byHand.written(choice, found) };
      return { ...adding(model, trace, facts, ids)(choice), query: null };
    },
  });
  board.aside = picture.header.about;
  if (waits) board.later = () => (board.aside = picture.header.about = about());
}

/** The words as they are written in the sentence, and whether each stands apart: as `written` in headlight/parts/hero.py. */
function wordsTyped(found, text) {
  const letters = [...text], blank = (sign) => sign !== undefined && !stripped(sign);
  return found.map(({ text: own, start, end }) => ({
    text: (start < end ? stripped(letters.slice(start, end).join("")) : stripped(own)) || "␣",
    apart: start === end || start === 0 || blank(letters[start - 1]) || blank(letters[start]),
  }));
}

/**
 * The words, where the one of the token `query` looks in the chosen head, and of `chances` the likeliest next.
 *
 * @type {(state: any, board: Board, read: any, query: number | null, chances?: Float64Array) => number} returns the token whose row that is
 */
function hero(state, board, { trace, model, facts }, query, chances = new Float64Array()) {
  const { head } = state, found = wordsOf(trace.text, trace.tokens), place = found.findIndex(({ tokens }) => tokens.some((token) => token === query));
  const chosen = place < 0 ? found.length - 1 : place, { tokens } = found[chosen], most = chances.length ? largest(chances, IN_HERO) : [];
  const ids = most.sort((a, b) => chances[b] - chances[a] || most.indexOf(a) - most.indexOf(b));
  looks(board, "hero", {
    patterns: betweenWords(trace.layers[head[0]].of("pattern", head[1]), trace.tokens.length, found),
    words: wordsTyped(found, trace.text),
    chosen, head, names: [], heads: 0, edits: null, compact: true,
    following: labels(model.tokenizer, ids).map((label, at) => [label, chances[ids[at]]]),
    before: [],
    about: `Layer ${head[0] + 1}, head ${head[1] + 1}.`,
    alt: facts.words.hero,
    then: null,
    places: found.flatMap(({ tokens }, at) => tokens.map(() => at)),
    listener([kind, choice]) {
      if (kind === "word") return { query: found[choice].tokens.at(-1), key_position: null };
      return { ...adding(model, trace, facts, ids)(choice), query: null };
    },
  });
  return tokens[tokens.length - 1];
}

function allHeads(state, board, { trace, model, facts }) {
  const { head, transposed } = state, chances = softmax(trace.next_logits, state.get("output_temperature"));
  board.columns(
    [30, 250, () => {
      board.above("head_grid");
      headGrid(board, trace, { selected: head, names: facts.names, transposed, listener: (choice) => state.headKeys(choice) });
    }],
    [70, 280, () => {
      const row = hero(state, board, { trace, model, facts }, state.get("query"), chances);
      const words = measured(facts, trace, head) || facts.turned[state.get("orientation")].looking;
      board.heading(`Layer ${head[0] + 1}, head ${head[1] + 1}`, `${words[0].toUpperCase()}${words.slice(1)}.`);
      patternOf(board, trace, head, { row, transposed, listener: ([query]) => ({ query }) });
      board.note(checked(trace, head[0]));
    }],
  );
}

function attention(state, board, { trace, model, facts }) {
  const { head, transposed } = state, n = trace.tokens.length, pattern = trace.layers[head[0]].of("pattern", head[1]);
  const query = Math.min(state.get("query") ?? n - 1, n - 1);
  const key = state.get("key_position") === null ? mostOf(pattern.subarray(query * n, query * n + n)) : Math.min(state.get("key_position"), n - 1);
  const row = hero(state, board, { trace, model, facts }, query, softmax(trace.next_logits));
  board.columns(
    [3, 0, () => {
      board.heading(headTitle(facts, trace, head), facts.turned[state.get("orientation")].direction);
      const listener = ([row, column]) => ({ query: row, key_position: column });
      patternOf(board, trace, head, { says: state.get("key_position") === null ? [] : look(facts, trace, head, [query, key]), selected: [query, key], row, transposed, listener });
    }],
    [2, 0, () => {
      board.above("mix");
      mix(board, trace, head, query);
      board.note(checked(trace, head[0]));
    }],
  );
}

/** What one word gets: the values with most weight, each times its weight, and the sum of all. */
function mix(board, trace, [layer, head], query) {
  const { words } = trace, n = words.length, width = trace.config.d_head, values = trace.layers[layer].of("values", head);
  const weights = trace.layers[layer].of("pattern", head).subarray(query * n, query * n + n);
  const parts = words.map((_, key) => Float64Array.from(values.subarray(key * width, key * width + width), (value) => weights[key] * value));
  const sumOf = (rows) => rows.reduce((sum, row) => sum.map((value, at) => value + row[at]), new Float64Array(width));
  const named = largest(weights, Math.min(MIXED, n)).filter((key, place) => !place || weights[key] >= LEAST), rows = named.map((key) => parts[key]);
  const tokens = named.map((key) => `${fixed(weights[key], 2)} × ${words[key]}`), whole = sumOf(parts), some = sumOf(rows);
  const others = weights.filter((weight) => weight > 0).length - named.length;
  if (others) {
    tokens.push(`${others} other${others > 1 ? "s" : ""}`);
    rows.push(whole.map((value, at) => value - some[at]));
  }
  const alt = filled(board.facts.words.mix, { word: words[query], head: `layer ${layer + 1}, head ${head + 1}` });
  const about = { tokens: [...tokens, `= ${words[query]}`], height: LINE * (rows.length + 1), alt };
  strips(board, "mix", "weight × value", [...rows, whole], about);
}

function nextWord(state, board, { trace, model, facts }) {
  const step = nextToken(trace.next_logits, state.sampling), [own] = state.lengths;
  const letters = [...trace.text];
  board.columns(
    [56, 330, () => {
      hero(state, board, { trace, model, facts }, state.get("query"));
      if (own !== letters.length) board.note(filled(facts.words.written, { text: stripped(letters.slice(own).join("")) }));
    }],
    [44, 300, () => {
      const cut = step.final.includes(0), seed = state.get("seed");
      const { alt } = board.above("next_word", cut ? facts.words.before_cut : "");
      const ids = largest(step.probabilities, SHOWN), values = ids.map((id) => step.final[id]), was = ids.map((id) => step.probabilities[id]);
      const drawn = shown(model.tokenizer, draw(step.final, seed, trace.text)), others = step.final.length - ids.length;
      const note = (value, before) => (cut ? `${fixed(before, 3)} → ${fixed(value, 3)}` : fixed(value, 3));
      const left = (chances) => Math.max(0, 1 - ids.reduce((sum, id) => sum + chances[id], 0));
      const [rest, wasRest] = [step.final.filter(Boolean).length > ids.length ? left(step.final) : 0, left(step.probabilities)];
      const add = adding(model, trace, facts, ids);
      bars(board, {
        labels: labels(model.tokenizer, ids), values, before: cut ? was : null,
        notes: values.map((value, at) => note(value, was[at])),
        faded: values.flatMap((value, at) => (value ? [] : [at])),
        rest: others ? { label: `${others.toLocaleString("en")} others`, value: rest, before: cut ? wasRest : null, note: note(rest, wasRest) } : null,
        cuts: cutLines(step, ids, state.sampling),
        says: said(facts.words.draws, { seed, drawn }),
        alt: cut ? alt.replace(/\.$/, facts.words.faded) : alt,
        listener: (made) => (Array.isArray(made) ? dragged(made) : add(made)),
      });
    }],
  );
}

/** What listens to bars of next words: a click adds the word to the sentence. */
const adding = (model, trace, facts, ids) => (place) => ({ text: withToken(model, trace.text, ids[place], facts).text });

/** What became of the text, where the pictures are not of all of it. */
function tellOfText(board, state, trace, { words, sentence }) {
  if (state.empty) board.tell(words.empty);
  if ([...state.get("text")].length === sentence) board.tell(words.full);
  if (trace.dropped) board.tell(filled(words.dropped, { reads: words.reads, most: trace.config.max_tokens, dropped: trace.dropped }));
}

/** The text with a token at its end, or as it is and why nothing was added: as in transformer/writing.py. */
function withToken(model, text, id, { words, sentence: most }) {
  if (id === model.tokenizer.end_id) return { text, stopped: words.at_end };
  const piece = model.tokenizer.added(id), longer = text + piece;
  const stopped = piece.includes("\ufffd") ? words.in_a_character
    : [...piece].some((sign) => sign !== " " && /[\p{C}\p{Z}]/u.test(sign)) ? words.unseen
    : [...longer].length > most ? filled(words.box_full, { most })
    : model.tokenizer.encode(longer).length > model.config.max_tokens ? filled(words.text_full, { most: model.config.max_tokens }) : "";
  return stopped ? { text, stopped } : { text: longer };
}

/** The text with `count` more words, or one more token where it is 0; the likeliest where `greedy`. */
export function writtenOn(state, model, facts, count, greedy) {
  let { text } = state;
  const words = (all) => stripped(all).split(/[\p{White_Space}\x1c-\x1f]+/u).length, goal = words(text) + count;
  for (let token = 0; token < Math.max(1, 4 * count); token++) {
    const { final } = nextToken(traceOf(model, text, state.change).next_logits, greedy ? { top_k: 1 } : state.sampling);
    const longer = withToken(model, text, draw(final, state.get("seed"), text), facts);
    if (longer.stopped || (count && words(longer.text) > goal)) return { text, stopped: longer.stopped ?? "" };
    text = longer.text;
  }
  return { text, stopped: "" };
}
