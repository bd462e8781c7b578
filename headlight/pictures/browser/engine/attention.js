// Multi-head attention, every stage kept under its name (Vaswani et al. 2017, section 3.2).
//
// A matrix is [query, key]: rows look, columns are looked at. What has heads is [head, query, key] or [head, pos, d_head].

import { makeEdits } from "./edits.js";
import { factorOf } from "./intervention.js";
import { free, room } from "./memory.js";

/**
 * softmax(Q K^T / sqrt(d_head)) of every head, and the context, pattern V, of the queries from the place `first` on; rows
 * of the pattern before it are those of `old`, the same layer of an earlier pass over `old.n` tokens that began alike.
 * `queries` are those from `first` on, `keys` and `values` those of all places.
 *
 * @param {{ queries: Engine.Numbers, keys: Engine.Numbers, values: Engine.Numbers }} projected
 * @param {Omit<Engine.Pass, "places"> & Engine.Heads & { layer: number, old?: { n: number, pattern: Engine.Numbers } }} pass
 */
export function attend({ queries, keys, values }, { n, n_heads, d_head, layer, change, mayLook, first, old, products }) {
  const pattern = room(n_heads * n * n), context = room(queries.length), m = n - first;
  const factor = factorOf(change, d_head), powers = new Float64Array(n);
  const of = (/** @type {Engine.Numbers} */ array, /** @type {number} */ head, /** @type {number} */ rows) => array.subarray(head * rows * d_head, (head + 1) * rows * d_head);
  for (let head = 0; head < n_heads; head++) {
    for (let query = 0; old && query < first; query++) {
      const before = (head * old.n + query) * old.n;
      pattern.fill(0, (head * n + query) * n, (head * n + query + 1) * n).set(old.pattern.subarray(before, before + first), (head * n + query) * n);
    }
    const scores = products.exact(of(queries, head, m), of(keys, head, n), m, n, d_head); // Q K^T
    for (let row = 0; row < m; row++)
      softmaxOfRow(scores, row * n, pattern, (head * n + first + row) * n, { n, factor, mayLook, place: (first + row) * n, powers });
    free([scores]);
  }
  makeEdits(change, "pattern", layer, pattern, { blocks: n_heads, width: n, since: first, mayLook });

  for (let head = 0; head < n_heads; head++) {
    const brought = products.weighted(pattern.subarray((head * n + first) * n, (head + 1) * n * n), of(values, head, n), m, n, d_head);
    of(context, head, m).set(brought); // pattern V
    free([brought]);
  }
  makeEdits(change, "context", layer, context, { blocks: n_heads, width: d_head, from: first });
  return { pattern, context };
}

/**
 * A row of the pattern: softmax of the scaled scores of the keys that may be looked at, 0 for the others.
 *
 * @param {Engine.Numbers} scores
 * @param {number} from
 * @param {Engine.Numbers} pattern
 * @param {number} to
 * @param {{ n: number, factor: number, mayLook: Uint8Array, place: number, powers: Float64Array }} row
 */
function softmaxOfRow(scores, from, pattern, to, { n, factor, mayLook, place, powers }) {
  let most = -Infinity, total = 0;
  for (let key = 0; key < n; key++) if (mayLook[place + key]) most = Math.max(most, scores[from + key] * factor);
  for (let key = 0; key < n; key++) total += powers[key] = mayLook[place + key] ? Math.exp(scores[from + key] * factor - most) : 0;
  for (let key = 0; key < n; key++) pattern[to + key] = powers[key] / total;
}
