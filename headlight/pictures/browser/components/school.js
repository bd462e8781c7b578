// What a school takes home: questions for its system, and a sheet of the sentence that the page shows; links lead to this app.

import { element } from "../shared/written.js";

/** @type {(files: [string, string][], text: () => string) => HTMLElement} the files with which systems read each, and what gives the sentence that is shown now */
export function forSchool(files, text) {
  const app = location.href.replace(/[?#].*/, "").replace(/\/$/, "");
  const links = files.map(([name, label]) => {
    const href = new URL(`./questions/${name}?app=${encodeURIComponent(app)}`, `${app}/`).href;
    return element("a", { href, download: name }, label);
  });
  const sheets = ["A4", "Letter"].map((paper) => {
    const link = element("a", { href: "#", target: "_blank", rel: "noopener" }, `Worksheet, ${paper}`);
    link.onclick = () => (link.href = new URL(`./questions/sheet?${new URLSearchParams({ paper, text: text(), app })}`, `${app}/`).href);
    return link;
  });
  return element(
    "details",
    { className: "school" },
    element("summary", {}, "Questions for your school’s system, and a worksheet"),
    element("p", {}, "Sixteen questions on transformers, with what to say to each answer. Nobody has tried their wording yet."),
    element("p", { className: "does" }, ...links),
    element("p", {}, "A worksheet of the sentence that this page shows, with the key and exit tickets:"),
    element("p", { className: "does" }, ...sheets),
  );
}
