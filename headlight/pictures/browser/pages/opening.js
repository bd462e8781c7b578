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
  // A script of Streamlit's that was lost on the way: without it there is no component, nor line.js, which asks again for others.
  addEventListener("vite:preloadError", () => {
    const times = Number(sessionStorage.getItem("headlight-loaded"));
    sessionStorage.setItem("headlight-loaded", String(times + 1));
    if (times < 3) setTimeout(() => location.reload(), 3000);
  }, { once: true });
}
