// The views of the live page, each a function from what is set to a board, with the words and pictures that the app has
// for it: headlight/views/start, all_heads, attention and next_word.

import { draw, largest, nextToken } from "../engine/sampling.js";
import { softmax } from "../engine/arithmetic.js";
import { intervention } from "../engine/intervention.js";
import { betweenWords, goesOn, stripped, toldApart, wordsOf } from "../engine/words.js";
import * as byHand from "./by_hand.js";
import { checked } from "./check.js";
import { Board, bars, headGrid, looks, patternOf, strips, tokenChips } from "./pictures.js";
import { fixed, headTitle, labels, look, measured, mostOf, said, shown, strongestLook } from "./said.js";

const SHOWN = 9; // tokens in the bars of the next word
const VIEWS = { start, all_heads: allHeads, attention, next_word: nextWord };

/** The board of a state: its message and who listens to its pictures. */
export function boardOf(state, model, facts) {
  const board = new Board(state.text, facts.palettes), trace = traceOf(model, state.text, state.change);
  VIEWS[state.view](state, board, { trace, model, facts });
  return board;
}

/** What the model computes, with the tokens as they are written beside each other. */
export function traceOf(model, text, change) {
  const trace = model.trace(text, change);
  trace.words = toldApart(trace.tokens.map((token) => token.text));
  return trace;
}

function start(state, board, { trace: plain, model, facts }) {
  const { head } = state, found = wordsOf(plain.text, plain.tokens), letters = [...plain.text];
  const place = found.findIndex(({ tokens }) => tokens.includes(state.get("query")));
  const chosen = place < 0 ? found.length - 1 : place;
  const traceWith = (change) => traceOf(model, plain.text, change);
  const edits = byHand.parsed(state.get("edited"), found, model.config);
  const trace = edits.length ? traceWith(byHand.changedBy(edits, found, state.change, traceWith)) : plain;
  const before = softmax(plain.next_logits), after = softmax(trace.next_logits);
  const most = largest(before.map((chance, id) => Math.max(chance, after[id])), 5), ids = most.sort((a, b) => before[b] - before[a] || most.indexOf(a) - most.indexOf(b));
  const [best] = largest(before, 1), named = `“${shown(model.tokenizer, best)}”`;
  const moved = (later) => [fixed(before[best], 2), fixed(later[best], 2)];
  const { n_layers, n_heads } = model.config, cells = found.length ** 2, first = facts.start;
  const patterns = new Float32Array(n_layers * n_heads * cells);
  for (let which = 0; which < n_layers * n_heads; which++) {
    const pattern = trace.layers[Math.floor(which / n_heads)].of("pattern", which % n_heads);
    patterns.set(betweenWords(pattern, trace.tokens.length, found), which * cells);
  }
  const opening = trace.text === facts.example && chosen === found.length - 1 && String(head) === String(first.head) && !edits.length;
  const blank = (sign) => sign !== undefined && !stripped(sign);

  function about() {
    if (edits.length) {
      const [had, has] = moved(after);
      return `${byHand.inWords(edits, found)} ${named} goes from ${had} to ${has}.`;
    }
    const silent = intervention({ ...state.change, silenced: [...state.change.silenced, head] });
    const [had, has] = moved(softmax(traceWith(silent).next_logits));
    return `${headTitle(facts, trace, head)}. Without this head ${named} would have ${has} in place of ${had}. ${checked(trace, head[0])}`;
  }

  looks(board, {
    patterns,
    words: found.map(({ start, end }) => ({
      text: stripped(letters.slice(start, end).join("")) || "␣",
      apart: start === 0 || blank(letters[start - 1]) || blank(letters[start]),
    })),
    chosen, head, names: facts.names, heads: n_heads, edits,
    following: labels(model.tokenizer, ids).map((label, at) => [label, after[ids[at]]]),
    before: edits.length ? ids.map((id) => before[id]) : [],
    about: about(),
    then: opening ? first.then : null,
    listener([kind, choice]) {
      const word = (number) => ({ query: found[number].tokens.at(-1) });
      if (kind === "word") return word(choice);
      if (kind === "head") return state.headKeys(choice);
      if (kind === "both") return { ...word(choice[0]), ...state.headKeys(choice[1]) };
      if (kind === "edits") return { edited: byHand.written(choice, found) };
      return { ...adding(model, trace, facts, ids)(choice), query: null };
    },
  });
  sayIfCut(board, trace, facts);
}

function allHeads(state, board, { trace, model, facts }) {
  const { head, transposed } = state;
  chips(board, trace, facts);
  board.columns(
    [36, 220, () => {
      board.heading("All heads", "Rows are layers, columns are heads. Choose one.");
      headGrid(board, trace, { selected: head, names: facts.names, transposed, listener: (choice) => state.headKeys(choice) });
    }],
    [38, 330, () => {
      const words = measured(facts, trace, head) || (transposed ? "columns look, rows are looked at" : "rows look, columns are looked at");
      board.heading(`Layer ${head[0] + 1}, head ${head[1] + 1}`, `${words[0].toUpperCase()}${words.slice(1)}.`);
      patternOf(board, trace, head, { says: strongestLook(trace, head), transposed });
      board.note(checked(trace, head[0]));
    }],
    [26, 200, () => {
      board.heading("Next word", "The likeliest tokens after the last one.");
      const chances = softmax(trace.next_logits, state.get("output_temperature")), ids = largest(chances, 8), values = ids.map((id) => chances[id]);
      bars(board, { labels: labels(model.tokenizer, ids), values, notes: values.map((value) => fixed(value, 3)), alt: "The likeliest next tokens.", listener: adding(model, trace, facts, ids) });
    }],
  );
}

function attention(state, board, { trace, facts }) {
  const { head, transposed } = state, n = trace.tokens.length, pattern = trace.layers[head[0]].of("pattern", head[1]);
  const query = Math.min(state.get("query") ?? n - 1, n - 1);
  const key = state.get("key_position") === null ? mostOf(pattern.subarray(query * n, query * n + n)) : Math.min(state.get("key_position"), n - 1);
  const [line, across] = transposed ? ["column", "row"] : ["row", "column"];
  chips(board, trace, facts, { strong: [query, key], listener: (place) => ({ query: place, key_position: null }) });
  board.columns(
    [1, 0, () => {
      const direction = `${line[0].toUpperCase()}${line.slice(1)}s look, ${across}s are looked at: softmax runs along each ${line}, so each ${line} sums to 1.`;
      board.heading(headTitle(facts, trace, head), `${direction} Choose a word, or a cell.`);
      const listener = ([row, column]) => ({ query: row, key_position: column });
      patternOf(board, trace, head, { says: look(trace, head, [query, key]), selected: [query, key], transposed, listener });
      board.note(checked(trace, head[0]));
    }],
    [1, 0, () => {
      board.heading("What it brings back", `Every token hands on a value of ${trace.config.d_head} numbers. A token's context is the mean of the ` +
        "values, each with the weight that it has in the pattern.");
      strips(board, trace, head, ["values", "context"], 150);
    }],
  );
  board.heading("What they look with", "A token looks with its query and is found by its key: where they point the same way, the weight is large. " +
    "Two learned matrices make them, W_Q and W_K.");
  strips(board, trace, head, ["queries", "keys"], 104);
}

function nextWord(state, board, { trace, model, facts }) {
  const step = nextToken(trace.next_logits, state.sampling), [own] = state.lengths;
  chips(board, trace, facts, { strong: trace.tokens.flatMap(({ start }, place) => (start >= own ? [place] : [])) });
  const letters = [...trace.text];
  if (own !== letters.length) board.note(`Written by the model: ${stripped(letters.slice(own).join(""))}`);
  board.columns([62, 300, () => {
    board.heading("What comes next", "Faded: cut, so it cannot be drawn. The others share its probability; dashed: before the cut.");
    const ids = largest(step.probabilities, SHOWN), values = ids.map((id) => step.final[id]), was = ids.map((id) => step.probabilities[id]);
    const cut = step.final.includes(0), seed = state.get("seed");
    const drawn = shown(model.tokenizer, draw(step.final, seed, trace.text));
    bars(board, {
      labels: labels(model.tokenizer, ids), values, before: cut ? was : null,
      notes: values.map((value, at) => (cut ? `${fixed(was[at], 3)} → ${fixed(value, 3)}` : fixed(value, 3))),
      faded: values.flatMap((value, at) => (value ? [] : [at])),
      says: said`After this text, seed ${seed} draws “**${drawn}**”.`,
      alt: "Probabilities of the likeliest next tokens; faded ones are cut and cannot be drawn.",
      listener: adding(model, trace, facts, ids),
    });
  }]);
}

/** What listens to bars of next words: a click adds the word to the sentence. */
const adding = (model, trace, facts, ids) => (place) => ({ text: withToken(model, trace.text, ids[place], facts.sentence).text });

function chips(board, trace, facts, look) {
  tokenChips(board, trace, trace.tokens.map((_, place) => goesOn(trace.tokens, place)), look);
  sayIfCut(board, trace, facts);
}

function sayIfCut(board, trace, facts) {
  const { max_tokens } = trace.config;
  if (trace.dropped) board.note(`This model reads ${max_tokens} tokens at a time: the last ${trace.dropped} tokens of your text are not in the pictures.`);
  if ([...trace.text].length >= facts.sentence) board.note(`The box holds ${facts.sentence} characters; anything beyond was not taken.`);
}

/** The text with a token at its end, or as it is and why nothing was added: as in transformer/writing.py. */
export function withToken(model, text, id, most) {
  if (id === model.tokenizer.end_id) return { text, stopped: "Here the model chose the mark that ends a text, so it has nothing to add." };
  const piece = model.tokenizer.added(id), longer = text + piece;
  const stopped = piece.includes("\ufffd") ? "Here the model chose a part of a character, which cannot be written by itself."
    : [...piece].some((sign) => sign !== " " && /[\p{C}\p{Z}]/u.test(sign)) ? "Here the model chose a new line, or another sign that a box of one line cannot hold."
    : [...longer].length > most ? `The box is full: it holds ${most} characters.`
    : model.tokenizer.encode(longer).length > model.config.max_tokens ? `Of a text at most ${model.config.max_tokens} tokens are read here, and this one has as many.` : "";
  return stopped ? { text, stopped } : { text: longer };
}

/** The text with `count` more words, or one more token where it is 0; the likeliest where `greedy`. */
export function writtenOn(state, model, facts, count, greedy) {
  let { text } = state;
  const words = (all) => stripped(all).split(/[\p{White_Space}\x1c-\x1f]+/u).length, goal = words(text) + count;
  for (let token = 0; token < Math.max(1, 4 * count); token++) {
    const { final } = nextToken(traceOf(model, text, state.change).next_logits, greedy ? { top_k: 1 } : state.sampling);
    const longer = withToken(model, text, draw(final, state.get("seed"), text), facts.sentence);
    if (longer.stopped || (count && words(longer.text) > goal)) return { text, stopped: longer.stopped ?? "" };
    text = longer.text;
  }
  return { text, stopped: "" };
}
