// Text to tokens: byte-level BPE with GPT-2's alphabet (Sennrich et al. 2016, Radford et al. 2019), each token with its
// place in the text. Places count letters (code points), as in transformer/tokenizer.py.

// GPT-2's pattern, where \s is what Unicode calls white space: JavaScript's own \s takes U+FEFF and lacks U+0085.
const SPACE = "\\p{White_Space}", OTHER = `[^${SPACE}\\p{L}\\p{N}]`;
const WORDS = new RegExp(`'s|'t|'re|'ve|'m|'ll|'d| ?\\p{L}+| ?\\p{N}+| ?${OTHER}+|${SPACE}+(?!\\P{White_Space})|${SPACE}+`, "gu");

export class Tokenizer {
  #ranks; // of a pair of pieces, by which it is merged: the earlier it was learned, the sooner
  /** @type {Map<string, string[]>} */
  #known = new Map(); // word -> its pieces

  /** @type {string[]} */
  #written = []; // tokens as they are written, by their ids

  /** @param {Engine.Pieces} given */
  constructor({ vocab, merges, end = "<|end|>" }) {
    this.vocab = vocab;
    /** @type {string[]} */
    this.pieces = []; // by their ids
    for (const [piece, id] of Object.entries(vocab)) this.pieces[id] = piece;
    this.end_id = vocab[end];
    this.#ranks = new Map(merges.map(([first, second], rank) => /** @type {[string, number]} */ ([`${first} ${second}`, rank])));
  }

  /** @type {(typed: string) => Engine.Token[]} the tokens of a text. A space is put before it, as before words in a sentence */
  encode(typed) {
    if (!typed) return [];
    const text = typed.toWellFormed();
    /** @type {Engine.Token[]} */
    const tokens = [];
    let letter = -1; // of the text; the space before it is none
    for (const [word] of ` ${text}`.matchAll(WORDS)) {
      /** @type {number[]} */
      const owners = []; // of each byte of the word: its letter
      for (const sign of word) {
        for (let i = lengthOf(sign); i > 0; i--) owners.push(letter);
        letter += 1;
      }
      let byte = 0;
      for (const piece of this.#piecesOf(word)) {
        const id = this.vocab[piece], [first, last] = [owners[byte], owners[byte + piece.length - 1]];
        tokens.push({ text: this.text(id), id, start: Math.max(first, 0), end: Math.max(last + 1, 0) });
        byte += piece.length;
      }
    }
    return tokens;
  }

  /** @type {(id: number) => string} how its token is written; bytes that are no whole character are named, such as <F0> */
  text(id) {
    return (this.#written[id] ??= id === this.end_id ? this.pieces[id] : writtenOf(this.#bytes(id)));
  }

  /** @param {number} id what a text gains by its token, which is no mark; \ufffd for a part of a character */
  added(id) {
    return this.decode([id]);
  }

  /** @param {number[]} ids the text of tokens, with the space before it; \ufffd for a part of a character */
  decode(ids) {
    return new TextDecoder("utf-8", { ignoreBOM: true }).decode(Uint8Array.from(ids.flatMap((id) => [...this.#bytes(id)])));
  }

  #bytes(/** @type {number} */ id) {
    return Uint8Array.from([...this.pieces[id]].map((letter) => BYTES[letter]));
  }

  /** @type {(word: string) => string[]} the pieces of a word: of all pairs beside each other the one learned earliest is joined, until none is known */
  #piecesOf(word) {
    const known = this.#known.get(word);
    if (known) return known;
    const pieces = Array.from(bytesOf(word), (byte) => LETTERS[byte]);
    for (;;) {
      const ranks = pieces.slice(1).map((piece, i) => this.#ranks.get(`${pieces[i]} ${piece}`) ?? Infinity);
      const best = ranks.reduce((least, rank) => Math.min(least, rank), Infinity);
      if (best === Infinity) break;
      const at = ranks.indexOf(best);
      pieces.splice(at, 2, pieces[at] + pieces[at + 1]);
    }
    this.#known.set(word, pieces);
    return pieces;
  }
}

/** @param {Uint8Array} bytes */
function writtenOf(bytes) {
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return Array.from(bytes, (byte) => `<${byte.toString(16).toUpperCase().padStart(2, "0")}>`).join("");
  }
}

const encoder = new TextEncoder();
const bytesOf = (/** @type {string} */ text) => encoder.encode(text);

/** @param {string} letter how many bytes it takes in UTF-8 */
const lengthOf = (letter) => 1 + [0x80, 0x800, 0x10000].filter((first) => Number(letter.codePointAt(0)) >= first).length;

/** GPT-2's printable letter for each of the 256 bytes: most stand for themselves, the others are moved past them. */
const LETTERS = (() => {
  const kept = (/** @type {number} */ byte) => (byte >= 33 && byte <= 126) || (byte >= 161 && byte <= 172) || byte >= 174;
  let moved = 256;
  return Array.from({ length: 256 }, (_, byte) => String.fromCharCode(kept(byte) ? byte : moved++));
})();
const BYTES = Object.fromEntries(LETTERS.map((letter, byte) => [letter, byte]));
