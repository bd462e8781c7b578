// The products of arithmetic.js in WebAssembly with SIMD, several times as fast, where the browser has it.
//
// kernel.wasm and fused.wasm are built from kernel.ts, which says how. The weights lie in the memory of the kernel from the start; what is
// multiplied with them is copied in and out.

import { room } from "./memory.js";

const PAGE = 65536; // bytes of a page of WebAssembly's memory

/**
 * The products of arithmetic.js in WebAssembly and `memory` for weights, by the first of some kernels that the browser
 * can run; null where it can run none, or the sizes do not fit.
 *
 * @param {ArrayBuffer[]} kernels
 * @param {number} weights bytes that they take at most
 * @param {Engine.Config} config
 * @returns {Promise<(Engine.Products & { memory: (length: number) => Engine.Numbers }) | null>}
 */
export async function kernelOf(kernels, weights, { d_model, d_mlp, d_head, vocab_size, max_tokens }) {
  const wasm = kernels.find((each) => WebAssembly.validate?.(each)); // it has no SIMD, or not all of it
  if (!wasm || [d_model, d_mlp, d_head].some((size) => size % 4)) return null;
  const work = 4 * max_tokens * (Math.max(d_model, d_mlp) + Math.max(d_mlp, vocab_size) + 2 * d_head + max_tokens);
  const memory = new WebAssembly.Memory({ initial: Math.ceil((2 * weights + work) / PAGE) + 1 });
  const { instance } = await WebAssembly.instantiate(wasm, { env: { memory } });
  const exported = /** @type {Record<string, Function>} */ (instance.exports);
  let end = 16; // what is taken of the memory

  function place(/** @type {number} */ length) {
    const array = new Float32Array(memory.buffer, end, length);
    end += Math.ceil(length / 4) * 16;
    return array;
  }

  /** @param {Engine.Numbers} array where it lies in the memory, which weights do from the start */
  function inside(array) {
    if (array.buffer === memory.buffer) return array.byteOffset;
    const copy = place(array.length);
    copy.set(array);
    return copy.byteOffset;
  }

  /** @type {(arrays: (Engine.Numbers | undefined)[], length: number, into: (...places: number[]) => void) => Engine.Numbers} what `into` makes of the places of a, b and c in the memory, and of a place for so many numbers */
  function computed(arrays, length, into) {
    const before = end, places = arrays.map((array) => (array ? inside(array) : 0)), output = place(length);
    into(...places, output.byteOffset);
    end = before; // the next product has the same room
    const found = room(length);
    found.set(output);
    return found;
  }

  return {
    product: (x, W, bias, n, outer, inner) =>
      computed([x, W, bias], n * outer, (x, W, bias, out) => exported.product(x, W, bias, out, n, outer, inner)),
    projected: (x, W, bias, n, n_heads, d_head, inner) =>
      computed([x, W, bias], n * n_heads * d_head, (x, W, bias, out) => {
        for (let start = 0; start < 4 * n_heads * d_head; start += 4 * d_head)
          exported.product(x, W + start * inner, bias && bias + start, out + start * n, n, d_head, inner);
      }),
    activated: (x, W, bias, n, outer, inner) =>
      computed([x, W, bias], n * outer, (x, W, bias, out) => {
        exported.product(x, W, bias, out, n, outer, inner);
        exported.gelu(out, n * outer);
      }),
    exact: (x, W, n, outer, inner) => computed([x, W], n * outer, (x, W, out) => exported.exact(x, W, out, n, outer, inner)),
    weighted: (pattern, V, n, keys, width) =>
      computed([pattern, V], n * width, (pattern, V, out) => exported.weighted(pattern, V, out, n, keys, width)),
    memory: place,
  };
}
