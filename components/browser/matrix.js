// A matrix with its numbers, drawn as it is or transposed; masked cells are hatched and say −∞.
// A cell is always [row, column] of the data; only what is drawn, and where, turns.

import {
  csvOf,
  download,
  fitted,
  hatching,
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
  const drawn = (row, column) => (transposed ? exact(column, row) : exact(row, column));
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
    const overhang = slanted ? Math.min(widest, 90) * 0.72 : 0; // of the last slanted label
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
    if (selected) frame(context, palette, selected);
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
        if (value === -Infinity) continue; // clear: the hatching behind shows
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
        const masked = value === -Infinity;
        context.fillStyle = masked ? hatch : `rgb(${colour})`;
        context.beginPath();
        context.roundRect(x + gap, y + gap, cellWidth - 2 * gap, cellHeight - 2 * gap, gap * 3);
        context.fill();
        context.fillStyle = masked ? palette.soft : inkOn(colour);
        context.fillText(written(value, decimals), x + cellWidth / 2, y + cellHeight / 2 + 1);
      }
    }
  }

  function labels(context, palette, family, slanted) {
    const { left, top, cellWidth, cellHeight } = box;
    const size = Math.max(7, Math.min(13, cellHeight));
    context.font = `${size}px ${family}`;
    context.fillStyle = palette.soft;
    context.textAlign = "right";
    const every = Math.ceil(9 / cellHeight); // labels of tiny cells would overlap: write each nth
    down.forEach((label, row) => {
      if (row % every) return;
      context.fillText(fitted(context, label, left - 10), left - 7, top + (row + 0.5) * cellHeight + 1);
    });
    across.forEach((label, column) => {
      if (column % every) return;
      context.save();
      context.translate(left + (column + 0.5) * cellWidth, top - 8);
      if (slanted) context.rotate(-Math.PI / 4);
      context.textAlign = slanted ? "left" : "center";
      context.fillText(fitted(context, label, slanted ? 90 : cellWidth + 2), 0, 0);
      context.restore();
    });
  }

  function frame(context, palette, cell) {
    const [row, column] = turned(cell);
    const { left, top, cellWidth, cellHeight } = box;
    context.strokeStyle = palette.accent;
    context.lineWidth = 2.5;
    context.strokeRect(left + column * cellWidth + 1, top + row * cellHeight + 1, cellWidth - 2, cellHeight - 2);
  }

  function under(event) {
    const column = Math.floor((event.offsetX - box.left) / box.cellWidth);
    const row = Math.floor((event.offsetY - box.top) / box.cellHeight);
    const inside = row >= 0 && column >= 0 && row < down.length && column < across.length;
    return inside ? turned([row, column]) : null;
  }

  function describe([row, column], x, y) {
    const value = exact(row, column);
    const number = value === -Infinity ? "−∞ (masked)" : written(value, Math.max(4, decimals));
    tell(card, [`${rows[row]} → ${columns[column]}`, `${noun} ${number}`], x, y);
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
  root.querySelector(".png").onclick = () => canvas.toBlob((blob) => download(`${header.file}.png`, blob));
  root.querySelector(".csv").onclick = () => download(`${header.file}.csv`, csvOf(down, across, drawn));
  keepPainted(root, paint);
}
