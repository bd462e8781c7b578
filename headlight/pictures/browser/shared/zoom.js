// A picture of more cells than can be read at once: it opens as an overview, is zoomed by wheel, fingers, keys or buttons,
// and moved by dragging; a small map in its corner says where one is. What a reader zoomed to stays at `root`. Where
// several stand side by side they show the same part, and the box is that of the first.

import { pointOf } from "./around.js";
import { ARROWS, operate } from "./canvas.js";
import { tiles } from "./mosaic.js";
import { keeping } from "./kept.js";

const keptOf = /** @type {typeof keeping<{ fingers?: Map<number, [number, number]>, moved?: boolean, onMap?: boolean, crowded?: boolean }>} */ (keeping)();

const [READ_WIDE, READ_HIGH] = [44, 24]; // pixels of a cell at the end of the way in
const STEP = 1.6; // of a key or a button
const STILL = 4; // pixels that are no drag yet
const LEAST_MAP = 30; // pixels

export const BAR = `<div class="zoom" hidden>
  <button aria-label="Closer">+</button><button aria-label="Farther">−</button><button aria-label="Show all">All</button>
  <span role="status"></span>
</div>`;

/**
 * Where cells stand: of `fit`, which shows all, with what the reader zoomed to.
 *
 * @template {Fit} Given
 * @param {Pick<PictureRoot, "_zoom">} root
 * @param {Given} fit enlarged `most` times at most
 * @param {boolean} readable whether all can be read as they are: then nothing zooms
 * @returns {Given & Box}
 */
export function zoomed(root, fit, readable) {
  const { left, top, cellWidth, cellHeight, across, down } = fit;
  const most = readable ? 1 : Math.max(1, fit.most ?? Math.max(READ_WIDE / cellWidth, READ_HIGH / cellHeight));
  const { scale: wanted, column, row } = root._zoom ?? { scale: 1, column: 0, row: 0 };
  const scale = Math.min(most, Math.max(1, wanted));
  const shown = [across / scale, down / scale]; // cells
  const first = [column, row].map((place, axis) => Math.min([across, down][axis] - shown[axis], Math.max(0, place)));
  root._zoom = scale > 1 ? { scale, column: first[0], row: first[1] } : undefined;
  /** @type {(axis: number) => [number, number]} */
  const range = (axis) => [Math.floor(first[axis] + 1e-6), Math.min([across, down][axis], Math.ceil(first[axis] + shown[axis] - 1e-6))];
  return {
    ...fit,
    scale,
    most,
    cellWidth: cellWidth * scale,
    cellHeight: cellHeight * scale,
    wide: across * cellWidth,
    high: down * cellHeight,
    x: left - first[0] * cellWidth * scale, // of the first column, seen or not
    y: top - first[1] * cellHeight * scale,
    columns: range(0),
    rows: range(1),
  };
}

/** @type {(range: [number, number], every: number, always: Iterable<number>) => number[]} of places in a range those that are named: the `always` ones, where they are seen, and each nth that leaves them room. */
export function named([from, to], every, always) {
  /** @type {number[]} */
  const kept = [];
  const free = (/** @type {number} */ place) => kept.every((other) => Math.abs(other - place) >= every);
  for (const place of always) if (place >= from && place < to && free(place)) kept.push(place);
  const sure = new Set(kept);
  for (let place = Math.ceil(from / every) * every; place < to; place += every) if (free(place)) sure.add(place);
  return [...sure].sort((one, other) => one - other);
}

/** @type {(context: CanvasRenderingContext2D, root: PictureRoot, box: Box, cells: () => Cells) => void} the map: all of the cells, and what of them is seen. Only where one has zoomed. */
export function drawMap(context, root, box, cells) {
  if (box.scale === 1) return;
  const { palette, ground } = root._surroundings;
  const { x, y, width, height } = mapOf(box);
  const block = /** @type {[number, number]} */ ([box.across, box.down].map((count) => Math.max(1, Math.floor(count / 100))));
  context.fillStyle = ground;
  context.fillRect(x, y, width, height);
  context.imageSmoothingEnabled = false;
  context.drawImage(tiles(root, "map", cells(), [[0, box.across], [0, box.down]], block).sheet, x, y, width, height);
  context.strokeStyle = palette.line;
  context.lineWidth = 1;
  context.strokeRect(x - 0.5, y - 0.5, width + 1, height + 1);
  context.strokeStyle = palette.accent;
  context.lineWidth = 2;
  const [wide, high] = [width / box.scale, height / box.scale].map((side) => Math.max(4, side));
  context.strokeRect(x + ((box.left - box.x) / (box.wide * box.scale)) * width, y + ((box.top - box.y) / (box.high * box.scale)) * height, wide, high);
}

/** @param {Box} box where the map stands: in the corner that the labels leave free. */
function mapOf({ left, top, wide, high }) {
  const side = Math.max(LEAST_MAP, Math.min(left - 10, top - 10, 110));
  const [width, height] = wide > high ? [side, Math.max(8, (side * high) / wide)] : [Math.max(8, (side * wide) / high), side];
  return { x: 2, y: 2, width, height };
}

/** @type {(root: PictureRoot, box: Box, factor: number, point: number[]) => void} zoom by so much; the point of the canvas stays where it is. */
function by(root, box, factor, [px, py]) {
  const scale = Math.min(box.most, Math.max(1, box.scale * factor));
  const ratio = scale / box.scale;
  /** @type {(point: number, start: number, origin: number, cell: number) => number} */
  const corner = (point, start, origin, cell) => ((point - origin) * ratio - (point - start)) / (cell * ratio);
  root._zoom = {
    scale,
    column: corner(px, box.left, box.x, box.cellWidth),
    row: corner(py, box.top, box.y, box.cellHeight),
  };
}

/** @type {(root: PictureRoot, box: Box, dx: number, dy: number) => void} move what is seen by so many pixels */
function shift(root, box, dx, dy) {
  root._zoom = {
    scale: box.scale,
    column: (box.left - box.x - dx) / box.cellWidth,
    row: (box.top - box.y - dy) / box.cellHeight,
  };
}

/** @type {(root: PictureRoot, box: Box, cell: number[]) => boolean} move to where a cell, as drawn, is seen. Says whether that was needed */
export function reveal(root, box, [row, column]) {
  /** @type {(...numbers: [number, number, number, number, number]) => number} */
  const away = (place, start, origin, cell, seen) => {
    const at = origin + place * cell - start;
    return at < 0 ? at : at + cell > seen ? Math.min(at, at + cell - seen) : 0;
  };
  const dx = away(column, box.left, box.x, box.cellWidth, box.wide);
  const dy = away(row, box.top, box.y, box.cellHeight, box.high);
  if (box.scale === 1 || (Math.abs(dx) < 0.01 && Math.abs(dy) < 0.01)) return false;
  shift(root, box, -dx, -dy);
  return true;
}

/**
 * The keys: + and − around a cell, which stays in sight, 0 back to all, Shift and an arrow to move by half of what is seen;
 * `drawn` is where a cell of the data is drawn.
 *
 * @type {(root: PictureRoot, boxOf: () => Box, cells: { middle: (cell: Spot) => number[], drawn: (cell: Spot) => number[] }, repaint: () => void) => Record<string, (cell: Spot) => boolean | void>}
 */
export function zoomKeys(root, boxOf, { middle, drawn }, repaint) {
  const turn = (/** @type {number} */ factor) => (/** @type {Spot} */ cell) => {
    const box = boxOf();
    if (box.most === 1) return false;
    by(root, box, factor, middle(cell));
    repaint();
    if (reveal(root, boxOf(), drawn(cell))) repaint();
  };
  const move = (/** @type {[number, number]} */ ...[right, down]) => () => {
    const box = boxOf();
    if (box.scale === 1) return false;
    shift(root, box, (-right * box.wide) / 2, (-down * box.high) / 2);
    repaint();
  };
  const closer = turn(STEP);
  const farther = turn(1 / STEP);
  const moves = Object.entries(ARROWS).map(([key, by]) => [`Shift${key}`, move(...by)]);
  return { "+": closer, "=": closer, "-": farther, "−": farther, 0: turn(0), ...Object.fromEntries(moves) };
}

/**
 * Operate a picture whose arrows lead not from cell to cell: its keys zoom around the middle of what is seen.
 *
 * @param {PictureRoot} root
 * @param {() => Box} boxOf what `zoomed` gave at last
 * @param {() => void} repaint
 * @param {Parameters<typeof operate>[1]} picture what `operate` is given
 * @param {(x: number, y: number) => [number, number]} [local] see `zooming`
 */
export function operateWhole(root, boxOf, repaint, picture, local) {
  const middleOf = (/** @type {[number, number]} */ [from, to]) => Math.floor((from + to) / 2);
  /** @type {() => [number, number]} */
  const drawn = () => (({ rows, columns }) => /** @type {[number, number]} */ ([middleOf(rows), middleOf(columns)]))(boxOf());
  const again = () => (repaint(), lookAgain());
  const keys = zoomKeys(root, boxOf, { middle: () => centreOf(boxOf()), drawn }, again);
  const more = () => (boxOf().most > 1 ? ZOOM_KEYS : "");
  const lookAgain = operate(root, { more, ...picture, keys: { ...keys, ...picture.keys } });
  zooming(root, boxOf, again, local);
}

/** @type {(box: Box) => [number, number]} the middle of what is seen */
const centreOf = ({ left, top, wide, high }) => [left + wide / 2, top + high / 2];

/** What is said of these keys. */
/** @type {(root: PictureRoot) => boolean | undefined} whether numbers are too small to be read */
export const isCrowded = (root) => keptOf(root).crowded;
export const ZOOM_KEYS = " + and − zoom, 0 shows all, Shift and an arrow moves.";

/**
 * Let a picture be zoomed by wheel, fingers, buttons and a double click, and be moved by dragging; called at each painting,
 * after `operate`.
 *
 * @param {PictureRoot} root
 * @param {() => Box} boxOf what `zoomed` gave at last
 * @param {() => void} repaint
 * @param {(x: number, y: number) => [number, number]} local where in the first of several pictures a point of another one would be
 */
export function zooming(root, boxOf, repaint, local = (x, y) => [x, y]) {
  const kept = keptOf(root);
  const canvas = root.querySelector("canvas");
  const { onpointermove, onclick } = canvas;
  const fingers = (kept.fingers ??= new Map());
  const zoom = (/** @type {number} */ factor, /** @type {number[]} */ point) => (by(root, boxOf(), factor, point), repaint());
  const middle = () => centreOf(boxOf());
  const onMap = (/** @type {PointerEvent} */ event) => {
    const { x, y, width, height } = mapOf(boxOf());
    const [left, top] = pointOf(event);
    return boxOf().scale > 1 && boxOf().map !== false && left >= x && top >= y && left < x + width && top < y + height;
  };

  function toMap(/** @type {PointerEvent} */ event) {
    const [left, top] = pointOf(event);
    const [box, { x, y, width, height }] = [boxOf(), mapOf(boxOf())];
    const share = (/** @type {number} */ at, /** @type {number} */ start, /** @type {number} */ long) => (at - start) / long - 0.5 / box.scale;
    root._zoom = { scale: box.scale, column: share(left, x, width) * box.across, row: share(top, y, height) * box.down };
    repaint();
  }

  canvas.onwheel = (/** @type {WheelEvent} */ event) => {
    const box = boxOf();
    const factor = Math.exp(-event.deltaY * (event.deltaMode === 1 ? 0.05 : 0.0025) * (event.ctrlKey && Math.abs(event.deltaY) < 50 ? 4 : 1));
    if (box.most === 1 || !(event.ctrlKey || (kept.crowded && root.activeElement === canvas))) return;
    if (!event.ctrlKey && factor < 1 && box.scale === 1) return; // all is seen: the page scrolls on
    event.preventDefault();
    zoom(factor, local(...pointOf(event)));
  };
  canvas.ondblclick = (/** @type {MouseEvent} */ event) => {
    const box = boxOf();
    if (box.most > 1) zoom(box.scale > 1 ? 0 : box.most, local(...pointOf(event)));
  };
  canvas.onpointerdown = (/** @type {PointerEvent} */ event) => {
    if (boxOf().most === 1) return;
    kept.moved = false;
    fingers.set(event.pointerId, pointOf(event));
    kept.onMap = onMap(event);
    if (kept.onMap) (canvas.setPointerCapture(event.pointerId), toMap(event));
  };
  canvas.onpointermove = (/** @type {PointerEvent} */ event) => {
    if (!event.buttons) fingers.delete(event.pointerId); // it was let go beside the picture
    const from = fingers.get(event.pointerId);
    const to = pointOf(event);
    if (!from || boxOf().most === 1) return onpointermove(event);
    if (kept.onMap) return toMap(event);
    if (fingers.size > 1) {
      const [other] = [...fingers].filter(([id]) => id !== event.pointerId).map(([, at]) => at);
      const away = (/** @type {[number, number]} */ at) => Math.max(1, Math.hypot(at[0] - other[0], at[1] - other[1]));
      fingers.set(event.pointerId, to);
      kept.moved = true;
      return zoom(away(to) / away(from), local((other[0] + to[0]) / 2, (other[1] + to[1]) / 2));
    }
    if (boxOf().scale === 1) return onpointermove(event);
    if (!kept.moved && Math.hypot(to[0] - from[0], to[1] - from[1]) < STILL) return;
    if (!kept.moved) canvas.setPointerCapture(event.pointerId);
    kept.moved = true;
    fingers.set(event.pointerId, to);
    shift(root, boxOf(), to[0] - from[0], to[1] - from[1]);
    repaint();
  };
  canvas.onpointerup = canvas.onpointercancel = (/** @type {PointerEvent} */ event) => fingers.delete(event.pointerId);
  canvas.onclick = (/** @type {PointerEvent} */ event) => (kept.moved || kept.onMap ? (kept.moved = kept.onMap = false) : onclick(event));
  const presses = [() => zoom(STEP, middle()), () => zoom(1 / STEP, middle()), () => zoom(0, middle())];
  root.querySelectorAll(".zoom button").forEach((/** @type {HTMLElement} */ button, /** @type {number} */ place) => (button.onclick = presses[place]));
}

/**
 * Bring the buttons and what they say up to date; they stand there where names are left out. A picture that has no names
 * beside its cells gives those of rows and columns, one of lines those of its rows.
 *
 * @type {(root: PictureRoot, box: Box, crowded: boolean, names?: string[][]) => void}
 */
export function tellZoom(root, { most, scale, columns, rows, across, down }, crowded, names) {
  const bar = root.querySelector(".zoom");
  const canvas = root.querySelector("canvas");
  bar.hidden = most === 1 || (scale === 1 && !crowded);
  keptOf(root).crowded = !bar.hidden;
  canvas.style.touchAction = scale > 1 ? "none" : "";
  if (bar.hidden) return;
  const [closer, farther, all] = bar.querySelectorAll("button");
  const pressed = [farther, all].includes(root.activeElement);
  closer.disabled = scale >= most;
  farther.hidden = all.hidden = scale === 1;
  if (pressed && farther.hidden) closer.focus();
  const part = (/** @type {[number, number]} */ [from, to], /** @type {number} */ count) => `${from + 1} to ${to} of ${count}`;
  const told = (/** @type {string[]} */ words, /** @type {[number, number]} */ [from, to]) => `${words[from]} (${from}) to ${words[to - 1]} (${to - 1})`;
  const where = !names
    ? `Rows ${part(rows, down)}, columns ${part(columns, across)}`
    : names.length > 1
      ? `Rows ${told(names[0], rows)}, columns ${told(names[1], columns)}`
      : `Tokens ${told(names[0], rows)}`;
  const how = matchMedia("(pointer: coarse)").matches ? "+ or two fingers" : "+, a double click or Ctrl and the wheel";
  closer.title = `Zoom in with ${how}`;
  const says = scale === 1 ? "Zoom in" : `${where}. Drag to move.`;
  if (bar.lastElementChild.textContent !== says) bar.lastElementChild.textContent = says;
}
