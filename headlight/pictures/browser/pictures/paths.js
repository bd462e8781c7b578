// A network over a sentence: words below, states above, arrows between, and the way from one word to another lit.

import { aslant, reach } from "../shared/axes.js";
import { FRAME, operate, within } from "../shared/canvas.js";
import { fitted, sized, widthIn } from "../shared/pen.js";

const [MOST, ONE, SEVERAL] = [190, 180, 58]; // pixels for all levels of states, for one that is alone, for one of several
const [TALLEST, AROUND] = [480, 440]; // what one that is alone grows to on a screen, and what else is seen on it
const LONGEST = 90; // of a label aslant

export const html = FRAME;

/** @param {Given<Header.Paths, Uint8Array>} given */
export default function ({ root, header, values, choose }) {
  const { words, levels, lit, shares, notes } = header;
  const canvas = root.querySelector("canvas");
  const [start, end] = [lit[0][1], lit[lit.length - 1][1]];
  let /** @type {{ left: number, step: number, rise: number, top: number, radius: number, slanted: boolean, height: number }} */ box; // where the nodes stand: set by paint

  function paint(/** @type {Surroundings} */ { width, tall, palette, family, highest, room }) {
    const font = `${root._surroundings.type(12)}px ${family}`;
    const left = width < 420 ? 8 : Math.max(...levels.map((level) => widthIn(level, font))) + 16;
    const step = Math.min(84, (width - left - 8) / words.length);
    const widest = Math.max(...words.map((word) => widthIn(word, font)));
    const slanted = widest > step - 8;
    const low = levels.length > 1 || header.low;
    const grown = room < Infinity && highest === Infinity ? Math.max(ONE, Math.min(TALLEST, tall - AROUND)) : ONE; // as what is beside it
    const rise = low ? Math.min(SEVERAL, MOST / levels.length) : grown;
    const radius = Math.max(1, Math.min(6, step * 0.28, rise * 0.22));
    const top = radius + 6;
    const height = top + rise * levels.length + (slanted ? reach(widest, LONGEST) + 26 : 30);
    box = { left, step, rise, top, radius, slanted, height };
    const context = sized(canvas, width, height);
    context.textBaseline = "middle";
    arrows(context, palette);
    way(context, palette);
    states(context, palette);
    names(context, palette, family);
    labels(context, palette, family);
  }

  const across = (/** @type {number} */ place) => box.left + (place + 0.5) * box.step;
  const down = (/** @type {number} */ level) => box.top + (levels.length - level) * box.rise;

  function arrows(/** @type {CanvasRenderingContext2D} */ context, /** @type {Palette} */ palette) {
    context.strokeStyle = palette.soft;
    context.lineWidth = 1;
    const many = values.length / 4;
    context.globalAlpha = Math.max(0.1, Math.min(0.3, 14 / many ** 0.6)); // only the lit way is read
    context.beginPath();
    for (let at = 0; at < values.length; at += 4) {
      context.moveTo(across(values[at + 1]), down(values[at]));
      context.lineTo(across(values[at + 3]), down(values[at + 2]));
    }
    context.stroke();
    context.globalAlpha = 1;
  }

  function way(/** @type {CanvasRenderingContext2D} */ context, /** @type {Palette} */ palette) {
    context.strokeStyle = context.fillStyle = palette.accent;
    context.lineWidth = 2.5;
    for (let at = 1; at < lit.length; at++) {
      const [from, to] = [lit[at - 1], lit[at]].map(([level, place]) => /** @type {[number, number]} */ ([across(place), down(level)]));
      const angle = Math.atan2(to[1] - from[1], to[0] - from[0]);
      const size = Math.min(8, box.radius * 1.6);
      const tip = /** @type {[number, number]} */ ([to[0] - box.radius * Math.cos(angle), to[1] - box.radius * Math.sin(angle)]);
      context.beginPath();
      context.moveTo(...from);
      context.lineTo(...tip);
      context.stroke();
      context.beginPath();
      context.moveTo(...tip);
      for (const side of [-0.45, 0.45]) {
        context.lineTo(tip[0] - size * Math.cos(angle + side), tip[1] - size * Math.sin(angle + side));
      }
      context.fill();
    }
  }

  function states(/** @type {CanvasRenderingContext2D} */ context, /** @type {Palette} */ palette) {
    const onWay = new Set(lit.map(String));
    context.lineWidth = 1.5;
    levels.forEach((_, row) => {
      words.forEach((_, place) => {
        const bright = onWay.has(String([row + 1, place]));
        context.beginPath();
        context.arc(across(place), down(row + 1), box.radius, 0, 2 * Math.PI);
        context.fillStyle = bright ? palette.accent : root._surroundings.ground;
        context.strokeStyle = bright ? palette.accent : palette.soft;
        context.fill();
        context.stroke();
      });
    });
  }

  function names(/** @type {CanvasRenderingContext2D} */ context, /** @type {Palette} */ palette, /** @type {string} */ family) {
    if (box.left < 10 || box.rise < 15) return;
    context.font = `${root._surroundings.type(12)}px ${family}`;
    context.fillStyle = palette.soft;
    context.textAlign = "left";
    levels.forEach((level, row) => context.fillText(level, 0, down(row + 1)));
  }

  /** Words under their places, on a ground as deep as their share; where all would overlap, each nth and both ends. */
  function labels(/** @type {CanvasRenderingContext2D} */ context, /** @type {Palette} */ palette, /** @type {string} */ family) {
    context.font = `${root._surroundings.type(12)}px ${family}`;
    const every = Math.ceil((box.slanted ? 15 : 1) / box.step);
    words.forEach((word, place) => {
      const chosen = place === start || place === end;
      const near = every > 1 && !chosen && [start, end].some((other) => Math.abs(other - place) < every);
      context.fillStyle = palette.accent;
      context.globalAlpha = 0.55 * shares[place];
      const half = Math.min(box.step, 74) / 2 - 1;
      context.fillRect(across(place) - half, down(0) + 3, 2 * half, box.slanted ? 8 : 22);
      context.globalAlpha = 1;
      if ((place % every && !chosen) || near) return;
      context.textAlign = "center";
      context.font = `${chosen ? "600 " : ""}${root._surroundings.type(12)}px ${family}`;
      context.fillStyle = palette.ink;
      if (box.slanted) aslant(context, word, across(place), down(0) + 20, { longest: LONGEST, below: true });
      else context.fillText(fitted(context, word, box.step - 4), across(place), down(0) + 15);
    });
  }

  /** The node at a point, as [level, place]. */
  function under(/** @type {number} */ x, /** @type {number} */ y) {
    const place = Math.floor((x - box.left) / box.step);
    const level = Math.round((down(0) - y) / box.rise);
    return words[place] === undefined ? null : [within(level, levels.length + 1), place];
  }

  operate(root, {
    header,
    paint,
    under,
    says: ([level, place]) => [`${words[place]}, position ${place}`, level ? `${levels[level - 1]}, a state` : notes[place]],
    at: ([level, place], pointer) => pointer ?? [across(place), down(level)],
    first: () => [0, start],
    step: ([level, place], [right, below]) => [within(level - below, levels.length + 1), within(place + right, words.length)],
    choose: choose && (([level, place]) => choose(level ? [start, place] : [place, end])),
  });
}
