// Attention changed by hand on the start: a ribbon moved to another word or cut, a word or a head that is cut, as in headlight/parts/by_hand.py.

import { row as rowOf, silence } from "../engine/edits.js";
import { UNCHANGED, intervention, withEdits } from "../engine/intervention.js";
import { filled } from "./said.js";

const [MOST, CUT] = [8, "x"]; // edits that are kept, each costs a pass; and how a cut ends in the address

/**
 * @typedef {[number, number, number, number, number | null]} Edit a ribbon: layer, head, word that looks, from, to or null
 * @typedef {{ words: number[], heads: number[][] }} Cut
 */

const isSame = (/** @type {unknown} */ one) => (/** @type {unknown} */ other) => String(one) === String(other);

/** The edits of an address that this sentence can have: its ribbons, and what is cut. */
export function parsed(text, found, { n_layers, n_heads }) {
  const wordAt = new Map(found.flatMap(({ tokens }, number) => tokens.map((place) => [String(place), number])));
  const edits = [], without = new Set(), heads = new Map();
  for (const written of text.split(/\s+/).filter(Boolean).slice(0, MOST)) {
    const named = written.split("."), last = named.pop(), word = wordAt.get(named[0]);
    if (named.length === 1 && last === CUT && word < found.length - 1) without.add(word);
    if (named.length < 2) continue;
    const [layer, head] = [named[0] - 1, named[1] - 1], there = layer >= 0 && layer < n_layers && head >= 0 && head < n_heads;
    const places = [...named.slice(2).map((place) => wordAt.get(place)), last === CUT ? null : wordAt.get(last)];
    if (!there || places.includes(undefined)) continue;
    if (places.length === 1 && last === CUT) heads.set(String([layer, head]), [layer, head]);
    if (places.length === 3 && Math.max(places[1], places[2] ?? 0) <= places[0]) edits.push([layer, head, ...places]);
  }
  return { edits: edits.filter(([layer, head]) => !heads.has(String([layer, head]))), cut: { words: [...without], heads: [...heads.values()] } };
}

/** Edits as the address has them, with the last token of each word; null for none. */
export function written(edits, { words, heads }, found) {
  const last = (word) => (word === null ? CUT : found[word].tokens.at(-1));
  const cuts = [...words.toSorted((one, other) => one - other).map((word) => `${last(word)}.${CUT}`), ...inOrder(heads).map(([layer, head]) => `${layer + 1}.${head + 1}.${CUT}`)];
  const moved = edits.map(([layer, head, ...words]) => [layer + 1, head + 1, ...words.map(last)].join("."));
  return [...cuts, ...moved].slice(0, MOST).join(" ") || null;
}

/** What is cut with one more word or head, or with that one healed. */
export function turned(cut, kind, which) {
  const name = kind === "head" ? "heads" : "words", is = cut[name].some(isSame(which));
  return { ...cut, [name]: is ? cut[name].filter((each) => !isSame(which)(each)) : [...cut[name], which] };
}

/** The change with these words hidden from all that come after, and these heads switched off. */
export function withCut(cut, found, n) {
  const after = (word) => Array.from({ length: n }, (_, query) => query).filter((query) => !found[word].tokens.includes(query));
  const toggled = cut.words.flatMap((word) => found[word].tokens.flatMap((key) => after(word).filter((query) => query > key).map((query) => [query, key])));
  return withEdits(toggled.length ? intervention({ ...UNCHANGED, toggled }) : UNCHANGED, ...inOrder(cut.heads).map(silence));
}

const inOrder = (heads) => heads.toSorted(([layer, head], [other, number]) => layer - other || head - number);

/** The change with these edits, one after the other: each takes its weights from the pass with those before it. */
export function changedBy(edits, found, unedited, traceWith) {
  let change = unedited;
  for (const [layer, head, query, source, target] of edits) {
    const place = found[query].tokens.at(-1), trace = traceWith(change), n = trace.tokens.length;
    const row = Float64Array.from(trace.layers[layer].of("pattern", head).subarray(place * n, place * n + n));
    const moved = found[source].tokens.reduce((sum, each) => sum + row[each], 0);
    for (const each of found[source].tokens) row[each] = 0;
    const left = row.reduce((sum, weight) => sum + weight, 0);
    if (target !== null) row[found[target].tokens.at(-1)] += moved;
    else if (left > 0) row.forEach((weight, each) => (row[each] = weight / left));
    change = withEdits(change, rowOf(layer, head, place, row));
  }
  return change;
}

/** What was done: words and heads that are cut, and the last ribbon that was moved. */
export function inWords({ words }, { edits, cut }, found) {
  const title = ([layer, head]) => `layer ${layer + 1}, head ${head + 1}`;
  const said = [...cut.words.map((word) => filled(words.cut_word, { word: found[word].text })), ...cut.heads.map((head) => filled(words.cut_head, { head: title(head) }))];
  if (!edits.length) return said.join(" ");
  const [layer, head, query, source, target] = edits.at(-1);
  const values = { head: title([layer, head]), word: found[query].text, source: found[source].text, target: found[target]?.text };
  return [...said, filled(target === null ? words.cut : words.moved, values)].join(" ");
}
