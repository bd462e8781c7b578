// The stream: the whole machine in a strip under the menu, from the sentence through its layers to the next word.
//
// Each part is a link to the page about it, and the part that the open page is about is framed. Heads and FFNs are lit
// by what the likeliest next word loses without each. The server says what to draw with the page, where a head is chosen by
// the script of the sentence box, and once typing rests. All parts of the layers are one stop of the Tab key; arrow keys go on from part to part.

import { writeNow } from "./address.js";
import { STREAM } from "../shared/around.js";
import { signed, worth } from "../shared/colours.js";
import { hear } from "../shared/hearing.js";
import { element, percent, write } from "../shared/written.js";
import { keeping } from "../shared/kept.js";

/** @typedef {"layer" | "heads" | "head" | "ffn" | "embeddings" | "positions" | "words" | "next word"} Part of the machine; the layers are all of them */
/** @typedef {{ text: string, sizes: [number, number], next: [string, number][], lit: Lit | null, part: Part | "layers" | null, at: [number | null, number | null], view: string, large?: boolean, met?: (Part | "layers")[] }} Now what is drawn: layers and heads, next words, the part that is framed, the layer and the head that are chosen, the parts that were met */
/** @typedef {{ word: string, probability: number, heads: number[][], ffns: number[] }} Lit the likeliest next word, and what it has without each head and each FFN */
/** @typedef {HTMLAnchorElement & { kind: Part, layer: number | null, head: number | null, goes: (string | number | null)[] }} Leading a link, and the view, layer and head that it goes to */
/** @typedef {Record<Part, [string, string]>} Leads the view of each part, and what that is called */
/** @typedef {Record<"light" | "dark", number[][]>} Scales */
/** @typedef {{ choose: (...chosen: (string | number | null)[]) => void, said?: string, leads: Leads, scales: Scales, now: Now, plan: string, links: Leading[], place: string }} Kept */

const keptOf = /** @type {typeof keeping<Kept>} */ (keeping)();

const END = 14; // letters of a long sentence that stand after its ellipsis, about

/** @param {Component<{ now: Now, leads: Leads, scales: Scales }>} component */
export default function ({ parentElement: root, data, setTriggerValue }) {
  const kept = keptOf(root);
  kept.choose = (/** @type {(string | number | null)[]} */ ...chosen) => setTriggerValue("chosen", chosen);
  hear(root, STREAM, ({ detail }) => (draw(root, detail), (kept.said = undefined)));
  const said = JSON.stringify(data);
  if (kept.said === said) return; // what came by the box is newer
  kept.said = said;
  Object.assign(kept, { leads: data.leads, scales: data.scales });
  draw(root, data.now);
}

/** @type {(root: ComponentRoot, now: Now) => void} */
function draw(root, now) {
  const kept = keptOf(root);
  kept.now = now;
  const frame = root.querySelector("nav");
  const [layers, heads] = now.sizes;
  const plan = [layers, heads, now.next.length].join();
  if (kept.plan !== plan) build(root, frame, layers, heads);
  frame.ariaLabel = "The stream, from the sentence to the next word";
  frame.classList.toggle("large", Boolean(now.large));
  sentence(frame, now.text);
  next(frame, now.next);
  for (const link of kept.links) mark(root, link, now);
  const place = [plan, now.at[0]].join();
  if (kept.place !== place) reveal(frame, now.at[0]);
  Object.assign(kept, { plan, place });
  reachable(root, kept.links.find(({ kind, layer, head }) => kind === "head" && layer === now.at[0] && head === now.at[1]) ?? kept.links.find(({ kind, layer }) => kind === "heads" && layer === (now.at[0] ?? 0)));
}

/** @type {(frame: OfFrame, layer: number | null) => void} scroll to a layer, where not all have room. */
function reveal(frame, layer) {
  const tower = frame.querySelector(".layers");
  const floor = tower.children[layer ?? -1];
  if (floor) tower.scrollLeft = floor.offsetLeft - tower.offsetLeft - (tower.clientWidth - floor.offsetWidth) / 2;
}

/** @type {(root: ComponentRoot, frame: HTMLElement, layers: number, heads: number) => void} make all links: a model of another size needs others. */
function build(root, frame, layers, heads) {
  const kept = keptOf(root);
  kept.links = [];
  /** @type {(part: Part, layer: number | null, head: number | null, ...children: (Node | string)[]) => Leading} */
  const link = (part, layer, head, ...children) => {
    const at = element("a", { className: part.replace(" ", "-"), onclick: (/** @type {MouseEvent} */ event) => follow(root, event, at) }, ...children);
    Object.assign(at, { kind: part, layer, head }); // `part` is the browser's own
    kept.links.push(at);
    return at;
  };
  const across = heads % 3 || heads > 9 ? Math.ceil(Math.sqrt(heads)) : 3;
  const tower = element("div", { className: "layers", role: "group", ariaLabel: "Layers: arrow keys go from part to part", onkeydown: (/** @type {KeyboardEvent} */ event) => walk(root, event, heads) });
  tower.style.setProperty("--across", across);
  tower.style.setProperty("--rows", Math.ceil(heads / across));
  frame.classList.toggle("many", layers > 12);
  new ResizeObserver(() => reveal(frame, kept.now.at[0])).observe(tower); // its style may come later, and a window turns
  for (let layer = 0; layer < layers; layer += 1) {
    const number = link("layer", layer, null, String(layer + 1));
    if (layers > 12 && layer && (layer + 1) % 5) number.classList.add("unnamed");
    const dots = element("div", { className: "dots" }, link("heads", layer, null));
    for (let head = 0; head < heads; head += 1) dots.append(link("head", layer, head, element("i")));
    tower.append(element("div", { className: "floor" }, number, dots, link("ffn", layer, null, element("i"))));
  }
  const wave = '<svg viewBox="0 0 24 10" aria-hidden="true"><path d="M1 5q3-8 6 0t6 0 6 0 4-3"/></svg>';
  const foot = element("div", { className: "foot" }, link("embeddings", null, null, element("span", { textContent: "embeddings" })), link("positions", null, null, element("span", { innerHTML: `+ positions ${wave}` })));
  frame.replaceChildren(
    link("words", null, null, element("span", { dir: "auto" }), element("span")),
    element("s"),
    foot,
    element("s"),
    tower,
    ...(kept.now.next.length ? [element("s"), link("next word", null, null, element("ol", {}))] : []),
  );
}

/** @type {(frame: HTMLElement, text: string) => void} the sentence; a long one loses its middle, not its end, after which comes the next word. */
function sentence(frame, text) {
  const letters = [...text];
  const cut = letters.length > END ? letters.length - END + Math.max(0, letters.slice(-END).indexOf(" ")) : letters.length;
  const [first, last] = frame.querySelectorAll(".words span");
  write(first, letters.slice(0, cut).join(""));
  write(last, letters.slice(cut).join(""));
}

/** @type {(frame: OfFrame, words: [string, number][]) => void} the likeliest next words, each as a bar on a track from 0 to 1. */
function next(frame, words) {
  const list = frame.querySelector("ol");
  if (!list) return;
  while (list.children.length > words.length) list.lastChild.remove();
  while (list.children.length < words.length) list.append(element("li", {}, element("bdi"), element("i"), element("span")));
  words.forEach(([word, chance], place) => {
    const [name, track, number] = list.children[place].children;
    write(name, word);
    write(number, chance < 0.005 ? "" : percent(chance));
    track.style.setProperty("--share", chance);
  });
}

/** @type {Partial<Record<Part, string>>} */
const asWritten = { heads: "attention", ffn: "FFN" };

/** @type {(root: ComponentRoot, link: Leading, now: Now) => void} bring a link up to date: where it leads, what it is called, whether it is framed, chosen, met, and how bright it is. */
function mark(root, link, now) {
  const kept = keptOf(root);
  const { kind: part, layer, head } = link;
  const role = part === "head" ? "heads" : part;
  const here = part === "head" && now.at[1] !== null;
  const [view, title] = kept.leads[role];
  const to = here ? now.view : view;
  const named = layer === null ? part : `layer ${layer + 1}${part === "layer" ? "" : `, ${head === null ? asWritten[part] : `head ${head + 1}`}`}`;
  const spoken = named[0].toUpperCase() + named.slice(1);
  const likely = part === "next word" ? ` ${now.next.map(([word, chance]) => `${word} ${percent(chance)}`).join(", ")}` : "";
  link.goes = [to, layer === null ? null : layer + 1, head === null ? null : head + 1];
  const at = { ...(layer === null ? {} : { layer: String(layer + 1) }), ...(head === null ? {} : { head: String(head + 1) }) };
  link.href = `?${new URLSearchParams({ at: to, text: now.text, ...at })}`;
  link.ariaLabel = `${spoken}${likely}: ${here ? "choose it" : `open ${title}`}`;
  link.title = effect(now, named, layer, head, part) || link.ariaLabel;
  const framed = part === now.part && (layer === null || layer === (now.at[0] ?? layer));
  const frame = part === "layer" ? link.parentElement : part === "heads" ? link.parentElement : link;
  frame?.toggleAttribute("data-framed", framed);
  link.ariaCurrent = framed ? "true" : null;
  if (part === "layer" && layer === 0) link.closest(".layers")?.toggleAttribute("data-framed", now.part === "layers");
  link.toggleAttribute("data-ringed", part === "head" && layer === now.at[0] && head === now.at[1]);
  const met = now.met;
  link.toggleAttribute("data-pale", Boolean(met && !met.includes(role) && !(layer !== null && (met.includes("layers") || (met.includes("layer") && part !== "head")))));
  if (part !== "head" && part !== "ffn") return;
  const mark = /** @type {HTMLElement} */ (link.firstChild);
  const { lit } = now;
  const of = lit === null || layer === null ? null : worth({ had: lit.probability, has: without(lit, layer, head), heads: lit.heads });
  const on = (/** @type {"light" | "dark"} */ ground) => `rgb(${signed(kept.scales[ground], of ?? 0)})`;
  mark.style.background = of ? `light-dark(${on("light")}, ${on("dark")})` : "";
}

/** @type {(lit: Lit, layer: number, head: number | null) => number} */
const without = (lit, layer, head) => (head === null ? lit.ffns[layer] : lit.heads[layer][head]);

/** @type {(now: Now, named: string, layer: number | null, head: number | null, part: Part) => string} what the next word loses without a part, in words. */
function effect(now, named, layer, head, part) {
  if (!now.lit || layer === null || (part !== "head" && part !== "ffn")) return "";
  const { word, probability } = now.lit;
  return `“${word}” has ${percent(probability)}, and ${percent(without(now.lit, layer, head))} without what ${named} says at the last token`;
}

/** @type {(root: ComponentRoot, event: MouseEvent, link: Leading) => void} */
function follow(root, event, link) {
  if (event.ctrlKey || event.metaKey || event.shiftKey || event.altKey || event.button) return;
  event.preventDefault();
  writeNow();
  keptOf(root).choose(...link.goes);
}

/** @type {(root: ComponentRoot, link: Leading | undefined) => void} of the links of the layers one is reached by the Tab key. */
function reachable(root, link) {
  for (const each of keptOf(root).links) each.tabIndex = each.layer === null || each === link ? 0 : -1;
}

/** @type {(root: ComponentRoot, event: KeyboardEvent, heads: number) => void} arrow keys: from part to part, up and down to the same part of the next layer. */
function walk(root, event, heads) {
  const every = keptOf(root).links.filter(({ layer }) => layer !== null);
  const perLayer = heads + 3;
  const step = { ArrowRight: 1, ArrowLeft: -1, ArrowUp: perLayer, ArrowDown: -perLayer }[event.key];
  const at = every.findIndex((each) => each === root.activeElement);
  const to = event.key === "Home" ? every[0] : event.key === "End" ? every.at(-1) : step && every[at + step];
  if (!to || at < 0) return;
  event.preventDefault();
  reachable(root, to);
  to.focus();
}
