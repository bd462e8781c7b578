// A picture, or a board, as a page of its own: one HTML file with the scripts, styles and numbers that it needs.
//
// It is the page that pictures/standalone.py writes for Python, from the same standalone.html; only where the
// files come from differs: this script asks the server for those beside it.

import { headingAbove, itemsOf, pack, unpack } from "./message.js";
import { inText } from "./save.js";

const RELATIVE = /(from |import |import\()(["`])(\.{1,2}\/[^"`]+)/g; // which a script without an address cannot do

/** @type {(message: Message, place: number | null, title: string) => Promise<string>} the page of a message of a board: of the picture at one of its places, with its heading, or of all where that is null. */
export async function pageOf(message, place, title) {
  const shown = place === null ? unpack(message) : partOf(message, place);
  const pictures = itemsOf(shown.header).filter(({ kind }) => kind === "picture");
  const names = new Set(pictures.map(({ name }) => `pictures/${name}`));
  const board = pack(shown.header, shown.body);
  const scripts = await scriptsOf(["pages/standalone", ...names]);
  const styles = await stylesOf(["components/board", ...names]);
  const whole = pack({ scripts, styles, boards: [[0, board.length]], source: location.href }, board);
  const packed = new Blob([whole]).stream().pipeThrough(new CompressionStream("gzip"));
  /** @type {Record<string, string>} */
  const parts = {
    title: title.replaceAll("&", "&amp;").replaceAll("<", "&lt;"),
    tokens: await asked("shared/design_tokens.css"),
    packed: await base64(await new Response(packed).blob()),
  };
  return (await asked("pages/standalone.html")).replace(/\$(\w+)/g, (_, name) => parts[name]);
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

/** @param {string[]} names texts of these scripts and of all that they import, each by the name that it is imported by */
async function scriptsOf(names) {
  /** @type {Map<string, string>} */
  const texts = new Map();
  async function take(/** @type {string} */ file) {
    if (texts.has(file)) return;
    texts.set(file, "");
    /** @type {string[]} */
    const imported = [];
    const named = (/** @type {string[]} */ ...[_, before, quote, path]) => {
      const called = new URL(path, `https://headlight/${file}`).pathname.slice(1).replaceAll("%7B", "{").replaceAll("%7D", "}");
      if (!called.includes("$")) imported.push(called); // which one of them is known when it is asked for
      return `${before}${quote}headlight/${called}`;
    };
    texts.set(file, (await asked(file)).replace(RELATIVE, named));
    await Promise.all(imported.map(take));
  }
  await Promise.all(names.map((name) => take(`${name}.js`)));
  return Object.fromEntries([...texts].map(([file, text]) => [`headlight/${file}`, text]));
}

/** @param {string[]} names */
async function stylesOf(names) {
  const shared = await asked("shared/shared.css");
  const style = async (/** @type {string} */ name) => (await asked(`${name}.css`)).replace('@import url("../shared/shared.css");', () => shared);
  return Object.fromEntries(await Promise.all(names.map(async (name) => [name, await style(name)])));
}

/** @param {string} file */
async function asked(file) {
  const answer = await fetch(new URL(`../${file}`, import.meta.url));
  if (!answer.ok) throw new Error(`the server has no ${file}`);
  return answer.text();
}

/** @param {Blob} blob */
async function base64(blob) {
  const url = await inText(blob);
  return url.slice(url.indexOf(",") + 1);
}
