// A student who looks around alone: the live page, in place of what the class sees; its model comes when it is asked for.

const SOON = 3000, RARELY = 60_000; // ms until weights that have not come are asked for again

/**
 * @typedef {{ first: Message | null, onState: (state: string) => void, progress: (words: string, again?: () => void) => void }} Hears
 */

/** @type {Promise<(state: string) => void> | undefined} */
let opened; // what shows another state on the live page, as a promise, once somebody looks around

/**
 * Show a state of the live page in an element. `first` is a board that stands there until the model is read, or null;
 * `onState` is called with each later state, `progress` with a sentence while the model comes, "" at the end; where it has
 * not come, also with what tries again at once.
 *
 * @type {(element: HTMLElement, state: string, hears: Hears) => Promise<void>}
 */
export async function lookAround(element, state, { first, onState, progress }) {
  if (opened) return (await opened)(state);
  opened = open(element, state, { first, onState, progress });
  try {
    await opened;
  } catch (error) {
    opened = undefined; // the next one tries again
    throw error;
  }
}

/** @type {(element: HTMLElement, state: string, hears: Hears) => Promise<(state: string) => void>} */
async function open(element, state, { first, onState, progress }) {
  progress("Your own page opens.");
  const facts = fetched("../facts.json").then((answer) => answer.json());
  const engine = import("../engine/language_model.js");
  const model = weights(progress).then(async ([file, ...kernels]) => {
    const [{ LanguageModel }, { config, tokenizer }] = [await engine, await facts];
    return LanguageModel.read({ config, tokenizer, file, kernels });
  });
  model.catch(() => {}); // said by the live page; where that never came, by who asked for it
  const [{ mount }, known] = await Promise.all([import("../live/live.js"), facts, engine]);
  const root = element.shadowRoot ?? element.attachShadow({ mode: "open" }); // its style is for a page of its own
  root.innerHTML = `<link rel="stylesheet" href="${new URL("../live/live.css", import.meta.url)}"><div></div>`;
  return mount(/** @type {HTMLElement} */ (root.querySelector("div")), { facts: known, model, state, first, onState });
}

/** @type {(progress: Hears["progress"]) => Promise<ArrayBuffer[]>} the weights and the kernels; where they do not come it is said why, and they are tried again, less and less often */
async function weights(progress) {
  for (let wait = SOON; ; wait = Math.min(2 * wait, RARELY)) {
    try {
      const kernels = ["fused", "kernel"].map(async (name) => (await fetched(`../engine/${name}.wasm`)).arrayBuffer());
      const all = await Promise.all([counted(await fetched("../model.safetensors"), progress), ...kernels]);
      progress("");
      return all;
    } catch (error) {
      const why = error instanceof Error && !(error instanceof TypeError) ? error.message : "the connection is lost";
      await /** @type {Promise<void>} */ (new Promise((resume) => {
        progress(`The download failed: ${why}. Retrying.`, resume);
        setTimeout(resume, wait);
      }));
      progress("Trying again.");
    }
  }
}

/** @type {(answer: Response, progress: Hears["progress"]) => Promise<ArrayBuffer>} what an answer holds; meanwhile it is told how much of it has come */
async function counted(answer, progress) {
  const whole = Number(answer.headers.get("Content-Length"));
  const reader = /** @type {ReadableStream<Uint8Array<ArrayBuffer>>} */ (answer.body).getReader(), parts = [];
  for (let come = 0; ; ) {
    const { done, value } = await reader.read();
    if (done) break;
    parts.push(value);
    come += value.length;
    if (whole) progress(`Downloading the model: ${Math.round(come / 1e6)} of ${Math.round(whole / 1e6)} MB.`);
  }
  return new Blob(parts).arrayBuffer();
}

async function fetched(/** @type {string} */ name) {
  const answer = await fetch(new URL(name, import.meta.url));
  if (!answer.ok) throw new Error(`the server has no ${name.split("/").at(-1)}`);
  return answer;
}
