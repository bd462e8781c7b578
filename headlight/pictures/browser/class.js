// The page of somebody who follows a class: it shows what the teacher shows, as the teacher turns it.

import show from "./board.js";
import { follow, unpacked } from "./follow.js";
import { frameIn, still } from "./still.js";
import { unpack } from "./shared.js";

const CUT = "The line is cut. What you see stays, and the class comes back by itself.";
const part = (id) => /** @type {HTMLElement} */ (document.getElementById(id));
const { code } = document.body.dataset;
const frames = new Map(); // the boards by their keys: where each is drawn
let latest;

if (code) join();
else ask();

function join() {
  follow(`./${code}/events`, {
    line: (there) => say(there ? "" : CUT),
    sorry: (data) => say(JSON.parse(data)),
    room: (data) => about(JSON.parse(data)),
    board: async (data) => {
      latest = data;
      const bytes = await unpacked(data);
      if (latest === data) draw(bytes);
    },
  });
}

function say(words) {
  part("line").textContent = words;
  part("line").hidden = !words;
}

function about({ title = "", text = "", pictures = [], here, paused }) {
  say("");
  const there = here === 1 ? "1 is here" : `${here} are here`;
  Object.entries({ title, text: text && `“${text}”`, here: there }).forEach(([id, words]) => (part(id).textContent = words));
  if (!pictures.length) say(title ? "This page is at the front only. Pictures come here as they are shown." : "The class begins soon.");
  part("paused").hidden = !paused;
  part("boards").inert = paused;
}

function draw(bytes) {
  const { header, body } = unpack(bytes);
  for (const [key, root] of frames) {
    if (key in header.boards) continue;
    root.host.remove();
    frames.delete(key);
  }
  for (const [key, [start, end]] of Object.entries(header.boards)) {
    if (!frames.has(key)) frames.set(key, frameIn(part("boards")));
    show({ parentElement: frames.get(key), data: still(body.slice(start, end)) });
  }
  Object.keys(header.boards).forEach((key, place) => {
    const { host } = frames.get(key);
    if (part("boards").children[place] !== host) part("boards").insertBefore(host, part("boards").children[place]);
  });
}

function ask() {
  const form = /** @type {HTMLFormElement} */ (part("ask"));
  form.hidden = false;
  form.onsubmit = (event) => {
    event.preventDefault();
    const typed = String(new FormData(form).get("code")).trim().toUpperCase();
    if (typed) location.href = `./class/${encodeURIComponent(typed)}`;
  };
}
