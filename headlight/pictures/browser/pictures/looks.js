// One sentence in large type, with ribbons from one of its words to those it looks at, and what comes next.
//
// The word, or the head, that is pointed at is shown at once: all that is needed for it is here. A click or Enter
// chooses it. Words are placed by their measured widths, so that no layout has to be asked for with every key.

import { demonstrate } from "./demonstration.js";
import { move } from "../shared/movement.js";
import { BESIDE, drawOverview, moveOn, scrolled, seenThrough } from "../shared/overview.js";
import { toTheLeft } from "../shared/reading_order.js";
import { layout, roomIn } from "./looks_places.js";
import { sentence, strongest } from "./looks_sentence.js";
import { ask } from "./looks_asked.js";
import { html as cutHtml, scissorsOf } from "./looks_cut.js";
import { invite, typeHere } from "./looks_invite.js";
import { LEAST, html as nextHtml, nextWordsOf } from "./looks_next.js";
import { UNDER, html as readHtml, readOf } from "./looks_read.js";
import { html as squaresHtml, squaresOf } from "./looks_squares.js";
import { arrives, endsOf, handOf, rebuild } from "./ribbon_ends.js";
import { bend, ribbonOf, wirePath } from "./ribbon_paths.js";
import { offerUndo } from "./undo.js";
import { hear } from "../shared/hearing.js";
import { widthIn } from "../shared/pen.js";
import { keepPainted } from "../shared/surroundings.js";
import { svgPath } from "../shared/svg_path.js";
import { classed, percent, sayAtRest, shortPercent, tell, write, written } from "../shared/written.js";
import { HEAD, LOOKED } from "../shared/around.js";
import { keeping } from "../shared/kept.js";

const keptOf = /** @type {typeof keeping<{ row?: number }>} */ (keeping)();

const NUMBER = 2.4; // of its type, the width of a number under a word with some air
const INK = 0.485; // of that, half of the number without the air
const SWITCH = 44; // px under the picture on a slide, for a switch

const HAND = '<svg viewBox="0 0 20 23"><path d="M9 1a2 2 0 0 1 2 2v8l6 1.2a2.5 2.5 0 0 1 2 2.8l-1 6.5H9l-6-7a1.6 1.6 0 0 1 2.4-2L7 13.5V3a2 2 0 0 1 2-2Z"/></svg>';

export const html = `<div class="picture">
  ${seenThrough('<div class="stage" role="radiogroup"><svg aria-hidden="true"></svg><div class="read_end" aria-hidden="true"></div><div class="grips"></div><div class="snips"></div><div class="hand" hidden aria-hidden="true">' + HAND + "<b></b></div></div>")}
  ${nextHtml}
  <div class="read"><p class="says" aria-live="off"></p><div class="keys"><p class="about"></p>${cutHtml}<p class="legend" hidden></p></div>${readHtml}<button class="then" hidden></button>
    <p class="undo" hidden><button>Undo</button> <button>Redo</button> <button>Reset</button></p></div>
  ${squaresHtml}
  <button class="send" title="Send this sentence" hidden><svg viewBox="0 0 16 16" aria-hidden="true"><path d="M14 2 2 7l5 2 2 5z"/></svg><span>Send this sentence</span></button>
  <div class="card" hidden></div></div>`;

const sender = () => import(new URL("./looks_send.js", import.meta.url).href); // fetched when it is asked for

/** @param {Given<Header.Looks>} given */
export default function ({ root, header, values, choose, moves, door, sends }) {
  const { words, following, names } = header;
  const count = words.length;
  const perLayer = names[0]?.length ?? 1;
  const home = { word: header.chosen, head: header.head[0] * perLayer + header.head[1] };
  /** @type {{ word: number, head: number, pointed: boolean, weights?: number[], title?: string }} */
  let now = { ...home, pointed: false }; // what is pointed at, else what is chosen; and whether a head is pointed at, here or in a grid of the board
  /** @type {ArrayLike<number> | null} */
  let way = null; // the weights that are on their way, and from where they lead
  /** @type {ReturnType<typeof import("./demonstration.js").frame> | undefined} */
  let demo; // what is to be seen of the demonstration just now
  const moved = header.demonstration ?? { edit: [0, 0, 0, 0, 0], chances: [] };
  const [, , , taken, put] = moved.edit;
  /** @type {Places & { wide: boolean }} */
  let places; // of the words, with their size: set by paint
  const [stage, heads, card, says] = [".stage", ".heads .all", ".card", ".says"].map((name) => root.querySelector(name));
  stage.setAttribute("aria-label", header.alt);
  const ends = endsOf({ root, stage, header, home, choose, weight, show, at: () => places });
  const next = nextWordsOf({ root, header, choose, moves, door });
  const squares = squaresOf({ root, header, perLayer, paint: () => show() });
  const known = readOf({ root, header, choose }, stage);
  const scissors = scissorsOf({ root, stage, header, perLayer, choose });
  const shades = atob(header.shades); // [layer and head, word, word], a byte for each weight

  /** The weight that the shown word gives to another, in the shown head. */
  function weight(/** @type {number} */ word) {
    return demo?.taken === 1 && word === taken ? 0 : given(word) + (demo?.taken === 1 && word === put ? given(taken) : 0);
  }
  function given(/** @type {number} */ word) {
    if (now.weights) return now.weights[word];
    if (costing()) return header.costs?.[word] ?? 0;
    return now.head === home.head ? values[now.word * count + word] : values[count * count + now.head * count + word];
  }
  /** Whether the reader points at nothing else. */
  const atHome = () => now.word === home.word && now.head === home.head && !now.pointed;
  /** Whether the ribbons are of what hiding each word costs. */
  const costing = () => Boolean(header.costs?.length) && atHome();
  const largest = () => strongest(words.map((_, word) => weight(word)), now.word, header.sink);

  /** Measure, place and paint; once more where a slide is overfull or has much room left, which is known once all is painted. */
  function paint(/** @type {Surroundings} */ surroundings) {
    const zoom = root.host.currentCSSZoom ?? 1; // more than 1 in the page of a presenter, where also small type is large
    const at = zoom > 1 ? stage.parentElement.scrollTop : undefined; // the first painting scrolls back
    lay(place(surroundings, zoom, 0));
    const over = excess(surroundings, zoom);
    if (over) lay(place(surroundings, zoom, over), at);
  }

  /** Place the words, so many pixels lower than they could be; the room that they have, and what stands beside them. */
  function place(/** @type {Surroundings} */ surroundings, /** @type {number} */ zoom, /** @type {number} */ over) {
    const { about, ...room } = roomIn(header, surroundings, zoom, over, over && places.height);
    const widths = words.map(({ text }) => widthIn(text, `100px ${surroundings.family}`) / 100);
    const given = { ...about, words, widths }, first = layout(given), beside = first.height > room.limit ? BESIDE : 0;
    const laid = beside ? layout({ ...given, across: about.across - beside, numbered }) : first;
    places = Object.assign(laid, { wide: !about.narrow, height: laid.height + (header.read ? UNDER : 0), bend: bend(laid, home.word) });
    return { ...room, beside };
  }

  function lay(/** @type {ReturnType<typeof place>} */ { limit, beside, large }, at = /** @type {number | undefined} */ (undefined)) {
    const { wide, size, height, rows, room } = places, { compact, awaits } = header, picture = root.querySelector(".picture");
    const question = Boolean(header.asked && header.why?.length);
    const costs = header.costs?.length; // there the line under the sentence says what ribbons are
    classed(picture, { wide, low: header.low || header.still, compact, awaits, ends: !following.length, unread: header.asked?.ribbons === false, question, costs, led: !names.length });
    root.host.toggleAttribute("data-question", question);
    picture.style.setProperty("--grown", large);
    stage.parentElement.parentElement.style.width = `${places.across + beside}px`;
    stage.classList.toggle("lines", rows > 1);
    stage.style.height = `${height}px`;
    stage.style.width = `${places.across}px`;
    stage.style.setProperty("--size", `${size}px`);
    stage.style.setProperty("--number", `${typeUnder(size)}px`);
    const of = places[home.word];
    scrolled(root, { height, limit, key: `${home.word} ${count}`, place: [of.y - room, arrives(of, size)], at });
    rebuild(stage, "button", count, (button, word) => {
      const { x, y } = places[word];
      write(button.firstChild, words[word].text);
      Object.assign(button.style, { left: `${x}px`, top: `${y}px` });
      // Under a short word at the margin it is further in; the air around it has room for that.
      button.lastChild.style.translate = `${Math.max(0, INK * numbered(size) - middle(places[word]))}px`;
    });
    root.querySelector(".heads").hidden = header.low || !names.length;
    rebuild(heads, "div", names.length, (group, layer) => {
      rebuild(group, "b", 1, (label) => write(label, `Layer ${layer + 1}`));
      rebuild(group, "button", perLayer, (button) => (button.onblur = () => label(undefined)));
    });
    next.draw();
    known.draw(places);
    if (demo) demonstrated(demo);
    else show();
    ask(stage, header.asked);
  }

  /** The pixels by which a slide is overfull, or below 0 has room left, under the card of a story too; 0 until its styles have come. */
  function excess(/** @type {Surroundings} */ { highest }, /** @type {number} */ zoom) {
    const styles = root.querySelector("link");
    if (zoom > 1 && styles && !styles.sheet) styles.addEventListener("load", () => paint(root._surroundings), { once: true });
    if (zoom <= 1 || header.compact || (styles && !styles.sheet)) return 0;
    const cut = root.querySelector(".picture").getBoundingClientRect().height / zoom - highest;
    return cut > 1 ? cut : header.low ? 0 : Math.min(0, cut + SWITCH);
  }

  /** The word whose weight colours the squares of the heads: the one that the shown word looks at most. */
  function target() {
    const row = costing() ? words.map((_, word) => weight(word)) : [...values.subarray(now.word * count, (now.word + 1) * count)];
    return row.indexOf(Math.max(...row));
  }

  /** In steps fine enough for a colour. */
  const shade = (/** @type {number} */ head) => shades.charCodeAt((head * count + now.word) * count + target()) / 255;

  /** How wide a number under words of a size is, with some air. */
  const numbered = (/** @type {number} */ size) => NUMBER * root._surroundings.type(typeUnder(size));

  /** The type of such a number: of the sizes of the app the largest that is not too large under the word. */
  const typeUnder = (/** @type {number} */ size) => (header.compact ? 12 : ([20, 16].find((each) => each <= 0.42 * size) ?? 14));

  const middle = (/** @type {WordPlace} */ { x, width }) => x + width / 2;
  /** The words with room for their number: of two that would lie on each other the larger is written. */
  function roomy() {
    const room = numbered(places.size);
    const kept = new Set();
    const told = [...words.keys()].filter((word) => weight(word) >= LEAST).sort((one, other) => weight(other) - weight(one));
    for (const word of told) {
      const beside = [...kept].filter((other) => places[other].row === places[word].row);
      if (beside.every((other) => Math.abs(middle(places[other]) - middle(places[word])) >= room)) kept.add(word);
    }
    return kept;
  }

  /** Ribbons, numbers and words for what is shown now. */
  function show() {
    const [most, numbered] = [largest(), roomy()];
    stage.classList.toggle("bare", !weight(most));
    [...stage.querySelectorAll("button")].forEach((button, word) => {
      button.classList.toggle("most", word === most);
      const later = word > now.word && weight(word) === 0;
      button.style.setProperty("--share", later ? 0 : weight(word));
      write(button.lastChild, numbered.has(word) ? (costing() ? `−${percent(weight(word))}` : shortPercent(weight(word))) : "");
      button.classList.toggle("shown", word === now.word && !header.asked);
      button.ariaChecked = word === home.word; // not what is pointed at
      button.tabIndex = word === home.word ? 0 : -1;
    });
    const buttons = [...heads.querySelectorAll("button")];
    buttons.forEach((button, head) => {
      squares.shade(button, head, shade(head));
      button.ariaLabel = `${named(head)}: ${squares.told(head) ?? written(shade(head), 2)}`;
      button.classList.toggle("shown", head === now.head && !costing());
      button.classList.toggle("cut", scissors.isCut(head));
      button.ariaChecked = head === home.head && !costing();
      button.tabIndex = head === home.head ? 0 : -1;
    });
    ribbons();
    scissors.draw(places, now.word, costing() || header.held ? undefined : now.head);
    stage.classList.toggle("unheard", !costing() && scissors.isCut(now.head));
    if (atHome()) says.style.minHeight = "";
    if (atHome() && header.why?.length) sayAtRest(says, header.why, (number) => door?.(1 + number));
    else sayAtRest(says, sentence(words, now.word, largest(), weight, header.noun, header.names.length > 0));
    const own = costing() || (now.head === home.head && !header.costs?.length);
    root.querySelector(".about").textContent = now.title ?? (own ? header.about : named(now.head));
    const looks = `“${words[now.word].text}” attends to “${words[target()].text}”`;
    const more = places.wide
      ? `All ${buttons.length} heads: the stronger the colour, the more ${looks}`
      : `How much ${looks} in each head`;
    squares.caption(root.querySelector(".heads p"), buttons.length, more, places.wide);
    const share = (/** @type {number} */ word) => (word === now.word ? 1 : weight(word) < LEAST ? 0 : weight(word));
    drawOverview(root, places.map(({ x, width, y }) => [x / places.across, (x + width) / places.across, (y + 0.6 * places.size) / places.height, 1 / places.rows]), share);
    const then = root.querySelector(".then");
    then.hidden = !header.then || !root.querySelector(".undo").hidden; // one place for both
    then.parentElement.classList.toggle("leads", !then.hidden);
    then.textContent = header.then?.words;
    ends.grips(!header.still && !costing() && now.word === home.word && now.head === home.head && !now.weights);
    const send = root.querySelector(".send");
    send.hidden = !sends || Boolean(header.asked);
    send.onclick = async () => {
      const notes = [...stage.querySelectorAll("small")].map(({ textContent }) => textContent);
      const weights = words.map((_, word) => weight(word));
      (await sender()).send(root, send, { words, weights, notes, looking: now.word, says: says.textContent, following });
    };
    then.onclick = () => (choose?.(["both", [header.then?.word, header.then?.head]]), header.then?.own && typeHere());
  }

  function ribbons() {
    const shown = words.flatMap((_, word) => ((way ? way[word] : weight(word)) < LEAST ? [] : [ribbon(word)]));
    stage.querySelector("svg").replaceChildren(...wire(), ...ghosts(), ...ends.loose(), ...shown);
  }

  /** Where the ribbons lead from: on their way from one word to another it is between the words. */
  function from() {
    if (!way || places.rows > 1) return /** @type {const} */ ([places[now.word], now.word]);
    const [at, share] = [Math.floor(way[count]), way[count] % 1];
    const [one, next] = [places[at], places[Math.min(at + 1, count - 1)]];
    const mixed = (/** @type {(place: WordPlace) => number} */ of) => (1 - share) * of(one) + share * of(next);
    const width = mixed((place) => place.width);
    return /** @type {const} */ ([{ ...one, width, x: mixed(middle) - width / 2 }, way[count]]);
  }

  /** What the pointer or the keys have reached among the squares, in a card beside it. */
  function label(/** @type {number | undefined} */ head) {
    if (head === undefined) return tell(card, []);
    const square = heads.querySelectorAll("button")[head];
    const [title, ...role] = named(head).split(": ");
    const looks = `${words[now.word].text} → ${words[target()].text}: ${written(weight(target()), 2)}`;
    const lines = squares.told(head) ? [`${title}: ${squares.told(head)}`] : [title, ...role, looks];
    const { offsetLeft: left, offsetTop: top, offsetHeight: high } = square;
    tell(card, lines, left, top, undefined, false, top + high);
  }

  /** From the last word to the bars: they are what the model expects after it. Where others stand between, it goes below them. */
  const wire = () => (following.length ? [svgPath({ d: wirePath(places), class: "wire" })] : []);

  /** The ribbons of a pinned picture, or those that are asked about, behind those that are shown: word by word, as far as there are as many. */
  function ghosts() {
    const { word, weights } = header.ghost ?? { word: count, weights: [] };
    if (word >= count) return [];
    return weights.slice(0, count).flatMap((share, other) => {
      if (share < LEAST) return [];
      const path = drawn(places[word], word, other, share);
      path.setAttribute("class", header.asked ? "loose" : "ghost"); // nobody knows yet which is wider
      return [path];
    });
  }

  /** The path from the shown word to another, as wide as the weight. */
  function ribbon(/** @type {number} */ word) {
    const share = way ? way[word] : weight(word);
    const path = drawn(...from(), word, share, demo && word === taken ? onTheWay() : places[word]);
    if (demo && demo.drawn < 1) {
      path.setAttribute("pathLength", "1");
      path.setAttribute("stroke-dasharray", `${demo.drawn} 2`);
    }
    path.style.opacity = String(0.3 + 0.7 * share);
    path.classList.toggle("sink", word === 0 && weight(0) > weight(largest()));
    path.dataset.word = String(word);
    return path;
  }

  /** Where the end is that the demonstration moves: on its way from one word to another of the same line. */
  function onTheWay() {
    const [from, to, share] = [places[taken], places[put], demo?.taken ?? 0];
    if (from.row !== to.row) return share < 0.5 ? from : to;
    return { ...from, x: (1 - share) * middle(from) + share * middle(to) - from.width / 2 };
  }

  function drawn(/** @type {WordPlace} */ from, /** @type {number} */ looking, /** @type {number} */ word, /** @type {number} */ share, to = places[word]) {
    const { d, thick } = ribbonOf(places, looking, word, share, from, to);
    return svgPath({ d, "stroke-width": thick });
  }

  function named(/** @type {number} */ head) {
    const [layer, place] = [Math.floor(head / perLayer), head % perLayer];
    const name = names[layer][place];
    return `Layer ${layer + 1}, head ${place + 1}` + (name ? `: ${name}` : "");
  }

  /** What the demonstration has come to; the picture as it is where it is over. */
  function demonstrated(/** @type {typeof demo} */ shown) {
    demo = shown;
    if (!places) return;
    show();
    const hand = root.querySelector(".hand");
    hand.hidden = !demo?.hand;
    if (!demo) return next.draw();
    const { grown, bars: share } = demo;
    next.show(following.map(([, chance], at) => grown * (chance + share * (moved.chances[at] - chance))), share);
    const at = onTheWay(), end = at.row < places[home.word].row ? arrives(at, places.size) : at.y;
    Object.assign(hand.style, { left: `${middle(at)}px`, top: `${end - 5}px`, opacity: demo.hand });
    hand.lastChild.textContent = demo.asks ? "now you" : "";
  }

  /** The word whose row is pointed at in a matrix of the board. */
  const ofRow = ({ row } = keptOf(root)) => (row === undefined ? {} : { word: header.places?.[row] ?? home.word });

  /** What the words give in a head that is pointed at in a grid of the board over the same tokens, and its name; nothing where none is. */
  function ofGrid(/** @type {{ tokens: string[], values?: ArrayLike<number>, title: string }} */ { tokens, values, title }) {
    const { places = [] } = header, last = places.lastIndexOf(home.word);
    if (!values || tokens.length !== places.length) return {};
    const weights = words.map(() => 0);
    places.forEach((word, key) => (weights[word] += values[last * places.length + key]));
    return { pointed: true, weights, title: `${title}.` };
  }

  function pointAt(/** @type {Partial<typeof now>} */ part) {
    if (header.asked || header.held || (demo && !demo.asks)) return; // a pointer that rests there
    if (atHome()) says.style.minHeight = getComputedStyle(says).height; // what is said of another head is shorter: what stands below stays
    now = { ...home, pointed: "head" in part, ...part };
    goThere(true);
    show();
  }

  /** Lead the ribbons to what is shown now. */
  function goThere(/** @type {boolean | undefined} */ moves) {
    const shape = words.map(({ text }) => text).join(" ");
    move(root, "ribbons", shape, [...words.map((_, word) => weight(word)), now.word], moves, (numbers, arrived) => {
      way = arrived ? null : numbers;
      if (places) ribbons();
    });
  }

  /** @type {(group: OfFrame, kind: "word" | "head", number: number, hand: (place: number) => Spot, right?: number) => void} have the words, or the squares of heads, be pointed at and chosen */
  function listen(group, kind, number, hand, right = 1) {
    const of = (/** @type {OfFrame} */ event) => Number(event.target.closest(".scissors")?.dataset.word ?? [...group.querySelectorAll("button")].indexOf(event.target.closest("button")));
    const take = (/** @type {number} */ place) => {
      pointAt({ [kind]: place });
      choose?.([kind, hand(place)]);
    };
    const tellOf = (/** @type {number | undefined} */ place) => kind === "head" && label(place);
    group.onpointerover = (/** @type {PointerEvent} */ event) => {
      if (event.pointerType === "touch") return;
      pointAt(of(event) < 0 ? {} : { [kind]: of(event) });
      tellOf(of(event) < 0 ? undefined : of(event));
    };
    group.onpointerleave = () => (pointAt({}), tellOf(undefined));
    group.onclick = (/** @type {MouseEvent} */ event) => of(event) >= 0 && take(of(event));
    group.onkeydown = (/** @type {KeyboardEvent} */ event) => {
      if (scissors.key(event, kind, of(event))) return;
      const step = { ArrowLeft: -right, ArrowUp: -1, ArrowRight: right, ArrowDown: 1, Home: -number, End: number }[event.key];
      if (!step || header.asked) return;
      event.preventDefault();
      const place = Math.max(0, Math.min(number - 1, home[kind] + step));
      group.querySelectorAll("button")[place].focus();
      take(place);
      tellOf(place);
    };
  }
  listen(stage, "word", count, (word) => word, toTheLeft(words.map(({ text }) => text)) ? -1 : 1);
  stage.onpointermove = (/** @type {PointerEvent} */ event) => (handOf(root).hand && moveOn(root, event), ends.pull(event));
  stage.onpointerup = stage.onpointercancel = ends.letGo;
  offerUndo(root, header.edits ?? [], words.map(({ text }) => text), choose);
  listen(heads, "head", names.length * perLayer, (head) => [Math.floor(head / perLayer), head % perLayer]);
  goThere(moves && !handOf(root).hand);
  keepPainted(root, paint);
  demonstrate(root, Boolean(choose && header.demonstration), demonstrated, () => choose?.(["ask", 0]));
  if (!header.compact) hear(root, "keydown", ({ key }) => header.asked && choose && key === "Escape" && choose(["skip", 0]));
  if (header.places?.length) {
    hear(root, HEAD, ({ detail }) => detail.board === root.host.closest(".board") && pointAt(ofGrid(detail)));
    hear(root, LOOKED, ({ detail: { board, place } }) => {
      if (board !== root.host.closest(".board")) return;
      keptOf(root).row = place;
      pointAt(ofRow());
    });
    if (keptOf(root).row !== undefined) pointAt(ofRow());
  }
  if (!header.compact) invite(root);
}
