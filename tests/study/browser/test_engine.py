"""The engine of the live page gives what torch gives for very many texts and changes."""

from playwright.sync_api import Page

from tests.browser.live.conftest import engine, files  # noqa: F401
from tests.browser.live.rounding import Layers
from tests.browser.live.test_engine import every_stage_is_torchs, layers, story  # noqa: F401
from transformer import LanguageModel


def test_every_stage_of_random_texts_and_changes(engine: Page, story: LanguageModel, layers: Layers) -> None:  # noqa: F811
    every_stage_is_torchs(engine, story, layers, 170)
