// The start: the sentence, where one of its words attends in the head that decides, why the next word comes, and what a
// change of one word does, as in pages/start/start.py, headlight/parts/why.py, read_before.py and flips.py.

import { softmax } from "../engine/arithmetic.js";
import { UNCHANGED } from "../engine/intervention.js";
import { largest } from "../engine/sampling.js";
import { betweenWords, lastOf, stripped, strippedLeft } from "../engine/words.js";
import { percent } from "../shared/written.js";
import * as byHand from "./by_hand.js";
import * as firstVisit from "./first_visit.js";
import { looks } from "./pictures.js";
import { beginsAt, verdict } from "./read.js";
import { filled, headNamed, headTitle, labels, said, shown } from "./said.js";
import { adding, traceOf, wordsTyped } from "./text.js";

const NEXT = 5, SWAPS = 5; // next words, and words in the place of a chosen one
const HAIR = 0.005; // the weight of the thinnest ribbon, where a question keeps their room
const CLEARLY = 0.2; // of the probability: so much more is left with all words hidden than with one, where it was not brought
const HALF = 0.5; // the share of what hiding a word takes that one head takes, where that head brings it

/** @type {(state: Live.State, board: Live.Board, read: Live.Read) => void} */
export function start(state, board, { hands, model, facts, known }) {
  const { found, edits, cut, changed, plain, trace } = hands, last = found.length - 1, { words } = facts, query = state.get("query");
  const place = found.findIndex(({ tokens }) => tokens.includes(query)), chosen = place < 0 ? last : place;
  const traceWith = (/** @type {Engine.Change} */ change) => traceOf(model, plain.text, change);
  const before = softmax(plain.next_logits), after = softmax(trace.next_logits);
  const most = largest(before.map((chance, id) => Math.max(chance, after[id])), NEXT);
  const visit = firstVisit.step(state, facts), { why, flips } = known, head = state.chosenHead ?? known.head;
  const byChance = most.sort((a, b) => before[b] - before[a] || most.indexOf(a) - most.indexOf(b));
  const ids = visit.open ? firstVisit.offered(model, byChance) : byChance;
  const acted = changed || state.choseHead || chosen < last, heads = !visit.question || (acted && !visit.open);
  const reason = acted || visit.open || !why ? { says: [], costs: [] } : { says: whatBrings(model, why, words), costs: why.kind === "look" || last === 0 ? [] : why.costs };
  const { n_heads } = model.config, opening = trace.text === facts.example && chosen === last && String(head) === String(facts.start.head) && !changed;

  function about() {
    if (visit.open) return "";
    if (changed) return byHand.inWords(facts, model, hands);
    if (reason.costs.length) return "";
    const worth = state.choseHead && why ? ` ${filled(words.without, { word: shown(model.tokenizer, why.next), has: 100 * why.without_heads[head[0]][head[1]] })}` : "";
    return `${headTitle(facts, trace, head)}.${worth}`;
  }

  function listener(/** @type {[string, Spot]} */ [kind, choice]) {
    const keys = firstVisit.keys(visit, [kind, choice], facts) ?? byHand.keys(hands, [kind, choice]);
    if (keys) return keys;
    const chosenWord = (/** @type {number} */ number) => ({ query: lastOf(found[number]) });
    if (kind === "word") return lastOf(found[choice]) === query ? { query: null } : chosenWord(choice);
    if (kind === "head") return state.headKeys(choice);
    if (kind === "both") return { ...chosenWord(choice[0]), ...state.headKeys(choice[1]) };
    if (kind === "place" && known.read) return { text: known.read.places[choice].before + strippedLeft(known.read.end), query: null };
    if (kind === "swap") return { text: swapsOf(placeOf(flips, found[chosen]))[choice].text, query: null };
    return { ...adding(model, trace, facts, ids)(choice), query: null };
  }

  const following = labels(model.tokenizer, ids).map((label, at) => [label, visit.open ? 0 : after[ids[at]]]);
  const asked = firstVisit.asked(visit, found);
  looks(board, "looks", {
    patterns: patternsOf(trace, found, heads ? null : head, visit.open),
    words: wordsTyped(found, plain.text),
    chosen, head, edits, cut, n_heads, following: visit.open && visit.question === firstVisit.WHICH_WORD ? [] : following,
    names: heads ? facts.names : [],
    before: changed ? ids.map((id) => before[id]) : [],
    about: about(),
    alt: words.hero,
    then: opening ? facts.start.then : firstVisit.then(visit, words),
    lost: heads && !changed && facts.brings ? lostOf(model, why) : null,
    demonstration: state.untouched ? demonstration(found, head, { traceWith, ids, facts }) : null,
    why: visit.open ? firstVisit.question(visit, words) : firstVisit.verdict(visit, reason.says, { model, found, why, before }),
    costs: reason.costs,
    asked,
    ...(asked ? { ghost: { word: chosen, weights: found.map((_, word) => HAIR * Number(asked.answers.includes(word))) } } : {}),
    read: visit.open || changed || !facts.brings ? null : readOf(flips, query === null ? null : found[chosen], { model, facts, known, found, trace: plain }),
    listener,
  });
}

/** @type {(trace: Live.Trace, found: Engine.Word[], head: number[] | null, bare: boolean) => Engine.Numbers} the attention between words in all heads, or in one; nothing where it is `bare` */
function patternsOf(trace, found, head, bare) {
  const cells = found.length ** 2, { n_heads } = trace.config, all = trace.layers.flatMap((_, layer) => Array.from({ length: n_heads }, (_, number) => [layer, number]));
  const drawn = head ? [head] : all, patterns = new Float32Array(drawn.length * cells);
  if (!bare) drawn.forEach(([layer, number], at) => patterns.set(betweenWords(trace.layers[layer].of("pattern", number), trace.tokens.length, found), at * cells));
  return patterns;
}

/** @type {(found: Engine.Word[], head: number[], about: { traceWith: (change: Engine.Change) => Live.Trace, ids: number[], facts: Live.Facts }) => object} the ribbon of the opening moved to another word, and what comes next then */
function demonstration(found, head, { traceWith, ids, facts }) {
  const [from, to] = facts.start.moves.map((word) => found.findIndex(({ text }) => text === word)), edit = /** @type {import("./by_hand.js").Edit} */ ([...head, found.length - 1, from, to]);
  const chances = softmax(traceWith(byHand.changedBy([edit], found, UNCHANGED, traceWith)).next_logits);
  return { edit, chances: ids.map((id) => chances[id]) };
}

/** @type {(model: Live.Model, why?: Engine.Why) => Header.LooksLost} the likeliest next word, and what it is without each head; nobody knows while somebody types */
const lostOf = (model, why) => (why ? { word: shown(model.tokenizer, why.next), had: why.probability, has: why.without_heads } : { word: "", had: 0, has: [] });

/** @type {(model: Live.Model, why: Engine.Why, words: Live.Words) => Live.Pieces} what the next word needs, and how much of its probability there is without that: as `what_brings` of headlight/parts/why.py */
export function whatBrings({ tokenizer }, why, words) {
  const values = { word: shown(tokenizer, why.next), had: percent(why.probability) };
  if (why.kind === "none") return said(words.no_word, { ...values, part: Array.isArray(why.part) ? headNamed(why.part) : `the FFN of layer ${why.part + 1}`, left: percent(why.without_part) });
  if (why.words.length === 1) return said(words.one_word, values);
  if (why.kind === "alone") return said(words.enough, { ...values, source: named(why.words, why.words.length - 1), hidden: percent(why.alone) });
  const word = Number(why.word), left = why.without_words[word], all = { ...values, source: named(why.words, word), hidden: percent(left), head: headNamed(why.head ?? []) };
  const came = why.alone - left <= CLEARLY * why.probability; // else the next word is likelier again with all words hidden
  if (why.kind === "word") return said(came && why.brought < HALF ? words.several : words.needed, all);
  const ffn = why.ffn === null ? [] : [.../** @type {Live.Pieces} */ ([[" ", false]]), ...said(words.ffn_too, { layer: why.ffn + 1, left: percent(why.without_ffns[why.ffn]) })];
  return [...said(came ? words.brought : words.head_needs, all), ...ffn];
}

/** @type {(words: Engine.Word[], number: number) => string} a word of the text, with which one it is where it stands there more than once */
function named(words, number) {
  const text = stripped(words[number].text) || "␣", same = [...words.keys()].filter((other) => words[other].text === words[number].text);
  const ordinal = same.length === 1 ? "" : number === same[0] ? "the first " : number === same.at(-1) ? "the last " : "an earlier ";
  return `${ordinal}“${text}”`;
}

/** @type {(flips: Live.Found["flips"], word?: Engine.Word | null) => Engine.Place | null | undefined} where a word was tried, if it is one token */
const placeOf = (flips, word) => (word?.tokens.length === 1 ? flips?.get(word.tokens[0]) : undefined);

/** @type {(place?: Engine.Place | null) => Engine.Substitute[]} up to five words for a place, those that flip the answer first */
const swapsOf = (place) => (place ? [...place.flips, ...place.substitutes.filter((each) => !place.flips.includes(each))].slice(0, SWAPS) : []);

/** @type {(flips: Live.Found["flips"], asked: Engine.Word | null, of: Omit<Live.Read, "hands"> & { found: Engine.Word[] }) => Header.LooksRead} what was read of the text, if that is known, and what a change of one word does, for marks under the words, and the words for the place of a chosen one */
function readOf(flips, asked, { model, facts: { words }, known: { read }, found, trace }) {
  const tried = Boolean(flips?.size), place = placeOf(flips, asked);
  return {
    says: read ? verdict(model, read, largest(trace.next_logits, 1)[0], words) : read === null ? [["\u00a0", false]] : [], // its line keeps its room
    begins: read ? beginsAt(trace, found, read.length) : found.length,
    end: strippedLeft(read?.end ?? ""), places: read?.places ?? [],
    eases: tried ? found.map((word) => { const at = placeOf(flips, word); return at ? at.flips.length / at.substitutes.length : null; }) : [],
    asks: asked && flips ? filled(place ? words.another : words.no_other, { word: asked.text }) : "",
    swaps: swapsOf(place).map((each) => ({ word: each.word, next: shown(model.tokenizer, each.next), chance: percent(each.probability), flips: Boolean(place?.flips.includes(each)) })),
  };
}
