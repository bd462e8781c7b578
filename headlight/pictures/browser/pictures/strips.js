// Vectors as strips: one row a token, labelled, one column a dimension, signed colours about zero.

import { brief, eachNth, endingInWindow, namedEvery } from "../shared/axes.js";
import { FRAME, operate, pointedIn, within } from "../shared/canvas.js";
import { clipped, mosaic } from "../shared/mosaic.js";
import { channels, lookup, mix } from "../shared/colours.js";
import { fitted, sized, widthIn, writeTypeset } from "../shared/pen.js";
import { written } from "../shared/written.js";
import { BAR, ZOOM_KEYS, drawMap, named, reveal, tellZoom, zoomed, zoomKeys, zooming } from "../shared/zoom.js";

const TITLE = 20; // pixels of the line with the names and the legend
const GAP = 8;
const MENU = 28; // pixels of a picture's menu
const BESIDE = 440; // pixels of a strip that stands beside another one
const LOWER = 0.8; // of its height, a strip below others where the window has no room for all
const [HIGH, ALONE] = [100, 300]; // pixels from which strips are lower there, several and one alone
const [LOWEST, GROWN] = [60, 1.8]; // pixels of a presented strip, and of what it has elsewhere how much where there is room
const [READ, NUMBERED] = [18, 46]; // pixels of a row at the end of the way in, and of a number that is written into it
const LONGEST = 140; // pixels of the names of rows
const [SMALLEST, TIGHT] = [12, 9.5]; // pixels of a name, and of a row that is named by itself

export const html = `${FRAME}${BAR}`;

/** The scale of a hue, from positive through 0 to negative: blue and orange, or the hue of queries, keys or values and grey. */
function scaleOf(/** @type {Palette & Record<string, any>} */ palette, /** @type {string} */ hue) {
  if (!hue) return palette.diverging;
  return [channels(palette[hue]), palette.diverging[1], channels(palette.soft)];
}

/** @param {Given<Header.Strips>} given */
export default function ({ root, header, values, door }) {
  const { strips, hues, tokens, width: dimensions, extent, extents = {} } = header;
  const canvas = root.querySelector("canvas");
  const exact = (/** @type {number} */ strip, /** @type {number} */ token, /** @type {number} */ dimension) => values[(strip * tokens.length + token) * dimensions + dimension];
  let box = { left: 0, across: 0, columns: 1, top: 0, step: 0 }; // where strips stand: set by paint, and so are
  let height = 0; // of a strip
  let /** @type {ReturnType<typeof zoomed>} */ zoom; // where the numbers of the first strip stand; all show the same part
  let looked = pointedIn(root);
  /** @type {Int16Array | undefined} */
  let colour; // the number of each one's colour among 256, filled when first drawn

  function paint(/** @type {Surroundings} */ { width, palette, family, highest, room }) {
    const shares = (/** @type {number} */ pixels) => (pixels - TITLE - (strips.length - 1) * (GAP + TITLE)) / strips.length;
    const tall = header.height >= (strips.length > 2 ? HIGH : ALONE);
    const inWindow = tall && highest === Infinity ? endingInWindow(header.height, LOWER * header.height, shares(room)) : header.height;
    // Presented they share the height of the screen, as far as their names can be read.
    const presented = highest < Infinity;
    height = Math.min(presented && header.height >= LOWEST ? GROWN * header.height : inWindow, Math.max(LOWEST, shares(highest)));
    const low = height < 40; // too low for labels: the names stand in their place
    const above = !low || width < 520; // the names stand above their strips
    const least = Math.min(96, 0.2 * width); // names that are longer have some more
    const left = above && low ? 0 : presented ? Math.min(118, Math.max(0.27 * width, Math.min(0.42 * width, longestName(family) + 8))) : Math.max(least, Math.min(LONGEST, 0.25 * width, longestName(family) + 8));
    const columns = !low && strips.length * BESIDE <= width - left ? strips.length : 1;
    const across = (width - left - GAP * (columns - 1)) / columns;
    const top = TITLE; // of the first strip: beside the names, or above them, stands the legend
    const step = height + GAP + (above ? TITLE : 0);
    box = { left, across, columns, top, step };
    const row = height / tokens.length;
    const fit = { left, top, cellWidth: across / dimensions, cellHeight: row, across: dimensions, down: tokens.length };
    zoom = zoomed(root, { ...fit, most: Math.max(READ / row, Math.min(NUMBERED / fit.cellWidth, tokens.length)) }, low || row >= READ);

    const context = sized(canvas, width, top + (Math.ceil(strips.length / columns) - 1) * step + height);
    context.textBaseline = "middle";
    legend(context, palette, family, width);
    let crowded = false;
    strips.forEach((called, strip) => {
      const name = extents[called] ? `${called}, ±${brief(extents[called], 2)}` : called;
      const [x, y] = corner(strip);
      clipped(context, x, y, across, height, () => {
        mosaic(context, root, "strip", cellsOf(strip, palette), zoom, [x, y]);
        if (looked && zoom.most > 1) frame(context, palette, strip, x, y);
      });
      context.fillStyle = palette.soft;
      const room = strip < columns && strip === columns - 1 ? across - 160 - menu() : across; // the legend stands there
      const size = root._surroundings.type(12);
      context.font = `${size}px ${family}`;
      const begins = columns === 1 && context.measureText(name).width > room ? 0 : x; // a long name on a phone has the margin too
      if (above) writeTypeset(context, name, begins, y - 10, { size, family, width: Math.max(40, room + x - begins) });
      else writeTypeset(context, name, 0, y + height / 2, { size, family, width: left - 8 });
      if (!low && left && strip % columns === 0) crowded = labels(context, palette, family, y);
    });
    drawMap(context, root, zoom, () => cellsOf(0, palette));
    tellZoom(root, zoom, crowded);
  }

  const corner = (/** @type {number} */ strip) => [
    box.left + (strip % box.columns) * (box.across + GAP),
    box.top + Math.floor(strip / box.columns) * box.step,
  ];

  /** The pixels of the longest name of a row, in the largest type that it has. */
  function longestName(/** @type {string} */ family) {
    const font = `${root._surroundings.type(12)}px ${family}`;
    return Math.max(...tokens.map((token) => widthIn(token, font)));
  }

  /** The numbers of a strip as `mosaic.js` has them. */
  function cellsOf(/** @type {number} */ strip, /** @type {Palette} */ palette) {
    const count = tokens.length * dimensions;
    const scale = (/** @type {number} */ at) => extents[strips[Math.floor(at / count)]] ?? extent;
    colour ??= Int16Array.from(values, (value, at) => Math.round(255 * Math.min(1, Math.max(0, 0.5 - value / (2 * scale(at))))));
    const own = colour.subarray(strip * count, (strip + 1) * count);
    return { colour: own, steps: lookup(scaleOf(palette, hues[strip])), middle: 127.5, across: dimensions, down: tokens.length };
  }

  /** The row that is looked at, in every strip, and its number in its own. */
  function frame(/** @type {CanvasRenderingContext2D} */ context, /** @type {Palette} */ palette, /** @type {number} */ strip, /** @type {number} */ x, /** @type {number} */ y) {
    const [own, token, dimension] = looked;
    const from = zoom.y - zoom.top + token * zoom.cellHeight;
    context.strokeStyle = palette.ink;
    context.lineWidth = 1;
    context.strokeRect(x - 1, y + from - 0.5, box.across + 2, zoom.cellHeight + 1);
    context.lineWidth = 2;
    if (own === strip) context.strokeRect(x + zoom.x - zoom.left + dimension * zoom.cellWidth - 1, y + from - 1, zoom.cellWidth + 2, zoom.cellHeight + 2);
  }

  /** The tokens of what is seen; the row that is looked at has its own. Says whether some are left out. */
  function labels(/** @type {CanvasRenderingContext2D} */ context, /** @type {Palette} */ palette, /** @type {string} */ family, /** @type {number} */ y) {
    const least = root._surroundings.type(0);
    const row = zoom.cellHeight;
    const every = least ? eachNth(0.9 * least, row) : namedEvery(row, SMALLEST, TIGHT);
    const size = Math.max(SMALLEST, least, Math.min(root._surroundings.type(12), every * row));
    const near = looked && zoom.most > 1 ? looked[1] : undefined;
    context.font = `${size}px ${family}`;
    context.textAlign = "right";
    for (const place of named(zoom.rows, every, [near])) {
      const middle = zoom.y - zoom.top + (place + 0.5) * row;
      if (middle < 0 || middle + size / 2 > height + (place === near ? size : 1)) continue; // a name below the last row would be cut
      context.fillStyle = place === near ? palette.ink : palette.soft;
      context.fillText(fitted(context, tokens[place], box.left - 8), box.left - 6, y + middle);
    }
    return every > 1;
  }

  /** The pixels of the first line that the picture's menu takes, which else stands in the line of a heading. */
  function menu() {
    const spot = root.host.closest(".spot");
    return spot && spot.previousElementSibling?.className !== "heading" ? MENU : 0;
  }

  /** The scale from the most negative colour to the most positive one, at the right end of the first line. */
  function legend(/** @type {CanvasRenderingContext2D} */ context, /** @type {Palette} */ palette, /** @type {string} */ family, /** @type {number} */ width) {
    context.font = `${root._surroundings.type(12)}px ${family}`;
    const most = `+${brief(extent, 2)}`;
    const [bar, end] = [64, width - Math.max(34, context.measureText(most).width + 6) - menu()]; // type is large on a slide
    const kinds = [...new Set(hues)], thick = 9 / kinds.length; // a band for each
    for (const [line, hue] of kinds.entries()) {
      for (let step = 0; step < bar; step++) {
        context.fillStyle = `rgb(${mix(scaleOf(palette, hue), 1 - step / (bar - 1))})`;
        context.fillRect(end - bar + step, 5 + line * thick, 1, thick);
      }
    }
    context.fillStyle = palette.soft;
    context.textAlign = "right";
    context.fillText(`−${brief(extent, 2)}`, end - bar - 4, 10);
    context.textAlign = "left";
    context.fillText(most, end + 4, 10);
  }

  /** The number at a point, as [strip, token, dimension]. */
  function under(/** @type {number} */ across, /** @type {number} */ down) {
    const column = Math.floor((across - box.left) / (box.across + GAP));
    const line = Math.floor((down - box.top) / box.step);
    const strip = line * box.columns + column;
    if (column < 0 || column >= box.columns || line < 0 || !strips[strip]) return null;
    const [x, y] = corner(strip);
    if (across < x || down < y || across >= x + box.across || down >= y + height) return null;
    const [along, below] = local(across, down);
    const at = (/** @type {number} */ point, /** @type {number} */ origin, /** @type {number} */ cell, /** @type {number} */ count) => within(Math.floor((point - origin) / cell), count);
    return [strip, at(below, zoom.y, zoom.cellHeight, tokens.length), at(along, zoom.x, zoom.cellWidth, dimensions)];
  }

  /** Where a point of any strip would be in the first one. */
  function local(/** @type {number} */ across, /** @type {number} */ down) {
    const column = within(Math.floor((across - box.left) / (box.across + GAP)), box.columns);
    const line = Math.max(0, Math.floor((down - box.top) / box.step));
    return /** @type {[number, number]} */ ([across - column * (box.across + GAP), down - line * box.step]);
  }

  function says(/** @type {number[]} */ [strip, token, dimension]) {
    const place = `position ${header.places[token]}`;
    const row = tokens[token] === place ? place : `${tokens[token]}, ${place}`;
    return [row, `${strips[strip]}, dimension ${dimension}`, written(exact(strip, token, dimension), 4)];
  }

  /** The middle of a number on the canvas. */
  function middle(/** @type {number[]} */ [strip, token, dimension]) {
    const [x, y] = corner(strip);
    return /** @type {[number, number]} */ ([x + zoom.x - zoom.left + (dimension + 0.5) * zoom.cellWidth, y + zoom.y - zoom.top + (token + 0.5) * zoom.cellHeight]);
  }

  /** Down from the last token of a strip leads to the first one of the next. */
  function step(/** @type {number[]} */ [strip, token, dimension], /** @type {number[]} */ [right, down]) {
    const row = within(strip * tokens.length + token + down, strips.length * tokens.length);
    return [Math.floor(row / tokens.length), row % tokens.length, within(dimension + right, dimensions)];
  }

  const at = (/** @type {Spot} */ spot, /** @type {[number, number] | undefined} */ pointer) => pointer ?? middle(spot);
  const first = () => [0, tokens.length - 1, 0];
  const repaint = () => paint(root._surroundings);
  let lookAgain = () => {};
  const again = () => (repaint(), lookAgain());

  function look(/** @type {Spot} */ spot) {
    if (String(spot) === String(looked)) return;
    looked = spot;
    if (zoom.most === 1) return;
    if (spot) reveal(root, zoom, [spot[1], spot[2]]);
    repaint();
  }

  /** The middle of a number as it would be in the first strip. */
  const inFirst = (/** @type {Spot} */ spot) => local(...middle(spot));
  const keys = zoomKeys(root, () => zoom, { middle: inFirst, drawn: ([, ...cell]) => cell }, again);
  const more = () => (zoom.most > 1 ? ZOOM_KEYS : "");
  lookAgain = operate(root, { header, paint, under, says, at, first, step, look, keys, more, door: door && (([strip, ...cell]) => door(strip, ...cell)) });
  zooming(root, () => zoom, again, local);
}
