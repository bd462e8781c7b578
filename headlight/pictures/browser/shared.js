// What every picture shares: reading its payload, colours of the theme, drawing on a canvas, the hover card.

import { menuEnd, openPage } from "./around.js";

const SYMBOL = /\b(W|d)_([QKVOUEsh]|k|v|ff|in|out|head|model|mlp)\b/;
const SMALLEST = 12; // pixels of type that can be read, of an index too
const BELOW = 8; // pixels that stay free under a picture that ends with the window
const WORDS = ".note, [data-picture=sentence]"; // what is read with the picture above it
const SEEN = 0.8; // of the window: a picture that begins above this line is seen without scrolling
let palettes; // for a light and a dark ground; the same in every message

/**
 * The message of a board: a JSON header, then the numbers of its pictures. A board that was made here comes unpacked.
 *
 * @param {Uint8Array | { header: any, body: Uint8Array }} bytes
 */
export function unpack(bytes) {
  if ("header" in bytes) return ((palettes = bytes.header.palettes), bytes);
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const length = view.getUint32(0, true);
  const header = JSON.parse(new TextDecoder().decode(bytes.subarray(4, 4 + length)));
  palettes = header.palettes ?? palettes; // a list of boards has none
  return { header, body: bytes.subarray(4 + length) };
}

/** The message of such a header and numbers. */
export function pack(header, body) {
  const json = new TextEncoder().encode(JSON.stringify(header));
  const whole = new Uint8Array(4 + json.length + body.length);
  new DataView(whole.buffer).setUint32(0, json.length, true);
  whole.set(json, 4);
  whole.set(body, 4 + json.length);
  return whole;
}

/** All that stands on a board, in its order, each with its column. */
export function itemsOf({ rows }) {
  return rows.flatMap((row) => row.flatMap((column) => column.items.map((item) => ({ ...item, column }))));
}

/** The heading above a picture, the nearest in its column; none for a board, whose place is null. */
export function headingAbove(items, place) {
  if (place === null) return undefined;
  return items.slice(0, place).findLast(({ kind, column }) => kind === "heading" && column === items[place].column);
}

/** Where the style of a picture is found: beside this script, or in a page that stands alone (components/standalone.py). */
export function styleOf(name) {
  return globalThis.headlightStyles?.[name] ?? new URL(`./${name}.css`, import.meta.url);
}

/**
 * The numbers of a picture, copied, so that floats start at an even address.
 *
 * @param {Uint8Array} body
 * @param {any} item in bytes
 */
export function numbersOf(body, { dtype, start, length }) {
  const bytes = body.slice(start, start + length);
  return new { float32: Float32Array, uint16: Uint16Array, uint8: Uint8Array }[dtype](bytes.buffer);
}

/** Rows of as many numbers each, after the labels of the row: what a picture's table is made of. */
export function labelled(labels, values) {
  const count = values.length / labels.length;
  return labels.map((own, row) => [...own, ...values.subarray(row * count, (row + 1) * count)]);
}

/** Cells of `hidden_bits` in pictures/board.py, as a question: is the cell at this place hidden? */
export function hiddenOf(bits) {
  const bytes = atob(bits);
  return (place) => ((bytes.charCodeAt(place >> 3) >> (7 - (place & 7))) & 1) === 1;
}

/** A canvas that is drawn from, never shown: one for each name and element, because new ones at each key add up. */
export function sheet(root, name, width, height) {
  root._sheets ??= {};
  const canvas = (root._sheets[name] ??= document.createElement("canvas"));
  canvas.width = width;
  canvas.height = height;
  return canvas;
}

/** #rrggbb as [red, green, blue]. */
export const channels = (colour) => [1, 3, 5].map((at) => parseInt(colour.slice(at, at + 2), 16));

/** The colour at `share` (0 to 1) of a scale of three colours, as [red, green, blue]. */
export function mix(scale, share) {
  const at = Math.min(1, Math.max(0, share)) * 2;
  const first = at < 1 ? 0 : 1;
  return scale[first].map((low, channel) => Math.round(low + (scale[first + 1][channel] - low) * (at - first)));
}

const lookups = new Map(); // by the scale's own colours: the same few for as long as the page is open

/** 256 colours of a scale, each packed as one pixel of an ImageData (little-endian RGBA). */
export function lookup(scale) {
  const name = scale.join();
  if (!lookups.has(name)) {
    const colours = Uint32Array.from({ length: 256 }, (_, step) => {
      const [red, green, blue] = mix(scale, step / 255);
      return (255 << 24) | (blue << 16) | (green << 8) | red;
    });
    lookups.set(name, colours);
  }
  return lookups.get(name);
}

/** Ink that can be read on the colour: dark or white, whichever contrasts more (WCAG 2.2, relative luminance). */
export function inkOn(colour) {
  const [red, green, blue] = colour.map((channel) => (channel > 10 ? ((channel / 255 + 0.055) / 1.055) ** 2.4 : channel / 3295));
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue > 0.207 ? palettes.light.ink : palettes.light.on_accent;
}

/**
 * Pixels of the screen for one of CSS; a presenter's page is enlarged. What a painted picture has looked up is used: asking
 * again makes the browser find the styles of all that the key has changed.
 */
export function ratioOf(element) {
  return element.getRootNode()._surroundings?.ratio ?? ratioNow(element);
}

const ratioNow = (element) => (window.devicePixelRatio || 1) * (element.currentCSSZoom ?? 1);

/** What hidden cells are filled with. */
export function hatching(root, context, palette) {
  const side = Math.round(6 * ratioOf(context.canvas));
  const drawn = `${side} ${palette.line}`;
  const tile = root._hatched === drawn ? root._sheets.hatching : hatched(sheet(root, "hatching", side, side), palette);
  root._hatched = drawn;
  const pattern = context.createPattern(tile, "repeat");
  pattern.setTransform(new DOMMatrix().scale(6 / tile.width));
  return pattern;
}

/** One tile of it. */
function hatched(tile, palette) {
  const pen = tile.getContext("2d");
  pen.scale(tile.width / 6, tile.width / 6);
  pen.strokeStyle = palette.line;
  pen.lineWidth = 1.2;
  pen.beginPath();
  for (const shift of [-6, 0, 6]) {
    pen.moveTo(shift, 6);
    pen.lineTo(shift + 6, 0);
  }
  pen.stroke();
  return tile;
}

/** What draws on a canvas and measures words, letter by letter as the type says, not rounded to pixels before they grow. */
export function penOf(canvas, options = {}) {
  const context = /** @type {CanvasRenderingContext2D} */ (canvas.getContext("2d", options));
  context.textRendering = "geometricPrecision";
  return context;
}

/** Size a canvas to CSS pixels at the screen's own resolution; drawing then uses CSS pixels. */
export function sized(canvas, width, height) {
  const ratio = ratioOf(canvas);
  const [across, down] = [Math.round(width * ratio), Math.round(height * ratio)];
  if (canvas.width !== across || canvas.height !== down) {
    Object.assign(canvas, { width: across, height: down }); // gives the canvas new memory: not with every key
  }
  Object.assign(canvas.style, { width: `${width}px`, height: `${height}px` });
  const context = penOf(canvas);
  context.setTransform(ratio, 0, 0, ratio, 0, 0);
  context.clearRect(0, 0, width, height);
  return context;
}

/** The text, shortened with an ellipsis to fit the width. */
export function fitted(context, text, width) {
  if (context.measureText(text).width <= width) return text;
  const kept = [...text];
  while (kept.length > 1 && context.measureText(kept.join("") + "…").width > width) kept.pop();
  return kept.join("") + "…";
}

/** Words that are wider than the width on two lines, of which the first one fits; a word alone stays on one. */
export function inTwo(context, text, width) {
  const words = text.split(" ");
  if (words.length < 2 || context.measureText(text).width <= width) return [text];
  let count = words.length - 1;
  while (count > 1 && context.measureText(words.slice(0, count).join(" ")).width > width) count -= 1;
  return [words.slice(0, count).join(" "), words.slice(count).join(" ")];
}

/** A number as the screen writes it: a true minus sign, -inf as −∞. */
export function written(value, decimals) {
  if (value === -Infinity) return "−∞";
  const text = value.toFixed(decimals);
  return (Number(text) === 0 ? text.replace("-", "") : text).replace("-", "−");
}

/**
 * Show the lines of text, and under them a picture, in the card above the pointer or cell, or below what ends at `end`; no lines hide it.
 *
 * It is where it is seen: the menu of the page stays on top of what is scrolled under it.
 */
export function tell(card, lines, x, y, picture, below = false, end = y + 8) {
  card.hidden = lines.length === 0;
  if (card.hidden) return;
  card.replaceChildren(
    ...lines.map((line, place) => {
      const element = document.createElement(place ? "span" : "b");
      element.textContent = line;
      return element;
    }),
    ...(picture ? [picture] : []),
  );
  const room = card.parentElement.clientWidth - card.offsetWidth - 4;
  card.style.left = `${Math.max(0, Math.min(x + 14, room))}px`;
  const [over, under] = [y - card.offsetHeight - 12, end + 12].map((top) => `${top}px`);
  card.style.top = below ? under : over; // above: below it would cover the row that is read next
  const { top, bottom } = card.getBoundingClientRect();
  if (below ? bottom > innerHeight : top < menuEnd()) card.style.top = below ? over : under; // unless the window ends there
}

/** The pieces of words in which symbols are told apart, each with what it is: plain, "i" or "sub". */
export function symbols(words) {
  return words.split(SYMBOL).flatMap((piece, place) => (piece ? [[piece, ["", "i", "sub"][place % 3]]] : []));
}

/** Words with W_Q, d_model and the other symbols of the app set as symbols; what a stranger typed stays plain text. */
export function typeset(words) {
  return symbols(words).map(([piece, kind]) => (kind ? Object.assign(document.createElement(kind), { textContent: piece }) : piece));
}

/** Give an element its words typeset, unless it has them: most headings stay with every key. */
export function setTypeset(element, words) {
  if (element._typeset?.words === words && element._typeset.shown === element.textContent) return;
  element.replaceChildren(...typeset(words));
  element._typeset = { words, shown: element.textContent };
}

/** Typeset words on a canvas, from `x` to the right in type of `size` pixels; shortened where it is wider than the width. */
export function writeTypeset(context, words, x, y, { size, family, width }) {
  context.textAlign = "left";
  symbols(words).forEach(([piece, kind]) => {
    const sunk = kind === "sub";
    context.font = `${kind === "i" ? "italic " : ""}${sunk ? Math.max(0.75 * size, SMALLEST) : size}px ${family}`;
    if (width < size) return;
    const shown = fitted(context, piece, width);
    context.fillText(shown, x, y + (sunk ? 0.25 * size : 0));
    x += context.measureText(shown).width;
    width -= context.measureText(shown).width;
  });
}

/** Give an element its words, unless it has them: new ones would be laid out again with every key. */
export function write(element, words) {
  if (element.textContent !== words) element.textContent = words;
}

/** Write a sentence, given in pieces [words, strong], into a paragraph; no pieces hide it. */
export function say(paragraph, pieces) {
  paragraph.hidden = pieces.length === 0;
  paragraph.replaceChildren(
    ...pieces.map(([words, strong]) => {
      const element = document.createElement(strong ? "b" : "span");
      element.append(...(strong ? [words] : typeset(words)));
      return element;
    }),
  );
}

/** The pixels of the window under the top of a picture, less those of its sentence and of what is noted or said below it or its row. */
function roomOf(picture, presented) {
  const zoom = picture.currentCSSZoom ?? 1;
  const { top, bottom } = picture.getBoundingClientRect();
  const page = openPage();
  if (page !== watched) (heights.disconnect(), heights.observe((watched = page)));
  const spot = picture.getRootNode().host.closest(".spot");
  if (!spot) return Infinity;
  const endOf = (box) => box.getBoundingClientRect().bottom;
  const row = spot.closest(".row");
  let [above, last, lastRow] = [spot, spot, row];
  while (last.nextElementSibling?.matches(WORDS)) last = last.nextElementSibling;
  while (lastRow.nextElementSibling && !lastRow.nextElementSibling.querySelector(`.column > :not(${WORDS})`)) lastRow = lastRow.nextElementSibling;
  const under = endOf(last) - bottom + endOf(lastRow) - endOf(row);
  while (above.previousElementSibling && above.className !== "heading") above = above.previousElementSibling;
  const fromTop = top - page.getBoundingClientRect().top;
  const seen = fromTop < SEEN * window.innerHeight; // others fill a screen with their heading
  if (!seen && !presented) return Infinity;
  const headed = seen ? fromTop : top - above.getBoundingClientRect().top;
  return Math.round((window.innerHeight - headed - under) / zoom) - BELOW;
}

/** The height of a picture that has so much `room` in the window: what is wanted, or what there is; no lower than `least`. */
export function endingInWindow(wanted, least, room) {
  return Math.max(Math.min(least, wanted), Math.min(wanted, room));
}

/** What a picture depends on besides its data: its width, the window's height, the theme's colours and type, the resolution. */
function surroundings(root) {
  const picture = root.querySelector(".picture");
  const style = getComputedStyle(picture);
  const ground = style.getPropertyValue("--st-background-color").trim(); // Streamlit gives it as #rrggbb
  const [red, green, blue] = channels(ground);
  const dark = 0.3 * red + 0.59 * green + 0.11 * blue < 128;
  const palette = palettes[dark ? "dark" : "light"];
  // A presenter's page names the smallest type that is read from the last row, and no picture is higher than its window;
  // elsewhere a window that is wider than high has `room` for a picture to end with it.
  const least = parseFloat(style.getPropertyValue("--least")) || 0;
  const room = least || window.innerHeight < window.innerWidth ? roomOf(picture, least) : Infinity;
  const highest = least ? room : Infinity;
  const type = (size) => Math.max(size, least);
  const [width, tall] = [picture.clientWidth, window.innerHeight];
  return { width, tall, ground, palette, family: style.fontFamily, ratio: ratioNow(picture), type, highest, room };
}

/** What stands in the page, to be gone through: what has left it is passed over, and is not kept. */
class Present {
  #references = new Set();
  add(root) {
    for (const reference of this.#references) if (!reference.deref()) this.#references.delete(reference);
    this.#references.add(new WeakRef(root));
  }
  *[Symbol.iterator]() {
    for (const reference of this.#references) {
      const root = reference.deref();
      if (root?.isConnected) yield root;
    }
  }
}

const hearers = new Map(); // event of the window -> those who hear it

/** Let what stands in the page hear an event of the window, which would itself keep it for ever; a later call replaces `heard`. */
export function hear(root, event, heard) {
  root._hears ??= {};
  const known = event in root._hears;
  root._hears[event] = heard;
  if (known) return;
  if (!hearers.has(event)) {
    hearers.set(event, new Present());
    window.addEventListener(event, (said) => {
      for (const each of hearers.get(event)) each._hears[event](said);
    });
  }
  hearers.get(event).add(root);
}

const painted = new Present(); // all pictures

/** Paint a picture again if its surroundings have changed. */
function refresh(root) {
  const before = root._surroundings;
  root._surroundings = surroundings(root);
  if (["width", "room", "tall", "ground", "ratio"].some((name) => before[name] !== root._surroundings[name])) root._paint(root._surroundings);
}

function refreshAll() {
  for (const root of painted) refresh(root);
}

const widths = new ResizeObserver((entries) => entries.forEach(({ target }) => refresh(target.getRootNode())));
let watched; // the open page: as it grows, what stands above a picture may have moved it
const heights = new ResizeObserver(refreshAll);
// Where it can be had, the box in pixels of the screen: a page enlarged twice and made twice as wide has the same in CSS.
const BOX = /** @type {ResizeObserverOptions} */ ({ box: "devicePixelContentBoxSize" in ResizeObserverEntry.prototype ? "device-pixel-content-box" : "content-box" });

/** The reader's system goes from light to dark, or back: what stands around pictures takes a few frames to follow. */
matchMedia("(prefers-color-scheme: dark)").addEventListener("change", () => {
  let frames = 60;
  const look = () => (refreshAll(), (frames -= 1) && requestAnimationFrame(look));
  look();
});

/** A window that is moved to another screen, or zoomed. */
function watchResolution() {
  const now = matchMedia(`(resolution: ${window.devicePixelRatio}dppx)`);
  now.addEventListener("change", () => (refreshAll(), watchResolution()), { once: true });
}
watchResolution();
window.addEventListener("resize", refreshAll); // its height

const OF_STREAMLIT = { "background-color": "ground", "secondary-background-color": "raised", "text-color": "ink", "primary-color": "accent" };

/** Give an element the colours of the light ground, or take them from it, whatever the ground of the page is. */
export function onPaper(element, is = true) {
  const put = (name, value) => (is ? element.style.setProperty(name, value) : element.style.removeProperty(name));
  const { light } = palettes;
  put("color-scheme", "light");
  for (const [name, token] of Object.entries(OF_STREAMLIT)) put(`--st-${name}`, light[token]);
  for (const [token, colour] of Object.entries(light)) if (typeof colour === "string") put(`--colour-${token.replace("_", "-")}`, colour);
}

/** While a page is printed, its boards are as wide as the sheet and on light ground; a canvas is painted for that. */
for (const [event, printed] of Object.entries({ beforeprint: true, afterprint: false })) {
  window.addEventListener(event, () => {
    for (const root of painted) {
      const board = root.host.closest(".board");
      board?.classList.toggle("paper", printed);
      if (board) onPaper(board, printed);
    }
    refreshAll();
  });
}

/**
 * Keep a picture painted: at once, when its box changes its width, and when the theme changes.
 *
 * `paint` is given the surroundings. They are looked up once and then only when they change, because asking for them
 * makes the browser lay out the page, too dear for every key. Later calls only replace what is painted.
 */
export function keepPainted(root, paint) {
  root._paint = paint;
  if (!root._surroundings) {
    root._surroundings = surroundings(root);
    widths.observe(root.querySelector(".picture"), BOX);
    painted.add(root);
  }
  paint(root._surroundings);
}
