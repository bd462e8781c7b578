// A sentence and its translation joined by ribbons: above each other, or in two columns where a line is too short.
// A word of the target hands out its whole width, in parts as large as its weights; one word can be looked at alone.

import { BESIDE, drawOverview, scrolled, seenThrough } from "../shared/overview.js";
import { sized, widthIn } from "../shared/pen.js";
import { keepPainted } from "../shared/surroundings.js";
import { percent, sayAtRest, shortPercent, written } from "../shared/written.js";
import { SOURCE, TARGET, layout } from "./alignment_layout.js";
import { keeping } from "../shared/kept.js";

const keptOf = /** @type {typeof keeping<{ typed?: boolean, dragged?: boolean }>} */ (keeping)();

const LONG = 160; // letters of a translation that is written smaller
const STILL = 5; // px that a pointer moves in a click
const FAINT = 0.02; // a ribbon of less weight is left out

export const html = `
  <p class="running" lang="fr" hidden></p>
  <div class="picture">${seenThrough('<canvas role="img"></canvas><div class="words" role="group"></div>')}</div>
  <p class="says" aria-live="off"></p>
`;

/** @typedef {import("./alignment_layout.js").WordBox} WordBox */

/** @param {Given<Header.Alignment>} given */
export default function ({ root, header, values, choose: tell }) {
  const sides = [header.source, header.target];
  const canvas = root.querySelector("canvas");
  const frame = root.querySelector(".words");
  const running = root.querySelector(".running");
  const weight = (/** @type {number} */ target, /** @type {number} */ source) => values[target * header.source.length + source];
  const between = (/** @type {[number, number]} */ [side, place], /** @type {number} */ other) => (side === TARGET ? weight(place, other) : weight(other, place));
  const there = header.written ?? header.target.length; // of the target, as far as it is written
  /** @type {[number, number] | null} */
  const last = header.written ? [TARGET, there - 1] : header.chosen === null ? null : [TARGET, header.chosen]; // the word that is being written is lit, or the one that was put in
  const name = [header.alt, header.written, header.chosen, ...sides.flat().map(({ text }) => text)].join();
  if (root._look?.name !== name) root._look = { name, chosen: last, kept: last };
  // `chosen` is the [side, place] that is looked at alone; `kept` was clicked, and stays when the pointer leaves.
  const kept = keptOf(root), look = root._look; // the same picture may be drawn again while the pointer is on a word
  let /** @type {WordBox[][]} */ boxes; // of the words of each side, as { x, y, width, height }: set by paint
  let /** @type {boolean} */ columns; // whether the two sides stand beside each other
  let /** @type {HTMLElement[][]} */ elements = [];

  function paint(/** @type {Surroundings} */ { width, tall, spare, palette, family, type, highest }) {
    const measure = (/** @type {string} */ words, /** @type {number} */ size, weight = 400) => widthIn(words, `${weight} ${size}px ${family}`);
    const laid = layout({ sides, plain: header.drags, width, tall, spare, highest, least: type(0), measure });
    const { height, limit, size, reach } = laid;
    ({ boxes, columns } = laid);
    frame.closest(".tall").style.width = height > limit ? `${reach + BESIDE}px` : "";
    frame.className = `words ${columns ? "columns" : "lines"}${header.drags ? " drags" : ""}`;
    root.querySelector(".picture").classList.toggle("in-lines", !columns);
    Object.assign(frame.style, { height: `${height}px`, fontSize: `${size}px` });
    frame.style.setProperty("--line", `${boxes[SOURCE][0].height}px`);
    scrolled(root, { height, limit, key: name, place: [0, 0] });
    running.classList.toggle("long", header.translation.length > LONG);
    running.hidden = !columns || !header.translation || type(0) > 0; // one screen has no room for the French twice
    place();
    drawRibbons(sized(canvas, width, height), palette);
  }

  /** Put the words into their boxes, with the elements that stand there already. */
  function place() {
    const count = sides[SOURCE].length + sides[TARGET].length;
    while (frame.children.length < count) frame.append(document.createElement("span"));
    while (frame.children.length > count) frame.lastChild.remove();
    elements = [[...frame.children].slice(0, sides[SOURCE].length), [...frame.children].slice(sides[SOURCE].length)];
    elements.forEach((spans, side) =>
      spans.forEach((span, number) => {
        const { text, mark } = sides[side][number];
        const { x, y, width } = boxes[side][number];
        const ahead = side === TARGET && number >= there ? " ahead" : "";
        span.className = `word ${side === SOURCE ? "source" : "target"}${mark ? " mark" : ""}${ahead}`;
        span.setAttribute("role", "button");
        if (!header.drags) span.lang = side === SOURCE ? "en" : "fr";
        if (span.textContent !== text) span.textContent = text;
        Object.assign(span.style, { left: `${x}px`, top: `${y}px`, width: `${width}px` });
        listen(span, [side, number]);
      }),
    );
    light();
  }

  /** Colour and number the words that the chosen one goes with. */
  function light() {
    const focused = elements.flat().indexOf(/** @type {HTMLElement} */ (root.activeElement));
    const at = look.kept ?? [TARGET, 0]; // the one word that Tab reaches, whatever is pointed at; arrow keys lead to the others
    const entry = focused < 0 ? elements[at[0]][at[1]] : elements.flat()[focused];
    elements.forEach((spans, side) =>
      spans.forEach((span, number) => {
        const itself = look.chosen && look.chosen[0] === side && look.chosen[1] === number;
        const share = itself ? 0.5 : look.chosen && look.chosen[0] !== side ? between(look.chosen, number) : 0;
        span.style.setProperty("--share", share.toFixed(3));
        if (look.chosen && look.chosen[0] !== side && share >= FAINT) span.dataset.weight = shortPercent(share);
        else delete span.dataset.weight;
        span.setAttribute("aria-pressed", String(Boolean(look.kept && look.kept[0] === side && look.kept[1] === number)));
        span.tabIndex = span === entry ? 0 : -1;
      }),
    );
    const high = boxes.flat().reduce((most, { y, height }) => Math.max(most, y + height), 0);
    const middles = sides.flatMap((_, side) => boxes[side].map(({ y, height }) => [side / 2, (side + 1) / 2, (y + height / 2) / high, height / high]));
    const every = sides.flatMap((words, side) => words.map((_, number) => [side, number]));
    drawOverview(root, middles, (at) => {
      const [side, number] = every[at];
      if (look.chosen?.[0] === side) return Number(look.chosen[1] === number);
      const share = look.chosen ? between(look.chosen, number) : 0;
      return share < FAINT ? 0 : share;
    });
    sayAtRest(root.querySelector(".says"), look.chosen ? told(look.chosen) : header.says);
  }

  /** @type {(chosen: [number, number]) => [string, boolean][]} the chosen word and the words it goes with, as a sentence */
  function told([side, place]) {
    if (header.drags) return [[sides[SOURCE][place].text, true], [" put over ", false], [sides[TARGET][place].text, true], [" moves ", false], [percent(weight(place, place)), true], [" of the difference.", false]];
    const others = sides[1 - side].map((_, other) => other).filter((other) => between([side, place], other) >= FAINT);
    others.sort((a, b) => between([side, place], b) - between([side, place], a));
    /** @type {[string, boolean][]} */
    const links = others.slice(0, 5).flatMap((other, number) => [
      [number ? ", " : "", false],
      [sides[1 - side][other].text, true],
      [` ${written(between([side, place], other), 4)}`, false],
    ]);
    const verb = side === TARGET ? " attends, while it is written, to " : " is attended to by ";
    return [[sides[side][place].text, true], [links.length ? verb : " is hardly attended to.", false], ...links];
  }

  function drawRibbons(/** @type {CanvasRenderingContext2D} */ context, /** @type {Palette} */ palette) {
    const sources = sides[SOURCE].map((_, source) => source);
    const targets = sides[TARGET].map((_, target) => target).slice(0, there);
    const received = sources.map((source) => targets.reduce((sum, target) => sum + weight(target, source), 0));
    const extent = (/** @type {WordBox} */ { x, y, width, height }) => (columns ? [y, height] : [x, width]); // along the sides
    const used = sources.map(() => 0); // of a source word's width, from its start
    context.fillStyle = palette.line;
    boxes.flat().forEach((box) => bar(context, box, boxes[SOURCE].includes(box)));
    context.fillStyle = palette.accent;
    for (const target of targets) {
      const [start, whole] = extent(boxes[TARGET][target]);
      let given = 0; // of the target word's width
      for (const source of sources) {
        const share = weight(target, source);
        const [from, width] = extent(boxes[SOURCE][source]);
        const part = share / Math.max(1, received[source]);
        const above = [from + used[source] * width, from + (used[source] + part) * width];
        const below = [start + given * whole, start + (given + share) * whole];
        used[source] += part;
        given += share;
        if (share < FAINT) continue;
        const alone = !look.chosen || look.chosen[1] === (look.chosen[0] === TARGET ? target : source);
        context.globalAlpha = alone ? 0.1 + 0.72 * share : header.drags ? 0.05 + 0.3 * share : 0.05;
        ribbon(context, above, below);
      }
    }
    context.globalAlpha = 1;
  }

  /** A thin bar along the edge of a word that its ribbons end at. */
  function bar(/** @type {CanvasRenderingContext2D} */ context, /** @type {WordBox} */ { x, y, width, height }, /** @type {boolean} */ ofSource) {
    context.beginPath();
    if (columns) context.roundRect(ofSource ? x + width : x - 3, y, 3, height, 1.5);
    else context.roundRect(x, ofSource ? y + height : y - 3, width, 3, 1.5);
    context.fill();
  }

  /** @type {(context: any, above: any[], below: any[]) => void} */
  function ribbon(context, [first, last], [start, end]) {
    const [source, target] = [boxes[SOURCE][0], boxes[TARGET][0]];
    const near = columns ? Math.max(...boxes[SOURCE].map(({ x, width }) => x + width)) : source.y + source.height;
    const far = columns ? target.x : target.y;
    const middle = (near + far) / 2;
    const at = (/** @type {number} */ along, /** @type {number} */ across) => (columns ? [across, along] : [along, across]);
    context.beginPath();
    context.moveTo(...at(first, near));
    context.bezierCurveTo(...at(first, middle), ...at(start, middle), ...at(start, far));
    context.lineTo(...at(end, far));
    context.bezierCurveTo(...at(end, middle), ...at(last, middle), ...at(last, near));
    context.closePath();
    context.fill();
  }

  /** Look at one word alone, or at all. */
  function choose(/** @type {[number, number] | null | undefined} */ now) {
    if (String(now) === String(look.chosen)) return;
    look.chosen = now;
    light();
    const { width, palette } = root._surroundings;
    drawRibbons(sized(canvas, width, frame.offsetHeight), palette);
  }

  function listen(/** @type {HTMLElement} */ span, /** @type {[number, number]} */ word) {
    span.onpointerenter = (/** @type {PointerEvent} */ event) => event.pointerType === "mouse" && choose(word);
    span.onpointerleave = (/** @type {PointerEvent} */ event) => event.pointerType === "mouse" && choose(look.kept);
    span.onfocus = () => choose(word);
    span.onblur = () => choose(look.kept);
    if (header.drags && word[0] === SOURCE) drag(span, word[1]);
    span.onclick = () => {
      if (kept.dragged) return void (kept.dragged = false);
      if (tell && (header.drags || word[0] === TARGET)) return tell(word[1]);
      look.kept = String(look.kept) === String(word) ? null : word;
      look.chosen = undefined;
      choose(look.kept ?? word);
    };
    span.onkeydown = (/** @type {KeyboardEvent} */ event) => {
      if (event.key === "Escape") {
        look.kept = null;
        return choose(null);
      }
      if (event.key === "Enter" || event.key === " ") {
        event.preventDefault();
        return span.click();
      }
      const [forward, across] = columns ? ["Down", "Right"] : ["Right", "Down"];
      const [back, over] = columns ? ["Up", "Left"] : ["Left", "Up"];
      const [side, number] = word;
      const next = {
        [`Arrow${forward}`]: [side, number + 1],
        [`Arrow${back}`]: [side, number - 1],
        [`Arrow${across}`]: [TARGET, nearest(word, TARGET)],
        [`Arrow${over}`]: [SOURCE, nearest(word, SOURCE)],
      }[event.key];
      if (!next) return;
      event.preventDefault();
      elements[next[0]][next[1]]?.focus();
    };
  }

  /** A word of the source is held, and put over the other sentence: there it goes to its own place. */
  function drag(/** @type {HTMLElement} */ span, /** @type {number} */ place) {
    const below = elements[TARGET][place], zoom = root.host.currentCSSZoom ?? 1;
    let /** @type {number[] | null} */ from = null, over = false;
    span.onpointerdown = (/** @type {PointerEvent} */ event) => {
      if (event.button > 0 || !event.isPrimary) return;
      kept.dragged = over = false;
      from = [event.clientX, event.clientY];
      span.setPointerCapture(event.pointerId);
    };
    span.onpointermove = (/** @type {PointerEvent} */ event) => {
      if (!from) return;
      const [x, y] = [(event.clientX - from[0]) / zoom, (event.clientY - from[1]) / zoom];
      kept.dragged ||= Math.hypot(x, y) > STILL;
      const [axis, along] = columns ? [/** @type {const} */ ("x"), x] : [/** @type {const} */ ("y"), y];
      over = along > (boxes[TARGET][place][axis] - boxes[SOURCE][place][axis]) / 2;
      span.style.translate = kept.dragged ? `${x}px ${y}px` : "";
      below.classList.toggle("under", over);
    };
    span.onpointerup = span.onpointercancel = ({ type }) => {
      if (!from) return;
      from = null;
      span.style.translate = "";
      below.classList.remove("under");
      if (over && type === "pointerup") tell?.(place);
    };
  }

  /** The word of the other side that goes with a word most. */
  function nearest(/** @type {[number, number]} */ [side, place], /** @type {number} */ other) {
    if (side === other) return place;
    const weights = sides[other].map((_, number) => between([side, place], number));
    return weights.indexOf(Math.max(...weights));
  }

  running.textContent = header.translation;
  canvas.setAttribute("aria-label", header.alt);
  frame.setAttribute("aria-label", "Words: arrow keys choose one");
  keepPainted(root, paint);
  if (!kept.typed) {
    kept.typed = true;
    document.fonts.ready.then(() => root._paint(root._surroundings)); // the words were measured in another type
  }
}
