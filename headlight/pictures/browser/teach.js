// The button Teach: it opens a room for a class, and shows how others come in, how many are there, and how it ends.
//
// The secret by which a page rules its room stays with the tab: it is in no address that is handed on or projected, and
// is still there when the page is loaded again or the server was started anew.

import { follow } from "./follow.js";

const SECRET = "headlight-teach";
let room; // code, secret, link, and whether this computer alone can be reached
let state = { here: 0, paused: false };
let line; // what ends the line to the room
let root, tell, opening;

export default function ({ parentElement, data, setTriggerValue }) {
  [root, tell] = [parentElement, (secret) => setTriggerValue("secret", secret)];
  const secret = own();
  if (secret && !room && !opening) open(secret);
  else if (room && data.code !== room.code) tell(room.secret); // the server has forgotten this session
  draw();
}

/** The secret of this tab; one that comes in a link of the teacher's own is taken from it. */
function own() {
  const [, given] = /^#teach=([\w-]{8,80})$/.exec(location.hash) ?? [];
  if (given) {
    sessionStorage.setItem(SECRET, given);
    history.replaceState(history.state, "", location.pathname + location.search);
  }
  return sessionStorage.getItem(SECRET);
}

async function open(secret) {
  opening = true;
  const said = await post(address(), { secret });
  opening = false;
  if (!said.code) {
    sessionStorage.removeItem(SECRET);
    return draw(said.sorry);
  }
  room = said;
  sessionStorage.setItem(SECRET, room.secret);
  tell(room.secret);
  line = follow(`${address()}/${room.code}/events?silent`, {
    line: () => {},
    room: (data) => ((state = JSON.parse(data)), draw()),
    sorry: () => room && tell(room.secret), // the server was started anew: the room is opened again
  });
  draw();
  if (!secret) popover()?.showPopover(); // else the page was loaded again
}

async function end() {
  line();
  await command("end");
  sessionStorage.removeItem(SECRET);
  [room, line, state] = [undefined, undefined, { here: 0, paused: false }];
  tell("");
  draw();
}

const command = (what, more = {}) => post(`${address()}/${room.code}`, { do: what, ...more });
const popover = () => root.querySelector(".room");

/** The address of all classes: beside the pages of the app, wherever that is served. */
const address = () => new URL("./class", location.href.replace(/[#?].*/, ""));

async function post(to, said) {
  const headers = { "Content-Type": "application/json", ...(room && { Authorization: `Bearer ${room.secret}` }) };
  try {
    const answer = await fetch(to, { method: "POST", headers, body: JSON.stringify(said) });
    return await answer.json();
  } catch {
    return { sorry: "The server cannot be reached just now." };
  }
}

const element = (name, properties, ...children) => {
  const made = Object.assign(document.createElement(name), properties);
  made.append(...children);
  return made;
};

function draw(sorry = "") {
  const frame = root.querySelector(".teach");
  if (!room) {
    const title = "Open a room: students follow on their own devices";
    const button = element("button", { textContent: "Teach", title, onclick: () => open("") });
    frame.replaceChildren(button, ...(sorry ? [element("span", { textContent: sorry })] : []));
    return;
  }
  const there = `${state.here} ${state.paused ? "paused" : "here"}`;
  if (popover()) {
    frame.querySelector(".there").textContent = there;
    frame.querySelector(".pause").textContent = state.paused ? "Go on" : "Pause";
    return;
  }
  const panel = element("div", { className: "room", popover: "auto" });
  const opener = element("button", { title: "Your class: code, link and more", popoverTargetElement: panel });
  opener.append(element("b", { textContent: room.code }), " ", element("span", { className: "there", textContent: there }));
  const copy = (words, text) => element("button", { textContent: words, onclick: () => navigator.clipboard.writeText(text) });
  const mine = `${location.origin}${location.pathname}#teach=${room.secret}`;
  panel.append(
    element("img", { src: `${address()}/${room.code}/qr.svg`, alt: `The link ${room.link} as a QR code` }),
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
        copy("Copy the link", room.link),
        copy("Copy my own link", mine),
        element("button", { textContent: "End the class", onclick: end }),
      ),
    ),
  );
  panel.onbeforetoggle = () => {
    const { right, bottom } = opener.getBoundingClientRect();
    Object.assign(panel.style, { right: `${Math.max(8, document.documentElement.clientWidth - right)}px`, top: `${bottom + 4}px` });
  };
  frame.replaceChildren(opener, panel);
}
