"""Contact sheets of the app: every view, and every story with its card, at the sizes and on the grounds of readers.

`python -m tests.browser.sheets FOLDER` makes them all; `--views heads masking one-head` only those, by the short
address of a view or the name of a story, `--sizes 1366x768 present` only these sizes, `--grounds dark` one ground.
"""

import argparse
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple
from urllib.parse import urlencode

from PIL import Image, ImageDraw
from playwright.sync_api import Browser, expect, sync_playwright

from benchmarks.chromium import QUIET, find
from benchmarks.servers import serve, stop
from headlight.app.links import VIEWS
from headlight.app.stories import STORIES
from tests.browser.screen import DEMONSTRATED, PATIENCE, UNDRAWN, Screen

SIZES = {
    "1440x900": (1440, 900),
    "1366x768": (1366, 768),
    "1024x768": (1024, 768),
    "390x844": (390, 844),
    "present": (1280, 720),
    "present-1920x1080": (1920, 1080),
}
GROUNDS = ("light", "dark")
_WIDE, _ACROSS = 480, 4  # pixels of a picture on a sheet, pictures in a row
_ON_A_SHEET = 24


class Scene(NamedTuple):
    """Something to look at: its name, the short address of the view, what the address sets there."""

    name: str
    view: str
    state: dict[str, Any]


def scenes() -> Iterator[Scene]:
    """Every view as a newcomer sees it, then every story as its link opens it."""
    for view in VIEWS:
        yield Scene(view, view, {})
    for story in STORIES.values():
        yield Scene(story.id if story.id not in VIEWS else f"{story.id}-story", story.view, story.address)


def open_scene(screen: Screen, scene: Scene, *, present: bool = False) -> Screen:
    """Open one, presented or not, with the end of its story told."""
    state = {**scene.state, "present": "1"} if present else scene.state
    screen.open(f"{scene.view}?{urlencode(state)}", box=False)  # one of its keys may be called `box` too
    if scene.view not in UNDRAWN:
        expect(screen.page.locator("[data-text]").first).to_be_attached()
        screen.rest()
    reveal = screen.page.get_by_role("button", name="Show what happens")
    if reveal.count() and not present:
        with screen.answered():
            reveal.click()
        screen.rest()
    return screen


def photograph(browser: Browser, address: str, size: str, ground: Any, chosen: list[Scene], folder: Path) -> list[Path]:
    """A picture of each scene, of what is seen without scrolling."""
    width, height = SIZES[size]
    profile = browser.new_context(
        viewport={"width": width, "height": height}, color_scheme=ground, reduced_motion="reduce", has_touch=width < 500
    )
    profile.add_init_script(f"try {{ {DEMONSTRATED} }} catch {{}}")
    taken = []
    for scene in chosen:
        page = profile.new_page()
        path = folder / f"{scene.name}_{size}_{ground}.png"
        open_scene(Screen(page, address), scene, present=size.startswith("present"))
        page.screenshot(path=path)
        page.close()
        taken.append(path)
        print(path, flush=True)
    profile.close()
    return taken


def sheets(taken: list[Path], name: str, folder: Path) -> None:
    """Lay the pictures side by side, each under its name."""
    for number, start in enumerate(range(0, len(taken), _ON_A_SHEET), 1):
        pictures = [(path, Image.open(path)) for path in taken[start : start + _ON_A_SHEET]]
        high = max(round(image.height * _WIDE / image.width) for _, image in pictures) + 20
        rows = -(-len(pictures) // _ACROSS)
        sheet = Image.new("RGB", (_ACROSS * (_WIDE + 8), rows * high), "#808080")
        for place, (path, image) in enumerate(pictures):
            x, y = place % _ACROSS * (_WIDE + 8), place // _ACROSS * high
            small = image.convert("RGB").resize((_WIDE, round(image.height * _WIDE / image.width)))
            sheet.paste(small, (x, y + 18))
            ImageDraw.Draw(sheet).text((x + 4, y + 3), path.stem, "white")
        sheet.save(folder / f"sheet_{name}_{number}.png")


def main() -> None:
    """Start the app, open what was asked for at each size and on each ground, and write pictures and sheets."""
    words = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    words.add_argument("folder", type=Path)
    words.add_argument("--views", nargs="*", default=[])
    words.add_argument("--sizes", nargs="*", default=list(SIZES), choices=SIZES)
    words.add_argument("--grounds", nargs="*", default=list(GROUNDS), choices=GROUNDS)
    asked = words.parse_args()
    asked.folder.mkdir(parents=True, exist_ok=True)
    chosen = [scene for scene in scenes() if not asked.views or scene.name in asked.views]
    server, address = serve()
    expect.set_options(timeout=PATIENCE)
    try:
        with sync_playwright() as playwright:
            browser = playwright.chromium.launch(executable_path=find(), args=[*QUIET, "--no-sandbox"])
            for size in asked.sizes:
                for ground in asked.grounds:
                    taken = photograph(browser, address, size, ground, chosen, asked.folder)
                    sheets(taken, f"{size}_{ground}", asked.folder)
            browser.close()
    finally:
        stop(server)


if __name__ == "__main__":
    main()
