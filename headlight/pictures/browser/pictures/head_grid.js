// The grid of all heads: rows are layers, columns are heads, or the other way round, or heads in an order of their own;
// each is a small picture of its pattern. Where layers run across and there is a limit to its height, they are folded
// into bands below each other, as long as that makes heads larger.
// A weight comes as its colour, from 0 to 255, in the lower byte, and as hundredths in the upper one; an effect as a step
// from -extent to extent.

import { HEAD } from "../shared/around.js";
import { pointedIn, within } from "../shared/canvas.js";
import { clipped, mosaic } from "../shared/mosaic.js";
import { lookup } from "../shared/colours.js";
import { hiddenOf } from "../shared/message.js";
import { numberOf } from "../shared/tables.js";
import { hatching, sized } from "../shared/pen.js";
import { written } from "../shared/written.js";
import { BAR, ZOOM_KEYS, isCrowded, operateWhole, tellZoom, zoomed } from "../shared/zoom.js";
import { layout } from "./head_grid_layout.js";
import { keeping } from "../shared/kept.js";

const keptOf = /** @type {typeof keeping<{ enlarged?: HTMLCanvasElement, shown?: string }>} */ (keeping)();

const ABOVE = 44; // pixels of a window that a card needs over the grid
const PALE = 0.15; // how much is seen of a head that is faded
const [SMALL, ENLARGED] = [60, 160]; // pixels of a head: a smaller one is shown so large beside the pointer
const [CROWDED, READ, LEFT] = [2, 12, 4]; // pixels of a cell that is hard to see, of one at the end of the way in; and how many are left then

export const html = `
  <div class="picture">
    <div class="scroll"><canvas tabindex="0" role="application" aria-roledescription="picture"></canvas></div><div class="card" hidden></div>
  </div>
  ${BAR}
`;

const ZERO = 2 ** 15; // the step of an effect of 0

/** Its place among 256 colours; of an effect by the root of its share, blue above zero. */
function colourOf(/** @type {number} */ value, /** @type {number | null} */ extent) {
  if (extent === null) return value & 255;
  const share = (value - ZERO) / (ZERO - 1);
  return Math.round(127.5 - 127.5 * Math.sign(share) * Math.sqrt(Math.abs(share)));
}

/** The tokens that are looked at: most often those that look. */
const keysOf = (/** @type {Header.HeadGrid} */ { tokens, looked_at }) => (looked_at.length ? looked_at : tokens);

/** @param {Given<Header.HeadGrid, Uint16Array>} given */
export default function ({ root, header, values, choose, door }) {
  const kept = keptOf(root);
  const { layers, heads, tokens, selected, names, transposed, across, order, clusters = [], faded, group, counts_from } = header;
  const keys = keysOf(header);
  const cells = tokens.length * keys.length; // of a head
  const [right, down] = transposed ? [tokens.length, keys.length] : [keys.length, tokens.length]; // cells as drawn
  const canvas = root.querySelector("canvas");
  const box = root.querySelector(".scroll");
  const ordered = order.length > 0;
  const hidden = hiddenOf(header.hidden); // of a place query * keys.length + key
  const everyHead = Array.from({ length: layers * heads }, (_, place) => [Math.floor(place / heads), place % heads]);
  const shown = ordered ? order : everyHead;
  const few = Boolean(header.chosen_of); // heads, whose numbers alone come, one after the other
  const places = new Map(few ? order.map(([layer, head], at) => [layer * heads + head, at]) : []);
  const startOf = (/** @type {number} */ layer, /** @type {number} */ head) => (few ? (places.get(layer * heads + head) ?? 0) : layer * heads + head) * cells;
  const pale = new Set(faded.map(([layer, head]) => layer * heads + head));

  // Where the cell [query, key] is drawn.
  const turned = (/** @type {number} */ cell) => (transposed ? (cell % keys.length) * tokens.length + Math.floor(cell / keys.length) : cell);
  let grid = /** @type {ReturnType<typeof layout>} */ (/** @type {unknown} */ (undefined)); // where each of `shown` stands: set by paint
  let chosenAt = 0; // from the left, the head that is chosen
  let /** @type {(layer: number, head: number) => HTMLCanvasElement} */ enlarged; // draws a head larger
  let /** @type {ReturnType<typeof zoomed>} */ zoom; // where the cells of the first of `shown` stand; all show the same part

  function paint(/** @type {Surroundings} */ { width, tall, palette, ground, family, type, highest }) {
    grid = layout({ header, shown, width, tall, highest, presented: type(0) > 0 });
    const { side, gap, edge, title, shared, standing, corners, end } = grid;
    const every = side + gap < 18 ? 5 : 1; // where there is no room for all numbers
    const numbered = (/** @type {number} */ at) => at === 0 || (at + counts_from) % every === 0;
    const colours = lookup(header.extent === null ? palette.sequential : palette.diverging);
    const context = sized(canvas, end, grid.height);
    const colour = new Int16Array(cells);
    const fitIn = (/** @type {number[]} */ [x, y], /** @type {number} */ side) => {
      const [cellWidth, cellHeight] = [side / right, side / down];
      const closest = Math.min(READ / Math.min(cellWidth, cellHeight), Math.min(right, down) / LEFT);
      return { left: x, top: y, cellWidth, cellHeight, across: right, down, most: closest, map: false };
    };
    zoom = zoomed(root, fitIn(corners[0], side), side / Math.max(right, down) >= READ);
    const draw = (/** @type {CanvasRenderingContext2D} */ onto, /** @type {CanvasPattern} */ hatch, /** @type {number} */ layer, /** @type {number} */ head, /** @type {number} */ x, /** @type {number} */ y, /** @type {number} */ side, /** @type {Box} */ seen) => {
      const start = startOf(layer, head);
      for (let cell = 0; cell < cells; cell++) {
        colour[turned(cell)] = hidden(cell) ? -1 : colourOf(values[start + cell], header.extent); // the hatching shows
      }
      onto.fillStyle = hatch;
      onto.fillRect(x, y, side, side);
      const of = { colour, steps: colours, middle: header.extent === null ? 0 : 127.5, across: right, down };
      const show = () => mosaic(onto, root, "thumbnail", of, seen, [x, y]);
      if (seen.scale === 1) show();
      else clipped(onto, x, y, side, side, show);
    };
    enlarged = (/** @type {number} */ layer, /** @type {number} */ head) => {
      const canvas = (kept.enlarged ??= document.createElement("canvas"));
      const larger = sized(canvas, ENLARGED, ENLARGED);
      larger.fillStyle = ground;
      larger.fillRect(0, 0, ENLARGED, ENLARGED);
      draw(larger, hatching(root, larger, palette), layer, head, 0, 0, ENLARGED, zoomed({ _zoom: root._zoom }, fitIn([0, 0], ENLARGED), false));
      return canvas;
    };
    const hatch = hatching(root, context, palette);
    context.font = `${type(12)}px ${family}`;
    context.textAlign = "center";
    context.textBaseline = "middle";
    shown.forEach(([layer, head], at) => {
      const [[x, y], [column, line]] = [corners[at], standing[at]];
      context.globalAlpha = pale.has(layer * heads + head) ? PALE : 1;
      draw(context, hatch, layer, head, x, y, side, zoom);
      context.globalAlpha = 1;
      const chosen = layer === selected[0] && head === selected[1];
      if (chosen) chosenAt = x;
      context.strokeStyle = chosen ? palette.accent : palette.line;
      context.lineWidth = chosen ? 3 : 1;
      context.strokeRect(x - 0.5, y - 0.5, side + 1, side + 1);
      context.fillStyle = palette.soft;
      if (ordered) context.fillText(`${layer + counts_from}.${head + counts_from}`, x + side / 2, y - title / 2);
      if (clusters.length) {
        context.fillStyle = palette.heads[clusters[at] % palette.heads.length];
        context.fillRect(x - gap / 2, y + side + 1, side + gap, 2); // unbroken along a cluster
      }
      if (ordered) return;
      context.fillStyle = palette.soft;
      const [beside, above] = across ? [head, layer] : [layer, head];
      if (column === 0 && numbered(beside)) context.fillText(`${beside + counts_from}`, edge / 2 - (shared ? 2 : 0), y + side / 2);
      if (line === 0 && numbered(above)) context.fillText(`${above + counts_from}`, Math.min(x + side / 2, end - context.measureText(`${above + counts_from}`).width / 2), y - edge / 2 - gap / 2); // the last one is not cut
      if (shared && head % group === 0 && (across ? column : line) === 0) together(context, palette, x, y);
    });
    tellZoom(root, zoom, side / Math.max(right, down) < CROWDED, transposed ? [keys, tokens] : [tokens, keys]);
  }

  /** A line along the heads of a group, which look with queries of their own at keys that they share. */
  function together(/** @type {CanvasRenderingContext2D} */ context, /** @type {Palette} */ palette, /** @type {number} */ x, /** @type {number} */ y) {
    const { side, gap } = grid;
    const long = group * (side + gap) - gap;
    context.strokeStyle = palette.soft;
    context.lineWidth = 1.5;
    context.beginPath();
    const corner = across ? [[2, 0], [0, 0], [0, long], [2, long]] : [[0, 2], [0, 0], [long, 0], [long, 2]];
    const [from, above] = across ? [x - gap - 1, y] : [x, y - gap - 1];
    corner.forEach(([across, along]) => context.lineTo(from + across, above + along));
    context.stroke();
  }

  /** What is at the point: a head, [layer, head], and the cell in it, [query, key]; null between the heads. */
  function under(/** @type {number} */ across, /** @type {number} */ below) {
    const { side, gap, corners } = grid;
    const inside = (/** @type {number} */ start, /** @type {number} */ offset) => offset >= start - gap / 2 && offset < start + side + gap / 2;
    const at = corners.findIndex(([x, y]) => inside(x, across) && inside(y, below));
    if (at < 0) return null;
    const [x, y] = local(across, below, at);
    const place = [Math.floor((x - zoom.x) / zoom.cellWidth), Math.floor((y - zoom.y) / zoom.cellHeight)];
    const [key, query] = transposed ? place.reverse() : place;
    return [...shown[at], query, key];
  }

  /** Where a point of any head would be in the first one; between heads, in the nearest. */
  function local(/** @type {number} */ across, /** @type {number} */ below, at = nearest(across, below)) {
    const [x, y] = grid.corners[at];
    return /** @type {[number, number]} */ ([across - x + zoom.left, below - y + zoom.top]);
  }

  const nearest = (/** @type {number} */ across, /** @type {number} */ below) => {
    const { side, corners } = grid;
    const away = (/** @type {number[]} */ [x, y]) => Math.hypot(x + side / 2 - across, y + side / 2 - below);
    return corners.reduce((best, corner, at) => (away(corner) < away(corners[best]) ? at : best), 0);
  };

  function says(/** @type {number[]} */ [layer, head, query, key]) {
    const lines = [`Layer ${layer + counts_from}, head ${head + counts_from}`];
    if (names[layer][head]) lines.push(names[layer][head]);
    if (tokens[query] === undefined || keys[key] === undefined) return lines;
    const cell = query * keys.length + key;
    const number = numberOf(values[startOf(layer, head) + cell], header.extent);
    const told = header.extent === null ? written(number, 2) : `${number > 0 ? "+" : ""}${written(number, 4)}`;
    return [...lines, `${tokens[query]} → ${keys[key]}: ${hidden(cell) && !number ? "0 (masked)" : told}`];
  }

  /** The head that an arrow leads to; at the end the same one. */
  function step(/** @type {number[]} */ [layer, head], /** @type {number[]} */ [after, below]) {
    if (ordered) {
      const at = shown.findIndex((each) => each[0] === layer && each[1] === head);
      return shown[at + below * grid.columns + after] ?? shown[at];
    }
    const [layerStep, headStep] = across ? [after, below] : [below, after];
    return [within(layer + layerStep, layers), within(head + headStep, heads)];
  }

  /** The number under the pointer, or, by keys alone, the largest of the head's last row: an arrow leads to a whole head. */
  function openFrom(/** @type {number[]} */ [layer, head, ...cell]) {
    const row = startOf(layer, head) + (tokens.length - 1) * keys.length;
    const numbers = Array.from(values.subarray(row, row + keys.length), (value) => Math.abs(numberOf(value, header.extent)));
    door?.(0, layer, head, ...(cell.length ? cell : [tokens.length - 1, numbers.indexOf(Math.max(...numbers))]))?.();
  }

  let beside = false; // whether a matrix of the board shows the head that is pointed at
  function look(/** @type {Spot} */ spot) {
    const detail = { board: root.host.closest(".board"), tokens, keys, title: "", about: "", values: /** @type {any} */ (null), shown: false };
    if (spot && header.extent === null) {
      const [layer, head] = spot, start = startOf(layer, head);
      [detail.title, detail.about] = [`Layer ${layer + counts_from}, head ${head + counts_from}`, names[layer][head]];
      detail.values = Float32Array.from(values.subarray(start, start + cells), (value) => numberOf(value, null));
    }
    dispatchEvent(new CustomEvent(HEAD, { detail }));
    beside = detail.shown;
  }

  /** The card is over the grid, where it covers no head; beside the pointer where that is off the window. */
  function at(/** @type {unknown} */ _, [x, y] = [0, 0]) {
    const over = canvas.getBoundingClientRect().top > ABOVE;
    return [x - box.scrollLeft, over ? 0 : y];
  }

  operateWhole(root, () => zoom, () => paint(root._surroundings), {
    header,
    paint,
    under,
    says,
    at,
    look,
    first: () => selected,
    step,
    choose: choose && (([layer, head]) => choose([layer, head])),
    arrive: choose,
    door: door && ((spot) => (spot.length > 2 ? door(0, ...spot) : undefined)),
    enlarged: ([layer, head]) => (!beside && (grid.side < SMALL || grid.side / Math.max(right, down) < CROWDED) ? enlarged(layer, head) : undefined),
    keys: door && { o: openFrom },
    more: () => (isCrowded(root) ? ZOOM_KEYS : ""),
  }, local);
  queueMicrotask(() => pointedIn(root) && look(pointedIn(root))); // once the matrix beside it is that of the new text
  const toChosen = () => {
    const at = chosenAt + grid.side / 2;
    if (at < box.scrollLeft || at > box.scrollLeft + box.clientWidth) box.scrollLeft = at - box.clientWidth / 2;
  };
  if (kept.shown === String(selected)) return;
  kept.shown = String(selected); // the reader may scroll on until another head is chosen
  toChosen();
  const styles = root.querySelector("link");
  if (styles && !styles.sheet) styles.addEventListener("load", toChosen, { once: true }); // without them nothing scrolls
}
