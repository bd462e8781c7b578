// Files of a picture: PNG at twice the size, CSV, HTML, and SVG where it is drawn on a canvas; of the whole board, PNG and
// HTML. One menu of the page offers them.
//
// A file looks the same for everybody: the board is drawn once more, out of sight, on a light ground, and what stands
// there is put under a title and the sentence, above the model's name and the address of the page, if it has one.

import { handBack } from "./around.js";
import { keeping } from "./kept.js";
import { flatCopy } from "./flat_copy.js";
import { escaped, recording, short } from "./recording.js";
import { onPaper } from "./colours.js";
import { headingAbove, itemsOf, numbersOf, styleOf, unpack } from "./message.js";
import { penOf } from "./pen.js";
import { element, symbols } from "./written.js";

const takesOf = /** @type {typeof keeping<{ takes?: Takes }>} */ (keeping)();

// Fetched when it is asked for: a page of its own, which has no server to ask, does without.
const maker = () => import(new URL("./page.js", import.meta.url).href);
/** Whether there is a server to ask: a page of its own has none. */
const canBeMade = () => !globalThis.headlightStyles;

/** @typedef {(item: Item, numbers: ReturnType<typeof numbersOf>) => (string | number | null)[][]} Rows of the table of a picture */
/** @typedef {{ root: BoardRoot, place: number | null, name: string, show: (component: { parentElement: BoardRoot, data: Message }) => void, seen: boolean }} Saved a picture, or all where the place is null */
/** @typedef {{ pictures: { place: number, key: string, drawn: boolean, rows?: Rows | null }[], show: Saved["show"], pin?: (key: string) => void }} Takes what a board gives away; `drawn`: on a canvas; `show` draws a board */
/** @typedef {{ drawn: string, width: number, height: number, says: string[] }} Drawn */

const NARROWEST = 640; // pixels of a board that is drawn for a file: a phone's would be all address
const MARGIN = 24;
const ROOM = 0.85; // of the width for a line: an SVG is also read where there is no such type, in one that may be wider
const PRESENTED = ["least", "hint", "column"]; // of assets/styles/present.css, for the screen alone
const PRECISE = "geometricPrecision"; // letters as wide at twice the size: what stood on one line stays on it
const KEPT = 60_000; // ms in which a file is fetched from its address, also by a browser that is busy or asks where to put it

/**
 * The menu of a board, with a line for each of its pictures. The first board of a page has it for all of them.
 *
 * @param {BoardRoot} root
 * @param {Takes} takes
 */
export function menu(root, takes) {
  const frame = element("div", { className: "save" });
  const files = element("div", { className: "files", popover: "auto" });
  const opener = element("button", { className: "opener", title: "Take away", ariaLabel: "Take away", popoverTargetElement: files });
  takesOf(root).takes = takes;
  (root.host ?? root).dataset.board = "";
  handBack(files, opener);
  opener.innerHTML = '<svg viewBox="0 0 16 16" aria-hidden="true"><path d="M8 2v8M4.5 7 8 10.5 11.5 7M3 13.5h10"/></svg>';
  files.onbeforetoggle = (/** @type {ToggleEvent} */ { newState }) => {
    frame.toggleAttribute("data-open", newState === "open"); // the opener is seen well
    if (newState !== "open") return;
    files.replaceChildren(...boardsAround(root).flatMap((board) => lines(board, files)));
    const { right, bottom } = opener.getBoundingClientRect();
    files.style.right = `${document.documentElement.clientWidth - right}px`;
    files.style.top = `${Math.min(bottom + 4, window.innerHeight - 150)}px`;
  };
  frame.append(opener, files);
  return frame;
}

/** @param {BoardRoot} root of the boards of its page the first one alone has a menu */
export function oneMenu(root) {
  boardsAround(root).forEach((board, at) => board.querySelector(".save")?.toggleAttribute("hidden", at > 0));
}

/** @type {(root: BoardRoot) => BoardRoot[]} the boards that stand in one tree with this one, from top to bottom */
const boardsAround = (root) =>
  [.../** @type {ParentNode} */ ((root.host ?? root).getRootNode()).querySelectorAll("[data-board]")].map((host) => /** @type {BoardRoot} */ (host.shadowRoot ?? /** @type {unknown} */ (host)));

/** @type {(root: BoardRoot, files: HTMLElement) => HTMLElement[]} what can be taken away of a board */
function lines(root, files) {
  const { pictures, show, pin } = /** @type {Takes} */ (takesOf(root).takes);
  const items = itemsOf(unpack(root._latest).header);
  /** @type {(name: string, label: string, save: () => void) => HTMLElement} */
  const offer = (name, label, save) => element("button", { textContent: name, ariaLabel: label, onclick: () => (files.hidePopover(), save()) });
  const group = (/** @type {string} */ title, /** @type {HTMLElement[]} */ buttons) =>
    element("div", { role: "group", ariaLabel: title }, element("span", {}, title), ...buttons);
  const html = (/** @type {number | null} */ place, /** @type {string} */ label, /** @type {string} */ name) =>
    canBeMade() ? [offer("HTML", label, () => savePage(root, place, name))] : [];
  const each = pictures.map(({ place, key, drawn, rows }) => {
    const kinds = drawn ? ["SVG", "PNG"] : ["PNG"];
    const part = (/** @type {string} */ kind, seen = false) => () => save(kind, { root, place, name: key, show, seen });
    const zoomed = root._places[place].shadowRoot._zoom ? kinds : [];
    return group(headingAbove(items, place)?.title || items[place].header.alt || key, [
      ...kinds.map((kind) => offer(kind, kind, part(kind))),
      ...(rows ? [offer("CSV", "CSV", () => saveNumbers(root, place, key, rows))] : []),
      ...html(place, "HTML", key),
      ...zoomed.map((kind) => offer(`${kind} zoomed`, `What is zoomed to as ${kind}`, part(kind, true))),
      ...(pin ? [offer("Pin", "Pin this picture beside what it becomes", () => pin(key))] : []),
    ]);
  });
  if (each.length < 2) return each;
  const all = offer("PNG", "All as PNG", () => save("PNG", { root, place: null, name: "board", show, seen: false }));
  return [...each, group("All pictures", [all, ...html(null, "All as HTML", "board")])];
}

/** @type {(root: BoardRoot, place: number, key: string, rows: Rows) => void} the numbers of a picture, as rows of labels and numbers. */
function saveNumbers(root, place, key, rows) {
  const { header, body } = unpack(root._latest);
  const item = itemsOf(header)[place];
  saveCsv(key, rows(item, numbersOf(body, item)));
}

/** @type {(root: BoardRoot, place: number | null, name: string) => Promise<void>} a picture, or all, as a page that answers to the pointer without the app. */
async function savePage(root, place, name) {
  const title = titleOf(itemsOf(unpack(root._latest).header), place);
  const { pageOf } = await maker();
  download(`${name}.html`, new Blob([await pageOf(root._latest, place, title)], { type: "text/html" }));
}

/** @type {(name: string, rows: (string | number | null)[][]) => void} rows as a file that Excel on Windows opens too: without the mark at its head it would not read UTF-8. */
export const saveCsv = (name, rows) => download(`${name}.csv`, new Blob(["\ufeff", csv(rows)], { type: "text/csv" }));

/** @param {(string | number | null)[][]} rows of labels and numbers as CSV: labels are quoted, and none is a formula to a spreadsheet; what is not there stays empty. */
export function csv(rows) {
  const quoted = (/** @type {string} */ text) => text && `"${text.replace(/^[=+\-@\t\r]/, "'$&").replaceAll('"', '""')}"`;
  const cell = (/** @type {string | number | null} */ value) => (typeof value === "string" ? quoted(value) : Number.isNaN(value) || value === null ? "" : value);
  return rows.map((row) => `${row.map(cell).join(",")}\n`).join("");
}

/** @type {(kind: string, saved: Saved) => Promise<void>} */
async function save(kind, { root, place, name, show, seen }) {
  const { svg, width, height } = await sheetOf(kind === "SVG" ? canvases : onPage, { root, place, show, seen });
  if (kind === "SVG") return download(`${name}.svg`, new Blob([svg("")], { type: "image/svg+xml" }));
  const blob = await pngOf(svg(await typeface(root)), width, height);
  if (blob) download(`${name}.png`, blob);
}

/** @type {(svg: string, width: number, height: number, scale?: number) => Promise<Blob | null>} a drawing as PNG, `scale` pixels for each of its own */
export async function pngOf(svg, width, height, scale = 2) {
  const image = new Image();
  // Not the address of a blob: with HTML in it, the canvas could not be read again.
  image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(svg)}`;
  await image.decode();
  const canvas = element("canvas", { width: scale * width, height: scale * height });
  canvas.getContext("2d")?.drawImage(image, 0, 0, canvas.width, canvas.height);
  return new Promise((done) => canvas.toBlob(done));
}

/** @type {(drawn: (frame: Place) => Drawn, saved: Omit<Saved, "name">) => Promise<ReturnType<typeof sheet>>} the board, or one of its pictures, as `drawn` writes it down, on a sheet of SVG: a function of the styles to put into it, and its size. */
async function sheetOf(drawn, { root, place, show, seen }) {
  const { header } = unpack(root._latest);
  const items = itemsOf(header);
  const host = element("div", { ariaHidden: "true" });
  const width = Math.max(NARROWEST, root.querySelector(".board").clientWidth);
  Object.assign(host.style, { position: "absolute", left: "-99999px", top: 0, width: `${width}px`, textRendering: PRECISE });
  onPaper(host);
  for (const name of PRESENTED) host.style.setProperty(`--${name}`, "initial");
  const copy = /** @type {BoardRoot} */ (host.attachShadow({ mode: "open" }));
  copy.innerHTML = `<link rel="stylesheet" href="${styleOf("components/board")}"><div class="board"></div>`;
  root.append(host);
  try {
    show({ parentElement: copy, data: root._latest });
    await dressed(copy);
    const pictures = copy._places.map((spot) => spot.shadowRoot);
    pictures.forEach((picture, number) => picture && write(picture, root._places[number].shadowRoot, seen));
    const about = { title: titleOf(items, place), alt: (place === null ? undefined : items[place].header.alt) ?? "", ...header };
    return sheet(about, drawn(place === null ? copy.querySelector(".board") : copy._places[place]), getComputedStyle(host).fontFamily);
  } finally {
    host.remove();
  }
}

/** @type {(frame: Place) => Drawn} all that stands in the frame, words and canvases, as the browser lays it out. */
function onPage(frame) {
  const { copy, width, height } = flatCopy(frame);
  return { drawn: `<foreignObject width="${width}" height="${height}" style="overflow:visible">${copy}</foreignObject>`, width, height, says: [] };
}

/** @type {(picture: Place) => Drawn} what is drawn on the canvases of a picture alone, and its sentences: any program for drawings reads that. */
function canvases(picture) {
  const { left, top } = picture.getBoundingClientRect();
  const [all, paragraphs] = ["canvas", "p:not([hidden])"].map((name) => [...picture.shadowRoot.querySelectorAll(name)]);
  const boxes = all.map((canvas) => canvas.getBoundingClientRect());
  const drawn = all.map((canvas, place) => `<g transform="translate(${short(boxes[place].left - left)} ${short(boxes[place].top - top)})">${canvas.drawn()}</g>`);
  const [width, height] = [Math.max(...boxes.map(({ right }) => right - left)), Math.max(...boxes.map(({ bottom }) => bottom - top))];
  return { drawn: drawn.join("\n"), width, height, says: paragraphs.map(({ textContent }) => textContent) };
}

/** @param {BoardRoot} copy wait until the styles of the board and of all pictures have come, and what depends on widths has been painted anew. */
async function dressed(copy) {
  const frame = () => new Promise(requestAnimationFrame);
  while ([copy.host, ...copy._places].some(({ style }) => style.visibility)) await frame();
  await document.fonts.ready;
  for (let frames = 0; frames < 2; frames++) await frame();
}

/** @type {(picture: PictureRoot, original: PictureRoot, seen: boolean) => void} paint the picture so that it can be written down, with what is chosen in the one on the screen, and nothing cut, unless it is what a reader has zoomed to. */
function write(picture, original, seen) {
  picture._whole = true;
  if (seen) picture._zoom = original._zoom;
  for (const box of picture.querySelectorAll("*")) {
    if (/auto|scroll/.test(getComputedStyle(box).overflow)) Object.assign(box.style, { overflow: "visible", maxHeight: "none" });
  }
  // Not what the pointer is on since the menu, which hid it, has closed.
  if (picture._look) Object.assign(picture._look, original._look, { chosen: original._look.kept });
  picture.querySelectorAll("canvas").forEach(recording);
  picture._paint?.(picture._surroundings);
}

/** @type {(items: ReturnType<typeof itemsOf>, place: number | null) => string} the heading above a picture; the page's title where there is none, and for a board. */
const titleOf = (items, place) => headingAbove(items, place)?.title ?? document.title;

/** @type {(about: Pick<BoardHeader, "text" | "model" | "palettes"> & { title: string, alt: string }, drawn: Drawn, family: string) => { svg: (styles: string) => string, width: number, height: number }} */
function sheet({ title, alt, text, model, palettes }, { drawn, width, height, says }, family) {
  const { ground, ink, soft, line } = palettes.light;
  const across = Math.ceil(Math.max(width, 440)) + 2 * MARGIN;
  const pen = penOf(document.createElement("canvas"));
  /** @type {string[]} */
  const body = [];
  let y = MARGIN;
  const write = (/** @type {string} */ words, /** @type {number} */ size, /** @type {string} */ look) => {
    pen.font = `${look} ${size}px ${family}`;
    for (const part of wrapped(pen, words, ROOM * (across - 2 * MARGIN))) {
      y += size * 1.35;
      body.push(`<text x="${MARGIN}" y="${y - size * 0.35}" font-size="${size}" font-weight="${look}" fill="${look === "600" ? ink : soft}">${spelled(part, size)}</text>`);
    }
  };
  write(title, 20, "600");
  if (text) write(`“${text}”`, 14, "400");
  body.push(`<g transform="translate(${MARGIN} ${(y += 12)})">\n${drawn}\n</g>`);
  y += height + 14;
  for (const sentence of says) if (sentence) write(sentence, 14, "400");
  if (model) write(`Model: ${model}`, 12, "400");
  if (location.protocol.startsWith("http")) write(location.href, 12, "400"); // a file's address is nobody's business
  const down = Math.ceil(y + MARGIN / 2);
  const svg = (/** @type {string} */ styles) =>
    `<svg xmlns="http://www.w3.org/2000/svg" width="${across}" height="${down}" viewBox="0 0 ${across} ${down}" ` +
    `font-family="${escaped(family)}" text-rendering="${PRECISE}" font-variant-numeric="tabular-nums">\n` +
    `<title>${escaped(title)}</title><desc>${escaped(alt)}</desc>${styles}\n` +
    '<defs><pattern id="hatching" width="6" height="6" patternUnits="userSpaceOnUse">' +
    `<path d="M-6 6l6-6M0 6l6-6M6 6l6-6" stroke="${line}" stroke-width="1.2"/></pattern></defs>\n` +
    `<rect width="${across}" height="${down}" fill="${ground}"/>\n${body.join("\n")}\n</svg>\n`;
  return { svg, width: across, height: down };
}

/** @type {(words: string, size: number) => string} a line with its symbols set as on the screen: a letter that leans, a smaller one that is sunk and then rises again. */
function spelled(words, size) {
  let sunk = 0;
  const parts = symbols(words).map(([piece, kind]) => {
    const down = kind === "sub" ? 0.25 * size : 0;
    const shift = down === sunk ? "" : ` dy="${down - sunk}"`;
    sunk = down;
    const look = kind === "i" ? ' font-style="italic"' : kind === "sub" ? ` font-size="${0.75 * size}"` : "";
    return look || shift ? `<tspan${shift}${look}>${escaped(piece)}</tspan>` : escaped(piece);
  });
  return parts.join("");
}

/** @type {(pen: CanvasRenderingContext2D, words: string, width: number) => string[]} lines of at most the width, broken between words, or inside a word that is longer, as an address is. */
export function wrapped(pen, words, width) {
  const lines = [""];
  for (const part of words.split(/(?<=[ &?])/)) {
    const last = lines[lines.length - 1];
    if (pen.measureText(last + part).width > width && last) lines.push("");
    for (const sign of part) {
      if (pen.measureText(lines[lines.length - 1] + sign).width > width) lines.push("");
      lines[lines.length - 1] += sign;
    }
  }
  return lines;
}

/** @param {ShadowRoot} root the app's type as a style: an image knows no other file, so it is put in whole. */
export async function typeface(root) {
  const family = (/** @type {string} */ text) => text.replaceAll(/["']/g, "").split(",")[0].trim();
  const wanted = family(getComputedStyle(/** @type {Element} */ (root.querySelector(".board, .picture"))).fontFamily);
  for (const sheet of document.styleSheets) {
    for (const rule of sheet.cssRules) {
      if (!(rule instanceof CSSFontFaceRule) || family(rule.style.fontFamily) !== wanted || rule.style.fontStyle === "italic") continue;
      const [, file] = /url\(["']?([^"')]+)/.exec(rule.style.getPropertyValue("src")) ?? [];
      if (!file) continue;
      const blob = await (await fetch(new URL(file, sheet.href ?? document.baseURI))).blob();
      return `<style>@font-face{font-family:"${wanted}";font-weight:200 900;src:url(${await inText(blob)})}</style>`;
    }
  }
  return "";
}

/** @type {(name: string, blob: Blob) => void} hand a file to the reader */
export function download(name, blob) {
  const link = element("a", { href: URL.createObjectURL(blob), download: name });
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), KEPT);
}

/** @param {Blob} blob as an address that holds all of it */
export async function inText(blob) {
  const reader = new FileReader();
  await new Promise((done) => ((reader.onload = done), reader.readAsDataURL(blob)));
  return String(reader.result);
}
