// The sentence box invites a reader to type, once a visit and where an offer leads there.

import { sentenceBox } from "../shared/around.js";

let invited = false; // once a visit

/** @type {(root: PictureRoot) => void} a caret blinks in the sentence box of one who has a keyboard and has not gone elsewhere yet. */
export function invite(root) {
  const box = sentenceBox();
  if (invited || !box) return;
  invited = true;
  const presented = (root.host.currentCSSZoom ?? 1) > 1;
  if (presented || !matchMedia("(hover: hover)").matches || document.activeElement !== document.body) return;
  box.focus({ preventScroll: true });
  box.setSelectionRange(box.value.length, box.value.length);
}

/** Have the next letter replace the sentence. */
export function typeHere() {
  const box = sentenceBox();
  box?.focus();
  box?.select();
}
