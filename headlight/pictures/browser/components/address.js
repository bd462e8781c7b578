// The address and the browser's history: the server says where it stands, the browser says where it went.

const EVERY = 120; // ms between two changes: browsers refuse more than about twenty a second
const OWN = ["embed", "embed_options"]; // keys by which Streamlit is asked how to show its page; it keeps them from Python

let entry = /** @type {number | undefined} */ (undefined); // the number of the last entry of the history that the server has asked for
let went = Number(isElsewhere()); // steps back or forward
let tell = /** @type {((where: [string, number]) => void) | undefined} */ (undefined); // says to the server where the browser went
let isUnheard = () => false; // whether it has not heard of that yet
let later = /** @type {number | undefined} */ (undefined);
let wanted = /** @type {string | undefined} */ (undefined);
let written = -Infinity; // when it was last changed

/** Whether the page stands elsewhere than where it was loaded: a step before this script came was heard by nobody. */
function isElsewhere() {
  const [loaded] = performance.getEntriesByType("navigation");
  return Boolean(loaded) && new URL(loaded.name, location.href).search !== location.search;
}

/** @param {{ address: string, entry: number, went: number }} said write the address that the server says; what it said before it heard of a step back is old. */
export function stand({ address, entry: asked, went: known }) {
  if (known < went) return void (isUnheard() || say()); // a server that was started anew knows of none
  const next = entry !== undefined && asked > entry;
  entry = asked;
  wanted = address;
  if (next) return write("pushState");
  const wait = EVERY - (performance.now() - written);
  if (wait <= 0) write(); // so that who goes back at once leaves an entry with all that was typed
  else later ??= setTimeout(write, wait);
}

function write(/** @type {"replaceState" | "pushState"} */ how = "replaceState") {
  clearTimeout(later);
  later = undefined;
  const there = wanted === undefined ? here() : `?${new URLSearchParams(wanted)}`;
  wanted = undefined;
  if (there === here()) return;
  written = performance.now();
  history[how](null, "", location.pathname + joined(new URLSearchParams(there)));
}

/** The part of the address that is the server's. */
export const here = () => `?${new URLSearchParams([...new URLSearchParams(location.search)].filter(([key]) => !OWN.includes(key)))}`;

/** @type {(query: URLSearchParams, own?: Record<string, string | undefined>) => string} an address with the keys that are Streamlit's own, as they are now or as `own` sets them. */
export function joined(query, own = {}) {
  const all = new URLSearchParams([...new URLSearchParams(location.search)].filter(([key]) => OWN.includes(key)));
  for (const [key, value] of Object.entries(own)) value === undefined ? all.delete(key) : all.set(key, value);
  for (const [key, value] of query) all.append(key, value);
  return all.size ? `?${all}` : "";
}

/** Write what waits, before the page is left or another entry is made. */
export const writeNow = () => wanted !== undefined && write();

/** How many steps back or forward there were. */
export const steps = () => went;

/** @type {(heard: (where: [string, number]) => void, unheard: () => boolean) => void} call `heard` with where the browser went, and the number of the step, at each step back or forward. */
export function listen(heard, unheard) {
  const first = !tell;
  [tell, isUnheard] = [heard, unheard];
  if (first && went) say();
}

/** Say where the browser went. */
const say = () => tell?.([here(), went]);

addEventListener("popstate", () => {
  clearTimeout(later);
  later = wanted = undefined;
  went += 1;
  say();
});
addEventListener("pagehide", () => writeNow());
