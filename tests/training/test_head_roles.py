"""Head roles: patterns made by hand have the scores that their aim deserves, and no others."""

import numpy as np
import pytest

from training import head_roles
from training.data import Stream
from training.head_roles import (
    mean_weight,
    measure_heads,
    role_of,
    text_targets,
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


@pytest.mark.parametrize(
    ("score", "baseline", "role"), [(0.31, 0.1, "itself"), (0.29, 0.01, None), (0.6, 0.21, None), (0.3, 0.09, "itself")]
)
def test_a_role_needs_a_high_score_far_above_its_baseline(score, baseline, role):
    weaker = {"score": 0.2, "baseline": 0.01}
    assert role_of({"first_token": weaker, "itself": {"score": score, "baseline": baseline, "sharpest": 1.0}}) == role


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
