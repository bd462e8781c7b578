// Several components as one, because Streamlit draws each that it knows anew with each key: each has a frame of its own
// inside of this one, and is called as it would be alone. A part without a script is words of the page.

import { styleOf } from "../shared/message.js";

const scripts = new Map(); // name of a component -> its module, once loaded

export default function ({ parentElement: root, data: { parts }, setTriggerValue }) {
  const frame = root.querySelector(".parts");
  const latest = (root._latest = {});
  const before = new Map([...frame.children].map((place) => [place.dataset.part, place]));
  const places = parts.map((part) => before.get(part.key) ?? made(part));
  // Those that stay are not moved: what has the focus would lose it.
  for (const place of before.values()) if (!places.includes(place)) place.remove();
  places.forEach((place, at) => frame.children[at] === place || frame.insertBefore(place, frame.children[at] ?? null));
  parts.forEach(async ({ name, key, html, data }, at) => {
    if (!name) return void (places[at].innerHTML === html || (places[at].innerHTML = html));
    if (!scripts.has(name)) scripts.set(name, await import(`./${name}.js`));
    if (root._latest !== latest) return; // a later message has its own call
    scripts.get(name).default({ parentElement: places[at].shadowRoot, data, setTriggerValue: (trigger, value) => setTriggerValue(`${key}_${trigger}`, value) });
  });
}

/** A place for a part, where it has a script with a style of its own. */
function made({ name, key, html }) {
  const place = document.createElement("div");
  place.dataset.part = key;
  if (name) {
    const inside = place.attachShadow({ mode: "open" });
    inside.innerHTML = html;
    inside.prepend(Object.assign(document.createElement("link"), { rel: "stylesheet", href: styleOf(`components/${name}`) }));
  }
  return place;
}
