"""The windows of readers, from a laptop's to a phone's, and what is promised of each view in each of them."""

from playwright.sync_api import Page, ViewportSize, expect

from headlight.app.links import VIEWS
from headlight.state.places import page_of
from headlight.state.registry import find
from headlight.state.state import State
from tests.browser.screen import Screen
from tests.browser.test_slides import SEEN, cut
from tests.browser.test_touch import LOW

LAPTOP: ViewportSize = {"width": 1440, "height": 900}
LOW_LAPTOP: ViewportSize = {"width": 1366, "height": 768}
SMALL_LAPTOP: ViewportSize = {"width": 1024, "height": 768}
PHONE: ViewportSize = {"width": 390, "height": 844}

# Of each of these views what stands lowest of its main picture and of what follows from that, by how it is described.
SEEN_AT_ONCE = {
    "embeddings": ("The 8 tokens of the vocabulary", "The row of the chosen token"),
    "word_vectors": ("The 8 words with the largest cosine", "A map of the word vectors"),
    "four_words": ("The pattern of the words", "The context of the words"),
    "dictionary": ("The weight of each value",),
    "peeking": ("The loss of both models",),
    "heads": ("Attention patterns of the heads", "The probability of"),
    "learning": ("Attention patterns of layer 2", "Accuracy and scores of the best heads"),
    "translate": ("Alignment by layer",),
    "decoding": ("The French up to step", "The most likely tokens"),
    "encoder_decoder": ("The encoder at the left", "Decoder 1 self-attention"),
}

# All pictures of a view, but chips and sentences, are whole in the window of a small laptop; of scripts so many.
WHOLE_ON_A_LAPTOP = {"learning": 4}
DRAWN = {name for name in VIEWS if find(name).draw}
# Of each of these views how many pixels of the first picture, but of chips, a phone shows under the dials.
SEEN_ON_A_PHONE = {
    "all_heads": 360,
    "block": 340,
    "word_vectors": 90,
    "four_words": 160,
    "encoder_decoder": 370,
    "learning": 200,
}
# Of each of these views the boxes in which a phone shows a sentence whole.
WHOLE_ON_A_PHONE = {
    "attention": ("Your sentence",),
    "dense": ("Your sentence", "Another sentence"),
}
# Of each of these views a longer text that a low laptop shows whole too.
_CROWN = "The old king gave his crown to the young queen and then he went to the"
LONGER = {
    "attention": f"{_CROWN} forest with his dog and a big brown bear who was very hungry and wanted to eat the king",
    "masking": f"{_CROWN} big",
}
# The views whose type is measured on a small laptop and on a phone, and those on which a finger is tried.
READ = {
    *("all_heads", "embeddings", "positions?more=true", "by_hand", "masking", "heads", "learning"),
    *("attributed", "decoding?more=true", "look_up", "dictionary?arithmetic=true", "dense?arithmetic=true"),
}
HIT = {
    *(
        "start",
        "all_heads",
        "scaling?softmax_of=random+keys",
        "positions",
        "encoder_decoder",
        "growing_up",
        "path",
        "learning",
    ),
    *("four_words", "attributed", "positions?more=true", "block", "heads?arithmetic=true&more=true&story=one-head"),
}
LEAST, OF_AN_INDEX = 11, 9  # pixels of type: in an index of an index fewer
IN_WORDS = ("dictionary?arithmetic=true", "look_up")  # without a canvas
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
# The pictures of the main board with their sentences, and the dials at it: those that are not whole in the window.
FIRST_SCREEN = f"""view => {{
    {ALL}
    const boards = [...document.querySelectorAll(`.st-key-${{view}}_board`)].flatMap(all);
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

IS_WHOLE = "box => box.scrollWidth <= box.clientWidth"


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
    for alt in SEEN_AT_ONCE.get(name, ()):
        assert ends(screen, alt) <= 900, f"{alt} ends below the first screen of a laptop"


def write(screen: Screen, text: str) -> None:
    """Have a text in the box; what stands there goes along to the next view."""
    if screen.box.input_value() != text:
        with screen.answered():
            screen.box.fill(text)
        screen.rest()


def ends(screen: Screen, alt: str) -> float:
    """How far below the top of the page a picture ends that is described so."""
    beside = screen.page.locator(".spot", has=screen.picture(alt)).first
    return beside.evaluate(
        """spot => spot.getBoundingClientRect().bottom
            - document.querySelector('[data-testid=stMainBlockContainer]').getBoundingClientRect().top"""
    )


def pictures_of(address: str) -> int:
    """How many pictures a view opens with, but for rows of chips and sentences; 0 where it is none that is drawn."""
    if address not in DRAWN:
        return 0
    view = find(address)
    return sum(
        drawn.name not in ("token_chips", "sentence") for drawn in view.board(State.of(view)).pictures().values()
    )


def on_a_low_laptop(screen: Screen, name: str) -> None:
    assert not screen.page.evaluate(FIRST_SCREEN, name)
    assert screen.page.evaluate(UNCLEAR) == []
    if name in LONGER:
        text = screen.box.input_value()
        write(screen, LONGER[name])
        assert not screen.page.evaluate(FIRST_SCREEN, name)
        assert screen.page.evaluate(UNCLEAR) == []
        assert min(size for _, size in screen.page.evaluate(WRITTEN)[0]) >= LEAST
        write(screen, text)
    if name == "positions":
        switch = screen.page.get_by_role("switch", name="Read more").bounding_box()
        assert switch and switch["y"] + switch["height"] <= LOW_LAPTOP["height"], "the switches are in sight"
    if name in ("attributed", "dense"):
        the_views_stand_on_one_line(screen.page)
    if name == "encoder_decoder":
        heights = "all => all.map(e => e.getBoundingClientRect().height)"
        boxes = screen.page.locator('[data-box="decoder 3 self-attention"], [data-box="decoder 3 FFN"]')
        assert len({*boxes.evaluate_all(heights)}) == 1, "the longest title has its shape beside it"


def on_a_small_laptop(screen: Screen, address: str) -> None:
    assert screen.page.evaluate(UNCLEAR) == []
    if count := WHOLE_ON_A_LAPTOP.get(address) or pictures_of(address):
        assert cut(screen, SEEN, count) == []
    if address in READ:
        assert too_small(screen, drawn=address not in IN_WORDS) == []
    if address == "next_word":
        names_of_dials_are_whole(screen.page, "Output temperature")
    if address == "real":
        assert cut(screen, ".spot[data-picture=looks]", 1) == [], "the next word stands over the heads"
        expect(screen.page.locator(".spot[data-picture=looks] .next li").first).to_be_visible()


def on_a_phone(screen: Screen, address: str) -> None:
    assert screen.page.evaluate("matchMedia('(pointer: coarse)').matches")
    screen.fits()
    assert screen.page.evaluate(UNCLEAR) == []
    assert screen.page.evaluate(SHORT) == []
    if address in SEEN_ON_A_PHONE:
        first = screen.page.locator(SEEN).first.bounding_box()
        assert first and PHONE["height"] - first["y"] >= SEEN_ON_A_PHONE[address]
    if address == "encoder_decoder":
        stacks = screen.page.locator(".stacks").bounding_box()
        assert stacks and stacks["height"] < 720, "what is written has the width of both stacks"
    if address == "positions?more=true":
        names = [text for text, _ in screen.page.evaluate(WRITTEN)[0]]
        assert "position 125" in names and not [name for name in names if name.endswith("…")]
    if address == "all_heads":
        names_of_dials_are_whole(screen.page, "Layer")
    if address == "look_up":
        links_are_nearer_to_their_entries_than_to_the_next(screen.page)
    for label in WHOLE_ON_A_PHONE.get(address, ()):
        assert screen.page.get_by_role("textbox", name=label).evaluate(IS_WHOLE), f"{label} is cut"
    if address in READ:
        assert too_small(screen, drawn=address not in IN_WORDS) == []
    if address in HIT:
        low = screen.page.evaluate(LOW)
        assert low == [], f"a finger misses {low}"


# The windows of readers, from wide to narrow: what is looked at in each, and of which views.
LOOKS = (
    (LAPTOP, on_a_laptop, VIEWS),
    (LOW_LAPTOP, on_a_low_laptop, DRAWN),
    (SMALL_LAPTOP, on_a_small_laptop, {*WHOLE_ON_A_LAPTOP, *DRAWN, *READ}),
    (PHONE, on_a_phone, {*VIEWS, *READ, *HIT}),
)


def too_small(screen: Screen, *, drawn: bool) -> list:
    """Words that are written smaller than can be read, and their size."""
    on_canvases, words = screen.page.evaluate(WRITTEN)
    assert bool(on_canvases) == drawn
    found = [(text, size) for text, size in on_canvases if size < LEAST - 0.05]
    return found + [(text, size) for text, size, formula in words if size < (OF_AN_INDEX if formula else LEAST) - 0.05]


def the_views_stand_on_one_line(page: Page) -> None:
    """The views of a page beside its title and its buttons, with dials at the right."""
    buttons = page.locator("[data-part=views] a").all() + page.locator(".st-key-top button").all()
    boxes = [box for each in buttons if (box := each.bounding_box())]
    assert len(boxes) >= 6 and max(box["y"] for box in boxes) < min(box["y"] + box["height"] for box in boxes)


def links_are_nearer_to_their_entries_than_to_the_next(page: Page) -> None:
    entries = page.locator("[class*=st-key-entries_]").first.locator("p")
    link, (entry, after) = entries.first.locator("a").bounding_box(), (entries.nth(at).bounding_box() for at in (0, 1))
    assert entry and after and link
    assert link["y"] + link["height"] <= entry["y"] + entry["height"] + 1 < after["y"]


def names_of_dials_are_whole(page: Page, one: str) -> None:
    names = page.locator(".st-key-dials .slide label")
    expect(names.filter(has_text=one)).to_be_visible()
    assert names.evaluate_all("all => all.filter(e => e.scrollWidth > e.clientWidth).map(e => e.textContent)") == []
