// What is private to Streamlit 1.67 and to Chromium, all in one place: names, messages and ways in that no interface
// gives. tests/browser/test_private.py holds each against the installed version.

import { ofBrowser } from "./storage.js";

// The fields of its messages.
export const RERUN = 11; // BackMsg.rerun_script
export const QUERY = 1, WIDGETS = 2, PAGE_ASKED = 3; // ClientState.query_string, .widget_states, .page_script_hash
export const PART = 5, CACHED = 7; // ClientState.fragment_id, .cached_message_hashes
export const TRIGGERS = [2, 14, 16]; // WidgetState.trigger_value, .string_trigger_value, .json_trigger_value
export const METADATA = 2, BEGUN = 4, ENDED = 6; // ForwardMsg.metadata, .new_session, .script_finished
export const RUN = 6, PARTS = 2; // ForwardMsgMetadata.run, RunIdentity.fragment_ids
export const PAGE_RUN = 9; // NewSession.page_script_hash
export const ADDRESS = 12, SEARCH = 1; // ForwardMsg.page_info_changed, PageInfo.query_string
export const EARLY = 2; // ForwardMsg.FINISHED_EARLY_FOR_RERUN

// What the scripts of the page, which share no variable, say to each other: that a part of the page was drawn anew, that
// the address is about to change and has changed, that a slider was moved, and that a slider outside of that part tells
// its board.
export const ANSWERED = "answered", ADDRESSES = "addresses", ADDRESSED = "addressed", MOVED = "moved", TURNED = "turned";

// Where things are on its page.
export const BOX = ".stTextInput input";
export const SKIP = 'a[href="#stMain"]'; // the link that leads past the menu

/** What holds the app, whose class names change with the theme; in a page that stands alone its body. */
export const app = () => /** @type {HTMLElement} */ (document.querySelector("[data-testid=stApp]"));

/** What holds the page that is open: it grows with it. */
export const openPage = () => app().querySelector("[data-testid=stMainBlockContainer]") ?? app();

/** Whether a component stands in the sidebar, which a part of the page cannot draw anew. */
export const inSidebar = (root) => (root.host ?? root).closest("[data-testid=stSidebar]") !== null;

/** The first sentence box of the page that is open. */
export const firstBox = () => /** @type {HTMLInputElement | null} */ (document.querySelector(`[data-testid=stMain] ${BOX}`));

/** Whether the script of the page has run to its end, as the app says for those who test it. */
export const atRest = () => app()?.dataset.testScriptState === "notRunning";

/** Whether the page has a line to its server; while it has none, Streamlit takes no input. */
export const isConnected = () => app()?.dataset.testConnectionState === "CONNECTED";

/** Call a function whenever the line is cut. */
export function whenCut(act) {
  new MutationObserver(() => isConnected() || act()).observe(app(), { attributeFilter: ["data-test-connection-state"] });
}

/** Close what Streamlit says of a line that is cut, which covers the page; it is not said again before the next one. */
export function closeConnectionError() {
  const dialog = document.querySelector("[data-testid=stDialog]");
  if (dialog?.querySelector("h2")?.textContent !== "Connection error") return;
  /** @type {HTMLElement | null} */ (dialog.querySelector("button[aria-label=Close]"))?.click();
}

/** The class that names a control by its key, if it has one. */
export const keyOf = (element) => element.closest("[class*=st-key-]")?.className.match(/st-key-\S+/)[0];

/**
 * What closes the dialog that is open, where the focus has left it: a button that is switched off while its file is made
 * loses it to the page, and the dialog hears Escape no more.
 */
export const closeOfLeftDialog = () =>
  document.activeElement === document.body ? /** @type {HTMLElement | null} */ (document.querySelector('[role=dialog] button[aria-label="Close"]')) : null;

/** Whether the page is dark now. */
export function isDark() {
  const [red, green, blue] = (getComputedStyle(app()).backgroundColor.match(/\d+/g) ?? []).map(Number);
  return 0.3 * red + 0.59 * green + 0.11 * blue < 128;
}

let dark; // the ground that was asked for; undefined: what the system prefers

/**
 * Put the page on light or dark ground.
 *
 * Streamlit follows the system's preference, and reads it again after each print; it has no other way in for a page. So
 * the preference is answered here, and it hears that something was printed.
 */
export function stand(theme) {
  if (dark === (theme === "dark")) return;
  if (dark === undefined) answerForSystem();
  dark = theme === "dark";
  for (const name of ofBrowser.names()) if (name.startsWith("stActiveTheme-")) ofBrowser.remove(name);
  let frames = 600; // the app may not have its colours yet
  const tell = () => {
    if (isDark() === dark || (frames -= 1) < 0) return;
    window.dispatchEvent(new Event("afterprint"));
    requestAnimationFrame(tell);
  };
  tell();
}

function answerForSystem() {
  const asked = window.matchMedia.bind(window);
  window.matchMedia = (query) => {
    const found = asked(query);
    const [, ground] = /prefers-color-scheme:\s*(\w+)/.exec(query) ?? [];
    if (!ground) return found;
    return new Proxy(found, {
      get: (_, name) => {
        if (name === "matches") return (ground === "dark") === dark;
        return typeof found[name] === "function" ? found[name].bind(found) : found[name];
      },
    });
  };
}

/** Put a text into a box as if it were typed: React does not notice a value that is only set. */
export function write(box, text) {
  Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, "value")?.set?.call(box, text);
}

const STOPS = ["view", "stop", "opened", "story"]; // what one goes back through on a page, opened numbers by keyboard too
let acted; // the last thing that the reader touched on this page: "picture", "control", or undefined once it has an entry
let left = ""; // the address of the page before the last act, which Streamlit overwrites with the next page's as it goes there
let going = false; // by a link, which has its entry: what Streamlit writes on the way replaces that
export const linked = (address) => new URL(address, location.href).searchParams.has("link"); // how a link hands over what it sets
const act = (event) => event.isTrusted && !linked(location) && (going = false, left = location.href, acted = event.type !== "keydown" && event.target.closest?.("[class*=_board]") ? "picture" : "control");

/**
 * One entry of the browser's history for each page, link, view, stop, story and number that was opened, and each choice
 * in a picture, so that "back" goes through them.
 *
 * Streamlit pushes an entry for each value of a widget, one after the other, when a page is opened and at each key. An
 * address of the same page replaces the entry that is there instead, unless the reader chose what makes one.
 */
const pushOrReplace = (/** @type {boolean} */ asked) => function entered(state, unused, address) {
  if (address === undefined) return (asked ? push : replace).call(history, state, unused);
  const [here, there] = [new URL(location.href), new URL(address, location.href)];
  dispatchEvent(new CustomEvent(ADDRESSES, { detail: there })); // who hears it may change it
  const same = there.pathname === here.pathname;
  const turned = STOPS.some((key) => here.searchParams.get(key) !== there.searchParams.get(key));
  const leaves = asked && linked(there) && !linked(here);
  const chosen = leaves || acted === "picture" || (acted === "control" && turned);
  const entry = !going && same && there.search !== here.search && chosen;
  const next = !going && asked && !same;
  if (entry || !same) acted = undefined;
  if (next && left && new URL(left).pathname === here.pathname) replace.call(history, history.state, "", left);
  (entry || next ? push : replace).call(history, state, unused, there.href);
  going = leaves || (going && same);
  dispatchEvent(new Event(ADDRESSED));
};

const { pushState: push, replaceState: replace } = history;
if (push.name !== "entered") { // each picture brings this file along
  [history.pushState, history.replaceState] = [pushOrReplace(true), pushOrReplace(false)];
  for (const type of ["pointerdown", "keydown"]) window.addEventListener(type, act, true);
  window.addEventListener("popstate", () => ((acted = undefined), (going = false), dispatchEvent(new Event(ADDRESSED))));
  window.addEventListener("click", liftPicture);
}

/** On a phone the drawer comes over the lower half of the page: the picture that its dials move is brought above it. */
function liftPicture({ target }) {
  if (window.innerWidth > 640 || !target.closest?.("[data-testid=stExpandSidebarButton]")) return;
  document.querySelector("[data-testid=stMain] [class*=_board]")?.scrollIntoView({ block: "start" });
}

/** On a phone the drawer of menu and dials covers the page: it is closed once a page was chosen. */
export function closeDrawer() {
  if (window.innerWidth > 640) return;
  /** @type {HTMLElement | null} */ (document.querySelector("[data-testid=stSidebar][data-collapsed=false] [data-testid=stSidebarCollapseButton] button"))?.click();
}

/** In an enlarged page Chromium tells in pixels of the page where in a picture a pointer is; pictures count their own. */
for (const name of ["offsetX", "offsetY"]) {
  const get = Object.getOwnPropertyDescriptor(MouseEvent.prototype, name)?.get;
  const own = /** @this {MouseEvent} */ function () {
    return get?.call(this) / (/** @type {Element | null} */ (this.target)?.currentCSSZoom ?? 1);
  };
  if (get?.name !== own.name) Object.defineProperty(MouseEvent.prototype, name, { get: own });
}
