"""The live check in words: ✓ with the real difference, and ✗ with every kind of wrong number that it is fed."""

import dataclasses
import re

import numpy as np
import pytest
import torch
from torch.nn.functional import scaled_dot_product_attention

from headlight.parts import live_check, translators
from headlight.state.registry import find
from headlight.state.state import State
from transformer import load

LAYER, HEAD, QUERY, KEY = 1, 2, 2, 0
STATE = State.of(find("attention"))


@pytest.fixture(scope="module")
def trace():
    return load("story").trace("the bear saw the bear")


@pytest.fixture(scope="module")
def translation():
    return translators.translated("translate", "The red car is here.", 1).trace


def damaged(whole, place, **changes):
    """A trace whose layer has other numbers: each change is a function of a stage's own copy."""
    layers = list(whole)
    stages = {name: getattr(layers[place], name).copy() for name in changes}
    for name, change in changes.items():
        change(stages[name])
    layers[place] = dataclasses.replace(layers[place], **stages)
    return tuple(layers)


def of_layer(trace, place=LAYER, **changes):
    return dataclasses.replace(trace, layers=damaged(trace.layers, place, **changes))


def add(cell, amount):
    def change(stage):
        stage[cell] += amount

    return change


def off_by(line: str, before: str) -> float:
    """The number that follows some words of the line."""
    return float(line.split(before)[1].split(",")[0].split(" ")[0].rstrip("."))


def test_numbers_that_add_up_are_said_to_with_the_largest_difference_from_torch(trace):
    line = live_check.in_words(STATE, trace, LAYER)
    stages = trace.layers[LAYER]
    queries, keys, values = (torch.tensor(part) for part in (stages.queries, stages.keys, stages.values))
    theirs = scaled_dot_product_attention(queries, keys, values, is_causal=True).numpy()
    assert line.startswith("✓ In layer 2 rows sum to 1, masked weights are 0, torch agrees within ")
    raised = str.maketrans("⁻⁰¹²³⁴⁵⁶⁷⁸⁹", "-0123456789")
    said = float(re.sub(r"\s×\s10", "e", line.removesuffix(".").split("within ")[1]).translate(raised))
    assert said == pytest.approx(float(np.abs(stages.context - theirs).max()), rel=0.6)  # one digit is written


def test_a_row_that_does_not_sum_to_one_is_an_error(trace):
    line = live_check.in_words(STATE, of_layer(trace, pattern=add((HEAD, QUERY, KEY), 0.25)), LAYER)
    assert line.startswith("✗ Check failed: these numbers do not add up. In layer 2 rows")
    assert off_by(line, "off by ") == 0.25
    assert off_by(line, "masked weights by ") == 0


def test_weight_on_a_masked_cell_is_an_error_though_the_row_sums_to_one(trace):
    def moved(pattern):
        pattern[HEAD, QUERY, QUERY + 1] = 0.25
        pattern[HEAD, QUERY, KEY] -= 0.25

    line = live_check.in_words(STATE, of_layer(trace, pattern=moved), LAYER)
    assert line.startswith("✗")
    assert off_by(line, "masked weights by ") == 0.25


def test_a_context_that_torch_does_not_get_is_an_error(trace):
    line = live_check.in_words(STATE, of_layer(trace, context=add((HEAD, QUERY, 5), 2.0)), LAYER)
    assert line.startswith("✗") and off_by(line, "attention differs by ") == 2


def test_a_number_that_is_none_is_an_error(trace):
    line = live_check.in_words(STATE, of_layer(trace, context=add((HEAD, QUERY, 5), np.nan)), LAYER)
    assert line.startswith("✗") and "NaN or infinite" in line


def test_all_layers_are_looked_at_and_no_others(trace):
    wrong = of_layer(trace, 3, pattern=add((HEAD, QUERY, KEY), 0.25))
    assert live_check.everywhere(STATE, trace).startswith("✓ In all 6 layers rows sum to 1")
    assert live_check.everywhere(STATE, wrong).startswith("✗") and "In all 6 layers rows are off by 0.25" in (
        live_check.everywhere(STATE, wrong)
    )
    assert live_check.in_words(STATE, wrong, 2).startswith("✓ In layer 3 ")


@pytest.mark.parametrize("part", ["encoder", "decoder", "cross"])
def test_of_a_translation_all_three_attentions_are_looked_at(translation, part):
    assert live_check.of_translation(STATE, translation).startswith("✓ In encoder, decoder and across rows sum to 1")
    layers = damaged(getattr(translation, part), 2, pattern=add((HEAD, QUERY, KEY), 0.25))
    wrong = dataclasses.replace(translation, **{part: layers})
    assert live_check.of_translation(STATE, wrong).startswith("✗")
    assert live_check.across(STATE, wrong).startswith(
        "✗" if part == "cross" else "✓ Across the languages rows sum to 1"
    )


def test_queries_as_columns_make_columns_of_rows(trace):
    turned = State.of(find("attention"), orientation="columns")
    assert live_check.in_words(turned, trace, LAYER).startswith("✓ In layer 2 columns sum to 1")
