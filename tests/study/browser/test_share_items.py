"""What each item of Share gives is what is on the screen, on more pages."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import BrowserContext, Page

from tests.browser.screen import Screen
from tests.browser.test_share_items import PAGES, every_item_gives_what_is_shown


@pytest.mark.parametrize(("name", "keys"), PAGES[1:-1])
def test_every_item_gives_what_is_shown(
    desk: Screen, alone: Page, profiles: Callable[..., BrowserContext], name: str, keys: dict[str, Any], tmp_path: Path
) -> None:
    every_item_gives_what_is_shown(desk, alone, profiles, name, keys, tmp_path)
