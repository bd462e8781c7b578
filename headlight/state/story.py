"""The stories as their file tells them: a sentence, a question, what is done then, and what came of it."""

import json
import tomllib
from collections.abc import Mapping
from typing import Any, NamedTuple

from headlight.reading import assets

FILE = "stories.toml"


class Again(NamedTuple):
    """A question in another sentence, asked after its answer; `right` is counted from 1."""

    question: str
    options: list[str]
    right: int


class Story(NamedTuple):
    """One story. `view` is the short address of the view that it opens, `state` what its link sets there.

    `does` are the keys that *Show what happens* sets then. A reader or a class may choose one of the `choices`;
    `right`, counted from 1, is the one that the payoff tells of; `again` asks the same of other words.
    """

    id: str
    title: str
    view: str
    state: Mapping[str, str]
    does: Mapping[str, str]
    question: str
    choices: list[str]
    right: int
    payoff: str
    again: Again

    @property
    def address(self) -> dict[str, str]:
        """Return what the link to the story sets: the view as it is to be, and the open story."""
        return {**self.state, "story": self.id}

    @property
    def shown(self) -> dict[str, str]:
        """Return what is set once its deed is done: `told` says that the pictures are compared with those before it."""
        return {**self.address, **self.does, "told": self.id}


def _story(again: dict[str, Any], **story: Any) -> Story:
    return Story(again=Again(**again), **story)


def _told(file_text: str) -> dict[str, Story]:
    """Read them, by their names."""
    return {story["id"]: _story(**story) for story in tomllib.loads(file_text)["story"]}


PICTURES: dict[str, str] = assets.read("story_pictures.json", json.loads, {})  # small ones, as markup of an SVG
STORIES: dict[str, Story] = assets.read(FILE, _told, {})
