// The numbers of a picture as a table: what is saved as CSV. headlight/pictures/tables.py says how a picture tells where
// its titles, labels and numbers are, and reads the same in Python.

/** @typedef {string | number | null} Label */

const ZERO = 2 ** 15; // the step of an effect of 0

/**
 * The titles of a picture's table, then its rows of labels and numbers.
 *
 * @param {Pick<Item, "header"> & { table: Tables.Table }} picture
 * @param {Float32Array | Uint16Array | Uint8Array} values
 * @returns {(string | number | null)[][]}
 */
export function tableOf({ table, header }, values) {
  const { down = false, coded, missing, optional = [] } = table;
  const titles = table.titles.flatMap((title) => (typeof title === "string" ? [title] : cellsOf(title, header)));
  const numbers = coded ? Float64Array.from(values, (value) => numberOf(value, coded === "steps" ? /** @type {number | null} */ (header.extent) : null)) : values;
  /** @type {(string | number | null)[][]} */
  const lines = [];
  let first = 0;
  for (const { labels, joined = 0, start = first, blank = false } of table.sections) {
    const rows = labels.length ? labelsOf(labels, header) : Array.from({ length: numbers.length / titles.length }, () => []);
    const named = joined ? rows.map((row) => [row.slice(0, joined).join(""), ...row.slice(joined)]) : rows;
    const wide = titles.length - (named[0]?.length ?? titles.length);
    const numberAt = (/** @type {number} */ row, /** @type {number} */ column) => numbers[start + (down ? column * rows.length + row : row * wide + column)];
    named.forEach((own, row) => lines.push([...own, ...Array.from({ length: wide }, (_, column) => (blank ? null : numberAt(row, column)))]));
    if (!blank) first = start + rows.length * wide;
  }
  const left = titles.map((_, column) => !optional.includes(column) || lines.some((row) => row[column] !== null));
  return [titles, ...lines].map((row) => row.filter((_, column) => left[column]).map((cell) => (Number.isNaN(cell) && missing ? missing : cell)));
}

/** @type {(value: number, extent: number | null) => number} the number that two bytes stand for: a weight in hundredths, or with an `extent` an effect in ten-thousandths. */
export function numberOf(value, extent) {
  if (extent === null) return (value >> 8) / 100;
  return Math.floor(((value - ZERO) / (ZERO - 1)) * extent * 10000 + 0.5) / 10000;
}

/** @type {(axes: Tables.Section["labels"], header: Item["header"]) => Label[][]} the labels of each row: all combinations of what is on the axes, the last of which changes first. */
function labelsOf(axes, header) {
  /** @type {Label[][]} */
  let rows = [[]];
  for (const columns of axes) {
    const cells = columns.map((each) => cellsOf(each, header));
    const places = (cells[0] ?? []).map((_, place) => cells.map((column) => column[place]));
    rows = rows.flatMap((row) => places.map((place) => [...row, ...place]));
  }
  return rows;
}

/** @type {(cells: Label[] | Tables.Field | Tables.Count, header: Item["header"]) => Label[]} */
function cellsOf(cells, header) {
  if (Array.isArray(cells)) return cells;
  if (!("of" in cells)) return Array.from({ length: cells.count }, (_, place) => cells.first + place);
  const others = cells.otherwise ? /** @type {Label[]} */ (at(header, cells.otherwise.split("."))) : undefined;
  const found = /** @type {Label[]} */ (at(header, cells.of.split("."))).map((cell, place) => cell ?? others?.[place] ?? null);
  return cells.number ? found.map((cell) => written(String(cell))) : found;
}

/** @type {(value: Json, path: string[]) => Json} what is at a path in the header; * is each of a list */
function at(value, path) {
  const [name, ...rest] = path;
  if (name === undefined) return value;
  if (name === "*") return /** @type {Json[]} */ (value).map((each) => at(each, rest));
  return at(/** @type {Record<string, Json>} */ (value)[name], rest);
}

/** @type {(text: string) => string | number} the number that a text writes; the text where it is none. */
function written(text) {
  const number = text.trim() ? Number(text.replaceAll("−", "-")) : NaN;
  return Number.isNaN(number) ? text : number;
}
