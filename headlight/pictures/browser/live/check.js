// The live check: attention of a layer computed once more the plain way, in double precision throughout.

export const CHECKED = "✓\u00a0checked in double precision"; // the app says: against torch

/** Whether rows sum to 1, masked weights are 0, and a second computation gives the same context, but of heads that are edited; else what is wrong. */
export function checked(trace, layer) {
  const { n_heads } = trace.layers[layer];
  const edited = trace.change.edits.filter((each) => each.layer === layer), isEdited = (which) => edited.some(({ head }) => head === null || head === which);
  let worst = 0;
  for (let head = 0; head < n_heads; head++) if (!isEdited(head)) worst = Math.max(worst, offOf(trace, layer, head));
  return worst < 1e-4 ? CHECKED : `✗ Check failed: these numbers do not add up in layer ${layer + 1}. Please report the sentence.`;
}

/** How far a head is from what it should be: in its context, or by ten times the sum of a row; Infinity for a weight that is masked. */
function offOf(trace, layer, head) {
  const { n, mayLook, factor } = trace.layers[layer], width = trace.config.d_head;
  const [queries, keys, values, pattern, context] = ["queries", "keys", "values", "pattern", "context"].map((name) => trace.layers[layer].of(name, head));
  const powers = new Float64Array(n), exact = new Float64Array(width);
  let worst = 0;
  for (let query = 0; query < n; query++) {
    let sum = 0, most = -Infinity, total = 0;
    for (let key = 0; key < n; key++) {
      const weight = pattern[query * n + key];
      sum += weight;
      if (!mayLook[query * n + key]) {
        if (weight !== 0) return Infinity;
        continue;
      }
      let score = 0;
      for (let i = 0; i < width; i++) score += queries[query * width + i] * keys[key * width + i];
      most = Math.max(most, (powers[key] = score * factor));
    }
    exact.fill(0);
    for (let key = 0; key < n; key++) {
      if (!mayLook[query * n + key]) continue;
      const power = Math.exp(powers[key] - most);
      total += power;
      for (let i = 0; i < width; i++) exact[i] += power * values[key * width + i];
    }
    let off = 10 * Math.abs(sum - 1);
    for (let i = 0; i < width; i++) off = Math.max(off, Math.abs(context[query * width + i] - exact[i] / total));
    worst = Math.max(worst, Number.isFinite(off) ? off : Infinity);
  }
  return worst;
}
