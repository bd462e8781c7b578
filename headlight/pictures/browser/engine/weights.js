// The weights of a model: a safetensors file, or the same as base64 in a page, to arrays of float32 by their names.

/** @type {(base64: string) => Uint8Array<ArrayBuffer>} base64 as bytes */
export function bytesOf(base64) {
  if (Uint8Array.fromBase64) return Uint8Array.fromBase64(base64);
  const letters = atob(base64), bytes = new Uint8Array(letters.length);
  for (let i = 0; i < letters.length; i++) bytes[i] = letters.charCodeAt(i);
  return bytes;
}

/**
 * The tensors of a safetensors file (an ArrayBuffer) as float32, by their names; `memory` gives each its place, if not
 * memory of its own. An Error where the file is not whole.
 *
 * @param {ArrayBuffer} file
 * @param {(length: number) => Engine.Numbers} memory
 */
export function tensorsOf(file, memory = (length) => new Float32Array(length)) {
  const view = new DataView(file);
  const length = file.byteLength < 8 ? Infinity : Number(view.getBigUint64(0, true));
  if (8 + length > file.byteLength) throw new Error("the weights are not whole");
  const tensors = JSON.parse(new TextDecoder().decode(new Uint8Array(file, 8, length)));
  delete tensors.__metadata__;
  /** @type {Engine.Weights} */
  const found = {};
  for (const [name, { dtype, data_offsets: [start, end] }] of Object.entries(tensors)) {
    if (8 + length + end > file.byteLength) throw new Error("the weights are not whole");
    const bytes = file.slice(8 + length + start, 8 + length + end); // a copy begins at an even address
    if (dtype !== "F16" && dtype !== "F32") throw new Error(`${name} is of the kind ${dtype}; F16 and F32 can be read`);
    const values = dtype === "F16" ? new Uint16Array(bytes) : new Float32Array(bytes), half = dtype === "F16";
    const own = (found[name] = memory(values.length));
    for (let i = 0; i < values.length; i++) own[i] = half ? HALVES[values[i]] : values[i];
  }
  return found;
}

/** The value of each of the 65,536 half-precision numbers (IEEE 754 binary16). */
const HALVES = Float32Array.from({ length: 65536 }, (_, bits) => {
  const sign = bits & 0x8000 ? -1 : 1, exponent = (bits >> 10) & 31, fraction = bits & 1023;
  if (exponent === 31) return fraction ? NaN : sign * Infinity;
  return sign * (exponent ? (1 + fraction / 1024) * 2 ** (exponent - 15) : fraction * 2 ** -24);
});
