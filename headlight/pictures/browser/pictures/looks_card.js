// A sentence as a picture to send: its words and ribbons, what comes next, and where it was made.
//
// It looks the same for everybody, on a light ground, in the size that chats and networks show beside a link.

import { palettes } from "../shared/colours.js";
import { widthIn } from "../shared/pen.js";
import { escaped, short } from "../shared/recording.js";
import { shortPercent } from "../shared/written.js";
import { layout } from "./looks_places.js";
import { bend, ribbonOf } from "./ribbon_paths.js";

/**
 * @typedef {object} Sentence what a hero shows now
 * @property {Header.LooksWord[]} words
 * @property {number[]} weights of the ribbons, one for each word
 * @property {string[]} notes under the words
 * @property {number} looking the word that they lead from
 * @property {string} says
 * @property {[string, number][]} following
 */

export const [WIDTH, HEIGHT] = [1200, 630]; // pixels
const [MARGIN, ACROSS] = [64, 1072]; // px at both sides, and between
const [TOP, TALLEST, SPARE] = [32, 310, 95]; // px above the words, most of them, and what they may grow by
const [SAYS, LINE, BARS, BAR, FOOT] = [26, 34, 3, 40, 592]; // px of type and line, next words, px of each, and the last line
const [LABEL, TRACK, THICK] = [180, 780, 22]; // px of a next word, of a whole bar and across it
const LEAST = 0.005; // a ribbon with less would be invisible

/** @type {(sentence: Sentence, address: string, family: string, styles?: string) => string} the picture as SVG; `styles` are put into it */
export function card({ words, weights, notes, looking, says, following }, address, family, styles = "") {
  const { ground, ink, soft, accent, track, probability } = palettes.light;
  const measured = (/** @type {string} */ text, /** @type {number} */ size) => widthIn(text, `${size}px ${family}`);
  const fitted = (/** @type {string} */ text, /** @type {number} */ size, /** @type {number} */ most) => {
    const kept = [...text];
    while (kept.length > 1 && measured(kept.join(""), size) > most) kept.splice(-2, 2, "…");
    return kept.join("");
  };
  const text = (/** @type {string} */ letters, /** @type {number} */ x, /** @type {number} */ y, /** @type {number} */ size, /** @type {string} */ fill, more = "") =>
    `<text x="${short(x)}" y="${short(y)}" font-size="${short(size)}" fill="${fill}" xml:space="preserve"${more}>${escaped(letters)}</text>`;

  const { places, first } = placed(words, looking, (each) => measured(each, 100) / 100);
  const scale = Math.min(1, TALLEST / places.height), { size } = places;
  const drawn = [...places.keys()].flatMap((place) => {
    const weight = weights[place + first];
    if (weight < LEAST || looking < first) return [];
    const { d, thick } = ribbonOf(places, looking - first, place, weight);
    return [`<path d="${d}" fill="none" stroke="${accent}" stroke-linecap="round" stroke-width="${short(thick)}" opacity="${short(0.3 + 0.7 * weight)}"/>`];
  });
  const most = weights.indexOf(Math.max(...weights));
  const lettered = places.flatMap(({ x, y, width }, place) => {
    const word = place + first, note = notes[word], looks = word === looking;
    const bold = word === most && weights[most] ? ` stroke="${looks ? accent : ink}" stroke-width="${short(0.025 * size)}"` : "";
    const shown = place === 0 && first ? `… ${words[word].text}` : words[word].text;
    return [
      text(shown, x, y + size, size, looks ? accent : ink, `${bold} fill-opacity="${short(looks ? 1 : 0.64 + 0.36 * weights[word])}"`),
      ...(looks ? [`<rect x="${short(x)}" y="${short(y + 1.15 * size)}" width="${short(width)}" height="3" fill="${accent}"/>`] : []),
      ...(note ? [text(note, x + width / 2, y + 1.25 * size + 20, Math.min(24, Math.max(16, 0.42 * size)), soft, ' text-anchor="middle"')] : []),
    ];
  });

  const lines = wrapped(says, (each) => measured(each, SAYS) <= ACROSS);
  const rows = following.slice(0, BARS), left = MARGIN + LABEL + 20;
  const bars = FOOT - 34 - BAR * rows.length;
  const under = TOP + places.height * scale;
  const told = Math.max(under, (under + bars - LINE * lines.length) / 2 - 4);
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${HEIGHT}" viewBox="0 0 ${WIDTH} ${HEIGHT}" font-family="${escaped(family)}" text-rendering="geometricPrecision" font-variant-numeric="tabular-nums">` +
    `<title>${escaped(words.map(({ text, apart }) => (apart ? " " : "") + text).join("").trim())}</title>${styles}` +
    `<rect width="${WIDTH}" height="${HEIGHT}" fill="${ground}"/>` +
    `<g transform="translate(${short(MARGIN + ((1 - scale) * ACROSS) / 2)} ${TOP}) scale(${short(scale)})">${drawn.join("")}${lettered.join("")}</g>` +
    lines.map((each, line) => text(each, MARGIN, told + LINE * line + SAYS, SAYS, ink)).join("") +
    rows.map(([word, chance], row) => {
      const y = bars + BAR * row, wide = Math.max(4, TRACK * chance);
      return (
        text(fitted(word, SAYS, LABEL), MARGIN, y + THICK, SAYS, ink) +
        [[TRACK, track], [wide, probability]].map(([width, fill]) => `<rect x="${left}" y="${y + 3}" width="${short(Number(width))}" height="${THICK}" rx="4" fill="${fill}"/>`).join("") +
        text(shortPercent(chance), WIDTH - MARGIN, y + THICK, SAYS, ink, ' text-anchor="end"')
      );
    }).join("") +
    `<g transform="translate(${MARGIN} ${FOOT - 21}) scale(0.8)" fill="${accent}" stroke="${accent}" stroke-width="2.6" stroke-linecap="round"><circle cx="14" cy="16" r="8"/><path d="M26 11l10-5M27 16h11M26 21l10 5"/></g>` +
    text("Headlight", MARGIN + 40, FOOT, 22, accent, ' font-weight="600"') +
    text(fitted(address, 22, 700), WIDTH - MARGIN, FOOT, 22, soft, ' text-anchor="end"') +
    "</svg>"
  );
}

/** @type {(words: Header.LooksWord[], looking: number, wide: (text: string) => number) => { places: Places, first: number }} where the words are, and the first of them: of a text too long the last ones are there */
function placed(words, looking, wide) {
  for (let first = 0; ; first += Math.max(1, Math.ceil((words.length - first) / 8))) {
    const some = words.slice(first), widths = some.map(({ text }, place) => wide(place === 0 && first ? `… ${text}` : text));
    const places = layout({ words: some, widths, across: ACROSS, spare: SPARE, narrow: false, less: 0 });
    if (places.height > 1.3 * TALLEST && some.length > 1) continue;
    return { places: Object.assign(places, { bend: bend(/** @type {Places} */ (places), Math.max(0, looking - first)) }), first };
  }
}

/** @type {(says: string, fits: (line: string) => boolean) => string[]} a sentence in at most two lines */
function wrapped(says, fits) {
  const lines = [""];
  for (const word of says.split(" ")) {
    const longer = `${lines[lines.length - 1]} ${word}`.trim();
    if (fits(longer) || !lines[lines.length - 1]) lines[lines.length - 1] = longer;
    else if (lines.length === 2) return [lines[0], `${lines[1]} …`];
    else lines.push(word);
  }
  return lines.filter(Boolean);
}
