// Memory for the stages of a pass, used again once nobody reads them: new memory with every key would have to be cleared
// and collected by the browser, which takes as long as a third of the pass.

const STEPS = 4; // sizes between one power of two and the next
/** @type {Map<number, ArrayBuffer[]>} */
const spare = new Map(); // how many numbers it has room for -> buffers that nobody reads

/** @type {(length: number) => Engine.Numbers} an array for so many numbers, whatever stands in it */
export function room(length) {
  const step = 2 ** Math.max(4, Math.ceil(Math.log2(length || 1))) / (2 * STEPS), size = Math.ceil(length / step) * step;
  return new Float32Array(spare.get(size)?.pop() ?? new ArrayBuffer(4 * size), 0, length);
}

/** @param {Engine.Numbers[]} arrays that nobody reads any more, each of which was made by `room` */
export function free(arrays) {
  for (const { buffer } of arrays) {
    const size = buffer.byteLength / 4;
    const others = spare.get(size);
    if (others) others.push(buffer);
    else spare.set(size, [buffer]);
  }
}
