// Vectors as strips: one row a token, one column a dimension, signed colours about zero.

import { keepPainted, lookup, sheet, sized, tell, written } from "./shared.js";

export const html = '<div class="picture"><canvas tabindex="0" role="img"></canvas><div class="card" hidden></div></div>';

export default function ({ root, header, values }) {
  const { strips, tokens, width: dimensions, extent } = header;
  const canvas = root.querySelector("canvas");
  const card = root.querySelector(".card");
  const exact = (strip, token, dimension) => values[(strip * tokens.length + token) * dimensions + dimension];
  let box;

  function paint({ width, palette, family }) {
    const colours = lookup(palette.diverging);
    const narrow = width < 520;
    const left = narrow ? 0 : header.labels;
    const title = narrow ? 20 : 0;
    const row = Math.max(2, Math.min(header.row, header.tallest / tokens.length));
    const height = row * tokens.length;
    const step = height + title + 8;
    box = { left, title, row, height, step, width };
    const context = sized(canvas, width, strips.length * step - 8);
    const image = new ImageData(dimensions, tokens.length);
    const pixels = new Uint32Array(image.data.buffer);
    const page = sheet(root, "strip", dimensions, tokens.length);
    context.imageSmoothingEnabled = false;
    context.textBaseline = "middle";
    context.font = `13px ${family}`;
    strips.forEach((name, strip) => {
      const start = strip * tokens.length * dimensions;
      for (let cell = 0; cell < pixels.length; cell++) {
        const share = 0.5 - values[start + cell] / (2 * extent);
        pixels[cell] = colours[Math.round(255 * Math.min(1, Math.max(0, share)))];
      }
      page.getContext("2d").putImageData(image, 0, 0);
      const y = strip * step + title;
      context.drawImage(page, left, y, width - left, height);
      context.fillStyle = palette.soft;
      context.fillText(name, 0, narrow ? y - 10 : y + height / 2);
    });
  }

  canvas.onpointermove = (event) => {
    const strip = Math.floor(event.offsetY / box.step);
    const token = Math.floor((event.offsetY - strip * box.step - box.title) / box.row);
    const dimension = Math.floor(((event.offsetX - box.left) / (box.width - box.left)) * dimensions);
    if (!strips[strip] || token < 0 || token >= tokens.length || dimension < 0 || dimension >= dimensions) {
      return tell(card, []);
    }
    const lines = [`${tokens[token]}, position ${header.first + token}`, `${strips[strip]}, dimension ${dimension}`];
    tell(card, [...lines, written(exact(strip, token, dimension), 4)], event.offsetX, event.offsetY);
  };
  canvas.onpointerleave = () => tell(card, []);
  canvas.setAttribute("aria-label", header.alt);
  keepPainted(root, paint);
}
