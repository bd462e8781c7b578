// Curves over one number: solid or dashed lines, points, the present place marked; hover or arrow keys give values.

import { keepPainted, sized, tell } from "./shared.js";

const BELOW = 42; // room for the x axis and its title
const ABOVE = 10;

export const html = `
  <p class="legend"></p>
  <div class="picture"><canvas tabindex="0" role="img"></canvas><div class="card" hidden></div></div>
`;

export default function ({ root, header, values }) {
  const { names, kinds, at, logarithmic, x_title, y_title, height } = header;
  const canvas = root.querySelector("canvas");
  const card = root.querySelector(".card");
  const count = values.length / (names.length + 1);
  const over = values.subarray(0, count);
  const series = names.map((_, place) => values.subarray((place + 1) * count, (place + 2) * count));
  const logX = logarithmic.includes("x");
  const logY = logarithmic.includes("y");
  const inX = (value) => (logX ? Math.log10(value) : value);
  const inY = (value) => (logY ? Math.log10(Math.max(value, 1e-30)) : value);
  let cursor = at === null ? 0 : nearest(inX(at));
  let axes; // how values become pixels: set by paint

  function nearest(wanted) {
    let best = 0;
    over.forEach((value, place) => {
      if (Math.abs(inX(value) - wanted) < Math.abs(inX(over[best]) - wanted)) best = place;
    });
    return best;
  }

  function paint({ width, palette, family }) {
    const context = sized(canvas, width, height);
    context.font = `12px ${family}`;
    const [low, high] = header.y_range.map(inY);
    const margin = (high - low || 1) * 0.05;
    const yTicks = ticks(header.y_ticks, low, high, logY);
    const left = 30 + Math.max(...yTicks.map((tick) => context.measureText(short(tick)).width));
    const [first, last] = [inX(over[0]), inX(over[count - 1])];
    axes = {
      left,
      width,
      x: (value) => left + 6 + ((inX(value) - first) / (last - first || 1)) * (width - left - 16),
      y: (value) => ABOVE + (1 - (inY(value) - low + margin) / (high - low + 2 * margin || 1)) * (height - ABOVE - BELOW),
      back: (pixel) => first + ((pixel - left - 6) / (width - left - 16)) * (last - first),
    };
    const shades = colours(palette);
    grid(context, palette, yTicks, ticks(header.x_ticks, first, last, logX));
    if (at !== null) rule(context, axes.x(at), palette.soft);
    series.forEach((line, place) => draw(context, line, kinds[place], shades[place % shades.length], palette));
    legend(shades);
  }

  function grid(context, palette, yTicks, xTicks) {
    const bottom = height - BELOW;
    context.lineWidth = 1;
    context.strokeStyle = palette.line;
    context.fillStyle = palette.soft;
    context.textBaseline = "middle";
    context.textAlign = "right";
    for (const tick of yTicks) {
      const y = axes.y(tick);
      context.beginPath();
      context.moveTo(axes.left, y);
      context.lineTo(axes.width, y);
      context.stroke();
      context.fillText(short(tick), axes.left - 6, y);
    }
    context.textAlign = "center";
    let free = -Infinity; // where the label before ends
    for (const tick of xTicks) {
      const half = context.measureText(short(tick)).width / 2;
      const x = Math.min(axes.x(tick), axes.width - half);
      if (x - half < free + 6) continue;
      context.fillText(short(tick), x, bottom + 12);
      free = x + half;
    }
    context.fillText(x_title, (axes.left + axes.width) / 2, bottom + 32);
    context.save();
    context.translate(8, (ABOVE + bottom) / 2);
    context.rotate(-Math.PI / 2);
    context.fillText(y_title, 0, 0);
    context.restore();
  }

  function rule(context, x, shade) {
    context.strokeStyle = shade;
    context.lineWidth = 1;
    context.setLineDash([2, 3]);
    context.beginPath();
    context.moveTo(x, ABOVE);
    context.lineTo(x, height - BELOW);
    context.stroke();
    context.setLineDash([]);
  }

  function draw(context, line, kind, shade, palette) {
    context.strokeStyle = context.fillStyle = shade;
    if (kind === "points") {
      line.forEach((value, place) => Number.isFinite(value) && dot(context, over[place], value, 4.5));
      return;
    }
    context.lineWidth = kind === "dashed" ? 1.75 : 2.5;
    context.setLineDash(kind === "dashed" ? [6, 5] : []);
    context.beginPath();
    let joined = false;
    line.forEach((value, place) => {
      if (Number.isFinite(value)) context[joined ? "lineTo" : "moveTo"](axes.x(over[place]), axes.y(value));
      joined = Number.isFinite(value);
    });
    context.stroke();
    context.setLineDash([]);
    if (at === null || kind === "dashed") return;
    const now = line[nearest(inX(at))];
    dot(context, at, now, 6);
    context.strokeStyle = palette.ink;
    context.lineWidth = 1.5;
    context.stroke();
  }

  function dot(context, x, y, radius) {
    context.beginPath();
    context.arc(axes.x(x), axes.y(y), radius, 0, 2 * Math.PI);
    context.fill();
  }

  function legend(shades) {
    root.querySelector(".legend").replaceChildren(
      ...names.map((name, place) => {
        const entry = document.createElement("span");
        const sample = document.createElement("i");
        sample.className = kinds[place];
        sample.style.color = sample.style.borderColor = shades[place % shades.length];
        entry.append(sample, name);
        return entry;
      }),
    );
  }

  function describe() {
    const lines = names
      .map((name, place) => [name, series[place][cursor]])
      .filter(([, value]) => Number.isFinite(value))
      .map(([name, value]) => `${name} ${exact(value)}`);
    tell(card, [`${x_title} ${exact(over[cursor])}`, ...lines], axes.x(over[cursor]), ABOVE + 20);
  }

  canvas.onpointermove = (event) => {
    cursor = nearest(axes.back(event.offsetX));
    describe();
  };
  canvas.onpointerleave = canvas.onblur = () => tell(card, []);
  canvas.onkeydown = (event) => {
    const step = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
    if (!step) return;
    event.preventDefault();
    cursor = Math.min(count - 1, Math.max(0, cursor + step));
    describe();
  };
  canvas.setAttribute("aria-label", header.alt);
  keepPainted(root, paint);
}

/** One colour for each curve, the same order in every picture. */
function colours({ accent, soft, dimensions }) {
  return [accent, dimensions.d_model, dimensions.d_head, dimensions.vocab, soft];
}

/** Where an axis is labelled: the ticks given, whole powers of ten, or four to seven round numbers. */
function ticks(given, low, high, logarithmic) {
  if (given.length) return given;
  if (logarithmic) {
    const powers = [];
    for (let power = Math.ceil(low - 1e-9); power <= high + 1e-9; power++) powers.push(10 ** power);
    return powers;
  }
  const rough = (high - low || 1) / 5;
  const size = 10 ** Math.floor(Math.log10(rough));
  const step = size * [1, 2, 5, 10].find((factor) => factor * size >= rough);
  const found = [];
  for (let tick = Math.ceil(low / step - 1e-9) * step; tick <= high + step * 1e-6; tick += step) found.push(tick);
  return found;
}

/** A tick's label; a large or small power of ten as one. */
function short(value) {
  const power = Math.round(Math.log10(value));
  if (value > 0 && Math.abs(power) > 4 && Math.abs(value / 10 ** power - 1) < 1e-9) {
    return `10${[...String(power)].map((sign) => "⁻⁰¹²³⁴⁵⁶⁷⁸⁹"["-0123456789".indexOf(sign)]).join("")}`;
  }
  return String(Number(value.toPrecision(6))).replace("-", "−");
}

/** A value on hover: five digits. */
function exact(value) {
  return String(Number(value.toPrecision(5))).replace("-", "−");
}
