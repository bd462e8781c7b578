"""Every number opens: its terms make it, its line of torch computes it, its factors are what they open to."""

import numpy as np
import pytest
import torch

from transformer import UNCHANGED, Config, Intervention, Plan, edits, load
from transformer.edits import Edit
from transformer.model import Transformer
from transformer.readings.opened import AXES, Place, _sizes, opened, stages_of
from transformer.tokenizer import Token
from transformer.trace import of_stages

TEXT = "The girl stepped into bear country and helped the"
STAGES = stages_of(Plan.of(load("story").config))


@pytest.fixture(scope="module")
def story():
    """The bundled model, a pass of it, and the same as tensors."""
    model = load("story")
    trace = model.trace(TEXT)
    with torch.inference_mode():
        return model.transformer, trace, model.transformer.stages(torch.tensor([token.id for token in trace.tokens]))


def some_places(trace, stage: str, count: int = 6):
    """Random places of a stage, none of them masked."""
    chance, sizes = np.random.default_rng(len(stage)), _sizes(trace)
    found = []
    while len(found) < count:
        at = tuple(int(chance.integers(sizes[axis])) for axis in AXES[stage])
        if stage not in ("pattern", "scaled", "score") or at[-1] <= at[-2]:
            found.append(Place(stage, at))
    return found


@pytest.mark.parametrize("stage", STAGES)
def test_terms_make_the_number_that_its_line_of_torch_computes(story, stage: str) -> None:
    transformer, trace, stages = story
    for place in some_places(trace, stage):
        found = opened(transformer, trace, place)
        with torch.inference_mode():
            computed = float(eval(found.code, {"torch": torch, "stages": stages, "transformer": transformer}))
        assert found.value == pytest.approx(computed, abs=1e-5, rel=1e-5), (place, found.code)
        assert len(found.names) == len(found.terms) == len(found.doors)


@pytest.mark.parametrize("stage", STAGES)
def test_a_factor_is_the_number_that_it_opens_to(story, stage: str) -> None:
    transformer, trace, _ = story
    for place in some_places(trace, stage, 3):
        found = opened(transformer, trace, place)
        for doors, factors in list(zip(found.doors, found.factors, strict=True))[:12]:
            for door, factor in zip(doors, factors, strict=True):
                if door is None:
                    continue
                assert opened(transformer, trace, door).value == pytest.approx(factor, abs=1e-5, rel=1e-5), (
                    place,
                    door,
                )


def test_every_number_comes_down_to_embedding_and_position_or_a_weight(story) -> None:
    transformer, trace, _ = story
    place, chance, passed = Place("probability", (int(trace.next_logits.argmax()),)), np.random.default_rng(7), []
    while place is not None:
        passed.append(place.stage)
        doors = [door for each in opened(transformer, trace, place).doors for door in each if door]
        place = doors[int(chance.integers(len(doors)))] if doors else None
    assert passed[:4] == ["probability", "logit", "final", "residual_out"]
    assert passed[-1] in ("embedded", "position")


def test_the_gain_of_a_norm_times_what_it_reads_is_its_first_term(story) -> None:
    transformer, trace, _ = story
    found = opened(transformer, trace, Place("final", (8, 17)))
    stream = trace.layers[-1].residual_out[8].astype(np.float64)
    gain = float(transformer.final_norm.weight[17]) / np.sqrt(stream.var() + 1e-5)
    np.testing.assert_allclose(found.terms[:2], [gain * stream[17], -gain * stream.mean()], rtol=1e-5)


def test_a_place_is_written_with_layer_and_head_from_one() -> None:
    place = Place("pattern", (2, 0, 5, 4))
    assert place.label == "pattern.3.1.5.4" and Place.parse(place.label) == place
    for wrong in ("", "pattern", "pattern.3.1.5", "pattern.3.1.5.x", "nothing.1", "logit.-1", "logit.²"):
        with pytest.raises(ValueError, match="stage and place"):
            Place.parse(wrong)


@pytest.mark.parametrize(
    ("place", "said"),
    [
        ("final.9.0", "no number"),
        ("pattern.7.1.0.0", "no number"),
        ("pattern.0.1.0.0", "no number"),
        ("pattern.1.1.2.3", "masked"),
        ("gate.1.0.0", "no number"),
        ("unturned_key.1.1.0.0", "no number"),
    ],
)
def test_a_number_that_is_not_there_is_refused(story, place: str, said: str) -> None:
    with pytest.raises(ValueError, match=said):
        opened(story[0], story[1], Place.parse(place))


def test_a_pass_with_another_change_is_refused() -> None:
    model = load("story")
    halved = Intervention(edits=(Edit("ffn", 5, 0.5, "scale"),))
    for change, said in ((Intervention(scaled=False), "does not honour"), (halved, "an FFN set to zero")):
        with pytest.raises(ValueError, match=said):
            opened(model.transformer, model.trace(TEXT, change), Place("logit", (3,)))


@pytest.mark.parametrize(
    "change",
    [
        Intervention(toggled=frozenset({(8, 4), (8, 1)})),
        Intervention(edits=(edits.row(5, 4, 8, (0.5, 0.5, *[0.0] * 7)), edits.row(2, 0, 8, (0.0,) * 9))),
        Intervention(edits=(Edit("ffn", 4, 0.0, position=8),)),
    ],
    ids=["hidden", "rows", "FFN"],
)
def test_a_pass_with_a_cut_opens_as_far_down(change: Intervention) -> None:
    model, chance, passed = load("story"), np.random.default_rng(3), 0
    trace = model.trace(TEXT, change)
    stages = model.transformer.stages(torch.tensor([token.id for token in trace.tokens]), change)
    known = {"torch": torch, "stages": stages, "transformer": model.transformer}
    for _ in range(12):
        place: Place | None = Place("probability", (int(trace.next_logits.argmax()),))
        while place:
            found, passed = opened(model.transformer, trace, place), passed + 1
            with torch.inference_mode():
                assert found.value == pytest.approx(float(eval(found.code, known)), abs=1e-5, rel=1e-5), place
            doors = [
                (door, factor)
                for doors, factors in zip(found.doors, found.factors, strict=True)
                for door, factor in zip(doors, factors, strict=True)
                if door
            ]
            place, factor = doors[int(chance.integers(len(doors)))] if doors else (None, 0.0)
            if place:
                assert opened(model.transformer, trace, place).value == pytest.approx(factor, abs=1e-5, rel=1e-5)
    assert passed > 60
    for place in (Place("pattern", (5, 4, 8, 0)), Place("ffn", (4, 8, 7)), Place("context", (2, 0, 8, 3))):
        with torch.inference_mode():
            assert opened(model.transformer, trace, place).value == pytest.approx(
                float(eval(opened(model.transformer, trace, place).code, known)), abs=1e-5
            )


@pytest.mark.parametrize("norm_position", ["after", "none"])
def test_a_model_with_norms_after_each_sum_or_without_norms_opens(norm_position) -> None:
    torch.manual_seed(5)
    sizes = {"vocab_size": 13, "n_layers": 2, "n_heads": 3, "d_model": 21, "d_head": 7, "d_mlp": 17, "max_tokens": 9}
    transformer = Transformer(Config(**sizes, norm_position=norm_position))
    ids = [3, 1, 4, 1, 5]
    with torch.inference_mode():
        for weight in transformer.parameters():  # biases and gains too
            weight.add_(0.3 * torch.randn(weight.shape))
        stages = transformer.stages(torch.tensor(ids))
    trace = of_stages(
        stages,
        unembedding=transformer.unembedding.weight.detach(),
        text="abcde",
        tokens=tuple(Token("abcde"[at], id, at, at + 1) for at, id in enumerate(ids)),
        dropped=0,
        change=UNCHANGED,
        config=transformer.config,
    )
    known = {"torch": torch, "stages": stages, "transformer": transformer}
    assert ("ffn_sum" in stages_of(trace.plan)) == (norm_position == "after")
    for stage in stages_of(trace.plan):
        for place in some_places(trace, stage, 4):
            found = opened(transformer, trace, place)
            with torch.inference_mode():
                assert found.value == pytest.approx(float(eval(found.code, known)), abs=1e-5, rel=1e-5), place
            for doors, factors in zip(found.doors, found.factors, strict=True):
                for door, factor in zip(doors, factors, strict=True):
                    if door:
                        assert opened(transformer, trace, door).value == pytest.approx(factor, abs=1e-5, rel=1e-5)
