// What is typed while the page is being changed: it stays in its box, and is handed over when the page is there.
//
// The reader asks for another page, view or example and types on at once. Until the server has answered, the box of
// before is on the screen. What is typed into it would be lost, because Streamlit 1.67 has forgotten by then the part
// of the page that the box belongs to, or would even bring the page of before back, empty. Then a new box takes its
// place, with the text of before. So from such a request until its run has ended, keys do not reach Streamlit: the text
// is kept here, shown in whichever box is there, and typed into the one that is there in the end. What is set or clicked
// waits as long, and is asked for if its page is the one that is open then, with what is new in it alone; on a page that
// is being left it is not. A reload before that loses nothing either: what is held goes over into the new document. Nor
// does a line that is cut: Streamlit switches its boxes off until it is back, and what was typed last may not have been
// sent any more.

import {
  ADDRESS,
  ADDRESSES,
  ANSWERED,
  app,
  atRest,
  BEGUN,
  BOX,
  CACHED,
  closeConnectionError,
  EARLY,
  ENDED,
  isConnected,
  keyOf,
  linked,
  METADATA,
  PAGE_ASKED,
  PAGE_RUN,
  PART,
  PARTS,
  QUERY,
  RERUN,
  RUN,
  SEARCH,
  TRIGGERS,
  whenCut,
  WIDGETS,
  write,
} from "./streamlit.js";
import { ofTab } from "./storage.js";
import { field, fields, NOTHING, pieces, words } from "./protobuf.js";

const PATIENCE = 1000; // ms for a run that seems not to come: several requests may be answered by one run
const BLINK = 1000; // ms of a cut line of which nothing needs to be said, and in which a letter may still be on its way
const CUT = "The line to the server is cut. What you see stays. What you type is kept, and read when the line is back.";

let asked = 0; // runs of the whole page that were asked for and have not begun
let waits = false; // a run of the page or of a part was asked for and has not begun
let leaving = false; // the run that was asked for is of another page or address
let running = false; // one of them has begun
let goesOn = false; // it ended only to begin anew
let page; // whose run was the last
let requests = []; // which wait
let known = new Map(); // what the widgets stood at when the server was asked last
let held; // what was typed last meanwhile: the class and the name of its box, its text, where the caret is in it
let others = []; // the same of boxes that were typed into before that one
let before = new Map(); // the texts of the boxes when the page began to be changed, by their names
let focused; // the box that has the focus, or had it when it was taken away
let tending = false;
const later = []; // what waits until the page is there
let tries = 0; // to do the first of it, for a second

const VIEW = "view"; // the key of the open view

let typed = -BLINK; // when the last letter was left to Streamlit
let unsent = false; // it may not have been sent
const notice = Object.assign(document.createElement("p"), { className: "line-cut", textContent: CUT, role: "status" });

const busy = () => asked > 0 || running || !isConnected();

// Lines that were opened anew: the first one of a page is there before this script is.
const reopened = new WeakSet();
window.WebSocket = new Proxy(WebSocket, {
  construct(kind, given) {
    const socket = Reflect.construct(kind, given);
    reopened.add(socket);
    return socket;
  },
});

const send = WebSocket.prototype.send;
const heard = new WeakSet();
WebSocket.prototype.send = function (message) {
  const said = ArrayBuffer.isView(message) ? fields(message).get(RERUN) : undefined;
  if (!said) return send.call(this, message);
  const request = fields(said);
  if (!heard.has(this)) {
    listen(this);
    // Whoever was away for long speaks to a new session, which knows no parts and runs the page first.
    if (request.has(PART) && reopened.has(this)) return this.send(without([PART, CACHED], said));
  }
  const part = request.has(PART);
  const stands = widgetsOf(request);
  const moved = [...stands].filter(([id, { value, triggers }]) => triggers || known.get(id)?.value !== value).map(([, { raw }]) => raw);
  const leads = !stands.size; // to another page or address: at once
  if (part ? busy() : !leads && (asked > 0 || running)) {
    if (leaving) return; // of what is being left
    known = stands;
    requests.push({ socket: this, request: said, part, moved, page: words(request.get(PAGE_ASKED)) });
    return;
  }
  if (leads) {
    leaving = true;
    forget();
  } else known = stands;
  waits = true;
  if (!part) {
    asked += 1;
    tend();
  }
  send.call(this, message);
};

function listen(socket) {
  heard.add(socket);
  socket.addEventListener("message", ({ data }) => hear(fields(new Uint8Array(data))));
  socket.addEventListener("close", () => {
    asked = 0;
    waits = leaving = running = goesOn = false;
    requests = [];
  });
}

whenCut(() => {
  if (focused?.isConnected && performance.now() - typed < BLINK && !held) {
    hold(focused);
    unsent = true;
  }
  setTimeout(() => !isConnected() && app().append(notice), BLINK);
  tend();
});

function hear(said) {
  if (said.has(ADDRESS)) told.push(new URL(`?${words(fields(said.get(ADDRESS)).get(SEARCH) ?? NOTHING)}`, location.href).search);
  if (!said.has(BEGUN) && !said.has(ENDED)) return;
  if (said.has(BEGUN)) waits = leaving = false;
  const run = fields(fields(said.get(METADATA) ?? NOTHING).get(RUN) ?? NOTHING);
  if (said.has(ENDED)) dispatchEvent(new Event(ANSWERED));
  if (run.has(PARTS)) return;
  if (said.has(BEGUN)) {
    if (!goesOn) asked = Math.max(asked - 1, 0);
    running = true;
    goesOn = false;
    page = words(fields(said.get(BEGUN)).get(PAGE_RUN));
    tend();
    return;
  }
  running = goesOn = said.get(ENDED) === EARLY;
  if (running) return;
  const left = asked;
  if (left) setTimeout(() => asked === left && !running && end(), PATIENCE);
  else end();
}

function end() {
  asked = 0;
  while (requests.length && !asked) {
    const { socket, request, part, moved, page: of } = requests.shift();
    if (of !== page) continue;
    if (!part) (asked += 1), tend();
    const query = new TextEncoder().encode(location.search.slice(1));
    waits = true;
    send.call(socket, without([CACHED, QUERY, WIDGETS], request, [...field(QUERY, query), ...field(WIDGETS, moved.flatMap((raw) => [...raw]))]));
  }
}

/** What the widgets stand at that a request names, by their ids; what was pressed or clicked is there once. */
function widgetsOf(request) {
  const all = pieces(request.get(WIDGETS) ?? NOTHING);
  return new Map(all.map(({ value, raw }) => {
    const said = fields(value);
    return [words(said.get(1)), { raw, value: raw.join(), triggers: TRIGGERS.some((each) => said.has(each)) }];
  }));
}

/** A request to run the page without some of its fields, or with others: one that is made later names no messages that the browser had. */
function without(left, request, instead = []) {
  const kept = pieces(request).filter(({ field }) => !left.includes(field));
  return new Uint8Array(field(RERUN, [...kept.flatMap(({ raw }) => [...raw]), ...instead]));
}

// The address: the browser puts what a control is set to there at once. Whenever the server writes a key, it writes all
// of them, as they were when it was asked: what the reader has set since then would be lost.

let told = []; // addresses that the server is about to write
let acted = false; // the reader, on this page
const earlier = new Map(); // values of keys before those that the reader has set since all was answered

addEventListener(ADDRESSES, (/** @type {any} */ { detail: there }) => {
  const here = new URL(location.href);
  if (there.pathname !== here.pathname || linked(there) || linked(here)) return forget();
  const said = (address, key) => JSON.stringify(address.searchParams.getAll(key));
  if (told.includes(there.search)) {
    told.splice(told.indexOf(there.search), 1);
    for (const [key, values] of earlier) if (values.has(said(there, key))) {
      there.searchParams.delete(key);
      for (const text of here.searchParams.getAll(key)) there.searchParams.append(key, text);
    }
    return;
  }
  if (leaving || !acted) return; // on the way to a page Streamlit takes out what stands at its default
  const set = [...new Set([...here.searchParams.keys(), ...there.searchParams.keys()])].filter((key) => said(here, key) !== said(there, key));
  if (set.includes(VIEW)) earlier.clear(); // which has keys of its own
  for (const key of set) earlier.set(key, (earlier.get(key) ?? new Set()).add(said(here, key)));
});
const forget = () => (earlier.clear(), (told = []), (acted = false));
for (const type of ["pointerdown", "keydown"]) addEventListener(type, () => {
  if (!waits && atRest()) forget();
  acted = true;
}, true);
addEventListener("popstate", forget);

// The box

const isBox = (target) => target instanceof HTMLInputElement && target.matches(BOX);

/** Of the boxes on the screen the one with the same key of the address, else the one that has the same name. */
function boxOf({ name, label }) {
  return boxes().find((box) => keyOf(box) === name) ?? boxes().find((box) => box.ariaLabel === label);
}

/** Whether it is a new box, which Streamlit draws empty at first; it has its text a moment later. Not one that was emptied here. */
const isBlank = (box) => box.value === "" && Boolean(before.get(keyOf(box))) && ![...others, held].some((each) => each && boxOf(each) === box);

/** Whether it is there beside the box whose text is held. */
const isOther = (box) => held && box.isConnected && ![undefined, box].includes(boxOf(held));

const boxes = () => [.../** @type {NodeListOf<HTMLInputElement>} */ (document.querySelectorAll(BOX))];

function hold(box) {
  const text = isBlank(box) ? before.get(keyOf(box)) : others.find((each) => boxOf(each) === box)?.text;
  if (text !== undefined && box.value !== text) fill(box, text);
  if (isOther(box)) others = [...others.filter((each) => boxOf(each) !== box), held];
  held = { name: keyOf(box), label: box.ariaLabel, text: box.value, caret: [box.selectionStart, box.selectionEnd] };
}

function fill(box, text, caret = [text.length, text.length]) {
  write(box, text);
  box.setSelectionRange(caret[0], caret[1]);
}

/** Show in the boxes that are there what is held. */
function show() {
  for (const each of others) {
    const box = boxOf(each);
    if (box && box.value !== each.text) write(box, each.text);
  }
  const box = boxOf(held);
  if (!box) return;
  if (box.value !== held.text) fill(box, held.text, held.caret);
  if (focused && isGone(focused) && document.activeElement === document.body) {
    box.focus({ preventScroll: true });
    box.setSelectionRange(held.caret[0], held.caret[1]);
  }
}

/** Type what is held into the boxes that are there; with none it waits until there is one, on this page or the next. */
function handOver() {
  show();
  for (const each of others) boxOf(each)?.dispatchEvent(new InputEvent("input", { bubbles: true }));
  others = [];
  const box = boxOf(held);
  if (!box) {
    focused = undefined;
    boxComes.observe(app(), { childList: true, subtree: true });
    return;
  }
  const { text, caret } = held;
  held = undefined;
  if (unsent) {
    unsent = false;
    write(box, `${text} `); // React hears only of what is new to it
    box.dispatchEvent(new InputEvent("input", { bubbles: true }));
    fill(box, text, caret);
  }
  box.dispatchEvent(new InputEvent("input", { bubbles: true }));
}

const boxComes = new MutationObserver(() => {
  if (held && !boxOf(held)) return;
  boxComes.disconnect();
  tend();
});

const HELD = "typed"; // in the storage of the tab
addEventListener("pagehide", () => held && ofTab.set(HELD, JSON.stringify([...others, held])));

/** What was held when the page was reloaded; a tab that was away in the meantime begins anew. */
function takeUp() {
  const left = ofTab.get(HELD);
  ofTab.remove(HELD);
  const [arrival] = /** @type {PerformanceNavigationTiming[]} */ (performance.getEntriesByType("navigation"));
  if (!left || arrival?.type !== "reload") return;
  others = JSON.parse(left);
  held = others.pop();
  tend();
}

/** The line is there: nothing needs to be said of it, and one can type on in the box that was switched off. */
function back() {
  notice.remove();
  if (focused?.isConnected && !focused.disabled && document.activeElement === document.body) focused.focus({ preventScroll: true });
}

function tend() {
  if (tending) return;
  tending = true;
  before = new Map(boxes().map((box) => [keyOf(box), box.value]));
  let since = 0; // the run ended
  const again = () => {
    if (held) show();
    if (isConnected()) back();
    else closeConnectionError();
    since = busy() ? 0 : since + 1;
    if (since < (atRest() && !boxes().some(isBlank) ? 2 : 20)) return setTimeout(again, 16); // a part that is run again and again is not waited for
    tending = false;
    if (held) handOver();
    if (!later.length) return;
    tries += 1;
    if (later[0]() || tries === 60) {
      later.shift();
      tries = 0;
    }
    tend(); // what it asks for may take a moment to be asked
  };
  again();
}

/**
 * Do what asks for another run as soon as the page is not being changed any more, one such thing after another.
 *
 * `act` says whether it could.
 */
export function whenThere(act) {
  later.push(act);
  if (tending) return;
  if (act()) later.shift();
  tend();
}

/** Whether a box cannot have the focus any more: it was taken away with the page, or switched off with the line. */
const isGone = (box) => !box.isConnected || box.disabled;

let most = {}; // characters that a box takes, by its key

/** Say how many characters boxes take, by their keys: the browser cuts what is pasted, Streamlit would take none of it. */
export const takeAtMost = (characters) => (most = characters);

const mostOf = (name) => most[name?.replace("st-key-", "")];

addEventListener("focusin", (/** @type {any} */ { target }) => {
  if (isBox(target)) {
    focused = target;
    target.setAttribute("maxlength", mostOf(keyOf(target)) ?? "");
  } else if (isConnected()) focused = undefined; // else Streamlit has covered the page
}, true);
addEventListener("focusout", ({ target }) => {
  // A box that is taken away with the page or switched off loses the focus too, but nobody has left it.
  setTimeout(() => {
    if (target === focused && !isGone(target) && document.activeElement !== target) focused = undefined;
  });
}, true);

// What is pasted goes where the text was.
addEventListener("beforeinput", ({ isTrusted, target }) => {
  if (!isTrusted || !isBox(target) || !tending) return;
  if (held && !isOther(target)) show();
  else hold(target); // which knows an empty box from one that is emptied now
}, true);

addEventListener("input", (event) => {
  if (!event.isTrusted || !isBox(event.target)) return;
  if (!tending) return void ((held = undefined), (typed = performance.now()));
  event.stopImmediatePropagation();
  hold(event.target);
}, true);

// Letters are put into what is held, not into the box, which Streamlit may empty between the key and its letter.
addEventListener("keydown", (event) => {
  if (!tending || !focused || event.isComposing || event.ctrlKey || event.metaKey || event.altKey) return;
  if (document.activeElement !== (isGone(focused) ? document.body : focused)) return;
  if (!held || isOther(focused) || (focused.isConnected && focused.value === held.text)) hold(focused);
  const [start, end] = held.caret;
  const letter = [...event.key].length === 1;
  if (!letter && event.key !== "Backspace") return show();
  if (letter || start < end) put(start, letter ? event.key : "", end);
  else put(start - ([...held.text.slice(0, start)].pop()?.length ?? 0), "", end);
  show();
  event.preventDefault();
  event.stopImmediatePropagation();
}, true);

/** Put a letter in the place of others, or take those away; a full box takes none, here as elsewhere. */
function put(start, text, end) {
  if (held.text.length - (end - start) + text.length > mostOf(held.name)) return;
  held.text = held.text.slice(0, start) + text + held.text.slice(end);
  held.caret = [start + text.length, start + text.length];
}

takeUp();
