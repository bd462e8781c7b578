"""SmolLM2 and MiniLM are what their packages hold, and do what is said of them. `make real` installs them."""

import numpy as np
import pytest

from transformer import FolderError, installed, open_installed
from transformer.plan import Plan
from transformer.readings.check import check_all
from transformer.real import installed as packages


@pytest.fixture(scope="module")
def smollm():
    return open_installed("SmolLM2")


@pytest.fixture(scope="module")
def minilm():
    return open_installed("MiniLM")


def chance(trace, answer) -> float:
    """The probability that the next piece is this one."""
    logits = trace.next_logits.astype(np.float64)
    powers = np.exp(logits - logits.max())
    return float(powers[answer] / powers.sum())


def test_both_are_installed_here() -> None:
    assert installed() == ("SmolLM2", "MiniLM"), "make real installs them"


def test_one_that_is_not_there_gets_a_sentence(monkeypatch) -> None:
    with pytest.raises(FolderError, match="There is no real model GPT-5"):
        open_installed("GPT-5")
    monkeypatch.setitem(packages.PACKAGES, "SmolLM2", ("no_such_package", "x.gguf"))
    assert installed() == ("MiniLM",)
    with pytest.raises(FolderError, match="SmolLM2 is not installed: run make real"):
        open_installed("SmolLM2")


def test_the_sizes_of_smollm2(smollm) -> None:
    plan = smollm.transformer.plan
    assert (plan.n_layers, plan.n_heads, plan.n_key_heads, plan.group) == (30, 9, 3, 3)
    assert (plan.d_model, plan.d_head, plan.d_mlp, plan.vocab_size, plan.max_tokens) == (576, 64, 1536, 49152, 8192)
    assert (plan.norm, plan.norm_place, plan.gated, plan.tied, plan.biased) == (
        "rms",
        "before",
        True,
        True,
        frozenset(),
    )
    assert sum(weight.numel() for weight in set(smollm.transformer.parameters())) - 49152 * 576 == 134_515_008
    assert smollm.plan.max_tokens == 256


def test_smollm2_gives_the_drink_to_mary(smollm) -> None:
    trace = smollm.trace("When Mary and John went to the store, John gave a drink to")
    assert trace.words[:4] == ("When", "Mary", "and", "John")
    assert smollm.tokenizer.text_of(int(trace.next_logits.argmax())) == " Mary"
    assert chance(trace, trace.tokens[1].id) == pytest.approx(0.923, abs=0.002)
    assert check_all(trace).passed


def test_smollm2_looks_from_country_at_bear(smollm) -> None:
    trace = smollm.trace("The hiking trail led us through bear country.")
    bear, country = trace.words.index("bear"), trace.words.index("country")
    assert trace.layers[2].pattern[1, country, bear] == pytest.approx(0.968, abs=0.002)


def test_minilm_reads_both_ways_and_predicts_nothing(minilm) -> None:
    trace = minilm.trace("Bears won the game. She bears the pain.")
    assert (trace.plan.n_layers, trace.plan.n_heads, trace.plan.causal) == (6, 12, False)
    assert trace.plan.predicts == "nothing"
    assert trace.words[0] == "[CLS]"
    assert all((layer.pattern > 0).all() for layer in trace.layers)
    assert check_all(trace).passed


def test_a_bundled_model_has_a_plan_too() -> None:
    from transformer import load

    model = load("story")
    plan = model.trace("bear country").plan
    assert isinstance(plan, Plan)
    assert (plan.n_key_heads, plan.group, plan.norm_place, plan.causal) == (model.config.n_heads, 1, "before", True)
