// What two states of one picture do not have alike: the numbers under the same labels, those first that differ most.
//
// Any picture can be compared that has a table: it is the one that is saved as CSV.

import { numbersOf } from "../shared/message.js";
import { tableOf } from "../shared/tables.js";
import { element, written } from "../shared/written.js";

const SHOWN = 7;
const ROUNDING = 1e-5; // of a number: a longer text is summed up in another order
const LABELS = 4; // of a row at most, before its numbers

export const html = '<p class="count"></p><ol></ol>';

/** @type {(item: { header: Header.Differences }, values: Uint8Array) => (string | number)[][]} all that differs, most first */
export function rows({ header }, values) {
  return [["", "pinned", "now"], ...compared(header, values).found.map(({ name, before, now }) => [name, before, now])];
}

/** @param {Given<Header.Differences, Uint8Array>} given */
export default function ({ root, header, values }) {
  const { found, common } = compared(header, values), list = root.querySelector("ol");
  list.setAttribute("aria-label", header.alt);
  root.querySelector(".count").textContent = said(found.length, common);
  list.replaceChildren(...found.slice(0, SHOWN).map(line));
}

function said(/** @type {number} */ differ, /** @type {number} */ common) {
  if (!common) return "There are no numbers with the same labels in both.";
  if (!differ) return `Where the labels are the same, so are all ${common} numbers, to five digits.`;
  return `${differ} of ${common} numbers ${common === 1 ? "differs" : "differ"}` + (differ > SHOWN ? "; most:" : ":");
}

function line(/** @type {{ name: string, before: number, now: number }} */ { name, before, now }) {
  const digits = Math.max(Math.abs(before), Math.abs(now)) < 100 ? 3 : 0;
  const change = `${now > before ? "+" : ""}${written(now - before, digits)}`;
  return element("li", {}, element("span", {}, name), element("small", {}, `${written(before, digits)} → ${written(now, digits)}`), element("b", {}, change));
}

/** @type {(header: Header.Differences, values: Uint8Array) => { found: { name: string, before: number, now: number }[], common: number }} the numbers that both have under the same labels: how many they are, and those that differ, most first. */
function compared({ parts }, values) {
  let start = 0;
  const [before, now] = parts.map((each) => {
    const part = /** @type {Item} */ (/** @type {unknown} */ (each));
    const own = numbersOf(values, { ...part, start });
    start += part.length;
    return part.table ? named(tableOf({ ...part, table: part.table }, own)) : new Map();
  });
  const both = [...now].filter(([name]) => before.has(name));
  const found = both
    .map(([name, value]) => ({ name, before: before.get(name), now: value }))
    .filter(({ before, now }) => Math.abs(now - before) > ROUNDING * Math.max(1, Math.abs(before)) && Number.isFinite(now - before));
  found.sort((one, other) => Math.abs(other.now - other.before) - Math.abs(one.now - one.before));
  return { found, common: both.length };
}

/** @type {(table: (string | number | null)[][]) => Map<string, number>} each number of a table by its labels: those of its row, and the title of its column. A second one gets a number. */
function named(table) {
  const [titles, ...lines] = table;
  const found = new Map();
  const times = new Map(); // how often a name has come
  for (const cells of lines) {
    const labels = 1 + Math.max(0, cells.slice(0, LABELS).findLastIndex((cell) => typeof cell === "string"));
    cells.slice(labels).forEach((value, column) => {
      if (typeof value !== "number" || Number.isNaN(value)) return;
      const own = cells.slice(0, labels).map((label, at) => (typeof label === "number" && titles[at] ? `${titles[at]} ${label}` : label));
      const title = titles[labels + column];
      const name = [...own, ...(title && title !== "value" ? [title] : [])].join(" · ");
      const time = (times.get(name) ?? 0) + 1;
      times.set(name, time);
      found.set(time === 1 ? name : `${name} (${time})`, value);
    });
  }
  return found;
}
