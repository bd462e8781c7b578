// Numbers as bars: a label, a bar, a number; a second bar behind shows what they were before a change. Where some are
// below 0, bars leave a line in the track to either side.

import { cutLines } from "./bar_cuts.js";
import { hearName, tellName } from "../shared/hearing.js";
import { move } from "../shared/movement.js";
import { element, pressable, say, written } from "../shared/written.js";

const MANY = 8; // bars: of more than these each is lower where height is scarce

export const html = '<div class="rows"><ol></ol><div class="cuts"></div></div><p class="ends" hidden></p><p class="says" hidden></p>';

/** @param {Given<Header.Bars>} given */
export default function ({ root, header, choose, door, moves }) {
  const list = root.querySelector("ol");
  const [above, below] = header.colours;
  list.style.setProperty("--above", `var(--colour-${above})`);
  list.style.setProperty("--below", `var(--colour-${below})`);
  const ends = header.bars.flatMap(({ value, before }) => [value, before ?? 0]);
  const least = Math.min(...ends, 0);
  const full = (header.scale ?? Math.max(...ends, 1e-9)) - least;
  /** @type {(bar: HTMLElement, share: number) => void} a bar of a share of the track, from the line in it */
  function put(bar, share) {
    bar.style.left = `${100 * (Math.min(share, 0) - least / full)}%`;
    bar.style.width = `${100 * Math.abs(share)}%`;
  }
  const focused = [...list.children].findIndex((row) => row.contains(root.activeElement)); // new bars would lose it
  list.setAttribute("aria-label", header.alt);
  list.setAttribute("role", choose ? "group" : "list"); // a list holds no buttons
  list.className = header.bars.some(({ label, rest }) => !rest && /[ -]\S/.test(label.trim())) ? "long" : "";
  list.classList.toggle("many", header.bars.length > MANY);
  list.replaceChildren(
    ...header.bars.map(({ label, value, before, note, faded, rest }, place) => {
      const track = element("span", { className: least < 0 ? "track signed" : "track" });
      track.style.setProperty("--zero", `${(-100 * least) / full}%`);
      for (const [kind, share] of Object.entries({ before, now: value })) {
        if (share === null) continue;
        const bar = element("i", { className: share < 0 ? `${kind} below` : kind });
        put(bar, share / full);
        track.append(bar);
      }
      const number = element("small", {}, note);
      const row = element(choose ? "div" : "li", {}, element("b", { title: label }, label), track, number); // what stands in a list is no button
      row.classList.toggle("faded", faded);
      if (header.linked) names(root, row, label);
      if (choose && !rest) {
        pressable(row, () => choose(place));
        row.title = (header.asks ?? "Add “{}” to the sentence").replace("{}", () => label);
        if (header.asks) row.ariaPressed = String(faded);
      }
      const open = rest ? undefined : door?.(0, place);
      if (open) leads(row, number, before ?? value, open);
      return row;
    }),
  );
  const shape = header.bars.map(({ label }) => label).join();
  move(root, "bars", shape, header.bars.map(({ value }) => value / full), moves, (shares) => {
    [...list.querySelectorAll(".now")].forEach((bar, place) => put(bar, shares[place]));
  });
  hearName(root, (name) => header.linked && [...list.children].forEach((row, place) => row.classList.toggle("lit", header.bars[place].label === name)));
  cutLines(root, header.cuts ?? [], choose);
  if (focused >= 0) list.children[focused]?.focus();
  const better = root.querySelector(".ends");
  better.hidden = !header.ends || !header.bars.length;
  better.textContent = `← ${header.ends}`;
  say(root.querySelector(".says"), header.says);
}

/** @type {(root: PictureRoot, row: HTMLElement, label: string) => void} a row that lights its name elsewhere while it is pointed at, or has the focus. */
function names(root, row, label) {
  row.tabIndex = 0;
  row.onpointerenter = row.onfocus = () => tellName(root, label);
  row.onpointerleave = row.onblur = () => tellName(root, undefined);
}

/** @type {(row: HTMLElement, number: HTMLElement, value: number, open: () => void) => void} the number of a bar, or what it was before a change, opens its terms; so does O. In a bar that is a button it is no second one. */
function leads(row, number, value, open) {
  const onclick = (/** @type {Event} */ event) => (event.stopPropagation(), open());
  const title = `Open the terms of ${written(value, 3)}`;
  number.replaceChildren(element(row.role === "button" ? "span" : "button", { textContent: number.textContent, title, onclick }));
  row.classList.add("leads");
  row.addEventListener("keydown", ({ key }) => key.toLowerCase() === "o" && open());
}
