// Vectors as strips: one row a token, labelled, one column a dimension, signed colours about zero.

import { brief, eachNth, namedEvery } from "./axes.js";
import { FRAME, operate, within } from "./canvas.js";
import { fitted, lookup, mix, sheet, sized, writeTypeset, written } from "./shared.js";

const TITLE = 20; // pixels of the line with the names and the legend
const GAP = 8;
const BESIDE = 440; // pixels of a strip that stands beside another one
const [LOW, LOWER] = [800, 0.8]; // pixels of a window in which strips below each other are that much lower
const LOWEST = 60; // pixels of a presented strip
const MOST = 100; // rows that are labelled: more are no tokens of a sentence

export const html = FRAME;

export function rows({ strips, tokens, width, first }, values) {
  const vector = (row) => values.subarray(row * width, (row + 1) * width);
  const named = (name, strip) =>
    tokens.map((token, place) => [name, first + place, token, ...vector(strip * tokens.length + place)]);
  return [["", "position", "token", ...Array.from({ length: width }, (_, at) => at)], ...strips.flatMap(named)];
}

export default function ({ root, header, values, door }) {
  const { strips, tokens, width: dimensions, extent } = header;
  const canvas = root.querySelector("canvas");
  const exact = (strip, token, dimension) => values[(strip * tokens.length + token) * dimensions + dimension];
  let box, height; // of a strip

  function paint({ width, tall, palette, family, highest }) {
    const many = strips.length > 2 && header.height >= 100;
    const inWindow = many && highest === Infinity && tall < LOW ? LOWER * header.height : header.height;
    // Presented they share the height of the screen, as far as their names can be read.
    const shared = (highest - TITLE - (strips.length - 1) * (GAP + TITLE)) / strips.length;
    height = Math.min(inWindow, Math.max(LOWEST, shared));
    const low = height < 40; // too low for labels: the names stand in their place
    const above = !low || width < 520; // the names stand above their strips
    const left = above && (low || tokens.length > MOST) ? 0 : Math.min(96, 0.2 * width);
    const columns = !low && strips.length * BESIDE <= width - left ? strips.length : 1;
    const across = (width - left - GAP * (columns - 1)) / columns;
    const top = TITLE; // of the first strip: beside the names, or above them, stands the legend
    const step = height + GAP + (above ? TITLE : 0);
    box = { left, across, columns, top, step, row: height / tokens.length };

    const context = sized(canvas, width, top + (Math.ceil(strips.length / columns) - 1) * step + height);
    context.imageSmoothingEnabled = false;
    context.textBaseline = "middle";
    legend(context, palette, family, width);
    strips.forEach((name, strip) => {
      const [x, y] = corner(strip);
      context.drawImage(image(strip, palette), x, y, across, height);
      context.fillStyle = palette.soft;
      const room = strip < columns && strip === columns - 1 ? across - 160 : across; // the legend stands there
      if (above) writeTypeset(context, name, x, y - 10, { size: root._surroundings.type(13), family, width: Math.max(40, room) });
      else writeTypeset(context, name, 0, y + height / 2, { size: root._surroundings.type(13), family, width: left - 8 });
      if (!low && left && strip % columns === 0) labels(context, family, y);
    });
  }

  const corner = (strip) => [
    box.left + (strip % box.columns) * (box.across + GAP),
    box.top + Math.floor(strip / box.columns) * box.step,
  ];

  /** One strip, a pixel for each number. */
  function image(strip, palette) {
    const colours = lookup(palette.diverging);
    const data = new ImageData(dimensions, tokens.length);
    const pixels = new Uint32Array(data.data.buffer);
    const start = strip * tokens.length * dimensions;
    for (let cell = 0; cell < pixels.length; cell++) {
      const share = 0.5 - values[start + cell] / (2 * extent);
      pixels[cell] = colours[Math.round(255 * Math.min(1, Math.max(0, share)))];
    }
    const page = sheet(root, "strip", dimensions, tokens.length);
    page.getContext("2d").putImageData(data, 0, 0);
    return page;
  }

  function labels(context, family, y) {
    const least = root._surroundings.type(0);
    const every = least ? eachNth(0.9 * least, box.row) : namedEvery(box.row, 10);
    const size = Math.max(9, least, Math.min(root._surroundings.type(13), every * box.row));
    context.font = `${size}px ${family}`;
    context.textAlign = "right";
    tokens.forEach((token, place) => {
      const middle = (place + 0.5) * box.row;
      if (place % every || middle + size / 2 > height + 1) return; // a name below the last row would be cut
      context.fillText(fitted(context, token, box.left - 8), box.left - 6, y + middle);
    });
  }

  /** The scale from the most negative colour to the most positive one, at the right end of the first line. */
  function legend(context, palette, family, width) {
    const [bar, end] = [64, width - 34];
    for (let step = 0; step < bar; step++) {
      context.fillStyle = `rgb(${mix(palette.diverging, 1 - step / (bar - 1))})`;
      context.fillRect(end - bar + step, 5, 1, 9);
    }
    context.fillStyle = palette.soft;
    context.font = `${root._surroundings.type(11)}px ${family}`;
    context.textAlign = "right";
    context.fillText(`−${brief(extent, 2)}`, end - bar - 4, 10);
    context.textAlign = "left";
    context.fillText(`+${brief(extent, 2)}`, end + 4, 10);
  }

  /** The number at a point, as [strip, token, dimension]. */
  function under(across, down) {
    const column = Math.floor((across - box.left) / (box.across + GAP));
    const line = Math.floor((down - box.top) / box.step);
    const strip = line * box.columns + column;
    if (column < 0 || column >= box.columns || line < 0 || !strips[strip]) return null;
    const [x, y] = corner(strip);
    const token = Math.floor((down - y) / box.row);
    const dimension = Math.floor(((across - x) / box.across) * dimensions);
    return token < tokens.length && dimension < dimensions ? [strip, token, dimension] : null;
  }

  function says([strip, token, dimension]) {
    const place = `position ${header.first + token}`;
    const row = tokens[token] === place ? place : `${tokens[token]}, ${place}`;
    return [row, `${strips[strip]}, dimension ${dimension}`, written(exact(strip, token, dimension), 4)];
  }

  /** The middle of a number on the canvas. */
  function middle([strip, token, dimension]) {
    const [x, y] = corner(strip);
    return [x + ((dimension + 0.5) / dimensions) * box.across, y + (token + 0.5) * box.row];
  }

  /** Down from the last token of a strip leads to the first one of the next. */
  function step([strip, token, dimension], [right, down]) {
    const row = within(strip * tokens.length + token + down, strips.length * tokens.length);
    return [Math.floor(row / tokens.length), row % tokens.length, within(dimension + right, dimensions)];
  }

  const at = (spot, pointer) => pointer ?? middle(spot);
  operate(root, { header, paint, under, says, at, first: () => [0, tokens.length - 1, 0], step, door: door && ((spot) => door(...spot)) });
}
