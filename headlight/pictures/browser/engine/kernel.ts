// The products of a transformer, four numbers at a time: engine/kernel.js says when they are used.
//
// Built with AssemblyScript 0.28 (npm install assemblyscript@0.28) by
//     asc kernel.ts --runtime stub --noAssert -O3 --enable simd --importMemory --outFile kernel.wasm
// and, with products and sums in one step, which takes two thirds of the time, for browsers that have relaxed SIMD, by
//     asc kernel.ts --runtime stub --noAssert -O3 --enable simd --enable relaxed-simd --importMemory --outFile fused.wasm
//
// Each sum runs in the same order, whether its row is one of four or alone: rows that were computed for a shorter text are
// equal to the last bit. `inner` and `width` have to be multiples of 4.

/** x [n, inner] times W^T, W [outer, inner], plus bias [outer] unless it is 0. */
export function product(x: usize, W: usize, bias: usize, out: usize, n: i32, outer: i32, inner: i32): void {
  const step: usize = (<usize>inner) << 2, row: usize = (<usize>outer) << 2;
  let t: i32 = 0;
  for (; t + 3 < n; t += 4) {
    const x0 = x + <usize>t * step, x1 = x0 + step, x2 = x1 + step, x3 = x2 + step;
    let to = out + <usize>t * row, o: i32 = 0;
    for (; o + 1 < outer; o += 2, to += 8) {
      const w0 = W + <usize>o * step, w1 = w0 + step;
      let a0 = f32x4.splat(0), a1 = a0, b0 = a0, b1 = a0, c0 = a0, c1 = a0, d0 = a0, d1 = a0;
      for (let i: usize = 0; i < step; i += 16) {
        const u = v128.load(w0 + i), v = v128.load(w1 + i);
        const a = v128.load(x0 + i), b = v128.load(x1 + i), c = v128.load(x2 + i), d = v128.load(x3 + i);
        a0 = plus(a0, a, u);
        a1 = plus(a1, a, v);
        b0 = plus(b0, b, u);
        b1 = plus(b1, b, v);
        c0 = plus(c0, c, u);
        c1 = plus(c1, c, v);
        d0 = plus(d0, d, u);
        d1 = plus(d1, d, v);
      }
      const k0 = added(bias, o), k1 = added(bias, o + 1);
      f32.store(to, sum(a0) + k0);
      f32.store(to + 4, sum(a1) + k1);
      f32.store(to + row, sum(b0) + k0);
      f32.store(to + row + 4, sum(b1) + k1);
      f32.store(to + 2 * row, sum(c0) + k0);
      f32.store(to + 2 * row + 4, sum(c1) + k1);
      f32.store(to + 3 * row, sum(d0) + k0);
      f32.store(to + 3 * row + 4, sum(d1) + k1);
    }
    for (; o < outer; o++, to += 4)
      for (let r: usize = 0; r < 4; r++) f32.store(to + r * row, dot(x0 + r * step, W + <usize>o * step, step) + added(bias, o));
  }
  for (; t < n; t++) {
    const start = x + <usize>t * step;
    let to = out + <usize>t * row, o: i32 = 0;
    for (; o + 3 < outer; o += 4, to += 16) {
      const w0 = W + <usize>o * step, w1 = w0 + step, w2 = w1 + step, w3 = w2 + step;
      let a = f32x4.splat(0), b = a, c = a, d = a;
      for (let i: usize = 0; i < step; i += 16) {
        const v = v128.load(start + i);
        a = plus(a, v, v128.load(w0 + i));
        b = plus(b, v, v128.load(w1 + i));
        c = plus(c, v, v128.load(w2 + i));
        d = plus(d, v, v128.load(w3 + i));
      }
      f32.store(to, sum(a) + added(bias, o));
      f32.store(to + 4, sum(b) + added(bias, o + 1));
      f32.store(to + 8, sum(c) + added(bias, o + 2));
      f32.store(to + 12, sum(d) + added(bias, o + 3));
    }
    for (; o < outer; o++, to += 4) f32.store(to, dot(start, W + <usize>o * step, step) + added(bias, o));
  }
}

// @ts-ignore: a decorator of AssemblyScript
@inline function added(bias: usize, o: i32): f32 {
  return bias ? f32.load(bias + (<usize>o << 2)) : 0;
}

/**
 * GELU of `count` numbers, a multiple of 4, in the same memory.
 *
 * The share of a normal distribution that lies below x is 1/2 + x P(x^2) / Q(x^2) within 6e-9 up to 5.4, from where it stays
 * as it is there: with what float32 rounds the result is within 1.1e-6 of the exact one, as torch's is. The coefficients
 * minimize the largest difference, found by least squares whose weights grow where it is large.
 */
export function gelu(x: usize, count: i32): void {
  const half = f32x4.splat(0.5), far = f32x4.splat(5.4), near = f32x4.splat(-5.4);
  for (const end = x + (<usize>count << 2); x < end; x += 16) {
    const value = v128.load(x), y = f32x4.max(f32x4.min(value, far), near), t = f32x4.mul(y, y);
    let p = plus(f32x4.splat(6.360028237395454e-6), f32x4.splat(2.3386684588899698e-8), t);
    let q = plus(f32x4.splat(7.240048580570146e-5), f32x4.splat(1.2165901353000663e-6), t);
    p = plus(f32x4.splat(1.6432261327281594e-4), p, t);
    q = plus(f32x4.splat(1.8589866813272238e-3), q, t);
    p = plus(f32x4.splat(4.650856833904982e-3), p, t);
    q = plus(f32x4.splat(2.8378738090395927e-2), q, t);
    p = plus(f32x4.splat(3.3372316509485245e-2), p, t);
    q = plus(f32x4.splat(2.5031808018684387e-1), q, t);
    p = plus(f32x4.splat(3.98942232131958e-1), p, t);
    q = plus(f32x4.splat(1), q, t);
    v128.store(x, f32x4.mul(value, f32x4.add(half, f32x4.mul(y, f32x4.div(p, q)))));
  }
}

/** As `product` without a bias, with sums in double precision: a softmax that is sharpened would multiply what rounding does to scores. */
export function exact(x: usize, W: usize, out: usize, n: i32, outer: i32, inner: i32): void {
  const step: usize = (<usize>inner) << 2;
  let to = out;
  for (let t: i32 = 0; t < n; t++, x += step) {
    let w = W;
    for (let o: i32 = 0; o < outer; o++, to += 4, w += step) {
      let a = f64x2.splat(0), b = a;
      for (let i: usize = 0; i < step; i += 16) {
        const u = v128.load(x + i), v = v128.load(w + i);
        a = f64x2.add(a, f64x2.mul(f64x2.promote_low_f32x4(u), f64x2.promote_low_f32x4(v)));
        b = f64x2.add(b, f64x2.mul(upper(u), upper(v)));
      }
      const both = f64x2.add(a, b);
      f32.store(to, <f32>(f64x2.extract_lane(both, 0) + f64x2.extract_lane(both, 1)));
    }
  }
}

// @ts-ignore: a decorator of AssemblyScript
@inline function upper(v: v128): v128 {
  return f64x2.promote_low_f32x4(v128.shuffle<i64>(v, v, 1, 1));
}

/** pattern [n, keys] times V [keys, width]: rows of V, each with its weight. */
export function weighted(pattern: usize, V: usize, out: usize, n: i32, keys: i32, width: i32): void {
  const row: usize = (<usize>keys) << 2, step: usize = (<usize>width) << 2;
  let t: i32 = 0;
  for (; t + 3 < n; t += 4)
    for (let i: usize = 0; i < step; i += 16) {
      const to = out + <usize>t * step + i;
      let weights = pattern + <usize>t * row, v = V + i;
      let a = f32x4.splat(0), b = a, c = a, d = a;
      for (let key: i32 = 0; key < keys; key++, weights += 4, v += step) {
        const values = v128.load(v);
        a = plus(a, v128.load32_splat(weights), values);
        b = plus(b, v128.load32_splat(weights + row), values);
        c = plus(c, v128.load32_splat(weights + 2 * row), values);
        d = plus(d, v128.load32_splat(weights + 3 * row), values);
      }
      v128.store(to, a);
      v128.store(to + step, b);
      v128.store(to + 2 * step, c);
      v128.store(to + 3 * step, d);
    }
  for (; t < n; t++)
    for (let i: usize = 0; i < step; i += 16) {
      let weights = pattern + <usize>t * row, v = V + i, a = f32x4.splat(0);
      for (let key: i32 = 0; key < keys; key++, weights += 4, v += step) a = plus(a, v128.load32_splat(weights), v128.load(v));
      v128.store(out + <usize>t * step + i, a);
    }
}

/** a + b * c */
// @ts-ignore: a decorator of AssemblyScript
@inline function plus(a: v128, b: v128, c: v128): v128 {
  return ASC_FEATURE_RELAXED_SIMD ? f32x4.relaxed_madd(b, c, a) : f32x4.add(a, f32x4.mul(b, c));
}

/** The sum of x [inner] times w [inner], which take `step` bytes each. */
function dot(x: usize, w: usize, step: usize): f32 {
  let a = f32x4.splat(0);
  for (let i: usize = 0; i < step; i += 16) a = plus(a, v128.load(x + i), v128.load(w + i));
  return sum(a);
}

// @ts-ignore: a decorator of AssemblyScript
@inline function sum(v: v128): f32 {
  return f32x4.extract_lane(v, 0) + f32x4.extract_lane(v, 1) + (f32x4.extract_lane(v, 2) + f32x4.extract_lane(v, 3));
}
