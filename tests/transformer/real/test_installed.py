"""SmolLM2 and MiniLM are what their packages hold, and do what is said of them. `make real` installs them."""

import numpy as np
import pytest
import torch

from benchmarks.peers_real import in_transformers
from tests.transformer.real.oracle import stages_of
from training.head_roles import role_of
from transformer import FolderError, installed, open_installed
from transformer.readings.check import check_all
from transformer.real import installed as packages
from transformer.real.installed import head_roles
from transformer.roles import HEAD_ROLES, HeadRoles
from transformer.softmax import softmax


@pytest.fixture(scope="module")
def smollm():
    return open_installed("SmolLM2")


@pytest.fixture(scope="module")
def minilm():
    return open_installed("MiniLM")


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
    assert (plan.n_layers, plan.n_heads, plan.n_kv_heads, plan.group) == (30, 9, 3, 3)
    assert (plan.d_model, plan.d_head, plan.d_mlp, plan.vocab_size, plan.max_tokens) == (576, 64, 1536, 49152, 8192)
    assert (plan.norm, plan.norm_position, plan.biased) == ("rms", "before", frozenset())
    assert plan.gated and plan.tied
    weights = smollm.transformer.state_dict()
    assert weights["unembedding.weight"].data_ptr() == weights["embedding.weight"].data_ptr()
    assert sum(weight.numel() for weight in weights.values()) - 49152 * 576 == 134_515_008
    assert smollm.plan.max_tokens == 256


def test_smollm2_gives_the_drink_to_mary(smollm) -> None:
    trace = smollm.trace("When Mary and John went to the store, John gave a drink to")
    assert trace.words[:4] == ("When", "Mary", "and", "John")
    assert smollm.tokenizer.text_of(int(trace.next_logits.argmax())) == " Mary"
    assert softmax(trace.next_logits)[trace.tokens[1].id] == pytest.approx(0.923, abs=0.002)
    assert check_all(trace).passed


def test_every_stage_of_smollm2_is_that_of_the_library(smollm) -> None:
    """The library is handed our weights: what is compared is the pass over them, of thirty layers.

    Tokens have vectors of very different lengths here, so each stage is held to a share of its largest number.
    """
    trace = smollm.trace("When Mary and John went to the store, John gave a drink to")
    layers, logits = stages_of(in_transformers(smollm), [token.id for token in trace.tokens])
    stages = [("logits", trace.logits, logits)]
    for ours, theirs in zip(trace.layers, layers, strict=True):
        stages += [(name, getattr(ours, name), array) for name, array in theirs.items() if name != "masked"]
    assert len(stages) == 1 + 30 * 12
    for name, ours, theirs in stages:
        np.testing.assert_allclose(ours, theirs, rtol=0, atol=1e-5 * np.abs(theirs).max(), err_msg=name)


def test_minilm_reads_both_ways_and_predicts_nothing(minilm) -> None:
    trace = minilm.trace("Bears won the game. She bears the pain.")
    assert (trace.plan.n_layers, trace.plan.n_heads, trace.plan.causal) == (6, 12, False)
    assert trace.plan.predicts == "nothing"
    assert trace.words[0] == "[CLS]"
    assert all((layer.pattern > 0).all() for layer in trace.layers)
    assert check_all(trace).passed


def test_the_census_speaks_of_every_head_of_smollm2(smollm) -> None:
    roles = HeadRoles.read(head_roles("SmolLM2"))
    places = [(entry["layer"], entry["head"]) for entry in roles.measured["heads"]]
    assert places == [(layer, head) for layer in range(30) for head in range(9)]
    for place in places:
        scores = roles.scores(*place)
        assert scores.keys() == set(HEAD_ROLES)
        assert roles.of(*place) == role_of(scores)


@pytest.mark.parametrize("role", ["previous_token", "induction", "first_token", "itself"])
def test_the_best_head_of_a_role_has_it_on_other_words_too(role, smollm) -> None:
    roles = HeadRoles.read(head_roles("SmolLM2"))
    layer, head = roles.best(role)
    words = ["apple", "river", "seven", "stone", "music", "paper", "north", "glass"]
    n = len(words)
    ids = [token.id for token in smollm.tokenizer.encode(" " + " ".join(words + words))]
    assert len(ids) == 2 * n
    with torch.inference_mode():
        pattern = smollm.transformer.stages(torch.tensor(ids)).blocks[layer].attention.pattern[head].numpy()
    query = np.arange(n, 2 * n)
    key = {"previous_token": query - 1, "induction": query - n + 1, "first_token": 0 * query, "itself": query}[role]
    assert pattern[query, key].mean() > 0.5
