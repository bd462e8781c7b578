// The button Teach: it opens a room for a class, and shows how others come in, how many are there, and how it ends.
//
// The secret by which a page rules its room stays with the tab: it is in no address that is handed on or projected, and
// is still there when the page is loaded again or the server was started anew. For as long as a room lives the browser
// keeps it too, so that a class goes on whose tab was closed.

import { setOf } from "./before_after.js";
import { giveOf, paceOf } from "./own_pace.js";
import { votesOf } from "./report.js";
import { forSchool } from "./school.js";
import { handBack } from "../shared/around.js";
import { counted, follow, post, showResults } from "../shared/follow.js";
import { saveCsv } from "../shared/save.js";
import { ofBrowser, ofTab } from "../shared/storage.js";
import { classed, element } from "../shared/written.js";

const SECRET = "headlight-teach";
const LIFE = 8 * 3600_000; // ms: LIFE in rooms/limits.py
/** @typedef {{ code: string, page: string, asks: boolean, files: [string, string][], playlist: string, lists: string[] }} Taught the room as the session knows it, what the page is known by, files for a school, and playlists */
/** @typedef {typeof ofTab} Store */

let room = /** @type {Room.Opened | undefined} */ (undefined);
/** @type {Room.State} */
const BEFORE = { here: 0, paused: false, answered: 0, left: 0, drawn: 0 };
let state = BEFORE;
let answers = ""; // of the class, once they are shown
/** @type {string[]} */
let written = []; // by the class, for its teacher alone, once they are read
let report = /** @type {{ code: string, votes: OfFrame, panel?: HTMLElement } | undefined} */ (undefined); // of the last class, once it has ended: its code, and all its votes
let filled = ""; // which question, round and rows the matrix on the wall has
let filling = false; // whether it is asked for now
let line = /** @type {(() => void) | undefined} */ (undefined); // what ends the line to the room
let refused = ""; // why no room was opened, or that the class has ended
let known = /** @type {string | undefined} */ (undefined); // the code of the room as the server's session knows it
let page = /** @type {string | undefined} */ (undefined); // what the server knows this page by
/** @type {{ playlist: string, lists: string[] }} */
let offers = { playlist: "", lists: [] }; // the playlist that was put together, and those that are ready
/** @type {[string, string][]} */
let files = []; // for a school: the name of each, and which systems read it
let later = /** @type {number | undefined} */ (undefined);
/** @type {ComponentRoot} */
let root;
let opening = false;
let tell = (/** @type {string} */ _secret) => {};
let tellAsks = (/** @type {boolean} */ _asks) => {};
let hides = /** @type {boolean | undefined} */ (undefined); // whether the server's session knows that the class is asked what the page would answer

// The stream stands beside it in one line, and leaves it the room that it takes.
const wide = new ResizeObserver(([{ target }]) => document.body.style.setProperty("--teach", `${target.clientWidth}px`));

/** @param {Component<Taught>} component */
export default function ({ parentElement, data, setTriggerValue }) {
  [root, tell, known, page] = [parentElement, (secret) => setTriggerValue("secret", secret), data.code, data.page];
  tellAsks = (asks) => setTriggerValue("asks", asks);
  [files, hides, offers] = [data.files, data.asks, { playlist: data.playlist, lists: data.lists }];
  wide.observe(root.querySelector(".teach"));
  const own = room ? undefined : linked() ?? kept(ofTab);
  if (own) open(own);
  else if (room && known !== room.code) openAgain(); // the server has forgotten this session
  draw();
}

/** The code and the secret that come in a link of the teacher's own; they are taken from the address. */
function linked() {
  const [, code = "", secret] = /^#teach=(?:(\w+)\.)?([\w-]{8,80})$/.exec(location.hash) ?? [];
  if (secret) history.replaceState(history.state, "", location.pathname + location.search);
  return secret && { code, secret };
}

/** @type {(store: Store) => Room.Own | undefined} what is kept of a class by this tab, or by this browser. */
function kept(store) {
  const { code, secret, until } = JSON.parse(store.get(SECRET) ?? "{}");
  return until > Date.now() ? { code, secret } : undefined;
}

function keep(/** @type {Room.Own} */ { code, secret }, stores = [ofTab, ofBrowser]) {
  for (const store of stores) store.set(SECRET, JSON.stringify({ code, secret, until: Date.now() + LIFE }));
}

const forget = (/** @type {Store} */ store) => store.remove(SECRET);

/** @param {Room.Own} [own] open a room: a new one, or the one of a secret that was kept. */
async function open(own) {
  if (opening) return;
  opening = true;
  if (own?.code) keep(own); // this page may be left before the answer, and then goes on in the next one
  const said = await post(address(), { ...own, page, at: String(address()) });
  opening = false;
  refused = said.sorry ?? "";
  if (said.ended) for (const store of [ofTab, ofBrowser]) forget(store); // nothing else says that there is no room
  if (!said.code) return draw();
  room = said;
  keep(said);
  tell(said.secret);
  listen();
  draw();
  if (!own) popover()?.showPopover(); // else the page was loaded again
}

/** Open the same room again where its server was started anew, or take it up where a session was forgotten. */
async function openAgain() {
  if (opening || !room) return;
  clearTimeout(later);
  opening = true;
  const said = await post(address(), { code: room.code, secret: room.secret, page, at: String(address()) });
  opening = false;
  if (!room) return;
  if (said.ended) return over(said.sorry);
  say(said.sorry ?? "");
  if (said.code) tell(room.secret);
  else later = setTimeout(() => room && known !== room.code && openAgain(), 2000);
}

function listen() {
  if (!room) return;
  line = follow(`${address()}/${room.code}/events?silent=${room.number}`, {
    line: () => {},
    room: (data) => ((state = JSON.parse(data)), draw()),
    results: (data) => ((answers = data), draw()),
    sorry: () => room && openAgain(),
    ended: (data) => over(JSON.parse(data)), // in another tab of this class
  });
}

async function end() {
  if (!room) return;
  const { code } = room;
  const votes = state.voted ? await command("votes") : undefined;
  if (votes?.sorry) return; // they would be gone
  line?.();
  const { sorry } = await command("end");
  if (sorry) return listen();
  report = votes && { code, votes };
  over();
}

/** The class has ended: this page keeps nothing of it. */
function over(words = "") {
  if (kept(ofBrowser)?.code === room?.code) forget(ofBrowser);
  forget(ofTab);
  [room, line, state, refused] = [undefined, undefined, BEFORE, words];
  tell("");
  draw();
}

/** @type {Room.Command} do something with the room; where it cannot be done, the panel says why. */
async function command(what, more = {}) {
  if (!room) return {}; // it has ended since this was wanted
  const answer = await post(`${address()}/${room.code}`, { do: what, ...more }, { Authorization: `Bearer ${room.secret}` });
  const { sorry = "" } = answer;
  say(sorry);
  return answer;
}

/** @param {string} sorry why something cannot be done: the panel says it. */
function say(sorry) {
  const place = popover()?.querySelector(".sorry");
  if (place) place.textContent = sorry;
}

const popover = () => root.querySelector(".room:not(.votes)"); // and no report of a class before

/** The address of all classes: beside the pages of the app, wherever that is served. */
const address = () => new URL("./class", location.href.replace(/[#?].*/, ""));

/** Have the page hide its picture while the class guesses what that would tell. */
function hide() {
  const asks = Boolean(room && state.question?.hides && !state.revealed);
  if (asks !== hides) tellAsks((hides = asks));
}

function draw() {
  hide();
  const frame = root.querySelector(".teach");
  if (!room) {
    const title = "Open a room: students follow on their own devices";
    const before = kept(ofBrowser);
    const again = before && button(`Go on with class ${before.code}`, "Its tab was closed; its students are still there", () => open(before));
    const words = refused && element("span", { textContent: refused });
    if (report?.panel?.matches(":popover-open")) return; // somebody reads it
    frame.replaceChildren(...[again, ...reported(), button("Teach", title, () => open()), words].filter(Boolean));
    return;
  }
  const there = `${state.here} ${state.paused ? "paused" : "here"}`;
  if (popover()) {
    frame.querySelector(".there").textContent = there;
    frame.querySelector(".pause").textContent = state.paused ? "Go on" : "Pause";
    return drawQuestion();
  }
  const panel = element("div", { className: "room", popover: "auto" });
  const opener = element("button", { title: "Your class: code, link and more", popoverTargetElement: panel });
  handBack(panel, opener);
  opener.append(element("b", { textContent: room.code }), " ", element("span", { className: "there", textContent: there }));
  const mine = `${location.origin}${location.pathname}#teach=${room.code}.${room.secret}`;
  panel.append(
    element("img", { src: room.qr, alt: `The link ${room.link} as a QR code` }),
    element(
      "div",
      {},
      element("p", { textContent: room.link.replace(`/${room.code}`, "") }),
      element("p", { className: "code", textContent: room.code }),
      element("p", { textContent: room.alone ? "Only this computer can open it: “make share” lets your network in." : "They see what this page shows, as you turn it." }),
      element(
        "p",
        { className: "does" },
        element("button", { className: "pause", textContent: "Pause", title: "Calms all phones: eyes up", onclick: () => command(state.paused ? "go on" : "pause") }),
        watching(),
        copy("Copy the link", room.link),
        copy("Copy my own link", mine),
        element("button", { textContent: "End the class", onclick: end }),
      ),
    ),
  );
  panel.append(asking(), element("div", { className: "set" }), element("div", { className: "pace" }), forSchool(files, () => state.text ?? ""), votes(), element("p", { className: "sorry", role: "status" }), element("div", { className: "question" }), element("div", { className: "answers" }));
  place(panel, opener);
  frame.replaceChildren(opener, panel);
  drawQuestion();
}

/** @type {(panel: HTMLElement, opener: HTMLElement) => void} have a panel open under what opens it, towards the middle of the page. */
function place(panel, opener) {
  panel.onbeforetoggle = () => {
    const { left, right, bottom } = opener.getBoundingClientRect();
    const across = document.documentElement.clientWidth;
    const inLeftHalf = left + right < across; // as while one presents
    const side = inLeftHalf ? { left: `${Math.max(8, left)}px`, right: "auto" } : { left: "auto", right: `${Math.max(8, across - right)}px` };
    Object.assign(panel.style, side, { top: `${bottom + 4}px` });
  };
}

/** What opens the report of the class that has ended on this page: it is kept here alone, until the page is left. */
function reported() {
  if (!report) return [];
  const panel = (report.panel ??= element("div", { className: "room votes", popover: "auto" }, ...votesOf(report.votes)));
  const opener = element("button", { textContent: `Report of class ${report.code}`, title: "What it was asked and how it voted; kept until you leave this page", popoverTargetElement: panel });
  handBack(panel, opener);
  place(panel, opener);
  return [opener, panel];
}

/** @type {(words: string, text: string) => HTMLElement} a button that copies a text; where no page may do that, as over plain http, the text is shown, to be copied by hand. */
function copy(words, text) {
  const made = element("button", { textContent: words });
  made.onclick = async () => {
    try {
      await navigator.clipboard.writeText(text);
      made.textContent = "Copied";
      setTimeout(() => (made.textContent = words), 1500);
    } catch {
      const line = element("input", { value: text, readOnly: true, ariaLabel: words });
      made.replaceWith(line);
      line.select();
    }
  };
  return made;
}

/** @type {(words: string, title: string, act: () => void) => HTMLElement} */
const button = (words, title, act) => element("button", { textContent: words, title, onclick: act });

/** What can be asked: of what is shown, the guesses, or a question of one's own. */
function asking() {
  const ask = (/** @type {string} */ kind, more = {}) => command("ask", { kind, ...more });
  const stops = element("select", { ariaLabel: "One of the guesses" }, element("option", { textContent: "Guesses", value: "" }));
  for (let stop = 1; stop <= 5; stop += 1) stops.append(element("option", { textContent: `Guess ${stop}`, value: String(stop) }));
  stops.onchange = () => stops.value && (ask("stop", { stop: Number(stops.value) }), (stops.value = ""));
  const races = element("select", { ariaLabel: "Ten beginnings for class, table and transformer" }, element("option", { textContent: "Class against machine", value: "" }));
  for (let set = 1; set <= 6; set += 1) races.append(element("option", { textContent: `Beginnings ${set}`, value: String(set) }));
  races.onchange = () => races.value && (ask("race", { set: Number(races.value) }), (races.value = ""));
  const box = (/** @type {string} */ name, /** @type {string} */ placeholder, /** @type {number} */ maxLength) => element("input", { name, placeholder, ariaLabel: placeholder, maxLength });
  const own = element("form", {}, box("words", "Your own question", 300));
  for (const number of [1, 2, 3, 4, 5]) own.append(box("option", `Choice ${number}`, 120));
  own.append(element("button", { textContent: "Ask" }), element("span", { textContent: "Leave the choices empty to collect free text, for your eyes only." }));
  own.onsubmit = (/** @type {Event} */ event) => {
    event.preventDefault();
    const said = new FormData(own);
    ask("own", { words: said.get("words"), options: said.getAll("option") });
  };
  return element(
    "div",
    { className: "asking" },
    element("b", { textContent: "Ask the class" }),
    button("What does it attend to?", "They tap the word that the chosen one attends to most", () => ask("look")),
    button("What comes next?", "They choose among five words", () => ask("next")),
    button("You are the head", "Their answers become a row of attention", () => ask("head")),
    button("Draw a head together", "Each phone draws the row of one word; the whole is compared with every head", () => ask("map")),
    stops,
    races,
    Object.assign(button("The story's question", "They choose among answers; what happens is shown with theirs", () => ask("story")), { className: "story", hidden: true }),
    element("details", {}, element("summary", { textContent: "Your own question" }), own),
  );
}

/** What shows the teacher the page of a student, in a window as wide as a phone; it is not counted. */
function watching() {
  const link = element("a", { href: `${address()}/${room?.code}?watch`, target: "student", textContent: "See it as a student", title: "In a window like a phone; it is not counted" });
  link.onclick = (/** @type {MouseEvent} */ event) => {
    if (window.open(link.href, "student", "popup,width=390,height=844")) event.preventDefault();
  };
  return link;
}

/** All votes until now, where there are any. */
function votes() {
  const list = element("div", { className: "votes" });
  const opened = element("details", { className: "school voted", hidden: true }, element("summary", { textContent: "Report: what they were asked, and how they voted" }), list);
  opened.ontoggle = async () => {
    const said = opened.open ? await command("votes") : {};
    if (said.rows) list.replaceChildren(...votesOf(said));
  };
  return opened;
}

/** Fetch what the class has written until now. */
async function read() {
  const asked = state.question?.id;
  const said = await command("read");
  if (state.question?.id !== asked) return;
  written = said.written ?? [];
  drawQuestion();
}

/** @param {Element} shown where the class's matrix is drawn as far as phones have drawn it, again where a row comes or changes meanwhile. */
async function fill(shown) {
  if (!state.question) return;
  const { id, round } = state.question;
  const now = `${id} ${round} ${state.drawn}`;
  if (filled === now || filling) return;
  filling = true;
  const { board } = await command("filling");
  [filling, filled] = [false, now];
  if (state.question?.id !== id || state.revealed) return;
  if (board) showResults(shown, board);
  fill(shown);
}

/** What the class has written as a file. */
const saveWritten = () => saveCsv("answers", [[state.question?.words ?? ""], ...written.map((words) => [words])]);

/** The questions before and after, and the playlist at their own pace: while one is asked there is not the other. */
function drawSets() {
  const [set, pace] = ["set", "pace"].map((name) => popover().querySelector(`.${name}`));
  const given = state.set?.phase === "pace" ? { ...state, set: state.set } : undefined;
  const parts = given ? [] : setOf(state, command, drawQuestion);
  if (!parts.length || parts[0] !== set.firstChild) set.replaceChildren(...parts); // what is typed there stays
  const now = given || state.set ? "" : JSON.stringify(offers);
  if (now && now === pace.dataset.now) return; // a list that somebody has open stays so
  pace.dataset.now = now;
  const at = [...pace.querySelectorAll("button, input")].indexOf(root.activeElement);
  pace.replaceChildren(...(given ? paceOf(given, command, drawSets) : state.set ? [] : giveOf(offers, command)));
  if (at >= 0) pace.querySelectorAll("button, input")[at]?.focus();
}

/** The question that is asked, how many have answered, and the answers once they are shown. */
function drawQuestion() {
  const { question, answered, left, here, revealed, story } = state;
  popover().querySelector(".story").hidden = !story;
  popover().querySelector(".voted").hidden = !state.voted;
  drawSets();
  const place = popover().querySelector(".question");
  const shown = popover().querySelector(".answers");
  const map = question?.kind === "map";
  const paced = state.set?.phase === "pace";
  classed(popover(), { asked: question || paced, paced, wall: revealed && !question, race: map || question?.kind === "race" });
  const open = question?.kind === "text";
  if (!open) written = [];
  if (open) shown.replaceChildren(...written.map((words) => element("p", { className: "written", textContent: words })));
  else if (map && !revealed) fill(shown);
  else if (!revealed) shown.replaceChildren();
  else if (answers) showResults(shown, answers);
  if (!question) return place.replaceChildren();
  place.replaceChildren(
    ...(revealed ? [] : [element("p", { className: "words", textContent: question.words })]),
    element("p", { textContent: counted(answered, here, left) }),
    element(
      "p",
      { className: "does" },
      ...(open ? [button("Read the answers", "They are shown here: mind who sees this screen", read)] : []),
      ...(written.length ? [button("Save them", "As a file of CSV, without names", saveWritten)] : []),
      ...(open || revealed ? [] : [button("Show the answers", "All see them, and what the model computes", () => command("reveal"))]),
      ...(question.last === false ? [button("Next beginning", "The lines go on with what they chose", () => command("ask", { kind: "race" }))] : []),
      ...(open || map ? [] : [button("Vote again", "Let them talk first; both votes are shown side by side", () => command("again"))]),
      button("Reset", "Clear all answers", () => command("reset")),
      button("Close", "Back to what this page shows", () => command("close")),
    ),
  );
}
