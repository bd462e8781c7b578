"""What the lessons say of the bundled language model, with the numbers that they give, is so."""

import math
import re
from itertools import pairwise

import numpy as np
import pytest
import torch

from headlight.state import first_path
from tests.in_turn import in_turn
from tests.statements import (
    HELD_OUT,
    Measured,
    held_out_losses,
    held_out_rows,
    lesson,
    listed,
    logits_of,
)
from training import head_roles
from transformer import Intervention, LanguageModel, load
from transformer.model import Stages
from transformer.softmax import softmax

HIKING = "The hiking trail led us through bear country"


@pytest.fixture(scope="module")
@torch.inference_mode()
def unread(model: LanguageModel) -> list[tuple[torch.Tensor, Stages]]:
    """The held-out sentences of each length, [row pos], read once for all claims about them."""
    return [(ids, model.transformer.stages(ids)) for _, ids in held_out_rows(model)]


@pytest.fixture(scope="module")
def units(model) -> np.ndarray:
    """The rows of W_E, each of length one."""
    rows = model.transformer.embedding.weight.numpy().astype(np.float64)
    return rows / np.linalg.norm(rows, axis=1, keepdims=True)


def single_bytes(model: LanguageModel) -> list[int]:
    """The tokens that are one byte of a character of several."""
    found = [(id, model.tokenizer.bytes_of(id)) for id in range(model.tokenizer.vocab_size)]
    return [id for id, raw in found if len(raw) == 1 and raw[0] >= 128]


@in_turn("line", listed())
def test_what_the_study_has_measured_is_what_is_said(line: str) -> None:
    """A sentence that is changed is measured again by `make study`, and its line with it."""
    file, words = line.split(" | ", 1)
    assert words in Measured(file).words


def test_how_alike_two_rows_of_w_e_usually_are(units: np.ndarray) -> None:
    bounds, above, total, count = (0.3, 0.5, 0.6), np.zeros(3), 0.0, 0
    for rows in np.array_split(np.arange(len(units)), 16):  # all 33 million pairs at once would be half a gigabyte
        cosines = units[rows] @ units.T
        pairs = cosines[rows[:, None] < np.arange(len(units))]
        above += [(pairs > bound).sum() for bound in bounds]
        total, count = total + pairs.sum(), count + len(pairs)
    assert count == len(units) * (len(units) - 1) / 2
    said = lesson("embeddings")
    assert f"the mean cosine of two different rows is {total / count:.2f}" in said
    shares = [f"{100 * share:.0f} %" for share in above / count]
    assert f"{shares[0]} of all pairs are above 0.3, {shares[1]} above 0.5, {shares[2]} above 0.6" in said


def test_rows_of_single_bytes_are_long_and_point_the_same_way(model: LanguageModel, units: np.ndarray) -> None:
    rare = single_bytes(model)
    lengths = np.linalg.norm(model.transformer.embedding.weight.numpy(), axis=1)
    alike = (units[rare] @ units[rare].T)[np.triu_indices(len(rare), 1)].mean()
    said = lesson("embeddings")
    assert f"The {len(rare)} tokens that are a single byte" in said
    assert (
        f"Their rows are {lengths[rare].mean():.1f} long where the mean over all rows is {lengths.mean():.1f}" in said
    )
    assert f"a cosine of {alike:.2f} on average" in said


def test_hot_is_nearest_to_cold(model: LanguageModel, units: np.ndarray) -> None:
    hot = model.tokenizer.encode("hot")[0].id
    order = (units @ units[hot]).argsort()[::-1]
    assert order[0] == hot and model.tokenizer.text_of(int(order[1])) == " cold"


@torch.inference_mode()
def test_how_many_tokens_a_nucleus_has_and_what_the_tail_weighs(
    model: LanguageModel, unread: list[tuple[torch.Tensor, Stages]]
) -> None:
    sizes, tails = [], []
    for _, stages in unread:
        chances = logits_of(model, stages.final).softmax(-1).flatten(0, 1).numpy()
        rows = np.sort(chances)[:, ::-1].astype(np.float64)
        sizes.append((rows.cumsum(-1) < 0.9).sum(-1) + 1)
        tails.append(rows[:, 1000:].sum(-1))
    tokens = np.concatenate(sizes)
    said = lesson("next_word")
    assert f"at $p = 0.9$ between {tokens.min()} and {tokens.max():,} in {len(HELD_OUT)} sentences" in said
    assert f"half of the time at most {np.median(tokens):.0f}." in said
    assert np.concatenate(tails).max() == pytest.approx(1 / 4, abs=0.01)  # "up to a quarter"


def test_a_closed_cell_is_felt_in_proportion_in_layer_one_and_otherwise_further_up(model: LanguageModel) -> None:
    query, key = 6, 4
    before, after = model.trace(HIKING), model.trace(HIKING, Intervention(toggled=frozenset({(query, key)})))
    left = [place for place in range(query + 1) if place != key]
    for layer, (one, other) in enumerate(zip(before.layers, after.layers, strict=True)):
        shared = one.pattern[:, query, left] / one.pattern[:, query, left].sum(-1, keepdims=True)
        apart = np.abs(shared - other.pattern[:, query, left]).max()
        below = np.abs(one.pattern[:, query + 1 :] - other.pattern[:, query + 1 :]).max()
        np.testing.assert_array_equal(one.pattern[:, :query], other.pattern[:, :query])
        if layer == 0:
            assert apart < 1e-6 and below == 0
        else:
            assert apart > 5e-3 and below > 5e-3


def test_the_head_that_the_first_path_names_costs_little_when_it_is_silenced(model: LanguageModel) -> None:
    why = next(step for step in first_path.STEPS if step.answer == "bear_or_country").why
    before = held_out_losses(model)
    cost = held_out_losses(model, Intervention(silenced=frozenset({(2, 0)}))) - before
    rises = f"by only {cost.mean():.3f} nats per token, from {before.mean():.2f}"
    assert f"the loss on {len(cost)} unseen sentences rises {rises}" in why
    assert cost.mean() > 2 * cost.std(ddof=1) / len(cost) ** 0.5  # it does cost something


def test_without_positions_one_layer_does_not_tell_the_last_token_the_order_and_two_do(model: LanguageModel) -> None:
    ids = torch.tensor(model.tokenizer.ids("The cat sat on the mat."))
    shuffled = ids[[2, 0, 3, 1, 5, 4, 6]]
    one, other = (model.transformer.stages(row, Intervention(positions=False)).blocks for row in (ids, shuffled))
    apart = [float((a.residual_out[-1] - b.residual_out[-1]).abs().max()) for a, b in zip(one, other, strict=True)]
    assert apart[0] < 1e-5 and min(apart[1:]) > 0.5


def test_aimless_weights_of_a_short_row_score_high(model: LanguageModel, monkeypatch: pytest.MonkeyPatch) -> None:
    """A shuffled row of weights puts 1 / keys on any one key, on average."""
    said = lesson("heads")
    for sentences, first, words in ((6, 4, "where the baseline is about 0.05"), (1, 1, "it is about 0.25")):
        monkeypatch.setattr(head_roles, "PHRASES", sentences)
        monkeypatch.setattr(head_roles, "FIRST_QUERY", first)
        rows, targets = head_roles.noun_phrases(model.tokenizer)
        keys = np.argwhere(targets["modifier"])[:, 1] + 1
        assert f"{(1 / keys).mean():.2f}" == re.search(r"[\d.]+$", words)[0] and words in said
    pattern = head_roles.patterns(model.transformer, rows)[2]
    single = head_roles.mean_weight(pattern, targets["modifier"])[0]
    assert f"layer 3, head 1 gives the modifier {single:.2f}" in said
    assert single > 1.8 * (1 / keys).mean()  # "still twice its baseline"


def test_attention_is_linear_until_the_norm_is_let_go(model: LanguageModel) -> None:
    """With the pattern held; written out here, half of the stream and half of a random one."""
    trace = model.trace(HIKING)
    layer, block = trace.layers[2], model.transformer.blocks[2]
    norm, attention = block.attention_norm, block.attention
    x, pattern = torch.tensor(layer.residual_in), torch.tensor(layer.pattern)
    y = torch.randn(x.shape, generator=torch.Generator().manual_seed(1)) * x.std()

    def attended(normalized: torch.Tensor) -> torch.Tensor:
        values = (normalized @ attention.value.weight.T).unflatten(-1, (6, 32)).transpose(0, 1)
        return (pattern @ values).transpose(0, 1).flatten(1) @ attention.output.weight.T

    def held(stream: torch.Tensor) -> torch.Tensor:
        return (stream - stream.mean(-1, keepdim=True)) / x.std(-1, keepdim=True) * norm.weight + norm.bias

    def bent(normalize) -> float:
        halves = (attended(normalize(x)) + attended(normalize(y))) / 2
        return float((attended(normalize((x + y) / 2)) - halves).abs().max())

    with torch.no_grad():
        np.testing.assert_allclose(attended(norm(x)), layer.attended, atol=1e-4)
        assert bent(held) < 1e-4 < 0.1 < bent(norm)


def test_distances_of_a_token_at_place_80() -> None:
    trained = load("twin-rotary").config.max_tokens
    beyond = sum(80 - key >= trained for key in range(80))
    assert f"all but {beyond} are no further away than in training" in lesson("position_twins")


def test_emoji_and_hebrew_in_tokens(model: LanguageModel) -> None:
    bear = "🐻\u200d❄\ufe0f"
    tokens = model.tokenizer.encode(bear)
    assert len(bear) == 4 and len(bear.encode()) == 13 and len(tokens) == 14  # the space before it is one
    english = [len(text) / len(model.tokenizer.ids(text)) for text in HELD_OUT]
    assert round(np.mean(english)) == 4 and (round(min(english)), round(max(english))) == (3, 6)
    assert f"about four characters (in {len(HELD_OUT)} sentences from three to six)" in lesson("tokens")
    hebrew = "הדוב הלך ביער"
    assert len(hebrew) / len(model.tokenizer.encode(hebrew)) == pytest.approx(0.5, abs=0.06)
    assert all(one.start <= other.start for one, other in pairwise(tokens))


SUMS = {
    "by_hand": (r"e^2 \approx 7.4", math.e**2, 1),
    "embeddings": (r"1/\sqrt{192} \approx 0.072", 192**-0.5, 3),
    "positions": (r"2\pi \approx 6.28", 2 * math.pi, 2),
    "recurrence": (r"0.9^{60} \approx 0.002", 0.9**60, 3),
    "learning": ("ln 32 = 3.4657", math.log(32), 4),
    "scaling": (r"e \approx 2.718", math.e, 3),
}


@pytest.mark.parametrize("name", SUMS)
def test_a_sum_that_a_lesson_works_out_is_right(name: str) -> None:
    words, exact, decimals = SUMS[name]
    assert words in lesson(name) and words.endswith(f"{exact:.{decimals}f}")


def test_sums_that_lessons_round_are_right() -> None:
    assert r"\sqrt{192} \approx 13.86" in lesson("embeddings") and f"{192**0.5:.2f}" == "13.86"
    assert r"1.2^{60} \approx 56{,}000" in lesson("recurrence") and round(1.2**60, -3) == 56_000
    assert "a lead of 10 about 22,000 times" in lesson("scaling") and round(math.e**10, -3) == 22_000
    assert r"\approx \pm 22.6" in lesson("scaling") and f"{512**0.5:.1f}" == "22.6"
    assert "$e^{22}$, about 3.6 billion to one" in lesson("scaling") and round(math.e**22 / 1e9, 1) == 3.6
    assert "174 billion" in lesson("heads") and round(12 * 96 * 12288**2 / 1e9) == 174


def test_softmax_of_a_number_and_zero_is_the_logistic_function(model: LanguageModel) -> None:
    for x in (-3.0, 0.0, 0.7, 5.0):
        assert softmax(np.array([x, 0.0]))[0] == pytest.approx(1 / (1 + math.exp(-x)))
    assert r"\frac{e^{x}}{e^{x} + e^{0}} = \frac{1}{1 + e^{-x}}" in lesson("scaling")
    assert f"The next word is such a classification, with {model.config.vocab_size:,} classes" in lesson("scaling")


def test_a_head_gives_every_place_that_it_may_see_some_weight(model: LanguageModel) -> None:
    """So it leaves nothing out, as the lesson on attention says of the picture behind its name."""
    trace = model.trace(HIKING)
    seen = np.tri(len(trace.tokens), dtype=bool)
    assert (trace.patterns[..., seen] > 0).all()
    assert "computes a score for every position it may see, and gives each a weight above 0" in lesson("attention")


def test_the_boxes_of_a_translator_take_three_layers_one_after_another() -> None:
    assert load("translate").config.n_layers == 3
    assert "Three layers are three steps one after another" in lesson("encoder_decoder")
