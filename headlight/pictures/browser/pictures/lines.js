// Patterns as lines: queries at the left, keys at the right, thickness is weight, colour the head. Tiles add heads and
// take them away, a strip leads from layer to layer; one token can be looked at alone, or several together.

import { eachNth } from "../shared/axes.js";
import { FRAME, within } from "../shared/canvas.js";
import { clipped } from "../shared/mosaic.js";
import { channels, inkOn } from "../shared/colours.js";
import { fitted, penOf, sized, widthIn } from "../shared/pen.js";
import { written as rounded } from "../shared/written.js";
import { BAR, named as namedOf, operateWhole, tellZoom, zoomed } from "../shared/zoom.js";
import { keeping } from "../shared/kept.js";

const keptOf = /** @type {typeof keeping<{ pressed?: { head: number, at: number, drawn: number[] } }>} */ (keeping)();

const SIDES = ["queries", "keys"];
const [QUERIES, KEYS] = [0, 1];
const HEIGHT = 352; // pixels of all rows, if none is lower than
const LOWEST = 14;
const HIGHEST = 588; // pixels of all rows: of more they are lower, and can be zoomed
const CHOICES = 72; // pixels of the rows of layers and of heads above them
const SMALLEST = 12; // pixels of a name where not all are written
const TELLING = 0.05; // a weight that has its name beside it
const LEAST = 0.005; // less is written 0.00
const TWICE = 350; // milliseconds between two clicks on a tile that are one double click

export const html = `
  <div class="strip" role="radiogroup" aria-label="Layer" hidden></div>
  <div class="tiles" role="group" aria-label="Heads" hidden></div>
  ${FRAME}
  ${BAR}
  <button class="every" hidden>Lines of all tokens</button>
`;

const keysOf = (/** @type {Header.Lines} */ { tokens, looked_at }) => (looked_at.length ? looked_at : tokens);

/** @typedef {{ side: number, places: Set<number>, other: number | null }} Subject tokens of one side, and one of the other */

/** @type {Header.LinesHeads} */
const NONE = { drawn: [], names: [], layer: 0, n_layers: 0 }; // of a layer whose heads are not chosen here

/** @param {Given<Header.Lines>} given */
export default function ({ root, header, values, choose }) {
  const kept = keptOf(root);
  const { chosen } = header;
  const heads = header.heads ?? NONE;
  const names = [header.tokens, keysOf(header)];
  const cells = names[QUERIES].length * names[KEYS].length;
  const count = values.length / cells; // heads that are drawn
  const canvas = root.querySelector("canvas");
  const together = chosen && { side: SIDES.indexOf(chosen[0]), places: new Set(chosen[1]) };
  /** @type {any} */
  let pointed = null; // [side, token]
  /** @type {any} */
  let box; // where the tokens stand: set by paint
  /** @type {string[]} */
  let colours; // of the heads that are drawn: set by paint

  const weight = (/** @type {number} */ head, /** @type {number} */ query, /** @type {number} */ key) => values[head * cells + query * names[KEYS].length + key];

  /** The tokens whose lines are drawn, all of one side, and the one of the other side that these are narrowed to. */
  function subject() {
    if (!pointed) return together && { ...together, other: null };
    const [side, token] = pointed;
    if (together && together.side !== side) return { ...together, other: token };
    return { side, places: new Set([token]), other: null };
  }

  /** What the tokens of a subject have to do with one of the other side, in a head. */
  function shareOf(/** @type {Subject} */ { side, places }, /** @type {number} */ other, /** @type {number} */ head) {
    let sum = 0;
    for (const place of places) sum += side === QUERIES ? weight(head, place, other) : weight(head, other, place);
    return sum;
  }

  /** The mean over the heads that are drawn. */
  function mean(/** @type {Subject} */ of, /** @type {number} */ other) {
    let sum = 0;
    for (let head = 0; head < count; head++) sum += shareOf(of, other, head);
    return sum / count;
  }

  function paint(/** @type {Surroundings} */ { width, palette, family, type, highest }) {
    const most = Math.max(...names.map((side) => side.length));
    const top = 24;
    const room = highest - top - (heads ? CHOICES : 0); // on a slide
    const whole = Math.min(HIGHEST / most, Math.max(LOWEST, Math.min(HEIGHT, room) / most)); // as high in all for few tokens as for many
    const fit = { left: 0, top, cellWidth: width, cellHeight: whole, across: 1, down: most, most: (1.3 * LOWEST) / whole, map: false };
    const zoom = zoomed(root, fit, whole >= LOWEST);
    const row = zoom.cellHeight;
    const every = row < LOWEST ? eachNth(LOWEST - 1, row) : 1;
    const font = `${Math.max(SMALLEST * (every > 1 ? 1 : 0), Math.min(16, row * 0.72))}px ${family}`;
    const numbers = widthIn("0.00", font) + 6; // beside the tokens
    const longest = Math.max(...names.flat().map((token) => widthIn(token, font)));
    const column = Math.min(longest + 20 + numbers, width * 0.36, 180 + numbers);
    box = { row, column, top, width, numbers, every, zoom };
    colours = header.heads ? heads.drawn.map((head) => palette.heads[head % palette.heads.length]) : [palette.accent];
    const context = sized(canvas, width, top + zoom.high + 2);
    context.textBaseline = "middle";
    context.font = `${type(12)}px ${family}`;
    context.fillStyle = palette.soft;
    context.textAlign = "left";
    context.fillText("queries look", 0, 9);
    context.textAlign = "right";
    context.fillText("at keys", width, 9);
    const of = subject();
    clipped(context, 0, top, width, zoom.high + 1, () => drawLines(context, of));
    context.font = font;
    [QUERIES, KEYS].forEach((side) => drawTokens(context, palette, side, of));
    tiles(palette);
    tellZoom(root, zoom, every > 1, [names[names[KEYS].length > names[QUERIES].length ? KEYS : QUERIES]]);
  }

  function drawLines(/** @type {CanvasRenderingContext2D} */ context, /** @type {Subject | null} */ of) {
    const apart = Math.min(3, box.row / (count + 1)); // lines of different heads, so that none hides another
    for (let head = 0; head < count; head++) {
      const shift = (head - (count - 1) / 2) * apart;
      context.strokeStyle = colours[head];
      names[QUERIES].forEach((_, query) => {
        names[KEYS].forEach((_, key) => {
          const share = weight(head, query, key);
          const [own, other] = of?.side === KEYS ? [key, query] : [query, key];
          if (share < LEAST || (of && (!of.places.has(own) || (of.other ?? other) !== other))) return;
          context.globalAlpha = 0.04 + 0.96 * share;
          context.lineWidth = 0.5 + Math.min(7, box.row * 0.5) * share;
          context.beginPath();
          context.moveTo(box.column, middle(query) + shift);
          context.lineTo(box.width - box.column, middle(key) + shift);
          context.stroke();
        });
      });
    }
    context.globalAlpha = 1;
  }

  function drawTokens(/** @type {CanvasRenderingContext2D} */ context, /** @type {Palette} */ palette, /** @type {number} */ side, /** @type {Subject | null} */ of) {
    const [left, right] = side === QUERIES ? [0, box.column] : [box.width - box.column, box.width];
    const written = new Set(namedHere(side, of));
    names[side].forEach((token, place) => {
      if (middle(place) < box.top || middle(place) > box.top + box.zoom.high) return; // it is not seen
      const y = box.zoom.y + place * box.row + 0.5;
      const itself = of?.side === side && of.places.has(place);
      const seen = of && of.side !== side && (of.other ?? place) === place;
      for (let head = 0; head < count && (itself || seen); head++) {
        const share = itself ? 1 : shareOf(of, place, head);
        context.globalAlpha = 0.4 * Math.min(1, share);
        context.fillStyle = itself ? palette.accent : colours[head];
        const wide = box.column / (itself ? 1 : count);
        if (share >= LEAST) context.fillRect(left + head * wide, y, wide, Math.max(1, box.row - 1));
        if (itself) break;
      }
      context.globalAlpha = 1;
      if (!written.has(place)) return;
      context.fillStyle = palette.ink;
      context.textAlign = side === QUERIES ? "right" : "left";
      const room = box.column - 14 - box.numbers;
      context.fillText(fitted(context, token, room), side === QUERIES ? right - 8 : left + 8, middle(place));
      const amount = seen ? mean(of, place) : 0;
      if (amount < LEAST) return;
      context.textAlign = side === QUERIES ? "left" : "right";
      context.fillText(rounded(amount, 2), side === QUERIES ? left + 3 : right - 3, middle(place));
    });
  }

  /** The places of a side that are named: all where there is room, else first those that are looked at, with what they see most. */
  function namedHere(/** @type {number} */ side, /** @type {Subject | null} */ of) {
    const range = /** @type {[number, number]} */ ([box.zoom.rows[0], Math.min(box.zoom.rows[1], names[side].length)]);
    const seen = of && of.side !== side ? names[side].map((_, place) => place).filter((place) => mean(of, place) >= TELLING) : [];
    const first = pointed?.[0] === side ? [pointed[1]] : [];
    const own = of?.side === side ? [...of.places] : of ? seen.sort((a, b) => mean(of, b) - mean(of, a)) : [];
    return namedOf(range, box.every, [...first, ...own]);
  }

  function middle(/** @type {number} */ place) {
    return box.zoom.y + (place + 0.5) * box.row;
  }

  const named = (/** @type {number} */ side, /** @type {number} */ place) => `${fitted(penOf(canvas), names[side][place], 120)} (${place})`;

  /** One token with its largest weights; where others are chosen and it stands opposite, its weight in each head. */
  function says(/** @type {number[]} */ [side, token]) {
    const of = subject() ?? { side, places: new Set([token]), other: null };
    const few = [...of.places].slice(0, 3).map((place) => named(of.side, place));
    const whose = few.join(" + ") + (of.places.size > few.length ? " …" : "");
    const averaged = count > 1 ? `, mean of ${count} heads` : "";
    if (of.other !== null) {
      const [from, to] = of.side === QUERIES ? [whose, named(side, token)] : [named(side, token), whose];
      const each = count > 1 ? heads.drawn.slice(0, 12).map((head, place) => `head ${head + 1}: ${rounded(shareOf(of, token, place), 4)}`) : [];
      return [`${from} → ${to}`, ...each, `${rounded(mean(of, token), 4)}${averaged}`];
    }
    const others = names[1 - of.side].map((_, other) => other).sort((a, b) => mean(of, b) - mean(of, a));
    const shown = others.filter((other) => mean(of, other) >= LEAST).slice(0, 5);
    const title = of.side === QUERIES ? `${whose} attends to` : `${whose} is attended to by`;
    return [title + averaged, ...shown.map((other) => `${named(1 - of.side, other)}: ${rounded(mean(of, other), 4)}`)];
  }

  function under(/** @type {number} */ x, /** @type {number} */ y) {
    if (y < box.top || y >= box.top + box.zoom.high) return null;
    const place = Math.floor((y - box.zoom.y) / box.row);
    const side = x < box.column ? QUERIES : x > box.width - box.column ? KEYS : null;
    return side !== null && names[side][place] !== undefined ? [side, place] : null;
  }

  /** Add a token to those that are looked at together, or take it away; one of the other side begins anew. */
  function toggle(/** @type {number[]} */ [side, token]) {
    const places = together && together.side === side ? new Set(together.places) : new Set();
    if (!places.delete(token)) places.add(token);
    choose?.(["tokens", [SIDES[side], [...places].sort((a, b) => a - b)]]);
  }

  /** A click adds a head or takes it away; a second one shows it alone, or all where it was alone. */
  function press(/** @type {number} */ head) {
    const [before, now] = [kept.pressed, performance.now()];
    const twice = before && before.head === head && now - before.at < TWICE;
    kept.pressed = twice ? undefined : { head, at: now, drawn: heads.drawn };
    if (twice) {
      const alone = String(before.drawn) === String([head]);
      return choose?.(["heads", alone ? heads.names.map((_, place) => place) : [head]]);
    }
    const left = heads.drawn.includes(head) ? heads.drawn.filter((each) => each !== head) : [...heads.drawn, head];
    if (left.length) choose?.(["heads", left.sort((a, b) => a - b)]);
  }

  /** So many buttons in a group; they are kept, because new ones would lose the focus. */
  function buttons(/** @type {HTMLElement} */ group, /** @type {number} */ length, /** @type {(button: HTMLButtonElement, place: number) => void} */ bring) {
    group.hidden = length === 0;
    while (group.children.length > length) group.lastChild?.remove();
    while (group.children.length < length) group.append(document.createElement("button"));
    /** @type {HTMLButtonElement[]} */ ([...group.children]).forEach(bring);
  }

  function tiles(/** @type {Palette} */ palette) {
    buttons(root.querySelector(".tiles"), choose ? heads.names.length : 0, (tile, head) => {
      const [colour, lit] = [palette.heads[head % palette.heads.length], heads.drawn.includes(head)];
      Object.assign(tile.style, { borderColor: colour, background: lit ? colour : "none", color: lit ? inkOn(channels(colour)) : "inherit" });
      tile.textContent = String(head + 1);
      tile.title = `Head ${head + 1}${heads.names[head] && `: ${heads.names[head]}`}`;
      tile.ariaLabel = tile.title;
      tile.ariaPressed = String(lit);
      tile.onclick = () => press(head);
    });
  }

  const strip = root.querySelector(".strip");
  buttons(strip, choose && heads.n_layers > 1 ? heads.n_layers : 0, (button, layer) => {
    const open = layer === heads.layer;
    button.textContent = String(layer + 1);
    button.ariaLabel = `Layer ${layer + 1}`;
    button.setAttribute("role", "radio");
    button.ariaChecked = String(open);
    button.tabIndex = open ? 0 : -1;
    button.onclick = () => choose?.(["layer", layer]);
    button.onkeydown = (/** @type {KeyboardEvent} */ event) => {
      const by = /** @type {Record<string, number>} */ ({ ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 })[event.key];
      const next = strip.children[layer + (by ?? NaN)];
      if (!next) return;
      event.preventDefault();
      next.focus();
      choose?.(["layer", layer + by]);
    };
  });
  const every = root.querySelector(".every");
  every.hidden = !together || !choose;
  every.onclick = () => choose?.(["tokens", [chosen?.[0], []]]);
  operateWhole(root, () => box.zoom, () => paint(root._surroundings), {
    header,
    paint,
    under,
    says,
    // Most lines lead up from a query: the card hangs below it, and stands above a key, at its own side.
    at: ([side, token]) => (side === QUERIES ? [0, middle(token), true] : [box.width, middle(token)]),
    first: () => null,
    step: (from, [right, down]) => {
      const [side, token] = from ?? [QUERIES, names[QUERIES].length - 1 - down];
      const to = right ? (right < 0 ? QUERIES : KEYS) : side;
      return [to, within(token + down, names[to].length)];
    },
    look: (spot) => {
      pointed = spot;
      paint(root._surroundings);
    },
    choose: choose && toggle,
  });
}
