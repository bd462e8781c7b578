// Edits: a stage of one layer put, added to, scaled, averaged or spread, under the names of transformer/edits.py.

const OF_HEADS = ["queries", "keys", "values", "pattern", "context"];
const STAGES = [...OF_HEADS, "stream", "attended", "hidden", "ffn"];
const HOWS = ["put", "add", "scale", "average", "evenly"];
const LARGEST = 1e15; // a norm sums up squares, and in float32 those of 1e19 are infinite: all else would count for nothing
const OFF_ONE = 1e-4; // of the sum of a row: far more than its rounding, far less than any change

/**
 * One change of one stage; `value` is a number, or one for each column of its rows. An Error says what is wrong.
 *
 * @param {Engine.AskedEdit} given
 * @returns {Engine.Edit}
 */
export function edit({ stage, layer, value = 0, how = "put", head = null, position = null }) {
  const numbers = typeof value === "number" ? [value] : Array.from(value);
  const counts = [layer, ...[head, position].filter((at) => at !== null)];
  const wrong = !STAGES.includes(stage) ? `a stage that can be edited is one of ${STAGES.join(", ")}, got ${stage}`
    : !HOWS.includes(how) ? `an edit is one of ${HOWS.join(", ")}, got ${how}`
    : ["average", "evenly"].includes(how) && stage !== "pattern" ? `${how} is of the pattern alone, got ${stage}`
    : head !== null && !OF_HEADS.includes(stage) ? `${stage} is of all heads together: leave head ${head} out`
    : !counts.every(Number.isInteger) ? `layer, head and position count from 0, got ${counts.join(", ")}`
    : !numbers.every((number) => Math.abs(number) <= LARGEST) ? `an edit is made of finite numbers up to ${LARGEST}` : "";
  if (wrong) throw new Error(wrong);
  return Object.freeze({ stage, layer, value: typeof value === "number" ? value : numbers, how, head, position });
}

/** @param {number[]} head [layer, head], switched off: its context is zero (zero ablation) */
export const silence = ([layer, head]) => edit({ stage: "context", layer, head });

/** @param {number} layer of which all heads attend by the mean of their patterns */
export const average = (layer) => edit({ stage: "pattern", layer, how: "average" });

/** @param {number[]} head [layer, head], which attends with equal weights to all that its queries may attend to */
export const evenly = ([layer, head]) => edit({ stage: "pattern", layer, head, how: "evenly" });

/** @type {(layer: number, head: number, query: number, weights: number[] | Float64Array) => Engine.Edit} the weights of one query in the pattern of a head: they sum to 1, or all are 0 and it attends nowhere */
export function row(layer, head, query, weights) {
  const numbers = Array.from(weights), total = numbers.reduce((sum, weight) => sum + weight, 0);
  if (!numbers.every((weight) => weight >= 0) || !(total === 0 || Math.abs(total - 1) <= OFF_ONE))
    throw new Error(`the edited row of layer ${layer}, head ${head}, query ${query} must be of weights from 0 that sum to 1, or are all 0; these sum to ${total}`);
  return edit({ stage: "pattern", layer, head, position: query, value: numbers });
}

/** @param {Engine.Edit} edit whether one head adds nothing at any place */
export const silences = ({ stage, how, value, head, position }) => stage === "context" && how === "put" && value === 0 && head !== null && position === null;

/** @param {Engine.Edit} edit whether it says the same of every place, and so fits texts of any length */
export const ofAnyLength = ({ stage, position, value }) => position === null && (stage !== "pattern" || typeof value === "number");

/** @type {(one: Engine.Edit, other: Engine.Edit) => boolean} whether nothing is left of the other, which was there before or is of an earlier stage */
export function hides(one, other) {
  const covers = (/** @type {number | null} */ all, /** @type {number | null} */ its) => all === null || all === its;
  if (one.layer !== other.layer || !["put", "evenly"].includes(one.how) || !covers(one.head, other.head)) return false;
  if (one.stage === other.stage) return covers(one.position, other.position);
  const before = one.stage === "context" && OF_HEADS.includes(other.stage) && other.how !== "average";
  return before && (one.position === null || (["queries", "pattern"].includes(other.stage) && one.position === other.position));
}

/** @type {(edits: readonly Engine.Edit[]) => string} what is wrong with one of these: that another undoes it */
export function wrongAmong(edits) {
  const undone = edits.find((each, number) => edits.some((other, at) => at !== number && (at > number || other.stage !== each.stage) && hides(other, each)));
  return undone ? `the edit of ${undone.stage} in layer ${undone.layer}, head ${undone.head}, position ${undone.position} is undone by another of the same position, or its head is switched off: leave it out` : "";
}

/** @type {(edits: readonly Engine.Edit[], config: Engine.Config, n: number) => string} what a pass of this model over so many tokens does not have */
export function absentIn(edits, { n_layers, n_heads, d_head, d_model, d_mlp }, n) {
  const inside = (/** @type {number | null} */ at, /** @type {number} */ count) => at === null || (at >= 0 && at < count);
  const width = (/** @type {string} */ stage) => (stage === "pattern" ? n : stage === "hidden" ? d_mlp : OF_HEADS.includes(stage) ? d_head : d_model);
  const away = edits.find(({ layer, head }) => !inside(layer, n_layers) || !inside(head, n_heads));
  const beyond = edits.find(({ position }) => !inside(position, n));
  const other = edits.find(({ stage, value }) => typeof value !== "number" && value.length !== width(stage));
  return away ? `this model has layers 0 to ${n_layers - 1} with heads 0 to ${n_heads - 1}, got layer ${away.layer}, head ${away.head}`
    : beyond ? `the text has positions 0 to ${n - 1}, got an edit of position ${beyond.position}`
    : other && typeof other.value !== "number" ? `an edit of ${other.stage} has ${width(other.stage)} numbers here, got ${other.value.length}` : "";
}

/**
 * Make the edits of a stage in its own memory, [blocks, rows, width], whose first row is of the place `from`; rows before
 * the place `since` are as an earlier pass has them. `mayLook` is the mask of a pattern.
 *
 * @param {Engine.Change} change
 * @param {string} stage
 * @param {number} layer
 * @param {Engine.Numbers} array
 * @param {{ width: number, blocks?: number, from?: number, since?: number, mayLook?: Uint8Array }} about
 */
export function makeEdits({ edits }, stage, layer, array, { width, blocks = 1, from = 0, since = from, mayLook }) {
  const rows = array.length / blocks / width, heads = Array.from({ length: blocks }, (_, block) => block);
  for (const { how, value, head, position } of edits.filter((each) => each.stage === stage && each.layer === layer))
    for (let row = since - from; row < rows; row++) {
      if (position !== null && position !== row + from) continue;
      const at = (/** @type {number} */ block, /** @type {number} */ i) => (block * rows + row) * width + i;
      const means = how === "average" ? Array.from({ length: width }, (_, i) => heads.reduce((sum, block) => sum + array[at(block, i)], 0) / blocks) : [];
      const seen = mayLook?.subarray(row * width, row * width + width), count = seen?.reduce((sum, each) => sum + each, 0) ?? 0;
      for (const block of head === null ? heads : [head])
        for (let i = 0; i < width; i++) {
          const given = typeof value === "number" ? value : value[i], old = array[at(block, i)];
          array[at(block, i)] = how === "add" ? old + given : how === "scale" ? old * given : how === "average" ? means[i] : how === "evenly" ? (seen?.[i] ?? 0) / count : given;
        }
    }
  return array;
}
