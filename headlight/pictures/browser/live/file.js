// What the live page brings along where it is one file: all of it stands there, the weights last.

globalThis.headlightLive = (() => {
  const loading = document.readyState === "loading";
  const parsed = new Promise((done) => loading ? addEventListener("DOMContentLoaded", done) : done(null));
  const text = (/** @type {string} */ id) => document.getElementById(id)?.textContent.trim() ?? "";
  /** @type {(id: string) => Promise<ArrayBuffer>} */
  const bytes = (id) => import("../engine/weights.js").then(({ bytesOf }) => bytesOf(text(id)).buffer);
  return {
    facts: () => Promise.resolve(JSON.parse(text("facts"))),
    kernels: () => Promise.all(["fused", "kernel"].map(bytes)),
    weights: () => parsed.then(() => bytes("weights")),
  };
})();
