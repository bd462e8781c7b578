// The controls of the live page: the dials of the app, as headlight/live_page.py lists them, in the browser's own elements.

import { write } from "../shared/written.js";

const WRITING = [["Add the most likely", 0, true], ["Sample one", 0, false], ["Write ten words", 10, false], ["Undo", null, false]];

export class Dials {
  #view = "";
  #shown = [];

  /** `turn` is called with the keys that a control sets, `write` with what the buttons of the next word ask for. */
  constructor(place, buttons, facts, { turn, write }) {
    this.place = place;
    this.buttons = buttons;
    this.facts = facts;
    this.turn = turn;
    this.write = write;
  }

  /** Bring the controls of the open view to where the state has them. */
  show(state, ready) {
    if (this.#view !== state.view) this.#build(state);
    for (const { dial, field, output, trouble, label } of this.#shown) {
      const value = state.get(dial.key);
      if (dial.kind === "switch") field.checked = value;
      else if (field !== this.place.getRootNode().activeElement || dial.kind === "number") field.value = value;
      if (output) write(output, String(value));
      write(trouble, dial.kind === "text" ? state.trouble : "");
      label.hidden = false;
    }
    const { buttons } = this;
    const silent = state.silenced.some(([layer, head]) => `${layer} ${head}` === state.head.join(" "));
    const [first] = buttons.children;
    write(first, `${silent ? "Turn on" : "Switch off"} layer ${state.head[0] + 1}, head ${state.head[1] + 1}`);
    first.setAttribute("aria-pressed", String(silent));
    for (const button of buttons.children) button.disabled = !ready || (button.textContent === "Undo" && state.lengths.length < 2);
    this.state = state;
  }

  #build(state) {
    this.#view = state.view;
    this.#shown = this.facts.dials.filter(({ views }) => views.includes(state.view)).map((dial) => this.#control(dial));
    this.place.replaceChildren(...this.#shown.map(({ label }) => label));
    this.buttons.replaceChildren(this.#button("", () => this.#switch()));
    if (state.view === "next_word") this.buttons.append(...WRITING.map(([words, count, greedy]) => this.#button(words, () => this.write(count, greedy))));
  }

  #control(dial) {
    const label = document.createElement("label"), name = document.createElement("span");
    name.textContent = dial.label;
    label.title = dial.help;
    label.className = dial.kind;
    /** @type {any} */
    const field = dial.kind === "options" ? document.createElement("select") : document.createElement("input");
    const output = dial.kind === "number" ? document.createElement("b") : null;
    if (dial.kind === "options") field.append(...dial.options.map((option) => new Option(option, option)));
    else if (dial.kind === "switch") field.type = "checkbox";
    else if (dial.kind === "number") Object.assign(field, { type: "range", min: dial.low, max: dial.most, step: dial.step });
    else {
      Object.assign(field, { type: "text", placeholder: "None", spellcheck: false, autocomplete: "off", autocapitalize: "off" });
      field.setAttribute("autocorrect", "off"); // for which not every browser has a property
    }
    field.addEventListener("input", () => this.turn({ [dial.key]: dial.kind === "switch" ? field.checked : field.value }));
    const trouble = document.createElement("small");
    trouble.role = "status";
    if (output) name.append(" ", output);
    label.append(name, field, trouble);
    return { dial, field, output, trouble, label };
  }

  #button(words, press) {
    const button = Object.assign(document.createElement("button"), { type: "button", textContent: words });
    button.addEventListener("click", press);
    return button;
  }

  #switch() {
    const { head, silenced } = this.state, is = (one, other) => one.join() === other.join();
    const heads = silenced.some((each) => is(each, head)) ? silenced.filter((each) => !is(each, head)) : [...silenced, head];
    this.turn({ silenced: heads.map(([layer, number]) => `${layer + 1}.${number + 1}`).sort().join(" ") });
  }
}
