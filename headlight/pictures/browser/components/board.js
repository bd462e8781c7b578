// A board: pictures, headings and notes in rows of columns, brought up to date together.
//
// A picture NAME is a module NAME.js: `html` is its frame, and its function brings that up to date. It is called with
// `root`, where the frame stands; `header` and `values`, its words and its numbers; and `choose`, which hands a chosen
// value to the page, and is missing where nobody listens; `door` gives of a number what opens it; `sends` says that the
// address of the page leads back to what is drawn; `moves` says that numbers may move to the new ones: the reader has chosen something.

import { doorsOf } from "../shared/doors.js";
import { menu, oneMenu } from "../shared/save.js";
import { brought, dressAgain, itemsOf, numbersOf, styleOf, unpack } from "../shared/message.js";
import { tableOf } from "../shared/tables.js";
import { setTypeset } from "../shared/written.js";
import { pointingOf } from "../shared/canvas.js";
import { keeping } from "../shared/kept.js";
import { calm } from "../shared/movement.js";

/** @typedef {{ item: Item, numbers: ReturnType<typeof numbersOf> }} Drawn a picture, as it was drawn last */
const keptOf = /** @type {typeof keeping<{ tell?: (name: string, value: Spot) => void, again?: number, pin?: (key: string) => void, chose?: boolean, plan?: string, pictures?: Map<string, Place>, drawn?: Drawn }>} */ (keeping)();

const PATIENCE = 5000; // ms for the style of a board that seems not to come

let revealed = 0; // the number of the last board that the page went to
const scripts = new Map(); // name of a picture -> its module, once loaded
const styles = new Map(); // name of a picture -> its style, once it has come: one that is made later has it at once

/** @param {{ parentElement: BoardRoot, data: Message, setTriggerValue?: (name: string, value: Spot) => void }} component */
export default function show({ parentElement: root, data, setTriggerValue }) {
  const kept = keptOf(root);
  const { header, body } = unpack(data);
  const items = itemsOf(header);
  const names = [...new Set(items.filter(({ kind }) => kind === "picture").map(({ name }) => name))];
  const frame = root.querySelector(".board");
  if (!root._latest) hideUntilStyled(root);
  root._latest = data;
  kept.tell = setTriggerValue;
  clearTimeout(kept.again); // what came later asks for itself
  kept.pin = header.pins ? (/** @type {string} */ key) => setTriggerValue?.("pinned", key) : undefined;

  const sends = Boolean(header.pins || ("header" in data && !globalThis.headlightStyles)); // in the app, and where the live page is hosted
  const open = header.pins && ((/** @type {string} */ label, model = header.model, cut = "") => setTriggerValue?.("opened", [label, model, cut])); // in the app alone

  function draw() {
    const moves = frame.dataset.text === header.text; // a choice or a dial: nothing was typed
    const rests = moves && frame.hasAttribute("data-pauses") && !kept.chose; // it comes again after a pause of typing, and little is new
    kept.chose = false;
    build(root, frame, header.rows);
    oneMenu(root);
    [...frame.children].forEach((row, at) => row.toggleAttribute("inert", Boolean(header.faded && at))); // not what is told above
    items.forEach((item, place) => {
      const spot = root._places[place];
      if (item.kind === "picture") {
        const numbers = numbersOf(body, item);
        if (rests && alike(keptOf(spot).drawn, item, numbers)) return;
        keptOf(spot).drawn = { item, numbers };
        // A trigger, unlike a state, may have the same value again.
        const choose = item.choosable ? (/** @type {Spot} */ value) => ((kept.chose = true), kept.tell?.("chosen", [item.key, value])) : undefined;
        const door = item.doors && open ? doorsOf(item.doors, open) : undefined;
        scripts.get(item.name).default({ root: spot.shadowRoot, header: item.header, values: numbers, choose, door, moves: moves && !rests, sends });
      } else {
        const heading = spot.querySelector("h2");
        if (heading) setTypeset(heading, item.title);
        setTypeset(/** @type {HTMLElement} */ (spot.querySelector("p")), item.words);
      }
    });
    if (header.reveal > revealed) reveal(frame);
    revealed = Math.max(revealed, header.reveal);
    frame.dataset.text = header.text; // what all pictures show now: a test waits for it
    const [number, pause] = (setTriggerValue && header.again) ?? []; // a class only looks on
    if (pause) frame.dataset.pauses = String(pause); // a test waits until it has come again after a pause of typing
    else delete frame.dataset.pauses;
    if (pause) kept.again = setTimeout(() => root.isConnected && setTriggerValue?.("again", calm() ? "at once" : number), pause);
    else if (number) setTriggerValue?.("again", number);
  }

  if (names.every((name) => scripts.has(name))) return draw();
  Promise.all(names.map(async (name) => scripts.set(name, await brought(() => import(`../pictures/${name}.js`))))).then(() => {
    if (root._latest === data) draw(); // a later key has its own call
  });
}

/** @type {(drawn: Drawn | undefined, item: Item, numbers: ReturnType<typeof numbersOf>) => boolean} whether a picture is drawn already with these words and these numbers */
function alike(drawn, item, numbers) {
  if (!drawn || drawn.numbers.length !== numbers.length || drawn.numbers.constructor !== numbers.constructor) return false;
  const about = (/** @type {Item} */ { name, key, header, choosable, doors }) => JSON.stringify([name, key, header, choosable, doors]);
  return about(drawn.item) === about(item) && numbers.every((value, at) => Object.is(value, drawn.numbers[at]));
}

/** @param {BoardRoot} root a board, shown only once its own style has come: bare, its columns would stand below each other at first. */
function hideUntilStyled(root) {
  const link = root.host && root.querySelector("link");
  if (!link || rulesOf(link.sheet)) return;
  const bring = () => (clearTimeout(late), (root.host.style.visibility = "")); // a timer would keep a page that was left
  const late = setTimeout(bring, PATIENCE);
  root.host.style.visibility = "hidden";
  for (const event of ["load", "error"]) link.addEventListener(event, bring, { once: true });
}

/** @param {HTMLElement} frame go to where the board begins, if less than half of the window shows it. */
function reveal(frame) {
  const { top, bottom } = frame.getBoundingClientRect();
  if (Math.min(bottom, innerHeight) - top < Math.min(bottom - top, innerHeight) / 2) frame.scrollIntoView({ block: "start", behavior: "smooth" });
}

/** @type {(root: BoardRoot, frame: HTMLElement, rows: Column[][]) => void} make the frame of the board, unless it stands there already; pictures that did go on, with what a reader has come to in them. */
function build(root, frame, rows) {
  const kept = keptOf(root);
  const kinds = (/** @type {Item[]} */ items) => items.map(({ kind, name, key }) => [kind, name, key]);
  const plan = JSON.stringify([Boolean(kept.pin), rows.map((row) => row.map(({ weight, least, items }) => [weight, least, kinds(items)]))]);
  if (kept.plan === plan) return;
  kept.plan = plan;
  root._places = [];
  const before = kept.pictures ?? new Map();
  const pictures = (kept.pictures = new Map());
  const looked = [...before.values()].find((place) => place === root.activeElement)?.shadowRoot;
  const { activeElement } = looked ?? {}, { pointed, reached } = looked ? pointingOf(looked) : {};
  /** @type {Parameters<typeof menu>[1]["pictures"]} */
  const given = [];
  const box = (/** @type {string} */ name) => Object.assign(document.createElement("div"), { className: name });
  frame.replaceChildren(
    ...rows.map((row, at) => {
      const line = box(["row", ...kindsOf(row, rows[at + 1])].join(" "));
      line.dataset.columns = String(row.length);
      for (const { weight, least, items } of row) {
        const column = box("column");
        column.style.flexGrow = String(weight);
        if (least) column.style.setProperty("--at-least", `${least}px`);
        for (const item of items) {
          const known = before.get(`${item.name} ${item.key}`); // of a picture
          const place = known ?? box(item.kind);
          const frame = item.kind === "picture" ? box("spot") : place;
          if (item.kind === "picture") {
            const { html, rows = item.table && tableOf } = scripts.get(item.name); // of differences: its own
            frame.dataset.picture = item.name;
            before.delete(`${item.name} ${item.key}`);
            pictures.set(`${item.name} ${item.key}`, place);
            if (!known) {
              place.attachShadow({ mode: "open" }).innerHTML = html;
              dress(place, item.name);
            }
            const drawn = place.shadowRoot.querySelector("canvas[tabindex]") && !place.shadowRoot.querySelector(".legend"); // HTML
            given.push({ place: root._places.length, key: item.key, drawn, rows });
            frame.append(place);
          } else {
            place.innerHTML = item.kind === "heading" ? "<h2></h2><p></p>" : "<p></p>";
          }
          root._places.push(place);
          column.append(frame);
        }
        line.append(column);
      }
      return line;
    }),
  );
  const first = [...frame.children].find((row) => row.querySelector(".spot"));
  const spot = [...(first?.children ?? [])].reverse().map((column) => column.querySelector(".spot")).find(Boolean);
  spot?.classList.add("takes");
  spot?.previousElementSibling?.toggleAttribute("data-beside-menu", true);
  spot?.append(menu(root, { pictures: given, show, pin: kept.pin && ((key) => kept.pin?.(key)) }));
  if (!activeElement?.isConnected) return;
  Object.assign(pointingOf(looked), { pointed, reached }); // which are let go of with the focus
  activeElement.focus({ preventScroll: true });
}

/** @type {(row: Column[], below?: Column[]) => string[]} what the style of a board asks of a row */
function kindsOf(row, below) {
  const pictures = row.flatMap(({ items }) => items.filter(({ kind }) => kind === "picture"));
  const alone = row.length === 1 && row[0].items.length === 1 ? row[0].items[0] : undefined;
  const kinds = {
    even: new Set(row.map(({ weight, least }) => `${weight} ${least}`)).size === 1,
    "of-bars": pictures.every(({ name }) => name === "bars"),
    "of-chips": alone?.name === "token_chips",
    "above-headings": alone?.kind === "heading" && below?.[1]?.items.some(({ kind }) => kind === "heading"),
  };
  return Object.entries(kinds).flatMap(([name, is]) => (is ? [name] : []));
}

/** @type {(place: Place, name: string) => void} show a picture only once its style has come: on a slow line it would stand there bare at first. */
function dress(place, name) {
  const root = place.shadowRoot;
  const wear = () => (root.adoptedStyleSheets = [styles.get(name)]);
  if (styles.has(name)) return void wear();
  const bare = (/** @type {boolean} */ is) => Object.assign(place.style, { visibility: is ? "hidden" : "", contain: is ? "inline-size paint" : "" });
  bare(true); // and makes no page wider meanwhile
  const link = Object.assign(document.createElement("link"), { rel: "stylesheet", href: styleOf(`pictures/${name}`) });
  link.onload = () => {
    const rules = rulesOf(link.sheet);
    if (!rules) return; // the place was taken off the page meanwhile, or put elsewhere: there it loads anew
    if (!styles.has(name)) styles.set(name, new CSSStyleSheet());
    styles.get(name).replaceSync(rules);
    wear();
    link.remove(); // moved to another place of the board it would load anew
    bare(false);
  };
  link.onerror = () => (bare(false), dressAgain(link));
  root.prepend(link);
}

/** @type {(sheet: CSSStyleSheet | null) => string} all rules of a style and of those that it imports: nothing until all of them are there. */
function rulesOf(sheet) {
  const rules = [...(sheet?.cssRules ?? [])].map((rule) => (rule instanceof CSSImportRule ? rulesOf(rule.styleSheet) : rule.cssText));
  return rules.every(Boolean) ? rules.join("\n") : "";
}
