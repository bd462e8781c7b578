// The product with a matrix of weights in WebAssembly with SIMD, three times as fast, where the browser has it.
//
// kernel.wasm is built from kernel.ts, which says how. The weights lie in the memory of the kernel from the start; what is
// multiplied with them is copied in and out.

import { plusBias } from "./arithmetic.js";

const PAGE = 65536; // bytes of a page of WebAssembly's memory

/** `product` in WebAssembly and `memory` for weights; null where the browser cannot, or the sizes do not fit. */
export async function kernelOf(wasm, weights, { d_model, d_mlp, vocab_size, max_tokens }) {
  if (d_model % 4 || d_mlp % 4 || vocab_size % 2 || !WebAssembly.validate?.(wasm)) return null; // it has no SIMD
  const work = 4 * max_tokens * (Math.max(d_model, d_mlp) + Math.max(d_mlp, vocab_size));
  const memory = new WebAssembly.Memory({ initial: Math.ceil((2 * weights + work) / PAGE) + 1 });
  const { instance } = await WebAssembly.instantiate(wasm, { env: { memory } });
  let end = 16; // what is taken of the memory

  function place(length) {
    const array = new Float32Array(memory.buffer, end, length);
    end += Math.ceil(length / 4) * 16;
    return array;
  }

  /** As in arithmetic.js; W lies in the memory. */
  function product(x, W, n, outer, inner, bias) {
    const before = end, [input, output] = [place(n * inner), place(n * outer)];
    end = before; // the next product has the same room
    input.set(x);
    /** @type {Function} */ (instance.exports.product)(input.byteOffset, W.byteOffset, output.byteOffset, n, outer, inner);
    return bias ? plusBias(output.slice(), bias) : output.slice();
  }

  return { product, memory: place };
}
