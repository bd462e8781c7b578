// A stage that grows with the text: the rows that passes over shorter texts have computed, and those of this one.

import { room } from "./memory.js";

export class Rows {
  /** @type {{ rows: Engine.Numbers, from: number, to: number }[]} */
  #pieces = []; // rows [block, to - from or more, width], for the places `from` up to `to`

  /** @type {(() => Engine.Numbers) | undefined} */
  #later; // what computes all rows, until somebody asks for them

  /**
   * `fresh` are rows [blocks, n - first, width] from the place `first` on, the rows before it those of `old`; or what
   * computes all of them when somebody asks. A block is a head, where the stage has heads; else there is one.
   *
   * @param {Engine.Numbers | (() => Engine.Numbers)} fresh
   * @param {{ n: number, width: number, blocks?: number, first?: number, old?: Rows }} about
   */
  constructor(fresh, { n, width, blocks = 1, first = 0, old }) {
    this.n = n;
    this.width = width;
    this.blocks = blocks;
    for (const { rows, from, to } of first && old ? old.#pieces : []) if (from < first) this.#pieces.push({ rows, from, to: Math.min(to, first) });
    if (typeof fresh === "function") this.#later = fresh;
    else this.#pieces.push({ rows: fresh, from: first, to: n });
  }

  /** The memory that it reads. */
  get arrays() {
    return this.#pieces.map(({ rows }) => rows);
  }

  /** @type {(first: number) => Engine.Numbers} the rows from a place on: [blocks, n - first, width] */
  since(first) {
    const { n, width, blocks } = this, last = this.#pieces[this.#pieces.length - 1];
    if (last?.from === first) return last.rows;
    const rows = Array.from({ length: blocks }, (_, block) => this.whole.subarray((block * n + first) * width, (block + 1) * n * width));
    if (blocks === 1) return rows[0];
    const found = new Float32Array(blocks * (n - first) * width);
    rows.forEach((each, block) => found.set(each, block * each.length));
    return found;
  }

  /** All rows, [blocks, n, width]: put together when somebody asks for them. */
  get whole() {
    const { n, width, blocks } = this;
    if (this.#later) this.#pieces = [{ rows: this.#later(), from: 0, to: n }];
    this.#later = undefined;
    if (this.#pieces.length > 1) {
      const whole = room(blocks * n * width);
      for (const { rows, from, to } of this.#pieces)
        for (let block = 0; block < blocks; block++) {
          const start = (block * rows.length) / blocks;
          whole.set(rows.subarray(start, start + (to - from) * width), (block * n + from) * width);
        }
      this.#pieces = [{ rows: whole, from: 0, to: n }];
    }
    return this.#pieces[0].rows;
  }
}
