// A board: pictures, headings and notes in rows of columns, brought up to date together.
//
// A picture NAME is a module NAME.js: `html` is its frame, and its function brings that up to date. It is called with
// `root`, where the frame stands; `header` and `values`, its words and its numbers; and `choose`, which hands a chosen
// value to the page, and is missing where nobody listens; `door` gives of a number what opens it.

import { doorsOf } from "./doors.js";
import { menu } from "./save.js";
import { hear, itemsOf, numbersOf, styleOf, typeset, unpack } from "./shared.js";
import { TURNED } from "./streamlit.js";

const scripts = new Map(); // name of a picture -> its module, once loaded

/** @param {{ parentElement: any, data: Uint8Array | { header: any, body: Uint8Array }, setTriggerValue?: any }} component */
export default function show({ parentElement: root, data, setTriggerValue }) {
  const { header, body } = unpack(data);
  const items = itemsOf(header);
  const names = [...new Set(items.filter(({ kind }) => kind === "picture").map(({ name }) => name))];
  const frame = root.querySelector(".board");
  root._latest = data;
  hear(root, TURNED, (event) => {
    if (event.defaultPrevented) return;
    event.preventDefault();
    setTriggerValue("turned", event.detail);
  });
  root._pin = header.pins ? (key) => setTriggerValue("pinned", key) : undefined;

  const open = header.pins && ((label) => setTriggerValue("opened", label)); // in the app alone

  function draw() {
    build(root, frame, header.rows);
    items.forEach((item, place) => {
      const spot = root._places[place];
      if (item.kind === "picture") {
        // A trigger, unlike a state, may have the same value again.
        const choose = item.choosable ? (value) => setTriggerValue("chosen", [item.key, value]) : undefined;
        const door = item.doors && open ? doorsOf(item.doors, open) : undefined;
        scripts.get(item.name).default({ root: spot.shadowRoot, header: item.header, values: numbersOf(body, item), choose, door });
      } else {
        spot.querySelector("h3")?.replaceChildren(...typeset(item.title));
        spot.querySelector("p").replaceChildren(...typeset(item.words));
      }
    });
    if ((root._revealed ??= header.reveal) !== header.reveal) reveal(frame);
    root._revealed = header.reveal;
    frame.dataset.text = header.text; // what all pictures show now: a test waits for it
  }

  if (names.every((name) => scripts.has(name))) return draw();
  Promise.all(names.map(async (name) => scripts.set(name, await import(`./${name}.js`)))).then(() => {
    if (root._latest === data) draw(); // a later key has its own call
  });
}

/** Go to where the board begins, if less than half of the window shows it. */
function reveal(frame) {
  const { top, bottom } = frame.getBoundingClientRect();
  if (Math.min(bottom, innerHeight) - top < Math.min(bottom - top, innerHeight) / 2) frame.scrollIntoView({ block: "start", behavior: "smooth" });
}

/** Make the frame of the board, unless it stands there already. */
function build(root, frame, rows) {
  const kinds = (items) => items.map(({ kind, name, key }) => [kind, name, key]);
  const plan = JSON.stringify([Boolean(root._pin), rows.map((row) => row.map(({ weight, least, items }) => [weight, least, kinds(items)]))]);
  if (root._plan === plan) return;
  root._plan = plan;
  root._places = [];
  const alone = rows.flat().flatMap(({ items }) => items.filter(({ kind }) => kind === "picture")).length === 1;
  const box = (name) => Object.assign(document.createElement("div"), { className: name });
  frame.replaceChildren(
    ...rows.map((row) => {
      const alike = new Set(row.map(({ weight, least }) => `${weight} ${least}`)).size === 1;
      const line = box(alike ? "row alike" : "row");
      for (const { weight, least, items } of row) {
        const column = box("column");
        column.style.flexGrow = weight;
        if (least) column.style.setProperty("--at-least", `${least}px`);
        for (const item of items) {
          const place = box(item.kind);
          const frame = item.kind === "picture" ? box("spot") : place;
          if (item.kind === "picture") {
            const { html, rows } = scripts.get(item.name);
            frame.dataset.picture = item.name;
            frame.append(place, menu({ root, place: root._places.length, key: item.key, rows, alone, show, pin: root._pin && (() => root._pin(item.key)) }));
            place.attachShadow({ mode: "open" }).innerHTML = `<link rel="stylesheet" href="${styleOf(item.name)}">${html}`;
            dress(place);
          } else {
            place.innerHTML = item.kind === "heading" ? "<h3></h3><p></p>" : "<p></p>";
          }
          root._places.push(place);
          column.append(frame);
        }
        line.append(column);
      }
      return line;
    }),
  );
}

/** Show a picture only once its style has come: on a slow line it would stand there bare at first. */
function dress(place) {
  place.style.visibility = "hidden";
  const link = place.shadowRoot.querySelector("link");
  for (const end of ["load", "error"]) link.addEventListener(end, () => (place.style.visibility = ""));
}
