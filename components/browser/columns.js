// Numbers as upright bars on one zero line, with their running sum; hover or arrow keys give exact values.

import { fitted, keepPainted, sized, tell, written } from "./shared.js";

const ABOVE = 10;

export const html = `
  <p class="legend"></p>
  <div class="picture"><canvas tabindex="0" role="img"></canvas><div class="card" hidden></div></div>
`;

export default function ({ root, header, values }) {
  const { names, labels, notes, x_title, y_title, height } = header;
  const canvas = root.querySelector("canvas");
  const card = root.querySelector(".card");
  const count = labels.length;
  const series = names.map((_, place) => values.subarray(place * count, (place + 1) * count));
  const sums = [];
  if (header.sum) series.at(-1).forEach((value, place) => sums.push((sums[place - 1] ?? 0) + value));
  const low = Math.min(0, ...values, ...sums);
  const high = Math.max(0, ...values, ...sums) || 1;
  const numbered = labels.every((label, place) => label === String(place)); // dimensions, not words
  const below = numbered ? 42 : 84; // words stand aslant
  let cursor = count - 1;
  let box; // how places and values become pixels: set by paint

  const shades = (palette) => (names.length > 1 ? [palette.soft, palette.accent] : [palette.accent]);

  function paint({ width, palette, family }) {
    const context = sized(canvas, width, height);
    context.font = `12px ${family}`;
    const left = 62;
    const step = (width - left - 8) / count;
    box = { left, step, y: (value) => ABOVE + ((high - value) / (high - low)) * (height - ABOVE - below) };
    axes(context, palette, width);
    const bar = Math.max(1, (step * 0.7) / names.length);
    series.forEach((numbers, place) => {
      context.fillStyle = shades(palette)[place];
      numbers.forEach((value, at) => {
        const [top, bottom] = [box.y(Math.max(value, 0)), box.y(Math.min(value, 0))];
        context.fillRect(left + (at + 0.15) * step + place * bar, top, bar, Math.max(1, bottom - top));
      });
    });
    if (sums.length) path(context, palette);
    legend(palette);
  }

  function axes(context, palette, width) {
    const { left, step, y } = box;
    context.textBaseline = "middle";
    context.textAlign = "right";
    for (const tick of ticks()) {
      context.fillStyle = palette.line;
      context.fillRect(left, y(tick), width - left, 1);
      context.fillStyle = palette.soft;
      context.fillText(written(tick, 10 > high - low ? (1 > high - low ? 2 : 1) : 0), left - 6, y(tick));
    }
    const every = Math.ceil((numbered ? 26 : 15) / step); // more labels could not be read
    labels.forEach((label, place) => {
      if (place % every) return;
      context.save();
      context.translate(left + (place + 0.5) * step, height - below + 12);
      if (!numbered) context.rotate(-Math.PI / 4);
      context.textAlign = numbered ? "center" : "right";
      context.fillText(fitted(context, label, 66), 0, 0);
      context.restore();
    });
    context.textAlign = "center";
    context.fillText(x_title, (left + width) / 2, height - 8);
    context.save();
    context.translate(8, (ABOVE + height - below) / 2);
    context.rotate(-Math.PI / 2);
    context.fillText(y_title, 0, 0);
    context.restore();
  }

  /** Round numbers from the lowest to the highest value, about four. */
  function ticks() {
    const rough = (high - low) / 4;
    const power = 10 ** Math.floor(Math.log10(rough));
    const step = power * [1, 2, 5, 10].find((factor) => factor * power >= rough);
    const first = Math.ceil(low / step);
    return Array.from({ length: Math.floor(high / step) - first + 1 }, (_, place) => (first + place) * step);
  }

  /** The running sum, a step for each bar. */
  function path(context, palette) {
    context.strokeStyle = palette.ink;
    context.lineWidth = 2;
    context.beginPath();
    sums.forEach((value, place) => {
      context.lineTo(box.left + place * box.step, box.y(value));
      context.lineTo(box.left + (place + 1) * box.step, box.y(value));
    });
    context.stroke();
  }

  function legend(palette) {
    const entries = names.map((name, place) => [name, shades(palette)[place]]);
    if (sums.length) entries.push(["sum so far", palette.ink]);
    root.querySelector(".legend").replaceChildren(
      ...entries.map(([name, shade]) => {
        const entry = document.createElement("span");
        const mark = document.createElement("i");
        mark.style.color = shade;
        entry.append(mark, name);
        return entry;
      }),
    );
  }

  function describe(place, x, y) {
    const lines = [numbered ? `${x_title} ${place}` : `${labels[place]}, position ${header.first + place}`];
    if (notes.length) lines.push(notes[place]);
    series.forEach((numbers, at) => lines.push(`${names[at]}: ${written(numbers[place], 4)}`));
    if (sums.length) lines.push(`sum so far: ${written(sums[place], 4)}`);
    tell(card, lines, x, y);
  }

  canvas.onpointermove = (event) => {
    const place = Math.floor((event.offsetX - box.left) / box.step);
    if (place >= 0 && place < count) describe(place, event.offsetX, event.offsetY);
    else tell(card, []);
  };
  canvas.onpointerleave = canvas.onblur = () => tell(card, []);
  canvas.onkeydown = (event) => {
    const step = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
    if (!step) return;
    event.preventDefault();
    cursor = Math.min(count - 1, Math.max(0, cursor + step));
    describe(cursor, box.left + (cursor + 0.5) * box.step, height / 2);
  };
  canvas.setAttribute("aria-label", header.alt);
  keepPainted(root, paint);
}
