// Sentences with the numbers of a trace, as headlight/parts/words.py makes them; a test compares them.

import { percent } from "../shared/written.js";
import { toldApart } from "../engine/words.js";

/** @type {(value: number, digits: number) => string} a number with so many decimals as Python writes it: a tie goes to the even digit */
export function fixed(value, digits) {
  const shifted = value * 10 ** digits;
  const tie = Number.isInteger(value * 2 ** (digits + 1)) && Math.abs(shifted % 1) === 0.5;
  return (tie ? (2 * Math.round(shifted / 2)) / 10 ** digits : value).toFixed(digits);
}

/** @type {(template: string, values: Record<string, Live.Value>) => string} a sentence of headlight/reading/sentences.py with its values: `{name}`, or `{name:.2f}` with two decimals */
export const filled = (template, values) =>
  template.replace(/\{(\w+)(?::\.(\d)f)?\}/g, (_, name, digits) => (digits ? fixed(values[name], Number(digits)) : values[name]));

/** @type {(template: string, values: Record<string, Live.Value>) => Live.Pieces} the same in pieces: every other one, between `**`, is strong. A value is never read as mark-up */
export const said = (template, values) =>
  template.split("**").map((piece, place) => /** @type {[string, boolean]} */ ([filled(piece, values), place % 2 === 1])).filter(([text]) => text);

/** @type {(facts: Live.Facts, trace: Live.Trace, head: number[], cell: number[]) => Live.Pieces} which token looks at which, and the weight or the mask between them */
export function look({ words }, trace, [layer, head], [query, key]) {
  const stages = trace.layers[layer], cell = query * trace.tokens.length + key;
  const values = { looking: trace.words[query], query, looked_at: trace.words[key], key, weight: percent(stages.of("pattern", head)[cell]) };
  return said(stages.mayLook[cell] ? words.looks : words.masked, values);
}

export const mostOf = (/** @type {Engine.Numbers} */ row) => row.reduce((best, weight, place) => (weight > row[best] ? place : best), 0);

/** @type {(facts: Live.Facts, trace: Live.Trace, head: number[]) => string} what was measured of a head on held-out text, and how many words of the text look there most; "" where nothing was */
export function measured(facts, trace, [layer, head]) {
  const named = facts.roles[layer][head];
  if (!named) return "";
  const [looking, of] = lookingThere(trace, [layer, head], named);
  const { words } = facts, doing = (named === "modifier" ? words.looking_back : words.doing)[Number(looking !== 1)];
  const counted = of ? filled(words.count, { looking, of, doing }) : words.none_can;
  return filled(words.counted, { role: facts.names[layer][head], counted });
}

/** @param {number[]} head as sentences have it */
export const headNamed = ([layer, head]) => `layer ${layer + 1}, head ${head + 1}`;

/** @type {(facts: Live.Facts, trace: Live.Trace, head: number[]) => string} */
export function headTitle(facts, trace, [layer, head]) {
  const words = measured(facts, trace, [layer, head]);
  return `Layer ${layer + 1}, head ${head + 1}${words && `: ${words}`}`;
}

/** @type {(trace: Live.Trace, head: number[], role: string) => [number, number]} how many tokens give most of their weight to a place of the role, of those that have a choice and such a place */
function lookingThere(trace, [layer, head], role) {
  const n = trace.tokens.length, pattern = trace.layers[layer].of("pattern", head), { mayLook } = trace.layers[layer];
  const ids = trace.tokens.map(({ id }) => id);
  let looking = 0, of = 0;
  for (let query = 0; query < n; query++) {
    const earlier = ids.slice(0, query).flatMap((id, place) => (id === ids[query] ? [place] : []));
    const places = /** @type {Record<string, number[]>} */ ({
      previous_token: [query - 1], modifier: [query - 1], same_token: earlier, itself: [query],
      first_token: query ? [0] : [], induction: earlier.map((place) => place + 1),
    })[role];
    const seen = mayLook.subarray(query * n, query * n + n);
    if (seen.reduce((a, b) => a + b, 0) < 2 || !places.some((place) => place >= 0 && seen[place])) continue;
    of += 1;
    looking += Number(places.includes(mostOf(pattern.subarray(query * n, query * n + n))));
  }
  return [looking, of];
}

/** @type {Record<string, string>} */
const VISIBLE = { " ": "␣", "\n": "↵", "\r": "↵", "\t": "⇥", "\0": "␀" };
const isPrintable = (/** @type {string} */ sign) => sign === " " || !/[\p{C}\p{Z}]/u.test(sign);

/** @type {(tokenizer: Live.Model["tokenizer"], ids: number[]) => string[]} tokens of the vocabulary beside each other: a ␣ tells two apart that differ by their leading space alone */
export function labels(tokenizer, ids) {
  const marked = toldApart(ids.map((id) => tokenizer.text(id)));
  return ids.map((id, place) => (marked[place].startsWith("␣") ? marked[place] : shown(tokenizer, id)));
}

/** @type {(tokenizer: Live.Model["tokenizer"], id: number) => string} a token of the vocabulary as a label: its leading space left out, what cannot be seen named */
export function shown(tokenizer, id) {
  const text = tokenizer.text(id);
  if (id === tokenizer.end_id) return "(end)";
  if (text === "\n") return "(new line)";
  const blank = /^[\p{White_Space}\x1c-\x1f]*$/u.test(text);
  const label = blank ? [...text].map((sign) => VISIBLE[sign] ?? sign).join("") : text.replace(/^ /, "");
  if ([...label].some((sign) => isPrintable(sign) && !/[\p{White_Space}\x1c-\x1f]/u.test(sign))) return label;
  return [...label].map((sign) => `U+${Number(sign.codePointAt(0)).toString(16).toUpperCase().padStart(4, "0")}`).join(" ");
}
