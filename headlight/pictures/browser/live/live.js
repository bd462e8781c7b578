// The live page: a sentence, dials and the pictures of the app, where the model runs in the reader's own browser.
//
// `mount` puts it into an element of any page; open.js opens the page that headlight/outside/live_page.py makes.

import show from "../components/board.js";
import { calm } from "../shared/movement.js";
import { frameIn } from "../shared/read_only.js";
import { element } from "../shared/written.js";
import { Dials } from "./dials.js";
import { step } from "./first_visit.js";
import { Known } from "./known.js";
import { State } from "./state.js";
import { writtenOn } from "./text.js";
import { boardOf } from "./views.js";

const WAITING = "The weights are being read: the first picture was computed before.";
const PAUSE = 80; // ms without a letter after which the reason is found
const STEP = 150; // ms from one written word to the next, as in the app
const REST = 60; // ms after that until words are tried in the place of others, one after the other

/**
 * Show the live page in an element, which needs an element with data-testid=stApp around it.
 *
 * `facts` are those that headlight/outside/live_page.py writes, `model` a promise of a LanguageModel. `state` is what to show, such as
 * "attention?text=bear+country&layer=3"; `first`, a board's message, is shown for it until the model is there. `onState`
 * is called with each later state. `training`, if it is given, fetches what the model has read in training. The returned function shows another state.
 *
 * @param {HTMLElement} place
 * @param {{ facts: Live.Facts, model: Promise<Live.Model>, state?: string, first?: Message | null, onState?: (state: string) => void, views?: Live.Facts["views"], training?: (() => Promise<ArrayBuffer>) | null }} about
 */
export function mount(place, { facts, model, state: opened = "", first = null, onState = (_) => {}, views = facts.views, training = null }) {
  let state = State.parse(facts, opened), ready = /** @type {Live.Model | null} */ (null), drawn = /** @type {Live.Board | null} */ (null);
  /** @type {Known} */
  let known; // once the model is there
  /** @type {Spot} */
  let waiting = null;
  let [later, frame] = [0, 0]; // what is found in a pause, and what is drawn next
  let fetches = facts.read ? training : null;
  place.innerHTML = `<div class="live"><nav aria-label="Views"></nav><p class="lead"></p>
    <div class="sentence-box" data-hint="Type here"><input dir="auto" aria-label="Your sentence" autocomplete="off" autocapitalize="off" autocorrect="off" spellcheck="false" enterkeyhint="done"></div>
    <p class="trouble" role="alert" hidden></p><div class="controls"></div>
    <p class="line" role="status"></p><div class="pictures"></div></div>`;
  const part = (/** @type {string} */ name) => /** @type {any} */ (place.querySelector(name));
  const [nav, lead, box, line, trouble] = ["nav", ".lead", "input", ".line", ".trouble"].map(part);
  const board = frameIn(part(".pictures"));
  const dials = new Dials(part(".controls"), facts, { turn: (changes) => go(state.moved(changes)), write });
  const focused = () => /** @type {any} */ (place.getRootNode()).activeElement; // also inside a shadow root
  box.maxLength = 2 * facts.sentence; // what JavaScript counts; letters are counted below
  box.addEventListener("input", () => go(state.typed(box.value), { types: true }));
  nav.append(...views.map(({ name, title }) => viewLink(name, title)));
  document.addEventListener("visibilitychange", () => !document.hidden && place.isConnected && draw());

  function go(/** @type {State} */ next, { said = "", types = false } = {}) {
    state = next;
    onState(state.written());
    cancelAnimationFrame(frame);
    if (types) frame = requestAnimationFrame(() => draw({ types })); // letters that come meanwhile are drawn with it
    else draw({ said });
  }

  /** Draw what is set. While somebody `types` the reason waits for a pause, and where nobody looks nothing is computed. */
  function draw({ said = "", types = false } = {}) {
    clearTimeout(later);
    for (const link of nav.querySelectorAll("a")) {
      link.href = `#${state.moved({ view: link.dataset.view }).written()}`;
      if (link.dataset.view === state.view) link.setAttribute("aria-current", "page");
      else link.removeAttribute("aria-current");
    }
    lead.textContent = (!step(state, facts).question && views.find(({ name }) => name === state.view)?.lead) || ""; // a first question stands alone
    box.parentElement.hidden = ["path", "stories"].includes(state.view); // which have sentences of their own
    if (box.value !== state.get("text") && !(box.value === "" && box === focused())) box.value = state.get("text");
    line.textContent = ready ? said : first ? WAITING : "The weights are being read.";
    if (!ready) return dials.show(state, { ready: false, head: state.chosenHead ?? facts.start.head });
    if (document.hidden) return;
    try {
      ready.recycle(); // a board has copies of what it draws
      const found = known.of(state, { types: types || box.parentElement.hidden });
      drawn = boardOf(state, ready, facts, found);
      show({ parentElement: board, data: drawn.made(), setTriggerValue: choose });
      if (step(state, facts).open) document.documentElement.toggleAttribute("data-opening", true); // a question stands alone
      trouble.hidden = true;
      dials.show(state, { ready: true, head: state.chosenHead ?? known.head });
      if (types) later = setTimeout(rest, PAUSE);
      else if (state.view === "next_word" && state.ahead) later = setTimeout(() => add(state.lengths.slice(0, -1), calm() ? state.ahead : 1, state.ahead), STEP);
      else if (!found.flips && state.view === "start") later = setTimeout(goOn, REST, state.text, state.get("query"));
    } catch (error) {
      fail(`Nothing can be drawn for this: ${/** @type {Error} */ (error).message}.`);
    }
  }

  /** Draw with all that is found in a pause. The first one on the start fetches what the model has read: nobody waits for it. */
  function rest() {
    draw();
    if (state.view !== "start" || !fetches) return;
    const drawAgain = () => {
      clearTimeout(later);
      later = setTimeout(draw, PAUSE);
    };
    fetches().then((packed) => known.learns(facts.read ?? [], packed)).then(drawAgain, () => {}); // without it nothing is missed: the start says all else
    fetches = null;
  }

  /** Try one more word in the place of another, and draw once all were tried. */
  function goOn(/** @type {string} */ text, /** @type {number | null} */ asked) {
    if (!known.tryNext(text, asked)) draw();
    else later = setTimeout(goOn, 0, text, asked);
  }

  function choose(/** @type {string} */ kind, /** @type {Spot} */ value) {
    if (kind !== "chosen") return;
    if (!drawn) return void (waiting = value); // what is chosen before the model is there
    const changes = drawn.listeners[value[0]]?.(value[1]);
    if (changes) go(state.moved(changes));
  }

  /** @type {(count: number | null, greedy: boolean) => void} let the model write: so many words, one after another, or one token where it is 0; null takes back what was written last. Asked for words while it writes, it stops */
  function write(count, greedy) {
    if (!ready) return;
    const before = state.lengths;
    if (count === null) {
      const kept = before.slice(0, -1), text = [...state.text].slice(0, kept.at(-1)).join("");
      return go(state.moved({ text, written: kept.join(".") }));
    }
    if (count && state.ahead) return go(state.moved({ written: before.join(".") }));
    add(before, count && 1, count, greedy);
  }

  /** @type {(before: number[], count: number, ahead: number, greedy?: boolean) => void} write some of the words `ahead`: what comes one after another is one step to take back */
  function add(before, count, ahead, greedy = false) {
    const { text, stopped } = writtenOn(state, /** @type {Live.Model} */ (ready), facts, count, greedy), left = stopped ? 0 : ahead - count;
    const written = [...new Set([...before, [...text].length]), ...(left ? [`+${left}`] : [])].join(".");
    go(text === state.text && !ahead ? state : state.moved({ text, written, query: null, key_position: null }), { said: stopped });
  }

  function fail(/** @type {string} */ sentence) {
    trouble.textContent = sentence;
    trouble.hidden = false;
  }

  draw();
  if (first) show({ parentElement: board, data: first, setTriggerValue: choose });
  model.then(
    (read) => {
      [ready, known] = [read, new Known(read, facts.start.head, facts.brings)];
      draw();
      if (waiting) choose("chosen", waiting);
    },
    (error) => {
      line.textContent = "";
      fail(error.says ?? "The weights of the model cannot be read: this file is not whole, or was changed. Please fetch it again.");
    },
  );
  return (/** @type {string} */ another) => {
    state = State.parse(facts, another);
    draw();
  };
}

/** @type {(view: string, title: string) => HTMLAnchorElement} a link to a view. It has no name or id: an address that is that of the view alone would lead to the link, and put a frame around it */
function viewLink(view, title) {
  const link = element("a", { textContent: title });
  link.dataset.view = view;
  return link;
}
