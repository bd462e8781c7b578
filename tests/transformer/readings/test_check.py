"""The live check passes where the numbers are right, and says by how much where they are not."""

import dataclasses

import numpy as np
import pytest

from transformer import Edit, Intervention, load
from transformer.readings.check import Check, check, check_all, check_translation

TEXT = "The red car"


@pytest.fixture(scope="module")
def trace():
    return load("story").trace(TEXT)


@pytest.fixture(scope="module")
def translation():
    return load("translate").translate(TEXT, beams=1).trace


def spoiled(stages, name: str):
    """The stages with one number of one array off by a tenth."""
    values = np.array(getattr(stages, name))
    values[0, -1, 0] += 0.1
    return dataclasses.replace(stages, **{name: values})


@pytest.mark.parametrize(("name", "deviation"), [("pattern", "rows"), ("context", "context")])
def test_one_wrong_number_in_one_layer_fails_all(trace, name: str, deviation: str) -> None:
    layers = (*trace.layers[:4], spoiled(trace.layers[4], name), *trace.layers[5:])
    wrong = dataclasses.replace(trace, layers=layers)
    found = check_all(wrong)
    assert not found.passed and getattr(found, deviation) == pytest.approx(0.1, abs=1e-3)
    assert check(wrong, 3).passed and not check(wrong, 4).passed


def test_a_weight_on_a_masked_cell_fails(trace) -> None:
    pattern = np.array(trace.layers[2].pattern)
    pattern[0, 0, -1] = 1e-9
    layers = (*trace.layers[:2], dataclasses.replace(trace.layers[2], pattern=pattern), *trace.layers[3:])
    assert not check(dataclasses.replace(trace, layers=layers), 2).passed


@pytest.mark.parametrize("number", [np.nan, np.inf, -np.inf])
@pytest.mark.parametrize("name", ["pattern", "context", "values", "scores", "hidden", "residual_out"])
def test_a_number_that_is_none_fails_its_layer_and_all(trace, name: str, number: float) -> None:
    array = np.array(getattr(trace.layers[3], name))
    array.flat[0] = number
    layers = (*trace.layers[:3], dataclasses.replace(trace.layers[3], **{name: array}), *trace.layers[4:])
    wrong = dataclasses.replace(trace, layers=layers)
    assert not check(wrong, 3).passed and not check_all(wrong).passed and check(wrong, 2).passed
    assert check(wrong, 3).unfinite == 1


def test_nan_behind_the_last_layer_fails_every_check(trace) -> None:
    final = np.array(trace.final)
    final[-1, 5] = np.nan
    wrong = dataclasses.replace(trace, final=final)
    assert not check(wrong, 0).passed and not check_all(wrong).passed


def test_nan_is_larger_than_any_deviation() -> None:
    assert not (Check(rows=np.nan) | Check()).passed and not (Check() | Check(context=np.nan)).passed


def test_a_translation_passes_and_fails_with_each_of_its_three_attentions(translation) -> None:
    assert check_translation(translation).passed
    for side in ("encoder", "decoder", "cross"):
        stages = getattr(translation, side)
        wrong = dataclasses.replace(translation, **{side: (*stages[:-1], spoiled(stages[-1], "context"))})
        assert not check_translation(wrong).passed, side


def test_a_recurrent_translation_is_refused() -> None:
    with pytest.raises(ValueError, match="only a transformer's translation"):
        check_translation(load("translate-dot").translate(TEXT, beams=1).trace)


@pytest.mark.parametrize("head", [None, 0, 5])
def test_every_head_of_every_layer_is_checked_but_what_an_edit_changes(head: int | None) -> None:
    edit = Edit("pattern", 2, 0.5, "scale", head=head)
    edited = load("story").trace(TEXT, Intervention(edits=(edit,)))
    assert check_all(edited).passed
    for layer, stages in enumerate(edited.layers):
        for each in range(len(stages.pattern)):
            pattern = np.array(stages.pattern)
            pattern[each, -1, 0] += 0.1
            layers = list(edited.layers)
            layers[layer] = dataclasses.replace(stages, pattern=pattern)
            is_edited = layer == 2 and head in (None, each)
            assert check_all(dataclasses.replace(edited, layers=tuple(layers))).passed == is_edited, (layer, each)
