"""Guess together: the board of a class's answers beside what the model computes, as it is sent to all."""

import base64
from typing import Any

import numpy as np

from headlight.pages.path import grown
from headlight.pages.path.answers import ANSWERS
from headlight.parts import class_map, race
from headlight.pictures import Screen
from headlight.pictures.decimals import short_percent
from headlight.reading import reader
from headlight.reading.beginnings import SETS
from headlight.reading.reader import CannotShow
from headlight.rooms.room import Room
from headlight.server import shared_map
from headlight.server.questions import ANOTHER, counts_of, share_right, shares_of, traced
from headlight.state.first_path import STEPS, VIEW
from headlight.state.registry import find
from headlight.state.state import State
from transformer.head import Head

_ROUNDS = "First vote", "After talking"
_YOURS_ALONE = "What they write is for you alone: read it here, and say what the class should hear."


def results(room: Room) -> bytes:
    """The board of the answers beside what the model computes, as the class is sent it."""
    question, model = room.json("question"), room.json("model")
    if question["kind"] == "text":
        raise CannotShow(_YOURS_ALONE)
    if question["kind"] == "map":
        return shared_map.results(room, traced(*model["at"])[1])
    options, shares = question["options"] + [ANOTHER] * bool(model["race"]), model["shares"]
    votes = [counts_of(room, number, len(options)) for number in range(1, question["round"] + 1)]
    screen = Screen()
    outlined = "the next word" if model["race"] else "what happens" if model["settled"] else "the model"
    compared = f"Filled: the class. Outlined: {outlined}. " if shares else ""
    screen.heading(question["words"], f"{compared}{model['says']}")
    scale = max([*(shares_of(vote).max() for vote in votes), *(shares or [])])
    row = screen.columns(*[1] * len(votes), *[2] * bool(model["race"]))
    for vote, title, column in zip(votes, _ROUNDS, row, strict=False):
        with column:
            screen.heading(title, "1 answer." if vote.sum() == 1 else f"{vote.sum():.0f} answers.")
            alt = f"{title}: the answers of the class."
            noted = len(votes) == 1 and not model["settled"]  # two beside each other are narrow on a phone
            notes = _notes(vote, shares if noted else None)
            screen.bars(shares_of(vote), labels=options, before=shares, notes=notes, scale=scale, alt=alt, key=title)
    if model["race"]:
        number, before = model["race"]
        said = [race.Said(share, share) for share in (*before, share_right(votes[-1], shares))]
        played = SETS[number - 1][: len(said)]
        with row[len(votes) - 1]:
            race.bits(screen, played, said, "the class")
        with row[-1]:
            race.lines(screen, played, said, "the class")
    if model["head"] and votes[-1].any():
        layer, number, query = model["head"]
        class_map.as_the_head(screen, traced(*model["at"])[0], Head(layer, number), query, shares_of(votes[-1]))
    if model["stop"]:
        step, state = STEPS[model["stop"] - 1], State.of(find(VIEW))
        grown.large(screen, state, step, guessed=True, choose=lambda option: {})
        ANSWERS[step.answer](reader.bundled()).picture(screen, state)
    screen.heading("How many chose each", "")
    columns: dict[str, list[Any]] = {"option": options}
    columns |= {title: vote.tolist() for title, vote in zip(_ROUNDS, votes, strict=False)}
    columns |= {outlined: shares} if shares else {}
    forms = {**dict.fromkeys((*_ROUNDS, outlined), "{:.0f}"), "the model": "{:.4f}"}
    screen.table(columns, formats=forms, alt="How many chose each option.", key="counts")
    return base64.b64encode(screen.message())


def _notes(vote: np.ndarray, shares: list[float] | None) -> list[str]:
    """How many chose each option, and what the model gives it."""
    if not shares:
        return [f"{count:.0f}" for count in vote]
    return [f"{count:.0f} · model {short_percent(share)}" for count, share in zip(vote, shares, strict=True)]
