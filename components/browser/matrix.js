// A matrix with its numbers, drawn as it is or transposed; hidden cells are hatched and say their value all the same.
// A cell is always [row, column] of the data; only what is drawn, and where, turns.

import { aslant, eachNth, reach } from "./axes.js";
import {
  csvOf,
  download,
  downloadPng,
  fitted,
  hatching,
  hiddenOf,
  inkOn,
  keepPainted,
  lookup,
  mix,
  say,
  sheet,
  sized,
  tell,
  written,
} from "./shared.js";

const LONGEST = 90; // pixels of a label aslant

export const html = `
  <div class="picture"><canvas tabindex="0" role="img"></canvas><div class="card" hidden></div></div>
  <p class="says" hidden></p>
  <div class="export"><button class="png">PNG</button><button class="csv">CSV</button></div>
`;

export default function ({ root, header, values, choose }) {
  const { rows, columns, scale, extent, decimals, selected, noun, transposed } = header;
  const [down, across] = transposed ? [columns, rows] : [rows, columns]; // labels, as drawn
  const turned = ([row, column]) => (transposed ? [column, row] : [row, column]); // of the data to drawn, and back
  const canvas = root.querySelector("canvas");
  const card = root.querySelector(".card");
  const exact = (row, column) => values[row * columns.length + column];
  const drawn = (row, column) => exact(...turned([row, column]));
  const hidden = hiddenOf(header.hidden);
  const hatched = ([row, column]) => !Number.isFinite(exact(row, column)) || hidden(row * columns.length + column);
  let cursor = selected ?? [rows.length - 1, 0];
  if (choose && !selected && root._cursor) cursor = within(root._cursor); // after a cell was toggled, go on from there
  let box; // where the cells stand: set by paint

  function paint({ width, ground, palette, family }) {
    const ruler = canvas.getContext("2d");
    ruler.font = `13px ${family}`;
    const longest = Math.max(...down.map((label) => ruler.measureText(label).width));
    const left = Math.min(longest + 14, width * 0.26, 130);
    const widest = Math.max(...across.map((label) => ruler.measureText(label).width));
    const slanted = widest > Math.min(58, (width - left) / across.length) + 2;
    const overhang = slanted ? reach(widest, LONGEST) : 0; // of the last slanted label
    const cellWidth = Math.max(2, Math.min(58, (width - left - overhang) / across.length));
    const cellHeight = Math.min(38, cellWidth * (cellWidth < 40 ? 1 : 0.72));
    const top = slanted ? overhang + 18 : 24;
    box = { left, top, cellWidth, cellHeight };

    const needed = Math.ceil(left + across.length * cellWidth + overhang + 2); // a pixel that is not there costs nothing
    const context = sized(canvas, Math.min(width, needed), top + down.length * cellHeight + 2);
    context.textBaseline = "middle";
    const size = Math.min(13, cellWidth / 3.1); // of the numbers
    if (size >= 8) cells(context, palette, `${size}px ${family}`);
    else mosaic(context, palette, ground);
    labels(context, palette, family, slanted);
    if (values.some(Number.isNaN)) unwritten(context, palette, ground, family);
    if (selected) frame(context, palette, ground, selected);
  }

  /** Where a value stands on its scale, from 0 to 1. */
  const share = (value) => (scale === "sequential" ? value / extent : 0.5 - value / (2 * extent));

  /** Cells too small for numbers, drawn as one image: thousands of shapes would take longer than a frame. */
  function mosaic(context, palette, ground) {
    const { left, top, cellWidth, cellHeight } = box;
    const size = [across.length * cellWidth, down.length * cellHeight];
    const colours = lookup(palette[scale]);
    const image = new ImageData(across.length, down.length);
    const pixels = new Uint32Array(image.data.buffer);
    for (let row = 0; row < down.length; row++) {
      for (let column = 0; column < across.length; column++) {
        const value = drawn(row, column);
        if (hatched(turned([row, column]))) continue; // clear: the hatching behind shows
        pixels[row * across.length + column] = colours[Math.round(255 * Math.min(1, Math.max(0, share(value))))];
      }
    }
    const small = sheet(root, "mosaic", across.length, down.length);
    small.getContext("2d").putImageData(image, 0, 0);
    context.fillStyle = hatching(root, context, palette);
    context.fillRect(left, top, ...size);
    context.imageSmoothingEnabled = false;
    context.drawImage(small, left, top, ...size);
    if (cellWidth < 10) return;
    context.fillStyle = ground;
    for (let row = 1; row < down.length; row++) context.fillRect(left, top + row * cellHeight - 0.75, size[0], 1.5);
    for (let column = 1; column < across.length; column++) {
      context.fillRect(left + column * cellWidth - 0.75, top, 1.5, size[1]);
    }
  }

  /** Cells with their numbers. */
  function cells(context, palette, font) {
    const { left, top, cellWidth, cellHeight } = box;
    const hatch = hatching(root, context, palette);
    const gap = 1;
    context.font = font;
    context.textAlign = "center";
    for (let row = 0; row < down.length; row++) {
      for (let column = 0; column < across.length; column++) {
        const value = drawn(row, column);
        const [x, y] = [left + column * cellWidth, top + row * cellHeight];
        const colour = mix(palette[scale], share(value));
        const closed = hatched(turned([row, column]));
        context.fillStyle = closed ? hatch : `rgb(${colour})`;
        context.beginPath();
        context.roundRect(x + gap, y + gap, cellWidth - 2 * gap, cellHeight - 2 * gap, gap * 3);
        context.fill();
        if (Number.isNaN(value)) continue;
        context.fillStyle = closed ? palette.soft : inkOn(colour);
        const number = closed && value === 0 ? "0" : written(value, decimals); // exactly 0, not 0.00 by rounding
        context.fillText(number, x + cellWidth / 2, y + cellHeight / 2 + 1);
      }
    }
  }

  function labels(context, palette, family, slanted) {
    const { left, top, cellWidth, cellHeight } = box;
    const size = Math.max(7, Math.min(13, cellHeight));
    context.font = `${size}px ${family}`;
    context.fillStyle = palette.soft;
    context.textAlign = "right";
    const every = eachNth(9, cellHeight);
    down.forEach((label, row) => {
      if (row % every) return;
      context.fillText(fitted(context, label, left - 10), left - 7, top + (row + 0.5) * cellHeight + 1);
    });
    across.forEach((label, column) => {
      if (column % every) return;
      const [x, y] = [left + (column + 0.5) * cellWidth, top - 8];
      context.textAlign = "center";
      if (slanted) aslant(context, label, x, y, { longest: LONGEST });
      else context.fillText(fitted(context, label, cellWidth + 2), x, y);
    });
  }

  /** Cells that are NaN form a block: it says once why it is empty. */
  function unwritten(context, palette, ground, family) {
    const { left, top, cellWidth, cellHeight } = box;
    const empty = (row, column) => Number.isNaN(drawn(row, column));
    const inRows = down.flatMap((_, row) => (across.some((_, column) => empty(row, column)) ? [row] : []));
    const inColumns = across.flatMap((_, column) => (down.some((_, row) => empty(row, column)) ? [column] : []));
    const middle = (places) => (places[0] + places.at(-1) + 1) / 2;
    const [x, y] = [left + middle(inColumns) * cellWidth, top + middle(inRows) * cellHeight];
    context.font = `13px ${family}`;
    const says = fitted(context, "not written yet", inColumns.length * cellWidth - 8);
    const half = context.measureText(says).width / 2 + 5;
    context.fillStyle = ground;
    context.fillRect(x - half, y - 9, 2 * half, 18);
    context.fillStyle = palette.soft;
    context.textAlign = "center";
    context.fillText(says, x, y + 1);
  }

  /** A frame in two lines, because neither colour alone stands out from every cell. */
  function frame(context, palette, ground, cell) {
    const [row, column] = turned(cell);
    const { left, top, cellWidth, cellHeight } = box;
    const [x, y] = [Math.round(left + column * cellWidth), Math.round(top + row * cellHeight)];
    for (const [colour, thickness, inset] of [[palette.accent, 2.5, 1.25], [ground, 1.5, 3.25]]) {
      context.strokeStyle = colour;
      context.lineWidth = thickness;
      if (cellHeight > 4 * inset) context.strokeRect(x + inset, y + inset, cellWidth - 2 * inset, cellHeight - 2 * inset);
    }
  }

  function under(event) {
    const column = Math.floor((event.offsetX - box.left) / box.cellWidth);
    const row = Math.floor((event.offsetY - box.top) / box.cellHeight);
    const inside = row >= 0 && column >= 0 && row < down.length && column < across.length;
    return inside ? turned([row, column]) : null;
  }

  function describe([row, column], x, y) {
    const value = exact(row, column);
    const number = hatched([row, column]) && value === 0 ? "0" : written(value, Math.max(4, decimals));
    const closed = hatched([row, column]) ? " (masked)" : "";
    const says = Number.isNaN(value) ? "not written yet" : `${noun} ${number}${closed}`;
    tell(card, [`${rows[row]} → ${columns[column]}`, says], x, y);
  }

  function within([row, column]) {
    const between = (value, count) => Math.min(count - 1, Math.max(0, value));
    return [between(row, rows.length), between(column, columns.length)];
  }

  canvas.onpointermove = (event) => {
    const cell = under(event);
    if (cell) describe(cell, event.offsetX, event.offsetY);
    else tell(card, []);
  };
  canvas.onpointerleave = canvas.onblur = () => tell(card, []);
  canvas.onclick = (event) => {
    const cell = under(event);
    if (cell) choose?.(cell);
  };
  canvas.onkeydown = (event) => {
    const step = { ArrowLeft: [0, -1], ArrowRight: [0, 1], ArrowUp: [-1, 0], ArrowDown: [1, 0] }[event.key];
    if (event.key === "Enter") choose?.(cursor);
    if (!step) return;
    event.preventDefault();
    const [downwards, sideways] = turned(step);
    cursor = root._cursor = within([cursor[0] + downwards, cursor[1] + sideways]);
    const [row, column] = turned(cursor);
    describe(cursor, box.left + (column + 1) * box.cellWidth, box.top + (row + 0.5) * box.cellHeight);
  };
  canvas.setAttribute("aria-label", header.alt);

  say(root.querySelector(".says"), header.says);
  root.querySelector(".png").onclick = () => downloadPng(root, canvas, `${header.file}.png`);
  root.querySelector(".csv").onclick = () => download(`${header.file}.csv`, csvOf(down, across, drawn));
  keepPainted(root, paint);
}
