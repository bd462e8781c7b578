"""Where the numbers of a picture open: a view says which stage they are of, and each leads to its own terms.

Numbers of another pass than that of the text in the box, and of a stage that does not open, lead nowhere.
"""

from collections.abc import Iterable, Sequence
from itertools import count
from typing import Any

from headlight.pictures.picture import Door
from headlight.state.state import State
from transformer import Trace, TranslationTrace
from transformer.readings.opened import Place, stages_of
from transformer.readings.opened_translation import translation_stages
from transformer.readings.terms import AXES, FEEDS

# The stages of a layer by the names that its trace has for them, where they are others. A masked score opens as it was.
STAGES = {"queries": "query", "keys": "key", "values": "value", "scores": "score", "masked": "scaled"}

# A place on an axis of a stage: one, or those along an axis of the array.
At = int | Iterable[int]


def shows(state: State, trace: Trace, stage: str, *indices: At) -> Door | None:
    """Return where numbers of a pass open.

    Args:
        state: what the reader set.
        trace: the pass that they are of.
        stage: the stage that they are of, as `transformer.readings.terms` names it.
        indices: on each axis of the stage one, or those along the next axis of the array; axes that are not given
            are those of the array. With one on each, the numbers are terms of the one that is there.

    Returns:
        None where the pass is not the unchanged one over the text in the box, or its model has no such stage.
    """
    # By the pass itself: one of another model, such as a twin, may be of this text and without a change too.
    if state.traced is not trace or stage not in stages_of(trace.plan):
        return None
    return _door(stage, indices, trace.plan.causal)


def shows_of_translation(trace: TranslationTrace, stage: str, *indices: At) -> Door | None:
    """Return where numbers open that a translator computed for a sentence and its own translation; see `shows`."""
    return _door(stage, indices, stage.startswith("decoder")) if stage in translation_stages(trace) else None


def box_of(label: str) -> str:
    """The box of the two stacks that holds a number of a translation."""
    place = Place.parse(label)
    side, _, stage = place.stage.partition("_")
    if place.stage == "memory":
        return "memory"
    if stage in ("probability", "logit", "final"):
        return "unembedding"
    if stage in ("embedded", "position"):
        return f"{side} embedding"
    part = "FFN" if stage in FEEDS else "cross" if side == "cross" else "self-attention"
    return f"{'encoder' if side == 'encoder' else 'decoder'} {place.at[0] + 1} {part}"


def _door(stage: str, indices: Sequence[At], causal: bool) -> Door:
    """As the browser reads it, from 1 where an address counts so; where no token looks ahead, it says so."""
    axes, along, index = AXES[stage], count(), list[Any]()
    shift = map(int, Place(stage, (0,) * len(axes)).label.split(".")[1:])
    for index_of_axis, shift_of_axis in zip([*indices, *[None] * (len(axes) - len(indices))], shift, strict=True):
        if isinstance(index_of_axis, int):
            index.append(index_of_axis + shift_of_axis)
        else:
            index.append(
                [next(along), shift_of_axis if index_of_axis is None else _begun(index_of_axis, shift_of_axis)]
            )
    door: Door = {"stage": stage, "at": index}
    return door | {"causal": True} if causal and axes[-2:] == ("query", "key") else door


def _begun(places: Iterable[int], shift: int) -> int | list[int]:
    """The first of numbers in a row, which are short to write, or all of them."""
    indices = [int(index) + shift for index in places]
    return indices[0] if indices == list(range(indices[0], indices[0] + len(indices))) else indices
