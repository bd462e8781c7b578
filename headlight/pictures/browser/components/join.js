// Join a class, on the front page: a box for the code at the front, which leads to the page of that class.

import { codeIn, wrong } from "../shared/class_code.js";
import { element } from "../shared/written.js";

/** @param {{ parentElement: any, data: { letters: string, length: number } }} component */
export default function ({ parentElement: root, data: { letters, length } }) {
  const place = root.querySelector(".join");
  if (place.firstChild) return; // what is typed stays
  const box = element("input", { name: "code", placeholder: "Code", size: 7, autocomplete: "off", autocapitalize: "characters", spellcheck: false, required: true });
  const says = element("p", { role: "status" });
  const form = element("form", {}, element("label", {}, "Join a class ", box), element("button", { textContent: "Join" }), says);
  box.oninput = () => (says.textContent = "");
  form.onsubmit = (/** @type {Event} */ event) => {
    event.preventDefault();
    const code = codeIn(box.value, letters, length);
    says.textContent = wrong(code, letters, length);
    if (!says.textContent) location.href = new URL(`./class/${code}`, location.href.replace(/[#?].*/, "")).href;
    else says.scrollIntoView({ block: "nearest" }); // on a phone it is under the box, at the end of the page
  };
  place.replaceChildren(form);
}
