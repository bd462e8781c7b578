// What is said of the end of a text that was read in training, and where it begins: as headlight/parts/read_before.py has it.

import { filled, said, shown } from "./said.js";
import { lastOf } from "../engine/words.js";

/** @type {(model: Live.Model, read: Engine.ReadEnd, best: number, words: Live.Words) => Live.Pieces} whether a look-up could have given what the model says, which is `best` */
export function verdict({ tokenizer }, read, best, words) {
  const times = (/** @type {number} */ count) => filled(words.times[Math.min(count, words.times.length) - 1], { count: count.toLocaleString("en-US") });
  if (!read.length) return said(words.unread, {});
  const found = read.followed.find(([id]) => id === best)?.[1], most = read.followed.find(([id]) => id !== best) ?? [best, 0];
  const told = { end: read.end, times: times(read.times), word: shown(tokenizer, best) };
  if (!found) return said(words.never_then, told);
  if (found > most[1]) return said(words.most_then, { ...told, known: times(found) });
  return said(found === most[1] ? words.tied_then : words.other_then, { ...told, known: times(found), other: shown(tokenizer, most[0]) });
}

/** @type {(trace: Live.Trace, found: Engine.Word[], length: number) => number} where the last tokens of a text begin: in which word, and with what share of it before them */
export function beginsAt({ tokens }, found, length) {
  if (!length) return found.length;
  const first = tokens.length - length, number = found.findIndex((word) => lastOf(word) >= first), { start, end } = found[number];
  return number + Math.max(0, tokens[first].start - start) / Math.max(1, end - start);
}
