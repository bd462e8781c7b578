// Words as written and shuffled, for each of several models: an arrow from each old place is as deep as what changes.

import { aslant, eachNth, reach } from "../shared/axes.js";
import { FRAME, operate, within } from "../shared/canvas.js";
import { move } from "../shared/movement.js";
import { putInOrder } from "../shared/reading_order.js";
import { channels, mix } from "../shared/colours.js";
import { fitted, penOf, sized } from "../shared/pen.js";
import { written } from "../shared/written.js";

const [LOW, STACKED, HIGH, ALONE] = [32, 56, 150, 320]; // pixels from a row of words to the other one, at most where all strips are in a column or in a row
const [BETWEEN, BELOW] = [28, 18]; // pixels from a strip to the one beside it, and to the one below
const BESIDE = 380; // pixels of a strip that stands beside another one
const [TITLE, UNDER] = [8, 4]; // pixels between the line of a name and the words, and between the words and the arrows
const [SPACE, WIDEST] = [4, 96]; // pixels between two words
const LONGEST = 48; // pixels of a label aslant
const FREE = 1.3; // heights of its type that a label aslant has to itself
const PALEST = 0.25; // of the way from the colour of lines to that of what is off: arrows are seen where nothing changes
const [THIN, THICK] = [1.5, 3]; // pixels of the palest arrow and of the deepest
const TIP = 7; // pixels
const NEAR = 12; // pixels from an arrow at which it is pointed at
const STEPS = 24; // points of an arrow that are compared with the pointer

export const html = FRAME;

const sum = (/** @type {number[]} */ numbers) => numbers.reduce((all, each) => all + each, 0);

/** A change as it is written in a strip: 0 is the message, not 0.00. */
const brief = (/** @type {number} */ value) => (value < 0.005 ? "0" : written(value, 2));

/** @param {Given<Header.Shuffles>} given */
export default function ({ root, header, values, moves }) {
  const { names, notes, words, order, extent } = header;
  const canvas = root.querySelector("canvas");
  const change = (/** @type {number} */ model, /** @type {number} */ word) => values[model * words.length + word];
  const places = words.map((_, word) => order.indexOf(word));
  let /** @type {{ across: number, columns: number, step: number, slanted: boolean, size: number, rise: number, high: number, top: number, lines: number[][], shares: number[] }} */ box; // where strips and words stand, and how deep arrows are: set by paint
  /** @type {[number, number] | null} */
  let looked = null; // the model and the word that are looked at

  function paint(/** @type {Surroundings} */ { width, spare, palette, family, highest, room, type }) {
    const pen = penOf(canvas);
    const half = (width - BETWEEN) / 2;
    const measured = (/** @type {number} */ size) => ((pen.font = `${size}px ${family}`), words.map((word) => pen.measureText(word).width));
    const size = names.length === 2 && 2 * sum(measured(type(20))) < half ? type(20) : type(14); // few words are large
    const widths = measured(size);
    const whole = sum(widths) + SPACE * (words.length - 1);
    const stacked = names.length * (3 * size + 2 * UNDER + TITLE + LOW + BELOW) - BELOW;
    const columns = half >= BESIDE && names.length > 1 && (whole <= half || whole > width || stacked > highest) ? 2 : 1;
    const across = columns === 2 ? half : width;
    const slanted = whole > across;
    const aside = slanted ? reach(Math.max(...widths), LONGEST) : 0;
    const label = slanted ? aside + size / 2 + UNDER : size + UNDER;
    const lines = Math.ceil(names.length / columns);
    const rest = size + TITLE + 2 * label; // of a strip, without its arrows
    const fill = (/** @type {number} */ pixels) => (pixels - (lines - 1) * BELOW) / lines - rest;
    const rise = Math.max(LOW, Math.min(columns === 1 ? STACKED : lines === 1 ? ALONE + spare : HIGH, fill(Math.min(room, highest))));
    const high = rest + rise;
    const [above, below] = [[...order.keys()], order].map((row) => line(row, widths, across - 2 * aside, slanted).map((middle) => middle + aside));
    box = { across, columns, step: (across - 2 * aside) / words.length, slanted, size, rise, high, top: size + TITLE + label, lines: [], shares: [] };
    const numbers = [...places.map((place) => below[place]), ...Array.from(values, (value) => Math.min(1, value / extent))];
    move(root, "words", [width, ...words].join(), numbers, moves, (now) => {
      box.lines = [above, now.slice(0, words.length)];
      box.shares = now.slice(words.length);
      const context = sized(canvas, width, lines * (high + BELOW) - BELOW);
      context.textBaseline = "middle";
      names.forEach((_, model) => strip(context, palette, family, model));
    });
  }

  /** Where the words of a row stand in a strip, by their places in the text: apart as in a sentence, or in equal steps. */
  function line(/** @type {number[]} */ row, /** @type {number[]} */ widths, /** @type {number} */ across, /** @type {boolean} */ slanted) {
    const space = Math.min(WIDEST, (across - sum(widths)) / Math.max(1, row.length - 1));
    let end = 0;
    const boxes = row.map((word) => {
      const [x, wide] = [end, slanted ? across / row.length : widths[word]];
      end += wide + (slanted ? 0 : space);
      return { x, width: wide };
    });
    putInOrder(row.map((word) => words[word]), boxes, across);
    return boxes.map((each) => each.x + each.width / 2);
  }

  /** The word that is looked at in a strip, or null. */
  const lookedAt = (/** @type {number} */ model) => (looked !== null && looked[0] === model ? looked[1] : null);

  const corner = (/** @type {number} */ model) => [(model % box.columns) * (box.across + BETWEEN), Math.floor(model / box.columns) * (box.high + BELOW)];

  function strip(/** @type {CanvasRenderingContext2D} */ context, /** @type {Palette} */ palette, /** @type {string} */ family, /** @type {number} */ model) {
    const [x, y] = corner(model);
    const most = `largest change ${brief(Math.max(...words.map((_, word) => change(model, word))))}`;
    context.textAlign = "left";
    context.fillStyle = palette.ink;
    context.font = `600 ${box.size}px ${family}`;
    context.fillText(names[model], x, y + box.size / 2 + 1);
    const named = context.measureText(names[model]).width + 10;
    context.font = `${box.size}px ${family}`;
    const [wide, free] = [context.measureText(most).width, box.across - named];
    if (context.measureText(notes[model]).width + 16 + wide <= free) {
      context.fillStyle = palette.soft;
      context.fillText(notes[model], x + named, y + box.size / 2 + 1);
    }
    context.textAlign = "right";
    context.fillStyle = palette.ink;
    context.fillText(fitted(context, most, free), x + box.across, y + box.size / 2 + 1);
    const deepest = [...words.keys()].sort((one, other) => change(model, one) - change(model, other));
    for (const word of deepest) arrow(context, palette, model, word);
    const own = lookedAt(model);
    if (own !== null) arrow(context, palette, model, own); // above all others
    labels(context, palette, family, model, x, y);
  }

  /** The words of both rows; where all would overlap, each nth of them and the one that is looked at. */
  function labels(/** @type {CanvasRenderingContext2D} */ context, /** @type {Palette} */ palette, /** @type {string} */ family, /** @type {number} */ model, /** @type {number} */ x, /** @type {number} */ y) {
    const every = box.slanted ? eachNth(FREE * box.size, box.step) : 1;
    const own = lookedAt(model);
    context.textAlign = "center";
    for (const [row, among] of [[...words.keys()], order].entries()) {
      const near = own === null ? null : among.indexOf(own);
      among.forEach((word, at) => {
        if (word !== own && (at % every || (near !== null && every > 1 && Math.abs(near - at) < every))) return;
        const middle = x + box.lines[row][word];
        context.font = `${word === own ? "600 " : ""}${box.size}px ${family}`;
        context.fillStyle = own === null || word === own ? palette.ink : palette.soft;
        const edge = y + box.top + row * box.rise;
        if (box.slanted) aslant(context, words[word], middle, edge + (row ? 8 : -6), { longest: LONGEST, below: row === 1 });
        else context.fillText(words[word], middle, edge + (row ? 1 : -1) * (box.size / 2 + 2));
      });
    }
  }

  /** The two ends of an arrow. */
  function ends(/** @type {number} */ model, /** @type {number} */ word) {
    const [x, y] = corner(model);
    const top = y + box.top + 2;
    return [[x + box.lines[0][word], top], [x + box.lines[1][word], top + box.rise - 6]];
  }

  function arrow(/** @type {CanvasRenderingContext2D} */ context, /** @type {Palette} */ palette, /** @type {number} */ model, /** @type {number} */ word) {
    const [[x, y], [toX, toY]] = ends(model, word);
    const share = box.shares[model * words.length + word];
    const off = channels(palette.off);
    const pale = channels(palette.line).map((low, channel) => low + PALEST * (off[channel] - low));
    const scale = [pale, palette.sequential[1], palette.sequential[2]];
    const own = lookedAt(model);
    context.strokeStyle = context.fillStyle = `rgb(${mix(scale, share)})`;
    context.globalAlpha = own === null || own === word ? 1 : 0.35;
    context.lineWidth = THIN + (THICK - THIN) * share + (own === word ? 1 : 0);
    const [end, middle] = [toY - TIP, (y + toY - TIP) / 2];
    context.beginPath();
    context.moveTo(x, y);
    context.bezierCurveTo(x, middle, toX, middle, toX, end);
    context.stroke();
    context.beginPath();
    context.moveTo(toX, toY);
    context.lineTo(toX - TIP / 2 - share, end);
    context.lineTo(toX + TIP / 2 + share, end);
    context.fill();
    context.globalAlpha = 1;
  }

  /** How far a point is from an arrow, in pixels. */
  function away(/** @type {number[]} */ [model, word], /** @type {number} */ x, /** @type {number} */ y) {
    const [[fromX, fromY], [toX, toY]] = ends(model, word);
    const at = (/** @type {number} */ share) => {
      const [across, down] = [share ** 2 * (3 - 2 * share), share * (1.5 - 1.5 * share + share ** 2)]; // it leaves and arrives upright
      return Math.hypot(fromX + (toX - fromX) * across - x, fromY + (toY - fromY) * down - y);
    };
    return Math.min(...Array.from({ length: STEPS + 1 }, (_, step) => at(step / STEPS)));
  }

  /** The model and the word of the nearest arrow, or of the word at a point. */
  function under(/** @type {number} */ x, /** @type {number} */ y) {
    const model = names.findIndex((_, each) => {
      const [left, top] = corner(each);
      return x >= left && x < left + box.across && y >= top && y < top + box.high;
    });
    if (model < 0) return null;
    const [left, top] = corner(model);
    const row = y < top + box.top ? 0 : y > top + box.top + box.rise ? 1 : null;
    const far = (/** @type {number} */ word) => (row === null ? away([model, word], x, y) : Math.abs(left + box.lines[row][word] - x));
    const nearest = [...words.keys()].reduce((best, word) => (far(word) < far(best) ? word : best));
    const least = row === null ? NEAR : 2 * NEAR;
    return far(nearest) < least && y > top + box.size + 4 ? [model, nearest] : null;
  }

  operate(root, {
    header,
    paint,
    under,
    says: ([model, word]) => [
      words[word],
      `position ${word} → ${places[word]}`,
      `${names[model]}: change ${written(change(model, word), 4)}`,
    ],
    at: ([model, word], pointer) => pointer ?? ends(model, word)[0],
    first: () => [0, 0],
    step: ([model, word], [right, down]) => [within(model + down, names.length), within(word + right, words.length)],
    look: (spot) => {
      looked = spot;
      paint(root._surroundings);
    },
  });
}
