// Attention edited by hand on the start: ribbons moved to another word, or cut, as in pages/start/start.py.

import { row as rowOf } from "../engine/edits.js";
import { intervention, withEdits } from "../engine/intervention.js";
import { filled } from "./said.js";

const MOST = 8; // edits that are kept; each costs a pass

/** The edits of an address that this sentence can have, each [layer, head, word that looks, from, to or null]. */
export function parsed(text, found, { n_layers, n_heads }) {
  const wordAt = new Map(found.flatMap(({ tokens }, number) => tokens.map((place) => [String(place), number])));
  return text.split(/\s+/).filter(Boolean).slice(0, MOST).flatMap((written) => {
    const [layer, head, query, source, target, ...more] = written.split(".");
    const [at, which] = [Number(layer) - 1, Number(head) - 1];
    const places = [wordAt.get(query), wordAt.get(source), target === "x" ? null : wordAt.get(target)];
    const there = at >= 0 && at < n_layers && which >= 0 && which < n_heads && !more.length;
    if (!there || places.includes(undefined) || Math.max(places[1], places[2] ?? 0) > places[0]) return [];
    return [[at, which, ...places]];
  });
}

/** Edits as the address has them, with the last token of each word; null for none. */
export function written(edits, found) {
  const last = (word) => (word === null ? "x" : found[word].tokens.at(-1));
  return edits.slice(0, MOST).map(([layer, head, ...words]) => [layer + 1, head + 1, ...words.map(last)].join(".")).join(" ") || null;
}

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

/** The last edit in a sentence. */
export function inWords({ words }, edits, found) {
  const [layer, head, query, source, target] = edits.at(-1), named = `layer ${layer + 1}, head ${head + 1}`;
  const values = { head: named, word: found[query].text, source: found[source].text, target: found[target]?.text };
  return filled(target === null ? words.cut : words.moved, values);
}

/** What is cut at the last position, as headlight/parts/cut.py writes it: a head, 6.5, or a word hidden from all heads, "heads 4.1234", each of its tokens with its id. Null where the text or the model has no such part. */
export function cutOf(text, trace, found, { n_layers, n_heads }) {
  const [part, ...places] = text.split(/\s+/).filter(Boolean), last = trace.tokens.length - 1;
  const [layer, head] = (/^(\d+)\.(\d+)$/.exec(part) ?? []).slice(1).map((number) => Number(number) - 1);
  if (layer >= 0 && layer < n_layers && head >= 0 && head < n_heads && !places.length) return { head: [layer, head], change: (unchanged) => withEdits(unchanged, rowOf(layer, head, last, new Array(last + 1).fill(0))) };
  const hidden = places.map((place) => place.split(".").map(Number)), word = found.findIndex(({ tokens }) => tokens.includes(hidden[0]?.[0]));
  if (part !== "heads" || word < 0 || !hidden.every(([position, id]) => position < last && trace.tokens[position]?.id === id)) return null;
  return { word, change: (unchanged) => intervention({ ...unchanged, toggled: hidden.map(([position]) => [last, position]) }) };
}

/** A word hidden from all heads, as the address has it. */
export const hiding = (trace, word) => ["heads", ...word.tokens.map((position) => `${position}.${trace.tokens[position].id}`)].join(" ");
