// The live page as a page of its own: what is shown stands after # in its address, so that a link restores it.

import { LanguageModel } from "../engine/language_model.js";
import { bytesOf } from "../engine/weights.js";
import { mount } from "./live.js";

const RESTING = 200; // milliseconds without a key before the address follows: browsers slow down who writes it with each

const page = globalThis.headlightLive; // what the page brings along: in it, or where it lies beside it
const part = (/** @type {string} */ selector) => /** @type {OfFrame} */ (document.querySelector(selector));
const body = document.body, prefersDark = matchMedia("(prefers-color-scheme: dark)");

function stand(/** @type {string} */ ground) {
  body.className = ground;
  part("#ground").textContent = ground === "dark" ? "Light" : "Dark";
}
stand(prefersDark.matches ? "dark" : "light");
prefersDark.addEventListener("change", () => stand(prefersDark.matches ? "dark" : "light"));
part("#ground").addEventListener("click", () => stand(body.className === "dark" ? "light" : "dark"));

start().catch((error) => {
  part("main").textContent = error.says ?? `The page cannot be opened: ${error.message}.`;
});

async function start() {
  const letters = document.fonts.load(`1em ${getComputedStyle(body).fontFamily}`).catch(() => {}); // canvases are drawn once: they do not wait for a type
  const [facts] = await Promise.all([page.facts(), letters]), first = facts.first.message ? bytesOf(facts.first.message) : null;
  const asked = location.hash.slice(1), opened = asked || facts.first.state;
  const whole = part("#whole");
  let now = opened, rest = 0, place = location.hash;
  const show = mount(part("main"), {
    facts, model: read(facts), training: page.read, state: opened, first: !asked || asked === facts.first.state ? first : null, onState,
  });
  let turned = ""; // the link that was followed at its click: hashchange comes later, and would undo what was typed since
  addEventListener("click", (event) => {
    const href = event.target instanceof Element && event.target.closest("a[href^='#']")?.getAttribute("href");
    if (!href || href === location.hash || event.button || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
    turned = href;
    show(href.slice(1));
    onState(href.slice(1));
  });
  addEventListener("hashchange", () => {
    if (location.hash === turned) place = turned;
    else {
      show(location.hash.slice(1) || facts.first.state);
      onState(location.hash.slice(1));
    }
    turned = "";
  });
  for (const leaving of ["pointerdown", "pagehide"]) addEventListener(leaving, write, true); // a link leads on from what is shown
  onState(opened);

  function onState(/** @type {string} */ state) {
    clearTimeout(rest);
    [now, place] = [state, location.hash];
    rest = setTimeout(write, RESTING);
  }

  function write() {
    clearTimeout(rest);
    if (place !== location.hash) return; // back, or forward: another state is on its way
    if (whole && facts.app) whole.href = `${facts.app}/${now}`;
    try {
      if (now && `#${now}` !== location.hash && (location.hash || now !== facts.first.state)) history.replaceState(null, "", `#${now}`);
      place = location.hash;
    } catch {
      // a page inside the frame of another may not write its address; the pictures follow all the same
    }
  }
}

async function read(/** @type {Live.Facts} */ facts) {
  const [weights, kernels] = await Promise.all([page.weights(), page.kernels()]);
  return LanguageModel.read({ config: facts.config, tokenizer: facts.tokenizer, file: weights, kernels });
}
