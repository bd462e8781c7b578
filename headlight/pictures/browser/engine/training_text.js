// The text that a model was trained on, and the longest end of another text in it, as in
// transformer/bundled/training_text.py. Python keeps all places in order, for many visitors; here one pass over the tokens
// finds those of an end.

import { splitAtBlanks, strippedLeft } from "./words.js";

const PLACES = 5, WORDS = 8, AROUND = 24; // places that are shown, and the words, of so many tokens, at each side of one

export class TrainingText {
  /**
   * @param {Uint16Array} tokens
   * @param {[string, number][]} sources their names, each with how many tokens it has
   * @param {import("./tokenizer.js").Tokenizer} tokenizer
   */
  constructor(tokens, sources, tokenizer) {
    this.tokens = tokens;
    this.sources = sources;
    this.tokenizer = tokenizer;
  }

  /** Of a file of tokens that is packed by gzip: some hosts have it unpacked on its way.
   *
   * @type {(file: ArrayBuffer, sources: [string, number][], tokenizer: import("./tokenizer.js").Tokenizer) => Promise<TrainingText>}
   */
  static async unpack(file, sources, tokenizer) {
    const isPacked = file.byteLength !== 2 * sources.reduce((sum, [, count]) => sum + count, 0);
    const unpacked = isPacked ? await new Response(new Blob([file]).stream().pipeThrough(new DecompressionStream("gzip"))).arrayBuffer() : file;
    return new TrainingText(new Uint16Array(unpacked), sources, tokenizer);
  }

  /** @type {(ids: number[]) => Engine.ReadEnd} the longest end of a text, how often it was read, what followed, and places from one end to the other */
  endOf(ids) {
    const { places, length } = this.#endsWith(ids), most = Math.min(PLACES, places.length);
    const few = Array.from({ length: most }, (_, at) => places[most > 1 ? Math.floor((at * (places.length - 1)) / (most - 1)) : 0]);
    return {
      end: this.#text(ids.slice(ids.length - length)), length, times: places.length, followed: this.#followed(places),
      places: few.map((place) => this.#place(place, length)),
    };
  }

  /** @param {number[]} ids the places of the last token of their longest end, and its length: 0 where not even that token was read */
  #endsWith(ids) {
    const { tokens } = this, n = ids.length, last = ids[n - 1];
    let length = 0, /** @type {number[]} */ places = [];
    for (let place = 0; place < tokens.length; place++) {
      if (tokens[place] !== last) continue;
      let same = 1;
      while (same < n && tokens[place - same] === ids[n - 1 - same]) same++;
      if (same > length) [length, places] = [same, []];
      if (same === length) places.push(place);
    }
    return { places, length };
  }

  /** @type {(places: number[]) => [number, number][]} which token came after these places and how often, the most frequent first; the end of a document is none */
  #followed(places) {
    /** @type {Map<number, number>} */
    const counts = new Map();
    for (const place of places) counts.set(this.tokens[place + 1], (counts.get(this.tokens[place + 1]) ?? 0) + 1);
    for (const none of [this.tokenizer.end_id, undefined]) counts.delete(/** @type {number} */ (none));
    return [...counts].sort(([id, times], [other, more]) => more - times || id - other);
  }

  /** @type {(place: number, length: number) => Engine.ReadPlace} up to eight words before an end and after it, within its document */
  #place(place, length) {
    const { tokens, tokenizer: { end_id } } = this, first = place - length + 1, next = place + 1;
    const around = [...tokens.subarray(Math.max(first - AROUND, 0), first)], later = [...tokens.subarray(next, next + AROUND)];
    const before = around.slice(around.lastIndexOf(end_id) + 1), after = later.includes(end_id) ? later.slice(0, later.indexOf(end_id)) : later;
    const end = [...tokens.subarray(first, next)], until = this.#text([...before, ...end]), whole = this.#text([...before, ...end, ...after]);
    const own = strippedLeft(this.#text(end)), earlier = until.endsWith(own) ? until.slice(0, until.length - own.length) : until;
    const rest = whole.startsWith(until) ? whole.slice(until.length) : whole, [left, right] = [splitAtBlanks(earlier).slice(-WORDS), splitAtBlanks(rest).slice(0, WORDS)];
    return { before: left.join(" ") + (earlier.endsWith(" ") ? " " : ""), after: (rest.startsWith(" ") ? " " : "") + right.join(" "), source: this.#source(place) };
  }

  #source(/** @type {number} */ place) {
    let until = 0;
    return this.sources.find(([, count]) => place < (until += count))?.[0] ?? "";
  }

  #text(/** @type {number[]} */ ids) {
    return this.tokenizer.decode(ids).replace(/^ /, "");
  }
}
