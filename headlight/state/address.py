"""The keys of the address: what each may hold, what it means, and whether it follows the reader to other pages.

One key has one meaning, one type and one range on every page, so that a link, the back button and what the session
remembers can never bring a page a value that it does not know. A dial declares its own, beside the view that has it;
here are those of the frame, which stands around every view.
"""

from dataclasses import dataclass
from typing import Literal

from headlight.reading.real_models import BUNDLED, REAL_MODELS
from headlight.state.first_path import BEGINNINGS, STOPS
from headlight.state.key_types import Holds, ManyLines, Number, OneOf, Switch, Text
from headlight.state.story import STORIES

PIN = 1500  # characters of a pinned picture with its state

# A key follows the reader "to other pages" that are opened from the menu, there "with its model" to views that show the
# same one, "forward", through links too, which otherwise show what they show to a newcomer, or "everywhere", back too.
Follows = Literal["", "to other pages", "with its model", "forward", "everywhere"]


@dataclass(frozen=True)
class Key:
    """A key: its name, what it may hold, and what it means, in the middle of a sentence.

    A change of one that `is_entry` is an entry of the browser's history: the reader goes back through them. One that is
    `of_its_text` is put back where something is typed.
    """

    name: str
    holds: Holds
    means: str
    follows: Follows = ""
    is_entry: bool = False
    of_its_text: bool = False


AT = "at"  # names the open view
KEYS: dict[str, Key] = {}  # those that were declared so far: `registry.all_keys` has them all


def declare(*keys: Key) -> None:
    """Add keys to the table.

    Raises:
        ValueError: a key does not say what it means, or is declared already, and not alike.
    """
    for key in keys:
        if not key.means:
            raise ValueError(f"The key {key.name!r} does not say what it means: give its Key a few words.")
        if (declared := KEYS.setdefault(key.name, key)) != key:
            raise ValueError(
                f"The key {key.name!r} is declared twice, in two ways: {declared.means} ({declared.holds}), and "
                f"{key.means} ({key.holds}). Give one another name, or declare it once, where both views can import it."
            )


ORIENTATION = Key("orientation", OneOf(("rows", "columns")), "what queries are in a matrix", "everywhere")

declare(
    ORIENTATION,
    Key("more", Switch(), "the pictures beside the main one are shown under it", "everywhere"),
    Key("arithmetic", Switch(), "scores, formulas and evidence are shown under the pictures", "everywhere"),
    Key("code", Switch(), "the code that recomputes them is shown", "everywhere"),
    Key("present", OneOf((1,)), "one view fills the screen", "everywhere"),
    Key(
        "walk",
        ManyLines(4000),
        "the links of a playlist, one a line, or the name of a list that is ready",
        "everywhere",
    ),
    Key("walk_at", Number(1, 200), "the link of the playlist that is open", "everywhere"),
    Key("pinned_picture", Text(PIN), "a picture and its state, to compare with", "to other pages"),
    Key("model", OneOf((BUNDLED, *REAL_MODELS)), "the model whose numbers are shown", "to other pages"),
    Key("story", OneOf(tuple(STORIES)), "the open story", "forward", is_entry=True),
    Key(
        "told",
        OneOf(tuple(STORIES)),
        "the story whose deed is done: outlined is what was before it",
        "to other pages",
        is_entry=True,
    ),
    Key(
        "from_stop",
        Number(1, STOPS.index(BEGINNINGS)),
        "the guess whose link was followed",
        "everywhere",
    ),
)
