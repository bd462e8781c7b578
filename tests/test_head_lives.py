"""The kept lives of the heads: of these weights, of text that may be shown, and as an independent route finds them."""

import gzip
import json
import re

import numpy as np
import pytest

from headlight.reading.real_models import FEWEST
from tests.statements import ASSETS, HELD_OUT, held_out_losses, lesson
from training.head_roles import LEAST_MORE, LEAST_RATIO, LEAST_SCORE, LEAST_SHARPEST, weights_sha256
from transformer import Intervention, load, open_installed
from transformer.bundled.affine_lens import AFFINE
from transformer.bundled.folders import MODELS
from transformer.bundled.head_lives import LIVES, file_of, lives
from transformer.real.installed import place_of
from transformer.roles import HEAD_ROLES

HOME = MODELS / "story"
WRITTEN = json.loads(gzip.decompress((HOME / LIVES).read_bytes()))
MODEL, FOUND = load("story"), lives("story")
assert FOUND
HEADS = [life for layer in FOUND.heads for life in layer]


def test_they_are_of_these_weights_and_of_text_that_may_be_shown() -> None:
    assert WRITTEN["weights_sha256"] == weights_sha256(HOME)
    assert "tinystories" not in FOUND.about["sources"]
    assert (HOME / LIVES).stat().st_size < 150_000 and (HOME / AFFINE).stat().st_size < 500_000
    assert sum(path.stat().st_size for path in ASSETS.rglob("*") if path.is_file()) < 70e6


def test_so_are_those_of_smollm2() -> None:
    written = json.loads(gzip.decompress(file_of("SmolLM2").read_bytes()))
    assert written["weights_sha256"] == weights_sha256(place_of("SmolLM2"))
    assert "tinystories" not in written["text"]["sources"]
    assert file_of("SmolLM2").stat().st_size < 100_000


@pytest.mark.study
@pytest.mark.parametrize("every", [7])
def test_a_look_of_smollm2_is_what_the_model_does_past_the_first_token(every: int) -> None:
    """In every so many heads the sharpest look and the faintest, as the app reads their sentences."""
    model, found = open_installed("SmolLM2", FEWEST), lives("SmolLM2")
    assert found
    traces = {}
    for layer, head in list(np.ndindex(30, 9))[::every]:
        life = found.heads[layer][head]
        assert life.rests is not None and 0 <= life.rests <= 1
        for look, edge in ((life.best[0], life.edges[0]), (life.deciles[-1][0], life.edges[-2])):
            trace = traces.setdefault(look.text, None) or model.trace(look.text)
            traces[look.text] = trace
            row = trace.layers[layer].pattern[head, look.query]
            assert row.argmax() == look.key > 0
            np.testing.assert_allclose(np.array(look.weights) / 100, row[: look.query + 1], atol=0.006)
            assert row.max() <= edge + 1e-3
    assert len(traces) > 200 / every


@pytest.mark.study
def test_how_often_a_head_of_smollm2_rests_is_about_so_in_the_texts_that_are_kept() -> None:
    model, found = open_installed("SmolLM2", FEWEST), lives("SmolLM2")
    assert found
    texts = json.loads(gzip.decompress(file_of("SmolLM2").read_bytes()))["texts"][::4]
    rests = [trace.patterns[:, :, 8:].argmax(-1) == 0 for trace in map(model.trace, texts)]
    again = np.concatenate(rests, axis=-1).mean(-1)
    assert np.corrcoef(again.ravel(), found.measured("rest").ravel())[0, 1] > 0.97
    assert np.abs(again - found.measured("rest")).mean() < 0.06


@pytest.fixture(scope="module")
def patterns() -> list[tuple[list[int], np.ndarray]]:
    """The ids and patterns of every second text of the file, by a pass for each."""
    traces = [MODEL.trace(text) for text in WRITTEN["texts"][::2]]
    return [([token.id for token in trace.tokens], trace.patterns) for trace in traces]


@pytest.mark.study
def test_a_named_role_is_as_often_right_in_the_texts_that_are_kept(patterns) -> None:
    for life in HEADS:
        role = MODEL.roles.of(life.layer, life.head)
        if role is None:
            continue
        hits = []
        for ids, each in patterns:
            first = each[life.layer, life.head].argmax(-1)
            hits += [first[query] in HEAD_ROLES[role].places(ids, query) for query in range(8, len(ids))]
        right = life.right["previous_token" if role == "modifier" else role]
        assert np.mean(hits) == pytest.approx(right.times / right.of, abs=0.04)


@pytest.mark.study
def test_the_head_that_costs_most_costs_most_of_its_rivals_in_other_sentences() -> None:
    order = sorted(HEADS, key=lambda life: -life.effect[0])
    least = order[-1]
    costs = [
        float((held_out_losses(MODEL, Intervention(silenced=frozenset({(life.layer, life.head)}))) - whole()).mean())
        for life in (order[0], least)
    ]
    assert costs[0] > 0.02 > costs[1]


def whole() -> np.ndarray:
    """The losses of the held-out sentences with all heads."""
    assert len(HELD_OUT) == 283
    return held_out_losses(MODEL)


def test_what_the_lesson_says_of_names_is_so() -> None:
    said = lesson("life")
    named = [life for life in HEADS if MODEL.roles.of(life.layer, life.head)]
    assert f"Of this model's {len(HEADS)} heads {len(named)} have a name" in said
    own = FOUND.heads[3][3]
    scores = [MODEL.roles.scores(life.layer, life.head)["itself"]["score"] for life in HEADS]
    assert MODEL.roles.of(3, 3) is None and max(scores) == scores[3 * 6 + 3]
    assert f"itself with a mean weight of {max(scores):.2f}, more than any other head" in said
    count = sum(own.sharpest.values())
    before, itself = own.right["previous_token"].sharpest, own.sharpest["itself"]
    assert f"{100 * before / count:.0f} % of its largest weights are on the word before" in said
    assert f"and {100 * itself / count:.0f} % on itself" in said
    pieces = FOUND.heads[2][0]
    assert f"{100 * pieces.sharpest['pieces'] / count:.0f} % of its largest weights only join a part" in said
    assert f"{100 * pieces.right['previous_token'].sharpest / count:.0f} % are on the token before" in said


def test_what_the_lesson_says_of_words_and_distance_is_so() -> None:
    said = lesson("life")
    by_tokens, by_distance = (np.array([life.by[at] for life in HEADS]).reshape(6, 6) for at in (0, 1))
    assert f"the tokens alone explain {100 * by_tokens[0, 4]:.0f} % of the variance of layer 1, head 5" in said
    assert f"the distance alone {100 * by_distance[1, 3]:.0f} % of layer 2, head 4" in said
    assert by_tokens.argmax() == 4 and by_distance.argmax() == 6 + 3
    means = by_distance.mean(axis=1)
    assert means[2] > means[3] > means[4] > means[5]  # "From layer 4 on distance says less and less"


def test_what_the_lesson_says_of_copies_and_effects_is_so() -> None:
    said = lesson("life")
    copying = [life for life in HEADS if life.copies >= 0.4]
    most = max(copying, key=lambda life: life.copies)
    assert {(life.layer + 1, life.head + 1) for life in copying} == {(4, 3), (5, 1), (5, 3), (6, 5), (6, 6)}
    assert "Five heads copy" in said and (most.layer, most.head) == (4, 2)
    share, common = f"{100 * most.copies:.0f} %", FOUND.about["common"]
    assert f"layer 5, head 3 copies {share} of the {common} most frequent tokens" in said
    first = max(HEADS, key=lambda life: life.effect[0])
    assert (first.layer, first.head) == (3, 3)
    assert f"by {first.effect[0]:.3f} ± {first.effect[1]:.3f} nats per token, from {FOUND.loss[0]:.2f}" in said
    assert f"in {FOUND.about['effect_of']} beginnings of paragraphs" in said
    brings = FOUND.heads[5][4].effect
    assert f"it rises by {brings[0]:.3f} ± {brings[1]:.3f}" in said


def test_the_rule_that_the_lesson_of_heads_gives_is_the_one_that_names() -> None:
    said = lesson("heads")
    assert f"at least {LEAST_SCORE:g} and at least three times its baseline" in said and LEAST_RATIO == 3
    assert "at least half of its largest weights are there" in said and LEAST_SHARPEST == 0.5
    assert "half as much again as all tokens do" in said and LEAST_MORE == 1.5


def test_what_the_lesson_says_of_smollm2_is_so() -> None:
    said, found = lesson("life"), lives("SmolLM2")
    assert found
    rest = found.measured("rest")
    texts = sum(found.about["sources"].values())
    often, mostly = int((rest > 0.5).sum()), int((rest > 0.9).sum())
    assert f"in {texts} beginnings of paragraphs {often} of its {rest.size} heads" in said
    assert f"from more than half of all tokens, {mostly} from more than 90 %" in said


def test_the_lesson_names_the_sources_of_its_sentences_with_their_licences() -> None:
    said, card = lesson("life"), (MODELS / "story" / "CARD.md").read_text("utf-8")
    for source in ("Tatoeba (CC BY 2.0 FR)", "Standard Ebooks"):
        assert source in said and source in card
    assert "storybooks (CC BY)" in said and re.search(r"Storybook, Pratham Books \(CC BY", card)
