"""What the view of the growing model, its lesson and its card say is true of the shipped snapshots."""

import json
import re
from functools import cache

import numpy as np
import pytest
import torch

from headlight.pages.learning import growing_up
from headlight.pages.learning.growing_up import TELLING
from tests.sampled import sampled
from tests.statements import lesson
from transformer import GrowingModel, LanguageModel, load, load_growing
from transformer.bundled.folders import MODELS, sha256
from transformer.bundled.growing import MEASURED, NAME, SNAPSHOTS
from transformer.experiments import minimal_pairs
from transformer.similarity import nearest, unit

HOME = MODELS / NAME
SAID = lesson("growing_up")
preferences = cache(minimal_pairs.measure)  # of a snapshot: several statements are about them


@pytest.fixture(scope="module")
def growing() -> GrowingModel:
    return load_growing()


@pytest.fixture(scope="module")
def models(growing) -> dict[int, LanguageModel]:
    return {step: growing.at(step) for step in growing.steps}


def after(model: LanguageModel, text: str) -> str:
    """The likeliest next token."""
    return model.tokenizer.text_of(int(model.trace(text).next_logits.argmax()))


def chance(model: LanguageModel, text: str, word: str) -> float:
    (id,) = model.tokenizer.ids(word)
    return float(torch.tensor(model.trace(text).next_logits).softmax(-1)[id])


def neighbour(model: LanguageModel, word: str) -> str:
    units = unit(model.transformer.embedding.weight.numpy())
    (ids, _) = nearest(units, model.tokenizer.ids(word), 1)
    return model.tokenizer.text_of(int(ids[0, 0])).strip()


def right(model: LanguageModel, kind: str) -> int:
    return sum(each > 0 for each in preferences(model)[kind])


def test_the_folder_is_whole_small_and_described() -> None:
    assert sum(path.stat().st_size for path in HOME.iterdir()) < 10e6
    assert f"8 bits a weight: {(HOME / SNAPSHOTS).stat().st_size / 1e6:.1f} MB" in SAID
    assert json.loads((HOME / MEASURED).read_text("utf-8"))["weights_sha256"] == sha256(HOME / SNAPSHOTS)


def test_the_slider_has_the_steps_and_the_menu_the_heads_of_the_folder(growing) -> None:
    assert growing_up.STEP.owns.holds.options == growing.steps
    heads = [(layer, head) for layer in range(growing.config.n_layers) for head in range(growing.config.n_heads)]
    assert growing_up.HEAD.parts[0].owns.holds.options == tuple(f"{layer + 1}.{head + 1}" for layer, head in heads)
    assert json.loads((HOME / "training.json").read_text("utf-8"))["log"][-1]["step"] == growing.steps[-1]


@pytest.mark.parametrize("every", sampled([5, 1], [5]))
def test_what_was_measured_is_so(growing, models, every: int) -> None:
    for step, model in list(models.items())[::every]:
        found = {kind: pytest.approx(pairs, abs=2e-3) for kind, pairs in preferences(model).items()}
        assert growing.measured[step]["grammar"] == found
        assert len(growing.measured[step]["heads"]) == 8


def test_rounding_hardly_moves_the_loss(growing) -> None:
    moved = max(abs(entry["whole"] - entry["exact"]) for entry in growing.measured.values())
    assert f"moves by at most {moved:.4f} nats" in SAID


def test_before_the_first_step_every_word_is_answered_by_itself(growing, models) -> None:
    measured = growing.measured
    assert measured[0]["repeats"] == 1.0 and f"it costs {measured[0]['whole']:.2f} nats per token" in SAID
    assert measured[0]["whole"] > np.log(8192) and f"{np.log(8192):.2f} of a blind guess" in SAID
    assert f"After 50 steps {measured[50]['repeats']:.0%}".replace("%", " %") in SAID
    assert f"after 100 steps {measured[100]['repeats']:.0%}".replace("%", " %") in SAID
    assert measured[200]["repeats"] < 0.01
    for text in ("a", "The bear", "The hiking trail led us through bear country"):
        trace = models[0].trace(text)
        assert trace.logits.argmax(-1).tolist() == [token.id for token in trace.tokens]


def test_a_is_answered_by_a_and_then_by_what_may_follow_it_but_never_by_the(growing, models) -> None:
    for step in (0, 20, 50, 100):
        assert after(models[step], "He saw a") == " a" and after(models[step], "She went to the") == " the"
    assert after(models[200], "He saw a") == " big" and after(models[200], "She went to the") == " park"
    the = {step: chance(model, "He saw a", "the") for step, model in models.items()}
    assert max(the, key=lambda step: the[step]) == 100 and the[100] == pytest.approx(0.01, abs=0.002)
    assert all(after(model, text) != " the" for model in models.values() for text in ("He saw a", "a"))


def test_what_is_learned_late_is_learned_from_words_further_back(growing) -> None:
    early, late = growing.measured[350], growing.measured[2000]
    assert f"it has come down to {early['alone']:.2f}" in SAID
    assert f"at step 2,000 it is still {late['alone']:.2f}" in SAID
    assert f"falls from {early['whole']:.2f} to {late['whole']:.2f}" in SAID
    assert early["whole"] - late["whole"] > 5 * (early["alone"] - late["alone"])


def test_a_previous_token_head_forms_between_the_steps_50_and_350_and_stays(growing) -> None:
    measured = growing.measured
    first, second = (
        {step: entry["heads"][place]["previous_token"] for step, entry in measured.items()} for place in (4, 6)
    )
    assert all(
        (entry["best"]["previous_token"]["layer"], entry["best"]["previous_token"]["head"]) == (1, 0)
        for entry in measured.values()
    )
    assert f"puts {first[50]['score']:.2f} there" in SAID and f"shuffled put {first[50]['baseline']:.2f}" in SAID
    assert (
        f"At step 100 it is {first[100]['score']:.2f}, at step 200 {first[200]['score']:.2f}, "
        f"at step 350 {first[350]['score']:.2f}, nine times" in SAID
    )
    assert round(first[350]["score"] / first[350]["baseline"]) == 9
    assert all(first[step]["score"] > 0.36 for step in growing.steps if step >= 350)
    assert f"{first[2000]['score']:.2f} at step 2,000" in SAID
    assert f"{second[200]['score']:.2f} at step 200, {second[2000]['score']:.2f} at the end" in SAID


def test_the_measured_head_looks_at_the_token_before_in_other_texts_too(models) -> None:
    texts = (
        "Once upon a time there was a little girl who lived with her mother in a small house near the forest.",
        "The king was very angry and he told the soldiers to take the old man away from the castle.",
        "Tom said that he had never seen such a beautiful garden in his life before.",
        "I do not know what you are talking about, but I want to help you if I can.",
    )
    for step, model in models.items():
        on_token_before = np.mean([model.trace(text).patterns[1, 0].diagonal(-1)[3:].mean() for text in texts])
        assert on_token_before < 0.15 if step <= 50 else on_token_before > 0.35 or step < 350


def test_there_is_no_induction_head(growing) -> None:
    scores = [head["induction"]["score"] for entry in growing.measured.values() for head in entry["heads"]]
    assert max(scores) < 0.05


def test_grammar_comes_between_the_steps_100_and_800(growing, models) -> None:
    counts = {
        step: sum(each > 0 for pairs in preferences(model).values() for each in pairs) for step, model in models.items()
    }
    assert sum(len(pairs) for pairs in minimal_pairs.PAIRS.values()) == 47 and "47 pairs of words" in SAID
    assert f"{counts[0]} right at the beginning, {counts[200]} at step 200 and {counts[800]} at step 800" in SAID
    assert counts[100] < 30
    beside = {step: right(model, "verb beside subject") for step, model in models.items()}
    assert {step: beside[step] for step in (800, 1100, 1400, 1700, 2000)} == dict(
        zip((800, 1100, 1400, 1700, 2000), (12, 12, 11, 12, 12), strict=True)
    )


def test_a_verb_far_from_its_subject_is_never_learned(models) -> None:
    kind = "verb far from subject"
    assert [right(model, kind) for step, model in models.items() if step >= 20] == [6] * 11
    assert right(load("story"), kind) == 9


def test_words_find_their_company(models) -> None:
    """As a reader meets them who chooses the word; asked the other way round the nearest may be another."""
    chosen = {("she", "he"): 100, ("cat", "dog"): 350, ("small", "big"): 500}
    turned = {("he", "she"): 200, ("dog", "cat"): 500, ("big", "small"): 350}
    for (word, other), first in (chosen | turned).items():
        near = {step: neighbour(model, word) == other for step, model in models.items()}
        assert near == {step: step >= first for step in models}
    for (word, other), first in chosen.items():
        assert re.search(rf"step {first} (the row|that) nearest to \*{word}\* is \*{other}\*", SAID)
    assert neighbour(models[200], "small") == neighbour(models[350], "small") == "pretty"
    assert "nearest to *he* is *she* from step 200, to *dog* *cat* from step 500" in SAID
    assert "to *big* *small* sooner, from step 350" in SAID


def test_the_film_opens_with_words_of_which_the_model_grows_certain(models) -> None:
    chances = [chance(model, TELLING, "time") for model in models.values()]
    assert chances[0] < 0.01 and chances[-1] > 0.95 and after(models[2000], TELLING).strip() == "time"
