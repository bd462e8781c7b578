// A set of questions, one on the screen, for the system of a school: what is answered is kept there, and counts once.

import { element, write } from "../shared/written.js";
import { begin, clock, span } from "./lms.js";
import { orderOf } from "./shown_order.js";

const MOST = 4096; // letters of what SCORM 1.2 keeps for the next visit
const UNKEPT = "Your school’s system does not keep these answers: they are gone when this page is left.";
const FULL = "it holds no more";
/** @typedef {{ id: string, asked: string, options: { says: string, right: boolean, feedback: string, idea: string }[], fact: string, look: string, href: string, live: string, concept: string }} Question */

const part = (/** @type {string} */ id) => /** @type {OfFrame} */ (document.getElementById(id));
/** @type {{ questions: Question[], ideas: Record<string, string> }} */
const { questions, ideas } = JSON.parse(part("questions").textContent);
const lms = begin();
const review = lms?.get("cmi.core.lesson_mode") === "review"; // a look back, in which nothing is answered
const kept = before();
/** @type {Record<string, number>} the option of each answered question, as its file counts them */
const answers = kept.answers;
let place = kept.place; // the question that is shown, and past the last one what came of all
let since = Date.now(); // when it was first shown

/** What an earlier visit has kept: answers to questions that are still asked, the place, and what draws the order of options. */
function before() {
  const fresh = { answers: {}, place: 0, drawn: Math.floor(Math.random() * 2 ** 31) };
  try {
    const { a, p, d } = JSON.parse(lms?.get("cmi.suspend_data") || "{}");
    const still = questions.filter(({ id, options }) => options[a?.[id]]).map(({ id }) => [id, a[id]]);
    const at = Number.isInteger(p) && p >= 0 && p <= questions.length ? p : 0;
    return { answers: Object.fromEntries(still), place: at, drawn: Number.isInteger(d) ? d : fresh.drawn };
  } catch {
    return fresh; // of another package
  }
}

const answered = () => questions.filter(({ id }) => id in answers).length;
const isRight = (/** @type {Question} */ { id, options }) => options[answers[id]]?.right;
const right = () => questions.filter(isRight).length;
const letter = (/** @type {number} */ option) => String.fromCharCode(97 + option);

/** Keep where this visit is, and what the system counts. */
function keep() {
  if (!lms || review) return;
  const data = JSON.stringify({ a: answers, p: place, d: kept.drawn });
  const all = answered() === questions.length;
  const values = {
    "cmi.core.lesson_status": all ? "completed" : "incomplete",
    "cmi.core.lesson_location": place,
    "cmi.core.score.min": 0,
    "cmi.core.score.max": 100,
    "cmi.core.score.raw": Math.round((100 * right()) / questions.length),
  };
  let why = data.length > MOST || !lms.set("cmi.suspend_data", data) ? (data.length > MOST && FULL) || lms.why() : "";
  for (const [name, value] of Object.entries(values)) if (!lms.set(name, value)) why ||= lms.why();
  if (!lms.commit()) why ||= lms.why();
  tell(why && `Your school’s system says: ${why}. Go on; this page tries again with your next answer.`);
}

/** @type {(question: Question, option: number) => void} write an answer down for the teacher: the letters are those of the file, whatever order was seen */
function record(question, option) {
  if (!lms || review) return;
  const name = `cmi.interactions.${lms.get("cmi.interactions._count") || 0}`;
  lms.set(`${name}.id`, question.id);
  lms.set(`${name}.type`, "choice");
  lms.set(`${name}.correct_responses.0.pattern`, letter(question.options.findIndex((each) => each.right)));
  lms.set(`${name}.student_response`, letter(option));
  lms.set(`${name}.result`, question.options[option].right ? "correct" : "wrong");
  lms.set(`${name}.weighting`, 1);
  lms.set(`${name}.time`, clock(new Date()));
  lms.set(`${name}.latency`, span(Date.now() - since));
}

function tell(/** @type {string} */ words) {
  Object.assign(part("trouble"), { textContent: words, hidden: !words });
}

/** @param {number} to go to this question, or past the last one; what is shown has the focus, so that it is read */
function go(to) {
  place = Math.min(Math.max(to, 0), questions.length);
  since = Date.now();
  keep();
  draw();
  /** @type {HTMLElement | null} */ (document.querySelector("main h2, main input"))?.focus();
  scrollTo(0, 0);
}

function draw() {
  write(part("place"), place < questions.length ? `Question ${place + 1} of ${questions.length}` : `${answered()} of ${questions.length} answered`);
  Object.assign(part("done"), { max: questions.length, value: answered() });
  document.querySelector("main")?.replaceChildren(...(place < questions.length ? asked(questions[place]) : summary()));
}

/** @param {Question} question with its options; once it is answered, what is said to it */
function asked(question) {
  const given = answers[question.id];
  const closed = given !== undefined || review;
  const check = button("Check my answer", () => answer(question, Number(chosen())), "first on");
  const chosen = () => /** @type {HTMLInputElement | null} */ (document.querySelector("main input:checked"))?.value;
  check.disabled = true;
  const options = orderOf(kept.drawn, place, question.options.length).map((option) => {
    const { says, right } = question.options[option];
    const input = element("input", { type: "radio", name: "option", value: String(option), checked: option === given, disabled: closed });
    const label = element("label", { className: closed ? "closed" : "" }, input, element("span", { textContent: says }));
    label.classList.toggle("chosen", option === given);
    label.classList.toggle("right", closed && right);
    if (closed && (right || option === given)) label.append(element("b", { textContent: right ? (option === given ? "✓ Your answer, and right" : "✓ Right") : "✗ Your answer" }));
    input.onchange = () => {
      check.disabled = false;
      for (const each of options) each.classList.toggle("chosen", each === label);
    };
    return label;
  });
  const ways = element("nav", {}, button("Back", () => go(place - 1)));
  ways.firstChild.disabled = place === 0;
  ways.append(closed ? button(place + 1 < questions.length ? "Next" : "What came of it", () => go(place + 1), "first on") : check);
  if (!closed) ways.append(button("Skip", () => go(place + 1)));
  return [element("fieldset", {}, element("legend", { textContent: question.asked }), ...options), ...(closed ? [said(question, given)] : []), ways];
}

function answer(/** @type {Question} */ question, /** @type {number} */ option) {
  if (!(option in question.options) || question.id in answers) return;
  answers[question.id] = option;
  record(question, option);
  keep();
  draw();
  /** @type {HTMLElement | null} */ (document.querySelector("main .on"))?.focus();
}

/** @type {(question: Question, given: number) => HTMLElement} what is said to an answer: why, what the model says, and where it is seen */
function said(question, given) {
  const words = element("div", { className: "said", role: "status" });
  const right = question.options.find((each) => each.right);
  if (given !== undefined) words.append(element("p", { textContent: question.options[given].feedback }));
  if (right && question.options[given] !== right) words.append(element("p", { textContent: right.feedback }));
  words.append(element("p", { className: "fact", textContent: `The model: ${question.fact}` }), seen(question));
  return words;
}

/** @param {Pick<Question, "look" | "href" | "live">} question the way to the view that shows its answer: on the live page that came along, in the app, or by its name */
function seen({ look, href, live }) {
  if (!live && !href) return element("p", { className: "fact", textContent: `See it in Headlight, ${look}.` });
  if (!live) return element("p", {}, element("a", { href, target: "_blank", rel: "noopener", textContent: `See it: ${look}` }));
  const place = element("div");
  const open = button(`See it here: ${look}`, () => {
    place.append(element("iframe", { src: live, title: `${look}, live` }));
    open.remove();
  });
  place.append(open);
  return place;
}

/** What came of all: how many are right, and for each wrong answer the idea behind it and the view that speaks against it. */
function summary() {
  const open = questions.filter(({ id }) => !(id in answers));
  const wrong = questions.filter((question) => question.id in answers && !isRight(question));
  const title = element("h2", { tabIndex: -1, textContent: `${right()} of ${questions.length} are right` });
  const parts = [title];
  if (open.length) parts.push(element("p", {}, `${open.length} ${open.length === 1 ? "is" : "are"} not answered. `, button("Answer the next one", () => go(questions.indexOf(open[0])))));
  if (wrong.length) {
    parts.push(element("p", { textContent: "Ideas to look at once more. Each was behind an answer of yours:" }));
    const lines = wrong.map((question) => element("li", {}, element("b", { textContent: ideas[question.options[answers[question.id]].idea] }), ` ${question.concept}. `, seen({ ...question, live: "" }), button("Back to the question", () => go(questions.indexOf(question)))));
    parts.push(element("ul", {}, ...lines));
  }
  return [...parts, element("nav", {}, button("Back", () => go(questions.length - 1)))];
}

function button(/** @type {string} */ words, /** @type {() => void} */ act, className = "") {
  return element("button", { type: "button", textContent: words, onclick: act, className });
}

if (!lms) tell(UNKEPT);
addEventListener("pagehide", () => lms?.finish(answered() < questions.length));
if (!review && lms?.get("cmi.core.lesson_status") === "not attempted") keep();
draw();
