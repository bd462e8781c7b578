// The message of a board, read and written: a header, and the numbers of its pictures.

import { usePalettes } from "./colours.js";

/**
 * The message of a board: a JSON header, then the numbers of its pictures. A board that was made here comes unpacked.
 *
 * @param {Message} bytes
 * @returns {Unpacked}
 */
export function unpack(bytes) {
  if ("header" in bytes) return (usePalettes(bytes.header.palettes), bytes);
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const length = view.getUint32(0, true);
  const header = JSON.parse(new TextDecoder().decode(bytes.subarray(4, 4 + length)));
  if (header.palettes) usePalettes(header.palettes); // a list of boards has none
  return { header, body: bytes.subarray(4 + length) };
}

/** @type {(header: object, body: Uint8Array) => Uint8Array<ArrayBuffer>} the message of such a header and numbers */
export function pack(header, body) {
  const json = new TextEncoder().encode(JSON.stringify(header));
  const whole = new Uint8Array(4 + json.length + body.length);
  new DataView(whole.buffer).setUint32(0, json.length, true);
  whole.set(json, 4);
  whole.set(body, 4 + json.length);
  return whole;
}

/** @param {Pick<BoardHeader, "rows">} header all that is on its board, in order, each with its column */
export function itemsOf({ rows }) {
  return rows.flatMap((row) => row.flatMap((column) => column.items.map((item) => ({ ...item, column }))));
}

/** @type {(items: (Item & { column: Column })[], place: number | null) => Item | undefined} the heading above a picture, the nearest in its column; none for a board, whose place is null. */
export function headingAbove(items, place) {
  if (place === null) return undefined;
  return items.slice(0, place).findLast(({ kind, column }) => kind === "heading" && column === items[place].column);
}

/** @type {(name: string) => string | URL} where a style is found, such as pictures/bars: beside this folder, or in a page that stands alone (pictures/standalone.py). */
export function styleOf(name) {
  return globalThis.headlightStyles?.[name] ?? new URL(`../${name}.css`, import.meta.url);
}

/**
 * Ask for a script until it comes: where one is lost nobody else says so, and what it draws would be missing for good.
 *
 * @template Found
 * @param {() => Promise<Found>} ask
 * @returns {Promise<Found>}
 */
export const brought = (ask, times = 20) => ask().catch((error) => (times ? later().then(() => brought(ask, times - 1)) : Promise.reject(error)));

/** @type {(link: HTMLLinkElement) => void} ask for a style again that was lost: put into the page anew, it loads anew. */
export const dressAgain = (link) => void later().then(() => link.parentNode?.prepend(link));

const later = () => new Promise((done) => setTimeout(done, 1000));

/**
 * The numbers of a picture, copied, so that floats start at an even address.
 *
 * @param {Uint8Array} body
 * @param {Pick<Item, "dtype" | "start" | "length">} item in bytes
 */
export function numbersOf(body, { dtype, start, length }) {
  const bytes = body.slice(start, start + length);
  return new { float32: Float32Array, uint16: Uint16Array, uint8: Uint8Array }[dtype](bytes.buffer);
}

/** @type {(bits: string) => (place: number) => boolean} cells of `hidden_bits` in pictures/board.py, as a question: is the cell at this place hidden? */
export function hiddenOf(bits) {
  const bytes = atob(bits);
  return (place) => ((bytes.charCodeAt(place >> 3) >> (7 - (place & 7))) & 1) === 1;
}
