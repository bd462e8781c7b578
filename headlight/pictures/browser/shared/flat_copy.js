// What stands on the page as one tree whose styles are written into its elements, for an image: that knows neither
// style sheets nor shadow trees. Only what an element does not have by itself, or from its parent, is written.

import { inXml } from "./recording.js";

const PRESSED = ["save", "switches", "strip", "every", "zoom", "overview"]; // what is there to be pressed says nothing on paper
const LAID_OUT = /^(?!font|letter|word).*(size|width|height|inset|top|right|bottom|left|padding|margin|gap|grid)/;
const LEFT_OUT = /^(--|max-)/; // a limit too, where the size is written: the columns of a table would be laid out again by it
const LINE = /^(border|outline).*width$/; // 0 by itself, but not once there is a style of line
const UNIT = 64; // parts of a pixel that a browser counts lengths in; as text they are cut, and words would wrap

/**
 * A copy of `frame` and of all that it holds, as XML, and how far that reaches in pixels.
 *
 * A canvas is copied as what it has recorded, see recording.js.
 *
 * @param {HTMLElement} frame
 */
export function flatCopy(frame) {
  const { left, top } = frame.getBoundingClientRect();
  const zoom = frame.currentCSSZoom ?? 1;
  const host = document.body.appendChild(document.createElement("div"));
  const bare = host.attachShadow({ mode: "open" }).appendChild(document.createElement("div")); // where no style sheet reaches
  bare.style.all = "initial";
  /** @type {Map<string, Record<string, string>>} */
  const defaults = new Map(); // of a kind of element
  let [width, height] = [0, 0];
  try {
    const whole = document.createElement("div");
    whole.append(copyOf(frame, getComputedStyle(bare)));
    return { copy: new XMLSerializer().serializeToString(whole), width, height };
  } finally {
    host.remove();
  }

  /** @type {(node: Node, above: CSSStyleDeclaration) => Node | string} */
  function copyOf(node, above) {
    if (node instanceof Text) return document.createTextNode(inXml(node.data));
    if (!(node instanceof Element)) return "";
    const style = getComputedStyle(node);
    if (style.display === "none") return "";
    const box = node.getBoundingClientRect();
    if (box.width) [width, height] = [Math.max(width, (box.right - left) / zoom), Math.max(height, (box.bottom - top) / zoom)];
    if (node instanceof HTMLCanvasElement) return recorded(/** @type {Recorded} */ (node), style);
    const copy = /** @type {HTMLElement} */ (document.createElementNS(node.namespaceURI, node.localName));
    for (const { name, value } of node.attributes) if (!/^(id|class|style|on.*)$/.test(name)) copy.setAttribute(name, inXml(value));
    copy.setAttribute("style", differences(style, above, node));
    if (box.top === top) copy.style.marginTop = "0"; // on the page it has collapsed with one outside of the frame
    if (PRESSED.includes(node.className)) copy.style.visibility = "hidden";
    else copy.append(beside(node, "::before", style), ...[...(node.shadowRoot ?? node).childNodes].map((child) => copyOf(child, style)), beside(node, "::after", style));
    return copy;
  }

  /** @type {(style: CSSStyleDeclaration, above: CSSStyleDeclaration, node: Element & { type?: string }) => string} what a style says that neither its kind of element nor its parent has */
  function differences(style, above, { namespaceURI, localName, type = "" }) {
    const kind = `${localName} ${type}`; // an input of each type has its own
    if (!defaults.has(kind)) {
      const plain = bare.appendChild(document.createElementNS(namespaceURI, localName));
      if (type) plain.setAttribute("type", type);
      const own = getComputedStyle(plain);
      defaults.set(kind, Object.fromEntries([...own].map((name) => [name, own.getPropertyValue(name)])));
      plain.remove();
    }
    const usual = defaults.get(kind) ?? {};
    const exact = (/** @type {string} */ value) => value.replace(/\d+\.\d+(?=px)/g, (number) => String(Math.round(Number(number) * UNIT) / UNIT));
    return [...style].filter((name) => !LEFT_OUT.test(name)).map((name) => [name, style.getPropertyValue(name)])
      .filter(([name, value]) => LINE.test(name) || value !== usual[name] || value !== above.getPropertyValue(name))
      .map(([name, value]) => `${name}:${LAID_OUT.test(name) ? exact(value) : value}`).join(";");
  }

  /** @type {(node: Element & { dataset?: DOMStringMap }, name: string, above: CSSStyleDeclaration) => Node | string} what a style puts before or after an element */
  function beside(node, name, above) {
    const style = getComputedStyle(node, name);
    if (["none", "normal"].includes(style.content)) return "";
    const words = style.content.startsWith('"') ? style.content.slice(1, -1) : (node.dataset?.weight ?? ""); // attr(data-weight)
    const copy = Object.assign(document.createElement("span"), { textContent: words });
    copy.setAttribute("style", differences(style, above, copy));
    return copy;
  }

  /** @type {(canvas: Recorded, style: CSSStyleDeclaration) => Node} */
  function recorded(canvas, style) {
    const { width, height } = canvas.style;
    const copy = document.createElementNS("http://www.w3.org/2000/svg", "svg");
    copy.setAttribute("style", `display:block;overflow:visible;position:${style.position};inset:${style.inset};margin:${style.margin};width:${width};height:${height}`);
    copy.innerHTML = canvas.drawn();
    return copy;
  }
}
