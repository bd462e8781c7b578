// A text and what the model makes of it, as the views read it: its pass, its words as they are typed, and what goes on with it.

import { draw, nextToken } from "../engine/sampling.js";
import { asTyped, splitAtBlanks, stripped, wordsOf } from "../engine/words.js";
import * as byHand from "./by_hand.js";
import { filled } from "./said.js";

/** @type {(model: Live.Model, text: string, change: Engine.Change) => Live.Trace} what the model computes, with the tokens as they are written beside each other */
export function traceOf(model, text, change) {
  const trace = model.trace(text, change);
  return Object.assign(trace, { words: asTyped(text, trace.tokens) });
}

/** @type {(state: Live.State, model: Live.Model, text?: string) => Live.Hands} the passes of a text without what was changed in it by hand and with it: as `read` of headlight/parts/by_hand.py */
export function passesOf(state, model, text = state.text) {
  const traceWith = (/** @type {Engine.Change} */ change) => traceOf(model, text, change), plain = traceWith(state.change), found = wordsOf(text, plain.tokens);
  const { edits, cut } = byHand.parsed(state.get("edited"), found, model.config), changed = edits.length + cut.words.length + cut.heads.length > 0;
  const trace = changed ? traceWith(byHand.changedBy(edits, found, byHand.withCut(cut, found, plain, state.change), traceWith)) : plain;
  return { found, edits, cut, changed, plain, trace };
}

/** @type {(found: Engine.Word[], text: string) => Header.LooksWord[]} the words as they are written in the sentence, and whether each stands apart: as `written` in headlight/parts/hero.py */
export function wordsTyped(found, text) {
  const letters = [...text], blank = (/** @type {string | undefined} */ sign) => sign !== undefined && !stripped(sign);
  return found.map(({ text: own, start, end }) => ({
    text: (start < end ? stripped(letters.slice(start, end).join("")) : stripped(own)) || "␣",
    apart: start === end || start === 0 || blank(letters[start - 1]) || blank(letters[start]),
  }));
}

/** @type {(model: Live.Model, trace: Live.Trace, facts: Live.Facts, ids: number[]) => (place: number) => Live.Changes} what listens to bars of next words: a click adds the word to the sentence */
export const adding = (model, trace, facts, ids) => (place) => ({ text: withToken(model, trace.text, ids[place], facts).text });

/** @type {(model: Live.Model, text: string, id: number, facts: Live.Facts) => { text: string, stopped?: string }} the text with a token at its end, or as it is and why nothing was added: as in transformer/writing.py */
function withToken(model, text, id, { words, sentence: most }) {
  if (id === model.tokenizer.end_id) return { text, stopped: words.at_end };
  const piece = model.tokenizer.added(id), longer = text + piece;
  const stopped = piece.includes("\ufffd") ? words.in_a_character
    : [...piece].some((sign) => sign !== " " && /[\p{C}\p{Z}]/u.test(sign)) ? words.unseen
    : [...longer].length > most ? filled(words.box_full, { most })
    : model.tokenizer.encode(longer).length > model.config.max_tokens ? filled(words.text_full, { most: model.config.max_tokens }) : "";
  return stopped ? { text, stopped } : { text: longer };
}

/** @type {(state: Live.State, model: Live.Model, facts: Live.Facts, count: number, greedy: boolean) => { text: string, stopped: string }} the text with `count` more words, or one more token where it is 0; the likeliest where `greedy` */
export function writtenOn(state, model, facts, count, greedy) {
  let { text } = state;
  const words = (/** @type {string} */ all) => splitAtBlanks(all).length, goal = words(text) + count;
  for (let token = 0; token < Math.max(1, 4 * count); token++) {
    const { final } = nextToken(passesOf(state, model, text).trace.next_logits, greedy ? { top_k: 1 } : state.sampling);
    const longer = withToken(model, text, draw(final, state.get("seed"), text), facts);
    if (longer.stopped || (count && words(longer.text) > goal)) return { text, stopped: longer.stopped ?? "" };
    text = longer.text;
  }
  return { text, stopped: "" };
}
