"""What each item of Share gives is what is on the screen: everything is clicked and opened."""

import io
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect

from headlight.app import sharing
from headlight.reading.reader import EXAMPLE
from tests.browser.conftest import in_a_tab
from tests.browser.screen import PATIENCE, Screen

_TEXT = "The old “bear” 🐻 slept"
PAGES: list[tuple[str, dict[str, Any]]] = [
    ("", {"text": _TEXT, "layer": 3, "head": 1}),
    ("attention", {"text": _TEXT, "layer": 3, "head": 1, "attention_temperature": 0.5}),
    ("masking", {"text": _TEXT, "mask": "window"}),
    ("next_word", {"text": _TEXT, "top_k": 3}),
    ("translate", {"english": "The red car"}),
    ("translate", {"english": "The red car", "more": "true"}),
]
_SHOWN = """() => {
  const all = root => [...root.querySelectorAll("*")].flatMap(e => [e, ...(e.shadowRoot ? all(e.shadowRoot) : [])]);
  const found = all(document).filter(e => e.matches(".says, [data-picture]"));
  return found.map(e => e.dataset.picture ?? e.textContent);
}"""


@pytest.fixture(scope="module")
def alone(browser: Browser) -> Iterator[Page]:
    """A page without a network, on which no script may fail."""
    context = browser.new_context(offline=True, viewport={"width": 1440, "height": 900})
    page, wrong = context.new_page(), list[str]()
    page.on("pageerror", lambda error: wrong.append(str(error)))
    yield page
    context.close()
    assert wrong == []


def seen(page: Page) -> list[str]:
    """The pictures that stand on a page, and what they say."""
    return page.evaluate(_SHOWN)


@pytest.mark.study
@pytest.mark.parametrize(("name", "keys"), PAGES)
def test_every_item_gives_what_is_shown(
    screen: Screen,
    alone: Page,
    profiles: Callable[..., BrowserContext],
    name: str,
    keys: dict[str, Any],
    tmp_path: Path,
) -> None:
    """Link, lines of Python, numbers, pictures, live page, and the files of a picture."""
    screen.go(name, **keys)
    before = seen(screen.page)
    with screen.answered():
        screen.press("Share")
    dialog = screen.page.get_by_role("dialog")
    link, lines, cited = (dialog.locator("[data-testid=stCode] code").nth(at) for at in range(3))
    expect(cited).to_have_text(sharing.CITED)
    expect(dialog.locator("img")).to_have_js_property("complete", True)

    def saved(button: str) -> Path:
        with screen.page.expect_download(timeout=PATIENCE) as saving:
            dialog.get_by_role("button", name=button).click()
        saving.value.save_as(tmp_path / saving.value.suggested_filename)
        return tmp_path / saving.value.suggested_filename

    shown: dict[str, Any] = {}
    exec(lines.inner_text(), shown)
    with np.load(io.BytesIO(saved("Numbers (NPZ)").read_bytes())) as arrays:
        assert arrays.files
        for key in arrays.files:
            np.testing.assert_allclose(arrays[key], shown["shown"].table(key).numbers, err_msg=key)
    alone.goto(saved("Pictures (HTML)").as_uri())
    expect(alone.locator(".board[data-text]").first).to_be_attached()
    assert set(seen(alone)) == set(before)
    alone.goto(saved("Live page").as_uri())
    expect(alone.locator("p.line")).to_have_text("", timeout=PATIENCE)
    expect(alone.get_by_label("Your sentence")).to_have_value(keys.get("text", EXAMPLE))
    expect(alone.locator(".board")).to_have_attribute("data-text", keys.get("text", EXAMPLE))
    for opened in in_a_tab(profiles, screen.address, "another"):
        opened.page.goto(link.inner_text())
        opened.settle()
        expect(opened.page.locator("[data-text]").first).to_be_visible()
        opened.rest()
        assert seen(opened.page) == before
    screen.page.keyboard.press("Escape")
    expect(dialog).to_have_count(0)
    screen.page.get_by_role("button", name="Take away").click()
    with screen.page.expect_download(timeout=PATIENCE) as saving:
        screen.page.get_by_role("button", name="PNG", exact=True).first.click()
    assert Path(saving.value.path()).read_bytes().startswith(b"\x89PNG")
