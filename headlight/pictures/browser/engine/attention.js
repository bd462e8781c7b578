// Multi-head attention, every stage kept under its name (Vaswani et al. 2017, section 3.2).
//
// A matrix is [query, key]: rows look, columns are looked at. What has heads is [head, query, key] or [head, pos, d_head].

import { product } from "./arithmetic.js";
import { factorOf } from "./intervention.js";

/**
 * softmax(Q K^T / sqrt(d_head)) V of every head, from the query at place `first` on; the rows before it are those of
 * `old`, the same layer of an earlier pass over `old.n` tokens that began alike.
 */
export function attend({ queries, keys, values }, { n, n_heads, d_head, layer, change, mayLook, first, old }) {
  const scores = new Float32Array(n_heads * n * n), pattern = new Float32Array(n_heads * n * n);
  const factor = factorOf(change, d_head);
  const powers = new Float64Array(n);
  for (let head = 0; head < n_heads; head++) {
    const [q, k] = [queries, keys].map((each) => each.subarray(head * n * d_head, (head + 1) * n * d_head)), fresh = first * d_head;
    scores.set(product(q.subarray(fresh), k, n - first, n, d_head), (head * n + first) * n); // Q K^T
    const later = first && product(q.subarray(0, fresh), k.subarray(fresh), first, n - first, d_head); // old queries, fresh keys
    for (let query = 0; query < n; query++) {
      const row = (head * n + query) * n;
      if (query >= first) softmaxOfRow(scores, pattern, row, { n, factor, mayLook, place: query * n, powers });
      else {
        const before = (head * old.n + query) * old.n;
        for (let key = 0; key < first; key++) scores[row + key] = old.scores[before + key];
        for (let key = 0; key < first; key++) pattern[row + key] = old.pattern[before + key];
        for (let key = first; key < n; key++) scores[row + key] = later[query * (n - first) + key - first];
      }
    }
  }
  edit(pattern, { n, n_heads, layer, change });

  const context = new Float32Array(n_heads * n * d_head);
  for (let head = 0; head < n_heads; head++) {
    if (change.silenced.some(([at, which]) => at === layer && which === head)) continue; // zero
    const kept = first ? old.context.subarray(head * old.n * d_head, (head * old.n + first) * d_head) : [];
    context.set(kept, head * n * d_head);
    const rows = pattern.subarray((head * n + first) * n, (head + 1) * n * n), V = values.subarray(head * n * d_head, (head + 1) * n * d_head);
    context.set(product(rows, transposed(V, n, d_head), n - first, d_head, n), (head * n + first) * d_head); // pattern V
  }
  return { scores, pattern, context };
}

/** A row of the pattern: softmax of the scaled scores of the keys that may be looked at, 0 for the others. */
function softmaxOfRow(scores, pattern, row, { n, factor, mayLook, place, powers }) {
  let most = -Infinity, total = 0;
  for (let key = 0; key < n; key++) if (mayLook[place + key]) most = Math.max(most, scores[row + key] * factor);
  for (let key = 0; key < n; key++) total += powers[key] = mayLook[place + key] ? Math.exp(scores[row + key] * factor - most) : 0;
  for (let key = 0; key < n; key++) pattern[row + key] = powers[key] / total;
}

/** [rows, columns] -> [columns, rows] */
function transposed(x, rows, columns) {
  const out = new Float32Array(x.length);
  for (let row = 0; row < rows; row++) for (let column = 0; column < columns; column++) out[column * rows + row] = x[row * columns + column];
  return out;
}

/** Averaged patterns and rows edited by hand. */
function edit(pattern, { n, n_heads, layer, change }) {
  if (change.averaged.includes(layer))
    for (let cell = 0; cell < n * n; cell++) {
      let sum = 0;
      for (let head = 0; head < n_heads; head++) sum += pattern[head * n * n + cell];
      for (let head = 0; head < n_heads; head++) pattern[head * n * n + cell] = sum / n_heads;
    }
  for (const [at, head, query, weights] of change.rows) if (at === layer) pattern.set(weights, (head * n + query) * n);
}
