// A class draws a head together: each phone has one word and taps which words it should attend to, as often as they matter.

import { element, shortPercent } from "../shared/written.js";

const MOST = 99; // taps on a word: MOST in parts/class_map.py

/**
 * Draw the row of this phone into an element; returns its heading. `own` is what the phone has kept of it, [row, taps], `keep`
 * keeps it, and `give` says it to the room and returns whether it was taken.
 *
 * @type {(place: Element, question: { options: string[], causal: boolean }, own: { row: number, taps: number[] }, keep: (own: object) => void, give: (own: object) => Promise<boolean>) => string}
 */
export function drawRow(place, { options, causal }, own, keep, give) {
  const words = options.slice(0, causal ? own.row + 1 : undefined);
  const taps = words.map((_, at) => own.taps[at] ?? 0);
  const bars = words.map((word, at) => {
    const bar = element("button", { type: "button", className: "bar" }, element("span", { textContent: word }), element("b"));
    bar.onclick = () => tap(at);
    return bar;
  });
  const send = element("button", { type: "button", onclick: async () => (await give({ row: own.row, taps })) && sent() });
  const again = element("button", { type: "button", textContent: "Start again", onclick: () => (taps.fill(0), changed()) });
  const later = causal && own.row + 1 < options.length ? " Later words are hidden from you." : "";
  const hint = element("p", { textContent: `Tap a word as often as it matters. The shares of your row sum to 1.${later}` });

  function tap(/** @type {number} */ at) {
    taps[at] = Math.min(MOST, taps[at] + 1);
    changed();
  }

  function changed() {
    keep({ row: own.row, taps });
    draw();
    Object.assign(send, { textContent: "Send my row", disabled: !taps.some(Boolean) });
  }

  function sent() {
    keep({ row: own.row, taps, sent: true });
    Object.assign(send, { textContent: "Sent", disabled: true });
  }

  function draw() {
    const sum = taps.reduce((one, other) => one + other, 0);
    bars.forEach((bar, at) => {
      const share = sum ? taps[at] / sum : 0;
      bar.style.setProperty("--share", `${100 * share}%`);
      bar.lastChild.textContent = share ? shortPercent(share) : "";
      bar.ariaLabel = share ? `${words[at]}, ${shortPercent(share)}` : words[at];
    });
    again.disabled = !sum;
  }

  place.replaceChildren(...bars, element("p", { className: "ways" }, again, send), hint);
  changed();
  if ("sent" in own) sent();
  return `You are “${options[own.row]}”. Which words do you attend to?`;
}
