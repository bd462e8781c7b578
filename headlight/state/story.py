"""The stories as their file tells them: a sentence, a question, what to do and what happens then."""

import tomllib
from collections.abc import Mapping
from typing import NamedTuple

from headlight.reading import assets
from headlight.reading.found import FOUND

FILE = "stories.toml"


class Story(NamedTuple):
    """One story. `view` is the short address of the view that it opens, `state` what its link sets there.

    A class is asked to choose one of the `choices`; `right`, counted from 1, is the one that the payoff tells of.
    """

    id: str
    title: str
    view: str
    state: Mapping[str, str]
    question: str
    choices: list[str]
    right: int
    do: str
    payoff: str
    needs: str = ""  # a model that has to be installed

    @property
    def address(self) -> dict[str, str]:
        """What the link to the story sets: the view as it is to be, and the open story."""
        return {**self.state, "story": self.id}


def _told(written: str) -> dict[str, Story]:
    """Those that can be told here, by their names."""
    stories = [Story(**story) for story in tomllib.loads(written)["story"]]
    return {story.id: story for story in stories if not story.needs or story.needs in FOUND}


STORIES: dict[str, Story] = assets.read(FILE, _told, {})
