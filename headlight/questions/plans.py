"""Lessons minute by minute: as lists of views that the app opens, and as pages: python -m headlight.questions.plans."""

import re
import tomllib
from collections.abc import Mapping
from pathlib import Path
from types import MappingProxyType
from typing import Any, NamedTuple
from urllib.parse import urlencode

from headlight.questions.questions import bundled
from headlight.reading import assets
from headlight.state.places import title_of

FILE = "plans.toml"
LESSONS = assets.FOLDER.parent / "docs" / "lessons"


class LessonStep(NamedTuple):
    """A step: when, what is done, the view that is open, the ideas at stake, and what to say if it goes otherwise."""

    minutes: str
    does: str
    otherwise: str
    ideas: list[str]
    view: str = ""
    state: Mapping[str, str] = MappingProxyType({})

    @property
    def query(self) -> str:
        """Return the address of its view, relative to that of the app."""
        return "?" + urlencode({"at": self.view} | dict(self.state))


class Plan(NamedTuple):
    """A lesson: its name in the menu, its title, for whom it is, and what it needs."""

    id: str
    title: str
    whom: str
    needs: str
    steps: tuple[LessonStep, ...]

    @property
    def stops(self) -> list[str]:
        """Return the addresses of its views, in order."""
        return [f"/{step.query}" for step in self.steps if step.view]


def _read(text: str) -> dict[str, Plan]:
    def plan(step: list[dict[str, Any]], **about: Any) -> Plan:
        return Plan(**about, steps=tuple(LessonStep(**each) for each in step))

    return {each["id"]: plan(**each) for each in tomllib.loads(text)["plan"]}


PLANS: dict[str, Plan] = assets.read(FILE, _read, {})


def page(plan: Plan) -> str:
    """Write a plan as a page of the documentation."""
    ideas = bundled().ideas
    rows = [
        " | ".join(
            [
                step.minutes,
                step.does,
                f"{title_of(step.view)}<br>`/{step.query}`" if step.view else "",
                " ".join(ideas[idea] for idea in step.ideas),
                step.otherwise,
            ]
        )
        for step in plan.steps
    ]
    return "\n".join(
        [
            f"# {plan.title}",
            "",
            f"**For** {plan.whom[0].lower()}{plan.whom[1:]} **Before:** {plan.needs[0].lower()}{plan.needs[1:]}",
            "",
            f"*Playlist*, in *Menu*, opens these views as “{plan.id}”, for the arrow keys.",
            "The [sixteen questions](../questions.md) have numbers.",
            "",
            "| minutes | what happens | view | the idea at stake | if it goes otherwise |",
            "| --- | --- | --- | --- | --- |",
            *(f"| {row} |" for row in rows),
            "",
        ]
    )


def path_of(plan: Plan) -> Path:
    """Return where its page is."""
    return LESSONS / f"{re.sub(r'[^a-z0-9]+', '-', plan.id)}.md"


if __name__ == "__main__":
    LESSONS.mkdir(exist_ok=True)
    for each in PLANS.values():
        path_of(each).write_text(page(each), "utf-8")
        print(path_of(each))
