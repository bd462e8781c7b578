// Boards made in the browser: the message that headlight/pictures makes in Python, which a test compares with these.

import { itemsOf, numbersOf, unpack } from "../shared/message.js";
import { filled } from "./said.js";

export class Board {
  #told = column(1, 0);
  #rows = [[column(1, 0)]];
  /** @type {Uint8Array[]} */
  #parts = [];
  #length = 0;
  /** @type {Record<string, Live.Listener>} */
  listeners = {};

  constructor(/** @type {string} */ text, /** @type {string} */ view, /** @type {Live.Facts} */ facts) {
    this.inside = this.#rows[0][0];
    this.text = text;
    this.facts = facts;
    this.headings = facts.headings[view];
  }

  /** @param {Live.Filled[]} filled a row of columns */
  columns(...filled) {
    const row = filled.map(([weight, least]) => column(weight, least));
    filled.forEach(([, , fill], place) => {
      this.inside = row[place];
      fill();
    });
    this.#rows.push(row, [(this.inside = column(1, 0))]);
  }

  /** The heading that the app has above a picture, if its words have no values; it returns what the app says of the picture. `before` stands before its hint. */
  above(/** @type {string} */ key, before = "") {
    const { title, words } = this.headings[key];
    this.heading(title, before ? `${before} ${words}` : words);
    return this.headings[key];
  }

  heading(/** @type {string} */ title, /** @type {string} */ words) {
    this.inside.items.push({ kind: "heading", title, words });
  }

  note(/** @type {string} */ words) {
    this.inside.items.push({ kind: "note", words });
  }

  /** A line above all else: what became of the text, where the pictures are not of all of it. */
  tell(/** @type {string} */ words) {
    this.#told.items.push({ kind: "note", words });
  }

  /** @type {(name: string, key: string, header: object, table: object | null | undefined, values: Float32Array | Uint16Array | Uint8Array | null, listener?: Live.Listener) => void} a picture, as in headlight/pictures/board.py */
  picture(name, key, header, table, values, listener) {
    const numbers = values ?? new Uint8Array(0), dtype = numbers.constructor.name.replace("Array", "").toLowerCase();
    this.inside.items.push({ kind: "picture", name, key, header, choosable: Boolean(listener), table, dtype, start: this.#length, length: numbers.byteLength });
    this.#parts.push(new Uint8Array(numbers.buffer, numbers.byteOffset, numbers.byteLength));
    this.#length += numbers.byteLength;
    if (listener) this.listeners[key] = listener;
  }

  /** @type {(message: Message, listens?: (header: Item["header"]) => Live.Listener) => void} all that is on another board; `listens` gives of the header of a picture there who listens to it, if anybody can choose */
  add(message, listens) {
    const { header, body } = unpack(message);
    for (const item of itemsOf(header)) {
      if (item.kind !== "picture") {
        this.inside.items.push({ kind: item.kind, title: item.title, words: item.words });
        continue;
      }
      const numbers = numbersOf(body, item), listener = item.choosable ? listens?.(item.header) : undefined;
      this.picture(item.name, item.key, item.header, item.table, numbers, listener);
    }
  }

  /** @returns {Unpacked} what stands on the board */
  made() {
    const body = new Uint8Array(this.#length);
    this.#parts.reduce((at, part) => (body.set(part, at), at + part.length), 0);
    const rows = [[this.#told], ...this.#rows].filter((row) => row.some(({ items }) => items.length));
    return { header: /** @type {BoardHeader} */ ({ text: this.text, model: this.facts.model, palettes: this.facts.palettes, pins: false, reveal: 0, rows }), body };
  }
}

/** @type {(weight: number, least: number) => { weight: number, least: number, items: any[] }} */
const column = (weight, least) => ({ weight, least, items: [] });

/** Parts of a table, as headlight/pictures/tables.py makes them. */
const field = (/** @type {string} */ of) => ({ of });
const count = (/** @type {number} */ count, first = 0) => ({ count, first });

/** @param {Pick<Live.Sentence, "words" | "chosen" | "names" | "costs" | "read">} header the rows of the table of a sentence: what comes next, what each word costs and flips, the weights between all words, those of the chosen one in every head */
function sectionsOf({ words, chosen, names, costs = [], read }) {
  const heads = [[["layer "]], [count(names.length, 1)], [[", head "]], [count(names[0]?.length, 1)], [[`: ${words[chosen].text}`]], [[null]]];
  const shares = /** @type {[string, (number | null)[]][]} */ ([["what hiding it costs", costs], ["changes that flip it", read?.eases ?? []]]);
  return [
    { labels: [[["next word: "]], [field("following.*.0"), field("following.*.1")]], joined: 2, blank: true },
    ...shares.flatMap(([what, row]) => (row.length ? [{ labels: [[[what], [null], ...row.map((share) => [share])]], blank: true }] : [])),
    { labels: [[field("words.*.text")], [[null]]], start: 0 },
    ...(names.length ? [{ labels: heads, joined: 5 }] : []),
  ];
}

/** @param {number[]} cells as bits, eight in a byte, as base64 */
function bitsOf(cells) {
  const bytes = new Uint8Array(Math.ceil(cells.length / 8));
  cells.forEach((is, place) => (bytes[place >> 3] |= is << (7 - (place & 7))));
  return base64(bytes);
}

export function base64(/** @type {Uint8Array} */ bytes) {
  if (bytes.toBase64) return bytes.toBase64();
  let letters = "";
  for (const byte of bytes) letters += String.fromCharCode(byte);
  return btoa(letters);
}

/** @param {number} value rounded as NumPy does: a tie goes to the even number */
function toEven(value) {
  const whole = Math.floor(value);
  return value - whole === 0.5 ? whole + (whole & 1) : Math.round(value);
}

/** @param {number} weight as one of 256 colours in the lower byte, and as hundredths in the upper one */
const coloured = (weight) => (Math.floor(100 * weight + 0.5) << 8) | toEven(255 * weight);

/** @type {(board: Board, trace: Live.Trace, about: { selected: number[], names: string[][], transposed: boolean, listener: Live.Listener }) => void} */
export function headGrid(board, trace, { selected, names, transposed, listener }) {
  const { n_layers: layers, n_heads: heads } = trace.config, size = trace.layers[0].pattern.length;
  const values = new Uint16Array(layers * size);
  trace.layers.forEach(({ pattern }, layer) => {
    for (let i = 0; i < size; i++) values[layer * size + i] = coloured(pattern[i]);
  });
  const { words } = board.facts, about = { layers, heads, tokens: trace.tokens.length, layer: selected[0] + 1, head: selected[1] + 1 };
  const alt = filled(words.grid, { what: words.patterns, ...about });
  board.picture("head_grid", "head_grid", {
    layers, heads, tokens: trace.words, looked_at: [], hidden: bitsOf(hiddenOf(trace)), names, transposed, across: false,
    order: [], clusters: [], faded: [], group: 1, largest: 130, tallest: 380, around: 0, extent: null, counts_from: 1, chosen_of: null, selected, alt,
  }, {
    titles: ["layer", "head", "query position", "query", field("tokens")], labels: 4, coded: "hundredths",
    sections: [{ labels: [[count(layers, 1)], [count(heads, 1)], [count(trace.tokens.length), field("tokens")]] }],
  }, values, listener);
}

const hiddenOf = (/** @type {Live.Trace} */ trace) => Array.from(trace.layers[0].mayLook, (may) => 1 - may);

/** @type {(board: Board, trace: Live.Trace, head: number[], about: { says?: Live.Pieces, selected?: number[] | null, row: number, transposed: boolean, listener: Live.Listener }) => void} the pattern of one head, as headlight/parts/stages.py draws it */
export function patternOf(board, trace, [layer, head], { says = [], selected = null, row, transposed, listener }) {
  const { words } = board.facts, turned = board.facts.turned[transposed ? "columns" : "rows"], alt = filled(words.stage, { stage: "Pattern", layer: layer + 1, head: head + 1 });
  board.picture("matrix", "pattern", {
    plain: false,
    rows: trace.words, columns: trace.words, noun: "weight",
    alt: filled(words.turned, { alt, looking: turned.looking }),
    scale: "sequential", extent: 1, factor: 1, decimals: 2, hidden: bitsOf(hiddenOf(trace)), says, selected, row, places: trace.words.map((_, place) => place),
    transposed, still: false, zeros: false,
  }, {
    titles: [turned.corner, field(transposed ? "rows" : "columns")], labels: 1, sections: [{ labels: [[field(transposed ? "columns" : "rows")]] }],
    missing: "not written yet", ...(transposed && { down: true }),
  }, trace.layers[layer].of("pattern", head).slice(), listener);
}

/** @type {(board: Board, about: { labels: string[], values: number[], notes: string[], before: number[] | null, faded: number[], rest: Omit<Header.Bar, "faded"> | null, cuts: Header.BarCut[], says: Live.Pieces, alt: string, listener: Live.Listener }) => void} */
export function bars(board, { labels, values, notes, before, faded, rest, cuts, says, alt, listener }) {
  /** @type {Header.Bar[]} */
  const rows = labels.map((label, place) => ({
    label, value: values[place], before: before && before[place], note: notes[place], faded: faded.includes(place),
  }));
  if (rest) rows.push({ ...rest, faded: !rest.value, rest: true });
  board.picture("bars", "next_word", { bars: rows, alt, says, scale: 1, colours: ["probability", "probability"], ends: "", cuts, linked: false }, {
    titles: ["", "value", "before"], labels: 1, sections: [{ labels: [["label", "value", "before"].map((name) => field(`bars.*.${name}`))] }], optional: [2],
  }, null, listener);
}

/** @type {(board: Board, key: string, name: string, rows: Float64Array[], about: { tokens: string[], height: number, alt: string }) => void} rows of numbers, each labelled by one of `tokens` */
export function strips(board, key, name, rows, { tokens, height, alt }) {
  const width = rows[0].length, values = new Float32Array(rows.length * width);
  rows.forEach((row, place) => values.set(row, place * width));
  const extent = 2 * Math.sqrt(values.reduce((sum, value) => sum + value * value, 0) / values.length) || 1;
  board.picture("strips", key, { strips: [name], hues: [""], tokens, width, extent, extents: {}, height, places: [...tokens.keys()], alt }, {
    titles: ["", "position", "token", count(width)], labels: 3, sections: [{ labels: [[field("strips")], [field("places"), field("tokens")]] }],
  }, values);
}

const NOTHING = { before: [], cut: null, then: null, places: [], compact: false, low: false, awaits: false, lost: null, demonstration: null, why: [], costs: [], asked: null, read: null, sink: false };

/** @type {(board: Board, key: string, sentence: Live.Sentence) => void} a sentence, where one of its words looks, and what comes next; `patterns` are [layer, head, word, word], of one head where `names` are none */
export function looks(board, key, { patterns, words, chosen, head, names, n_heads, listener, ...about }) {
  const count = words.length, cells = count * count, which = names.length ? (head[0] * n_heads + head[1]) * cells : 0;
  const every = names.length ? patterns.length / cells : 0;
  const values = new Float32Array(cells + every * count), shades = new Uint8Array(every * cells);
  values.set(patterns.subarray(which, which + cells));
  for (let at = 0; at < every; at++) values.set(patterns.subarray(at * cells + chosen * count, at * cells + (chosen + 1) * count), cells + at * count);
  for (let at = 0; at < shades.length; at++) shades[at] = toEven(Math.fround(255 * patterns[at]));
  const header = { ...NOTHING, words, chosen, head, names, ...about, shades: base64(shades) };
  board.picture("looks", key, header, {
    titles: [board.facts.turned.rows.corner, "probability", field("words.*.text")], labels: 1, sections: sectionsOf(header),
  }, values, listener);
}
