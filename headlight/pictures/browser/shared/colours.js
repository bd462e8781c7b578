// Colours of the theme: the palettes of both grounds, scales of three colours, and ink that can be read on them.

/** @type {Record<"light" | "dark", Palette>} */
export let palettes; // for a light and a dark ground; the same in every message

/** @param {Record<"light" | "dark", Palette>} given take those of a message */
export const usePalettes = (given) => (palettes = given);

/** @param {string} colour #rrggbb as [red, green, blue] */
export const channels = (colour) => [1, 3, 5].map((at) => parseInt(colour.slice(at, at + 2), 16));

/** @param {string} ground #rrggbb, to which a palette belongs */
export function paletteOn(ground) {
  const [red, green, blue] = channels(ground);
  return palettes[0.3 * red + 0.59 * green + 0.11 * blue < 128 ? "dark" : "light"];
}

/** @type {(scale: number[][], share: number) => number[]} the colour at `share` (0 to 1) of a scale of three colours, as [red, green, blue]. */
export function mix(scale, share) {
  const at = Math.min(1, Math.max(0, share)) * 2;
  const first = at < 1 ? 0 : 1;
  return scale[first].map((low, channel) => Math.round(low + (scale[first + 1][channel] - low) * (at - first)));
}

const LEAST_WORTH = 0.3; // of a head that is said to decide: where none does colours are pale

/**
 * What a part is worth to a word that is likely so much, from 1 to −1: the share of that which is gone where it `has` so
 * much without the part, by the largest of all heads. Below 0 the word is likelier without it.
 *
 * @param {{ had: number, has: number, heads: number[][] }} of the `heads` have what it is likely without each
 */
export function worth({ had, has, heads }) {
  const largest = Math.max(LEAST_WORTH, ...heads.flat().map((left) => 1 - left / had));
  return Math.max(-1, Math.min(1, (1 - has / had) / largest));
}

/** @type {(scale: number[][], share: number) => number[]} the colour of what is signed, from −1 to 1, on the scale of a palette that is made for it. */
export const signed = (scale, share) => mix(scale, (1 - share) / 2);

/** @type {Map<string, Uint32Array<ArrayBuffer>>} */
const lookups = new Map(); // by the scale's own colours: the same few for as long as the page is open

/** @type {(scale: number[][]) => Uint32Array<ArrayBuffer>} 256 colours of a scale, each packed as one pixel of an ImageData (little-endian RGBA). */
export function lookup(scale) {
  const name = scale.join();
  const known = lookups.get(name);
  if (known) return known;
  const colours = Uint32Array.from({ length: 256 }, (_, step) => {
    const [red, green, blue] = mix(scale, step / 255);
    return (255 << 24) | (blue << 16) | (green << 8) | red;
  });
  lookups.set(name, colours);
  return colours;
}

/** @param {number[]} colour ink that can be read on the colour: dark or white, whichever contrasts more (WCAG 2.2, relative luminance). */
export function inkOn(colour) {
  const [red, green, blue] = colour.map((channel) => (channel > 10 ? ((channel / 255 + 0.055) / 1.055) ** 2.4 : channel / 3295));
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue > 0.207 ? palettes.light.ink : palettes.light.on_accent;
}

/** @type {Record<string, "ground" | "raised" | "ink" | "accent">} */
const OF_STREAMLIT = { "background-color": "ground", "secondary-background-color": "raised", "text-color": "ink", "primary-color": "accent" };

/** @type {(element: HTMLElement, is?: boolean) => void} give an element the colours of the light ground, or take them from it, whatever the ground of the page is. */
export function onPaper(element, is = true) {
  const put = (/** @type {string} */ name, /** @type {string} */ value) => (is ? element.style.setProperty(name, value) : element.style.removeProperty(name));
  const { light } = palettes;
  put("color-scheme", "light");
  for (const [name, token] of Object.entries(OF_STREAMLIT)) put(`--st-${name}`, light[token]);
  for (const [token, colour] of Object.entries(light)) if (typeof colour === "string") put(`--colour-${token.replace("_", "-")}`, colour);
}
