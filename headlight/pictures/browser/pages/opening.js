// Before anything is painted: on a first visit only the box and the picture are seen until the first act.

{
  const page = document.documentElement;
  const reveal = () => page.removeAttribute("data-opening");
  try {
    const known = ["headlight-demonstrated", "headlight-teach"].some((name) => localStorage.getItem(name));
    page.toggleAttribute("data-opening", !location.search && !location.hash && !known);
  } catch {
    // a browser that keeps nothing is shown all at once
  }
  for (const act of ["keydown", "pointerdown"]) addEventListener(act, reveal, { capture: true, once: true });
}
