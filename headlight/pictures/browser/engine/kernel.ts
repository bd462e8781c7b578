// x [n, inner] times W^T, W [outer, inner], four numbers at a time: engine/kernel.js says when it is used.
//
// Built with AssemblyScript 0.28 (npm install assemblyscript@0.28) by
//     asc kernel.ts --runtime stub --noAssert -O3 --enable simd --importMemory --outFile kernel.wasm
//
// Each sum runs over `inner` in the same order, whether its row is one of four or alone: rows that were computed for a
// shorter text are equal to the last bit. `inner` has to be a multiple of 4, `outer` an even number.

export function product(x: usize, W: usize, out: usize, n: i32, outer: i32, inner: i32): void {
  const step: usize = (<usize>inner) << 2, row: usize = (<usize>outer) << 2;
  let t: i32 = 0;
  for (; t + 3 < n; t += 4) {
    const x0 = x + <usize>t * step, x1 = x0 + step, x2 = x1 + step, x3 = x2 + step;
    let to = out + <usize>t * row;
    for (let o: i32 = 0; o < outer; o += 2, to += 8) {
      const w0 = W + <usize>o * step, w1 = w0 + step;
      let a0 = f32x4.splat(0), a1 = a0, b0 = a0, b1 = a0, c0 = a0, c1 = a0, d0 = a0, d1 = a0;
      for (let i: usize = 0; i < step; i += 16) {
        const u = v128.load(w0 + i), v = v128.load(w1 + i);
        const a = v128.load(x0 + i), b = v128.load(x1 + i), c = v128.load(x2 + i), d = v128.load(x3 + i);
        a0 = f32x4.add(a0, f32x4.mul(a, u));
        a1 = f32x4.add(a1, f32x4.mul(a, v));
        b0 = f32x4.add(b0, f32x4.mul(b, u));
        b1 = f32x4.add(b1, f32x4.mul(b, v));
        c0 = f32x4.add(c0, f32x4.mul(c, u));
        c1 = f32x4.add(c1, f32x4.mul(c, v));
        d0 = f32x4.add(d0, f32x4.mul(d, u));
        d1 = f32x4.add(d1, f32x4.mul(d, v));
      }
      f32.store(to, sum(a0));
      f32.store(to + 4, sum(a1));
      f32.store(to + row, sum(b0));
      f32.store(to + row + 4, sum(b1));
      f32.store(to + 2 * row, sum(c0));
      f32.store(to + 2 * row + 4, sum(c1));
      f32.store(to + 3 * row, sum(d0));
      f32.store(to + 3 * row + 4, sum(d1));
    }
  }
  for (; t < n; t++) {
    const start = x + <usize>t * step;
    let to = out + <usize>t * row, o: i32 = 0;
    for (; o + 3 < outer; o += 4, to += 16) {
      const w0 = W + <usize>o * step, w1 = w0 + step, w2 = w1 + step, w3 = w2 + step;
      let a = f32x4.splat(0), b = a, c = a, d = a;
      for (let i: usize = 0; i < step; i += 16) {
        const v = v128.load(start + i);
        a = f32x4.add(a, f32x4.mul(v, v128.load(w0 + i)));
        b = f32x4.add(b, f32x4.mul(v, v128.load(w1 + i)));
        c = f32x4.add(c, f32x4.mul(v, v128.load(w2 + i)));
        d = f32x4.add(d, f32x4.mul(v, v128.load(w3 + i)));
      }
      f32.store(to, sum(a));
      f32.store(to + 4, sum(b));
      f32.store(to + 8, sum(c));
      f32.store(to + 12, sum(d));
    }
    for (; o < outer; o++, to += 4) {
      const w0 = W + <usize>o * step;
      let a = f32x4.splat(0);
      for (let i: usize = 0; i < step; i += 16) a = f32x4.add(a, f32x4.mul(v128.load(start + i), v128.load(w0 + i)));
      f32.store(to, sum(a));
    }
  }
}

// @ts-ignore: a decorator of AssemblyScript
@inline function sum(v: v128): f32 {
  return f32x4.extract_lane(v, 0) + f32x4.extract_lane(v, 1) + (f32x4.extract_lane(v, 2) + f32x4.extract_lane(v, 3));
}
