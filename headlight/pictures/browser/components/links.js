// Links inside the app: real ones, which open in another tab too, and a choice here where they are clicked.
//
// `kind` says how they stand: "menu", all pages behind a button, and below them what is seldom wanted; "home", the way to
// the start; "row", words on a line, as the views of a page; "list", one below the other;
// "shelf", behind a button, under headings, each with a small picture, and below them sentences that are only taken.
// "press" and "picture" are no links: a button, and a small picture alone.

import { writeNow } from "./address.js";
import { about } from "./about.js";
import show from "./presenter.js";
import { handBack, openPage, sentenceBox } from "../shared/around.js";
import { element } from "../shared/written.js";
import { keeping } from "../shared/kept.js";

/** @typedef {{ label: string, href: string, left?: boolean, open?: boolean, title?: string, picture: string, read: boolean }} Link to `href`, or where it is `left` to its view as it was left; a shelf has the others */
/** @typedef {{ title: string, links: Link[] }} Group */
/** @typedef {{ key: string, label: string, help: string, options: string[], at: string }} Choice for all pictures */
/** @typedef {(root: ComponentRoot, data: Data) => (Node | string)[] | undefined} Make what stands in a frame */
/** @typedef {"menu" | "home" | "row" | "list" | "shelf" | "press" | "picture"} Kind */
/** @typedef {{ kind: Kind, label: string, links: Link[], groups: Group[], notes: string[], sentences: { text: string, look: string }[], markup: string, home: Link, help: string, choices: Choice[], pin: string, presenter: OfFrame }} Data of each kind, what it has */
/** @typedef {{ choose: (href: string, left: boolean) => void, take: (sentence: string) => void, press: (what: string, value: Told) => void, said: string, opener: HTMLElement, panel: HTMLElement }} Kept */
/** @typedef {(act: () => void) => () => void} Done an act after which the panel is closed */

const keptOf = /** @type {typeof keeping<Kept>} */ (keeping)();

let bar = /** @type {ComponentRoot | undefined} */ (undefined); // the root that the links of the menu stand in

/** @param {Component<Data>} component */
export default function ({ parentElement: root, data, setTriggerValue }) {
  const kept = keptOf(root);
  const frame = root.querySelector("nav");
  const said = JSON.stringify(data);
  if (data.kind === "menu") bar = root;
  kept.choose = (/** @type {string} */ href, /** @type {boolean} */ left) => setTriggerValue("chosen", [href, left]);
  kept.take = (/** @type {string} */ sentence) => setTriggerValue("taken", sentence);
  kept.press = (/** @type {string} */ what, /** @type {Told} */ value) => setTriggerValue(what, value);
  if (kept.said !== said) {
    Object.assign(frame, { ariaLabel: data.label, ariaHidden: String(data.kind === "picture"), className: data.kind });
    /** @type {Record<Kind, Make>} */
    const makers = { menu, home, row, list, shelf, press, picture };
    const made = makers[data.kind](root, data);
    if (made) frame.replaceChildren(...made);
  }
  if (data.kind === "menu") show({ parentElement: root, data: data.presenter, setTriggerValue });
  if (kept.said === said) return;
  kept.said = said;
  if (data.kind !== "row") return;
  showOpen(frame);
  const style = root.querySelector("link");
  if (style && !style.sheet) style.addEventListener("load", () => showOpen(frame), { once: true }); // until then it has no width
}

/** @param {HTMLElement} frame a line of links: where it is wider than the window, it is pushed aside until the open one is in sight. */
function showOpen(frame) {
  const open = frame.querySelector("[aria-current]");
  if (!open) return;
  const [line, link] = [frame, open].map((each) => each.getBoundingClientRect());
  frame.scrollLeft += link.left + link.width / 2 - line.left - line.width / 2;
}

/** @type {(root: ComponentRoot, link: Omit<Link, "picture" | "read">) => HTMLAnchorElement} a link: its words, where **these** stand out. */
function linkOf(root, { label, href, left, open, title }) {
  const pieces = label.split("**").map((words, nth) => (nth % 2 ? element("b", {}, words) : words));
  const made = element("a", { href, title: title ?? "" }, ...pieces);
  if (open) made.ariaCurrent = "page";
  made.onclick = (/** @type {MouseEvent} */ event) => {
    if (event.ctrlKey || event.metaKey || event.shiftKey || event.altKey || event.button) return;
    event.preventDefault();
    writeNow();
    for (const each of root.querySelectorAll("[popover]:popover-open")) /** @type {HTMLElement} */ (each).hidePopover();
    keptOf(root).choose(href, Boolean(left));
  };
  return made;
}

/** @type {Make} */
const row = (root, { links }) => links.map((link) => linkOf(root, link));

/** @type {Make} */
const list = (root, { links }) => [element("ul", {}, ...links.map((link) => element("li", {}, linkOf(root, link))))];

const stillOf = (/** @type {string} */ markup) => element("span", { className: "still", ariaHidden: "true", innerHTML: `<svg viewBox="0 0 48 48">${markup}</svg>` });

/** @type {Make} */
const picture = (_root, { markup }) => [stillOf(markup)];

/** @param {string} label of a button, and the panel that it opens. */
function opening(label) {
  const panel = element("div", { className: "panel", popover: "auto" });
  const opener = element("button", { className: "opens", type: "button", textContent: label, popoverTargetElement: panel });
  handBack(panel, opener);
  return [opener, panel];
}

/** @type {Make} its panel is empty while nobody sees it. */
function shelf(root, data) {
  const [opener, panel] = opening(data.label);
  panel.onbeforetoggle = (/** @type {ToggleEvent} */ { newState }) => newState === "open" && (fill(root, panel, data), below(panel, opener));
  panel.ontoggle = (/** @type {ToggleEvent} */ { newState }) => newState === "closed" && panel.replaceChildren();
  return [opener, panel];
}

/** @type {(root: ComponentRoot, panel: HTMLElement, data: Data) => void} links under headings, each with its picture, those that were read say so; and sentences that are taken. */
function fill(root, panel, { notes, groups, sentences }) {
  const sections = groups.map(({ title, links }) => {
    const items = links.map((link) => {
      const made = linkOf(root, link);
      const words = element("span", {}, ...made.childNodes, ...(link.read ? [element("small", { textContent: "✓ read" })] : []));
      made.append(stillOf(link.picture), words);
      return element("li", {}, made);
    });
    return element("section", { ariaLabel: title }, element("h4", { textContent: title }), element("ul", {}, ...items));
  });
  const takes = sentences.map(({ text, look }) => {
    const made = element("button", { type: "button" }, element("b", { textContent: text }), look);
    made.onclick = () => (panel.hidePopover(), keptOf(root).take(text));
    return element("li", {}, made);
  });
  const said = notes.map((textContent) => element("p", { textContent }));
  const just = takes.length ? [element("details", {}, element("summary", { textContent: "Or just a sentence" }), element("ul", {}, ...takes))] : [];
  panel.replaceChildren(element("div", { className: "scrolls" }, ...said, ...sections), ...just);
}

/** @type {(panel: HTMLElement, opener: HTMLElement) => void} have a panel stand below its button, wholly within the window. */
function below(panel, opener) {
  const { bottom, left } = opener.getBoundingClientRect();
  panel.style.setProperty("--from", `${bottom + 4}px`);
  panel.style.setProperty("--beside", `${left}px`);
}

/** @type {Make} the app's name, which leads to the start; before it, for those who come by keys, what leads past this line. */
function home(root, data) {
  const brand = linkOf(root, { ...data.home, label: "" });
  brand.className = "brand";
  brand.innerHTML = '<svg viewBox="0 0 40 32" aria-hidden="true"><circle cx="14" cy="16" r="8"/><path d="M26 11l10-5M27 16h11M26 21l10 5"/></svg>';
  brand.append(element("span", { textContent: "Headlight" }));
  return [element("button", { className: "skip", textContent: "Skip the menu", onclick: leave }), brand];
}

/** @type {Make} */
const press = (root, { label, help }) => [element("button", { className: "opens", type: "button", textContent: label, title: help, onclick: () => keptOf(root).press("pressed", true) })];

/** @type {Make} all pages in their sections; below them what is chosen for all pictures, the presenter's buttons, and a pin. */
function menu(root, { groups, choices, pin }) {
  const kept = keptOf(root);
  const made = !kept.panel;
  if (made) {
    const [opener, panel] = opening("Menu");
    panel.classList.add("pages");
    panel.onbeforetoggle = (/** @type {ToggleEvent} */ { newState }) => newState === "open" && below(panel, opener);
    panel.append(...["sections", "choices", "presenter", "pin"].map((className) => element("div", { className })));
    Object.assign(kept, { opener, panel });
  }
  const { opener, panel } = kept;
  const fill = (/** @type {string} */ name, /** @type {Node[]} */ ...children) => panel.querySelector(`.${name}`)?.replaceChildren(...children);
  const sections = groups.map(({ title, links }) => {
    const heading = title ? [element("p", { textContent: title })] : [];
    return element("div", { role: "group", ariaLabel: title || "Pages" }, ...heading, ...links.map((link) => linkOf(root, link)));
  });
  /** @type {Done} */
  const done = (act) => () => (panel.hidePopover(), act());
  const pins = pin ? [element("button", { type: "button", textContent: "Pin", title: pin, onclick: done(() => keptOf(root).press("pinned", true)) })] : [];
  fill("sections", ...sections);
  fill("choices", ...choices.map((each) => choice(root, each, done)));
  fill("pin", ...pins);
  return made ? [opener, panel] : undefined; // one that is open stays so where what is in it comes anew
}

/** @type {(root: ComponentRoot, choice: Choice, done: Done) => HTMLElement} what is chosen for all pictures: its name, and a button for each option. */
function choice(root, { key, label, help, options, at }, done) {
  const { sign, box, say } = about();
  say(label, help);
  const buttons = options.map((option) => {
    const chosen = option === at;
    return element("button", { type: "button", role: "radio", ariaChecked: String(chosen), textContent: option, onclick: done(() => keptOf(root).press("chose", [key, option])) });
  });
  return element("div", { className: "choice", role: "radiogroup", ariaLabel: label }, element("span", { textContent: label }), sign, box, ...buttons);
}

/** To what the page is about: the sentence, or where it has none its title. */
function leave() {
  const box = sentenceBox(), title = openPage().querySelector("h1");
  if (title) title.tabIndex = -1;
  (box?.checkVisibility() ? box : title)?.focus();
}

// A link in a text leads on in the same tab too; where it names nothing but a view, to the view as it was left.
document.addEventListener("click", (event) => {
  const link = event.target instanceof Element && event.target.closest("a");
  const asked = link && new URL(link.href, location.href);
  if (!bar?.host.isConnected || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
  if (!asked || asked.origin !== location.origin || asked.pathname !== location.pathname || !asked.searchParams.has("at")) return;
  event.preventDefault();
  event.stopPropagation();
  writeNow();
  keptOf(bar).choose(asked.search, asked.searchParams.size === 1);
}, true);
