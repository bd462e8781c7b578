// A path of an SVG, for ribbons and lines that lead from one word or box to another.

/** @type {(attributes: Record<string, string | number>) => SVGPathElement} a new path of an SVG */
export function svgPath(attributes) {
  const path = document.createElementNS("http://www.w3.org/2000/svg", "path");
  for (const [name, value] of Object.entries(attributes)) path.setAttribute(name, String(value));
  return path;
}
