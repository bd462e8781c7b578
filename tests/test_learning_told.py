"""What the lessons say of gradients and of steps down them, with the numbers that they give, is so."""

import json

import numpy as np
import pytest

from tests.sampled import sampled
from tests.statements import HELD_OUT, held_out_losses, lesson, mean_and_error, measured
from training.held_out import plain_sentences
from transformer import LanguageModel
from transformer.bundled.folders import MODELS
from transformer.experiments.descent import by_heart, one_step
from transformer.readings.loss import sentence_loss
from transformer.readings.score_gradients import every_word, score_gradients
from transformer.sampling import GREEDY
from transformer.writing import write_words

HIKING = "The hiking trail led us through bear country"
TRAINED = json.loads((MODELS / "story" / "training.json").read_text("utf-8"))["settings"]


def test_the_look_that_would_have_helped_most_is_worth_seven_times_as_much_to_the_bear(model: LanguageModel) -> None:
    trace, said = model.trace(HIKING), lesson("one_step")
    answers = every_word(trace)
    through, trail, us = (trace.words.index(word) for word in ("through", "trail", "us"))
    mean, bear = (
        score_gradients(model.transformer, trace, 2, asked).scores[0]
        for asked in (answers, {through: answers[through]})
    )
    assert (
        np.unravel_index(mean.argmin(), mean.shape) == np.unravel_index(bear.argmin(), bear.shape) == (through, trail)
    )
    assert f"a weight of {trace.layers[2].pattern[0, through, trail]:.2f}" in said
    assert f"lowers the mean loss by {-mean[through, trail]:.4f} nats" in said
    assert f"the same link is worth {-bear[through, trail]:.4f}" in said
    assert bear[through, trail] / mean[through, trail] == pytest.approx(len(answers), rel=0.02)
    assert mean[through, us] == pytest.approx(-mean[through, trail], rel=0.05)  # "would have hurt as much"


def test_a_slope_holds_nearby_and_at_the_highest_rate_the_loss_rises(model: LanguageModel) -> None:
    ids, said = model.tokenizer.ids(HIKING), lesson("one_step")
    steps = {rate: one_step(model, ids, rate) for rate in (0.0001, 0.01, 0.1)}
    after = {rate: sentence_loss(step.after.trace(HIKING)) for rate, step in steps.items()}
    falls = steps[0.0001].loss - after[0.0001], 0.0001 * steps[0.0001].slope
    assert f"that is {falls[1]:.3f} nats at a rate of 0.0001, and it falls by {falls[0]:.3f}" in said
    promised = f"{0.01 * steps[0.01].slope:.3f}"
    assert f"promises {promised}" in said and float(promised) > steps[0.01].loss  # "more than there is to lose"
    assert f"falls from {steps[0.01].loss:.3f} to {after[0.01]:.3f}" in said
    assert f"rises to {after[0.1]:.3f}" in said and after[0.1] > steps[0.1].loss


@pytest.mark.study
def test_hardly_a_look_moves_in_a_step(model: LanguageModel) -> None:
    before, said = model.trace(HIKING), lesson("one_step")
    after = one_step(model, model.tokenizer.ids(HIKING), 0.01).after.trace(HIKING)
    moved = np.abs(after.patterns - before.patterns).sum(-1).mean() / 2
    assert f"on average {100 * moved:.1f} % of a row's weight went elsewhere" in said
    shifts, losses = [], []
    for text in HELD_OUT[::8]:
        first, step = model.trace(text), one_step(model, model.tokenizer.ids(text), 0.01)
        later = step.after.trace(text)
        shifts.append(np.abs(later.patterns - first.patterns).sum(-1).mean() / 2)
        losses.append((step.loss, sentence_loss(later)))
    fell = np.mean(losses, axis=0)
    assert f"In {len(shifts)} sentences that the model has not read it is {100 * np.mean(shifts):.1f} % too" in said
    assert f"from {fell[0]:.2f} to {fell[1]:.2f} on average" in said
    weights = sum(weight.numel() for weight in model.transformer.parameters())
    assert f"The model has {weights / 1e6:.1f} million parameters" in said


def test_a_sentence_of_eight_tokens_moves_a_matrix_by_one_of_rank_eight_at_most(model: LanguageModel) -> None:
    assert "Eight tokens move a matrix of 192 by 192 numbers by one of rank 8 at most" in lesson("one_step")
    ids = model.tokenizer.ids(HIKING)
    assert len(ids) == 8 and model.config.d_model == 192
    after = one_step(model, ids, 0.01).after.transformer
    for block, stepped in zip(model.transformer.blocks, after.blocks, strict=True):
        moved = stepped.attention.value.weight - block.attention.value.weight.detach()
        sizes = np.linalg.svd(moved.double().numpy(), compute_uv=False)
        assert sizes[8:].max() < 1e-4 * sizes[0] and sizes[5] > 1e-3 * sizes[0]


def chance(model: LanguageModel, text: str, word: str) -> float:
    """The probability of this word, one token, after the text."""
    (id,) = model.tokenizer.ids(word)
    return float(model.trace(text).probabilities[-1, id])


@pytest.mark.study
def test_the_trail_is_known_by_heart_and_most_other_sentences_pay(model: LanguageModel) -> None:
    said, dog = lesson("one_step"), "The dog bites the man"
    found = by_heart(model, model.tokenizer.ids(HIKING), model.tokenizer.ids(dog), 0.01)
    assert f"goes from {found.losses[0]:.3f} to {found.losses[-1]:.3f} nats per token" in said
    assert f"goes from {found.others[0]:.3f} to {found.others[-1]:.3f} nats per token" in said
    written = [write_words(one, "The", 8, GREEDY, seed=0, max_chars=200).text for one in (model, found.after)]
    assert written[0].startswith("The little girl") and written[1].startswith(HIKING)
    before = held_out_losses(model)
    lost = held_out_losses(found.after) - before
    assert f"{(lost > 0).sum()} of {len(lost)} sentences that the model has not read get worse" in said
    assert f"on average they lose {mean_and_error(lost, 3)} nats per token" in said
    assert f"up from {before.mean():.2f}" in said


@pytest.mark.study
def test_the_sky_is_green_and_so_is_the_sun(model: LanguageModel) -> None:
    said = measured("one_step")
    after = by_heart(model, model.tokenizer.ids("The sky is green"), model.tokenizer.ids(HIKING), 0.01).after
    assert f"it says *green* with {chance(after, 'The sky is', 'green'):.3f}" in said
    assert f"where it had {chance(model, 'The sky is', 'green'):.3f}" in said
    assert f"it now says *green* with {chance(after, 'The sun is', 'green'):.3f}" in said
    assert f"where it had {chance(model, 'The sun is', 'green'):.4f}" in said
    lost = held_out_losses(after) - held_out_losses(model)
    assert f"While the green sky is learned {(lost > 0).sum()} do, and they lose {mean_and_error(lost, 3)}." in said


@pytest.mark.parametrize("learned", sampled([0, 88, 176], [88]))
@pytest.mark.study
def test_whatever_sentence_is_learned_most_others_pay(model: LanguageModel, learned: int) -> None:
    """As the lead says, of the sentence that a reader types."""
    ids = model.tokenizer.ids(plain_sentences()[learned])
    after = by_heart(model, ids, ids, 0.01).after
    assert np.mean(held_out_losses(after) > held_out_losses(model)) > 0.6


def test_how_often_the_weights_were_moved_and_how_often_each_source_was_read() -> None:
    assert (
        f"moved {TRAINED['steps']:,} times, each time for the mean loss of {TRAINED['rows_per_step']} texts"
        in lesson("one_step")
    )
    tokens = TRAINED["steps"] * TRAINED["rows_per_step"] * TRAINED["config"]["max_tokens"]
    readings = {
        source: tokens * TRAINED["mix"][source] / count
        for source, count in TRAINED["training_tokens_by_source"].items()
    }
    assert f"about {readings.pop('teaching'):.0f} times, and everything else one to six times" in lesson("one_step")
    assert (round(min(readings.values())), round(max(readings.values()))) == (1, 6)
