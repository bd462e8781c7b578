// A script that was lost on the way, at the start of a page or of Streamlit's: nothing works without it, and nobody says so.
// The page is loaded anew, as line.js does for what it can see, with the same count; not before there is a server again.

{
  const [KEPT, TIMES, APART] = ["headlight-loaded", 3, 3000]; // ms between two looks for the server
  const later = () => setTimeout(() => fetch(location.href, { method: "HEAD", cache: "no-store" }).then(({ ok }) => (ok ? location.reload() : later()), later), APART);
  const again = () => {
    const times = Number(sessionStorage.getItem(KEPT));
    sessionStorage.setItem(KEPT, String(times + 1));
    if (times < TIMES) later();
  };
  addEventListener("vite:preloadError", again, { once: true });
  addEventListener("error", ({ target }) => target instanceof HTMLScriptElement && again(), true);
}
