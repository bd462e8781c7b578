// Cells that are too small to be drawn one by one, as an image: a pixel for each block of them, that with most colour.

import { eachNth } from "./axes.js";
import { sheet, sheetsOf } from "./pen.js";

/** @type {(fit: Pick<Fit, "cellWidth" | "cellHeight">, ratio: number) => [number, number]} so many cells across and down are one block, so that none is thinner than a pixel of the screen */
const blockOf = ({ cellWidth, cellHeight }, ratio) =>
  /** @type {[number, number]} */ ([cellWidth, cellHeight].map((side) => eachNth(0.999, side * ratio)));

/**
 * Cells in a range of columns and rows as an image: of a block the cell with most colour, so that a single strong one among
 * a thousand is still seen.
 *
 * @param {PictureRoot} root
 * @param {string} name of the sheet that it is drawn on
 * @param {Cells} cells
 * @param {[number, number][]} ranges of columns, and of rows
 * @param {[number, number]} block
 */
export function tiles(root, name, { colour, steps, middle, across, down }, [[left, right], [top, bottom]], [blockWide, blockHigh]) {
  const first = [left, top].map((place, axis) => place - (place % [blockWide, blockHigh][axis])); // blocks stand still while one moves
  const size = [Math.ceil((right - first[0]) / blockWide), Math.ceil((bottom - first[1]) / blockHigh)];
  const image = new ImageData(size[0], size[1]);
  const pixels = new Uint32Array(image.data.buffer);
  const plain = blockWide * blockHigh === 1 && pixels.length === colour.length; // many small pictures, with each key
  for (let at = 0; plain && at < colour.length; at++) if (colour[at] >= 0) pixels[at] = steps[colour[at]];
  for (let high = 0; !plain && high < size[1]; high++) {
    const [from, to] = [first[1] + high * blockHigh, Math.min(down, first[1] + (high + 1) * blockHigh)];
    for (let wide = 0; wide < size[0]; wide++) {
      const [start, end] = [first[0] + wide * blockWide, Math.min(across, first[0] + (wide + 1) * blockWide)];
      let most = -1;
      for (let row = from; row < to; row++) {
        for (let at = row * across + start; at < row * across + end; at++) {
          const one = colour[at];
          if (one >= 0 && (most < 0 || Math.abs(one - middle) > Math.abs(most - middle))) most = one;
        }
      }
      if (most >= 0) pixels[high * size[0] + wide] = steps[most]; // else clear: the hatching behind shows
    }
  }
  const known = sheetsOf(root).sheets?.[name];
  const small = known?.width === size[0] && known.height === size[1] ? known : sheet(root, name, size[0], size[1]); // all of it is written
  small.getContext("2d")?.putImageData(image, 0, 0);
  return { sheet: small, first, size };
}

/** @type {(context: CanvasRenderingContext2D, root: PictureRoot, name: string, cells: Cells, box: Box, corner?: [number, number]) => void} what of some cells is seen, where `zoomed` put them, or as much of others that stand beside these, with their corner at a point. */
export function mosaic(context, root, name, cells, box, [x, y] = [box.left, box.top]) {
  if (box.wide <= 0 || box.high <= 0) return; // of a picture that is not shown
  const block = blockOf(box, context.getTransform().a);
  const { sheet, first, size } = tiles(root, name, cells, [box.columns, box.rows], block);
  /** @type {(...numbers: [number, number, number, number, number]) => number} */
  const at = (corner, start, origin, cell, place) => corner + origin - start + place * cell;
  const [left, top] = [at(x, box.left, box.x, box.cellWidth, first[0]), at(y, box.top, box.y, box.cellHeight, first[1])];
  context.imageSmoothingEnabled = false;
  context.drawImage(sheet, left, top, size[0] * block[0] * box.cellWidth, size[1] * block[1] * box.cellHeight);
}

/** @type {(context: CanvasRenderingContext2D, x: number, y: number, width: number, height: number, draw: () => void) => void} draw inside of a rectangle alone */
export function clipped(context, x, y, width, height, draw) {
  context.save();
  context.beginPath();
  context.rect(x, y, width, height);
  context.clip();
  draw();
  context.restore();
}
