"""What each part is worth: against whole passes in which it looks nowhere from the last place, and hooks on FFNs."""

from functools import cache

import numpy as np
import pytest
import torch

from tests.statements import HELD_OUT
from tests.transformer.conftest import POSITIONS, tiny_config
from tests.transformer.stages import randomize
from transformer import Head, Intervention, LanguageModel, Trace, edits, load
from transformer.intervention import UNCHANGED
from transformer.model import Transformer
from transformer.readings.answer import Model
from transformer.readings.deciding import Deciding, deciding
from transformer.real.installed import open_installed
from transformer.roles import HeadRoles
from transformer.softmax import softmax

TEXT = "The cat sat on the mat, and the cat"
CHANGES = (
    Intervention(temperature=0.7, silenced=frozenset({(0, 1)})),
    Intervention(mask="none", positions=False),
    Intervention(mask="window", window=3, edits=(edits.average(1),)),
    Intervention(residual_off=frozenset({(0, "ffn"), (1, "ffn")})),
    Intervention(padding=2, padding_hidden=False),
    Intervention(toggled=frozenset({(2, 5)}), residual_off=frozenset({(1, "attention")})),
)


def without_head(model: Model, trace: Trace, head: Head) -> np.ndarray:
    """The next word's chances by the whole pass in which the last token looks nowhere in this head."""
    change = trace.intervention
    if head not in change.silent:
        change = change.with_edits(edits.row(*head, trace.last, (0.0,) * len(trace.tokens)))
    changed = model.trace(trace.text, change)
    rows = changed.final[max(0, changed.last - 1) : changed.last + 1]  # one alone is multiplied in another order
    return softmax(changed.logits_of(rows)[-1])


def without_ffn(model: Model, trace: Trace, layer: int) -> np.ndarray:
    """Compute it by the whole pass in which the FFN of a layer hands nothing on at the last place."""

    def still(module: torch.nn.Module, given: object, made: torch.Tensor) -> torch.Tensor:
        made[..., trace.last, :] = 0
        return made

    hook = model.transformer.block(layer).mlp_out.register_forward_hook(still)
    ids = torch.tensor([token.id for token in trace.tokens])
    with torch.inference_mode():
        logits = model.transformer(ids, trace.intervention)
    hook.remove()
    return logits[trace.last].softmax(-1).numpy()


def agrees(model: Model, trace: Trace, chosen: tuple[int, ...] = ()) -> Deciding:
    """Return what is found, once it is that of the whole passes: of some heads of these layers, or of all of all."""
    found, sizes = deciding(model, trace), trace.plan
    assert found.word == trace.next_logits.argmax()
    assert found.probability == pytest.approx(softmax(trace.next_logits)[found.word], abs=2e-6)
    for layer in chosen or range(sizes.n_layers):
        for head in range(sizes.n_heads)[:: 4 if chosen else 1]:
            expected = without_head(model, trace, Head(layer, head))[found.word]
            assert found.without_heads[layer, head] == pytest.approx(expected, abs=3e-6)
        assert found.without_ffns[layer] == pytest.approx(without_ffn(model, trace, layer)[found.word], abs=3e-6)
    assert found.without_heads[found.head] == found.without_heads.min()
    np.testing.assert_allclose(np.exp(-found.losses_of_heads) * found.probability, found.without_heads)
    np.testing.assert_allclose(np.exp(-found.losses_of_ffns) * found.probability, found.without_ffns)
    return found


@cache
def prefixes() -> tuple[str, ...]:
    """The first halves of held-out sentences, each to end at a word."""
    words = [sentence.split() for sentence in HELD_OUT]
    return tuple(" ".join(every[: len(every) // 2 + 1]) for every in words if len(every) > 4)


@pytest.mark.parametrize("text", [prefixes()[20], "The"])
def test_each_part_is_worth_what_the_whole_pass_says_without_it(text: str) -> None:
    model = load("story")
    agrees(model, model.trace(text))


@pytest.mark.parametrize("norm_position", ["before", "after", "none"])
@pytest.mark.parametrize("positions", POSITIONS)
def test_in_models_of_every_kind(positions, norm_position, small_tokenizer) -> None:
    config = tiny_config(positions, small_tokenizer.vocab_size, max_tokens=37, norm_position=norm_position)
    model = LanguageModel("tiny", randomize(Transformer(config)), small_tokenizer, HeadRoles({}))
    agrees(model, model.trace(TEXT))


@pytest.mark.parametrize("change", CHANGES)
def test_in_a_pass_that_was_changed_though_others_may_look_ahead(change, make_language_model) -> None:
    model = make_language_model()
    found = agrees(model, model.trace(TEXT, change))
    for head in change.silent:
        assert found.without_heads[head] == pytest.approx(found.probability, abs=1e-6)


@pytest.mark.parametrize("change", [UNCHANGED, Intervention(positions=False), CHANGES[0]])
def test_in_a_decoder_of_a_folder(llama, change) -> None:
    agrees(llama, llama.trace(TEXT, change))


@pytest.mark.study
def test_in_a_decoder_that_others_have_trained() -> None:
    model = open_installed("SmolLM2")
    agrees(model, model.trace(TEXT), (0, 17, 29))


def test_a_model_that_says_nothing_of_what_comes_next_is_refused() -> None:
    encoder = open_installed("MiniLM")
    with pytest.raises(ValueError, match="reads both ways"):
        deciding(encoder, encoder.trace(TEXT))


@pytest.mark.parametrize(
    ("text", "word", "head"),
    [
        ("The girl stepped into bear country and helped the", " bear", "6.5"),
        ("I love my little dog and I love my big", " dog", "6.6"),
        ("The old king gave his crown to the", " queen", "4.3"),
        ("The cat chased the mouse, and the mouse ran from the", " house", "3.3"),
    ],
)
def test_the_head_that_is_worth_most(text: str, word: str, head: str) -> None:
    model = load("story")
    found = deciding(model, model.trace(text))
    assert (model.tokenizer.text_of(found.word), found.head.label) == (word, head)
    assert found.without_heads[found.head] <= 0.7 * found.probability


@pytest.mark.study
def test_in_held_out_text_a_head_decides_more_often_than_not_and_stands_out_of_the_others_there() -> None:
    model = load("story")
    every = [deciding(model, model.trace(text)) for text in prefixes()]
    taken = np.sort([1 - found.without_heads.ravel() / found.probability for found in every])  # shares, least first
    decided = taken[:, -1] >= 0.3
    assert 0.5 < decided.mean() < 0.7
    largest, second, middle = (np.median(taken[decided, -rank]) for rank in (1, 2, 18))
    assert largest > 0.5 > 0.4 > second and middle < 0.03
    assert np.median(taken[~decided, -1]) < 0.25
