"""Numbers that open: random ones of each stage, held against the line of torch that computes them and their doors."""

from collections.abc import Callable, Iterable
from functools import partial
from typing import Any

import numpy as np
import pytest
import torch

from transformer.readings.opened import _sizes, opened, stages_of
from transformer.readings.opened_translation import axes_of, opened_translation, translation_stages
from transformer.readings.terms import AXES, Opened, Place
from transformer.trace import Trace

Find = Callable[[Place], Opened]


def some(stage: str, sizes: Iterable[int], count: int, seen: Callable[[tuple[int, ...]], bool]) -> list[Place]:
    """Random places of a stage, none of them masked."""
    chance, sizes, found = np.random.default_rng(len(stage)), list(sizes), list[Place]()
    while len(found) < count:
        at = tuple(int(chance.integers(size)) for size in sizes)
        if AXES[stage][-2:] != ("query", "key") or seen(at):
            found.append(Place(stage, at))
    return found


def holds(transformer: Any, trace: Trace, count: int = 3) -> None:
    """Some numbers of every stage of a pass are what torch computes and what stands in their factors."""
    with torch.inference_mode():
        stages = transformer.stages(torch.tensor([token.id for token in trace.tokens]), trace.intervention)
    for stage in stages_of(trace.plan):
        sizes = (_sizes(trace)[axis] for axis in AXES[stage])
        for place in some(stage, sizes, count, lambda at: bool(trace.layers[at[0]].may_look[at[-2:]])):
            holds_at(partial(opened, transformer, trace), place, stages, transformer)


def holds_of_translation(transformer: Any, trace: Any, count: int = 2) -> None:
    """The same of a translation."""
    source, inputs = (torch.tensor([token.id for token in side]) for side in (trace.source, trace.inputs))
    with torch.inference_mode():
        stages = transformer.stages(source, inputs)
    for stage in translation_stages(trace):
        ahead = stage.startswith("decoder")
        for place in some(stage, axes_of(trace, stage), count, lambda at, ahead=ahead: not ahead or at[-1] <= at[-2]):
            holds_at(partial(opened_translation, transformer, trace), place, stages, transformer)


def holds_at(find: Find, place: Place, stages: Any, transformer: Any) -> None:
    """The terms of a number sum to what its line computes, and its doors lead to their factors."""
    found = find(place)
    with torch.inference_mode():
        computed = float(eval(found.code, {"torch": torch, "stages": stages, "transformer": transformer}))
    assert found.value == pytest.approx(computed, abs=_near(found), rel=1e-5), (place, found.code)
    assert len(found.names) == len(found.terms) == len(found.doors)
    for doors, factors in list(zip(found.doors, found.factors, strict=True))[:4]:
        for door, factor in zip(doors, factors, strict=True):
            if door:
                opens = find(door)
                assert opens.value == pytest.approx(factor, abs=_near(opens), rel=1e-5), (place, door)


def _near(found: Opened) -> float:
    return 1e-5 * max(1.0, float(np.abs(found.terms).max()))


def way_down(find: Find, place: Place, chance: np.random.Generator) -> list[Place]:
    """Open a number, one of those that it opens to by chance, and so on to one that is learned or a wave."""
    way = [place]
    while doors := [door for each in find(way[-1]).doors for door in each if door]:
        way.append(doors[int(chance.integers(len(doors)))])
    return way
