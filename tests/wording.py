"""Count the words of each view: before its first picture, on the whole screen before anything is opened, in its lesson
as *Read more* opens it.

python -m tests.words_on_screen
"""

import re
from typing import NamedTuple

from headlight.reading import assets
from headlight.reading.reader import CannotShow
from headlight.state.registry import View, views
from headlight.state.state import State

_LESSONS = assets.FOLDER / "lessons"
# A formula is read as one word, a link by its label, and marks of Markdown are none.
_NO_WORDS = ((r"\$\$?.+?\$\$?", "formula"), (r"\[([^\]]*)\]\([^)]*\)", r"\1"), (r"(?m)^#+ |[*`|]|^\s*[-:]+\s*$", ""))


class Words(NamedTuple):
    """How many words stand where in a view."""

    before_the_picture: int
    on_the_screen: int
    in_the_lesson: int


def count(text: str) -> int:
    """Count the words of a Markdown text."""
    for pattern, by in _NO_WORDS:
        text = re.sub(pattern, by, text, flags=re.DOTALL if "$" in pattern else 0)
    return sum(bool(re.search(r"\w", word)) for word in text.split())


def of_view(view: View) -> Words:
    """Count the words of a view as it opens: its lead, and the headings, hints and notes of its board.

    Words inside a picture, which are its labels and the reader's own, are not counted.
    """
    lead, _, rest = (_LESSONS / f"{view.name}.md").read_text("utf-8").partition("\n\n")
    first = before = 0 if view.name == "start" else count(lead)  # the start shows its sentence at once
    everything = first
    if view.draw:
        try:
            items = list(view.board(State.made(view, {})).items())
        except CannotShow:  # a real model that is not here
            items = []
        seen = False
        for item in items:
            seen = seen or item["kind"] == "picture"
            words = sum(count(item.get(part, "")) for part in ("title", "words"))
            everything += words
            before += 0 if seen else words
    return Words(before, everything, count(rest.partition("## Measured\n")[0]))


def with_lessons() -> dict[str, View]:
    """All views that have a lesson, by their names."""
    return {name: view for name, view in views().items() if (_LESSONS / f"{name}.md").exists()}


if __name__ == "__main__":
    found = {name: of_view(view) for name, view in with_lessons().items()}
    print("view                  before   screen   lesson")
    for name, words in found.items():
        print(f"{name:20}{words.before_the_picture:8}{words.on_the_screen:9}{words.in_the_lesson:9}")
    before, screen, lesson = (sum(each) for each in zip(*found.values(), strict=True))
    print(f"{'all':20}{before:8}{screen:9}{lesson:9}")
