// What a browser keeps for this site: for as long as a tab is open, or for good. One that keeps nothing, because its
// reader blocks site data, throws at the name of the store alone; then a variable keeps it until the page is left.

/** @param {() => Storage} store */
function kept(store) {
  /** @type {Map<string, string>} */
  const own = new Map();
  /** @type {<Found>(act: (there: Storage) => Found, instead: Found) => Found} */
  const or = (act, instead) => {
    try {
      return act(store());
    } catch {
      return instead;
    }
  };
  return {
    /** @returns {string | null} */
    get: (/** @type {string} */ name) => own.get(name) ?? or((there) => there.getItem(name), null),
    set(/** @type {string} */ name, /** @type {string} */ value) {
      own.delete(name);
      if (!or((there) => (there.setItem(name, value), true), false)) own.set(name, value);
    },
    remove(/** @type {string} */ name) {
      own.delete(name);
      or((there) => there.removeItem(name), undefined);
    },
    /** @returns {string[]} */
    names: () => or((there) => Object.keys(there), [...own.keys()]),
  };
}

export const ofTab = kept(() => sessionStorage);
export const ofBrowser = kept(() => localStorage);

/** Whether this page is one that its reader, or a script, has loaded again. */
export function wasReloaded() {
  const [loaded] = /** @type {PerformanceNavigationTiming[]} */ (performance.getEntriesByType("navigation"));
  return loaded?.type === "reload";
}
