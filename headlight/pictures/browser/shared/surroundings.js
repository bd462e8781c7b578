// What a picture depends on besides its numbers, watched: its width, the window, the theme. It is painted again when they change.

import { openPage } from "./around.js";
import { onPaper, paletteOn } from "./colours.js";
import { Present } from "./hearing.js";
import { ratioNow } from "./pen.js";

const BELOW = 8; // pixels that stay free under a picture that ends with the window
const WORDS = ".note, [data-picture=sentence]"; // what is read with the picture above it
const [FOLD, SPARE] = [680, 0.7]; // px of a window that is wider than high, from where on maps and curves grow with it, and by which share
const [NARROW, MORE] = [1180, 88]; // px of a window in which dials take lines of their own, and by which it is higher before they grow
const SEEN = 0.8; // of the window: a picture that begins above this line is seen without scrolling

/** @type {(picture: HTMLElement, presented: number, foot: number) => number} the pixels of the window under the top of a picture, less those of its sentence, of what is noted or said below it or its row, and of the `foot` of a page. */
function roomOf(picture, presented, foot) {
  const zoom = picture.currentCSSZoom ?? 1;
  const { top, bottom } = picture.getBoundingClientRect();
  const page = openPage();
  if (page !== watched) (heights.disconnect(), heights.observe((watched = page)));
  const spot = /** @type {ShadowRoot} */ (picture.getRootNode()).host.closest(".spot");
  if (!spot) return Infinity;
  const endOf = (/** @type {Element} */ box) => box.getBoundingClientRect().bottom;
  const row = /** @type {Element} */ (spot.closest(".row"));
  let [above, last, lastRow] = [spot, spot, row];
  while (last.nextElementSibling?.matches(WORDS)) last = last.nextElementSibling;
  while (lastRow.nextElementSibling && !lastRow.nextElementSibling.querySelector(`.column > :not(${WORDS})`)) lastRow = lastRow.nextElementSibling;
  const under = endOf(last) - bottom + endOf(lastRow) - endOf(row);
  while (above.previousElementSibling && above.className !== "heading") above = above.previousElementSibling;
  const fromTop = top - page.getBoundingClientRect().top;
  const seen = fromTop < SEEN * window.innerHeight; // others fill a screen with their heading
  if (!seen && !presented) return Infinity;
  const headed = seen ? fromTop : top - above.getBoundingClientRect().top;
  return Math.round((window.innerHeight - headed - under - foot) / zoom) - BELOW;
}

/**
 * What a picture depends on besides its data: its width, the window's height, the theme's colours and type, the resolution.
 *
 * @type {(root: PictureRoot) => Surroundings}
 */
function surroundings(root) {
  const picture = root.querySelector(".picture");
  const style = getComputedStyle(picture);
  const ground = style.getPropertyValue("--st-background-color").trim(); // Streamlit gives it as #rrggbb
  // A presenter's page names the smallest type that is read from the last row, and no picture is higher than its window;
  // elsewhere a window that is wider than high has `room` for a picture to end with it.
  const least = parseFloat(style.getPropertyValue("--least")) || 0;
  const foot = parseFloat(style.getPropertyValue("--foot")) || 0;
  const room = least || window.innerHeight < window.innerWidth ? roomOf(picture, least, foot) : Infinity;
  const highest = least ? room : Infinity;
  const grown = parseFloat(getComputedStyle(root.host).getPropertyValue("--grown")) || 1; // a large window has larger type
  const type = (/** @type {number} */ size) => Math.max(size * grown, least);
  const [width, tall] = [picture.clientWidth, window.innerHeight];
  const fold = window.innerWidth > NARROW ? FOLD : FOLD + MORE;
  const spare = least || tall > window.innerWidth ? 0 : SPARE * Math.max(0, tall - fold);
  return { width, tall, spare, ground, palette: paletteOn(ground), family: style.fontFamily, ratio: ratioNow(picture), type, highest, room };
}

/** @type {Present<PictureRoot>} */
const painted = new Present(); // all pictures
const WATCHED = /** @type {const} */ (["width", "room", "tall", "ground", "ratio"]);

/** @param {PictureRoot} root painted again if its surroundings have changed */
function refresh(root) {
  const before = root._surroundings;
  root._surroundings = surroundings(root);
  if (WATCHED.some((name) => before[name] !== root._surroundings[name])) root._paint(root._surroundings);
}

function refreshAll() {
  for (const root of painted) refresh(root);
}

const widths = new ResizeObserver((entries) => entries.forEach(({ target }) => refresh(/** @type {PictureRoot} */ (target.getRootNode()))));
/** @type {Element | undefined} */
let watched; // the open page: as it grows, what stands above a picture may have moved it
const heights = new ResizeObserver(refreshAll);

// Where it can be had, the box in pixels of the screen: a page enlarged twice and made twice as wide has the same in CSS.
const BOX = /** @type {ResizeObserverOptions} */ ({ box: "devicePixelContentBoxSize" in ResizeObserverEntry.prototype ? "device-pixel-content-box" : "content-box" });

/** The reader's system goes from light to dark, or back: what stands around pictures takes a few frames to follow. */
matchMedia("(prefers-color-scheme: dark)").addEventListener("change", () => {
  let frames = 60;
  const look = () => (refreshAll(), (frames -= 1) && requestAnimationFrame(look));
  look();
});

/** A window that is moved to another screen, or zoomed. */
function watchResolution() {
  const now = matchMedia(`(resolution: ${window.devicePixelRatio}dppx)`);
  now.addEventListener("change", () => (refreshAll(), watchResolution()), { once: true });
}

watchResolution();
window.addEventListener("resize", refreshAll); // its height

/** While a page is printed, its boards are as wide as the sheet and on light ground; a canvas is painted for that. */
for (const [event, printed] of Object.entries({ beforeprint: true, afterprint: false })) {
  window.addEventListener(event, () => {
    for (const root of painted) {
      const board = /** @type {HTMLElement | null} */ (root.host.closest(".board"));
      board?.classList.toggle("paper", printed);
      if (board) onPaper(board, printed);
    }
    refreshAll();
  });
}

/**
 * Keep a picture painted: at once, when its box changes its width, and when the theme changes.
 *
 * `paint` is given the surroundings. They are looked up once and then only when they change, because asking for them
 * makes the browser lay out the page, too dear for every key. Later calls only replace what is painted.
 *
 * @param {PictureRoot} root
 * @param {(surroundings: Surroundings) => void} paint
 */
export function keepPainted(root, paint) {
  root._paint = paint;
  if (!root._surroundings) {
    root._surroundings = surroundings(root);
    widths.observe(root.querySelector(".picture"), BOX);
    painted.add(root);
  }
  paint(root._surroundings);
}
