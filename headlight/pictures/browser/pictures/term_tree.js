// Numbers that were opened one after another as a tree: a column for each, its terms as bars, and a line from the term
// that was opened to its own column. As many columns stand there as fit; those before are folded to their names.

import { calm, LASTS } from "../shared/movement.js";
import { keepPainted } from "../shared/surroundings.js";
import { svgPath } from "../shared/svg_path.js";
import { classed, element, say, typeset, written } from "../shared/written.js";
import { keeping } from "../shared/kept.js";

const keptOf = /** @type {typeof keeping<{ names: string[], stop?: string, joins?: ResizeObserver, join: () => void }>} */ (keeping)();

const [NARROWEST, GAP, FOLDED] = [285, 36, 96]; // pixels of a column, between two, and of the names of those that are folded
// Heights in sizes of the type: a column without its terms and its sentence, a line of that, a term, and names that stand above.
const [AROUND, SAID, ROW, ABOVE] = [5.4, 1.35, 1.55, 3.8];
const [SHORTEST, LONGEST] = [10, 24]; // widths of a figure that the names of terms have
const FEWEST = 4; // terms in rows of their own
const TOUCHED = 44; // pixels that a finger hits
const DECIMALS = 4;

export const html = '<div class="picture" role="group"><div class="levels"></div><svg aria-hidden="true"></svg></div>';

/** @param {Given<Header.TermTree>} given */
export default function ({ root, header, values, choose, moves }) {
  const memory = keptOf(root);
  const { before, levels, chosen } = header;
  const picture = root.querySelector(".picture"), frame = root.querySelector(".levels");
  const first = before.length, open = chosen - first;
  const numbers = splitOf(levels, values);
  picture.setAttribute("aria-label", header.alt);
  let fresh = moves && !calm() ? (memory.names ?? []) : undefined; // columns that were there do not unfold again
  memory.names = levels.map((level, at) => `${first + at} ${level.name} ${level.place}`);

  keepPainted(root, ({ width, room, type }) => {
    const [from, until, above] = shownOf(width, type(14) / 14, levels.length, open, first);
    const line = touched() ? TOUCHED : Math.round(ROW * type(14));
    const most = (/** @type {Header.TreeLevel} */ { says }) => Math.max(FEWEST, Math.floor((room - (AROUND + SAID * (says.length > 3 ? 2 : 1) + (above && first + from > 0 ? ABOVE : 0)) * type(14)) / line) - 1);
    const focused = /** @type {HTMLElement | null} */ (root.activeElement)?.dataset.at; // new columns would lose it
    classed(picture, { narrow: until - from === 1, above });
    picture.style.setProperty("--row", `${line}px`);
    picture.style.setProperty("--folded", `${FOLDED * (type(14) / 14)}px`);
    const names = [...before, ...levels.map(({ name, value }) => [name, written(value, DECIMALS)])];
    const folded = namesOf(names.slice(0, first + from));
    frame.replaceChildren(folded, ...levels.slice(from, until).map((level, at) => columnOf(level, from + at, most(level), from + at + 1 < until)));
    const known = (/** @type {string | undefined} */ at) => frame.querySelector(`[data-at="${at}"]`) ?? frame.querySelector(".chosen li [data-at]") ?? stops()[0];
    if (focused) known(focused)?.focus({ preventScroll: true });
    memory.stop = known(memory.stop)?.dataset.at;
    rove();
    memory.joins ??= new ResizeObserver(() => memory.join()); // its style and its type may come later
    memory.join = join;
    memory.joins.observe(frame);
    join();
  });
  fresh = undefined;

  function stops() {
    return [...frame.querySelectorAll("[data-at]")];
  }

  /** The names of levels that have no column. */
  function namesOf(/** @type {string[][]} */ named) {
    const back = named.map(([name, value], place) => pressed("", place, `l${place}`, `Back to ${name}`, element("b", {}, name), element("small", {}, value)));
    return element("div", { className: "before", hidden: named.length === 0 }, ...back);
  }

  /** A level with so many terms at most; that which leads on is marked where its column is there too. */
  function columnOf(/** @type {Header.TreeLevel} */ level, /** @type {number} */ at, /** @type {number} */ most, /** @type {boolean} */ leadsOn) {
    const about = [element("h3", {}, level.name), element("b", { className: "number" }, written(level.value, DECIMALS)), element("small", { title: level.place }, level.place)];
    const name = at === open ? element("div", { className: "name" }, ...about) : pressed("name", first + at, `l${first + at}`, `Open ${level.name}`, ...about);
    const own = numbers[at], shown = kept(level, own, most);
    const rest = level.total - shown.reduce((sum, term) => sum + own[term][2], 0), others = level.n_terms - shown.length;
    const size = sizeOf(shown.map((term) => own[term][2]));
    const widest = Math.max(...own.flat().filter(Number.isFinite).map((number) => written(number, DECIMALS).length));
    const letters = Math.max(SHORTEST, ...shown.map((term) => 0.95 * level.terms[term].name.length + 1));
    const head = element("div", { className: "head" }, element("small", {}, howMany(level.n_terms, "term")));
    if (level.factors.length > 1) head.append(element("small", { className: "of" }, ...typeset(level.factors.join(" × "))));
    const rows = shown.map((term) => element("li", {}, rowOf(level, at, term, own[term], size, leadsOn)));
    const list = element("ol", { ariaLabel: `Terms of ${level.name}, ${level.place}` }, ...rows);
    const column = element("div", { className: "level" }, name, head, list);
    classed(column, { chosen: at === open, further: at > open, plain: level.factors.length < 2 });
    column.style.setProperty("--numbers", `${Math.max(6, widest) + 0.5}ch`);
    column.style.setProperty("--names", `${Math.min(LONGEST, letters)}ch`);
    if (others) column.append(element("div", { className: "rest" }, element("span", { className: "term" }, howMany(others, "other")), numberOf(rest)));
    const says = element("p");
    say(says, level.says);
    column.append(says);
    if (fresh && at > 0 && !fresh.includes(memory.names[at])) {
      column.animate([{ opacity: 0, transform: `translateX(-${GAP / 2}px)` }, { opacity: 1, transform: "none" }], { duration: LASTS, easing: "ease-out" });
    }
    return column;
  }

  /** A term: a button where one of its factors opens, and where several do these are buttons. */
  function rowOf(/** @type {Header.TreeLevel} */ level, /** @type {number} */ at, /** @type {number} */ term, /** @type {number[]} */ [one, other, product], /** @type {ReturnType<typeof sizeOf>} */ size, /** @type {boolean} */ leadsOn) {
    const { name, opens } = level.terms[term];
    const [leads, several] = [opens.indexOf(true), opens.filter(Boolean).length > 1];
    const opened = leadsOn && level.opened?.[0] === term ? level.opened[1] : -1;
    const place = `t${first + at}.${term}.`, click = (/** @type {number} */ factor) => [first + at, term, factor];
    const row = leads < 0 || several ? element("div") : pressed("", click(leads), `${place}${leads}`);
    classed(row, { leads: leads >= 0 && choose, opened: opened >= 0 });
    if (opened >= 0) row.dataset.leads = String(at + 1);
    if (several && choose) row.onclick = () => choose(click(leads));
    row.append(element("span", { className: "term", title: name }, name));
    if (level.factors.length > 1) {
      const both = [one, other].map((number, factor) => {
        const own = several && opens[factor] ? pressed("opens", click(factor), `${place}${factor}`, `Open ${level.factors[factor]} of ${name}`) : element("span");
        own.textContent = written(number, DECIMALS);
        own.classList.toggle("opened", several && opened === factor);
        return own;
      });
      row.append(element("small", { className: "factors" }, both[0], element("span", {}, "×"), both[1]));
    }
    row.append(trackOf(product, size), numberOf(product));
    const digits = (/** @type {number} */ number) => written(number, 6);
    row.title = level.factors.length > 1 ? `${name}: ${digits(one)} × ${digits(other)} = ${digits(product)}` : `${name}: ${digits(product)}`;
    return row;
  }

  /** A button that chooses; where nobody listens, only what it says. */
  function pressed(/** @type {string} */ kind, /** @type {number | number[]} */ click, /** @type {string} */ at, title = "", /** @type {Node[]} */ ...children) {
    if (!choose) return element("div", { className: kind }, ...children);
    const onclick = (/** @type {Event} */ event) => (event.stopPropagation(), (memory.stop = at), choose(click));
    const button = element("button", { className: kind, onclick, onfocus: () => ((memory.stop = at), rove()) }, ...children);
    button.dataset.at = at;
    if (title) button.title = title;
    return button;
  }

  /** The tree is one stop of the keyboard, where one has come to in it. */
  function rove() {
    for (const stop of stops()) stop.tabIndex = stop.dataset.at === memory.stop ? 0 : -1;
  }

  picture.onkeydown = (/** @type {KeyboardEvent} */ event) => {
    const moved = /** @type {Record<string, [number, number]>} */ ({ ArrowUp: [0, -1], ArrowDown: [0, 1], ArrowLeft: [-1, 0], ArrowRight: [1, 0] })[event.key];
    const now = /** @type {HTMLElement | null} */ (root.activeElement);
    if (!moved || !now?.dataset.at) return;
    event.preventDefault();
    const next = moved[0] ? beside(now, moved[0]) : below(now, moved[1]);
    next?.focus();
  };

  /** The stop above or below, in its column. */
  function below(/** @type {HTMLElement} */ now, /** @type {number} */ by) {
    const column = /** @type {HTMLElement[]} */ ([...(now.closest(".level, .before")?.querySelectorAll("[data-at]") ?? [])]);
    const line = (/** @type {HTMLElement} */ stop) => stop.closest("li") ?? stop;
    const others = column.filter((stop) => line(stop) !== line(now) || stop === now);
    return others[others.indexOf(now) + by];
  }

  /** The stop at the left or right: another factor of the term, or in the next column what leads there or on. */
  function beside(/** @type {HTMLElement} */ now, /** @type {number} */ by) {
    const row = [...(now.closest("li")?.querySelectorAll("[data-at]") ?? [])];
    if (row[row.indexOf(now) + by]) return row[row.indexOf(now) + by];
    const columns = [...frame.children].filter((column) => column.querySelector("[data-at]"));
    const column = columns[columns.indexOf(now.closest(".level, .before")) + by];
    return column?.querySelector("button.opened") ?? column?.querySelector(".opened [data-at]") ?? column?.querySelector("li [data-at]") ?? [...(column?.querySelectorAll("[data-at]") ?? [])].at(-1);
  }

  /** Draw the lines from opened terms, and from the last name beside them, to their columns: that one is seen. */
  function join() {
    const [svg, folded] = [root.querySelector("svg"), frame.firstElementChild];
    folded.scrollTo(folded.scrollWidth, folded.scrollHeight); // its last one is the nearest
    const columns = [...frame.querySelectorAll(".level")], beside = !picture.classList.contains("above");
    svg.replaceChildren(...columns.flatMap((column, at) => {
      const row = at > 0 ? columns[at - 1].querySelector("[data-leads]") : beside && folded.lastElementChild;
      if (!row) return [];
      const name = column.firstElementChild;
      const from = row.closest(".level, .before"); // which may still unfold: it is where it will be
      const [x, y] = [from.offsetLeft + row.offsetLeft + row.offsetWidth, from.offsetTop - from.scrollTop + row.offsetTop + row.offsetHeight / 2];
      const [end, up] = [column.offsetLeft + name.offsetLeft, column.offsetTop + name.offsetTop + name.offsetHeight];
      return [svgPath({ d: `M${x} ${y}C${(x + end) / 2} ${y} ${(x + end) / 2} ${up} ${end} ${up}`, class: column.className })];
    }));
  }
}

/** The numbers of each level, [level][term] as [first factor, second factor, product]. */
function splitOf(/** @type {Header.TreeLevel[]} */ levels, /** @type {Float32Array} */ values) {
  let row = 0;
  return levels.map(({ terms }) => terms.map(() => [...values.subarray(3 * row, 3 * ++row)]));
}

/**
 * The first level that has a column, the one behind the last, and whether the names of those before stand above. What only
 * follows gives way before what was opened.
 */
function shownOf(/** @type {number} */ width, /** @type {number} */ scale, /** @type {number} */ count, /** @type {number} */ open, /** @type {number} */ before) {
  const fit = (/** @type {number} */ room) => Math.max(1, Math.floor((room + GAP) / (NARROWEST * scale + GAP)));
  const beside = width - FOLDED * scale - GAP;
  const folds = before > 0 || Math.min(count, open + 2) > fit(width);
  const above = fit(beside) === 1; // beside them only one would fit
  const columns = folds && !above ? fit(beside) : fit(width);
  const further = Math.min(count - open - 1, columns > 1 ? Math.max(1, columns - open - 1) : 0);
  const until = open + 1 + further;
  return /** @type {const} */ ([Math.max(0, until - columns), until, above]);
}

/** The terms that have rows of their own, in their order: the largest ones, and the one that is opened. */
function kept(/** @type {Header.TreeLevel} */ { terms, opened }, /** @type {number[][]} */ own, /** @type {number} */ most) {
  const size = (/** @type {number} */ term) => (term === opened?.[0] ? Infinity : Math.abs(own[term][2]));
  const bySize = terms.map((_, term) => term).sort((one, other) => size(other) - size(one));
  return bySize.slice(0, most).sort((one, other) => one - other);
}

/** How bars are drawn: from the least number to the largest, and 0 in the picture. */
function sizeOf(/** @type {number[]} */ products) {
  const [least, largest] = [Math.min(0, ...products), Math.max(0, ...products)];
  return { least, whole: largest - least || 1 };
}

function trackOf(/** @type {number} */ product, /** @type {ReturnType<typeof sizeOf>} */ { least, whole }) {
  const bar = element("i"), track = element("span", { className: "track" }, bar);
  track.style.setProperty("--zero", `${(-100 * least) / whole}%`);
  bar.style.left = `${(100 * (Math.min(product, 0) - least)) / whole}%`;
  bar.style.width = `${(100 * Math.abs(product)) / whole}%`;
  bar.classList.toggle("below", product < 0);
  return track;
}

const numberOf = (/** @type {number} */ value) => element("span", { className: "number" }, written(value, DECIMALS));
const howMany = (/** @type {number} */ count, /** @type {string} */ what) => `${count} ${count === 1 ? what : `${what}s`}`;

const touched = () => matchMedia("(pointer: coarse)").matches;
