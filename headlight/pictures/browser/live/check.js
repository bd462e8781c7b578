// The live check: attention of a layer computed once more the plain way, in double precision throughout.

export const CHECKED = "✓\u00a0checked in double precision"; // the app says: against torch

/** Whether rows sum to 1, masked weights are 0, and a second computation gives the same context; else what is wrong. */
export function checked(trace, layer) {
  const { n, mayLook, factor, n_heads } = trace.layers[layer], width = trace.config.d_head;
  const edited = trace.change.silenced.flatMap(([at, head]) => (at === layer ? [head] : []));
  let worst = 0;
  for (let head = 0; head < n_heads; head++) {
    if (edited.includes(head)) continue;
    const [queries, keys, values, pattern, context] = ["queries", "keys", "values", "pattern", "context"].map((name) => trace.layers[layer].of(name, head));
    for (let query = 0; query < n; query++) {
      const at = (array, row) => array.subarray(row * width, (row + 1) * width);
      const powers = Array.from({ length: n }, (_, key) => {
        const score = at(queries, query).reduce((sum, value, i) => sum + value * at(keys, key)[i], 0);
        return mayLook[query * n + key] ? score * factor : -Infinity;
      });
      const most = Math.max(...powers), total = powers.reduce((sum, power) => sum + Math.exp(power - most), 0);
      const row = pattern.subarray(query * n, query * n + n);
      const masked = row.some((weight, key) => !mayLook[query * n + key] && weight !== 0);
      worst = Math.max(worst, masked ? Infinity : 0, 10 * Math.abs(row.reduce((a, b) => a + b, 0) - 1));
      for (let i = 0; i < width; i++) {
        const exact = powers.reduce((sum, power, key) => sum + (Math.exp(power - most) / total) * values[key * width + i], 0);
        const off = Math.abs(context[query * width + i] - exact);
        worst = Math.max(worst, Number.isFinite(off) ? off : Infinity);
      }
    }
  }
  return worst < 1e-4 ? CHECKED : `✗ These numbers do not add up in layer ${layer + 1}. Please report the sentence.`;
}
