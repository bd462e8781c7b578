// Attention changed by hand in a hero: a ribbon moved to another word or cut, a word or a head that is cut, as in headlight/parts/by_hand.py.

import { softmax } from "../engine/arithmetic.js";
import { row as rowOf, silence } from "../engine/edits.js";
import { intervention, withEdits } from "../engine/intervention.js";
import { largest } from "../engine/sampling.js";
import { lastOf } from "../engine/words.js";
import { percent } from "../shared/written.js";
import { filled, headNamed, shown } from "./said.js";

const [MOST, CUT] = [8, "x"]; // edits that are kept, each costs a pass; and how a cut ends in the address

/**
 * @typedef {[number, number, number, number, number | null]} Edit a ribbon: layer, head, word that looks, from, to or null
 * @typedef {{ words: number[], heads: number[][] }} Cut
 */

const isSame = (/** @type {unknown} */ one) => (/** @type {unknown} */ other) => String(one) === String(other);

/** @type {(text: string, found: Engine.Word[], config: Engine.Config) => { edits: Edit[], cut: Cut }} the edits of an address that this sentence can have: its ribbons, and what is cut */
export function parsed(text, found, { n_layers, n_heads }) {
  const wordAt = new Map(found.flatMap(({ tokens }, number) => tokens.map((place) => /** @type {const} */ ([String(place), number]))));
  const edits = /** @type {Edit[]} */ ([]), without = /** @type {Set<number>} */ (new Set()), heads = /** @type {Map<string, number[]>} */ (new Map());
  for (const written of text.split(/\s+/).filter(Boolean).slice(0, MOST)) {
    const named = written.split("."), last = String(named.pop()), word = wordAt.get(named[0]);
    if (named.length === 1 && last === CUT && word !== undefined && word < found.length - 1) without.add(word);
    if (named.length < 2) continue;
    const [layer, head] = [Number(named[0]) - 1, Number(named[1]) - 1], there = layer >= 0 && layer < n_layers && head >= 0 && head < n_heads;
    const places = [...named.slice(2).map((place) => wordAt.get(place)), last === CUT ? null : wordAt.get(last)];
    if (!there || places.includes(undefined)) continue;
    if (places.length === 1 && last === CUT) heads.set(String([layer, head]), [layer, head]);
    const [query, source, target] = /** @type {[number, number, number | null]} */ (places);
    if (places.length === 3 && Math.max(source, target ?? 0) <= query) edits.push([layer, head, query, source, target]);
  }
  return { edits: edits.filter(([layer, head]) => !heads.has(String([layer, head]))), cut: { words: [...without], heads: [...heads.values()] } };
}

/** @type {(edits: Edit[], cut: Cut, found: Engine.Word[]) => string | null} edits as the address has them, with the last token of each word; null for none */
function written(edits, { words, heads }, found) {
  const last = (/** @type {number | null} */ word) => (word === null ? CUT : lastOf(found[word]));
  const cuts = [...words.toSorted((one, other) => one - other).map((word) => `${last(word)}.${CUT}`), ...inOrder(heads).map(([layer, head]) => `${layer + 1}.${head + 1}.${CUT}`)];
  const moved = edits.map(([layer, head, ...words]) => [layer + 1, head + 1, ...words.map(last)].join("."));
  return [...cuts, ...moved].slice(0, MOST).join(" ") || null;
}

/** @type {(cut: Cut, kind: string, which: Spot) => Cut} what is cut with one more word or head, or with that one healed */
function turned(cut, kind, which) {
  const name = kind === "head" ? "heads" : "words", is = cut[name].some(isSame(which));
  return { ...cut, [name]: is ? cut[name].filter((each) => !isSame(which)(each)) : [...cut[name], which] };
}

/** @type {(cut: Cut, found: Engine.Word[], plain: Live.Trace, change: Engine.Change) => Engine.Change} the change of a pass with these words hidden from all others, and these heads switched off */
export function withCut(cut, found, { tokens, layers: [{ mayLook }] }, change) {
  const n = tokens.length, others = (/** @type {number} */ word) => [...tokens.keys()].filter((query) => !found[word].tokens.includes(query));
  const toggled = cut.words.flatMap((word) => found[word].tokens.flatMap((key) => others(word).filter((query) => mayLook[query * n + key]).map((query) => [query, key])));
  return withEdits(toggled.length ? intervention({ ...change, toggled: [...change.toggled, ...toggled] }) : change, ...inOrder(cut.heads).map(silence));
}

const inOrder = (/** @type {number[][]} */ heads) => heads.toSorted(([layer, head], [other, number]) => layer - other || head - number);

/** @type {(edits: Edit[], found: Engine.Word[], unedited: Engine.Change, traceWith: (change: Engine.Change) => Live.Trace) => Engine.Change} the change with these edits, one after the other: each takes its weights from the pass with those before it */
export function changedBy(edits, found, unedited, traceWith) {
  let change = unedited;
  for (const [layer, head, query, source, target] of edits) {
    const place = lastOf(found[query]), trace = traceWith(change), n = trace.tokens.length;
    const row = Float64Array.from(trace.layers[layer].of("pattern", head).subarray(place * n, place * n + n));
    const moved = found[source].tokens.reduce((sum, each) => sum + row[each], 0);
    for (const each of found[source].tokens) row[each] = 0;
    const left = row.reduce((sum, weight) => sum + weight, 0);
    if (target !== null) row[lastOf(found[target])] += moved;
    else if (left > 0) row.forEach((weight, each) => (row[each] = weight / left));
    change = withEdits(change, rowOf(layer, head, place, row));
  }
  return change;
}

/** @type {(hands: Live.Hands, chosen: [string, Spot]) => Live.Changes | undefined} the keys that a click sets, if it moves or cuts something */
export function keys({ edits, cut, found }, [kind, choice]) {
  if (kind === "edits") return { edited: written(choice, cut, found) };
  if (kind === "cut") return { edited: written(edits, turned(cut, choice[0], choice[1]), found), ...(choice[0] === "word" && { query: null }) };
}

/** @type {(facts: Live.Facts, model: Live.Model, hands: Live.Hands) => string} what was done, words and heads that are cut and the last ribbon that was moved, and what became of the likeliest next word */
export function inWords({ words }, { tokenizer }, { edits, cut, found, plain, trace }) {
  const [before, after] = [plain, trace].map(({ next_logits }) => softmax(next_logits)), [best] = largest(before, 1);
  const goes = filled(words.goes, { word: shown(tokenizer, best), had: percent(before[best]), has: percent(after[best]) });
  const said = [...cut.words.map((word) => filled(words.cut_word, { word: found[word].text })), ...cut.heads.map((head) => filled(words.cut_head, { head: headNamed(head) }))];
  if (!edits.length) return [...said, goes].join(" ");
  const [layer, head, query, source, target] = edits[edits.length - 1];
  const values = { head: headNamed([layer, head]), word: found[query].text, source: found[source].text, target: target === null ? "" : found[target].text };
  return [...said, filled(target === null ? words.cut : words.moved, values), goes].join(" ");
}
