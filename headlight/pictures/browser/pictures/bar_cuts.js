// Lines that are dragged up and down through bars: what is under one is cut. For keys and screen readers they are sliders.

import { classed, element, write } from "../shared/written.js";
import { keeping } from "../shared/kept.js";

const keptOf = /** @type {typeof keeping<{ cuts: Header.BarCut[], cut?: (moved: [number, number]) => void, hand?: OfFrame, widths?: ResizeObserver }>} */ (keeping)();

const LEAP = 5; // steps of Page Up and Page Down

/** How far each key moves a line: down is more, as the line goes down then. */
const KEYS = { ArrowDown: 1, ArrowRight: 1, ArrowUp: -1, ArrowLeft: -1, PageDown: LEAP, PageUp: -LEAP, Home: -Infinity, End: Infinity };

/**
 * Bring the lines up to date. They stay the same elements, so that the one in hand is not lost while the bars are redrawn.
 *
 * `keptOf(root).hand` is the line that is moved: `to` which step, `sent` the last one that the page was told; one is told at a time.
 *
 * @param {PictureRoot} root
 * @param {Header.BarCut[]} cuts
 * @param {((chosen: [number, number]) => void) | undefined} choose
 */
export function cutLines(root, cuts, choose) {
  const kept = keptOf(root);
  const lines = root.querySelector(".cuts");
  root.querySelector(".rows").classList.toggle("cut", cuts.length > 0);
  while (lines.children.length > cuts.length) lines.lastChild.remove();
  while (lines.children.length < cuts.length) lines.append(made(root, lines.children.length));
  Object.assign(kept, { cuts, cut: choose });
  const hand = kept.hand;
  if (hand) {
    const steps = cuts[hand.which]?.steps.length ?? 0; // of another text there may be fewer
    Object.assign(hand, { waiting: false, to: Math.min(hand.to, steps - 1) });
    if (steps) tell(root);
    else kept.hand = undefined;
  }
  put(root);
  if (!cuts.length) return;
  const widths = (kept.widths ??= new ResizeObserver(() => put(root)));
  widths.observe(root.querySelector("ol"));
}

/** @type {(root: PictureRoot) => HTMLElement[]} */
const rowsOf = (root) => [...root.querySelector("ol").children];
/** @type {(root: PictureRoot, which: number) => number} */
const stepOf = (root, which) => (keptOf(root).hand?.which === which ? keptOf(root).hand.to : keptOf(root).cuts[which].at);

/** @type {(root: PictureRoot, which: number) => number} where a line is drawn, in rows: under a row that is kept, or within the last one, of all the rest. */
function drawnAt(root, which) {
  const [, rows] = keptOf(root).cuts[which].steps[stepOf(root, which)];
  return rows <= root.querySelector("ol").children.length - 1 ? Math.ceil(rows - 1e-9) : rows;
}

/** @type {(rows: HTMLElement[], count: number) => number} the pixels from the first row to a number of rows */
function heightOf(rows, count) {
  const row = rows[Math.min(Math.floor(count), rows.length - 1)];
  return row ? row.offsetTop + row.offsetHeight * (count - rows.indexOf(row)) : 0;
}

/** @type {(rows: HTMLElement[], height: number) => number} the number of rows above a height */
function rowsAbove(rows, height) {
  const at = rows.findIndex((row) => height < row.offsetTop + row.offsetHeight);
  return at < 0 ? rows.length : Math.max(0, at + (height - rows[at].offsetTop) / rows[at].offsetHeight);
}

/** @type {(root: PictureRoot) => void} draw the lines where they are, and pale what one that is in hand cuts */
function put(root) {
  const kept = keptOf(root);
  const [rows, list] = [rowsOf(root), root.querySelector("ol")];
  const lines = [...root.querySelector(".cuts").children];
  const drawn = lines.map((_, which) => drawnAt(root, which));
  lines.forEach((line, which) => {
    const { name, steps } = kept.cuts[which], at = stepOf(root, which), [grip] = line.children;
    line.style.top = `${heightOf(rows, drawn[which])}px`;
    const off = at === steps.length - 1;
    const under = drawn.some((other, nth) => (nth < which ? other <= drawn[which] : nth > which && other < drawn[which]));
    classed(line, { off, still: !kept.cut, held: kept.hand?.pointer && kept.hand.which === which, under });
    line.hidden = !kept.cut && off;
    write(grip.firstChild, name);
    write(grip.lastChild, steps[at][0]);
    Object.assign(grip, { ariaLabel: name, ariaValueText: steps[at][0], ariaValueMin: "0", ariaValueMax: String(steps.length - 1), ariaValueNow: String(at), ariaOrientation: "vertical", ariaDisabled: String(!kept.cut) });
  });
  list.classList.toggle("dragged", Boolean(kept.hand));
  if (kept.hand) rows.forEach((row, place) => row.classList.toggle("faded", place >= Math.min(...drawn)));
}

/** @type {(root: PictureRoot, which: number) => HTMLElement} a line, and how it is operated */
function made(root, which) {
  const kept = keptOf(root);
  const about = { tabIndex: 0, role: "slider", title: "Drag this line through the bars: the tokens under it are cut" };
  const grip = element("div", about, element("b"), element("span"));
  const line = element("div", {}, grip);

  const height = (/** @type {PointerEvent} */ { clientY }) => (clientY - root.querySelector(".rows").getBoundingClientRect().top) / (root.host.currentCSSZoom ?? 1);

  line.onpointerdown = (/** @type {PointerEvent} */ event) => {
    if (event.button > 0 || !event.isPrimary || !kept.cut) return;
    event.preventDefault();
    grip.focus({ preventScroll: true });
    line.setPointerCapture(event.pointerId);
    const away = heightOf(rowsOf(root), drawnAt(root, which)) - height(event);
    kept.hand = { which, away, pointer: true, to: kept.cuts[which].at, sent: kept.cuts[which].at, waiting: false };
    put(root);
  };
  line.onpointermove = (/** @type {PointerEvent} */ event) => {
    if (!kept.hand?.pointer || kept.hand.which !== which || !event.isPrimary) return;
    const rows = rowsAbove(rowsOf(root), height(event) + kept.hand.away);
    const away = kept.cuts[which].steps.map(([, above]) => Math.abs(above - rows));
    go(root, away.lastIndexOf(Math.min(...away)));
  };
  line.onpointerup = line.onpointercancel = (/** @type {PointerEvent} */ { isPrimary }) => {
    if (kept.hand?.which !== which || !isPrimary) return;
    kept.hand.pointer = false;
    tell(root);
    put(root);
  };
  grip.onkeydown = (/** @type {KeyboardEvent} */ event) => {
    const by = KEYS[/** @type {keyof KEYS} */ (event.key)];
    if (by === undefined || !kept.cut || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    event.stopPropagation();
    if (kept.hand?.which !== which) kept.hand = { which, pointer: false, to: kept.cuts[which].at, sent: kept.cuts[which].at, waiting: false };
    go(root, Math.min(kept.cuts[which].steps.length - 1, Math.max(0, kept.hand.to + by)));
  };
  return line;
}

/** @type {(root: PictureRoot, to: number) => void} move the line in hand to a step */
function go(root, to) {
  keptOf(root).hand.to = to;
  tell(root);
  put(root);
}

/** @type {(root: PictureRoot) => void} tell the page where the line in hand is, unless it is still at work on the last; let go of one that is there. */
function tell(root) {
  const kept = keptOf(root);
  const hand = kept.hand;
  if (hand.waiting) return;
  if (hand.to !== hand.sent) {
    Object.assign(hand, { sent: hand.to, waiting: true });
    kept.cut?.([hand.which, hand.to]);
  } else if (!hand.pointer) kept.hand = undefined;
}
