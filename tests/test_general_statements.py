"""What lessons, cards and docs say in general holds on text that was not trained on, or on sizes and formulas."""

from itertools import combinations, islice

import numpy as np
import pytest
import torch

from headlight.pages.heads.sizes import PAPER, columns
from headlight.reading.reader import ABOUT
from tests.readings_of_stories import cosine
from tests.statements import DOCS, README, lesson, measured
from tests.transformer.real import kinds
from training.held_out import noun_phrase_sentences
from transformer import Intervention, LanguageModel, Trace, load, open_folder
from transformer.decoding import LENGTH_POWER, Hypothesis
from transformer.experiments.reach import Dials, drawn, from_first, networks, random_inputs
from transformer.positions import frequencies, sinusoidal
from transformer.readings.score_gradients import every_word, score_gradients
from transformer.readings.sizes import encoder_decoder
from transformer.softmax import softmax

HIKING = "The hiking trail led us through bear country"


@pytest.fixture(scope="module")
def traces(model: LanguageModel) -> list[Trace]:
    return [model.trace(text) for text in noun_phrase_sentences()]


def rank_correlation(one: np.ndarray, other: np.ndarray) -> float:
    """Spearman's; no two of these numbers are equal."""
    return float(np.corrcoef(one.argsort().argsort(), other.argsort().argsort())[0, 1])


def test_one_arrow_has_one_factor_which_can_be_small() -> None:
    said = lesson("recurrence")
    left: dict[str, list[float]] = {"self-attention": [], "RNN": []}
    for seed in range(1, 9):
        weights, texts = drawn(seed=seed, draws=8, layers=1), random_inputs(seed=seed, draws=8, length=64)
        for name, shares in left.items():
            norms = from_first(networks(weights, Dials())[name], texts).astype(np.float64)
            shares.append(float(np.exp(np.log(norms[:, 63] / norms[:, 1]).mean())))
    assert "a 60th to a 25th of its gradient at distance 1 is left, with eight seeds" in said
    assert min(left["self-attention"]) > 1 / 60 and max(left["self-attention"]) < 1 / 25
    assert "$10^{-16}$ at most" in said and max(left["RNN"]) < 1e-16


@pytest.mark.study
def test_a_row_is_pale_where_the_word_after_it_was_easy_to_guess(model: LanguageModel, traces: list[Trace]) -> None:
    """The size of a row is its largest gradient; the first row is 0, and the last has no word after it."""
    sizes: list[list[np.ndarray]] = [[] for _ in range(model.config.n_layers)]  # of each layer: [head, place]
    own, after = [], []
    for trace in traces:
        answers = every_word(trace)
        losses = -np.log([trace.probabilities[place, id] for place, id in answers.items()])
        own.append(losses[:-1])
        after.append(losses[1:])
        for layer, found in enumerate(sizes):
            scores = score_gradients(model.transformer, trace, layer, answers).scores
            found.append(np.abs(scores).max(-1)[:, 1:-1])
    heads = np.concatenate([np.concatenate(found, axis=1) for found in sizes])
    with_own, with_after = (
        np.array([rank_correlation(head, np.concatenate(losses)) for head in heads]) for losses in (own, after)
    )
    said = measured("one_step")
    assert len(heads) == 36 and f"in {len(traces)} sentences that the model was not trained on" in said
    assert f"a rank correlation of {with_after.mean():.2f} with the loss of the next token" in said
    assert f"a mean of 36 heads from {with_after.min():.2f} to {with_after.max():.2f}" in said
    assert f"and of −{-with_own.mean():.2f} with the loss of the token itself" in said


def test_the_palest_row_of_the_opening_sentence_stands_before_its_easiest_word(model: LanguageModel) -> None:
    trace = model.trace(HIKING)
    answers = every_word(trace)
    rows = np.abs(score_gradients(model.transformer, trace, 2, answers).scores[0]).max(-1)
    chances = {trace.words[place + 1]: float(trace.probabilities[place, id]) for place, id in answers.items()}
    coloured = {word: rows[place] for place, word in enumerate(trace.words) if rows[place] > 0}
    assert min(coloured, key=lambda word: coloured[word]) == "bear"
    assert max(chances, key=lambda word: chances[word]) == "country"
    assert f"*country* after it had {chances['country']:.2f}" in lesson("one_step")
    assert sorted(chances, key=lambda word: chances[word])[:2] == ["hiking", "bear"]  # "hard to guess"


def test_half_of_the_paper_s_layers_look_across_too() -> None:
    translator = load("translate")
    english, french = "The red car", "La voiture rouge"
    trace = translator.trace(english, french)
    assert len(trace.encoder) == len(trace.decoder) == len(trace.cross)  # two attentions in each layer of the decoder
    assert "a layer of the paper's decoder has cross-attention too" in lesson("heads")
    attention, ffn = 4 * PAPER["d_model"] ** 2, 2 * PAPER["d_model"] * PAPER["d_mlp"]
    layers = encoder_decoder(**PAPER) - PAPER["vocab_size"] * PAPER["d_model"]
    assert layers == PAPER["n_layers"] * 2 * (attention + ffn) + PAPER["n_layers"] * attention


def test_the_paper_s_count_stands_beside_ours(model: LanguageModel) -> None:
    counted = round(encoder_decoder(**PAPER) / 1e6)
    assert columns(model.config)["the paper, 2017"][-1] == f"{counted} million (prints 65)"
    assert "The paper prints 65 million" in lesson(
        "heads"
    ) and f"counted under *Show the arithmetic*, come to {counted}." in lesson("heads")


def test_this_model_has_one_mask_and_models_with_windows_have_more(model: LanguageModel, tmp_path) -> None:
    assert "Here the mask is one matrix, the same for every head" in lesson("masking")
    for change in (Intervention(), Intervention(mask="window"), Intervention(padding=2)):
        hidden = np.isneginf(np.stack([layer.masked for layer in model.trace(HIKING, change).layers]))
        assert (hidden == hidden[0, 0]).all()
    for name in ("gemma2", "gemma3"):
        made = kinds.randomized(kinds.KINDS[name]())
        windows = open_folder(kinds.written(made, tmp_path / name)).plan.sliding_windows
        assert None in windows and any(windows)
    assert "Gemma 2 and 3 give some layers a window and others none" in lesson("masking")


def test_where_two_numbers_share_the_lead_the_norm_of_the_jacobian_does_not_fall_to_0() -> None:
    def norm(numbers: np.ndarray) -> float:
        weights = softmax(numbers)
        return float(np.linalg.norm(np.diag(weights) - np.outer(weights, weights)))

    assert norm(100 * np.array([2.0, 5.0, 5.0])) == pytest.approx(0.5) and norm(100 * np.array([2.0, 4.0, 5.0])) < 1e-40
    assert "they keep one half each, and the norm ends at $1/2$" in lesson("scaling")


def test_which_single_bytes_utf_8_has_a_use_for(model: LanguageModel) -> None:
    every = "".join(
        chr(code) for code in range(0x110000) if not 0xD800 <= code < 0xE000
    )  # surrogates are no characters
    used = {byte for byte in set(every.encode()) if byte >= 128}
    single = {raw[0] for raw in map(model.tokenizer.bytes_of, range(model.tokenizer.vocab_size)) if len(raw) == 1}
    assert set(range(128, 256)) <= single
    said = lesson("embeddings")
    assert f"{len(used)} of them are parts of longer characters, {128 - len(used)} occur in no UTF-8 text" in said


def test_the_ffn_has_two_thirds_of_an_encoder_layer_s_weights() -> None:
    block = load("translate").model.encoder_blocks[0]
    named = {name: weight.numel() for name, weight in block.named_parameters() if weight.ndim == 2}
    share = sum(count for name, count in named.items() if "mlp" in name) / sum(named.values())
    assert share == pytest.approx(2 / 3, abs=1e-3) and "two thirds of an encoder layer's parameters" in lesson(
        "translators"
    )


def test_documentation_says_to_what_smollm2_is_quantized() -> None:
    said = " ".join((DOCS / "real-models.md").read_text("utf-8").split())
    assert "quantized to 4 bits (embeddings: 8)" in ABOUT["SmolLM2"] and "quantized to 4 bits (embeddings: 8)" in said
    assert not [path for path in (README, *DOCS.glob("*.md")) if "publisher" in path.read_text("utf-8")]


def test_the_rotary_twin_turns_by_every_fourth_of_the_waves_that_the_sinusoidal_one_adds() -> None:
    config = load("twin-rotary").config
    turned, added = frequencies(config.d_head), frequencies(load("twin-sinusoidal").config.d_model)
    torch.testing.assert_close(turned, added[::4])
    assert f"Every fourth of the same waves, {len(turned)} of {len(added)}," in lesson("position_twins")


def test_the_exponent_of_the_length_penalty_is_that_of_the_paper() -> None:
    assert LENGTH_POWER == 0.6 and "^{0.6}" in lesson("translate")
    assert Hypothesis(ids=(1, 2, 3), log_probability=-2.0).score == pytest.approx(-2 / (8 / 6) ** 0.6)
    assert "section 7, the exponent that of Vaswani et al. 2017, section 6.1" in lesson("translate")


@pytest.mark.study
def test_the_cosines_of_one_word_fall_up_to_the_last_layer_but_one(traces: list[Trace]) -> None:
    places: dict[str, list[tuple[Trace, int]]] = {}
    for trace in traces:
        for place, word in enumerate(trace.words):
            if place and word.isalpha():
                places.setdefault(word, []).append((trace, place))
    found = np.array([
        [cosine(a.residual_out[at], b.residual_out[other]) for a, b in zip(one.layers, two.layers, strict=True)]
        for met in places.values()
        for (one, at), (two, other) in islice(combinations(met, 2), 20)  # else "the" alone would decide
    ])  # fmt: skip
    said, means = measured("contextual"), found.mean(0)
    assert f"In {len(traces)} sentences that the model was not trained on, {len(found)} pairs of one word" in said
    assert f"{means[0]:.2f} after layer 1, {means[4]:.2f} after layer 5 and {means[5]:.2f} after the last" in said
    assert f"rises for {100 * (found[:, 5] > found[:, 4]).mean():.0f} % of them" in said
    assert (found[:, 5] < found[:, 0]).mean() >= 0.99
    assert "At least 99 % end lower than they were after layer 1" in said
    assert (np.diff(means)[:4] < 0).all()


def test_training_has_not_cleared_the_directions_of_the_waves(model: LanguageModel) -> None:
    config = model.config
    waves = sinusoidal(torch.arange(config.max_tokens), config.d_model).numpy().astype(np.float64)
    rows = model.transformer.embedding.weight.numpy().astype(np.float64)
    _, sizes, directions = np.linalg.svd(waves - waves.mean(0), full_matrices=False)
    first = directions[:20]
    held = (sizes[:20] ** 2).sum() / (sizes**2).sum()
    centred = rows - rows.mean(0)
    shared = ((centred @ first.T) ** 2).sum() / (centred**2).sum()
    said = lesson("positions")
    assert (
        f"20 directions hold {100 * held:.0f} % of the variance of this model's {config.max_tokens} positions" in said
    )
    assert f"only {100 * shared:.0f} % of that of the rows" in said
    assert f"by chance alone {100 * 20 / config.d_model:.0f} % of it would lie there" in said


def test_scores_bend_before_softmax_does(model: LanguageModel) -> None:
    """Queries and keys of a mixture of two streams, their norms held fast: a product is not a mixture of products."""
    weights = model.transformer.blocks[2].attention
    generator = torch.Generator().manual_seed(1)
    one, other = (torch.randn(5, model.config.d_model, generator=generator) for _ in range(2))

    def scores(stream: torch.Tensor) -> torch.Tensor:
        return (stream @ weights.query.weight.T) @ (stream @ weights.key.weight.T).T

    mixed, of_both = scores((one + other) / 2), (scores(one) + scores(other)) / 2
    assert float((mixed - of_both).abs().max()) > 0.1 * float(of_both.abs().max())
    assert "the pattern, which multiplies two streams before softmax" in lesson("block")
