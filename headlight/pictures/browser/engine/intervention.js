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

const OFF_ONE = 1e-4; // of the sum of a row: far more than its rounding, far less than any change
const whole = (each) => Number.isInteger(each);
const isPair = (each) => Array.isArray(each) && each.length === 2 && each.every(whole);
const isSublayer = (each) => Array.isArray(each) && each.length === 2 && whole(each[0]) && ["attention", "ffn"].includes(each[1]);
/** @type {Record<string, {belongs: (each: any) => boolean, what: string}>} */
const OF = {
  toggled: { belongs: isPair, what: "[query, key]" },
  silenced: { belongs: isPair, what: "[layer, head]" },
  averaged: { belongs: whole, what: "layers" },
  residual_off: { belongs: isSublayer, what: '[layer, "attention"] or [layer, "ffn"]' },
};

/** UNCHANGED but for these fields. An Error says what is wrong with them: what transformer/intervention.py refuses. */
export function intervention(changes = {}) {
  /** @type {any} */
  const change = Object.freeze({ ...UNCHANGED, ...changes });
  const unknown = Object.keys(changes).find((name) => !(name in UNCHANGED));
  const wrong = unknown ? `there is no change called ${unknown}`
    : !["causal", "none", "window"].includes(change.mask) ? `the mask must be one of causal, none, window, got ${change.mask}`
    : !(change.temperature > 0) ? `attention temperature must be above 0, got ${change.temperature}`
    : change.window < 1 ? `a window holds at least the token itself, got ${change.window}`
    : change.window !== UNCHANGED.window && change.mask !== "window" ? `window=${change.window} does nothing without the mask "window": set both`
    : change.start < 0 ? `places count from 0: start must be 0 or more, got ${change.start}`
    : change.padding < 0 ? `padding is a number of tokens: it must be 0 or more, got ${change.padding}`
    : !change.padding_hidden && !change.padding ? "padding_hidden off does nothing without padding: set both"
    : !Number.isFinite(change.multiplier) ? `the multiplier must be a finite number, got ${change.multiplier}`
    : wrongMembers(change) ?? wrongRow(change) ?? "";
  if (wrong) throw new Error(wrong);
  return change;
}

/** What is wrong with a field that lists heads, layers or cells. */
function wrongMembers(change) {
  for (const [name, { belongs, what }] of Object.entries(OF))
    if (!Array.isArray(change[name]) || !change[name].every(belongs)) return `${name} lists ${what}; got ${JSON.stringify(change[name])}`;
}

/** What is wrong with the rows edited by hand: one that would do nothing, or that is none of attention. */
function wrongRow({ rows, silenced }) {
  const edited = new Set();
  for (const [layer, head, query, weights] of rows) {
    const named = `the edited row of layer ${layer}, head ${head}, query ${query}`;
    const total = weights.reduce((sum, weight) => sum + weight, 0);
    if (edited.has(named)) return `${named} is given twice, and one alone can hold: leave the other out`;
    if (silenced.some(([at, which]) => at === layer && which === head)) return `${named} is of a silenced head, which hands nothing on: leave one of the two out`;
    if (!weights.every((weight) => weight >= 0) || !(total === 0 || Math.abs(total - 1) <= OFF_ONE)) return `${named} must be of weights from 0 that sum to 1, or are all 0; these sum to ${total}`;
    edited.add(named);
  }
}

/** An Error if a layer, head or place is named that a pass of this model over so many tokens does not have. */
export function refuseAbsent({ silenced, averaged, rows, residual_off, toggled, permutation }, { n_layers, n_heads }, n) {
  const below = (most) => (/** @type {number} */ at) => at >= 0 && at < most;
  const isLayer = below(n_layers), isHead = below(n_heads), isPlace = below(n), layers = `this model has layers 0 to ${n_layers - 1}`;
  const head = [...silenced, ...rows].find(([at, which]) => !isLayer(at) || !isHead(which));
  const layer = [...averaged, ...residual_off.map(([at]) => at)].find((at) => !isLayer(at));
  const row = rows.find(([, , query, weights]) => !isPlace(query) || weights.length !== n);
  const cell = toggled.find((each) => !each.every(isPlace));
  const misplaced = permutation && String([...permutation].sort((a, b) => a - b)) !== String(Array.from({ length: n }, (_, at) => at));
  const wrong = head ? `${layers} with heads 0 to ${n_heads - 1}, got layer ${head[0]}, head ${head[1]}`
    : layer !== undefined ? `${layers}, got layer ${layer}`
    : row ? `an edited row of ${n} tokens needs a query from 0 to ${n - 1} with ${n} weights, got query ${row[2]} with ${row[3].length}`
    : cell ? `this mask has rows and columns 0 to ${n - 1}, got the cell (${cell.join(", ")})`
    : misplaced ? `a permutation of ${n} positions is needed, got ${permutation.join(", ")}` : "";
  if (wrong) throw new Error(wrong);
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
      throw new Error(`the token at position ${q} may attend nowhere, and softmax of nothing is undefined`);
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
