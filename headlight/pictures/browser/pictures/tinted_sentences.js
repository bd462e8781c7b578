// Sentences in groups, each a button whose words are as deep as their shares: to be read, and to be typed by a click.

const NEAR = 9; // tokens before the one that looks that are always written
const AROUND = 3; // and on both sides of the one that is looked at
const MOST = 46; // percent of the accent in the deepest colour: ink stays readable on it

export const html = '<div class="groups" role="group"></div>';

/** @param {Given<Header.TintedSentences>} given */
export default function ({ root, header, choose }) {
  const box = root.querySelector(".groups");
  const element = (/** @type {string} */ name, textContent = "", className = "") => Object.assign(document.createElement(name), { textContent, className });
  const before = [...box.querySelectorAll("button")].indexOf(box.getRootNode().activeElement); // new ones would lose it
  box.setAttribute("aria-label", header.alt);
  box.replaceChildren(
    ...header.groups.map(({ name, note, sentences }, group) => {
      const section = element("section");
      const title = element("h3", name);
      title.append(element("small", note));
      const buttons = sentences.map((each, place) => {
        const button = element("button");
        button.setAttribute("type", "button");
        button.onclick = () => choose?.([group, place]);
        button.append(...written(each, element));
        if (each.looked_at !== null) button.append(element("small", each.shares[each.looked_at].toFixed(2), "weight"));
        return button;
      });
      section.append(title, ...buttons);
      return section;
    }),
  );
  box.querySelectorAll("button")[before]?.focus();
}

/** @type {(sentence: Header.TintedSentence, element: (name: string, textContent?: string, className?: string) => HTMLElement) => (Node | string)[]} the tokens of a sentence without those in the middle that are far from the one that looks and the one looked at. */
function written({ tokens, shares, looks, looked_at }, element) {
  const kept = (/** @type {number} */ place) => place >= looks - NEAR || (looked_at !== null && Math.abs(place - looked_at) <= AROUND);
  /** @type {(Node | string)[]} */
  const parts = [];
  tokens.forEach((token, place) => {
    if (!kept(place)) return;
    if (place && !kept(place - 1)) parts.push(element("i", " … "));
    const word = element("span", token.trimStart(), place === looks ? "looks" : "");
    word.style.setProperty("--depth", `${MOST * shares[place]}%`);
    parts.push(token.startsWith(" ") ? " " : "", word);
  });
  if (!kept(0)) parts[0] = element("i", "… ");
  return parts;
}
