"""Links from a number in a view to *Every number opens*, where it stands as the sum of its terms."""

from collections.abc import Sequence

from headlight.frame.found import BUNDLED
from headlight.frame.registry import Link
from headlight.frame.state import State


def way(state: State, label: str, stage: str, *at: int) -> Sequence[Link]:
    """The link to a number of the bundled model, its place as `transformer.readings.opened` labels it; else none."""
    if state.model_name != BUNDLED:
        return ()
    return (Link("opened", label, {"text": state.text, "opened": ".".join((stage, *map(str, at)))}),)
