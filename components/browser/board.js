// A board: pictures, headings and notes in rows of columns, brought up to date together.

import { unpack } from "./shared.js";

const scripts = new Map(); // name of a picture -> the function that draws it, once loaded

export default function ({ parentElement: root, data, setStateValue, setTriggerValue }) {
  const { header, values } = unpack(data);
  const items = header.rows.flatMap((row) => row.flatMap((column) => column.items));
  const names = [...new Set(items.filter(({ kind }) => kind === "picture").map(({ name }) => name))];
  root._latest = data;

  function draw() {
    build(root, header.rows);
    items.forEach((item, place) => {
      const spot = root._places[place];
      if (item.kind === "picture") {
        const own = values.subarray(item.start, item.start + item.length);
        scripts.get(item.name)({ parentElement: spot.shadowRoot, data: own, setStateValue, setTriggerValue });
      } else {
        spot.querySelector("h3")?.replaceChildren(item.title);
        spot.querySelector("p").textContent = item.words;
      }
    });
  }

  if (names.every((name) => scripts.has(name))) return draw();
  Promise.all(names.map(async (name) => scripts.set(name, (await import(`./${name}.js`)).default))).then(() => {
    if (root._latest === data) draw(); // a later key has its own call
  });
}

/** Make the frame of the board, unless it stands there already. */
function build(root, rows) {
  const kinds = (items) => items.map(({ kind, name, key }) => [kind, name, key]);
  const plan = JSON.stringify(rows.map((row) => row.map(({ weight, items }) => [weight, kinds(items)])));
  if (root._plan === plan) return;
  root._plan = plan;
  root._places = [];
  const frame = (name) => Object.assign(document.createElement("div"), { className: name });
  root.querySelector(".board").replaceChildren(
    ...rows.map((row) => {
      const line = frame("row");
      for (const { weight, items } of row) {
        const column = frame("column");
        column.style.flexGrow = weight;
        for (const item of items) {
          const place = frame(item.kind);
          if (item.kind === "picture") {
            const style = new URL(`./${item.name}.css`, import.meta.url);
            place.attachShadow({ mode: "open" }).innerHTML = `<link rel="stylesheet" href="${style}">${item.html}`;
            dress(place);
          } else {
            place.innerHTML = item.kind === "heading" ? "<h3></h3><p></p>" : "<p></p>";
          }
          root._places.push(place);
          column.append(place);
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
