"""Activation patching of a model from a folder is what a hook on the transformers library's own modules makes of it."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import numpy as np
import pytest
import torch

from tests.sampled import sampled
from tests.transformer.real.kinds import KINDS
from tests.transformer.real.oracle import ATTENDED, BLOCKS
from transformer import patch
from transformer.readings.patching import estimate

CLEAN, CORRUPT = "bear country, bears", "deer country, beets"
FIRST, SECOND = 5, 40  # the answer is the logit of the one less that of the other
DECODERS = [kind for kind in KINDS if "bert" not in kind]


def modules(model: Any, ends: tuple[str, ...] | None) -> list[torch.nn.Module]:
    """Those whose names end so, one of each layer; None for the layers themselves."""
    named = model.named_modules()
    if ends is not None:
        return [module for name, module in named if name.endswith(ends)]
    return [module for name, module in named if name.split(".")[-1].isdigit() and name.split(".")[-2] in BLOCKS]


@contextmanager
def reading(module: torch.nn.Module, change: Any) -> Iterator[None]:
    """Let a module read something else than it is given."""
    handle = module.register_forward_pre_hook(lambda _, given: (change(given[0].clone()), *given[1:]))
    try:
        yield
    finally:
        handle.remove()


@torch.inference_mode()
def answer(model: Any, ids: list[int]) -> float:
    """The difference of the two logits after the last token, by the library."""
    model.set_attn_implementation("eager")
    logits = model(torch.tensor([ids]), use_cache=False).logits[0, -1].double()
    return float(logits[FIRST] - logits[SECOND])


def read_by(model: Any, of: list[torch.nn.Module], ids: list[int]) -> list[torch.Tensor]:
    """Return what each of the modules reads in a run of the library."""
    seen: list[torch.Tensor] = []
    handles = [module.register_forward_pre_hook(lambda _, given: seen.append(given[0].clone())) for module in of]
    answer(model, ids)
    for handle in handles:
        handle.remove()
    return seen


@pytest.mark.parametrize("kind", sampled(DECODERS, ["llama", "gpt2", "gemma3", "gpt-j"]))
def test_each_part_brings_what_a_hook_on_the_library_brings(kind: str, opened: Any) -> None:
    theirs, model = opened(kind)
    clean, corrupt = model.trace(CLEAN), model.trace(CORRUPT)
    ids, others = ([token.id for token in trace.tokens] for trace in (clean, corrupt))
    found, d_head = patch(model, clean, corrupt, (FIRST, SECOND)), model.plan.d_head
    assert found.clean == pytest.approx(answer(theirs, ids), abs=1e-4)
    assert found.corrupt == pytest.approx(answer(theirs, others), abs=1e-4)

    layers, outputs = modules(theirs, None), modules(theirs, ATTENDED)
    assert len(layers) == len(outputs) == model.plan.n_layers
    for layer, (module, read) in enumerate(zip(layers, read_by(theirs, layers, ids), strict=True)):
        for place in (1, 4, len(ids) - 1):

            def token_of_clean(stream: torch.Tensor, read: torch.Tensor = read, place: int = place) -> torch.Tensor:
                stream[0, place] = read[0, place]
                return stream

            with reading(module, token_of_clean):
                expected = answer(theirs, others)
            assert found.residual[layer, place] == pytest.approx(expected, abs=1e-4), (layer, place)
    for layer, (module, read) in enumerate(zip(outputs, read_by(theirs, outputs, ids), strict=True)):
        for head in range(model.plan.n_heads):
            own = slice(head * d_head, (head + 1) * d_head)

            def head_of_clean(side_by_side: torch.Tensor, read: torch.Tensor = read, own: slice = own) -> torch.Tensor:
                side_by_side[..., own] = read[..., own]
                return side_by_side

            with reading(module, head_of_clean):
                expected = answer(theirs, others)
            assert found.heads[layer, head] == pytest.approx(expected, abs=1e-4), (layer, head)
    assert np.ptp(found.residual) > 0.01 and np.ptp(found.heads) > 0.01
    assert np.isfinite(estimate(model, clean, corrupt, (FIRST, SECOND)).residual).all()


def test_a_model_that_predicts_no_next_word_is_refused_for_that(opened: Any) -> None:
    _, model = opened("bert")
    with pytest.raises(ValueError, match="predicts no next word"):
        patch(model, model.trace(CLEAN), model.trace(CORRUPT), (FIRST, SECOND))
