"""Head roles: patterns made by hand have the scores that their aim deserves, and no others."""

import numpy as np
import pytest

from training import head_roles
from training.data import Stream
from training.head_roles import (
    FIRST_QUERY,
    induction_targets,
    mean_weight,
    measure,
    measure_heads,
    patterns,
    repeated_tokens,
    report,
    role_of,
    shuffled,
    text_targets,
    text_windows,
)
from transformer.bundled.load import LanguageModel
from transformer.config import Config
from transformer.model import Transformer
from transformer.roles import HEAD_ROLES, HeadRoles
from transformer.tokenizer import Tokenizer

TEXT = ["the bear walked over the hill and the other bear saw the river and drank from it until it was full"] * 40


def looking_at(keys: list[int]) -> np.ndarray:
    """A pattern [window=1, head=1, query, key] in which query i puts all its weight on keys[i]."""
    return np.eye(len(keys), dtype=np.float32)[keys][None, None]


def random_pattern(windows: int, heads: int, length: int) -> np.ndarray:
    """Causal rows of random weights that sum to one."""
    raw = np.tril(np.random.default_rng(0).random((windows, heads, length, length), dtype=np.float32))
    return raw / raw.sum(-1, keepdims=True)


@pytest.fixture(scope="module")
def tiny() -> LanguageModel:
    tokenizer = Tokenizer.train(TEXT + [f" w{chr(97 + a)}{chr(97 + b)}" for a in range(9) for b in range(9)], 400)
    config = Config(vocab_size=tokenizer.vocab_size, n_layers=2, n_heads=2, d_model=8, d_head=4, d_mlp=8, max_tokens=64)
    return LanguageModel("tiny", Transformer(config).eval(), tokenizer, HeadRoles({}))


def test_perfect_heads_score_one():
    ids = np.array([[5, 6, 5, 7, 5, 6, 7, 8]])
    targets = text_targets(ids)
    aims = {
        "previous_token": [0, 0, 1, 2, 3, 4, 5, 6],
        "itself": [0, 1, 2, 3, 4, 5, 6, 7],
        "first_token": [0, 0, 0, 0, 0, 0, 0, 0],
        "same_token": [0, 0, 0, 0, 2, 1, 3, 7],
    }
    for role, keys in aims.items():
        assert mean_weight(looking_at(keys), targets[role]).tolist() == [1.0]
        for other in set(aims) - {role}:
            assert mean_weight(looking_at(keys), targets[other])[0] < 0.5


def test_weight_on_several_equal_tokens_counts_together():
    target = text_targets(np.array([[5, 5, 6, 6, 5, 7]]))["same_token"]
    pattern = np.zeros((1, 1, 6, 6))
    pattern[0, 0, 4, :5] = [0.25, 0.25, 0.1, 0.1, 0.3]
    assert mean_weight(pattern, target)[0] == pytest.approx(0.5)


def test_early_queries_and_own_places_do_not_count_as_the_same_token():
    target = text_targets(np.array([[5, 5, 5, 5, 9, 8, 9]]))["same_token"]
    assert np.argwhere(target[0]).tolist() == [[6, 4]]
    assert FIRST_QUERY == 4


def test_text_without_a_repeated_token_cannot_be_measured():
    with pytest.raises(ValueError, match="no query has a target"):
        mean_weight(random_pattern(1, 1, 8), text_targets(np.arange(8)[None])["same_token"])


def test_a_perfect_induction_head_scores_one():
    # Six tokens twice: place 6 holds the token of place 0, after which place 1 came, and so on.
    keys = [0, 0, 0, 0, 0, 0, 1, 2, 3, 4, 5, 6]
    target = induction_targets(1, 6)["induction"]
    assert mean_weight(looking_at(keys), target).tolist() == [1.0]
    assert mean_weight(looking_at([0, *range(11)]), target).tolist() == [0.0]


def test_heads_are_measured_apart():
    both = np.concatenate([looking_at([0, *range(11)]), looking_at([*range(12)])], axis=1)
    assert mean_weight(both, text_targets(np.arange(12)[None])["previous_token"]).tolist() == [1.0, 0.0]


def test_shuffling_keeps_the_weights_of_each_row_and_the_mask():
    pattern = random_pattern(3, 2, 16)
    mixed = shuffled(pattern, np.random.default_rng(1))
    assert np.array_equal(np.sort(mixed, axis=-1), np.sort(pattern, axis=-1))
    assert not np.any(mixed[..., *np.triu_indices(16, 1)])
    assert not np.array_equal(mixed, pattern)
    assert np.array_equal(mixed, shuffled(pattern, np.random.default_rng(1)))


def test_a_shuffled_perfect_head_scores_as_chance_does():
    length = 16
    pattern = np.repeat(looking_at([0, *range(length - 1)]), 2000, axis=0)
    target = np.broadcast_to(text_targets(np.arange(length)[None])["previous_token"], (2000, length, length))
    chance = np.mean([1 / (query + 1) for query in range(FIRST_QUERY, length)])
    assert mean_weight(shuffled(pattern, np.random.default_rng(1)), target)[0] == pytest.approx(chance, abs=0.01)


@pytest.mark.parametrize(
    ("score", "baseline", "role"), [(0.31, 0.1, "itself"), (0.29, 0.01, None), (0.6, 0.21, None), (0.3, 0.09, "itself")]
)
def test_a_role_needs_a_high_score_far_above_its_baseline(score, baseline, role):
    weaker = {"score": 0.2, "baseline": 0.01}
    assert role_of({"first_token": weaker, "itself": {"score": score, "baseline": baseline, "sharpest": 1.0}}) == role


def test_measure_scores_every_head_of_every_layer_with_four_digits():
    pattern = np.stack([looking_at([0, *range(11)]), looking_at([*range(12)])])
    found = measure(pattern, text_targets(np.array([[*range(11), 5]])), np.random.default_rng(0))
    assert list(found) == [(0, 0), (1, 0)]
    assert found[0, 0]["previous_token"]["score"] == 1.0
    assert found[1, 0]["itself"]["score"] == 1.0
    assert all(value == round(value, 4) for entry in found[0, 0].values() for value in entry.values())


def test_the_report_names_the_best_head_of_each_role():
    low, high = ({"score": score, "baseline": 0.05, "sharpest": 1.0} for score in (0.1, 0.9))
    scores = {(0, 0): dict.fromkeys(HEAD_ROLES, low), (0, 1): dict.fromkeys(HEAD_ROLES, low) | {"induction": high}}
    result = report(scores)
    assert result["best"]["induction"] == {"layer": 0, "head": 1, **high}
    assert result["best"]["itself"] == {"layer": 0, "head": 0, **low}
    assert [head["role"] for head in result["heads"]] == [None, "induction"]


def test_windows_start_paragraphs_and_differ():
    stream = Stream(np.arange(500, dtype=np.uint16), np.arange(0, 500, 5))
    windows = text_windows(stream, 90, 50, np.random.default_rng(0))
    assert windows.shape == (90, 50)
    assert len({*windows[:, 0]}) == 90 and np.all(windows[:, 0] % 5 == 0)
    assert np.array_equal(windows, windows[:, :1] + np.arange(50))


def test_repeated_rows_hold_different_plain_words_twice(tiny):
    rows = repeated_tokens(tiny.tokenizer, 5, 10, np.random.default_rng(0))
    assert rows.shape == (5, 20) and np.array_equal(rows[:, :10], rows[:, 10:])
    assert all(len({*row}) == 10 for row in rows.tolist())
    assert all(tiny.tokenizer.text_of(id)[1:].isalpha() for id in rows.ravel().tolist())


def test_the_cell_of_a_noun_phrase_is_its_noun_looking_at_its_modifier(tiny, monkeypatch, tmp_path):
    phrases = tmp_path / "noun_phrases.txt"
    phrases.write_text("the bear and the [other bear] drank\nThe [over river] is full\n", encoding="utf-8")
    monkeypatch.setattr(head_roles, "NOUN_PHRASES", phrases)
    rows, targets = head_roles.noun_phrases(tiny.tokenizer)
    assert rows.shape[0] == 1  # both in one row
    places = [tuple(map(int, place[1:])) for place in np.argwhere(targets["modifier"])]
    words = [
        (tiny.tokenizer.text_of(int(rows[0, noun])), tiny.tokenizer.text_of(int(rows[0, word])))
        for noun, word in places
    ]
    assert words == [(" bear", " other"), (" river", " over")]


def test_patterns_are_those_of_the_model_whatever_the_batch(tiny):
    rows = np.random.default_rng(0).integers(0, 300, size=(40, 7))
    found = patterns(tiny.transformer, rows)
    assert found.shape == (2, 40, 2, 7, 7)
    alone = patterns(tiny.transformer, rows[33:34])
    assert np.allclose(found[:, 33:34], alone, atol=1e-6)
    assert np.allclose(found.sum(-1), 1, atol=1e-5)


def test_a_whole_measurement_is_what_the_app_reads(tiny, monkeypatch, tmp_path):
    phrases = tmp_path / "noun_phrases.txt"
    phrases.write_text("# two words in brackets\nthe bear and the [other bear] drank\n", encoding="utf-8")
    monkeypatch.setattr(head_roles, "NOUN_PHRASES", phrases)
    monkeypatch.setattr(head_roles, "WINDOWS", 6)
    monkeypatch.setattr(head_roles, "SEQUENCES", 4)
    stream = Stream.of([[text] for text in TEXT], tiny.tokenizer)
    measured = measure_heads(tiny, {"tinystories": stream})
    assert measured == measure_heads(tiny, {"tinystories": stream})
    assert measured["text"]["windows"] == 6 and measured["text"]["tokens"] == 6 * 64

    roles = HeadRoles(measured)
    assert tuple(roles.scores(1, 1)) == tuple(HEAD_ROLES)
    for role in HEAD_ROLES:
        layer, head = roles.best(role)
        top = max(entry[role]["score"] for entry in measured["heads"])
        assert roles.scores(layer, head)[role]["score"] == top
