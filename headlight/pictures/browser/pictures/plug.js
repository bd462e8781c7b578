// Two sentences as rows of words over a matrix; what is put from one into the other is a line between two of them.

const [APART, DOT, TIP, AIR] = [26, 3.5, 6, 7]; // pixels between both rows, of a plug's ends, and beside its line

/** How high both rows are, in type of this size. */
export const roomOf = (/** @type {number} */ type) => 2 * type + APART + 11;

/**
 * Draw the words, and the plugs with their name.
 *
 * @param {CanvasRenderingContext2D} context in the type of the words
 * @param {Palette} palette
 * @param {Header.MatrixPlug} plug
 * @param {{ left: number, top: number, x: number, cellWidth: number, size: number, range: [number, number], lit?: number }} place left and top of the cells, x of the first column, cellWidth, size of the type, the range of columns, and the one that is lit
 */
export function drawPlug(context, palette, { above, below, columns, name }, { left, top, x, cellWidth, size, range, lit }) {
  const rows = [top - 8 - size - APART, top - 8];
  const middle = (/** @type {number} */ column) => x + (column + 0.5) * cellWidth;
  const seen = (/** @type {number} */ column) => column >= range[0] && column < range[1];
  context.textAlign = "center";
  [above, below].forEach((words, row) =>
    words.forEach((word, column) => {
      context.fillStyle = columns.includes(column) || column === lit ? palette.accent : palette.soft;
      if (seen(column)) context.fillText(word, middle(column), rows[row]);
    }),
  );
  if (!above.length) return;
  context.textAlign = "right";
  context.fillStyle = palette.soft;
  ["from", "into"].forEach((side, row) => context.fillText(side, left - 7, rows[row]));
  const [start, end] = [rows[0] + size / 2 + DOT + 1, rows[1] - size / 2 - 2];
  context.strokeStyle = context.fillStyle = palette.accent;
  context.lineWidth = 2;
  const drawn = columns.filter(seen);
  for (const column of drawn) line(context, middle(column), start, end);
  if (!drawn.length) return;
  const [at, between] = [middle(drawn[0]), (start + end) / 2];
  const right = drawn.length === 1 && at + AIR + context.measureText(name).width <= middle(range[1] - 0.5);
  context.textAlign = right ? "left" : "right"; // of several before the first one, where no other plug is
  context.fillText(name, at + (right ? AIR : -AIR), between, right ? undefined : at - AIR);
}

/** @type {(context: CanvasRenderingContext2D, x: number, start: number, end: number) => void} a line from a dot down to a tip */
function line(context, x, start, end) {
  context.beginPath();
  context.arc(x, start, DOT, 0, 2 * Math.PI);
  context.fill();
  context.beginPath();
  context.moveTo(x, start);
  context.lineTo(x, end - TIP);
  context.stroke();
  context.beginPath();
  context.moveTo(x, end);
  context.lineTo(x - TIP * 0.7, end - TIP);
  context.lineTo(x + TIP * 0.7, end - TIP);
  context.fill();
}
