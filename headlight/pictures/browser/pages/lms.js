// The system of a school as SCORM 1.2 reaches it: an object named API in a frame around the page, or in the window that
// opened it. All that is kept is kept there.

const AROUND = 12; // frames around this one that are searched
const NO_ERROR = "0";

/** What SCORM 1.2 calls its API; undefined where no frame around this page, and none that opened it, has one. */
function found() {
  const opener = [parent, window.opener, parent.opener, top?.opener];
  for (let from of [window, ...opener]) {
    for (let step = 0; from && step < AROUND; step += 1) {
      try {
        if (from.API) return from.API;
        if (from.parent === from) break;
        from = from.parent;
      } catch {
        break; // of another site
      }
    }
  }
}

/**
 * Begin a visit, and return what reads and writes it; undefined where there is no such system, or it begins none.
 *
 * `set` returns false where a value was not taken, and `why` says then what the system says.
 */
export function begin() {
  const api = found();
  if (!api || String(api.LMSInitialize("")) !== "true") return undefined;
  const begun = Date.now();
  let finished = false;
  return {
    /** @type {(name: string) => string} */
    get: (name) => String(api.LMSGetValue(name) ?? ""),
    /** @type {(name: string, value: string | number) => boolean} */
    set: (name, value) => String(api.LMSSetValue(name, String(value))) === "true",
    commit: () => String(api.LMSCommit("")) === "true",
    why() {
      const code = String(api.LMSGetLastError());
      return code === NO_ERROR ? "" : String(api.LMSGetErrorString(code) || `error ${code}`);
    },
    /** End the visit, once: its time, and whether it is to be gone on with. */
    finish(/** @type {boolean} */ goesOn) {
      if (finished) return;
      finished = true;
      api.LMSSetValue("cmi.core.session_time", span(Date.now() - begun));
      api.LMSSetValue("cmi.core.exit", goesOn ? "suspend" : "");
      api.LMSFinish("");
    },
  };
}

/** @type {(ms: number) => string} a span of time as SCORM writes it, hours first */
export function span(ms) {
  const seconds = Math.round(ms / 1000);
  return [Math.min(9999, Math.floor(seconds / 3600)), Math.floor(seconds / 60) % 60, seconds % 60].map((part, at) => String(part).padStart(at ? 2 : 4, "0")).join(":");
}

/** @type {(at: Date) => string} a time of the day as SCORM writes it */
export const clock = (at) => [at.getHours(), at.getMinutes(), at.getSeconds()].map((part) => String(part).padStart(2, "0")).join(":");
