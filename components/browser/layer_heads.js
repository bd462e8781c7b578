// The heads of one layer side by side: as many in a row as are readable, each with its name and its tokens.

import { aslant, eachNth, reach } from "./axes.js";
import {
  fitted,
  hatching,
  hiddenOf,
  inkOn,
  keepPainted,
  lookup,
  sheet,
  sized,
  tell,
  written,
} from "./shared.js";

const LONGEST = 64; // pixels of a label aslant

export const html = '<div class="picture"><canvas tabindex="0" role="img"></canvas><div class="card" hidden></div></div>';

export default function ({ root, header, values, choose }) {
  const { tokens, names, silenced, transposed } = header;
  const size = tokens.length;
  const canvas = root.querySelector("canvas");
  const card = root.querySelector(".card");
  const gap = 16;
  const title = names.some(Boolean) ? 54 : 24; // a head's number, and two lines of what it does
  const exact = (head, query, key) => values[(head * size + query) * size + key];
  const turned = (row, column) => (transposed ? [column, row] : [row, column]); // as drawn to [query, key]
  const hidden = hiddenOf(header.hidden);
  const hatched = (head, query, key) => hidden((head * size + query) * size + key);
  let box; // where the panels stand: set by paint
  let cursor = canvas.cursor ?? null; // the head that the arrow keys stand on; kept when new data comes

  const corner = (head) => [
    box.left + (head % box.columns) * (box.side + gap),
    box.top + Math.floor(head / box.columns) * box.step,
  ];

  function paint({ width, palette, family }) {
    const colours = lookup(palette.sequential);
    const ruler = canvas.getContext("2d");
    ruler.font = `12px ${family}`;
    const longest = Math.max(...tokens.map((word) => ruler.measureText(word).width));
    const columns = Math.min(names.length, width > 500 ? 3 : 2);
    const left = Math.min(longest + 12, width * 0.2, 96);
    const overhang = reach(longest, LONGEST); // upwards and to the right
    const side = Math.max(8, Math.min(260, (width - left - overhang) / columns - gap));
    const top = title + overhang + 8;
    box = { columns, left, side, top, overhang, step: top + side + 14, cell: side / size };
    const rows = Math.ceil(names.length / columns);
    const context = sized(canvas, width, rows * box.step - 8);
    context.imageSmoothingEnabled = false;
    context.textBaseline = "middle";
    names.forEach((name, head) => {
      panel(context, palette, colours, head);
      caption(context, palette, family, head, name);
      labels(context, palette, family, head);
    });
  }

  /** One pattern: hidden cells show the hatching below them. */
  function panel(context, palette, colours, head) {
    const { side, cell } = box;
    const [x, y] = corner(head);
    const image = new ImageData(size, size);
    const pixels = new Uint32Array(image.data.buffer);
    for (let at = 0; at < size * size; at++) {
      const cell = [head, ...turned(Math.floor(at / size), at % size)];
      pixels[at] = hatched(...cell) ? 0 : colours[Math.round(255 * Math.min(1, Math.max(0, exact(...cell))))];
    }
    const thumbnail = sheet(root, "thumbnail", size, size);
    thumbnail.getContext("2d").putImageData(image, 0, 0);
    context.fillStyle = hatching(root, context, palette);
    context.fillRect(x, y, side, side);
    context.drawImage(thumbnail, x, y, side, side);
    if (cell > 21) numbers(context, palette, head, colours);
    context.strokeStyle = head === cursor ? palette.accent : palette.line;
    context.lineWidth = head === cursor ? 3 : 1;
    context.strokeRect(x - 0.5, y - 0.5, side + 1, side + 1);
    if (silenced.includes(head)) crossOut(context, palette, x, y);
  }

  function crossOut(context, palette, x, y) {
    const { side } = box;
    context.globalAlpha = 0.75;
    context.fillStyle = `rgb(${palette.sequential[0]})`;
    context.fillRect(x, y, side, side);
    context.globalAlpha = 1;
    context.strokeStyle = palette.ink;
    context.lineWidth = 1.5;
    context.beginPath();
    context.moveTo(x, y);
    context.lineTo(x + side, y + side);
    context.moveTo(x + side, y);
    context.lineTo(x, y + side);
    context.stroke();
  }

  function numbers(context, palette, head, colours) {
    const { cell } = box;
    const [x, y] = corner(head);
    context.font = `${Math.min(13, cell / 2.6)}px ${root._surroundings.family}`;
    context.textAlign = "center";
    for (let row = 0; row < size; row++) {
      for (let column = 0; column < size; column++) {
        const at = [head, ...turned(row, column)];
        const weight = exact(...at);
        const closed = hatched(...at);
        const colour = colours[Math.round(255 * weight)];
        context.fillStyle = closed ? palette.soft : inkOn([colour & 255, (colour >> 8) & 255, (colour >> 16) & 255]);
        context.fillText(closed && weight === 0 ? "0" : written(weight, 2), x + (column + 0.5) * cell, y + (row + 0.5) * cell + 1);
      }
    }
  }

  function caption(context, palette, family, head, name) {
    const [x, y] = corner(head);
    const top = y - box.top;
    context.textAlign = "left";
    context.fillStyle = palette.ink;
    context.font = `600 14px ${family}`;
    const state = silenced.includes(head) ? ", silenced" : "";
    context.fillText(fitted(context, `Head ${head + 1}${state}`, box.side), x, top + 9);
    context.fillStyle = palette.soft;
    context.font = `12px ${family}`;
    wrapped(context, name, box.side).forEach((line, place) => context.fillText(line, x, top + 27 + 15 * place));
  }

  /** At most two lines of the width; what is left over ends in an ellipsis. */
  function wrapped(context, text, width) {
    const words = text.split(" ");
    let first = words.shift();
    while (words.length && context.measureText(`${first} ${words[0]}`).width <= width) first += ` ${words.shift()}`;
    return words.length ? [first, fitted(context, words.join(" "), width)] : [first];
  }

  function labels(context, palette, family, head) {
    const { side, cell, columns, left } = box;
    const [x, y] = corner(head);
    const every = eachNth(11, cell);
    context.font = `${Math.max(9, Math.min(12, cell * 0.75))}px ${family}`;
    context.fillStyle = palette.soft;
    tokens.forEach((word, place) => {
      if (place % every) return;
      if (head % columns === 0) {
        context.textAlign = "right";
        context.fillText(fitted(context, word, left - 8), x - 6, y + (place + 0.5) * cell + 1);
      }
      aslant(context, word, x + (place + 0.5) * cell, y - 6, { longest: LONGEST });
    });
  }

  function under(event) {
    for (let head = 0; head < names.length; head++) {
      const [x, y] = corner(head);
      const place = [event.offsetX - x, event.offsetY - y].map((away) => Math.floor(away / box.cell));
      const [key, query] = transposed ? place.reverse() : place;
      if (key >= 0 && query >= 0 && key < size && query < size) return { head, query, key };
    }
    return null;
  }

  canvas.onpointermove = (event) => {
    const at = under(event);
    if (!at) return tell(card, []);
    const weight = exact(at.head, at.query, at.key);
    const closed = hatched(at.head, at.query, at.key);
    const number = closed && weight === 0 ? "0 (masked)" : written(weight, 4);
    const offer = silenced.includes(at.head) ? "Click: let it speak" : "Click: silence it";
    const looks = `Head ${at.head + 1}: ${tokens[at.query]} → ${tokens[at.key]}`;
    tell(card, [looks, `weight ${number}`, offer], event.offsetX, event.offsetY);
  };
  canvas.onpointerleave = () => tell(card, []);
  canvas.onblur = () => {
    cursor = canvas.cursor = null;
    paint(root._surroundings);
  };
  canvas.onclick = (event) => {
    const at = under(event);
    if (at) choose(at.head);
  };
  canvas.onkeydown = (event) => {
    if (event.key === "Enter" && cursor !== null) choose(cursor);
    const step = { ArrowLeft: -1, ArrowRight: 1, ArrowUp: -box.columns, ArrowDown: box.columns }[event.key];
    if (!step) return;
    event.preventDefault();
    cursor = canvas.cursor = cursor === null ? 0 : Math.min(names.length - 1, Math.max(0, cursor + step));
    paint(root._surroundings);
  };
  canvas.setAttribute("aria-label", header.alt);
  keepPainted(root, paint);
}
