// The page of somebody who follows a class: it shows what the teacher shows, as the teacher turns it.

import show from "./board.js";
import { counted, follow, post, showResults, unpacked } from "./follow.js";
import { frameIn, still } from "./still.js";
import { unpack } from "./shared.js";

const CUT = "The line is cut. What you see stays, and the class comes back by itself.";
/** @type {(id: string) => any} */
const part = (id) => document.getElementById(id);
const { code } = document.body.dataset;
const frames = new Map(); // the boards by their keys: where each is drawn
let latest;
let asked; // the question as it was last drawn: its id and its round

if (code) join();
else askForCode();

function join() {
  follow(`./${code}/events`, {
    line: (there) => say(there ? "" : CUT),
    sorry: (data) => say(JSON.parse(data)),
    room: (data) => told(JSON.parse(data)),
    board: async (data) => {
      latest = data;
      const bytes = await unpacked(data);
      if (latest === data) draw(bytes);
    },
    results: (data) => showResults(part("results"), data),
  });
}

function say(words) {
  part("line").textContent = words;
  part("line").hidden = !words;
}

function told(about) {
  const { title = "", text = "", pictures = [], here, paused } = about;
  say("");
  const there = here === 1 ? "1 is here" : `${here} are here`;
  Object.entries({ title, text: text && `“${text}”`, here: there }).forEach(([id, words]) => (part(id).textContent = words));
  if (!pictures.length) say(title ? "This page is at the front only. Pictures come here as they are shown." : "The class begins soon.");
  ask(about);
  part("paused").hidden = !paused;
  part("boards").inert = paused;
}

/** The question of the class, if one is asked and its answers are not shown yet; the answer can be changed until then. */
function ask({ question, answered, here, revealed }) {
  part("question").hidden = !question || revealed;
  if (!revealed) part("results").replaceChildren();
  if (!question || revealed) return (asked = undefined);
  part("question").querySelector(".count").textContent = counted(answered, here);
  const now = `${question.id}.${question.round}`;
  if (asked === now) return;
  asked = now;
  const mark = `headlight-answer-${now}`;
  const again = question.round > 1 ? "Once more, after talking: " : "";
  part("question").querySelector("h2").textContent = again + question.words;
  const buttons = question.options.map((words, choice) => {
    const button = Object.assign(document.createElement("button"), { textContent: words });
    button.setAttribute("aria-pressed", String(sessionStorage.getItem(mark) === String(choice)));
    button.onclick = async () => {
      const { sorry } = await post(`./${code}/answer`, { id: question.id, round: question.round, choice });
      say(sorry ?? "");
      if (sorry) return;
      sessionStorage.setItem(mark, String(choice));
      buttons.forEach((each, place) => each.setAttribute("aria-pressed", String(place === choice)));
    };
    return button;
  });
  const options = part("question").querySelector(".options");
  options.className = question.kind === "word" ? "options words" : "options";
  options.replaceChildren(...buttons);
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

function askForCode() {
  const form = /** @type {HTMLFormElement} */ (part("ask"));
  form.hidden = false;
  form.onsubmit = (event) => {
    event.preventDefault();
    const typed = String(new FormData(form).get("code")).trim().toUpperCase();
    if (typed) location.href = `./class/${encodeURIComponent(typed)}`;
  };
}
