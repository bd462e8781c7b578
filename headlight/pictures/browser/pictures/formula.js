// Lines of mathematics as MathML, in two columns that meet where the lines are aligned.

export const html = '<div class="picture formula" role="group" tabindex="0"></div>';

/** @param {Given<Header.Formula>} given */
export default function ({ root, header }) {
  const picture = root.querySelector(".formula");
  const side = (/** @type {string} */ name, /** @type {string[]} */ pieces) => `<div class="${name}">${pieces.join("<wbr>")}</div>`;
  // MathML made on the server, its texts escaped there.
  picture.innerHTML = header.rows
    .map((sides) => (sides.length === 1 ? side("whole", sides[0]) : side("left", sides[0]) + side("right", sides[1])))
    .join("");
  picture.setAttribute("aria-label", "The formula with its numbers");
}
