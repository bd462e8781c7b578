"""What stands beside each example is true of it, and so is the line over them: the model has read such sentences."""

import json
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest

from headlight.app import stories
from headlight.reading import reader
from tests.statements import EXAMPLES
from transformer import LanguageModel, Trace, load
from transformer.bundled.folders import MODELS

TEACHING = Path(__file__).parent.parent / "training" / "teaching"


def pieces(trace: Trace) -> list[str]:
    return [token.text.strip() for token in trace.tokens]


def places(trace: Trace, word: str) -> list[int]:
    return [place for place, piece in enumerate(pieces(trace)) if piece == word]


def country_looks_at_bear_most_in_one_head(trace: Trace) -> bool:
    weights = trace.patterns[:, :, places(trace, "country")[0], places(trace, "bear")[0]]
    layer, head = np.unravel_index(weights.argmax(), weights.shape)
    return (layer, head) == (2, 0) and weights[2, 0] > 0.5


def the_last_word_looks_back_at_bear(trace: Trace) -> bool:
    return bool(trace.layers[5].pattern[4, -1, places(trace, "bear")[0]] > 0.9)


def the_first_word_looks_only_at_itself(trace: Trace) -> bool:
    return len(trace.tokens) == 2 and (trace.patterns[:, :, 0] == [1, 0]).all() and (trace.patterns[:, :, 1] > 0).all()


def the_two_articles_are_two_tokens(trace: Trace) -> bool:
    first, second = trace.tokens[0], trace.tokens[places(trace, "the")[0]]
    return first.text == " The" and first.id != second.id and (trace.patterns[:, :, 0, 0] == 1).all()


def bears_twice_and_a_capital(trace: Trace) -> bool:
    one, other = places(trace, "bears")
    (capital,) = places(trace, "Bears")
    ids = [trace.tokens[place].id for place in (one, other, capital)]
    return ids[0] == ids[1] != ids[2]


def bank_twice_and_its_vectors_part(trace: Trace) -> bool:
    one, other = places(trace, "bank")
    first, last = trace.layers[0].residual_in, trace.layers[-1].residual_out
    cosines = [rows[one] @ rows[other] / np.linalg.norm(rows[[one, other]], axis=-1).prod() for rows in (first, last)]
    return trace.tokens[one].id == trace.tokens[other].id and bool(cosines[0] > 0.95 > 0.9 > cosines[1])


def both_flies_look_at_the_word_before(trace: Trace) -> bool:
    head = trace.layers[2].pattern[0]
    return all(head[place].argmax() == place - 1 and head[place, place - 1] > 0.7 for place in places(trace, "flies"))


def tired_is_hidden_from_it(trace: Trace) -> bool:
    (it,), (tired,) = places(trace, "it"), places(trace, "tired")
    return it < tired and not trace.patterns[:, :, it, tired].any()


def the_row_of_it_is_that_with_tired(trace: Trace) -> bool:
    (it,) = places(trace, "it")
    tired = load("story").trace(trace.text.replace("wide", "tired"))
    return np.array_equal(trace.patterns[:, :, it], tired.patterns[:, :, it])


def van_gogh_is_three_and_emotionally_two(trace: Trace) -> bool:
    at = places(trace, "emotion")[0]
    long = len(trace.tokens) == max(len(reader.loaded().trace(example["text"]).tokens) for example in EXAMPLES)
    return long and pieces(trace)[:3] == ["Vincent", "van", "Gogh"] and trace.tokens[at + 1].text == "ally"


def eight_words_and_a_full_stop(trace: Trace) -> bool:
    found = pieces(trace)
    return len(found) == 9 and found[4] == "Shakespeare" and found[7] == "movies" and found[8] == "."


def a_name_of_three_and_a_year_cut_up(trace: Trace) -> bool:
    found = pieces(trace)
    return found[4:7] == ["European", "Economic", "Area"] and found[-4:-1] == ["19", "9", "2"]


def two_pieces(trace: Trace) -> bool:
    return pieces(trace) == ["pre", "judice"]


# In the order of assets/examples.toml, each with a few words of its hint.
HINTS: list[tuple[str, Callable[[Trace], bool]]] = [
    ("“the” attend back to “bear”, so that “bear” comes next", the_last_word_looks_back_at_bear),
    ("Which head lets “country” attend to “bear”?", country_looks_at_bear_most_in_one_head),
    ("the first only to itself", the_first_word_looks_only_at_itself),
    ("“The” and “the” are two tokens", the_two_articles_are_two_tokens),
    ("one token, two meanings", bears_twice_and_a_capital),
    ("“bank” is there twice as one token", bank_twice_and_its_vectors_part),
    ("layer 3, head 1 attends from both to the word before", both_flies_look_at_the_word_before),
    ("the mask hides it", tired_is_hidden_from_it),
    ("the same as with “tired”, to the last digit", the_row_of_it_is_that_with_tired),
    ("a name of three tokens, and “emotionally” cut in two", van_gogh_is_three_and_emotionally_two),
    ("positions 0 to 7, “Shakespeare” at 4, and a full stop at 8", eight_words_and_a_full_stop),
    ("A name of three tokens, and a year that is cut into 19, 9 and 2", a_name_of_three_and_a_year_cut_up),
    ("cuts in two", two_pieces),
]


@pytest.mark.parametrize("number", range(len(EXAMPLES)), ids=lambda number: EXAMPLES[number]["text"][:30])
def test_the_hint_is_true_of_its_sentence(model: LanguageModel, number: int) -> None:
    words, holds = HINTS[number]
    assert len(HINTS) == len(EXAMPLES)
    assert words in EXAMPLES[number]["look"]
    assert holds(model.trace(EXAMPLES[number]["text"]))


def test_the_model_has_read_sentences_like_these_as_often_as_is_said() -> None:
    lines = {line for file in TEACHING.glob("*.txt") for line in file.read_text("utf-8").splitlines()}
    for text in ("The cat sat on the mat.", f"{EXAMPLES[7]['text']}.", f"{EXAMPLES[8]['text']}."):
        assert text in lines
    settings = json.loads((MODELS / "story" / "training.json").read_text("utf-8"))["settings"]
    tokens = settings["steps"] * settings["rows_per_step"] * settings["config"]["max_tokens"]
    times = tokens * settings["mix"]["teaching"] / settings["training_tokens_by_source"]["teaching"]
    assert f"about {times:.0f} times" in stories.HAS_READ
