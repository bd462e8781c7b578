"""What the page of heads tells: names of heads, what moved most, the evidence table."""

import dataclasses

import numpy as np
import pytest

from headlight.frame import words
from headlight.views.heads import heads_room as heads
from transformer import load
from transformer.roles import HeadRoles


@pytest.fixture(scope="module")
def model():
    return load("story")


@pytest.mark.parametrize(("head", "written"), [((0, 0), "1.1"), ((2, 3), "3.4"), ((11, 10), "12.11")])
def test_a_head_is_named_by_layer_and_head_counted_from_one(head, written) -> None:
    assert heads.name(head) == written
    assert heads.head_of(written) == head


def test_what_moved_most_names_token_and_sum(model) -> None:
    earlier, later = np.zeros(model.config.vocab_size), np.zeros(model.config.vocab_size)
    ids = [model.tokenizer.encode(word)[0].id for word in ("cat", "dog", "bear")]
    earlier[ids], later[ids] = (0.5, 0.3, 0.2), (0.1, 0.6, 0.3)
    pieces = heads.moved_most(model, earlier, later)
    assert "".join(text for text, _ in pieces) == (
        "“cat” moved most, from 0.500 to 0.100. In all, 0.400 of the probability went to other tokens."
    )


def test_the_evidence_has_a_row_for_each_head_and_a_column_for_each_role(model) -> None:
    entry = {role: {"score": 0.5, "baseline": 0.25} for role in words.ROLE_IN_WORDS}
    measured = {"heads": [{"layer": 1, "head": head, **entry, "role": None} for head in range(model.config.n_heads)]}
    table = heads.evidence(dataclasses.replace(model, roles=HeadRoles(measured)), 1)
    assert table["head"] == [f"2.{number}" for number in range(1, model.config.n_heads + 1)]
    assert list(table)[1:] == list(words.ROLE_IN_WORDS.values())
    assert set(table["on itself"]) == {"0.500 / 0.250"}


def test_a_model_that_was_not_measured_has_no_evidence(model) -> None:
    assert heads.evidence(dataclasses.replace(model, roles=HeadRoles({})), 0) == {}
