// The buttons at the top of every page, and the keys of a presentation: P begins and ends it, Escape ends it, arrows and
// the keys of a clicker walk from link to link.

import { firstBox, isDark, SKIP, stand } from "./streamlit.js";
import { whenThere } from "./typing.js";

let now; // what the page that is open has to show, and how to tell it a wish

export default function ({ parentElement: root, data, setTriggerValue }) {
  const { theme, presenting, walk, offers, place } = data;
  now = { presenting, root, tell: (what) => setTriggerValue("wish", what) };
  if (theme) stand(theme);
  const frame = root.querySelector(".presenter");
  frame.classList.toggle("presenting", presenting);
  const button = (words, label, act) => element("button", { textContent: words, title: label, ariaLabel: label, onclick: act });
  if (presenting) {
    const [at, count] = place;
    frame.replaceChildren(
      button("←", "Back, arrow left", () => wish("step", -1)),
      element("span", { textContent: at ? `${at} of ${count}` : `${count} stops` }),
      button("→", "On, arrow right", () => wish("step", 1)),
      button("✕", "End the presentation, Escape", () => wish("present", false)),
    );
    return;
  }
  if (frame.querySelector(":popover-open")) return; // somebody is typing links
  const links = element("div", { className: "links", popover: "auto" });
  const box = element("textarea", { rows: 6, value: walk, placeholder: "https://…", ariaLabel: "Links, one a line" });
  const end = () => box.value !== walk && wish("walk", box.value);
  const fill = ([name, lines]) => button(name, `Take: ${name}`, () => ((box.value = lines.join("\n")), end()));
  const ready = element("p", { textContent: "Ready: " });
  ready.append(...Object.entries(offers).map(fill));
  box.onchange = end;
  links.append(
    element("p", { textContent: "Links that the arrow keys walk through while you present, one a line:" }),
    box,
    ready,
    button("Present", "Present now", () => (links.hidePopover(), wish("present", true))),
  );
  const opener = element("button", { textContent: "Walk", title: "Which links to walk through", popoverTargetElement: links });
  links.onbeforetoggle = () => {
    const { right, bottom } = opener.getBoundingClientRect();
    Object.assign(links.style, { right: `${document.documentElement.clientWidth - right}px`, top: `${bottom + 4}px` });
  };
  const other = isDark() ? "light" : "dark";
  frame.replaceChildren(
    button(other === "light" ? "☀" : "☾", `Switch to ${other}`, () => wish("theme", other)),
    button("Present", "Present: one view fills the screen (P)", () => wish("present", true)),
    opener,
    links,
  );
}

const element = (name, properties) => Object.assign(document.createElement(name), properties);

/** The link that skips the menu leads to the sentence, where there is one. */
document.addEventListener("click", (event) => {
  const box = firstBox();
  if (!box || !(event.target instanceof Element && event.target.closest(SKIP))) return;
  event.preventDefault();
  event.stopPropagation();
  box.focus();
}, true);

const STEPS = { ArrowRight: 1, PageDown: 1, ArrowLeft: -1, PageUp: -1 };
const USES_KEYS = "input, textarea, select, canvas, [contenteditable], [role=slider], [role=radio], [role=tab], [role=button]";

document.addEventListener("keydown", (event) => {
  const [target] = event.composedPath();
  if (!now || event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return;
  if (event.key === "Escape" && now.presenting) return wish("present", false);
  if (target instanceof Element && target.matches(USES_KEYS)) return;
  if (event.key.toLowerCase() === "p") return wish("present", !now.presenting);
  const step = STEPS[event.key];
  if (!now.presenting || !step) return;
  event.preventDefault();
  wish("step", step);
});

/** Tell the page what the reader wants; a step that is asked for while another is made is made after it. */
function wish(...what) {
  whenThere(() => now.root.isConnected && (now.tell(what), true));
}
