// What the reader changed about a forward pass, under the names of transformer/intervention.py; layers and heads from 0.

export const UNCHANGED = Object.freeze({
  mask: "causal", // which keys a query may look at: causal, none, window
  window: 4, // with the mask "window": itself and this many tokens less one before it
  toggled: [], // [query, key]: cells of every head where the opposite of the mask holds
  padding: 0, // end marks written after the text
  padding_hidden: true, // no other token may look at them
  scaled: true, // divide scores by sqrt(d_head)
  multiplier: 1, // times the scores
  temperature: 1, // of attention: the scores are divided by it
  positions: true, // off: the model is told nothing of order
  start: 0, // place of the first token
  permutation: null, // place given to each token instead of 0, 1, 2, ...
  silenced: [], // [layer, head] whose context is set to zero
  averaged: [], // layers whose heads all look by the mean of their patterns
  rows: [], // [layer, head, query, weights]: a row of the pattern replaced by hand
  residual_off: [], // [layer, "attention" or "ffn"]: what these compute replaces the stream
});

/** UNCHANGED but for these fields. An Error says what is wrong with them. */
export function intervention(changes = {}) {
  const change = Object.freeze({ ...UNCHANGED, ...changes });
  const unknown = Object.keys(changes).find((name) => !(name in UNCHANGED));
  const wrong = unknown ? `there is no change called ${unknown}`
    : !["causal", "none", "window"].includes(change.mask) ? `the mask must be one of causal, none, window, got ${change.mask}`
    : !(change.temperature > 0) ? `attention temperature must be above 0, got ${change.temperature}`
    : change.window < 1 ? `a window holds at least the token itself, got ${change.window}`
    : !Number.isFinite(change.multiplier) ? `the multiplier must be a finite number, got ${change.multiplier}` : "";
  if (wrong) throw new Error(wrong);
  return change;
}

/** What scores are multiplied by to become scaled: multiplier / (sqrt(d_head) * temperature). */
export const factorOf = (change, d_head) => change.multiplier / ((change.scaled ? Math.sqrt(d_head) : 1) * change.temperature);

/** Which keys each query may look at: [query, key] as 0 or 1. An Error where a query would have none. */
export function allowed(n, change) {
  const mayLook = new Uint8Array(n * n);
  for (let q = 0; q < n; q++)
    for (let k = 0; k < n; k++) {
      const back = k <= q && (change.mask !== "window" || k > q - change.window);
      const padded = change.padding_hidden && k >= n - change.padding && k !== q;
      mayLook[q * n + k] = Number((change.mask === "none" || back) && !padded);
    }
  for (const [q, k] of change.toggled) mayLook[q * n + k] ^= 1;
  for (let q = 0; q < n; q++)
    if (!mayLook.subarray(q * n, q * n + n).includes(1))
      throw new Error(`the token at place ${q} may look nowhere, and softmax of nothing is undefined`);
  return mayLook;
}

/** The place of each token: 0, 1, 2, ... or as the change has them. */
export const placesOf = (n, { permutation, start }) => Array.from({ length: n }, (_, i) => (permutation?.[i] ?? i) + start);

/** How many layers, from the first, compute the same under two changes of one text: those below the first edit that one has alone. */
export function layersAlike(one, other) {
  const others = ({ silenced: _, rows: __, ...rest }) => JSON.stringify(rest);
  if (others(one) !== others(other)) return 0;
  const edits = ({ silenced, rows }) => new Map([...silenced, ...rows].map((edit) => [JSON.stringify(edit), edit[0]]));
  const [ours, theirs] = [edits(one), edits(other)];
  return Math.min(...[...ours, ...theirs].filter(([edit]) => ours.has(edit) !== theirs.has(edit)).map(([, layer]) => layer));
}

/** Whether rows of a text stay as they are when tokens are added after it. */
export const looksBackOnly = ({ mask, toggled, padding, permutation, rows }) =>
  mask !== "none" && !permutation && !padding && toggled.length + rows.length === 0;
