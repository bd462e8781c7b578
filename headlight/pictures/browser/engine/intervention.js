// What the reader changed about a forward pass, under the names of transformer/intervention.py; layers and heads from 0.

import { absentIn, edit, hides, ofAnyLength, silence, silences, wrongAmong } from "./edits.js";

/** @type {Engine.Change} */
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
  residual_off: [], // [layer, "attention" or "ffn"]: what these compute replaces the stream
  edits: [], // stages that are changed, see edits.js; those of one stage one after another
});

const isPair = (/** @type {unknown} */ each) => Array.isArray(each) && each.length === 2 && each.every(Number.isInteger);
const isSublayer = (/** @type {unknown} */ each) => Array.isArray(each) && each.length === 2 && Number.isInteger(each[0]) && ["attention", "ffn"].includes(each[1]);
/** @type {Record<string, {belongs: (each: unknown) => boolean, what: string}>} */
const OF = {
  toggled: { belongs: isPair, what: "[query, key]" },
  residual_off: { belongs: isSublayer, what: '[layer, "attention"] or [layer, "ffn"]' },
};

/**
 * UNCHANGED but for these fields; `silenced`, [layer, head] to be switched off, become edits. An Error says what is wrong
 * with them: what transformer/intervention.py refuses.
 *
 * @param {Engine.AskedChange} given
 */
export function intervention({ silenced = [], ...changes } = {}) {
  if (!Array.isArray(silenced) || !silenced.every(isPair)) throw new Error(`silenced lists [layer, head]; got ${JSON.stringify(silenced)}`);
  const given = (changes.edits ?? []).map(edit), off = given.filter(silences).map(({ layer, head }) => String([layer, head]));
  const others = new Map(silenced.filter((head) => !off.includes(String(head))).map((head) => [String(head), head]));
  /** @type {Engine.Change} */
  const change = Object.freeze({ ...UNCHANGED, ...changes, edits: [...given, ...[...others.values()].map(silence)] });
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
    : wrongMembers(change) ?? wrongAmong(change.edits);
  if (wrong) throw new Error(wrong);
  return change;
}

/** @type {(change: Record<string, unknown>) => string | undefined} what is wrong with a field that lists heads, layers or cells */
function wrongMembers(change) {
  for (const [name, { belongs, what }] of Object.entries(OF)) {
    const list = change[name];
    if (!Array.isArray(list) || !list.every(belongs)) return `${name} lists ${what}; got ${JSON.stringify(list)}`;
  }
}

/** @type {(change: Engine.Change, ...edits: Engine.Edit[]) => Engine.Change} these edits too, without those of before of which they leave nothing */
export const withEdits = (change, ...edits) =>
  intervention({ ...change, edits: [...change.edits.filter((before) => !edits.some((each) => hides(each, before))), ...edits] });

/** @type {(change: Engine.Change, config: Engine.Config, n: number) => void} an Error if a layer, head or place is named that a pass of this model over so many tokens does not have */
export function refuseAbsent({ edits, residual_off, toggled, permutation }, config, n) {
  const isPlace = (/** @type {number} */ at) => at >= 0 && at < n, layer = residual_off.find(([at]) => at < 0 || at >= config.n_layers);
  const cell = toggled.find((each) => !each.every(isPlace));
  const misplaced = permutation && String([...permutation].sort((a, b) => a - b)) !== String(Array.from({ length: n }, (_, at) => at));
  const wrong = absentIn(edits, config, n)
    || (layer ? `this model has layers 0 to ${config.n_layers - 1}, got layer ${layer[0]}`
    : cell ? `this mask has rows and columns 0 to ${n - 1}, got the cell (${cell.join(", ")})`
    : misplaced ? `a permutation of ${n} positions is needed, got ${permutation.join(", ")}` : "");
  if (wrong) throw new Error(wrong);
}

/** @type {(change: Engine.Change, d_head: number) => number} what scores are multiplied by to become scaled: multiplier / (sqrt(d_head) * temperature) */
export const factorOf = (change, d_head) => change.multiplier / ((change.scaled ? Math.sqrt(d_head) : 1) * change.temperature);

/** @type {(n: number, change: Engine.Change) => Uint8Array} which keys each query may look at: [query, key] as 0 or 1. An Error where a query would have none */
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

/** @type {(n: number, change: Engine.Change) => number[]} the place of each token: 0, 1, 2, ... or as the change has them */
export const placesOf = (n, { permutation, start }) => Array.from({ length: n }, (_, i) => (permutation?.[i] ?? i) + start);

/** @type {(change: Engine.Change, layer: number, stages?: string[]) => string} the edits of one layer as text: of these stages, or of all */
const editsOf = ({ edits }, layer, stages) => JSON.stringify(edits.filter((each) => each.layer === layer && (!stages || stages.includes(each.stage))));

/** @type {(one: Engine.Change, other: Engine.Change) => number} how many layers, from the first, compute the same under two changes of one text: those below the first edit that one has alone */
export function layersAlike(one, other) {
  const others = (/** @type {Engine.Change} */ { edits: _, ...rest }) => JSON.stringify(rest);
  if (others(one) !== others(other)) return 0;
  const layers = [...one.edits, ...other.edits].map(({ layer }) => layer);
  return Math.min(...layers.filter((layer) => editsOf(one, layer) !== editsOf(other, layer)));
}

/** @type {(one: Engine.Change, other: Engine.Change, layer: number) => boolean} whether two changes make the same queries, keys and values in a layer that reads the same */
export const projectsAlike = (one, other, layer) => [one, other].map((each) => editsOf(each, layer, ["stream", "queries", "keys", "values"])).every((each, _, all) => each === all[0]);

/** @param {Engine.Change} change whether rows of a text stay as they are when tokens are added after it */
export const looksBackOnly = ({ mask, toggled, padding, permutation, edits }) =>
  mask !== "none" && !permutation && !padding && toggled.length === 0 && edits.every(ofAnyLength);
