// A picture, or a board, as a page of its own: one HTML file with the scripts, styles and numbers that it needs.
//
// Python makes the page (pictures/standalone.py) and the server hands it out without boards; they are filled in here.

import { headingAbove, itemsOf, pack, unpack } from "./message.js";
import { inText } from "./save.js";

/** @type {(message: Message, place: number | null, title: string) => Promise<string>} the page of a message of a board: of the picture at one of its places, with its heading, or of all where that is null. */
export async function pageOf(message, place, title) {
  const shown = place === null ? unpack(message) : partOf(message, place);
  const pictures = itemsOf(shown.header).filter(({ kind }) => kind === "picture");
  const names = [...new Set(pictures.map(({ name }) => name))].sort();
  const page = await fetch(new URL(`../pages/unfilled.html?pictures=${names}`, import.meta.url));
  if (!page.ok) throw new Error("This server makes no pages: start it with `headlight`, or save a PNG.");
  const board = pack(shown.header, shown.body);
  const boards = pack({ boards: [[0, board.length]], source: location.href }, board);
  const packed = await new Response(new Blob([boards]).stream().pipeThrough(new CompressionStream("gzip"))).blob();
  const filled = (await page.text()).replace("$boards", (await inText(packed)).replace(/.*,/, ""));
  return filled.replace("$title", () => title.replaceAll("&", "&amp;").replaceAll("<", "&lt;"));
}

/** @type {(message: Message, place: number) => { header: object, body: Uint8Array } & { header: Pick<BoardHeader, "rows"> }} */
function partOf(message, place) {
  const { header, body } = unpack(message);
  const all = itemsOf(header);
  const { start, length } = all[place];
  const above = headingAbove(all, place);
  const items = [...(above ? [above] : []), { ...all[place], start: 0 }].map((item) => ({ ...item, column: undefined }));
  return { header: { ...header, rows: [[{ weight: 1, least: 0, items }]] }, body: body.slice(start, start + length) };
}
