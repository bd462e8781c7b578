"""The windows of readers, from a laptop's to a phone's, and what is promised of each view in each of them."""

from playwright.sync_api import Page, ViewportSize

from headlight.app.links import VIEWS
from headlight.state.places import page_of
from headlight.state.registry import find
from tests.browser.screen import UNDRAWN, Screen
from tests.browser.test_slides import SEEN
from tests.browser.test_touch import LOW

LAPTOP: ViewportSize = {"width": 1440, "height": 900}
LOW_LAPTOP: ViewportSize = {"width": 1366, "height": 768}
SMALL_LAPTOP: ViewportSize = {"width": 1024, "height": 768}
PHONE: ViewportSize = {"width": 390, "height": 844}

DRAWN = [name for name in VIEWS if find(name).draw]
# What more a view opens.
OPENED = [f"{name}?arithmetic=true&more=true" for name in DRAWN]
LEAST, OF_AN_INDEX = 11, 9  # pixels of type: in an index of an index fewer
FIRST = 200  # pixels of a low laptop above the first picture, but for views that say why they need more
SEEN_ON_A_PHONE = 200  # pixels of the first picture, but of chips, under the dials
A_LINE_ON_A_PHONE = 45  # letters that its boxes show at once
# As long as a sentence of the stories: a low laptop shows its pictures whole too.
LONGER = "The old king gave his crown to the young queen and then he went to the big"
# Put into the page before any script: each canvas notes all that is written on it, with the size of the type and the
# four corners that it stands in, in pixels of the screen.
RECORDER = """
const { fillText, clearRect } = CanvasRenderingContext2D.prototype;
CanvasRenderingContext2D.prototype.clearRect = function (...box) {
  if (box[2] > this.canvas.clientWidth - 1) this.canvas.written = [];
  return clearRect.apply(this, box);
};
CanvasRenderingContext2D.prototype.fillText = function (text, x, y, ...rest) {
  const { a, b, c, d, e, f } = this.getTransform();
  const { width, actualBoundingBoxAscent: up, actualBoundingBoxDescent: down } = this.measureText(text);
  const from = x - ({ center: width / 2, right: width }[this.textAlign] ?? 0);
  const corners = [[from, y - up], [from + width, y - up], [from + width, y + down], [from, y + down]]
    .map(([x, y]) => [(a * x + c * y + e) / devicePixelRatio, (b * x + d * y + f) / devicePixelRatio]);
  const size = parseFloat(/([\\d.]+)px/.exec(this.font)[1]) * Math.hypot(a, b) / devicePixelRatio;
  (this.canvas.written ??= []).push([String(text), size, corners]);
  return fillText.call(this, text, x, y, ...rest);
};
"""
# What is written on canvases; and of each element that is seen and has words of its own: they, the size of its type,
# and whether it is in a formula.
WRITTEN = """() => {
  const all = (root) => [...root.querySelectorAll('*')].flatMap((e) => [e, ...(e.shadowRoot ? all(e.shadowRoot) : [])]);
  const own = (e) => [...e.childNodes].some((node) => node.nodeType === 3 && /[^\\s\\u200b]/.test(node.data));
  const main = all(document.querySelector('[data-testid=stMain]'));
  const words = main.filter((e) => own(e) && e.checkVisibility() && e.getBoundingClientRect().width)
    .map((e) => [e.textContent.trim(), parseFloat(getComputedStyle(e).fontSize), !!e.closest('math, .katex, sub')]);
  return [main.flatMap((e) => (e.written ?? []).map(([text, size]) => [text, size])), words];
}"""
# The weights of type of all that is seen and has words.
WEIGHTS = """() => {
  const all = (root) => [...root.querySelectorAll('*')].flatMap((e) => [e, ...(e.shadowRoot ? all(e.shadowRoot) : [])]);
  const own = (e) => [...e.childNodes].some((node) => node.nodeType === 3 && node.data.trim());
  const seen = all(document.body).filter((e) => own(e) && e.checkVisibility());
  return [...new Set(seen.map((e) => getComputedStyle(e).fontWeight))];
}"""
# What no reader can make out: words on a picture that lie on each other or under a button, names of bars that are cut,
# and two curves that are drawn alike. But for tables of Streamlit, which draw each cell twice.
UNCLEAR = """() => {
  const inner = (e) => (e.shadowRoot ? all(e.shadowRoot) : []);
  const all = (root) => [...root.querySelectorAll('*')].flatMap((e) => [e, ...inner(e)]);
  const seen = all(document.querySelector('[data-testid=stMain]'))
    .filter((e) => e.matches('canvas, .opener svg, ol b, .legend') && e.checkVisibility())
    .filter((e) => !e.closest('.stDataFrame'));
  const along = (corners, [x, y]) => corners.map((corner) => (corner[0] * x + corner[1] * y) / Math.hypot(x, y));
  const sides = ([one, two, three]) => [[two[0] - one[0], two[1] - one[1]], [three[0] - two[0], three[1] - two[1]]];
  const apart = (one, other) => [...sides(one), ...sides(other)].some((side) => {
    const [a, b] = [along(one, side), along(other, side)];
    return Math.max(...a) < Math.min(...b) + 2 || Math.max(...b) < Math.min(...a) + 2; // a q may touch an accent
  });
  const buttons = seen.filter((e) => e.matches('.opener svg')).map((e) => {
    const { left, right, top, bottom } = e.getBoundingClientRect();
    return [[left, top], [right, top], [right, bottom], [left, bottom]];
  });
  const found = [];
  for (const e of seen) {
    const { left, top } = e.getBoundingClientRect();
    const words = (e.written ?? []).filter(([text]) => text.trim());
    words.forEach(([text, , corners], place) => {
      const other = words.slice(0, place).find(([, , others]) => !apart(corners, others));
      if (other) found.push(`${other[0]} lies on ${text}`);
      const there = corners.map(([x, y]) => [x + left, y + top]);
      if (buttons.some((button) => !apart(there, button))) found.push(`${text} lies under a button`);
    });
    if (e.matches('ol b') && e.scrollWidth > e.clientWidth + 1) found.push(`${e.textContent} is cut`);
    const lines = [...e.querySelectorAll('.legend i')].map((line) => line.className + getComputedStyle(line).color);
    if (new Set(lines).size < lines.length) found.push(`${e.textContent}: two are drawn alike`);
  }
  return found;
}"""
# The sliders over pictures whose line is not filled by them, by their names.
SHORT = """() => {
  const sliders = [...document.querySelectorAll(':is(.st-key-above, .st-key-dials) [class*=st-key-slide_]')];
  const boxes = sliders.map((slider) => [slider, slider.getBoundingClientRect()]).filter(([, { height }]) => height);
  return boxes.filter(([, { top }]) => {
    const line = boxes.map(([, box]) => box).filter((box) => Math.abs(box.top - top) < 4);
    return innerWidth - Math.max(...line.map((box) => box.right)) > 24;
  }).map(([slider]) => slider.className);
}"""

ALL = """const all = (root) => [...root.querySelectorAll("*")]
    .flatMap(e => [e, ...(e.shadowRoot ? all(e.shadowRoot) : [])]);"""
# The pictures of the main board, of a script all, with their sentences, and the dials at it: those that are cut by
# the window.
FIRST_SCREEN = f"""view => {{
    {ALL}
    const board = [...document.querySelectorAll(`.st-key-${{view}}_board`)].flatMap(all);
    const boards = board.length ? board : all(document.querySelector("[data-testid=stMain]"));
    const drawn = boards.filter(e => e.matches('.spot, .says:not([hidden])'));
    const dials = [...document.querySelectorAll(':is(.st-key-above, .st-key-dials) [class*=st-key-]')];
    if (!drawn.length) return ["nothing is drawn"];
    return [...drawn, ...dials].filter(e => e.checkVisibility())
        .map(e => [e.dataset.picture ?? e.className.slice(0, 40), e.getBoundingClientRect()])
        .filter(([, box]) => box.height && (box.top < 0 || box.bottom > innerHeight || box.right > innerWidth + 1))
        .map(([name, box]) => `${{name}}: ${{Math.round(box.bottom)}}`);
}}"""
# Where logo, title, sentence and the first picture begin.
EDGES = f"""() => {{
    {ALL}
    const page = all(document.body);
    return ['.st-key-menu nav', 'h1', '.sentence-box', '.spot'].map(selector => {{
        const found = selector.split(' ').reduce((within, next) => {{
            const first = within?.find(e => e.matches(next) && e.getBoundingClientRect().width);
            return first && (next === selector.split(' ').at(-1) ? [first] : all(first));
        }}, page)?.[0];
        return found ? Math.round(found.getBoundingClientRect().left) : null;
    }});
}}"""

# The dials whose names are cut, and the texts of boxes that are.
_CUT = "e => e.checkVisibility() && e.scrollWidth > e.clientWidth"
CUT_NAMES = f"""() => [...document.querySelectorAll(':is(.st-key-above, .st-key-dials) .slide label')]
    .filter({_CUT}).map(e => e.textContent)"""
CUT_LINES = f"""() => [...document.querySelectorAll('[data-testid=stMain] :is(textarea, input[type=text])')]
    .filter({_CUT}).map(e => e.value)"""
HIGH, CLOSE = 40, 32  # pixels of what a finger hits, and in the arithmetic and among more pictures


class Walk(Screen):
    """A tab in which the sizes of type are noted, and whose window can become a phone's."""

    def __init__(self, page: Page, address: str) -> None:
        super().__init__(page, address)
        page.add_init_script(RECORDER)
        self.lefts: dict[tuple[str, str], int] = {}  # where parts of a page begin, by the page and the part
        self._client = page.context.new_cdp_session(page)

    def resize(self, size: ViewportSize) -> None:
        """Make the window this large, and see it from the top; a phone's is touched."""
        if self.page.viewport_size != size:
            self._client.send("Emulation.setTouchEmulationEnabled", {"enabled": size == PHONE})
            self.page.set_viewport_size(size)
        self.page.evaluate("document.querySelector('[data-testid=stMain]').scrollTop = 0")
        self.rest()


def looks_right(screen: Walk, address: str) -> None:
    """In each window that something is promised of, from the one that is there on."""
    looks = [(size, look) for size, look, views in LOOKS if address in views]
    for size, look in looks if screen.page.viewport_size == LAPTOP else looks[::-1]:
        screen.resize(size)
        look(screen, address)


def on_a_laptop(screen: Walk, name: str) -> None:
    screen.fits()
    assert {*screen.page.evaluate(WEIGHTS)} <= {"400", "600"}
    assert screen.page.evaluate(UNCLEAR) == []
    for part, left in zip(("logo", "title", "sentence", "picture"), screen.page.evaluate(EDGES), strict=True):
        if left is not None:
            assert screen.lefts.setdefault((page_of(name), part), left) == left, f"{part} jumps between views of a page"


def write(screen: Screen, text: str) -> None:
    """Have a text in the box; what stands there goes along to the next view."""
    if screen.box.input_value() != text:
        with screen.answered():
            screen.box.fill(text)
        screen.rest()


def on_a_low_laptop(screen: Screen, name: str) -> None:
    first = screen.page.locator(SEEN).evaluate_all("all => Math.min(...all.map(e => e.getBoundingClientRect().top))")
    assert first <= FIRST or find(name).late, f"{name}: its picture begins at {first}"
    below = screen.page.get_by_test_id("stMain").evaluate("e => e.scrollHeight - e.clientHeight")
    assert below <= 0, f"{name}: the way on is {below} below the window"
    assert not screen.page.evaluate(FIRST_SCREEN, name)
    assert screen.page.evaluate(UNCLEAR) == []
    the_views_stand_on_one_line(screen.page)
    if (box := find(name).box) and box.key == "text" and find(name).bundled:
        text = screen.box.input_value()
        write(screen, LONGER)
        assert not screen.page.evaluate(FIRST_SCREEN, name)
        assert screen.page.evaluate(UNCLEAR) == []
        write(screen, text)


def on_a_small_laptop(screen: Screen, name: str) -> None:
    if "?" not in name and name not in UNDRAWN:
        assert not screen.page.evaluate(FIRST_SCREEN, name)
    assert screen.page.evaluate(UNCLEAR) == []
    assert screen.page.evaluate(CUT_NAMES) == []
    assert too_small(screen) == []


def on_a_phone(screen: Screen, name: str) -> None:
    assert screen.page.evaluate("matchMedia('(pointer: coarse)').matches")
    screen.fits()
    assert screen.page.evaluate(UNCLEAR) == []
    assert screen.page.evaluate(SHORT) == []
    assert screen.page.evaluate(CUT_NAMES) == []
    assert [text for text in screen.page.evaluate(CUT_LINES) if len(text) <= A_LINE_ON_A_PHONE] == []
    assert too_small(screen) == []
    if name not in UNDRAWN:
        first = screen.page.locator(SEEN).first.bounding_box()
        assert first and ("?" in name or PHONE["height"] - first["y"] >= SEEN_ON_A_PHONE)
    else:
        links_are_nearer_to_their_entries_than_to_the_next(screen.page)
    low = [found for found in screen.page.evaluate(LOW) if found[0] < (CLOSE if "?" in name else HIGH)]
    assert low == [], f"a finger misses {low}"


# The windows of readers, from wide to narrow: what is looked at in each, and of which views.
LOOKS = (
    (LAPTOP, on_a_laptop, VIEWS),
    (LOW_LAPTOP, on_a_low_laptop, [name for name in VIEWS if name not in UNDRAWN]),
    (SMALL_LAPTOP, on_a_small_laptop, [*VIEWS, *OPENED]),
    (PHONE, on_a_phone, [*VIEWS, *OPENED]),
)


def too_small(screen: Screen) -> list:
    """Words that are written smaller than can be read, and their size."""
    on_canvases, words = screen.page.evaluate(WRITTEN)
    assert words
    found = [(text, size) for text, size in on_canvases if size < LEAST - 0.05]
    return found + [(text, size) for text, size, formula in words if size < (OF_AN_INDEX if formula else LEAST) - 0.05]


def the_views_stand_on_one_line(page: Page) -> None:
    """The views of a page beside its title."""
    views = page.locator("[data-part=name] h1, [data-part=views] a").all()
    boxes = [box for each in views if (box := each.bounding_box())]
    assert boxes and max(box["y"] for box in boxes) < min(box["y"] + box["height"] for box in boxes)


def links_are_nearer_to_their_entries_than_to_the_next(page: Page) -> None:
    linked = page.locator("[class*=st-key-entries_] p:has(a):not(:last-child)").first
    places = linked, linked.locator("a").first, linked.locator("xpath=following-sibling::p[1]")
    entry, link, after = (place.bounding_box() for place in places)
    assert entry and after and link and link["y"] + link["height"] <= entry["y"] + entry["height"] + 1
    assert after["x"] > entry["x"] or entry["y"] + entry["height"] + 1 < after["y"], "in the next column, or below"
