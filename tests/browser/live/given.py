"""Texts that the engine of the live page is given, and how it is asked."""

import json
import random
from functools import cache
from typing import Any

from playwright.sync_api import Page

from headlight.reading import assets
from headlight.reading.reader import EXAMPLE

CHOSEN = (
    "bear country",
    EXAMPLE,
    "The hiking trail led us through bear country.",
    "हिन्दी किताब தமிழ் மொழி שָׁלוֹם עוֹלָם مَرْحَبًا بِكُم می\u200cخواهم cafe\u0301 l'e\u0301te\u0301 ❤\ufe0f \u0345a",
    "Café crème 🐻 — naïve 你好  two  spaces\nnew line 123,456 it's we'll „so“ l'été jusqu'à",
    "She opened the old door and saw, at the end of the long dark hall, a small light; it was not a lamp, but a cat "
    "with two bright eyes that looked at her as if it had waited there for a hundred years and knew her name already.",
)
_SIGNS = (
    "abc XYZ 019 '’.,!?-—\t\n  ",
    "àéîöß çÀ ﬁ ǅ ʰ ² ½ Ⅷ ٣ 九 你好 かな 한국 кот العربية हिन्दी ſ",
    "🐻👩‍👩‍👧🇫🇷 \u00a0\u0085\ufeff\u200b\u2028\u3000\x00\x1f\x7f\u0301",
    "'s 't 're 've 'm 'll 'd 'S 'T can't we'll <|end|> l'été jusqu'à __init__",
)


@cache
def lines() -> list[str]:
    """Lines of the lessons, and of examples: ordinary text."""
    lessons = [path.read_text("utf-8") for path in sorted((assets.FOLDER / "lessons").glob("*.md"))]
    return [line for text in lessons for line in text.splitlines() if line.strip()]


def odd(chance: random.Random) -> str:
    """Letters, signs and blanks of all kinds in any order."""
    return "".join(chance.choice(chance.choice(_SIGNS)) for _ in range(chance.randint(1, 30)))


def told(engine: Page, function: str, *given: Any) -> Any:
    """Call a function of the page, both ways as one text: Playwright takes a nested value apart bit by bit."""
    answer = engine.evaluate(f"given => JSON.stringify(({function})(...JSON.parse(given)))", json.dumps(given))
    return json.loads(answer)
