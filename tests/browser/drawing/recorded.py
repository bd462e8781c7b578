"""What each sample of a picture shows, says and does, as lines: `python -m tests.browser.drawing.recorded NAME` writes
down those of a picture again, and without a name those of all. Read what differs before you keep it.
"""

import re
import sys
from collections import Counter
from inspect import signature
from itertools import groupby
from pathlib import Path
from typing import Any

import numpy as np

from headlight.pictures import Screen
from tests.browser.drawing.colours import rgb
from tests.browser.drawing.glass import GROUNDS, Glass, type_of
from tests.pictures.caught import Caught, values_of
from tests.pictures.sample import Sample
from tests.pictures.samples import NAMED

RECORDED = Path(__file__).with_suffix(".txt")
WIDTHS = {"wide": 1000, "narrow": 340, "presented": 1000, "turned": 500}
LATTICE = [(x, y) for y in (0.2, 0.5, 0.8) for x in (0.1, 0.44, 0.78)]  # shares of the picture
KEYS = (
    "ArrowRight", "ArrowDown", "ArrowRight", "ArrowLeft", "ArrowUp", "End", "Home", "+", "Shift+ArrowLeft",
    "Shift+ArrowUp", "-", "s", "Enter", "Escape", "Home", "ArrowRight", "Delete", "ArrowRight", " ", "PageDown",
    "PageUp", "End", "0", "Backspace", "Shift+ArrowRight",
)  # fmt: skip
DRAGS = ((40, 30), (-25, -15))  # pixels
AT = re.compile(r"@(-?\d+),(-?\d+)")
NEAR = 2  # pixels by which a word may stand elsewhere
# The words that are seen in a picture beside its canvas, with their classes and where they are.
WORDS = """place => {
  const { left, top } = place.getBoundingClientRect(), found = [];
  const put = (words, { x, y, width }) =>
    width && found.push(`${words.replace(/\\s+/g, " ")}@${Math.round(x - left)},${Math.round(y - top)}`);
  const walk = document.createTreeWalker(place.shadowRoot, NodeFilter.SHOW_TEXT);
  while (walk.nextNode()) {
    const [text, own] = [walk.currentNode, document.createRange()];
    const within = text.parentElement;
    if (!text.data.trim() || !within || within.closest("style, math")) continue; // a formula is one word
    if (!within.checkVisibility({ visibilityProperty: true, opacityProperty: true })) continue;
    own.selectNode(text);
    const kinds = [within, within.parentElement].flatMap((each) => [...each?.classList ?? []]);
    put([text.data.trim(), ...kinds].join("."), own.getBoundingClientRect());
  }
  for (const mark of place.shadowRoot.querySelectorAll("i:not(:has(*))")) {
    const { width, height } = mark.getBoundingClientRect(), { backgroundColor, color } = getComputedStyle(mark);
    const ink = backgroundColor === "rgba(0, 0, 0, 0)" ? color : backgroundColor;
    const how = `i.${mark.className} in ${ink} as large as @${Math.round(width)},${Math.round(height)}`;
    put(how, mark.getBoundingClientRect());
  }
  for (const path of place.shadowRoot.querySelectorAll("svg path")) {
    const { stroke, strokeWidth, strokeDasharray } = getComputedStyle(path), { width, height } = path.getBBox();
    const look = [path.getAttribute("class"), stroke, parseFloat(strokeWidth).toFixed(1), strokeDasharray].join(" ");
    if (!path.checkVisibility()) continue;
    put(`path ${look} as large as @${Math.round(width)},${Math.round(height)}`, path.getBoundingClientRect());
  }
  for (const math of place.shadowRoot.querySelectorAll("math")) put(math.textContent, math.getBoundingClientRect());
  return found;
}"""
# What a picture says now: its card, what is pointed at or has the focus, and the sentence under it.
SAYS = """(place, point) => {
  const root = place.shadowRoot, card = root.querySelector(".card");
  const lines = card && !card.hidden ? [...card.querySelectorAll(":scope > :not(canvas)")] : [];
  const there = point ? root.elementFromPoint(...point) : root.activeElement;
  const named = there?.closest("[title], [aria-label], button, li");
  const own = named && !named.matches("canvas, ol, ul, div") ? named.title || named.ariaLabel || named.textContent : "";
  const says = place.parentElement.querySelector(".says:not([hidden])")?.textContent ?? "";
  const marked = root.querySelectorAll(".aside, .lit").length;
  const zoomed = root.querySelector(".zoom:not([hidden]) span")?.textContent ?? "";
  const found = [...lines.map((line) => line.textContent), own, says, marked ? `${marked} marked` : "", zoomed];
  return found.map((each) => each.trim()).filter(Boolean).join("; ");
}"""
# Where from corner to corner the pointer comes to something else, to the pixel: how that differs, and where it begins.
EDGES = """place => {
  const root = place.shadowRoot, { left, top, width, height } = place.getBoundingClientRect();
  const long = Math.floor(Math.hypot(width, height)), found = [];
  const put = (at) => [left + (at / long) * width, top + (at / long) * height];
  const said = (at) => {
    const [clientX, clientY] = put(at), event = { clientX, clientY, bubbles: true, composed: true, isPrimary: true };
    root.elementFromPoint(clientX, clientY)?.dispatchEvent(new PointerEvent("pointermove", event));
    return (SAYS)(place, [clientX, clientY]);
  };
  for (let [at, before] = [0, said(0)]; at < long; at += 6) {
    const now = said(at + 6);
    if (now === before) continue;
    let [low, high] = [at, at + 6];
    while (high - low > 1) said((low + high) >> 1) === before ? (low = (low + high) >> 1) : (high = (low + high) >> 1);
    const [x, y] = put(high), digits = [...now].reduce((sum, letter) => (sum * 31 + letter.charCodeAt(0)) % 4096, 0);
    found.push(`${digits.toString(16)}@${Math.round(x - left)},${Math.round(y - top)}`);
    before = now;
  }
  return found.join(" ");
}""".replace("SAYS", SAYS)
# Keeps what it says at each event of a kind before the page hears of it, and how much was chosen until then: to be
# asked after each, it would be waited for three times as often.
KEEP = """(place, kind) => {
  [globalThis.kept, globalThis.keeps] = [[], new AbortController()];
  const keep = ({ key, clientX, clientY }) =>
    key === "Shift" || kept.push([(SAYS)(place, key ? null : [clientX, clientY]), chosen.length]);
  addEventListener(kind, keep, { capture: true, signal: keeps.signal });
}""".replace("SAYS", SAYS)
# Numbers of the controls of which each is the first of its kind.
FIRSTS = """all => {
  const kinds = all.map(({ tagName, role, parentElement }) => [tagName, role, parentElement?.className].join());
  return kinds.flatMap((kind, at) => (kinds.indexOf(kind) === at && all[at].checkVisibility() ? [at] : []));
}"""
CONTROLS = "canvas[tabindex], [tabindex='0'], button:enabled, input"
HANDLES = "[role=slider], .grips > i"


def draw(glass: Glass, sample: Sample, setting: str, *, again: bool = False) -> Screen:
    """Draw a sample in a setting; `again` draws it once more where it is."""
    board = Screen("bear", "story")
    sample(board, **({_turning(sample): True} if setting == "turned" else {}))
    if setting == "presented":
        glass.window(1280, 560)
        glass.style(least="17px")
    glass.show(Caught(board.message()), width=WIDTHS[setting], ground=_ground(setting), again=again)
    return board


def _ground(setting: str) -> str:
    return "dark" if setting == "narrow" else "light"


def shown(glass: Glass, setting: str, seen: np.ndarray) -> list[str]:
    """Return the lines of what is drawn in a setting, and seen: its words with their places, how dark each part is, and
    acts.
    """
    picture = glass.picture
    texts = [f"{each['text']}@{each['x']:.0f},{each['y']:.0f}" for each in glass.texts] + picture.evaluate(WORDS)
    lines = [f"words: {' | '.join(texts[:: 1 + len(texts) // 60])}", *_ink(seen, _ground(setting)), *_drawn(glass)]
    if setting in ("wide", "turned"):
        lines += [_lit(glass, picture, seen), f"edges: {picture.evaluate(EDGES)}", f"drags: {_drags(glass, picture)}"]
        lines += [f"points: {_points(glass, picture)}", f"keys: {_keys(glass, picture)}"]
    return [line.rstrip() for line in lines]


def _ink(image: np.ndarray, ground: str) -> list[str]:
    """How far each square of the picture is from the ground, from 0 to 9, row by row; and how much warmer than blue."""
    seen = image[:, :, :3]
    side = -(-seen.shape[1] // 20)
    away = np.sqrt(_squares(np.abs(seen - rgb(GROUNDS[ground][0])).max(2) / 255, side))
    warm = 0.5 + 1.5 * _squares((seen[:, :, 0] - seen[:, :, 2]) / 255, side)
    return [f"{name}: {_digits(rows)}" for name, rows in (("ink", away), ("warm", warm))]


def _drawn(glass: Glass) -> list[str]:
    """How often something is drawn or written in each way on the canvas, and where some of it begins and ends."""
    found = glass.inked()
    written = [
        f"text {each['ink']} {'strong ' * each['font'].startswith('600')}{type_of(each):.0f}px" for each in glass.texts
    ]
    kinds = [*Counter([*(how for how, _ in found), *written]).items()]
    ends = ["".join(f"@{end['x']:.0f},{end['y']:.0f}" for end in both) for _, both in found]
    told = {"pens": [f"{how} ×{count}" for how, count in kinds], "shapes": ends}
    return [f"{name}: {' | '.join(each[:: 1 + len(each) // 60])}" for name, each in told.items() if each]


def _lit(glass: Glass, picture: Any, seen: np.ndarray) -> str:
    """How much of each square is drawn otherwise while one points at the picture's middle, from 0 to 9."""
    before, box = seen[:, :, :3], picture.bounding_box()
    glass.page.mouse.move(box["x"] + 0.44 * box["width"], box["y"] + 0.5 * box["height"])
    glass.frames()
    other = np.abs(glass.shot()[:, :, :3].astype(float) - before).max(2) > 30
    glass.page.mouse.move(0, 890)
    return f"lit: {_digits(3 * _squares(other.astype(float), -(-other.shape[1] // 20)))}"


def _digits(rows: np.ndarray) -> str:
    return "/".join("".join(map(str, row)) for row in np.round(9 * rows.clip(0, 1)).astype(int))


def _squares(values: np.ndarray, side: int) -> np.ndarray:
    whole = np.pad(values, [(0, -size % side) for size in values.shape])
    return whole.reshape(whole.shape[0] // side, side, -1, side).mean((1, 3))


def _points(glass: Glass, picture: Any) -> str:
    """What is said where one points, and what a click there chooses."""
    box = picture.bounding_box()
    picture.evaluate(KEEP, "pointerdown")
    for x, y in LATTICE:
        glass.page.mouse.click(box["x"] + x * box["width"], box["y"] + y * box["height"])
    said, before = _kept(glass)
    glass.page.mouse.move(0, 890)
    return _counted([words + chosen for words, chosen in zip(said, _chosen(glass, before[1:]), strict=True)])


def _keys(glass: Glass, picture: Any) -> str:
    """What the first control of each kind says after each key, and what it chooses."""
    return " || ".join(
        _keys_of(glass, picture, picture.locator(CONTROLS).nth(at))
        for at in picture.locator(CONTROLS).evaluate_all(FIRSTS)
    )


def _keys_of(glass: Glass, picture: Any, control: Any) -> str:
    control.focus()
    picture.evaluate(KEEP, "keyup")
    for key in KEYS:
        glass.page.keyboard.press(key)
    said, until = _kept(glass)
    told = zip(KEYS, said, _chosen(glass, until[:-1]), strict=True)
    return " | ".join(f"{key} {words}{chosen}" for key, words, chosen in told)


def _drags(glass: Glass, picture: Any) -> str:
    """What is chosen and said where the first of its handles, or a spot, is dragged a little to each side."""
    handle = picture.locator(HANDLES).first
    box = handle.bounding_box() if handle.count() else picture.bounding_box()
    middle, found = (box["x"] + 0.5 * box["width"], box["y"] + 0.5 * box["height"]), []
    for across, down in DRAGS:
        glass.page.mouse.move(*middle)
        glass.page.mouse.down()
        glass.page.mouse.move(middle[0] + across, middle[1] + down, steps=3)
        said = picture.evaluate(SAYS, [middle[0] + across, middle[1] + down])
        glass.page.mouse.up()
        found.append(said + _chosen(glass, [])[0])
    glass.page.mouse.move(0, 890)
    return _counted(found)


def _kept(glass: Glass) -> tuple[list[str], list[int]]:
    """What was said at each event, and how much was chosen until then."""
    kept = glass.page.evaluate("keeps.abort() ?? kept")
    return [said for said, _ in kept], [count for _, count in kept]


def _chosen(glass: Glass, ends: list[int]) -> list[str]:
    """What was chosen up to each of these ends, and since the last."""
    events = [f" → {value}" for _, (_, value) in glass.page.evaluate("chosen.splice(0)")]
    return ["".join(events[first:last]) for first, last in zip([0, *ends], [*ends, None], strict=True)]


def _counted(found: list[str]) -> str:
    """Each of what was found, and how often it was so in a row."""
    rows = [(each, len([*row])) for each, row in groupby(found)]
    return " | ".join(f"{each} ×{count}" if count > 1 else each for each, count in rows)


def near(kept: str, now: str) -> bool:
    """Whether two lines are equal, but for two pixels and a tenth of the ink."""
    if kept.startswith(("ink: ", "warm: ", "lit: ")):
        shapes = [[len(row) for row in line.split("/")] for line in (kept, now)]
        inks = [np.array([int(each) for each in line if each.isdigit()]) for line in (kept, now)]
        return shapes[0] == shapes[1] and bool((np.abs(inks[0] - inks[1]) <= 1).all())
    places = [np.array([(int(x), int(y)) for x, y in AT.findall(line)]).ravel() for line in (kept, now)]
    return AT.sub("@", kept) == AT.sub("@", now) and bool((np.abs(places[0] - places[1]) <= NEAR).all())


def settings() -> dict[str, tuple[Sample, str]]:
    """Each sample in each setting, by its name."""
    return {
        f"{name}, {setting}": (sample, setting)
        for name, sample in NAMED.items()
        for setting in WIDTHS
        if (setting != "turned" or _turning(sample)) and (setting != "presented" or name.endswith(" 1"))
    }


def _turning(sample: Sample) -> str:
    """What turns a picture: queries above instead of beside; nothing where it cannot be turned, or is."""
    method = getattr(Screen, sample.name)
    known = {*signature(method).parameters, *(field for kind in values_of(method).values() for field in kind._fields)}
    return next((each for each in ("transposed", "across") if each in known and each not in sample.named), "")


def read() -> dict[str, list[str]]:
    """The lines that are written down, by sample and setting."""
    blocks = RECORDED.read_text("utf-8").strip().split("\n\n") if RECORDED.exists() else []
    return {title: lines for title, *lines in (block.split("\n") for block in blocks)}


def main() -> None:
    """Write down what the samples of the named pictures show, or of all."""
    from tests.browser.conftest import launched
    from tests.browser.drawing.conftest import blank_page, served

    asked, kept, now = sys.argv[1:], read(), dict[str, list[str]]()
    with served() as address, launched() as browser:
        for title, (sample, setting) in settings().items():
            if asked and sample.name not in asked:
                now[title] = kept[title]
                continue
            with blank_page(browser, address) as page:
                glass = Glass(page)
                draw(glass, sample, setting)
                now[title] = shown(glass, setting, glass.shot())
    blocks = ["\n".join([title, *lines]) for title, lines in now.items()]
    RECORDED.write_text("\n\n".join(blocks) + "\n", "utf-8")


if __name__ == "__main__":
    main()
