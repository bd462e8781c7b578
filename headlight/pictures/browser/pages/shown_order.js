// The order in which a reader sees the options of a question: another for each reader, and the same at every visit.

/** @type {(drawn: number, number: number, count: number) => number[]} the options of a question by its number, from 0, for the reader who has drawn this one */
export function orderOf(drawn, number, count) {
  const options = Array.from({ length: count }, (_, option) => option);
  let seed = (drawn + 7919 * number) | 0;
  for (let last = count - 1; last > 0; last -= 1) {
    seed = (Math.imul(seed, 1664525) + 1013904223) | 0;
    const other = (seed >>> 8) % (last + 1);
    [options[last], options[other]] = [options[other], options[last]];
  }
  return options;
}
