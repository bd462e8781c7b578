// The buttons at the top of every page, and the keys of a presentation: P begins and ends it, Escape ends it, arrows and
// the keys of a clicker go from link to link of a playlist.

import { here, joined, writeNow } from "./address.js";
import { handBack, isDark } from "../shared/around.js";
import { element } from "../shared/written.js";

const OWN = ["present", "walk", "walk_at"]; // keys that are no part of a page in a playlist
/** @typedef {{ presenting: boolean, walk: string, offers: string[], questions: [string, string][], place: [number, number] }} Presented the links, lists that are ready, questions by their names, and the stop of so many that is open */

let now = /** @type {{ presenting: boolean, root: ComponentRoot, tell: (what: Told) => void } | undefined} */ (undefined); // what the page that is open has to show, and how to tell it a wish
let aim = 0; // the stop of the playlist that was asked for last: several steps may be answered by one

/** @param {Pick<Component<Presented>, "parentElement" | "data" | "setTriggerValue">} component */
export default function show(component) {
  const { parentElement: root, data, setTriggerValue } = component;
  const { presenting, walk, offers, questions, place } = data;
  [aim] = place;
  now = { presenting, root, tell: (/** @type {Told} */ what) => setTriggerValue("wish", what) };
  const frame = root.querySelector(".presenter");
  frame.classList.toggle("presenting", presenting);
  if (!presenting) document.querySelector("style[data-slide]")?.remove(); // with which the page came as a slide
  const button = (/** @type {string} */ words, /** @type {string} */ label, /** @type {() => void} */ act) => element("button", { textContent: words, title: label, ariaLabel: label, onclick: act });
  if (presenting) {
    const [at, count] = place;
    frame.replaceChildren(
      button("←", "Back, arrow left", () => step(-1)),
      element("span", { textContent: at ? `${at} of ${count}` : count ? `${count} stops` : "" }),
      button("→", "On, arrow right", () => step(1)),
      button("✕", "End the presentation, Escape", () => wish("present", false)),
    );
    return;
  }
  if (frame.querySelector(":popover-open")) return; // somebody is typing links
  const links = element("div", { className: "links", popover: "auto" });
  const box = element("textarea", { rows: 4, value: walk, placeholder: "https://…", ariaLabel: "Links, one a line" });
  const list = element("ol");
  const concepts = new Map(questions.map(([id, concept], at) => [`question ${id}`, `question ${at + 1} · ${concept}`]));
  const called = (/** @type {string} */ line) => concepts.get(line) ?? nameOf(line);
  /** @type {() => string[]} */
  const lines = () => box.value.split("\n").map((/** @type {string} */ line) => line.trim()).filter(Boolean);
  let told = walk; // a list that is open is not drawn anew with the answer
  const end = () => (order(), box.value !== told && wish("walk", (told = box.value).toWellFormed()));
  const put = (/** @type {string[]} */ stops) => ((box.value = stops.join("\n")), end());
  /** @type {(stops: string[], from: number, to: number) => string[]} */
  const moved = (stops, from, to) => (stops.splice(to, 0, ...stops.splice(from, 1)), stops);
  /** The pages of the playlist in their order, each with a grip and buttons that move it, and one that takes it out. */
  function order() {
    const stops = lines();
    const move = (/** @type {number} */ from, /** @type {number} */ to) => put(moved([...stops], from, to));
    const row = (/** @type {string} */ line, /** @type {number} */ at) => {
      const item = element("li", { title: line });
      item.append(
        gripOf(item, (/** @type {number} */ to) => to !== at && move(at, to)),
        element("span", {}, called(line)),
        button("↑", `Move ${called(line)} up`, () => move(at, Math.max(0, at - 1))),
        button("↓", `Move ${called(line)} down`, () => move(at, at + 1)),
        button("✕", `Take ${called(line)} out`, () => put(stops.filter((_, other) => other !== at))),
      );
      return item;
    };
    list.replaceChildren(...stops.map(row));
  }
  const ready = element("p", {}, "Ready: ", ...offers.map((name) => button(name, `Take: ${name}`, () => put([name]))));
  box.onchange = end;
  order();
  const add = (/** @type {string} */ line) => put([...lines(), line]);
  const asks = element("select", { ariaLabel: "Add one of sixteen questions" });
  asks.append(element("option", { textContent: "Add a question", value: "" }), ...Array.from(concepts, ([value, textContent]) => element("option", { textContent, value })));
  asks.onchange = () => asks.value && (add(asks.value), (asks.value = ""));
  links.append(
    element("p", { textContent: "Your playlist: present it with the arrow keys, or give its questions to the phones under Teach." }),
    list,
    button("Add this page", "Add this page, as it is now, to the playlist", () => add(thisPage())),
    ...(questions.length ? [asks] : []),
    button("Present", "Present now", () => (links.hidePopover(), wish("present", true))),
    ready,
    element("p", { textContent: "Or type one per line: a link, or a question of your own, such as “ask Who growls? | *the bear | the girl”:" }),
    box,
  );
  const opener = element("button", { textContent: "Playlist", title: "Which pages to present, in which order", popoverTargetElement: links });
  handBack(links, opener);
  links.onbeforetoggle = () => {
    const { right, bottom } = opener.getBoundingClientRect();
    Object.assign(links.style, { right: `${document.documentElement.clientWidth - right}px`, top: `${bottom + 4}px` });
  };
  const other = isDark() ? "light" : "dark";
  // Streamlit's own way: its page is loaded anew with the ground that the address names.
  const choose = () => (writeNow(), location.assign(location.pathname + joined(new URLSearchParams(here()), { embed_options: `${other}_theme` })));
  frame.replaceChildren(
    button(other === "light" ? "☀ Light" : "☾ Dark", `Switch to ${other}`, choose),
    button("Present", "Present: one view fills the screen (P)", () => wish("present", true)),
    opener,
    links,
  );
}

/** The page that is open as a link of a playlist: short, without the host and without what belongs to the presenter. */
function thisPage() {
  writeNow();
  const kept = new URLSearchParams(here());
  for (const key of OWN) kept.delete(key);
  return `/?${kept}`;
}

/** @type {(line: string) => string} what a line of a playlist is called in its list: of a link its page, its view or story, its sentence. */
function nameOf(line) {
  if (!/^(\/|\?|https?:)/.test(line)) return line;
  const { pathname, searchParams } = new URL(line, location.href);
  const said = ["story", "stop", "text", "english"].map((key) => searchParams.get(key)).filter(Boolean);
  const view = searchParams.get("at") ?? (pathname.slice(pathname.lastIndexOf("/") + 1) || "start");
  return [view.replaceAll("_", " "), ...said].join(" · ");
}

/**
 * What a row of a list is dragged by, with a mouse or a finger; for keys there are buttons. `drop` is called with its new place.
 *
 * Each row that is passed changes sides: the dragged one stays where it is in the page, or it would lose the pointer.
 *
 * @type {(item: HTMLElement, drop: (to: number) => void) => HTMLElement}
 */
function gripOf(item, drop) {
  const grip = element("i", { textContent: "⠿", title: "Drag to another place", ariaHidden: "true" });
  const middle = (/** @type {OfFrame} */ row) => row.getBoundingClientRect().top + row.offsetHeight / 2;
  grip.onpointerdown = (/** @type {PointerEvent} */ event) => {
    event.preventDefault();
    grip.setPointerCapture(event.pointerId);
    item.classList.add("dragged");
  };
  grip.onpointermove = (/** @type {PointerEvent} */ { clientY, pointerId }) => {
    if (!grip.hasPointerCapture(pointerId)) return;
    for (let above; (above = item.previousElementSibling) && clientY < middle(above); ) item.after(above);
    for (let below; (below = item.nextElementSibling) && clientY > middle(below); ) item.before(below);
    item.scrollIntoView({ block: "nearest" });
  };
  grip.onlostpointercapture = () => {
    item.classList.remove("dragged");
    drop([...(item.parentElement?.children ?? [])].indexOf(item));
  };
  return grip;
}

/** @type {Record<string, number>} */
const STEPS = { ArrowRight: 1, PageDown: 1, ArrowLeft: -1, PageUp: -1 };
const USES_KEYS = "input, textarea, select, canvas, [contenteditable], [role=slider], [role=radio], [role=tab], [role=button]";

document.addEventListener("keydown", (event) => {
  const [target] = event.composedPath();
  if (!now || event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return;
  // A button that is switched off while it works takes the focus out of its dialog, which then hears no key.
  const close = document.querySelector('[role="dialog"] button[aria-label="Close"]');
  if (event.key === "Escape" && target === document.body && close instanceof HTMLElement) return close.click();
  if (event.key === "Escape" && now.presenting) return wish("present", false);
  if (target instanceof Element && target.matches(USES_KEYS)) return;
  if (event.key.toLowerCase() === "p") return wish("present", !now.presenting);
  const by = STEPS[event.key];
  if (!now.presenting || !by) return;
  event.preventDefault();
  step(by);
});

/** Go to the stop of the playlist after the one that was asked for last, or before it. */
const step = (/** @type {number} */ by) => wish("stop", (aim = Math.max(aim + by, 1)));

/** Tell the page what the reader wants. */
const wish = (/** @type {Told[]} */ ...what) => now?.tell(what);
