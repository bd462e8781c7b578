// The sign beside a control that says more about it, by a click or a key.

/** A sign and the box that it opens; `say` gives both their words, and hides the sign where there is nothing to say. */
export function about() {
  const box = Object.assign(document.createElement("div"), { className: "help", popover: "auto" });
  const sign = Object.assign(document.createElement("button"), { className: "about", textContent: "?", type: "button", popoverTargetElement: box });
  /** @param {string} label @param {string} help */
  const say = (label, help) => {
    box.textContent = help;
    sign.hidden = !help;
    sign.ariaLabel = `About ${label}`;
  };
  return { sign, box, say };
}
