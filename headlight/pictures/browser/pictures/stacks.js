// The encoder and the decoder as two stacks of boxes, from the bottom up, with words below and above.

export const html = '<div class="stacks" role="group"></div>';

/** @param {Given<Header.Stacks>} given */
export default function ({ root, header, choose }) {
  const { encoder, decoder, source, read, written, selected } = header;
  const frame = root.querySelector(".stacks");
  const active = frame.getRootNode().activeElement?.dataset?.box; // new boxes would lose the focus
  frame.setAttribute("aria-label", header.alt);
  const rows = decoder.length + 2; // words above and below

  const place = (/** @type {HTMLElement} */ element, /** @type {number | string} */ row, /** @type {number | string} */ column) => {
    element.style.gridRow = String(row);
    element.style.gridColumn = String(column);
    return element;
  };
  const words = (/** @type {string[]} */ list, /** @type {number} */ row, /** @type {number | string} */ column, /** @type {string} */ title) => {
    const line = document.createElement("p");
    const small = document.createElement("small");
    small.textContent = title;
    line.append(small, ...list.map((word) => Object.assign(document.createElement("span"), { textContent: word })));
    return place(line, row, column);
  };
  const box = (/** @type {string[]} */ [name, title, shape], /** @type {number} */ row, /** @type {number} */ column) => {
    const button = document.createElement("button");
    const note = document.createElement("small");
    note.textContent = shape;
    button.append(title, note);
    button.dataset.box = name;
    button.className = name.split(" ").at(-1) ?? "";
    button.ariaPressed = String(name === selected);
    button.onclick = () => choose?.(name);
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
  const ends = [Number(left[left.length - 1].style.gridRow), ...crosses];
  const [top, bottom] = [Math.min(...ends), Math.max(...ends)];
  const line = (/** @type {string} */ name, /** @type {number | string} */ row) => place(Object.assign(document.createElement("i"), { className: name }), row, 2);
  const lane = [line("top", top), line("between", `${top + 1} / ${bottom}`), line("bottom", bottom)]; // from middle to middle
  frame.replaceChildren(
    words(written, 1, "var(--across, 3)", "French, to be written"),
    ...right,
    ...lane,
    ...left,
    words(source, rows, 1, "English"),
    words(read, rows, 3, "French, as read"),
  );
  frame.querySelector(`[data-box="${active}"]`)?.focus();
}
