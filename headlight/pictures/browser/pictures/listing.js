// Lines of code, written as plain text.

export const html = '<pre class="listing"></pre>';

/** @param {Given<Header.Listing>} given */
export default function ({ root, header }) {
  root.querySelector(".listing").textContent = header.lines.join("\n");
}
