// What a script keeps of a place from one drawing to the next: a value of its own, which no other script sees unless it is told.

/** @type {<Kept>() => (place: object) => Kept} of each place what a script has kept of it, as long as the place is there. */
export function keeping() {
  const all = new WeakMap();
  return (place) => {
    if (!all.has(place)) all.set(place, {});
    return all.get(place);
  };
}
