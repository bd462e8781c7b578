"""Two texts read as one: whose token is whose, and the weight that crosses, each summed here token by token."""

import numpy as np
import pytest

from transformer import Intervention, open_installed
from transformer.readings.two_texts import between, crossing, parts

FIRST, SECOND = "The dog bites", "A man runs away"


@pytest.fixture(scope="module")
def model():
    return open_installed("MiniLM")


def test_each_token_is_of_a_text_or_a_mark_and_all_weight_is_somewhere(model) -> None:
    trace = model.trace_pair(FIRST, SECOND)
    assert trace.words == ("[CLS]", "the", "dog", "bites", "[SEP]", "a", "man", "runs", "away", "[SEP]")
    assert trace.text[trace.tokens[6].start : trace.tokens[6].end] == "man"
    part = parts(trace, model.tokenizer.marks)
    assert part.tolist() == [2, 0, 0, 0, 2, 1, 1, 1, 1, 2]
    pattern = trace.layers[3].pattern[5]
    found = between(pattern, part)
    np.testing.assert_allclose(found.sum(-1), 1, atol=1e-5)
    assert found[0, 1] == pytest.approx(np.mean([sum(pattern[query, 5:9]) for query in (1, 2, 3)]), rel=1e-5)
    crosses = [sum(pattern[query, 5:9]) for query in (1, 2, 3)] + [sum(pattern[query, 1:4]) for query in range(5, 9)]
    assert crossing(trace, part)[3, 5] == pytest.approx(np.mean(crosses), rel=1e-5)


def test_a_pair_is_not_two_texts_side_by_side_and_takes_interventions(model) -> None:
    both, alone = model.trace_pair(FIRST, SECOND), model.trace(FIRST)
    assert not np.allclose(both.layers[0].residual_in[1:4], both.layers[0].residual_in[1:4] * 0)
    np.testing.assert_allclose(both.layers[0].residual_in[1:4], alone.layers[0].residual_in[1:4], atol=1e-6)
    assert np.abs(both.layers[1].residual_in[1:4] - alone.layers[1].residual_in[1:4]).max() > 0.01
    silent = model.trace_pair(FIRST, SECOND, Intervention(silenced=frozenset({(2, 3)})))
    assert not silent.layers[2].context[3].any()


def test_of_long_texts_the_last_mark_is_kept(model) -> None:
    trace = model.trace_pair("bear " * 100, "bee " * 300)
    assert len(trace.tokens) == model.plan.max_tokens and trace.words[-1] == "[SEP]" and trace.dropped == 147


def test_an_empty_text_makes_no_pair(model) -> None:
    with pytest.raises(ValueError, match="nothing to trace"):
        model.trace_pair("bear", " ")
