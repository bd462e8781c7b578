"""A soft dictionary answers with its hard twin's value when asked sharply, and mixes all values when not."""

import numpy as np
import pytest
import torch

from training.data import TEACHING
from transformer.experiments.soft_dictionary import EXAMPLE, look_up, nearest_to, parsed, recalled, vector

ENTRIES = parsed(EXAMPLE)[0]


def test_entries_are_read_calmly() -> None:
    assert next(iter(ENTRIES.items())) == ("Vincent van Gogh", "painter")
    assert parsed("a: b; c; : d; e: ; a: f") == ({"a": "f"}, 4)
    assert parsed("") == ({}, 0)
    assert parsed("; ;") == ({}, 0)
    entries, left_out = parsed("; ".join(f"{place}: x" for place in range(11)))
    assert len(entries) == 8 and left_out == 3


@pytest.mark.parametrize("query", ["Shakespeare", "van Gogh", "Dickens"])
def test_part_of_a_name_finds_its_value(model, query: str) -> None:
    answer = look_up(model, query, ENTRIES, 0.1)
    (expected,) = (place for place, key in enumerate(ENTRIES) if query in key)
    assert answer.weights.argmax() == expected and answer.weights[expected] > 0.8
    assert query not in ENTRIES  # the hard dictionary knows nothing of it


def test_likeness_is_torchs_cosine_of_mean_unit_embeddings(model) -> None:
    rows = model.transformer.embedding.weight.detach()

    def mean(text: str) -> torch.Tensor:
        ids = [token.id for token in model.tokenizer.encode(text)]
        return torch.nn.functional.normalize(rows[ids]).mean(dim=0)

    answer = look_up(model, "a painter", ENTRIES, 0.5)
    for place, key in enumerate(ENTRIES):
        expected = torch.nn.functional.cosine_similarity(mean("a painter"), mean(key), dim=0)
        assert answer.likeness[place] == pytest.approx(float(expected), abs=1e-5)
    expected_mix = sum(
        weight * mean(value).numpy() for weight, value in zip(answer.weights, ENTRIES.values(), strict=True)
    )
    np.testing.assert_allclose(answer.mixed, expected_mix, atol=1e-6)


def test_an_empty_text_has_no_vector(model) -> None:
    with pytest.raises(ValueError, match="no vector"):
        vector(model, "")


@pytest.mark.parametrize(("key", "value"), ENTRIES.items())
def test_the_trained_model_knows_the_three_entries(model, key: str, value: str) -> None:
    found = recalled(model, key, value)
    assert found.sentence == f"{key} is a" and found.rank == 1
    assert model.tokenizer.text_of(found.likeliest) == f" {value}"
    chances = torch.tensor(model.trace(found.sentence).next_logits, dtype=torch.float64).softmax(0)
    assert found.chance == found.chance_of_likeliest == pytest.approx(float(chances.max()), abs=1e-9)


def test_a_value_that_was_never_read_of_the_key_stands_further_down(model) -> None:
    found = recalled(model, "Charles Dickens", "architect")
    assert found.sentence == "Charles Dickens is an" and found.rank > 1
    chances = torch.tensor(model.trace(found.sentence).next_logits, dtype=torch.float64).softmax(0)
    (wanted, *_) = model.tokenizer.encode("architect")
    assert found.chance == pytest.approx(float(chances[wanted.id]), abs=1e-9) and found.chance < 0.1
    assert found.rank == 1 + int((chances > chances[wanted.id]).sum())


def test_an_empty_value_is_refused(model) -> None:
    with pytest.raises(ValueError, match="empty value"):
        recalled(model, "Hamlet", "")


def test_the_lesson_tells_what_follows_his_work_as_a(model) -> None:
    def order(name: str) -> list[str]:
        trace = model.trace(f"{name} has influenced many movies, mostly thanks to his work as a")
        return [model.tokenizer.text_of(int(id)).strip() for id in (-trace.next_logits).argsort()[:3]]

    assert order("William Shakespeare")[0] == "playwright"
    assert order("Charles Dickens")[0] == "writer"
    assert order("Vincent van Gogh")[0] == "teacher" and order("Vincent van Gogh")[2] == "painter"
    teaching = "".join(path.read_text("utf-8") for path in TEACHING.glob("*.txt"))
    assert "Shakespeare was a playwright" in teaching and "his work as" not in teaching


def test_nearest_to_a_row_is_the_row_itself() -> None:
    units = np.eye(5, dtype=np.float32)
    ids, cosines = nearest_to(units, units[3].astype(np.float64), 2)
    assert ids[0] == 3 and cosines[0] == pytest.approx(1)
