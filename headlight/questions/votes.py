"""The questions that a class was asked, and its votes: as rows to read and to print, and as a table."""

from collections.abc import Sequence
from typing import Any, NamedTuple

from headlight.pictures.tables import Cell, Rows
from headlight.questions.spreadsheet import MARK

MOST = 200  # votes of a room that are kept: of more the first ones go
_TIMES = "first vote", "after talking"


class Vote(NamedTuple):
    """A question and its votes. `rounds` are how many chose each option, of free text how many wrote, time by time.

    `right` is the right option, from 0, where there is one; `ideas` are those behind the options, "" where there is
    none; `model` what it gives each option, where it was asked too.
    """

    asked: str
    options: list[str]
    rounds: list[list[int]]
    right: int | None = None
    ideas: Sequence[str] = ()
    model: Sequence[float] = ()

    @property
    def shares(self) -> list[float | None]:
        """Return the share that was right, each time; None where nothing is right, or nobody voted."""
        counts = [(votes[self.right] if self.right is not None else 0, sum(votes)) for votes in self.rounds]
        return [right / all_votes if all_votes and self.right is not None else None for right, all_votes in counts]


def in_words(votes: Sequence[Vote]) -> str:
    """Say in two sentences how often a class was asked, and which share was right."""
    if not votes:
        return "The class has not voted yet."
    times = "once" if len(votes) == 1 else f"{len(votes)} times"
    said = f"The class was asked {times}."
    firsts = [share for vote in votes if (share := vote.shares[0]) is not None]
    again = [vote.shares for vote in votes if len(vote.rounds) > 1 and None not in vote.shares]
    if firsts:
        said += f" Right at the first vote: {sum(firsts) / len(firsts):.0%}, the mean of {len(firsts)} questions."
    if again:
        before, after = (sum(share[time] or 0 for share in again) / len(again) for time in (0, 1))
        said += f" Where it talked and voted again: {before:.0%}, then {after:.0%}."
    return said


def rows(votes: Sequence[Vote]) -> list[dict[str, Any]]:
    """Tell of each question what a page needs of it, in the order in which they were asked."""
    return [
        {
            "asked": vote.asked,
            "shares": vote.shares,
            "answers": [sum(counts) for counts in vote.rounds],
            "options": [
                {
                    "says": says,
                    "right": number == vote.right,
                    "counts": [counts[number] for counts in vote.rounds],
                    "idea": vote.ideas[number] if vote.ideas and any(row[number] for row in vote.rounds) else "",
                }
                for number, says in enumerate(vote.options)
            ],
        }
        for vote in votes
    ]


def table(votes: Sequence[Vote]) -> str:
    """Write the votes as CSV, UTF-8 with its mark: a row for each option, and one for what was written freely."""
    cells: list[list[Cell]] = []
    for number, vote in enumerate(votes, start=1):
        for place, says in enumerate(vote.options or ["(written freely)"]):
            is_right = None if vote.right is None else int(place == vote.right)
            times = [counts[place] for counts in vote.rounds] + [None] * (len(_TIMES) - len(vote.rounds))
            model = round(vote.model[place], 4) if vote.model else None
            cells.append([number, vote.asked, says, is_right, *times, vote.ideas[place] if vote.ideas else "", model])
    titles: list[Cell] = ["number", "question", "option", "right", *_TIMES, "idea", "model"]
    return MARK + Rows(titles, cells).csv()
