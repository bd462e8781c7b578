// The live page: a sentence, dials and the pictures of the app, where the model runs in the reader's own browser.
//
// `mount` puts it into an element of any page; open.js opens the page that headlight/live_page.py makes.

import show from "../components/board.js";
import { frameIn } from "../shared/read_only.js";
import { Dials } from "./dials.js";
import { State } from "./state.js";
import { boardOf, writtenOn } from "./views.js";

const WAITING = "The weights are being read: the first picture was computed before.";

const whenPainted = (act, ...given) => requestAnimationFrame(() => setTimeout(act, 0, ...given));

/**
 * Show the live page in an element, which needs an element with data-testid=stApp around it.
 *
 * `facts` are those that headlight/live_page.py writes, `model` a promise of a LanguageModel. `state` is what to show, such as
 * "attention?text=bear+country&layer=3"; `first`, a board's message, is shown for it until the model is there. `onState`
 * is called with each later state. The returned function shows another state.
 *
 * @param {HTMLElement} element
 * @param {any} about
 */
export function mount(element, { facts, model, state: opened = "", first = null, onState = (_) => {}, views = facts.views }) {
  let state = State.parse(facts, opened), ready = null, drawn = null;
  element.innerHTML = `<div class="live"><nav aria-label="Views"></nav>
    <input class="sentence" dir="auto" aria-label="Your sentence" autocomplete="off" autocapitalize="off" autocorrect="off" spellcheck="false" enterkeyhint="done">
    <p class="trouble" role="alert" hidden></p><div class="controls"><div class="dials"></div><div class="buttons"></div></div>
    <p class="line" role="status"></p><div class="pictures"></div></div>`;
  const part = (name) => element.querySelector(name);
  const [nav, box, line, trouble] = [part("nav"), part("input"), part(".line"), part(".trouble")];
  const board = frameIn(part(".pictures"));
  const dials = new Dials(part(".dials"), part(".buttons"), facts, { turn: (changes) => go(state.moved(changes)), write });
  const focused = () => /** @type {any} */ (element.getRootNode()).activeElement; // also inside a shadow root
  box.maxLength = 2 * facts.sentence; // what JavaScript counts; letters are counted below
  box.addEventListener("input", () => go(state.moved({ text: box.value, written: "" })));

  nav.append(...views.map(({ name, title }) => viewLink(name, title)));

  function go(next, said = "") {
    state = next;
    onState(state.written());
    draw(said);
  }

  function draw(said = "") {
    for (const link of nav.querySelectorAll("a")) {
      const same = { text: state.text, layer: state.get("layer"), head: state.get("head") }; // not where that view opens
      link.href = `#${state.moved(same, link.dataset.view).written()}`;
      if (link.dataset.view === state.view) link.setAttribute("aria-current", "page");
      else link.removeAttribute("aria-current");
    }
    if (box.value !== state.get("text") && !(box.value === "" && box === focused())) box.value = state.get("text");
    box.classList.toggle("large", state.view === "start");
    line.textContent = ready ? said : first ? WAITING : "The weights are being read.";
    dials.show(state, ready !== null);
    if (!ready) return;
    try {
      ready.recycle(); // a board has copies of what it draws
      drawn = boardOf(state, ready, facts, drawn?.aside ?? null);
      shown();
      if (drawn.later) whenPainted(completed, drawn);
    } catch (error) {
      refused(error);
    }
  }

  function shown() {
    show({ parentElement: board, data: drawn.made(), setTriggerValue: choose });
    trouble.hidden = true;
  }

  /** Put in what was not computed yet, unless another board stands there by now. */
  function completed(made) {
    if (made !== drawn) return;
    try {
      made.later();
      shown();
    } catch (error) {
      refused(error);
    }
  }

  const refused = (error) => fail(`Nothing can be drawn for this: ${error.message}.`);

  function choose(kind, value) {
    if (kind !== "chosen" || !drawn) return;
    const changes = drawn.listeners[value[0]]?.(value[1]);
    if (changes) go(state.moved(changes));
  }

  /** Let the model write: so many words, or one token where it is 0; null takes back what was written last. */
  function write(count, greedy) {
    if (!ready) return;
    const before = state.lengths;
    if (count === null) {
      const kept = before.slice(0, -1), text = [...state.text].slice(0, kept.at(-1)).join("");
      return go(state.moved({ text, written: kept.join(".") }));
    }
    const { text, stopped } = writtenOn(state, ready, facts, count, greedy);
    const lengths = [...before, [...text].length].join(".");
    go(text === state.text ? state : state.moved({ text, written: lengths, query: null, key_position: null }), stopped);
  }

  function fail(sentence) {
    trouble.textContent = sentence;
    trouble.hidden = false;
  }

  draw();
  if (first) show({ parentElement: board, data: first });
  model.then(
    (read) => {
      ready = read;
      draw();
    },
    (error) => {
      line.textContent = "";
      fail(error.says ?? "The weights of the model cannot be read: this file is not whole, or was changed. Please fetch it again.");
    },
  );
  return (another) => {
    state = State.parse(facts, another);
    draw();
  };
}

/** A link to a view. It has no name or id: an address that is that of the view alone would lead to the link, and put a frame around it. */
function viewLink(view, title) {
  const link = Object.assign(document.createElement("a"), { textContent: title });
  link.dataset.view = view;
  return link;
}
