// The encoder and the decoder as two stacks of boxes, from the bottom up, with words below and above, which climb through.

import { calm } from "../shared/movement.js";
import { element } from "../shared/written.js";

const CLIMBS = 450; // ms from a box to the next

export const html = '<div class="stacks" role="group"></div>';

/** @param {Given<Header.Stacks>} given */
export default function ({ root, header, choose }) {
  const { encoder, decoder, source, read, written, selected } = header;
  const frame = root.querySelector(".stacks");
  const active = frame.getRootNode().activeElement?.dataset?.box; // new boxes would lose the focus
  frame.setAttribute("aria-label", header.alt);
  const rows = decoder.length + 2; // words above and below

  const place = (/** @type {HTMLElement} */ made, /** @type {number | string} */ row, /** @type {number | string} */ column) => {
    Object.assign(made.style, { gridRow: row, gridColumn: column });
    return made;
  };
  const chips = (/** @type {string[]} */ list) => list.map((word) => element("span", {}, word));
  const words = (/** @type {string[]} */ list, /** @type {number} */ row, /** @type {number | string} */ column, /** @type {string} */ title) =>
    place(element("p", {}, element("small", {}, title), ...chips(list)), row, column);
  const box = (/** @type {string[]} */ [name, title, shape], /** @type {number} */ row, /** @type {number} */ column) => {
    const is = name === selected, here = is ? [element("div", { className: "here" })] : [];
    const button = element("button", { className: name.split(" ").at(-1), ariaPressed: String(is), onclick: () => choose?.(name) }, title, element("small", {}, shape), ...here);
    button.dataset.box = name;
    button.onpointerenter = button.onfocus = () => light(button);
    button.onpointerleave = button.onblur = () => light(null);
    return place(button, row, column);
  };

  const left = encoder.map((each, at) => box(each, rows - 1 - at, 1));
  const right = decoder.map((each, at) => box(each, rows - 1 - at, 3));
  const crosses = right.filter((each) => each.className === "cross").map((each) => Number(each.style.gridRow));
  const crossing = right.findIndex((each) => each.className === "cross"); // the first box that reads the memory

  /** Fade the boxes that one is not computed from: it is from those below it, and across from the whole encoder. */
  const light = (/** @type {HTMLElement | null} */ at) => {
    const [inEncoder, inDecoder] = [left, right].map((boxes) => boxes.findIndex((each) => each === at));
    const reads = crossing >= 0 && inDecoder >= crossing ? left.length : inEncoder + 1;
    left.forEach((each, place) => each.classList.toggle("aside", Boolean(at) && place >= reads));
    right.forEach((each, place) => each.classList.toggle("aside", Boolean(at) && place > inDecoder));
  };
  const climb = [...left.map((each) => ({ each, list: source })), ...right.map((each, at) => ({ each, list: at < right.length - 1 ? read : written }))];
  for (const { each, list } of climb) each.querySelector(".here")?.append(...chips(list));

  const climber = element("div", { className: "climber" });
  let at = 0; // boxes that it has come to
  let next = 0; // the timer of the one after that

  /** Send the sentence to the next box: the English up to the memory, then the French so far to what is written. It goes on by itself, but for who wants no motion. */
  function climbOn() {
    clearTimeout(next);
    if (at && !climber.isConnected) return; // other words have come, or other boxes
    const through = at === climb.length;
    frame.classList.toggle("plays", !through);
    if (through) {
      at = 0;
      climber.remove();
      return light(null);
    }
    const { each, list } = climb[at];
    if (list !== climb[at++ - 1]?.list) {
      climber.replaceChildren(...chips(list));
      frame.append(climber);
    }
    Object.assign(climber.style, { width: `${each.offsetWidth}px`, translate: `${each.offsetLeft}px ${each.offsetTop + (each.offsetHeight - climber.offsetHeight) / 2}px` });
    light(each);
    if (!calm()) next = setTimeout(climbOn, CLIMBS);
  }
  const through = place(element("button", { className: "play", onclick: climbOn }, "▶ Send it through"), right.length > left.length ? 2 : 1, 1); // over the encoder, which is lower
  through.dataset.box = "through"; // which keeps the focus as they do
  const ends = [Number(left[left.length - 1].style.gridRow), ...crosses];
  const [top, bottom] = [Math.min(...ends), Math.max(...ends)];
  const line = (/** @type {string} */ name, /** @type {number | string} */ row) => place(element("i", { className: name }), row, 2);
  const lane = [line("top", top), line("between", `${top + 1} / ${bottom}`), line("bottom", bottom)]; // from middle to middle
  frame.classList.remove("plays");
  frame.replaceChildren(
    words(written, 1, "var(--across, 3)", "French, to be written"),
    ...right,
    ...lane,
    ...left,
    words(source, rows, 1, "English"),
    words(read, rows, 3, "French, as read"),
    through,
  );
  frame.querySelector(`[data-box="${active}"]`)?.focus();
}
