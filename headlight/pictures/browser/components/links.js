// Links inside the app: real ones, which open in another tab too, and a choice here where they are clicked.
//
// `kind` says how they stand: "menu", the bar at the top of every page; "row", words on a line, as the views of a page;
// "cards", each with a sentence; "list", one below the other; "shelf", behind a button, under headings, each with a small
// picture, and below them sentences that are only taken. "picture" is no link: a small picture alone.

import { writeNow } from "./address.js";
import { handBack, openPage, sentenceBox } from "../shared/around.js";
import { element } from "../shared/written.js";
import { keeping } from "../shared/kept.js";

const keptOf = /** @type {typeof keeping<any>} */ (keeping)();

let bar; // of the menu: the root that its links stand in
let opened; // the section of the menu that is open: it stays so where the menu is made anew

export default function ({ parentElement: root, data, setTriggerValue }) {
  const kept = keptOf(root);
  const frame = root.querySelector("nav");
  const said = JSON.stringify(data);
  if (data.kind === "menu") bar = root;
  kept.choose = (href, left) => setTriggerValue("chosen", [href, left]);
  kept.take = (sentence) => setTriggerValue("taken", sentence);
  if (kept.said === said) return;
  kept.said = said;
  Object.assign(frame, { ariaLabel: data.label, ariaHidden: String(data.kind === "picture"), className: data.kind });
  const made = { menu, row, cards, list, shelf, picture }[data.kind](root, data);
  frame.replaceChildren(...made);
  if (data.kind !== "row") return;
  showOpen(frame);
  const style = root.querySelector("link");
  if (style && !style.sheet) style.addEventListener("load", () => showOpen(frame), { once: true }); // until then it has no width
}

/** Push a line of links that is wider than the window aside, until the open one is in sight. */
function showOpen(frame) {
  const open = frame.querySelector("[aria-current]");
  if (!open) return;
  const [line, link] = [frame, open].map((each) => each.getBoundingClientRect());
  frame.scrollLeft += link.left + link.width / 2 - line.left - line.width / 2;
}

/** Words, of which *these* stand out. */
const inWords = (text) => text.split("*").map((words, nth) => (nth % 2 ? element("em", { textContent: words }) : words));

/** A link: its words, where **these** stand out; `left` asks for its view as it was left. */
function linkOf(root, { label, href, left, open, title }) {
  const made = element("a", { href, title: title ?? "" });
  made.append(...label.split("**").map((words, nth) => (nth % 2 ? element("b", { textContent: words }) : words)));
  if (open) made.ariaCurrent = "page";
  made.onclick = (event) => {
    if (event.ctrlKey || event.metaKey || event.shiftKey || event.altKey || event.button) return;
    event.preventDefault();
    writeNow();
    for (const each of root.querySelectorAll("details[open], [popover]:popover-open")) each.matches("details") ? (each.open = false) : each.hidePopover();
    keptOf(root).choose(href, Boolean(left));
  };
  return made;
}

const row = (root, { links }) => links.map((link) => linkOf(root, link));

const list = (root, { links }) => [element("ul", {}, ...links.map((link) => element("li", {}, linkOf(root, link))))];

const cards = (root, { links }) =>
  links.map((link) => element("div", { className: "card" }, linkOf(root, link), element("p", {}, ...inWords(link.about))));

const stillOf = (markup) => element("span", { className: "still", ariaHidden: "true", innerHTML: `<svg viewBox="0 0 48 48">${markup}</svg>` });

const picture = (_root, { markup }) => [stillOf(markup)];

/** A button, and the panel that it opens, which is empty while nobody sees it. */
function shelf(root, data) {
  const panel = element("div", { className: "panel", popover: "auto" });
  const opener = element("button", { className: "opens", type: "button", textContent: data.label, popoverTargetElement: panel });
  handBack(panel, opener);
  panel.onbeforetoggle = ({ newState }) => newState === "open" && (fill(root, panel, data), below(panel, opener));
  panel.ontoggle = ({ newState }) => newState === "closed" && panel.replaceChildren();
  return [opener, panel];
}

/** Links under headings, each with its picture, those that were read say so; and sentences that are taken. */
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
  const just = element("details", {}, element("summary", { textContent: "Or just a sentence" }), element("ul", {}, ...takes));
  panel.replaceChildren(element("div", { className: "scrolls" }, ...said, ...sections), just);
}

/** Have a panel stand below its button, wholly within the window. */
function below(panel, opener) {
  const { bottom, left } = opener.getBoundingClientRect();
  panel.style.setProperty("--from", `${bottom + 4}px`);
  panel.style.setProperty("--beside", `${left}px`);
}

/** The bar: the app's name, and the pages in their sections. */
function menu(root, { home, groups }) {
  const brand = linkOf(root, { ...home, label: "" });
  brand.className = "brand";
  brand.innerHTML = '<svg viewBox="0 0 40 32" aria-hidden="true"><circle cx="14" cy="16" r="8"/><path d="M26 11l10-5M27 16h11M26 21l10 5"/></svg>';
  brand.append(element("span", { textContent: "Headlight" }));
  const pages = element("div", { className: "pages", id: "pages", popover: "auto" });
  const wide = element("div", { className: "wide" });
  for (const { title, links } of groups) {
    if (!title) {
      wide.append(...links.map((link) => linkOf(root, link)));
    } else {
      const box = element("details", { name: "section" }, element("summary", { textContent: title }), element("div", {}, ...links.map((link) => linkOf(root, link))));
      if (links.some(({ open }) => open)) box.className = "holds-open";
      box.open = title === opened;
      box.ontoggle = () => box.isConnected && (opened = box.open ? title : opened === title ? undefined : opened);
      wide.append(box);
    }
    pages.append(element("div", { role: "group", ariaLabel: title || "Pages" }, ...(title ? [element("p", { textContent: title })] : []), ...links.map((link) => linkOf(root, link))));
  }
  const opener = element("button", { className: "opener", textContent: "Pages", popoverTargetElement: pages, ariaHasPopup: "menu" });
  handBack(pages, opener);
  const skip = element("button", { className: "skip", textContent: "Skip the menu", onclick: leave });
  return [skip, brand, wide, opener, pages];
}

/** To what the page is about: the sentence, or where it has none its title. */
function leave() {
  const box = sentenceBox(), title = openPage().querySelector("h1");
  if (title) title.tabIndex = -1;
  (box?.checkVisibility() ? box : title)?.focus();
}

// A section of the menu closes where something else is clicked, and by Escape.
addEventListener("pointerdown", (event) => close(event.composedPath()), true);
addEventListener("keydown", (event) => event.key === "Escape" && close([]), true);
const close = (path) => bar?.querySelectorAll("details[open]").forEach((each) => path.includes(each) || (each.open = false));

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
