// Multi-head attention, every stage kept under its name (Vaswani et al. 2017, section 3.2).
//
// A matrix is [query, key]: rows look, columns are looked at. What has heads is [head, query, key] or [head, pos, d_head].

import { factorOf } from "./intervention.js";

/**
 * softmax(Q K^T / sqrt(d_head)) V of every head, from the query at place `first` on; the rows before it are those of
 * `old`, the same layer of an earlier pass over `old.n` tokens that began alike.
 */
export function attend({ queries, keys, values }, { n, n_heads, d_head, layer, change, mayLook, first, old }) {
  const scores = new Float32Array(n_heads * n * n), pattern = new Float32Array(n_heads * n * n);
  const factor = factorOf(change, d_head);
  for (let head = 0; head < n_heads; head++)
    for (let query = 0; query < n; query++) {
      const row = (head * n + query) * n;
      const known = query < first ? first : 0; // keys whose score is known
      for (let key = known; key < n; key++) scores[row + key] = dot(queries, keys, head * n + query, head * n + key, d_head);
      if (known) {
        const before = (head * old.n + query) * old.n;
        scores.set(old.scores.subarray(before, before + first), row);
        pattern.set(old.pattern.subarray(before, before + first), row);
      } else softmaxOfRow(scores, pattern, row, n, factor, mayLook.subarray(query * n, query * n + n));
    }
  edit(pattern, { n, n_heads, layer, change });

  const context = new Float32Array(n_heads * n * d_head);
  for (let head = 0; head < n_heads; head++) {
    if (change.silenced.some(([at, which]) => at === layer && which === head)) continue; // zero
    for (let query = 0; query < n; query++) {
      const sum = context.subarray((head * n + query) * d_head, (head * n + query + 1) * d_head);
      if (query < first) sum.set(old.context.subarray((head * old.n + query) * d_head, (head * old.n + query + 1) * d_head));
      else mean(values, pattern, head * n, (head * n + query) * n, n, sum);
    }
  }
  return { scores, pattern, context };
}

/** One row of `queries` times one of `keys`. */
function dot(queries, keys, query, key, width) {
  const q = query * width, k = key * width;
  let sum = 0;
  for (let i = 0; i < width; i++) sum += queries[q + i] * keys[k + i];
  return sum;
}

/** A row of the pattern: softmax of the scaled scores of the keys that may be looked at, 0 for the others. */
function softmaxOfRow(scores, pattern, row, n, factor, mayLook) {
  let most = -Infinity, total = 0;
  for (let key = 0; key < n; key++) if (mayLook[key]) most = Math.max(most, scores[row + key] * factor);
  for (let key = 0; key < n; key++) if (mayLook[key]) total += Math.exp(scores[row + key] * factor - most);
  for (let key = 0; key < n; key++) if (mayLook[key]) pattern[row + key] = Math.exp(scores[row + key] * factor - most) / total;
}

/** The mean of the values of a head, each with its weight in a row of the pattern, into `sum` [d_head]. */
function mean(values, pattern, start, row, n, sum) {
  const width = sum.length;
  for (let key = 0; key < n; key++) {
    const weight = pattern[row + key], v = (start + key) * width;
    if (weight) for (let i = 0; i < width; i++) sum[i] += weight * values[v + i];
  }
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
