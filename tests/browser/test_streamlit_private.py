"""What scripts of ours find on Streamlit's page, and in Chromium, is still there: pictures/browser/streamlit.js."""

from tests.browser.screen import Screen

# The functions of the script that the page itself has loaded, asked on that page.
ASKED = """async () => {
    const script = performance.getEntriesByType("resource").find(({ name }) => name.endsWith("/streamlit.js")).name;
    const { app, openPage, firstBox, atRest, keyOf, isDark, stand, write, SKIP } = await import(script);
    const box = firstBox();
    const found = {
        app: app().contains(openPage()) && app() !== openPage(),
        box: box.getAttribute("aria-label"),
        rest: atRest(),
        key: keyOf(box),
        skip: document.querySelectorAll(SKIP).length,
        dark: isDark(),
    };
    let noticed = "";
    box.addEventListener("input", () => { noticed = box.value; }, { once: true });
    write(box, "bear");
    box.dispatchEvent(new InputEvent("input", { bubbles: true }));
    await new Promise((done) => setTimeout(done, 50));
    found.written = [noticed, box.value];
    const entries = history.length;
    history.pushState(null, "", "?of=the+same+page");
    found.entries = history.length - entries;
    stand("dark");
    found.answer = matchMedia("(prefers-color-scheme: dark)").matches;
    found.kept = Object.keys(localStorage).filter((name) => name.startsWith("stActiveTheme-")).length;
    for (let frame = 0; frame < 120 && !isDark(); frame++) await new Promise(requestAnimationFrame);
    found.then = isDark();
    return found;
}"""
# Where in a canvas of 100 pixels, enlarged twice, a pointer is that is in its middle on the screen.
OFFSET = """() => {
    const canvas = document.createElement("canvas");
    const place = { zoom: 2, position: "fixed", inset: "0 auto auto 0", width: "100px", height: "100px" };
    Object.assign(canvas.style, place);
    document.body.append(canvas);
    const { left, top, width } = canvas.getBoundingClientRect();
    return new Promise((done) => {
        canvas.onclick = (event) => done([event.offsetX, event.offsetY]);
        const at = { clientX: left + width / 2, clientY: top + width / 2 };
        canvas.dispatchEvent(new MouseEvent("click", at));
    });
}"""


def test_the_page_is_as_our_scripts_expect_it(screen: Screen) -> None:
    page = screen.open("attention", text="bear country").page
    across, down = page.evaluate(OFFSET)
    assert abs(across - 50) <= 1 and abs(down - 50) <= 1, "a pointer in an enlarged picture is where the picture says"
    assert page.evaluate(ASKED) == {
        "app": True,
        "box": "Your sentence",
        "rest": True,
        "key": "st-key-text",
        "skip": 1,
        "dark": False,
        "written": ["bear", "bear"],
        "entries": 0,
        "answer": True,
        "kept": 0,
        "then": True,
    }
