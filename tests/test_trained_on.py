"""Sentences that the model was trained on word for word: where one of them is shown, that is said.

The whole text that `story` read is looked up. Of what the translators read their teaching pairs are in the tree.
"""

import re
import tomllib
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, NamedTuple
from urllib.parse import parse_qs, quote_plus

import headlight as hl
from headlight.pages.embeddings.contexts import TO_TRY
from headlight.pages.start.first_visit import TEXTS
from headlight.parts import translators
from headlight.state.registry import views
from headlight.state.state import State
from headlight.state.story import STORIES
from tests.in_turn import in_turn
from tests.statements import ASSETS
from training import pairs

SAYS = re.compile("trained on (this|these|both|the (first|last) two)")
LEAST = 4  # words: shorter texts are no sentences
TRANSLATED = {english for english, _ in pairs.read("teaching", Path()).train}
OF_OTHERS = {"real"}  # what its models have read is not known
LINK = re.compile(r"\?(at=[^\s\")>\]]+)")


class Shown(NamedTuple):
    """Texts by the keys of the address, what shows them, and what is said there."""

    where: str
    texts: Mapping[str, Any]
    said: str

    def __repr__(self) -> str:
        return self.where


def shown() -> Iterator[Shown]:
    """What stories, guesses, examples, questions, links, boxes and the first visit put before a reader."""
    for file in sorted(ASSETS.glob("*.toml")):
        for entry in tables(tomllib.loads(file.read_text("utf-8"))):
            said = " ".join(value for value in entry.values() if isinstance(value, str))
            if "story" in (state := entry.get("state", {})):  # whose card is open there
                said += STORIES[state["story"]].payoff
            quoted = [{"text": text} for text in re.findall("“(.+?)”", said)]
            for keys in (state, entry.get("does", {}), {"text": entry.get("text", "")}, *quoted):
                yield Shown(f"{file.name}: {said[:40]}", keys if isinstance(keys, dict) else {}, said)
    for file in sorted((ASSETS / "lessons").glob("*.md")):
        for line in file.read_text("utf-8").splitlines():
            for link in LINK.findall(line):
                keys = {key: value for key, (value, *_) in parse_qs(link).items()}
                if keys["at"] not in OF_OTHERS:
                    yield Shown(f"{file.name}: {link}", keys, line)
    for name, view in views().items():
        boxes = [dial for dial in (view.box, *view.controls) if dial and dial.kind == "text"] if view.draw else []
        opens = {box.key: str(box.opens(State.of(view))) for box in boxes if name not in OF_OTHERS}
        yield from (Shown(f"{name} as it opens", {key: text}, told(name, text)) for key, text in opens.items())
    yield from (Shown("first visit", {"text": text}, "") for text in TEXTS)
    yield from (Shown("translators", {"english": english}, look) for english, _, look in translators.EXAMPLES)
    yield from (Shown("sets", dict(enumerate(texts)), told("contextual", texts[1])) for texts in TO_TRY)


def tables(value: Any) -> Iterator[dict[str, Any]]:
    """Each table in a file, but for the keys of a state."""
    if isinstance(value, dict):
        yield value
        value = [each for key, each in value.items() if key not in ("state", "does")]
    for each in value if isinstance(value, list) else ():
        yield from tables(each)


def told(view: str, text: str) -> str:
    """The line of its lesson that has the text."""
    lines = (ASSETS / "lessons" / f"{view}.md").read_text("utf-8").splitlines() if view != "start" else []
    return next((line for line in lines if text and (text in line or quote_plus(text) in line)), "")


def read(key: str, text: str) -> bool:
    """Whether the model that this key is for was trained on the text, or on one of its sentences."""
    sentences = [part for part in (text, *re.split(r"[.,;] ", text.rstrip("."))) if len(part.split()) >= LEAST]
    if key == "english":
        return not TRANSLATED.isdisjoint({text, *sentences, *(f"{sentence}." for sentence in sentences)})
    return any(hl.open("story").has_read(sentence) for sentence in sentences)


def which_were_read(each: Shown) -> list[str]:
    """Those of its texts."""
    texts = {key: text for key, text in each.texts.items() if len(str(text).split()) >= LEAST}
    return [text for key, text in texts.items() if read(str(key), text)]


@in_turn("each", [each for each in shown() if any(each.texts.values())])
def test_a_sentence_that_the_model_was_trained_on_says_so_where_it_is_shown(each: Shown) -> None:
    assert not which_were_read(each) or SAYS.search(each.said), which_were_read(each)


def test_nothing_says_so_of_a_sentence_that_the_model_was_not_trained_on() -> None:
    read_there: dict[str, list[str]] = {}
    for each in shown():
        if each.where != "translators" and SAYS.search(each.said):  # their other pairs are not in the tree
            read_there.setdefault(each.said, []).extend(which_were_read(each))
    assert len(read_there) > 10 and all(read_there.values())
