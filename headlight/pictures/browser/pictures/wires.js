// Wires from the words through the layers to an answer: as thick as what each brings; a click cuts one, or mends it.

import { aslant, eachNth, reach } from "../shared/axes.js";
import { FRAME, operate, within } from "../shared/canvas.js";
import { fitted, penOf, sized } from "../shared/pen.js";
import { say, written } from "../shared/written.js";
import { named } from "../shared/zoom.js";

const TALLEST = 230; // pixels of all layers
const LONGEST = 90; // of a label aslant
const NEAR = 12; // pixels from a wire at which it is pointed at
const [THICK, THIN] = [9, 1.5]; // pixels of the largest share, and of none
const APART = 7; // pixels sideways between the starts of two heads of a layer at one word
const AIR = 4; // pixels between their wires, and from layer to layer

export const html = `${FRAME}<p class="says" hidden></p>`;

/** @param {Given<Header.Wires>} given */
export default function ({ root, header, values, choose, door }) {
  const { words, layers, wires, answer } = header;
  const canvas = root.querySelector("canvas");
  const largest = Math.max(1e-9, ...values.map(Math.abs));
  const strength = (/** @type {number} */ at) => (wires[at][3] ? 0 : Math.abs(values[at]));
  const [thickest] = wires.map((_, at) => at).sort((one, other) => strength(other) - strength(one)).filter(strength);
  let /** @type {{ left: number, step: number, rise: number, bottom: number, end: [number, number] }} */ box; // where words and layers stand: set by paint
  /** @type {number | null} */
  let looked = null; // the wire that is pointed at

  function paint(/** @type {Surroundings} */ { width, palette, family, type }) {
    const context = penOf(canvas);
    const font = `${type(12)}px ${family}`;
    context.font = font;
    const left = context.measureText(`layer ${layers}`).width + 16;
    const right = Math.min(110, context.measureText(answer).width + 26);
    const step = Math.min(96, (width - left - right) / words.length);
    const widest = Math.max(...words.map((word) => context.measureText(word).width));
    const slanted = widest > step - 8;
    const rise = Math.min(34, TALLEST / layers);
    const top = 26;
    const bottom = top + rise * layers;
    box = { left, step, rise, bottom, end: [left + words.length * step + 12, top - 8] };
    const pen = sized(canvas, width, bottom + (slanted ? reach(widest, LONGEST) + 22 : 28));
    pen.textBaseline = "middle";
    pen.font = font;
    names(pen, palette, slanted, type, right, font);
    const size = (/** @type {number} */ at) => (wires[at][3] ? Infinity : Math.abs(values[at])); // what is cut is thin, and lies on top
    const order = wires.map((_, at) => at).sort((one, other) => size(one) - size(other));
    for (const at of order) wire(pen, palette, at);
    if (thickest !== undefined) name(pen, palette, thickest);
  }

  /** Where a wire begins: at its word, in its layer; several heads there one below the other, so that each is seen. */
  function start(/** @type {number} */ at) {
    const [layer, , word] = wires[at];
    const there = wires.flatMap((other, place) => (other[0] === layer && other[2] === word ? [place] : []));
    const beside = there.indexOf(at);
    const below = there.length > 1 ? Math.min(THICK + AIR, (box.rise - AIR) / (there.length - 1)) : 0;
    return [box.left + (word + 0.5) * box.step + APART * beside, box.bottom - (layer + 0.5) * box.rise + below * (beside - (there.length - 1) / 2)];
  }

  /** The layer and the head of a wire, above its start. */
  function name(/** @type {CanvasRenderingContext2D} */ pen, /** @type {Palette} */ palette, /** @type {number} */ at) {
    const [[x, y], [layer, head]] = [start(at), wires[at]];
    const says = `${layer + 1}.${head + 1}`;
    pen.fillStyle = palette.ink;
    pen.fillText(says, Math.max(box.left - 12, x - 8 - pen.measureText(says).width), y - 13);
  }

  function names(/** @type {CanvasRenderingContext2D} */ pen, /** @type {Palette} */ palette, /** @type {boolean} */ slanted, /** @type {Surroundings["type"]} */ type, /** @type {number} */ right, /** @type {string} */ font) {
    pen.fillStyle = palette.soft;
    const every = Math.ceil((1.2 * type(12)) / box.rise);
    for (let layer = 0; layer < layers; layer++) {
      const y = box.bottom - (layer + 0.5) * box.rise;
      if (layer % every === 0) pen.fillText(`layer ${layer + 1}`, 0, y);
      pen.fillStyle = palette.line;
      pen.fillRect(box.left, y, words.length * box.step, 1);
      pen.fillStyle = palette.soft;
    }
    pen.textAlign = "center";
    const [own, of] = [looked === null ? [] : [wires[looked][2]], wires.map(([, , word]) => word)]; // these have their names first
    for (const place of named([0, words.length], eachNth(slanted ? 15 : 1, box.step), [...own, ...of])) {
      const word = words[place];
      pen.fillStyle = of.includes(place) ? palette.ink : palette.soft;
      const x = box.left + (place + 0.5) * box.step;
      if (slanted) aslant(pen, word, x, box.bottom + 10, { longest: LONGEST, below: true });
      else pen.fillText(fitted(pen, word, box.step - 4), x, box.bottom + 13);
    }
    pen.textAlign = "left";
    pen.font = `600 ${font}`;
    pen.fillStyle = palette.ink;
    pen.fillText(fitted(pen, answer, right - 14), box.end[0] + 8, box.end[1]);
    pen.font = font;
  }

  function wire(/** @type {CanvasRenderingContext2D} */ pen, /** @type {Palette} */ palette, /** @type {number} */ at) {
    const [[x, y], [, , , cut]] = [start(at), wires[at]];
    pen.strokeStyle = pen.fillStyle = cut ? palette.soft : `rgb(${palette.diverging[values[at] < 0 ? 2 : 0]})`;
    pen.globalAlpha = looked === null || looked === at ? 0.85 : 0.4;
    pen.lineWidth = cut ? THIN : THIN + (THICK - THIN) * Math.abs(values[at] / largest);
    pen.setLineDash(cut ? [3, 5] : []);
    pen.beginPath();
    pen.moveTo(x, y);
    pen.lineTo(...box.end);
    pen.stroke();
    pen.setLineDash([]);
    pen.beginPath();
    pen.arc(x, y, Math.max(4, pen.lineWidth / 2 + 1), 0, 2 * Math.PI);
    if (cut) pen.stroke();
    else pen.fill();
    pen.globalAlpha = 1;
  }

  /** The wire that is nearest to a point; near the answer, where all meet, none. */
  function under(/** @type {number} */ x, /** @type {number} */ y) {
    const [ex, ey] = box.end;
    const away = (/** @type {number} */ at) => {
      const [sx, sy] = start(at);
      const along = Math.min(0.9, Math.max(0, ((x - sx) * (ex - sx) + (y - sy) * (ey - sy)) / ((ex - sx) ** 2 + (ey - sy) ** 2)));
      return Math.hypot(sx + along * (ex - sx) - x, sy + along * (ey - sy) - y);
    };
    const nearest = wires.map((_, at) => at).reduce((best, at) => (best === null || away(at) < away(best) ? at : best), /** @type {number | null} */ (null));
    return nearest !== null && away(nearest) < NEAR ? nearest : null;
  }

  function says(/** @type {number} */ at) {
    const [layer, head, word, cut] = wires[at];
    const asks = choose ? [cut ? "cut: click to mend" : "click to cut"] : [];
    return [`layer ${layer + 1}, head ${head + 1}`, `from ${words[word]}: ${values[at] < 0 ? "" : "+"}${written(values[at], 3)}`, ...asks];
  }

  function look(/** @type {number} */ at) {
    looked = at;
    paint(root._surroundings);
  }

  say(root.querySelector(".says"), header.says);
  operate(root, {
    header,
    paint,
    under,
    says,
    at: (at, pointer) => pointer ?? start(at),
    first: () => (wires.length ? 0 : null),
    step: (at, [right, down]) => (at === null ? null : within(at + right + down, wires.length)),
    choose: choose && ((at) => choose(at)),
    door: door && ((at) => (at === null ? undefined : door(0, at))),
    look,
  });
}
