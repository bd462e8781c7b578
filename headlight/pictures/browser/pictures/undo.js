// Undo, Redo and Reset of the ends of ribbons that a reader has moved.

import { keeping } from "../shared/kept.js";

/** @typedef {NonNullable<Header.Looks["edits"]>} Edits */
const keptOf = /** @type {typeof keeping<{ taken?: { edits: Edits, undone: Edits, texts: string[] }, undoing?: boolean }>} */ (keeping)();

/** @type {(root: PictureRoot, edits: Edits, texts: string[], choose?: (chosen: Spot) => void) => void} show what can be taken back of the `edits` of these words, and what was taken back; a click chooses edits. */
export function offerUndo(root, edits, texts, choose) {
  const undo = root.querySelector(".undo");
  const undone = undoneSince(root, edits, texts);
  undo.hidden = !edits.length && !undone.length;
  const wanted = [edits.slice(0, -1), [...edits, ...undone.slice(-1)], []];
  [...undo.querySelectorAll("button")].forEach((button, at) => {
    button.hidden = !(at === 1 ? undone : edits).length;
    button.onclick = () => {
      keptOf(root).undoing = at === 0;
      choose?.(["edits", wanted[at]]);
    };
  });
}

/** @type {(root: PictureRoot, edits: Edits, texts: string[]) => Edits} the edits of these words that Undo took back, the last one last, until another is made; kept at `root`. */
function undoneSince(root, edits, texts) {
  const kept = keptOf(root);
  const alike = (/** @type {unknown} */ some, /** @type {unknown} */ others) => JSON.stringify(some) === JSON.stringify(others);
  const { edits: before, undone, texts: of } = (kept.taken ??= { edits, undone: [], texts });
  if (!alike(texts, of)) undone.length = 0;
  else if (alike(edits, before)) return undone; // drawn anew
  else if (kept.undoing && alike(edits, before.slice(0, -1))) undone.push(before[before.length - 1]);
  else if (undone.length && alike(edits, [...before, undone.at(-1)])) undone.pop();
  else undone.length = 0;
  Object.assign(kept, { taken: { edits, undone, texts }, undoing: false });
  return undone;
}
