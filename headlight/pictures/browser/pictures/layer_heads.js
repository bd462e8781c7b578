// The heads of one layer side by side: as many in a row as are readable, each with its name and its tokens. A click
// enlarges a head in the place of all, a second one brings them back; a button beside its title switches it off.

import { aslant, eachNth } from "../shared/axes.js";
import { pointedIn, within } from "../shared/canvas.js";
import { clipped, mosaic } from "../shared/mosaic.js";
import { BAR, drawMap, named, operateWhole, tellZoom, zoomed } from "../shared/zoom.js";
import { inkOn, lookup } from "../shared/colours.js";
import { hiddenOf } from "../shared/message.js";
import { fitted, hatching, sized, widthIn } from "../shared/pen.js";
import { tell, written } from "../shared/written.js";
import { layout } from "./layer_heads_layout.js";
import { keeping } from "../shared/kept.js";

const keptOf = /** @type {typeof keeping<{ large?: number }>} */ (keeping)();

const LEAST = 0.005; // less would be written 0.00
const SMALLEST = 12; // px of a number that can be read
const ASLANT = 15; // px of a column above which a name aslant is as large: lines aslant are nearer to each other than columns
const BACK = "× all heads"; // the button beside the title of an enlarged head
const [SWITCHED, SPREAD_OUT] = [["switch off", "turn on"], ["spread evenly", "as it was"]]; // those beside each title
const SEEN = 7; // pixels of the frame of a cell, however small that is
const LEFT = 3; // cells across at the end of the way in, at least

export const html = `
  <div class="picture">
    <canvas tabindex="0" role="application" aria-roledescription="picture"></canvas><div class="switches"></div><div class="card" hidden></div>
  </div>
  ${BAR}
`;

/** @param {Given<Header.LayerHeads>} given */
export default function ({ root, header, values, choose }) {
  const kept = keptOf(root);
  const { tokens, names, name_lines, label_room, silenced, evenly, transposed } = header;
  const [OFF, ON] = evenly ? SPREAD_OUT : SWITCHED;
  const size = tokens.length;
  const canvas = root.querySelector("canvas");
  const card = root.querySelector(".card");
  const exact = (/** @type {number} */ head, /** @type {number} */ query, /** @type {number} */ key) => values[(head * size + query) * size + key];
  const turned = (/** @type {number} */ row, /** @type {number} */ column) => (transposed ? /** @type {const} */ ([column, row]) : /** @type {const} */ ([row, column])); // as drawn to [query, key]
  const hidden = hiddenOf(header.hidden);
  const hatched = (/** @type {number} */ head, /** @type {number} */ query, /** @type {number} */ key) => hidden((head * size + query) * size + key);
  let /** @type {ReturnType<typeof layout>} */ box; // where the panels stand: set by paint
  let /** @type {ReturnType<typeof zoomed>} */ zoom; // where the cells of the first of them stand; all show the same part
  let looked = pointedIn(root); // the cell that the pointer is on
  const /** @type {Int16Array[]} */ colour = []; // of each head the numbers of its cells' colours, -1 where they are hatched; filled when first drawn
  if (kept.large !== undefined && kept.large >= names.length) kept.large = undefined; // the head that is enlarged, kept when new data comes
  let cursor = canvas.cursor ?? null; // the head that the arrow keys stand on; kept when new data comes

  const corner = (/** @type {number} */ head) => {
    const place = box.heads.indexOf(head);
    return [box.left + (place % box.columns) * box.step, box.lines[Math.floor(place / box.columns)].top];
  };
  const titled = (/** @type {number} */ head) => box.lines[Math.floor(box.heads.indexOf(head) / box.columns)].title; // where its title begins

  function paint(/** @type {Surroundings} */ around) {
    const { width, tall, highest, room, palette, family, type } = around;
    const measure = (/** @type {string} */ words, /** @type {number} */ size, weight = 400) => widthIn(words, `${weight} ${type(size)}px ${family}`);
    const given = { names, most: name_lines, beside: label_room, size, large: kept.large, buttons: [OFF, ON], back: BACK, measure };
    box = layout({ width, tall, highest, room, least: type(0), ...given });
    const { cell, left, lines } = box;
    const most = Math.min((2.7 * SMALLEST) / cell, size / LEFT);
    const fit = { left, top: lines[0].top, cellWidth: cell, cellHeight: cell, across: size, down: size, most };
    zoom = zoomed(root, fit, cell > 2.6 * SMALLEST);
    const colours = lookup(palette.sequential);
    const context = sized(canvas, width, box.height);
    context.textBaseline = "middle";
    let crowded = false;
    for (const head of box.heads) {
      panel(context, palette, colours, head);
      caption(context, palette, family, head, names[head]);
      crowded = labels(context, palette, family, head);
    }
    drawMap(context, root, zoom, () => cellsOf(box.heads[0], colours));
    switches();
    tellZoom(root, zoom, crowded);
  }

  /** At the end of each title, where somebody hears of it, a button that switches its head off; beside the enlarged one's, one that brings all back. */
  function switches() {
    const wanted = (choose ? box.heads : []).map((head) => {
      const [x] = corner(head);
      const words = silenced.includes(head) ? ON : OFF;
      const end = x + box.wide - box.back;
      return { words: box.wording(words), label: `${words} head ${head + 1}`, top: titled(head), end, press: () => choose?.(head) };
    });
    if (kept.large !== undefined) {
      const end = box.left + box.side;
      wanted.push({ words: BACK, label: BACK, top: 0, end, press: () => (enlarge(undefined), canvas.focus()) });
    }
    const places = root.querySelector(".switches");
    while (places.children.length > wanted.length) places.lastChild.remove();
    while (places.children.length < wanted.length) places.append(document.createElement("button"));
    // Buttons that stay keep the focus, and a press that began before the picture was painted again.
    wanted.forEach(({ words, label, top, end, press }, place) => {
      const button = Object.assign(places.children[place], { textContent: words, onclick: press });
      button.setAttribute("aria-label", label);
      Object.assign(button.style, { top: `${top}px`, right: `calc(100% - ${end}px)` });
    });
  }

  function enlarge(/** @type {number | undefined} */ head) {
    kept.large = head;
    tell(card, []);
    paint(root._surroundings);
  }

  /** The cells of a head as `mosaic.js` has them. */
  function cellsOf(/** @type {number} */ head, /** @type {ReturnType<typeof lookup>} */ steps) {
    colour[head] ??= Int16Array.from({ length: size * size }, (_, at) => {
      const cell = /** @type {const} */ ([head, ...turned(Math.floor(at / size), at % size)]);
      return hatched(...cell) ? -1 : Math.round(255 * Math.min(1, Math.max(0, exact(...cell))));
    });
    return { colour: colour[head], steps, middle: 0, across: size, down: size };
  }

  /** One pattern: hidden cells show the hatching below them. */
  function panel(/** @type {CanvasRenderingContext2D} */ context, /** @type {Palette} */ palette, /** @type {ReturnType<typeof lookup>} */ colours, /** @type {number} */ head) {
    const { side } = box;
    const [x, y] = corner(head);
    context.fillStyle = hatching(root, context, palette);
    context.fillRect(x, y, side, side);
    clipped(context, x, y, side, side, () => {
      mosaic(context, root, "thumbnail", cellsOf(head, colours), zoom, [x, y]);
      if (zoom.cellWidth > 2.6 * SMALLEST) numbers(context, head, colours);
      else if (looked && zoom.most > 1) frame(context, palette, x, y);
    });
    context.strokeStyle = head === cursor ? palette.accent : palette.line;
    context.lineWidth = head === cursor ? 3 : 1;
    context.strokeRect(x - 0.5, y - 0.5, side + 1, side + 1);
    if (silenced.includes(head) && !evenly) crossOut(context, palette, x, y);
  }

  /** The cell that is looked at, in every head. */
  function frame(/** @type {CanvasRenderingContext2D} */ context, /** @type {Palette} */ palette, /** @type {number} */ x, /** @type {number} */ y) {
    const [row, column] = turned(looked[1], looked[2]);
    const long = Math.max(SEEN, zoom.cellWidth);
    const at = (/** @type {number} */ place, /** @type {number} */ origin) => origin + (place + 0.5) * zoom.cellWidth - long / 2;
    context.strokeStyle = palette.accent;
    context.lineWidth = 1.5;
    context.strokeRect(x - zoom.left + at(column, zoom.x), y - zoom.top + at(row, zoom.y), long, long);
  }

  function crossOut(/** @type {CanvasRenderingContext2D} */ context, /** @type {Palette} */ palette, /** @type {number} */ x, /** @type {number} */ y) {
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

  function numbers(/** @type {CanvasRenderingContext2D} */ context, /** @type {number} */ head, /** @type {ReturnType<typeof lookup>} */ colours) {
    const cell = zoom.cellWidth;
    const [x, y] = corner(head).map((at, axis) => at + (axis ? zoom.y - zoom.top : zoom.x - zoom.left));
    context.font = `${Math.min(22, cell / 2.6)}px ${root._surroundings.family}`;
    context.textAlign = "center";
    for (let row = zoom.rows[0]; row < zoom.rows[1]; row++) {
      for (let column = zoom.columns[0]; column < zoom.columns[1]; column++) {
        const at = /** @type {const} */ ([head, ...turned(row, column)]);
        const weight = exact(...at);
        if (hatched(...at) || weight < LEAST) continue;
        const colour = colours[Math.round(255 * weight)];
        context.fillStyle = inkOn([colour & 255, (colour >> 8) & 255, (colour >> 16) & 255]);
        context.fillText(written(weight, 2), x + (column + 0.5) * cell, y + (row + 0.5) * cell + 1);
      }
    }
  }

  function caption(/** @type {CanvasRenderingContext2D} */ context, /** @type {Palette} */ palette, /** @type {string} */ family, /** @type {number} */ head, /** @type {string} */ name) {
    const [x] = corner(head);
    const top = titled(head);
    context.textAlign = "left";
    context.fillStyle = palette.ink;
    context.font = `600 ${root._surroundings.type(14)}px ${family}`;
    const whole = silenced.includes(head) ? [`Head ${head + 1}, ${evenly ? "even" : "off"}`] : []; // said by the picture and the button too
    const titles = [...whole, `Head ${head + 1}`];
    const title = titles.find((one) => context.measureText(one).width <= box.title) ?? `${head + 1}`;
    context.fillText(title, x, top + 1 + 0.65 * root._surroundings.type(14)); // as high as the words of its button
    context.fillStyle = palette.soft;
    context.font = `${root._surroundings.type(12)}px ${family}`;
    if (!box.spoken) wrapped(context, name, box.side).forEach((line, place) => context.fillText(line, x, top + 27 + 15 * place));
  }

  /** At most so many lines of the width as there is room for; what is left over ends in an ellipsis. */
  function wrapped(/** @type {CanvasRenderingContext2D} */ context, /** @type {string} */ text, /** @type {number} */ width) {
    const lines = [""];
    for (const word of text.split(" ")) {
      const longer = lines.at(-1) ? `${lines.at(-1)} ${word}` : word;
      if (lines.length === box.said || !lines.at(-1) || context.measureText(longer).width <= width) lines[lines.length - 1] = longer;
      else lines.push(word);
    }
    return lines.map((line) => fitted(context, line, width));
  }

  /** The tokens of what is seen; the cell that is looked at has its own. Says whether some are left out. */
  function labels(/** @type {CanvasRenderingContext2D} */ context, /** @type {Palette} */ palette, /** @type {string} */ family, /** @type {number} */ head) {
    const { columns, left, side } = box;
    const cell = zoom.cellWidth;
    const [x, y] = corner(head);
    const every = [eachNth(SMALLEST + 0.5, cell), eachNth(ASLANT, cell)]; // row and column
    const type = Math.max(SMALLEST, Math.min(15, every[0] * cell * 0.65));
    const near = looked && zoom.most > 1 ? turned(looked[1], looked[2]) : [];
    const seen = (/** @type {number} */ at) => at >= 0 && at <= side + 0.01;
    context.font = `${type}px ${family}`;
    const write = (/** @type {[number, number]} */ range, /** @type {number} */ axis, /** @type {number} */ origin, /** @type {(word: string, at: number) => void} */ put) => {
      for (const place of named(range, every[axis], [near[axis]])) {
        const at = origin + (place + 0.5) * cell;
        context.fillStyle = place === near[axis] ? palette.ink : palette.soft;
        if (seen(at)) put(tokens[place], at);
      }
    };
    if (box.heads.indexOf(head) % columns === 0) {
      context.textAlign = "right";
      write(zoom.rows, 0, zoom.y - zoom.top, (word, at) => context.fillText(fitted(context, word, left - 8), x - 6, y + at + 1));
    }
    if (box.once && box.heads.indexOf(head) >= columns) return every[0] > 1;
    write(zoom.columns, 1, zoom.x - zoom.left, (word, at) => aslant(context, word, x + at, y - 6, { longest: box.longest }));
    return every[1] > 1;
  }

  /** The cell at a point, as [head, query, key]. */
  function under(/** @type {number} */ across, /** @type {number} */ down) {
    for (const head of box.heads) {
      const [x, y] = corner(head);
      if (across < x || down < y || across >= x + box.side || down >= y + box.side) continue;
      const [along, below] = local(across, down);
      const place = [(along - zoom.x) / zoom.cellWidth, (below - zoom.y) / zoom.cellHeight].map((at) => within(Math.floor(at), size));
      const [key, query] = transposed ? place.reverse() : place;
      return [head, query, key];
    }
    return null;
  }

  /** Where a point of any panel would be in the first one. */
  function local(/** @type {number} */ across, /** @type {number} */ down) {
    const column = within(Math.floor((across - box.left) / box.step), box.columns);
    const line = box.lines.findLast(({ top }) => down >= top) ?? box.lines[0];
    return /** @type {[number, number]} */ ([across - column * box.step, down - line.top + zoom.top]);
  }

  function says(/** @type {number[]} */ [head, query, key]) {
    const weight = exact(head, query, key);
    const number = hatched(head, query, key) && weight === 0 ? "0 (masked)" : written(weight, 4);
    const offer = kept.large === undefined ? "Click: enlarge" : "Click: all heads";
    return [`Head ${head + 1}: ${tokens[query]} → ${tokens[key]}`, `weight ${number}`, ...(names[head] ? [names[head]] : []), offer];
  }

  /** The head that the keys mean. */
  const meant = () => kept.large ?? cursor;

  const repaint = () => paint(root._surroundings);
  operateWhole(root, () => zoom, repaint, {
    header,
    paint,
    under,
    says,
    first: () => (meant() === null ? null : [meant()]),
    step: (from, [right, down]) => [from ? within(from[0] + right + down * box.columns, names.length) : 0],
    choose: ([head]) => enlarge(kept.large === undefined ? head : undefined),
    arrive: ([head]) => {
      cursor = canvas.cursor = head;
      if (kept.large === undefined) paint(root._surroundings);
      else enlarge(head);
    },
    left: () => {
      cursor = canvas.cursor = null;
      repaint();
    },
    look: (cell) => {
      looked = cell;
      if (zoom.most > 1) repaint();
    },
    keys: {
      Escape: () => kept.large !== undefined && enlarge(undefined),
      s: (from) => from !== null && choose?.(from[0]),
    },
  }, local);
}
