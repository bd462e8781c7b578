"""Three words by which what a phone has answered before a lesson is found on another day: drawn, and read as typed."""

import hmac
import re
from collections.abc import Container
from functools import cache

from headlight.reading import assets

FILE = "three_words.txt"
_BYTES = 4  # of chance for each word


@cache
def lists() -> tuple[tuple[str, ...], ...]:
    """Return the three lists: what things are like, animals, places and things.

    No word is in two of them, so order does not matter, and none is an insult beside any of another list.
    """
    return tuple(tuple(line.split()) for line in (assets.FOLDER / FILE).read_text("utf-8").splitlines())


def drawn(key: bytes, number: str, taken: Container[str] = ()) -> str:
    """Draw the words of a phone, the same ones each time, such as "amber otter north".

    Args:
        key: of the room, so that nobody else can draw them.
        number: of the phone.
        taken: words that other phones have.
    """
    draw = 0
    while True:
        digest = hmac.digest(key, f"words {draw} {number}".encode(), "sha256")
        chances = (digest[_BYTES * at : _BYTES * (at + 1)] for at in range(len(lists())))
        words = " ".join(
            each[int.from_bytes(chance, "big") % len(each)] for each, chance in zip(lists(), chances, strict=True)
        )
        if words not in taken:
            return words
        draw += 1


def read(typed: str) -> str:
    """Return the words that somebody has typed, in any order; "" where they are no such three."""
    found = re.findall(r"[a-z]+", typed.lower())
    words = [[word for word in found if word in each] for each in lists()]
    return " ".join(word for (word,) in words) if len(found) == 3 and all(len(each) == 1 for each in words) else ""
