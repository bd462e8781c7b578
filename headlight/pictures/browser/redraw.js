// What stands on the page, as laid out by the browser, drawn again as elements of SVG: boxes, lines of text, canvases.
//
// It knows what the pictures of this app use, not all of CSS. Formulas are MathML, which SVG has no word for: they are
// carried along as they are, in a foreignObject that browsers show and drawing programs may not.

import { escaped, length, short } from "./recording.js";
import { penOf } from "./shared.js";

const pen = penOf(document.createElement("canvas"), { willReadFrequently: true });
const PRESSED = ["save", "switches", "strip", "every", "zoom", "overview"]; // what is there to be pressed says nothing on paper
const INLINED = ["font-family", "font-size", "font-style", "font-weight", "text-transform", "color", "padding", "text-align", "border-bottom", "display"];

/** Elements of SVG that look like `frame` and all that it holds, its corner at 0, and how far they reach. */
export function redrawn(frame) {
  const { left, top } = frame.getBoundingClientRect();
  const drawn = [];
  let [width, height] = [0, 0];
  visit(frame);
  return { drawn: drawn.join("\n"), width, height };

  function visit(node) {
    if (node.nodeType === Node.TEXT_NODE) return letters(node);
    if (node.nodeType !== Node.ELEMENT_NODE) return;
    const style = getComputedStyle(node);
    if (style.display === "none" || style.visibility === "hidden" || PRESSED.includes(node.className)) return;
    const box = node.getBoundingClientRect();
    if (box.width) [width, height] = [Math.max(width, box.right - left), Math.max(height, box.bottom - top)];
    if (node.localName === "math") return formula(node, box);
    const pale = Number(style.opacity) < 1;
    if (pale) drawn.push(`<g opacity="${style.opacity}">`);
    const at = { x: box.left - left, y: box.top - top, width: box.width, height: box.height };
    if (node.localName === "canvas") drawn.push(`<g transform="translate(${short(at.x)} ${short(at.y)})">${node.drawn()}</g>`);
    else if (node.localName === "path") way(node, style);
    else ground(style, at);
    for (const name of ["::before", "::after"]) beside(node, getComputedStyle(node, name), at);
    for (const child of (node.shadowRoot ?? node).childNodes) visit(child);
    if (pale) drawn.push("</g>");
  }

  /** A path of an SVG, in the place of that. */
  function way(node, style) {
    const corner = node.ownerSVGElement.getBoundingClientRect();
    const place = `translate(${short(corner.left - left)} ${short(corner.top - top)})`;
    const ends = `stroke-width="${parseFloat(style.strokeWidth)}" stroke-linecap="${style.strokeLinecap}"`;
    drawn.push(`<path d="${node.getAttribute("d")}" transform="${place}" fill="none" ${painted("stroke", style.stroke)} ${ends}/>`);
  }

  /** The ground, the border and the outline of a box. */
  function ground(style, { x, y, width, height }) {
    const given = parseFloat(style.borderTopLeftRadius) || 0;
    const radius = style.borderTopLeftRadius.endsWith("%") ? (given / 100) * width : Math.min(given, height / 2);
    const rect = (grow, look) =>
      drawn.push(
        `<rect x="${short(x - grow)}" y="${short(y - grow)}" width="${short(width + 2 * grow)}" ` +
          `height="${short(height + 2 * grow)}" rx="${short(Math.max(0, radius + grow))}" ${look}/>`,
      );
    const dashes = (kind, thick) => (kind === "dashed" ? ` stroke-dasharray="${3 * thick} ${2 * thick}"` : "");
    const stroke = (colour, thick, kind) => `fill="none" ${painted("stroke", colour)} stroke-width="${thick}"${dashes(kind, thick)}`;
    if (style.backgroundImage.includes("gradient")) rect(0, 'fill="url(#hatching)"');
    else if (visible(style.backgroundColor)) rect(0, painted("fill", style.backgroundColor));
    const sides = ["Top", "Right", "Bottom", "Left"].map((side) => [
      style[`border${side}Style`] === "none" ? 0 : parseFloat(style[`border${side}Width`]),
      style[`border${side}Color`],
      style[`border${side}Style`],
    ]);
    const [thick, colour, kind] = sides[0];
    if (thick && sides.every((side) => String(side) === String(sides[0]))) rect(-thick / 2, stroke(colour, thick, kind));
    else {
      const ways = [`M0 0h${width}`, `M${width} 0v${height}`, `M0 ${height}h${width}`, `M0 0v${height}`];
      sides.forEach(([thick, colour, kind], at) => {
        if (!thick) return;
        const inwards = [[0, thick / 2], [-thick / 2, 0], [0, -thick / 2], [thick / 2, 0]][at];
        const place = `translate(${short(x + inwards[0])} ${short(y + inwards[1])})`;
        drawn.push(`<path d="${ways[at]}" transform="${place}" ${stroke(colour, thick, kind)}/>`);
      });
    }
    const outline = style.outlineStyle === "none" ? 0 : parseFloat(style.outlineWidth);
    if (outline) rect(parseFloat(style.outlineOffset) + outline / 2, stroke(style.outlineColor, outline, "solid"));
  }

  /** What a style puts before or after an element, if it has a place of its own. */
  function beside(node, style, at) {
    if (style.content === "none" || style.position !== "absolute") return;
    const [x, y] = [at.x + node.clientLeft + parseFloat(style.left), at.y + node.clientTop + parseFloat(style.top)];
    const size = (name) => parseFloat(style[name]) + (style.boxSizing === "border-box" ? 0 : sum(style, name));
    const [width, height] = [size("width"), size("height")];
    const shift = style.translate === "none" ? 0 : (parseFloat(style.translate) / 100) * width;
    ground(style, { x: x + shift, y, width, height });
    const words = node.dataset.weight;
    if (words) line(words, style, { x: x + shift + parseFloat(style.paddingLeft), y, width: parseFloat(style.width), height });
  }

  /** The lines that a text takes. */
  function letters(node) {
    if (!node.data.trim()) return;
    const style = getComputedStyle(node.parentElement);
    const range = document.createRange();
    const lines = [];
    let from = 0;
    for (const sign of node.data) {
      range.setStart(node, from);
      range.setEnd(node, (from += sign.length));
      const box = [...range.getClientRects()].at(-1);
      if (!box?.width) continue;
      const last = lines.at(-1);
      if (last && Math.abs(last.y - (box.top - top)) < box.height / 2) {
        last.words += sign;
        last.width = box.right - left - last.x;
      } else lines.push({ words: sign, x: box.left - left, y: box.top - top, width: box.width, height: box.height });
    }
    const { textOverflow, overflow } = style;
    const room = node.parentElement.getBoundingClientRect().right - left;
    for (const { words, ...box } of lines) {
      const cut = overflow === "hidden" && box.x + box.width > room + 1;
      if (cut && textOverflow === "ellipsis") line(shortened(words, style, room - box.x), style, { ...box, width: 0 });
      else line(words, style, box);
    }
  }

  function line(words, style, { x, y, width, height }) {
    pen.font = fontOf(style);
    const { fontBoundingBoxAscent: above, fontBoundingBoxDescent: below } = pen.measureText(words);
    const base = y + (height - above - below) / 2 + above;
    const bold = style.fontWeight === "400" ? "" : ` font-weight="${style.fontWeight}"`;
    const slant = style.fontStyle === "italic" ? ' font-style="italic"' : "";
    const thick = parseFloat(style.webkitTextStrokeWidth);
    const stroke = thick ? ` ${painted("stroke", style.webkitTextStrokeColor)} stroke-width="${short(thick)}"` : "";
    const order = thick && style.paintOrder.startsWith("stroke") ? ' paint-order="stroke"' : ""; // a line around the letters
    const look = `font-size="${parseFloat(style.fontSize)}"${bold}${slant} ${painted("fill", style.color)}${stroke}${order}`;
    drawn.push(`<text x="${short(x)}" y="${short(base)}"${length(words, width)} ${look}>${escaped(words)}</text>`);
  }

  function formula(node, box) {
    const copy = node.cloneNode(true);
    const [own, copied] = [node, copy].map((each) => [each, ...each.querySelectorAll("*")]);
    own.forEach((each, at) => {
      const style = getComputedStyle(each);
      copied[at].setAttribute("style", INLINED.map((name) => `${name}:${style.getPropertyValue(name)}`).join(";"));
    });
    copy.style.display = "block math"; // in a line of its own it would stand on the line's foot
    const size = `width="${short(box.width)}" height="${short(box.height)}" style="overflow:visible"`;
    const place = `x="${short(box.left - left)}" y="${short(box.top - top)}" ${size}`;
    drawn.push(`<foreignObject ${place}>${new XMLSerializer().serializeToString(copy)}</foreignObject>`);
  }
}

function sum(style, name) {
  const sides = name === "width" ? ["Left", "Right"] : ["Top", "Bottom"];
  return sides.reduce((total, side) => total + parseFloat(style[`padding${side}`]) + parseFloat(style[`border${side}Width`]), 0);
}

const fontOf = ({ fontWeight, fontSize, fontFamily }) => `${fontWeight} ${fontSize} ${fontFamily}`;

function shortened(words, style, room) {
  pen.font = fontOf(style);
  const kept = [...words];
  while (kept.length > 1 && pen.measureText(`${kept.join("")}…`).width > room) kept.pop();
  return `${kept.join("")}…`;
}

const read = new Map(); // a colour as CSS computes it -> red, green, blue, alpha

/** What the screen makes of a colour: styles mix them in ways that files have no words for. */
function channels(colour) {
  if (!read.has(colour)) {
    pen.clearRect(0, 0, 1, 1);
    pen.fillStyle = colour;
    pen.fillRect(0, 0, 1, 1);
    read.set(colour, pen.getImageData(0, 0, 1, 1).data);
  }
  return read.get(colour);
}

const visible = (colour) => channels(colour)[3] > 0;

function painted(name, colour) {
  const [red, green, blue, alpha] = channels(colour);
  return `${name}="rgb(${red},${green},${blue})"${alpha < 255 ? ` ${name}-opacity="${short(alpha / 255)}"` : ""}`;
}
