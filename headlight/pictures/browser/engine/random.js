// The first number of NumPy's default generator, PCG64 (O'Neill 2014) seeded by SeedSequence, so that a draw that is made
// here is the one that Python makes.

const POOL = 4; // words of 32 bits that a seed is mixed into
const WIDE = (1n << 128n) - 1n;
const MULTIPLIER = 0x2360ed051fc65da44385df649fccf645n;

/** @param {number[]} seeds a number from 0 up to 1, the same for the same seeds: numpy.random.default_rng(seeds).random() */
export function randomOf(seeds) {
  const words = seedWords(seeds, 8);
  const wide = (/** @type {number} */ at) => (wordsOf64(words, at) << 64n) | wordsOf64(words, at + 2);
  const step = (wide(4) << 1n | 1n) & WIDE;
  let state = (step + wide(0)) & WIDE; // one step from zero, then the seed is added
  state = (state * MULTIPLIER + step) & WIDE;
  state = (state * MULTIPLIER + step) & WIDE; // the step of the number itself
  const folded = (state >> 64n) ^ (state & ((1n << 64n) - 1n)), turn = state >> 122n;
  const turned = BigInt.asUintN(64, (folded >> turn) | (folded << ((64n - turn) & 63n)));
  return Number(turned >> 11n) / 2 ** 53;
}

/** @type {(words: number[], at: number) => bigint} */
const wordsOf64 = (words, at) => BigInt(words[at]) | (BigInt(words[at + 1]) << 32n);

/** @type {(seeds: number[], count: number) => number[]} words of 32 bits of the seeds: the hash of SeedSequence, see numpy/random/bit_generator.pyx */
function seedWords(seeds, count) {
  let hash = 0x43b0d7e5;
  const hashed = (/** @type {number} */ value) => {
    value = Math.imul(value ^ hash, (hash = Math.imul(hash, 0x931e8875)));
    return value ^ (value >>> 16);
  };
  const mixed = (/** @type {number} */ a, /** @type {number} */ b) => {
    const value = Math.imul(a, 0xca01f9dd) - Math.imul(b, 0x4973f715);
    return value ^ (value >>> 16);
  };
  const pool = Array.from({ length: POOL }, (_, i) => hashed(seeds[i] ?? 0));
  for (let from = 0; from < POOL; from++)
    for (let to = 0; to < POOL; to++) if (from !== to) pool[to] = mixed(pool[to], hashed(pool[from]));

  let last = 0x8b51f9dd;
  return Array.from({ length: count }, (_, i) => {
    let value = pool[i % POOL] ^ last;
    last = Math.imul(last, 0x58f38ded);
    value = Math.imul(value, last);
    return (value ^ (value >>> 16)) >>> 0;
  });
}
