// Several components as one, because Streamlit draws each that it knows anew with each key: each has a frame of its own
// inside of this one, and is called as it would be alone. A part without a script is words of the page.

import { keeping } from "../shared/kept.js";
import { brought, dressAgain, styleOf } from "../shared/message.js";

/** @typedef {{ name: string, key: string, html: string, data: Json }} Part */

const keptOf = /** @type {typeof keeping<{ latest?: object }>} */ (keeping)();
/** @type {Map<string, { default: (component: OfFrame) => void }>} by the name of a component, once loaded */
const scripts = new Map();

/** @param {Component<{ parts: Part[] }>} component */
export default function ({ parentElement: root, data: { parts }, setTriggerValue }) {
  /** @type {HTMLElement} */
  const frame = root.querySelector(".parts");
  const kept = keptOf(root);
  const latest = (kept.latest = {});
  const there = /** @type {HTMLElement[]} */ ([...frame.children]);
  const before = new Map(there.map((place) => [place.dataset.part, place]));
  const places = parts.map((part) => before.get(part.key) ?? made(part));
  // Those that stay are not moved: what has the focus would lose it.
  for (const place of before.values()) if (!places.includes(place)) place.remove();
  places.forEach((place, at) => frame.children[at] === place || frame.insertBefore(place, frame.children[at] ?? null));
  parts.forEach(async ({ name, key, html, data }, at) => {
    if (!name) return void (places[at].innerHTML === html || (places[at].innerHTML = html));
    if (!scripts.has(name)) scripts.set(name, await brought(() => import(`./${name}.js`)));
    if (kept.latest !== latest) return; // a later message has its own call
    const tell = (/** @type {string} */ trigger, /** @type {Told} */ value) => setTriggerValue(`${key}_${trigger}`, value);
    scripts.get(name)?.default({ parentElement: places[at].shadowRoot, data, setTriggerValue: tell });
  });
}

/** @param {Part} part a place for it, where it has a script with a style of its own. */
function made({ name, key, html }) {
  const place = document.createElement("div");
  place.dataset.part = key;
  if (name) {
    const inside = place.attachShadow({ mode: "open" });
    inside.innerHTML = html;
    const link = Object.assign(document.createElement("link"), { rel: "stylesheet", href: styleOf(`components/${name}`) });
    link.onerror = () => dressAgain(link);
    inside.prepend(link);
  }
  return place;
}
