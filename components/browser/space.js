// Points in space on a canvas: where each stands as the reader has turned it, and the box around them with its axes.
//
// The first two axes are those of a plane, the third comes out of it. Nothing is smaller for being far away: a distance
// across the view is the same wherever it lies.

const ROOM = 0.08; // of the longest edge, between the box and the points that it frames
const SHORT = 60; // pixels of an edge that is seen from its end, and has no place for a name

/** How a picture is turned at first, in radians: seen a little from the right and from above. */
export const START = { yaw: 0.55, pitch: 0.3 };

/** The same turned further; it never stands on its head. */
export function turnedBy({ yaw, pitch }, right, down) {
  return { yaw: yaw + right, pitch: Math.min(Math.PI / 2, Math.max(-Math.PI / 2, pitch + down)) };
}

/** The box that is seen whole: with room around what it frames, and never flat. */
export function boxAround({ low, high }) {
  const room = ROOM * (Math.max(...high.map((end, axis) => end - low[axis])) || 1);
  return { low: low.map((start) => start - room), high: high.map((end) => end + room) };
}

/** A function of a point: where on a canvas of this size it stands, and how near it is to the reader. */
export function placing({ low, high }, { yaw, pitch }, { width, height, margin }) {
  const middle = low.map((start, axis) => (start + high[axis]) / 2);
  const [x, y, z] = low.map((start, axis) => high[axis] - start);
  const round = Math.hypot(x, z); // as wide as the box gets when it is turned sideways, which makes it no larger or smaller
  const upright = round * Math.abs(Math.sin(pitch)) + y * Math.cos(pitch);
  const scale = Math.max(1, Math.min((width - 2 * margin) / round, (height - 2 * margin) / upright));
  return (at) => {
    const [x, y, z] = at.map((number, axis) => (number - middle[axis]) * scale);
    const near = z * Math.cos(yaw) - x * Math.sin(yaw);
    return {
      across: width / 2 + x * Math.cos(yaw) + z * Math.sin(yaw),
      down: height / 2 - y * Math.cos(pitch) + near * Math.sin(pitch),
      near: y * Math.sin(pitch) + near * Math.cos(pitch),
    };
  };
}

/** The edges of a box, and the name of each axis at the edge where it covers least: the lowest, or that at the left. */
export function drawBox(context, palette, { low, high }, names, place) {
  const width = context.canvas.clientWidth;
  context.strokeStyle = palette.line;
  context.lineWidth = 1;
  names.forEach((name, axis) => {
    const upright = axis === 1;
    const edges = [0, 1, 2, 3].map((corner) => {
      const sides = [0, 1, 2].map((other) => (corner >> (other > axis ? other - 1 : other)) & 1);
      const [one, other] = [low, high].map((end) => place(sides.map((side, each) => (each === axis ? end : side ? high : low)[each])));
      line(context, one, other);
      const middle = { across: (one.across + other.across) / 2, down: (one.down + other.down) / 2 };
      return { ...middle, long: Math.hypot(one.across - other.across, one.down - other.down) };
    });
    const outer = (one, other) => (upright ? other.across < one.across : other.down > one.down);
    const { across, down, long } = edges.reduce((best, edge) => (outer(best, edge) ? edge : best));
    if (long < SHORT) return;
    context.save();
    context.fillStyle = palette.soft;
    context.textBaseline = "middle";
    context.textAlign = upright ? "center" : across < width / 2 ? "right" : "left";
    context.translate(across - (upright ? 12 : 0), down + (upright ? 0 : 14));
    if (upright) context.rotate(-Math.PI / 2);
    context.fillText(name, 0, 0);
    context.restore();
  });
}

/** A line between two places on the canvas. */
export function line(context, one, other) {
  context.beginPath();
  context.moveTo(one.across, one.down);
  context.lineTo(other.across, other.down);
  context.stroke();
}
