// The page in a frame of a live notebook, as a widget: what is chosen there is set here, and what is set here shows
// there. The page is standalone.js; the other side is headlight/outside/widget.py.

/** @param {{ model: any, el: HTMLElement }} given */
function render({ model, el }) {
  const frame = Object.assign(document.createElement("iframe"), { title: "Headlight" });
  frame.style.cssText = "display: block; width: 100%; height: 640px; border: 0";
  frame.dataset.listens = "";
  const row = document.createElement("div");
  row.style.cssText = "display: flex; flex-wrap: wrap; gap: 4px 24px; font-variant-numeric: tabular-nums";
  const bring = (/** @type {object} */ detail) => frame.contentWindow?.dispatchEvent(new CustomEvent("brought", { detail }));
  const chosen = () => ({ head: model.get("head"), word: model.get("word") });
  const contents = () => {
    const { buffer, byteOffset, byteLength } = model.get("packed");
    return byteLength ? { packed: new Uint8Array(buffer, byteOffset, byteLength), ...chosen() } : chosen();
  };
  const set = (/** @type {string} */ what, /** @type {Spot} */ value) => {
    model.set(what, value);
    model.save_changes();
  };
  const told = (/** @type {CustomEvent} */ { detail: [what, value] }) => {
    if (what === "ready") bring(contents()); // a frame that is put elsewhere loads anew
    else if (what === "chosen") model.send(value);
    else set(what, value);
  };
  const sliders = () => slidersIn(row, model.get("sliders"), (key, value) => set("values", { ...model.get("values"), [key]: value }));
  frame.addEventListener("told", /** @type {any} */ (told));
  const listeners = {
    "change:page": () => (frame.srcdoc = model.get("page")),
    "change:packed": () => bring(contents()),
    "change:head": () => bring(chosen()),
    "change:word": () => bring(chosen()),
    "change:sliders": sliders,
  };
  for (const [event, listener] of Object.entries(listeners)) model.on(event, listener);
  sliders();
  frame.srcdoc = model.get("page");
  el.append(row, frame);
  return () => {
    for (const [event, listener] of Object.entries(listeners)) model.off(event, listener);
  };
}

/** @typedef {{ key: string, label: string, value: Spot, low: number, high: number, step: number, options: Spot[] }} Slider */

/** @type {(row: HTMLElement, sliders: Slider[], turn: (key: string, value: Spot) => void) => void} bring the sliders in a row up to date; one that is in hand stays where it is */
function slidersIn(row, sliders, turn) {
  const names = (/** @type {Slider[]} */ all) => all.map(({ key }) => key).join();
  if (row.dataset.names !== names(sliders)) {
    row.dataset.names = names(sliders);
    row.replaceChildren(...sliders.map(({ label }) => {
      const line = document.createElement("label");
      line.style.cssText = "display: flex; align-items: center; gap: 8px";
      line.append(label, Object.assign(document.createElement("input"), { type: "range" }), document.createElement("output"));
      return line;
    }));
  }
  [...row.children].forEach((line, place) => {
    const { key, value, low, high, step, options } = sliders[place];
    const [input, output] = ["input", "output"].map((name) => /** @type {any} */ (line.querySelector(name)));
    const to = (/** @type {number} */ at) => (options.length ? options[at] : at), from = (/** @type {Spot} */ each) => (options.length ? options.indexOf(each) : each);
    Object.assign(input, options.length ? { min: 0, max: options.length - 1, step: 1 } : { min: low, max: high, step });
    const held = input.matches(":active");
    if (!held) input.valueAsNumber = from(value);
    output.value = String(held ? to(input.valueAsNumber) : value); // which Python may set between two steps, or past an end
    input.oninput = () => {
      output.value = String(to(input.valueAsNumber));
      turn(key, to(input.valueAsNumber));
    };
  });
}

export default { render };
