// How many guesses were right after the answers, and before: kept by the browser, so that it adds up from visit to visit.

import { ofBrowser } from "../shared/storage.js";

const KEPT = "headlight-guesses";
let forgotten = 0; // how often the reader has had them forgotten on this page

/** @typedef {Record<string, boolean>} Rights by the number of a stop, whether the guess there was right */

/** @param {{ parentElement: any, data: { first: Rights, again: Rights, forgotten: number } }} component */
export default function ({ parentElement: root, data }) {
  if (data.forgotten > forgotten) ofBrowser.remove(KEPT);
  forgotten = data.forgotten;
  const before = read();
  const first = { ...before.first, ...data.first }, again = { ...before.again, ...data.again };
  const place = root.querySelector(".tally");
  if (Object.keys(first).length) ofBrowser.set(KEPT, JSON.stringify({ first, again }));
  place.textContent = Object.keys(again).length ? `${share(again)} right now, ${share(first)} before.` : "";
}

/** @returns {{ first?: Rights, again?: Rights }} what was kept; nothing where somebody else has written there */
function read() {
  try {
    return JSON.parse(ofBrowser.get(KEPT) ?? "{}") ?? {};
  } catch {
    return {};
  }
}

/** @type {(rights: Rights) => string} */
const share = (rights) => `${Object.values(rights).filter((right) => right === true).length} of ${Object.keys(rights).length}`;
