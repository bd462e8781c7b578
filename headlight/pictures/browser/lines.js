// A pattern as lines: queries at the left, keys at the right, thickness is weight. One token can be looked at alone.

import { FRAME, operate, within } from "./canvas.js";
import { fitted, penOf, sized, written } from "./shared.js";

const QUERIES = 0;
const KEYS = 1;
const HEIGHT = 352; // pixels of all rows, if none is lower than 8

export const html = FRAME;

export function rows({ tokens }, values) {
  const weights = (query) => values.subarray(query * tokens.length, (query + 1) * tokens.length);
  return [["", ...tokens], ...tokens.map((token, query) => [token, ...weights(query)])];
}

export default function ({ root, header, values }) {
  const { tokens } = header;
  const canvas = root.querySelector("canvas");
  const weight = (query, key) => values[query * tokens.length + key];
  const weightOf = ([side, token], other) => (side === QUERIES ? weight(token, other) : weight(other, token));
  let alone = null; // [side, token] that is looked at alone
  let box; // where the tokens stand: set by paint

  function paint({ width, palette, family, type }) {
    const ruler = penOf(canvas);
    const row = Math.max(8, HEIGHT / tokens.length); // as high in all for few tokens as for many: nothing below moves
    const font = `${Math.max(7, Math.min(16, row * 0.7))}px ${family}`;
    ruler.font = font;
    const longest = Math.max(...tokens.map((token) => ruler.measureText(token).width));
    const column = Math.min(longest + 20, width * 0.36, 180);
    const top = 24;
    box = { row, column, top, width };
    const context = sized(canvas, width, top + row * tokens.length + 2);
    context.textBaseline = "middle";
    context.font = `${type(13)}px ${family}`;
    context.fillStyle = palette.soft;
    context.textAlign = "left";
    context.fillText("queries look", 0, 9);
    context.textAlign = "right";
    context.fillText("at keys", width, 9);
    drawLines(context, palette);
    context.font = font;
    [QUERIES, KEYS].forEach((side) => drawTokens(context, palette, side));
  }

  function drawLines(context, palette) {
    context.strokeStyle = palette.accent;
    tokens.forEach((_, query) => {
      tokens.forEach((_, key) => {
        const share = weight(query, key);
        if (share < 0.005 || (alone && alone[1] !== (alone[0] === QUERIES ? query : key))) return;
        context.globalAlpha = 0.12 + 0.88 * share;
        context.lineWidth = 0.5 + Math.min(7, box.row * 0.5) * share;
        context.beginPath();
        context.moveTo(box.column, middle(query));
        context.lineTo(box.width - box.column, middle(key));
        context.stroke();
      });
    });
    context.globalAlpha = 1;
  }

  function drawTokens(context, palette, side) {
    const x = side === QUERIES ? 0 : box.width - box.column;
    context.textAlign = side === QUERIES ? "right" : "left";
    tokens.forEach((token, place) => {
      const itself = alone && alone[0] === side && alone[1] === place;
      const share = itself ? 1 : alone && alone[0] !== side ? weightOf(alone, place) : 0;
      if (share > 0) {
        context.globalAlpha = 0.4 * share;
        context.fillStyle = palette.accent;
        context.fillRect(x, box.top + place * box.row + 0.5, box.column, box.row - 1);
        context.globalAlpha = 1;
      }
      context.fillStyle = palette.ink;
      const start = side === QUERIES ? box.column - 8 : x + 8;
      context.fillText(fitted(context, token, box.column - 12), start, middle(place));
    });
  }

  function middle(place) {
    return box.top + (place + 0.5) * box.row;
  }

  /** One token with its largest weights. */
  function says([side, token]) {
    const order = tokens.map((_, other) => other).sort((a, b) => weightOf([side, token], b) - weightOf([side, token], a));
    const shown = order.filter((other) => weightOf([side, token], other) >= 0.005).slice(0, 5);
    const named = (place) => `${fitted(penOf(canvas), tokens[place], 120)} (${place})`;
    const title = side === QUERIES ? `${named(token)} looks at` : `${named(token)} is looked at by`;
    return [title, ...shown.map((other) => `${named(other)}: ${written(weightOf([side, token], other), 4)}`)];
  }

  function under(x, y) {
    const place = Math.floor((y - box.top) / box.row);
    const side = x < box.column ? QUERIES : x > box.width - box.column ? KEYS : null;
    return side !== null && tokens[place] !== undefined ? [side, place] : null;
  }

  operate(root, {
    header,
    paint,
    under,
    says,
    at: ([side, token]) => [side === QUERIES ? box.column : box.width - box.column - 180, middle(token)],
    first: () => null,
    step: (from, [right, down]) => {
      const [side, token] = from ?? [QUERIES, tokens.length - 1 - down];
      return [right ? (right < 0 ? QUERIES : KEYS) : side, within(token + down, tokens.length)];
    },
    look: (spot) => {
      alone = spot;
      paint(root._surroundings);
    },
  });
}
