// A walk over a page: each control that can be used is used, those too that come meanwhile: a button is clicked, each option is chosen, a box
// is typed in and sent. Whoever has asked a server is used again, and refused. A line says what was told, asked, copied,
// saved or opened, and has a hash of all that is then seen; where a panel has opened, its place.

const CONTROLS = "button, a[href], summary, select, input, textarea, [role=radio]";
const AWAY = /^(☀|☾|Explore|Try again now|Start again|PNG)/; // to another page, or a file that takes its time
const OF_STATE = ".question, .voted, .options, #set, .done ~ *"; // is used in each state of a room, all else in one
const REFUSED = "It cannot be done now.";
const ANSWERS = {
  read: { written: ["<b>bear</b>", "a dear"] },
  keep: { file: "word,answer" },
  progress: { items: [{ id: "one", asked: "Who growls?" }, { id: "two", asked: "Why?" }], phones: [{ row: "1 " }, { row: "00" }], wall: "two" },
  votes: { says: "Two voted.", rows: [
    { asked: "Who?", shares: [0.5, 1], answers: [2, 1], options: [{ says: "bear", right: true, counts: [1, 1] }, { says: "dog", right: false, counts: [1, 0], idea: "size" }] },
    { asked: "Why?", shares: [null], answers: [3], options: [] },
  ], "votes.csv": "a,b" },
  report: { says: "More were right.", few: "few", scale: "scale", pairs: 2, "report.csv": "a,b", items: [
    { concept: "Softmax", asked: "Why?", before: 1, after: 0.5, ways: "one fell", options: [] },
  ], ideas: [{ idea: "size", before: 1, after: 0, moved: true }, { idea: "sound", before: 1, after: 1, moved: false }] },
};
window.acts = [];
window.refuses = false;
const note = (...what) => acts.push(what.map((each) => (typeof each === "string" ? each : JSON.stringify(each, (key, value) => (["id", "set", "page", "at", "secret"].includes(key) && typeof value === "string" ? "…" : value)))).join(" "));
window.fetch = async (where, { body = "" } = {}) => {
  const asked = body ? JSON.parse(body) : {};
  note("asks", asked);
  const says = refuses ? { sorry: REFUSED } : { ...room, ...(ANSWERS[asked.do] ?? {}) };
  return { ok: true, json: async () => structuredClone(says) };
};
window.open = (where) => (note("opens", String(where).replace(/^.*\/class/, "class")), {});
const click = HTMLAnchorElement.prototype.click;
HTMLAnchorElement.prototype.click = function () { this.download && !this.isConnected ? note("saves", this.download) : click.call(this); };
Object.defineProperty(navigator, "clipboard", { value: { writeText: async (text) => note("copies", text.replace(/^http:..[^/]*/, "")) } });
addEventListener("click", (event) => {
  const link = event.composedPath()[0].closest?.("a[href]");
  if (!link || event.defaultPrevented) return;
  event.preventDefault();
  note("leads to", link.getAttribute("href").replace(/^(blob:)?http:..[^/]*/, "").replace(/[\w-]{36}$/, "…").replace(/http.*?(?=&|$)/g, "…"));
});
const hashed = (words) => [...words].reduce((sum, letter) => (sum * 31 + letter.codePointAt(0)) % 65521, 7).toString(16);
const rest = async () => { for (let times = 0; times < 4; times += 1) await new Promise((done) => setTimeout(done)); };
const panels = () => all(":popover-open").map(({ style }) => {
  const [side, top] = [["left", "right", "--beside"], ["top", "--from"]].map((names) => {
    const name = names.find((each) => parseFloat(style.getPropertyValue(each)) >= 0);
    return [name, Math.round(parseFloat(style.getPropertyValue(name)))];
  });
  return side[0] ? `open ${side[0]} @${side[1]},${top[1]}` : "open";
});
const nameOf = (each) => `${each.localName} ${(each.ariaLabel || each.labels?.[0]?.textContent.trim() || each.textContent.trim() || each.title || each.placeholder || each.name || "").replaceAll(/\s+/g, " ").replace(/,? ?[<>]?\d+%/g, "").slice(0, 40)}`;
const usable = () => all(CONTROLS).filter((each) => (each.type === "file" || each.checkVisibility()) && !each.disabled && !each.closest("[inert]") && !each.popoverTargetElement?.matches(":popover-open") && !AWAY.test(each.textContent));
function use(each, option) {
  if (each.localName === "select") each.value = option;
  else if (each.type === "file") each.files = (() => { const held = new DataTransfer(); held.items.add(new File(["word,answer"], "before.csv")); return held.files; })();
  else if (each.matches("input:not([type=checkbox]):not([type=radio]):not([type=range]):not([type=button]), textarea")) each.value = "1 bear";
  else return each.click();
  for (const kind of ["input", "change"]) each.dispatchEvent(new Event(kind, { bubbles: true }));
  if (each.localName === "input" && each.form) each.form.requestSubmit();
}
// What the browser opens elsewhere by a link that is clicked with such a key; whatever else comes of it.
const elsewhere = (link) => {
  acts.splice(0);
  for (const key of ["ctrlKey", "metaKey", "shiftKey", "altKey"]) link.dispatchEvent(new MouseEvent("click", { [key]: true, bubbles: true, cancelable: true, composed: true }));
  return [...new Set(acts.splice(0))].map((act) => `with a key ${act}`);
};
async function acted(each, option) {
  acts.splice(0);
  const opens = each.matches("a[href]:not([target])") ? elsewhere(each) : [];
  use(each, option);
  await rest();
  await drawnWhole();
  return [...acts, ...opens, ...panels(), `#${hashed(seen())}`].join(" | ");
}
const drawnWhole = async () => { for (let times = 0; times < 200 && !drawn(null); times += 1) await new Promise((done) => setTimeout(done, 10)); };
const used = new Set();
window.walk = async (state, last) => {
  const lines = [];
  const keyOf = (each) => `${each.closest(OF_STATE) ? state : ""} ${nameOf(each)}`;
  const isNew = (each) => !used.has(keyOf(each)) && (last || each.textContent !== "End the class");
  for (let [next, panel] = []; lines.length < 90 && (next = usable().find(isNew)); ) {
    const name = nameOf(next);
    used.add(keyOf(next));
    const options = next.localName === "select" ? [...next.options].map(({ value }) => value).toSorted((one, other) => Number(!one) - Number(!other)) : [""];
    for (const option of options) {
      const line = await acted(next, option);
      lines.push(`${name}${option && ` ${option}`}: ${line}`);
      if (option !== options.findLast((each) => each || options.length === 1) || !line.includes("asks ") || !next.isConnected || next.disabled) continue;
      refuses = true;
      lines.push(`and refused: ${await acted(next, option)}`);
      refuses = false;
    }
    panel = all(":popover-open")[0] ?? panel;
    if (panel?.isConnected && !panel.matches(":popover-open")) panel.showPopover(); // it closed with what was used
  }
  return lines;
};
