// Messages of protobuf, in which Streamlit and its browser speak: read field by field, and written again.

/** A field with these bytes, as it is written. */
export const field = (number, bytes) => [...varint(number * 8 + 2), ...varint(bytes.length), ...bytes];

/** The fields of a message of protobuf, by their numbers: a number, or the bytes of what is no number. */
export const fields = (bytes) => new Map(pieces(bytes).map(({ field, value }) => [field, value]));

/** The same in their order, each with the bytes that it is written in. */
export function pieces(bytes) {
  const found = [];
  let at = 0;
  const number = () => {
    for (let value = 0, unit = 1; ; unit *= 128) {
      const byte = bytes[at++];
      value += (byte % 128) * unit;
      if (byte < 128) return value;
    }
  };
  while (at < bytes.length) {
    const begin = at;
    const tag = number();
    const kind = tag % 8;
    const length = kind === 0 ? 0 : kind === 1 ? 8 : kind === 2 ? number() : 4;
    const value = kind === 0 ? number() : bytes.subarray(at, (at += length));
    found.push({ field: Math.floor(tag / 8), value, raw: bytes.subarray(begin, at) });
  }
  return found;
}

const varint = (value) => (value < 128 ? [value] : [(value % 128) + 128, ...varint(Math.floor(value / 128))]);

export const NOTHING = new Uint8Array();
export const words = (bytes) => new TextDecoder().decode(bytes);
