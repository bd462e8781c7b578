// What scripts of a page, which share no variable, say to each other by events of the window, and what stands around pictures.

// A part of the page was drawn anew; the stream stands elsewhere; a slider was moved. A row of a matrix of a board is
// pointed at, or none; a head in a grid of one; a word of a board.
export const ANSWERED = "answered", STREAM = "stream", MOVED = "moved", LOOKED = "looked", HEAD = "head", NAMED = "named";

/** What holds the page that is open, named by a key of ours; in a page that stands alone its body. */
export const openPage = () => document.querySelector(".st-key-page") ?? document.body;

/** Where the menu of the page ends, under which the page is scrolled: pixels of the window. */
export const menuEnd = () => document.querySelector(".st-key-menu")?.getBoundingClientRect().bottom ?? 0;

/** The sentence box of the page that is open. */
export const sentenceBox = () => /** @type {HTMLInputElement | null} */ (document.querySelector(".sentence-box input"));

/** @type {(panel: HTMLElement, opener: HTMLElement) => void} have a panel hand the focus back to its button when it closes: inside a shadow root the browser itself does not */
export function handBack(panel, opener) {
  panel.addEventListener("beforetoggle", ({ newState }) => {
    const root = /** @type {Document | ShadowRoot} */ (panel.getRootNode());
    if (newState === "closed" && panel.contains(root.activeElement)) opener.focus();
  });
}

/** Whether the page is dark now. */
export function isDark() {
  const [red, green, blue] = (getComputedStyle(openPage()).color.match(/[\d.]+/g) ?? []).map(Number);
  return 0.3 * red + 0.59 * green + 0.11 * blue > 128; // light ink
}

/** @param {Pointed} event where a pointer is in the element that hears it, in pixels of its own: a presenter's page is enlarged */
export function pointOf(event) {
  const { left, top } = event.currentTarget.getBoundingClientRect();
  const zoom = event.currentTarget.currentCSSZoom ?? 1;
  return /** @type {[number, number]} */ ([(event.clientX - left) / zoom, (event.clientY - top) / zoom]);
}
