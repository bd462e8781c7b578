// What the live page fetches where it lies on a host, and when: the weights after the first picture.

const fetched = async (/** @type {string} */ name) => {
  const fail = (/** @type {string} */ says) => Promise.reject(Object.assign(new Error(name), { says }));
  const lost = () => fail(`The file ${name} did not come: the line to the server is cut. Please load the page again.`);
  const answer = await fetch(new URL(`../../${name}`, import.meta.url)).catch(lost);
  if (answer.ok) return answer;
  const answered = `it answers ${answer.status}`;
  return fail(`The file ${name} is missing on this server (${answered}): it has to be put beside index.html.`);
};
const bytes = async (/** @type {string} */ name) => (await fetched(name)).arrayBuffer();
const painted = () => new Promise((done) => requestAnimationFrame(() => setTimeout(done)));
globalThis.headlightLive = {
  facts: () => fetched("facts.json").then((answer) => answer.json()),
  kernels: () => Promise.all(["fused.wasm", "kernel.wasm"].map(bytes)),
  weights: () => painted().then(() => bytes("model.safetensors")),
  read: () => bytes("training_text.u16.gz"),
};
import("./open.js");
