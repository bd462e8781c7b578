// A matrix with its numbers, drawn as it is or transposed; hidden cells are hatched and say their value all the same.
// A cell is always [row, column] of the data; only what is drawn, and where, turns.

import { aslant, eachNth, namedEvery } from "../shared/axes.js";
import { HEAD, LOOKED } from "../shared/around.js";
import { FRAME, operate, pointedIn, within } from "../shared/canvas.js";
import { EASY, LONGEST, layoutsOf, stepped } from "./matrix_layout.js";
import { mosaic } from "../shared/mosaic.js";
import { MOST, move } from "../shared/movement.js";
import { BAR, ZOOM_KEYS, drawMap, named, reveal, tellZoom, zoomed, zoomKeys, zooming } from "../shared/zoom.js";
import { inkOn, lookup, mix } from "../shared/colours.js";
import { hear } from "../shared/hearing.js";
import { hiddenOf } from "../shared/message.js";
import { fitted, hatching, inTwo, sized, widthIn } from "../shared/pen.js";
import { say, write, written } from "../shared/written.js";
import { keeping } from "../shared/kept.js";

const keptOf = /** @type {typeof keeping<{ headed?: Node[][] }>} */ (keeping)();

const UNWRITTEN = "not written yet"; // of a value that is NaN
const SEEN = 9; // pixels of the frame of a cell, however small that is
const LOW = 28; // pixels of a cell whose frame is around it, not in it
const ASLANT = 15; // pixels of a column above which a name aslant has EASY: above narrower ones stands every second, larger

export const html = `
  ${FRAME}
  ${BAR}
  <p class="scheme" hidden>Stronger colour: closer to the maximum of its <span></span>.</p>
  <p class="says" hidden></p>
`;

/** @param {Given<Header.Matrix>} given */
export default function show(given) {
  const { root } = given;
  keptOf(root).headed = undefined; // the board has written the heading anew
  matrix(given);
  hear(root, HEAD, ({ detail }) => preview(given, detail));
}

/** While a head is pointed at in a grid of the board over the same tokens, show its pattern, under its name. */
function preview(/** @type {Given<Header.Matrix>} */ given, /** @type {OfFrame} */ detail) {
  const { root, header } = given, kept = keptOf(root), { board, tokens, keys, title, about, values, shown } = detail;
  const same = header.scale === "sequential" && header.extent === 1 && String(tokens) === String(header.rows) && String(keys) === String(header.columns);
  if (shown || board !== root.host.closest(".board") || !same) return;
  let heading = root.host.closest(".spot")?.previousElementSibling;
  while (heading && heading.className !== "heading") heading = heading.previousElementSibling;
  const parts = [...(heading?.children ?? [])];
  if (values) {
    kept.headed ??= parts.map((part) => [...part.childNodes]);
    parts.forEach((part, at) => write(part, at ? about || "\u00a0" : title));
    matrix({ root, header: { ...header, says: [], selected: null }, values, moves: true });
  } else if (kept.headed) {
    kept.headed.forEach((words, at) => parts[at].replaceChildren(...words));
    kept.headed = undefined;
    matrix({ ...given, moves: true });
  }
  detail.shown = Boolean(values);
}

/** @typedef {ReturnType<typeof zoomed<ReturnType<ReturnType<typeof layoutsOf>["layoutOf"]>>> & { end: number }} Placed cells, as they are painted */

/** @param {Given<Header.Matrix>} given */
function matrix({ root, header, values, choose, door, moves }) {
  const { rows, columns, scale, extent, factor, decimals, selected, noun, transposed } = header;
  const [down, across] = transposed ? [columns, rows] : [rows, columns]; // labels, as drawn
  const turned = /** @returns {[number, number]} */ (/** @type {[number, number]} */ [row, column]) => (transposed ? [column, row] : [row, column]); // of the data to drawn, and back
  const canvas = root.querySelector("canvas");
  const exact = (/** @type {number} */ row, /** @type {number} */ column) => values[row * columns.length + column];
  const drawn = (/** @type {number} */ row, /** @type {number} */ column) => exact(...turned([row, column]));
  const hidden = hiddenOf(header.hidden);
  const hatched = (/** @type {[number, number]} */ [row, column]) => !Number.isFinite(exact(row, column)) || hidden(row * columns.length + column);
  const colours = (/** @type {Palette} */ palette) => palette[scale === "scores" ? "sequential" : scale];
  const largest = scale === "scores" ? largestOfRows() : [];
  /** @type {any} */
  let way = null; // where the values stand on their scale while they are on their way
  const { layoutOf, typeOfNumbers } = layoutsOf({ header, down, across, values, measure: widthIn });
  let /** @type {Placed} */ box; // where the cells stand: set by paint
  let looked = pointedIn(root); // the cell that the pointer or the arrow keys are on
  let colour; // the number of each cell's colour among 256, -1 where it is hatched: of a mosaic, filled when first drawn

  function paint(/** @type {Surroundings} */ { width, ground, palette, family, type, highest, room }) {
    const fit = layoutOf(width, family, type, highest, room);
    const seen = zoomed(root, fit, typeOfNumbers(fit)[0] >= Math.max(EASY, fit.least));
    // A pixel that is not there costs nothing to the right; below, the picture keeps its place while the text grows.
    const needed = Math.ceil(seen.left + seen.wide + seen.overhang + 2);
    box = Object.assign(seen, { end: Math.min(width, needed) });
    const context = sized(canvas, box.end, box.height);
    context.textBaseline = "middle";
    const [size, digits] = typeOfNumbers(box);
    context.save();
    if (box.scale > 1) {
      context.beginPath();
      context.rect(box.left, box.top, box.wide, box.high);
      context.clip();
    }
    if (size >= Math.max(EASY, box.least)) cells(context, palette, `${size}px ${family}`, digits);
    else asMosaic(context, palette, ground);
    if (values.some(Number.isNaN)) unwritten(context, palette, ground, family);
    if (box.most > 1 && looked) frame(context, palette.ink, ground, looked);
    if (typeof header.row === "number") frameRow(context, palette.accent, header.row);
    if (selected) frame(context, palette.accent, ground, selected);
    context.restore();
    drawMap(context, root, box, () => cellsOf(palette));
    tellZoom(root, box, labels(context, palette, family));
  }

  /** The largest score of each row of the data, as the softmax is given it; hidden ones do not count. */
  function largestOfRows() {
    return rows.map((_, row) => {
      const seen = columns.map((_, column) => (hatched([row, column]) ? -Infinity : factor * exact(row, column)));
      return Math.max(...seen);
    });
  }

  /** Where the value of a cell stands on its scale, from 0 to 1. */
  function share(/** @type {[number, number]} */ [row, column]) {
    if (way) return way[row * columns.length + column];
    const value = exact(row, column);
    if (scale === "scores") return Math.exp((factor * value - largest[row]) / 2);
    return scale === "sequential" ? value / extent : 0.5 - value / (2 * extent);
  }

  /** The colours of all cells as drawn. */
  function coloursOfCells() {
    const found = new Int16Array(values.length);
    for (let row = 0, at = 0; row < rows.length; row++) {
      for (let column = 0; column < columns.length; column++, at++) {
        const cell = /** @type {[number, number]} */ ([row, column]);
        const place = transposed ? column * across.length + row : at;
        found[place] = hatched(cell) ? -1 : Math.round(255 * Math.min(1, Math.max(0, share(cell))));
      }
    }
    return found;
  }

  /** The cells as `mosaic.js` has them. */
  function cellsOf(/** @type {Palette} */ palette) {
    colour ??= coloursOfCells();
    return { colour, steps: lookup(colours(palette)), middle: scale === "diverging" ? 127.5 : 0, across: across.length, down: down.length };
  }

  /** Cells too small for numbers, drawn as one image: thousands of shapes would take longer than a frame. */
  function asMosaic(/** @type {CanvasRenderingContext2D} */ context, /** @type {Palette} */ palette, /** @type {string} */ ground) {
    const { x, y, cellWidth, cellHeight } = box;
    context.fillStyle = hatching(root, context, palette);
    context.fillRect(box.left, box.top, box.wide, box.high);
    mosaic(context, root, "mosaic", cellsOf(palette), box);
    if (cellWidth < 10) return;
    context.fillStyle = ground;
    for (let row = Math.max(1, box.rows[0]); row < box.rows[1]; row++) context.fillRect(box.left, y + row * cellHeight - 0.75, box.wide, 1.5);
    for (let column = Math.max(1, box.columns[0]); column < box.columns[1]; column++) {
      context.fillRect(x + column * cellWidth - 0.75, box.top, 1.5, box.high);
    }
  }

  /** Cells with their numbers. */
  function cells(/** @type {CanvasRenderingContext2D} */ context, /** @type {Palette} */ palette, /** @type {string} */ font, /** @type {number} */ digits) {
    const { x: left, y: top, cellWidth, cellHeight } = box;
    const hatch = hatching(root, context, palette);
    const gap = 1;
    context.font = font;
    context.textAlign = "center";
    for (let row = box.rows[0]; row < box.rows[1]; row++) {
      for (let column = box.columns[0]; column < box.columns[1]; column++) {
        const cell = turned([row, column]);
        const value = exact(...cell);
        const [x, y] = [left + column * cellWidth, top + row * cellHeight];
        const closed = hatched(cell);
        const colour = mix(colours(palette), share(cell));
        context.fillStyle = closed ? hatch : `rgb(${colour})`;
        context.beginPath();
        context.roundRect(x + gap, y + gap, cellWidth - 2 * gap, cellHeight - 2 * gap, gap * 3);
        context.fill();
        if (header.plain && String(cell) !== String(selected)) continue;
        if (Number.isNaN(value) || (!header.zeros && (closed || value === 0))) continue;
        context.fillStyle = closed ? palette.soft : inkOn(colour);
        const number = value === 0 ? "0" : written(value, digits); // exactly 0, not 0.00 by rounding
        const rounded = value !== 0 && !/[^0.−]/.test(number);
        if (rounded && !header.zeros) continue; // a zero by rounding says less than the colour
        context.fillText(rounded ? "0" : number, x + cellWidth / 2, y + cellHeight / 2 + 1);
      }
    }
  }

  /** The names of rows and columns; those of the cell that is looked at and of the chosen one have their room. Says whether some are left out. */
  function labels(/** @type {CanvasRenderingContext2D} */ context, /** @type {Palette} */ palette, /** @type {string} */ family) {
    const { left, top, x: first, y: above, cellWidth, cellHeight, slanted, inTurn, lying, type, least, wide, high } = box;
    const everyRow = least ? eachNth(0.9 * least, cellHeight) : namedEvery(cellHeight, EASY, EASY);
    const everyColumn = lying ? Math.ceil(lying / cellWidth) : (least ? eachNth((slanted ? 1.1 : 1) * least, cellWidth) : namedEvery(cellWidth, 1.4 * EASY, ASLANT));
    const inType = (/** @type {number} */ size) => Math.max(EASY, least, least ? size : stepped(size));
    const size = inType(Math.min(type, everyRow * cellHeight));
    context.font = `${size}px ${family}`;
    context.textAlign = "right";
    const lit = selected ? turned(selected) : [];
    const near = looked && box.most > 1 ? turned(looked) : [];
    const ink = (/** @type {number} */ place, /** @type {number} */ axis) => (context.fillStyle = place === lit[axis] ? palette.accent : place === near[axis] ? palette.ink : palette.soft);
    const seen = (/** @type {number} */ at, /** @type {number} */ start, /** @type {number} */ long) => at >= start && at <= start + long + 0.01;
    for (const row of named(box.rows, everyRow, [near[0], lit[0]])) {
      const middle = Math.min(above + (row + 0.5) * cellHeight, box.height - size / 2); // a name is whole under the last of low rows
      if (!seen(middle, top, high)) continue;
      ink(row, 0);
      const lines = cellHeight > 2.4 * size ? inTwo(context, down[row], left - 10) : [down[row]];
      lines.forEach((line, place) => {
        const below = (place - (lines.length - 1) / 2) * 1.2 * size;
        context.fillText(fitted(context, line, left - 10), left - 7, middle + 1 + below);
      });
    }
    // Lines aslant are nearer to each other than the columns that they stand above: with air while type is large enough.
    const apart = everyColumn * cellWidth;
    const aslantSize = Math.min(size, 0.8 * apart, Math.max(EASY, 0.7 * apart));
    if (slanted) context.font = `${inType(aslantSize)}px ${family}`;
    for (const column of named(box.columns, everyColumn, [near[1], lit[1]])) {
      const [x, y] = [first + (column + 0.5) * cellWidth, top - 8];
      if (!seen(x, left, wide)) continue;
      ink(column, 1);
      context.textAlign = "center";
      if (slanted) aslant(context, across[column], x, y, { longest: LONGEST });
      else if (inTurn || lying) nextTo(context, across[column], x, lying || column % 2 ? y : y - size - 1);
      else context.fillText(fitted(context, across[column], cellWidth), x, y);
    }
    return everyRow > 1 || everyColumn > 1;
  }

  /** A label above the middle of its column, moved where it would stand out over the edge of the picture. */
  function nextTo(/** @type {CanvasRenderingContext2D} */ context, /** @type {string} */ label, /** @type {number} */ x, /** @type {number} */ y) {
    const reach = context.measureText(label).width / 2;
    const edge = box.left + box.wide;
    context.fillText(label, Math.min(x, edge - reach), y);
  }

  /** Cells that are NaN form a block: it says once why it is empty. */
  function unwritten(/** @type {CanvasRenderingContext2D} */ context, /** @type {Palette} */ palette, /** @type {string} */ ground, /** @type {string} */ family) {
    const { x: left, y: top, cellWidth, cellHeight } = box;
    const empty = (/** @type {number} */ row, /** @type {number} */ column) => Number.isNaN(drawn(row, column));
    const inRows = down.flatMap((_, row) => (across.some((_, column) => empty(row, column)) ? [row] : []));
    const inColumns = across.flatMap((_, column) => (down.some((_, row) => empty(row, column)) ? [column] : []));
    const middle = (/** @type {number[]} */ places) => (places[0] + places[places.length - 1] + 1) / 2;
    const [x, y] = [left + middle(inColumns) * cellWidth, top + middle(inRows) * cellHeight];
    context.font = `${root._surroundings.type(12)}px ${family}`;
    const says = fitted(context, UNWRITTEN, inColumns.length * cellWidth - 8);
    const half = context.measureText(says).width / 2 + 5;
    context.fillStyle = ground;
    context.fillRect(x - half, y - 9, 2 * half, 18);
    context.fillStyle = palette.soft;
    context.textAlign = "center";
    context.fillText(says, x, y + 1);
  }

  /** A frame in two lines, because neither colour alone stands out from every cell; of a low cell it leaves the number its room. */
  function frame(/** @type {CanvasRenderingContext2D} */ context, /** @type {string} */ colour, /** @type {string} */ ground, /** @type {[number, number]} */ cell) {
    const [row, column] = turned(cell);
    const [wide, high] = [Math.max(SEEN, box.cellWidth), Math.max(SEEN, box.cellHeight)];
    const at = (/** @type {number} */ origin, /** @type {number} */ place, /** @type {number} */ side, /** @type {number} */ framed) => Math.round(origin + (place + 0.5) * side - framed / 2);
    const [x, y] = [at(box.x, column, box.cellWidth, wide), at(box.y, row, box.cellHeight, high)];
    const out = high < LOW ? 2 : 0; // over the gap to the next cells
    const [long, tall] = [Math.min(wide + 2 * out, box.end - x + out), high + 2 * out];
    for (const [ink, thickness, inset] of /** @type {const} */ ([[colour, 2.5, 1.25], [ground, 1.5, 3.25]])) {
      context.strokeStyle = ink;
      context.lineWidth = thickness;
      if (high > 4 * inset) context.strokeRect(x - out + inset, y - out + inset, long - 2 * inset, tall - 2 * inset);
    }
  }

  /** A line around a row of the data, which is a column where that is drawn across. */
  function frameRow(/** @type {CanvasRenderingContext2D} */ context, /** @type {string} */ colour, /** @type {number} */ row) {
    const place = within(row, rows.length);
    const [x, y] = transposed ? [box.x + place * box.cellWidth, box.y] : [box.x, box.y + place * box.cellHeight];
    const [wide, high] = transposed ? [box.cellWidth, down.length * box.cellHeight] : [across.length * box.cellWidth, box.cellHeight];
    context.strokeStyle = colour;
    context.lineWidth = 1.5;
    context.beginPath();
    context.roundRect(x, y, wide, high, 3);
    context.stroke();
  }

  function under(/** @type {number} */ x, /** @type {number} */ y) {
    const [right, below] = [x - box.left, y - box.top];
    if (right < 0 || below < 0 || right >= box.wide || below >= box.high) return null;
    const [row, column] = [Math.floor((y - box.y) / box.cellHeight), Math.floor((x - box.x) / box.cellWidth)];
    return turned([within(row, down.length), within(column, across.length)]);
  }

  function says(/** @type {[number, number]} */ [row, column]) {
    const value = exact(row, column);
    const number = hatched([row, column]) && value === 0 ? "0" : written(value, Math.max(4, decimals));
    const closed = hatched([row, column]) ? " (masked)" : "";
    return [`${rows[row]} → ${columns[column]}`, Number.isNaN(value) ? UNWRITTEN : `${noun} ${number}${closed}`];
  }

  /** The right edge of a cell, so that the card does not cover it. */
  function edge(/** @type {[number, number]} */ cell) {
    const [row, column] = turned(cell);
    return [box.x + (column + 1) * box.cellWidth, box.y + (row + 0.5) * box.cellHeight];
  }

  /** The middle of a cell; of what is seen, where the cell is not. */
  function middle(/** @type {[number, number]} */ cell) {
    const [x, y] = [edge(cell)[0] - box.cellWidth / 2, edge(cell)[1]];
    return under(x, y) ? [x, y] : [box.left + box.wide / 2, box.top + box.high / 2];
  }

  /** Where names are left out or cells are too small to be told apart, the cell looked at has its names and a frame. */
  function look(/** @type {[number, number] | null} */ cell) {
    if (String(cell) === String(looked)) return;
    if (header.places?.length && cell?.[0] !== looked?.[0]) {
      const detail = { board: root.host.closest(".board"), place: cell ? header.places[cell[0]] : undefined };
      dispatchEvent(new CustomEvent(LOOKED, { detail }));
    }
    looked = cell;
    if (box.most === 1) return;
    if (cell) reveal(root, box, turned(cell));
    paint(root._surroundings);
  }

  function step(/** @type {[number, number]} */ from, /** @type {[number, number]} */ [right, below]) {
    const [downwards, sideways] = turned([below, right]);
    return [within(from[0] + downwards, rows.length), within(from[1] + sideways, columns.length)];
  }

  const scheme = root.querySelector(".scheme");
  scheme.hidden = scale !== "scores";
  scheme.lastElementChild.textContent = transposed ? "column" : "row";
  say(root.querySelector(".says"), header.says);
  const first = () => selected ?? [rows.length - 1, 0];
  const at = (/** @type {[number, number]} */ cell, /** @type {[number, number] | undefined} */ pointer) => pointer ?? edge(cell);
  const repaint = () => paint(root._surroundings);
  let lookAgain = () => {};
  const again = () => (repaint(), lookAgain());
  const keys = zoomKeys(root, () => box, { middle, drawn: turned }, again);
  const more = () => (box.most > 1 ? ZOOM_KEYS : "");
  const opens = door && ((/** @type {[number, number]} */ cell) => door(0, ...cell));
  const operated = { header, paint, under, says, at, first, step, choose, door: opens, look, keys, more };
  const shape = [rows, columns, scale, transposed].join();
  const shares = Float64Array.from(values.length > MOST ? [] : values, (_, at) => share([Math.floor(at / columns.length), at % columns.length]));
  move(root, "cells", shape, shares, moves, (numbers, arrived) => {
    way = arrived ? null : numbers;
    colour = undefined;
    if (box) repaint();
  });
  lookAgain = operate(root, operated);
  zooming(root, () => box, again);
}
