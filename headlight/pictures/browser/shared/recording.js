// A canvas context that also writes down what is drawn with it, as elements of SVG.
//
// It draws on the canvas as before and asks it for widths, colours and transforms; only what paints or makes a path is
// written down. An image, which pictures use for cells too small for numbers, becomes one path for each colour.

import { penOf, ratioOf } from "./pen.js";

/** @typedef {"moveTo" | "lineTo" | "bezierCurveTo" | "quadraticCurveTo" | "closePath" | "rect" | "roundRect" | "arc"} Shape */

/** @type {Partial<Record<CanvasTextAlign, string>>} */
const ANCHORS = { center: "middle", right: "end", end: "end" };

let clips = 0; // each has a name of its own in the file

/** @param {HTMLCanvasElement} canvas which gets such a context; what was drawn last is in its function `drawn`, as text */
export function recording(canvas) {
  const pen = /** @type {CanvasRenderingContext2D} */ (canvas.getContext("2d"));
  const ratio = ratioOf(canvas); // the canvas counts pixels of the screen, the file those of CSS
  const open = [0]; // groups that end with each `restore`
  /** @type {string[]} */
  let drawn = [];
  let path = "";

  const matrix = () => {
    const { a, b, c, d, e, f } = pen.getTransform();
    const numbers = [a, b, c, d, e, f].map((number) => short(number / ratio));
    return String(numbers) === "1,0,0,1,0,0" ? "" : `matrix(${numbers})`;
  };
  const transform = () => (matrix() ? ` transform="${matrix()}"` : "");
  const ends = () => `${pen.globalAlpha < 1 ? ` opacity="${short(pen.globalAlpha)}"` : ""}${transform()}/>`;
  const filled = () => ` fill="${pen.fillStyle instanceof CanvasPattern ? "url(#hatching)" : pen.fillStyle}"`;
  const stroked = () => {
    const dashes = pen.getLineDash();
    return ` fill="none" stroke="${pen.strokeStyle}" stroke-width="${short(pen.lineWidth)}"${dashes.length ? ` stroke-dasharray="${dashes}"` : ""}`;
  };
  const rectangle = (/** @type {number[]} */ box) => "x y width height".split(" ").map((name, at) => ` ${name}="${short(box[at])}"`).join("");
  /** @type {(paint: string, text: string, x: number, y: number) => void} */
  const lettered = (paint, text, x, y) => {
    const [, slant, weight = "400", size] = /(italic )?(?:(bold|\d{3}) )?([\d.]+)px/.exec(pen.font) ?? [];
    const { width, alphabeticBaseline } = pen.measureText(text);
    const anchor = ANCHORS[pen.textAlign];
    const start = `<text x="${short(x)}" y="${short(y - alphabeticBaseline)}" font-size="${size}"`;
    const bold = weight === "400" ? "" : ` font-weight="${weight}"`;
    const leaning = slant ? ' font-style="italic"' : "";
    const side = anchor ? ` text-anchor="${anchor}"` : "";
    drawn.push(`${start}${bold}${leaning}${side}${length(text, width)}${paint}${ends().slice(0, -2)}>${escaped(text)}</text>`);
  };

  /** @type {Pick<CanvasRenderingContext2D, "clearRect" | "fillRect" | "strokeRect" | "fillText" | "strokeText" | "beginPath" | "fill" | "stroke" | "clip" | "save" | "restore"> & Record<string, Function>} */
  const ours = {
    clearRect(...box) {
      drawn = [];
      pen.clearRect(...box);
    },
    fillRect(...box) {
      drawn.push(`<rect${rectangle(box)}${filled()}${ends()}`);
      pen.fillRect(...box);
    },
    strokeRect(...box) {
      drawn.push(`<rect${rectangle(box)}${stroked()}${ends()}`);
      pen.strokeRect(...box);
    },
    fillText(text, x, y) {
      lettered(filled(), String(text), x, y);
      pen.fillText(text, x, y);
    },
    strokeText(text, x, y) {
      lettered(stroked(), String(text), x, y);
      pen.strokeText(text, x, y);
    },
    beginPath() {
      path = "";
      pen.beginPath();
    },
    fill() {
      drawn.push(`<path d="${path}"${filled()}${ends()}`);
      pen.fill();
    },
    stroke() {
      drawn.push(`<path d="${path}"${stroked()}${ends()}`);
      pen.stroke();
    },
    clip() {
      const name = `clip${(clips += 1)}`;
      drawn.push(`<clipPath id="${name}"><path d="${path}"${transform()}/></clipPath><g clip-path="url(#${name})">`);
      open[open.length - 1] += 1;
      pen.clip();
    },
    save() {
      open.push(0);
      pen.save();
    },
    restore() {
      for (let groups = open.pop() ?? 0; groups > 0; groups--) drawn.push("</g>");
      pen.restore();
    },
    /** @type {(image: HTMLCanvasElement, x: number, y: number, width: number, height: number) => void} */
    drawImage(image, x, y, width, height) {
      const [across, down] = [width / image.width, height / image.height];
      const place = `${matrix()} translate(${short(x)} ${short(y)}) scale(${short(across)} ${short(down)})`;
      drawn.push(`<g shape-rendering="crispEdges" transform="${place}">${cells(image)}</g>`);
      pen.drawImage(image, x, y, width, height);
    },
  };
  /** @type {Record<Shape, (...numbers: number[]) => string>} */
  const shapes = {
    moveTo: (x, y) => `M${points(x, y)}`,
    lineTo: (x, y) => `${path ? "L" : "M"}${points(x, y)}`,
    bezierCurveTo: (...ends) => `C${points(...ends)}`,
    quadraticCurveTo: (...ends) => `Q${points(...ends)}`,
    closePath: () => "Z",
    rect: (x, y, width, height) => `M${points(x, y)}h${short(width)}v${short(height)}h${short(-width)}Z`,
    roundRect: rounded,
    arc: (x, y, radius, from, to) => arc(x, y, radius, from, to, path ? "L" : "M"),
  };
  for (const name of /** @type {Shape[]} */ (Object.keys(shapes))) {
    const draws = /** @type {(...numbers: number[]) => void} */ (pen[name].bind(pen));
    ours[name] = (/** @type {number[]} */ ...numbers) => {
      path += shapes[name](...numbers);
      draws(...numbers);
    };
  }

  const context = new Proxy(pen, {
    get(_, name) {
      const its = ours[String(name)] ?? Reflect.get(pen, name);
      return typeof its === "function" && !(name in ours) ? its.bind(pen) : its;
    },
    set: (_, name, value) => Reflect.set(pen, name, value),
  });
  Object.assign(canvas, { getContext: () => context, drawn: () => drawn.join("\n") });
}

const NOT_XML = /[^\t\n\r\x20-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/gu; // no file of XML that holds one can be opened

/** @param {string} text as XML can hold it */
export const inXml = (text) => text.replace(NOT_XML, "\uFFFD");

/** @param {string} text inside an element of XML */
export function escaped(text) {
  return inXml(text).replace(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`);
}

/** @type {(text: string, width: number) => string} the width that a text had here, so that it has it in another type too; its spaces stay. */
function length(text, width) {
  const spaces = /^\s|\s\s|\s$/.test(text) ? ' xml:space="preserve"' : "";
  return width > 0 ? `${spaces} textLength="${short(width)}" lengthAdjust="spacingAndGlyphs"` : spaces;
}

/** @param {number} number of at most three decimals: a thousandth of a pixel is not seen. */
export function short(number) {
  return Math.round(number * 1000) / 1000;
}

const points = (/** @type {number[]} */ ...numbers) => numbers.map(short).join(" ");

/** @type {(...numbers: number[]) => string} */
function rounded(x, y, width, height, radius) {
  const [r, w, h] = [radius, width - 2 * radius, height - 2 * radius].map(short);
  const turn = (/** @type {number} */ right, /** @type {number} */ down) => `a${r} ${r} 0 0 1 ${right} ${down}`;
  return `M${points(x + radius, y)}h${w}${turn(r, r)}v${h}${turn(-r, r)}h${-w}${turn(-r, -r)}v${-h}${turn(r, -r)}Z`;
}

/** @type {(x: number, y: number, radius: number, from: number, to: number, first: string) => string} an arc, clockwise; a whole circle is two halves, because an arc that ends where it starts is none. */
function arc(x, y, radius, from, to, first) {
  const at = (/** @type {number} */ angle) => points(x + radius * Math.cos(angle), y + radius * Math.sin(angle));
  const along = (/** @type {number} */ angle) => `A${short(radius)} ${short(radius)} 0 0 1 ${at(angle)}`;
  return `${first}${at(from)}${along((from + to) / 2)}${along(to)}`;
}

const reader = penOf(document.createElement("canvas"), { willReadFrequently: true });

/** @param {HTMLCanvasElement} image the pixels of a small canvas, each a square of side 1: one path for each colour. */
function cells(image) {
  Object.assign(reader.canvas, { width: image.width, height: image.height }); // which clears it
  reader.drawImage(image, 0, 0);
  const { data } = reader.getImageData(0, 0, image.width, image.height);
  const paths = new Map();
  for (let row = 0; row < image.height; row++) {
    for (let column = 0, start = 0; column < image.width; column = start) {
      const colour = pixel(data, row * image.width + column);
      for (start = column + 1; start < image.width && pixel(data, row * image.width + start) === colour; ) start += 1;
      if (colour) paths.set(colour, `${paths.get(colour) ?? ""}M${column} ${row}h${start - column}v1h${column - start}z`);
    }
  }
  return [...paths].map(([colour, squares]) => `<path fill="${colour}" d="${squares}"/>`).join("");
}

/** @type {(data: ImageData["data"], at: number) => string} the colour of a pixel, empty where it is clear. */
function pixel(data, at) {
  const [red, green, blue, alpha] = data.subarray(4 * at, 4 * at + 4);
  return alpha ? `#${((1 << 24) | (red << 16) | (green << 8) | blue).toString(16).slice(1)}` : "";
}
