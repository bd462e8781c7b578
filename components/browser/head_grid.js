// The grid of all heads: rows are layers, columns are heads, or the other way round, or heads in an order of their own;
// each is a small picture of its pattern.
// A weight comes as its colour, from 0 to 255, in the lower byte, and as hundredths in the upper one.

import { hatching, hiddenOf, keepPainted, lookup, sheet, sized, tell } from "./shared.js";

const [LEAST, ON_PHONE] = [22, 36]; // pixels of a head: where it would be less, it is so large, and the grid scrolls
const [SMALL, ENLARGED] = [60, 160]; // a head that is smaller is shown so large beside the pointer

export const html = `
  <div class="picture">
    <div class="scroll"><canvas tabindex="0" role="img"></canvas></div><div class="card" hidden></div>
  </div>
`;

export function rows({ layers, heads, tokens }, values) {
  const found = [["layer", "head", "query position", "query", ...tokens]];
  for (let row = 0; row < layers * heads * tokens.length; row++) {
    const [pattern, query] = [Math.floor(row / tokens.length), row % tokens.length];
    const weights = values.subarray(row * tokens.length, (row + 1) * tokens.length);
    const place = [Math.floor(pattern / heads) + 1, (pattern % heads) + 1, query, tokens[query]];
    found.push([...place, ...Array.from(weights, (weight) => (weight >> 8) / 100)]);
  }
  return found;
}

export default function ({ root, header, values, choose }) {
  const { layers, heads, tokens, selected, names, transposed, across, order, group, largest } = header;
  const size = tokens.length;
  const canvas = root.querySelector("canvas");
  const box = root.querySelector(".scroll");
  const card = root.querySelector(".card");
  const ordered = order.length > 0;
  const edge = ordered ? 0 : 22; // room for the layer's and the head's number
  const gap = 6;
  const [lines, columns] = across ? [heads, layers] : [layers, heads];
  const title = ordered ? 12 : 0; // room above each head for both of its numbers
  const between = group > 1 && !ordered ? 10 : 0; // groups of heads
  const hidden = hiddenOf(header.hidden); // of a place query * size + key

  // Where the cell [query, key] is drawn.
  const turned = (cell) => (transposed ? (cell % size) * size + Math.floor(cell / size) : cell);

  /** The head at a line and a column, and back. */
  function headAt(line, column) {
    if (ordered) return order[line * columns + column];
    return across ? [column, line] : [line, column];
  }
  function placeOf([layer, head]) {
    if (!ordered) return across ? [head, layer] : [layer, head];
    const at = order.findIndex((each) => each[0] === layer && each[1] === head);
    return [Math.floor(at / columns), at % columns];
  }

  let side, enlarged; // of one head, in pixels, and it drawn larger: set by paint
  const gaps = (at) => Math.floor(at / group) * between; // before a line or column of heads
  const left = (column) => edge + column * (side + gap) + gap / 2 + (across ? 0 : gaps(column));
  const top = (line) => edge + line * (side + gap + title) + gap / 2 + title + (across ? gaps(line) : 0);

  function paint({ width, palette, ground, family, type, highest }) {
    const spare = [(across ? 0 : gaps(columns - 1)) + edge, (across ? gaps(lines - 1) : 0) + edge];
    const fitting = (width - spare[0]) / columns - gap;
    const roomy = fitting < LEAST ? ON_PHONE : fitting;
    side = Math.max(4, Math.min(largest, roomy, (highest - spare[1]) / lines - gap - title));
    const every = side + gap < 18 ? 5 : 1; // where there is no room for all numbers
    const numbered = (at) => at === 0 || (at + 1) % every === 0;
    const colours = lookup(palette.sequential);
    const context = sized(canvas, left(columns - 1) + side + gap / 2, top(lines - 1) + side + gap / 2);
    const thumbnail = sheet(root, "thumbnail", size, size);
    const pen = thumbnail.getContext("2d");
    const image = pen.createImageData(size, size);
    const pixels = new Uint32Array(image.data.buffer);
    const draw = (onto, hatch, layer, head, x, y, side) => {
      const start = (layer * heads + head) * size * size;
      for (let cell = 0; cell < size * size; cell++) {
        pixels[turned(cell)] = hidden(cell) ? 0 : colours[values[start + cell] & 255]; // clear: the hatching shows
      }
      pen.putImageData(image, 0, 0);
      onto.imageSmoothingEnabled = false;
      onto.fillStyle = hatch;
      onto.fillRect(x, y, side, side);
      onto.drawImage(thumbnail, x, y, side, side);
    };
    enlarged = (layer, head) => {
      const canvas = (root._enlarged ??= document.createElement("canvas"));
      const larger = sized(canvas, ENLARGED, ENLARGED);
      larger.fillStyle = ground;
      larger.fillRect(0, 0, ENLARGED, ENLARGED);
      draw(larger, hatching(root, larger, palette), layer, head, 0, 0, ENLARGED);
      return canvas;
    };
    const hatch = hatching(root, context, palette);
    context.font = `${type(12)}px ${family}`;
    context.textAlign = "center";
    context.textBaseline = "middle";
    for (let place = 0; place < layers * heads; place++) {
      const [line, column] = [Math.floor(place / columns), place % columns];
      const [layer, head] = headAt(line, column);
      const [x, y] = [left(column), top(line)];
      draw(context, hatch, layer, head, x, y, side);
      const chosen = layer === selected[0] && head === selected[1];
      context.strokeStyle = chosen ? palette.accent : palette.line;
      context.lineWidth = chosen ? 3 : 1;
      context.strokeRect(x - 0.5, y - 0.5, side + 1, side + 1);
      context.fillStyle = palette.soft;
      if (ordered) {
        context.font = `${type(10)}px ${family}`;
        context.fillText(`${layer + 1}.${head + 1}`, x + side / 2, y - title / 2);
      } else {
        if (column === 0 && numbered(line)) context.fillText(line + 1, edge / 2, y + side / 2);
        if (line === 0 && numbered(column)) context.fillText(column + 1, x + side / 2, edge / 2);
      }
    }
  }

  /** What stands under the point, or null between the heads. */
  function under(event) {
    const within = (start, offset) => offset >= start - gap / 2 && offset < start + side + gap / 2;
    const column = [...Array(columns).keys()].find((each) => within(left(each), event.offsetX));
    const line = [...Array(lines).keys()].find((each) => within(top(each), event.offsetY));
    if (line === undefined || column === undefined) return null;
    const [layer, head] = headAt(line, column);
    const [x, y] = [left(column), top(line)];
    const place = [event.offsetX - x, event.offsetY - y].map((away) => Math.floor((away / side) * size));
    const [key, query] = transposed ? place.reverse() : place;
    return { layer, head, query, key, inside: key >= 0 && query >= 0 && key < size && query < size };
  }

  canvas.onpointermove = (event) => {
    const at = under(event);
    if (!at) return tell(card, []);
    const lines = [`Layer ${at.layer + 1}, head ${at.head + 1}`];
    if (names[at.layer][at.head]) lines.push(names[at.layer][at.head]);
    if (at.inside) {
      const cell = at.query * size + at.key;
      const hundredths = values[(at.layer * heads + at.head) * size * size + cell] >> 8;
      const weight = hidden(cell) && !hundredths ? "0 (masked)" : (hundredths / 100).toFixed(2);
      lines.push(`${tokens[at.query]} → ${tokens[at.key]}: ${weight}`);
    }
    tell(card, lines, event.offsetX - box.scrollLeft, event.offsetY, side < SMALL ? enlarged(at.layer, at.head) : undefined);
  };
  canvas.onpointerleave = () => tell(card, []);
  canvas.onclick = (event) => {
    const at = under(event);
    if (at) choose([at.layer, at.head]);
  };
  canvas.onkeydown = (event) => {
    const step = { ArrowLeft: [0, -1], ArrowRight: [0, 1], ArrowUp: [-1, 0], ArrowDown: [1, 0] }[event.key];
    if (!step) return;
    event.preventDefault();
    const within = (value, count) => Math.min(count - 1, Math.max(0, value));
    const [line, column] = placeOf(selected);
    choose(headAt(within(line + step[0], lines), within(column + step[1], columns)));
  };
  canvas.setAttribute("aria-label", header.alt);
  keepPainted(root, paint);
  if (root._shown !== String(selected)) {
    root._shown = String(selected); // the reader may scroll on until another head is chosen
    const at = left(placeOf(selected)[1]) + side / 2;
    if (at < box.scrollLeft || at > box.scrollLeft + box.clientWidth) box.scrollLeft = at - box.clientWidth / 2;
  }
}
