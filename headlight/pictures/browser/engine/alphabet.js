// Text to tokens for a tiny model of the training bench: its signs are characters, or words with a blank between them.

const SPACE = "\\p{White_Space}\\x1c-\\x1f";

export class Alphabet {
  /** @param {Engine.Signs} given */
  constructor({ signs, words }) {
    this.signs = signs;
    this.words = words;
    this.end_id = signs.indexOf("·"); // -1 in tasks that have no end
  }

  /** @type {(text: string) => Engine.Token[]} the tokens of a text; blanks are none. An Error says what is no sign. Places count letters. */
  encode(text) {
    return Array.from(text.matchAll(new RegExp(this.words ? `[^${SPACE}]+` : `[^${SPACE}]`, "gu")), ({ index, 0: found }) => {
      const id = this.signs.indexOf(found.toLowerCase()), start = [...text.slice(0, index)].length;
      if (id < 0) throw new Error(`“${[...found].slice(0, 20).join("")}” is not in the alphabet of this task`);
      return { text: found, id, start, end: start + [...found].length };
    });
  }

  /** @param {number} id how its sign is written */
  text(id) {
    return this.signs[id];
  }

  /** @param {number} id what a text gains by it */
  added(id) {
    return (this.words ? " " : "") + this.signs[id];
  }
}
