"""For a lesson without a server, what the live page asks and tells beside its views: guesses, the game, four stories.

The boards of the guesses are drawn here: they are of sentences that nobody changes.
"""

import base64
from collections.abc import Mapping, Sequence
from typing import Any

from headlight.pages.path import alone, grown
from headlight.pages.path.answers import ANSWERS
from headlight.parts import race
from headlight.parts.nouns import BUNDLED, EXAMPLE
from headlight.pictures import Screen
from headlight.reading.beginnings import PLAYED, SETS, Beginning
from headlight.reading.reader import bundled
from headlight.state.first_path import STEPS, STOPS, Stop
from headlight.state.registry import find
from headlight.state.state import State
from headlight.state.story import STORIES

PATH, TOLD = "path", "stories"  # as the address names these two
# Each by the view of the page that tells it, and what its deed sets there where the app tells it in another view.
_STORIES: Mapping[str, tuple[str, Mapping[str, str]]] = {
    "one-head": ("start", {"cut": "6.5"}),
    "name": ("attention", {}),
    "mask": ("all_heads", {}),
    "houses": ("next_word", {}),
}
_OF_ANOTHER_VIEW = ("silenced", "layer")  # keys of the app's view that tells it


def views() -> list[dict[str, str]]:
    """Return the two further views, each with its title; what is asked in them is said on their boards."""
    return [{"name": PATH, "title": "Guesses", "lead": ""}, {"name": TOLD, "title": "Stories", "lead": ""}]


def keys() -> dict[str, dict[str, Any]]:
    """Describe their keys of the address, as `facts_of` describes those of the app."""

    def options(values: Sequence[Any], default: Any = None) -> dict[str, Any]:
        return {"kind": "options", "options": list(values), "default": default}

    guesses = {f"guess_{number}": options(step.options) for number, step in enumerate(STEPS, 1)}
    again = {f"again_{number}": options(step.again.options) for number, step in enumerate(STEPS, 1)}
    said = {"kind": "text", "most": alone.MOST, "default": ""}
    stories = {"story": options(list(_STORIES)), "told": options(list(_STORIES)), "chose": options((1, 2))}
    sets = options(range(1, len(SETS) + 1), 1)
    stops = options([stop for stop in STOPS if stop != "recap"], 1)
    return guesses | again | stories | {"stop": stops, "beginnings": sets, "next_words": said}


def facts() -> dict[str, Any]:
    """Collect what is asked and told: guesses with their answers, the sets of the game, and stories."""
    return {
        "steps": [_step(step) for step in STEPS],
        "sets": [
            {"played": [_beginning(each) for each in beginnings], "why": race.why_ahead(beginnings)}
            for beginnings in SETS
        ],
        "known": race.KNOWN,
        "longest": alone.LONGEST,
        "templates": _templates(),
        "stories": [_story(id) for id in _STORIES if id in STORIES],
    }


def _step(step: Stop) -> dict[str, Any]:
    """A guess: its words, which option is right, and its boards before it, after it and beside the answer."""
    answer, state = ANSWERS[step.answer](bundled()), State.of(find("start"))
    asked, guessed, shown = (Screen(EXAMPLE, BUNDLED) for _ in range(3))
    by_words = grown.large(asked, state, step, guessed=False, choose=lambda option: {})
    grown.large(guessed, state, step, guessed=True, choose=lambda option: {})
    answer.picture(shown, state)
    boards = [base64.b64encode(board.message()).decode() for board in (asked, guessed, shown)]
    words = {name: getattr(step, name) for name in ("title", "before", "question", "options", "why")}
    again = step.again._asdict() | {"right": step.again.right - 1}
    return {
        **words,
        "again": again,
        "right": answer.option,
        "told": answer.words,
        "by_words": by_words,
        "boards": boards,
    }


def _beginning(beginning: Beginning) -> dict[str, Any]:
    """A beginning of the game, and what its two rivals say."""
    both = race.rivals(beginning)
    rivals = [[each.word, each.right] for each in (both.table, both.transformer)]
    return {**beginning._asdict(), "rivals": rivals, "told": race.told(beginning)}


def _templates() -> dict[str, dict[str, Any]]:
    """Pictures of the game as the app draws them, each to be given other words and numbers."""
    screen = Screen("", BUNDLED)
    alone.ask(screen, 1, [])
    alone.listed(screen, 1, [""] * PLAYED)
    race.lines(screen, SETS[0][:1], [race.Said(0, 0)], "you")
    drawn = {
        item["name"]: {"header": item["header"], "table": item["table"]} for item in screen.items() if "name" in item
    }
    return {name: drawn[name] for name in ("token_chips", "table", "curves")}


def _story(id: str) -> dict[str, Any]:
    """A story, with what its link and its deed set on the view of the page that tells it."""
    story, (view, deed) = STORIES[id], _STORIES[id]
    left = _OF_ANOTHER_VIEW if deed else ()
    sets, does = ({key: value for key, value in of.items() if key not in left} for of in (story.state, story.does))
    words = {name: getattr(story, name) for name in ("id", "title", "question", "choices", "right", "payoff")}
    return {**words, "view": view, "state": sets, "does": {**does, **deed}}
