"""Where the numbers of a picture open: each that stands in the trace leads to *Every number opens*, to its own terms.

An array that lies in the memory of the pass over the text of the box is its numbers and no copy, so a view need not say
what its pictures show. What was changed, or computed besides, lies elsewhere and opens nowhere, unless it is `marked`.
"""

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from typing import Any

import numpy as np

from headlight.pictures import Board
from headlight.pictures.board import Door
from headlight.state.state import State
from transformer import Trace, TranslationTrace
from transformer.readings.opened import Place, stages_of
from transformer.readings.opened_translation import translation_stages
from transformer.readings.terms import AXES, FEEDS
from transformer.trace import AttentionTrace

# The fields of a layer and of a trace, by the stage that `transformer.readings.opened` knows them as.
_OF_LAYER = {"queries": "query", "keys": "key", "values": "value", "scores": "score", "masked": "scaled"}
_SAME = "scaled", "pattern", "context", "attended", "residual_in", "residual_mid", "hidden", "residual_out"
_OF_LAYER |= {stage: stage for stage in _SAME}
_OF_CROSS = _OF_LAYER | {"residual_in": "decoder_residual_mid", "residual_out": "residual_mid"}
_OF_TRANSLATION = {
    "source_embedded": "encoder_embedded",
    "source_positions": "encoder_position",
    "memory": "memory",
    "target_embedded": "decoder_embedded",
    "target_positions": "decoder_position",
    "final": "decoder_final",
    "logits": "decoder_logit",
    "probabilities": "decoder_probability",
}
_OF_TRACE = {
    "embedded": "embedded",
    "positions": "position",
    "final": "final",
    "next_logits": "logit",
    "logits": "token_logit",
    "probabilities": "token_probability",
}


def door(state: State, values: np.ndarray) -> Door | None:
    """Where the numbers of an array open; None where they are not those of the unchanged pass, or of no stage."""
    if state.traced is None:
        return None
    fields = _fields(state.traced, _OF_TRACE, {"": (state.traced.layers, _OF_LAYER)})
    return _first(values, fields, stages_of(state.traced.plan), causal=state.traced.plan.causal)


def of_translation(trace: TranslationTrace, values: np.ndarray) -> Door | None:
    """Find it in what a translator computed for a sentence and its own translation."""
    parts = {"encoder_": (trace.encoder, _OF_LAYER), "decoder_": (trace.decoder, _OF_LAYER)}
    fields = _fields(trace, _OF_TRANSLATION, parts | {"cross_": (trace.cross, _OF_CROSS)})
    return _first(values, fields, translation_stages(trace), causal=False)


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


def _first(
    values: np.ndarray, fields: Iterable[tuple[np.ndarray, str, list[int]]], stages: Collection[str], *, causal: bool
) -> Door | None:
    """The first of the fields that holds them."""
    for field, stage, layer in fields:
        if stage in stages and (at := _within(values, field)) is not None:
            return _door(stage, [*layer, *at], causal or stage.startswith("decoder"))
    return None


def mark(screen: Board, state: State, trace: Trace, values: np.ndarray, stage: str, *at: int | Iterable[int]) -> None:
    """Say where numbers that were picked out of a pass open: a place on each axis, and for some a place of each number.

    These axes are the last ones of `values`; without any, the values are terms of the one number that is meant.
    """
    if state.traced is trace and stage in stages_of(trace.plan):
        axes = iter(range(values.ndim - sum(not isinstance(each, int) for each in at), values.ndim))
        at_each = [each if isinstance(each, int) else (next(axes), _begun(each)) for each in at]
        screen.mark(values, _door(stage, at_each, trace.plan.causal))


def mark_each(screen: Board, state: State, trace: Trace, values: np.ndarray, places: Sequence[Place]) -> None:
    """Say where each number of one row opens; all are of one stage."""
    if places and state.traced is trace and places[0].stage in stages_of(trace.plan):
        along = zip(*(each.at for each in places), strict=True)
        screen.mark(values, _door(places[0].stage, [(0, list(each)) for each in along], trace.plan.causal))


def _begun(each: Iterable[int]) -> int | list[int]:
    """The first of numbers in a row, which are short to write, or all of them."""
    found = list(map(int, each))
    return found[0] if found == list(range(found[0], found[0] + len(found))) else found


def _fields(
    trace: Trace | TranslationTrace,
    of_trace: Mapping[str, str],
    parts: Mapping[str, tuple[Sequence[AttentionTrace], Mapping[str, str]]],
) -> Iterator[tuple[np.ndarray, str, list[int]]]:
    """Yield the stages that the pass has computed so far: an array, its stage, and its layer if it has one."""
    for name, stage in of_trace.items():
        if name in vars(trace):
            yield vars(trace)[name], stage, []
    for part, (layers, of_layer) in parts.items():
        for at, layer in enumerate(layers):
            for name, stage in of_layer.items():
                if name in vars(layer):
                    yield vars(layer)[name], stage if "decoder_" in stage else part + stage, [at]


def _within(values: np.ndarray, field: np.ndarray) -> list[Any] | None:
    """On each axis of the field one place, or (the axis of `values` along it, where that begins); None: not in it."""
    if values.dtype != field.dtype or not np.may_share_memory(values, field):
        return None
    offset, at = values.__array_interface__["data"][0] - field.__array_interface__["data"][0], [0] * field.ndim
    long = [axis for axis in range(field.ndim) if field.shape[axis] > 1]
    for axis in sorted(long, key=lambda axis: -field.strides[axis]):
        at[axis], offset = divmod(offset, field.strides[axis])
    found: list[Any] = list(at)
    for own, (length, stride) in enumerate(zip(values.shape, values.strides, strict=True)):
        along = [axis for axis in long if field.strides[axis] == stride]
        if length > 1 and not along:
            return None
        if length > 1:
            found[along[0]] = (own, at[along[0]])
    return found if not offset and all(0 <= start < size for start, size in zip(at, field.shape, strict=True)) else None


def _door(stage: str, at: Sequence[Any], causal: bool) -> Door:
    """As the browser reads it, from 1 where an address counts so; where no token looks ahead, it says so."""
    shift = Place(stage, (0,) * len(at)).label.split(".")[1:]

    def moved(place: Any, by: int) -> Any:
        if isinstance(place, int):
            return place + by
        axis, start = place
        return [axis, [each + by for each in start] if isinstance(start, list) else start + by]

    door: Door = {"stage": stage, "at": [moved(place, int(by)) for place, by in zip(at, shift, strict=True)]}
    return door | {"causal": True} if causal and AXES[stage][-2:] == ("query", "key") else door
