"""Questions that learners ask, each answered in a few lines, with the view that shows it in the right state."""

import tomllib
from dataclasses import dataclass, field
from typing import Any
from urllib.parse import urlencode

from headlight.reading import assets


@dataclass(frozen=True)
class Faq:
    """A question with its answer, and the view that shows it, with the keys of its address."""

    asked: str
    answer: str
    view: str
    state: dict[str, Any] = field(default_factory=dict)

    @property
    def address(self) -> str:
        """Where the answer can be seen."""
        return f"./?{urlencode({'at': self.view, **self.state})}"

    @property
    def entry(self) -> str:
        """Its lines in the list, with a link of their own where the view is to be seen in a certain state."""
        return f"**{self.asked}** {self.answer}" + (f" [See it]({self.address})" if self.state else "")


QUESTIONS: list[Faq] = assets.read(
    "questions_of_learners.toml", lambda text: [Faq(**each) for each in tomllib.loads(text)["question"]], []
)
