// A script that was lost on the way, at the start of a page or of Streamlit's: nothing works without it, and nobody says so.
// The page is loaded anew, as line.js does for what it can see, with the same count.

{
  const KEPT = "headlight-loaded";
  const again = () => {
    const times = Number(sessionStorage.getItem(KEPT));
    sessionStorage.setItem(KEPT, String(times + 1));
    if (times < 3) setTimeout(() => location.reload(), 3000);
  };
  addEventListener("vite:preloadError", again, { once: true });
  addEventListener("error", ({ target }) => target instanceof HTMLScriptElement && again(), true);
}
