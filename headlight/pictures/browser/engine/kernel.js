// The products of arithmetic.js in WebAssembly with SIMD, several times as fast, where the browser has it.
//
// kernel.wasm and fused.wasm are built from kernel.ts, which says how. The weights lie in the memory of the kernel from the start; what is
// multiplied with them is copied in and out.

import { plusBias } from "./arithmetic.js";
import { room } from "./memory.js";

const PAGE = 65536; // bytes of a page of WebAssembly's memory

/**
 * `product`, `exact` and `weighted` in WebAssembly and `memory` for weights, by the first of some kernels that the browser
 * can run; null where it can run none, or the sizes do not fit.
 */
export async function kernelOf(kernels, weights, { d_model, d_mlp, d_head, vocab_size, max_tokens }) {
  const wasm = kernels.find((each) => WebAssembly.validate?.(each)); // it has no SIMD, or not all of it
  if (!wasm || [d_model, d_mlp, d_head].some((size) => size % 4)) return null;
  const work = 4 * max_tokens * (Math.max(d_model, d_mlp) + Math.max(d_mlp, vocab_size) + 2 * d_head + max_tokens);
  const memory = new WebAssembly.Memory({ initial: Math.ceil((2 * weights + work) / PAGE) + 1 });
  const { instance } = await WebAssembly.instantiate(wasm, { env: { memory } });
  const exported = /** @type {Record<string, Function>} */ (instance.exports);
  let end = 16; // what is taken of the memory

  function place(length) {
    const array = new Float32Array(memory.buffer, end, length);
    end += Math.ceil(length / 4) * 16;
    return array;
  }

  /** Where an array lies in the memory, which weights do from the start. */
  function inside(array) {
    if (array.buffer === memory.buffer) return array.byteOffset;
    const copy = place(array.length);
    copy.set(array);
    return copy.byteOffset;
  }

  /** One of the products: what both make of a [n, ...] and b is [n, width]; `sizes` as the kernel takes them. */
  function computed(name, a, b, n, width, sizes) {
    const before = end, [x, y] = [inside(a), inside(b)], output = place(n * width);
    exported[name](x, y, output.byteOffset, n, ...sizes);
    end = before; // the next product has the same room
    const found = room(output.length);
    found.set(output);
    return found;
  }

  return {
    product(x, W, n, outer, inner, bias) {
      const out = computed("product", x, W, n, outer, [outer, inner]);
      return bias ? plusBias(out, bias) : out;
    },
    exact: (x, W, n, outer, inner) => computed("exact", x, W, n, outer, [outer, inner]),
    weighted: (pattern, V, n, keys, width) => computed("weighted", pattern, V, n, width, [keys, width]),
    memory: place,
  };
}
