"""The first path: every guess has an answer that the model gives, and every link leads to a page."""

import json

import numpy as np
import pytest

from headlight.pages.path import answers
from headlight.pages.path.path import ask, marks, score
from headlight.pictures import Screen
from headlight.reading import reader
from headlight.state import first_path, places
from headlight.state.registry import find
from headlight.state.state import State, read, written
from tests.pages.screen import boards, formula, items, numbers, opened, payload, session
from transformer import Intervention
from transformer.experiments.paths import paths


@pytest.mark.parametrize("step", first_path.STEPS, ids=lambda step: step.answer)
def test_the_model_answers_with_one_of_the_options(step) -> None:
    answer = answers.ANSWERS[step.answer](reader.bundled())
    assert 0 <= answer.option < len(step.options)
    assert places.title_of(step.page)


def _answers(model) -> dict[str, str]:
    """The right option of each stop, worked out here from tokens, weights and traces alone."""
    pieces = ["one", "two", "three or more"][min(len(model.tokenizer.ids("prejudice")), 3) - 1]
    twice = model.trace("bear bear")
    same, summed = ((values[0] == values[1]).all() for values in (twice.embedded, twice.layers[0].residual_in))
    positions = {(True, True): "the same vector twice", (True, False): "the same embedding, but different sums"}

    opening = model.trace(answers.EXAMPLE)
    pattern = opening.layers[2].pattern[0]
    bear, country = opening.words.index("bear"), opening.words.index("country")
    return {
        "pieces": pieces,
        "same_word_twice": positions.get((bool(same), bool(summed)), "two different embeddings"),
        "bear_or_country": "“bear”" if pattern[country, bear] > pattern[country, country] else "“country” itself",
        "looking_ahead": "exactly none" if pattern[bear, country] == 0 else "a little",
        "path_length": f"{len(opening.tokens)} and 1",
    }


def test_the_option_that_is_called_right_is_what_the_model_does() -> None:
    expected = _answers(reader.bundled())
    assert [step.answer for step in first_path.STEPS] == list(expected)
    for step in first_path.STEPS:
        answer = answers.ANSWERS[step.answer](reader.bundled())
        assert step.options[answer.option] == expected[step.answer], step.answer


def test_the_second_question_of_each_stop_has_the_answer_that_the_model_gives() -> None:
    model = reader.bundled()
    dogs = model.trace("dog dog")
    differ = [(values[0] != values[1]).any() for values in (dogs.positions, dogs.embedded)]
    hat, river = (model.trace(text).layers[2].pattern[0] for text in ("He wore a black hat", "the river bank"))
    expected = [
        ["one", "two", "three or more"][min(len(model.tokenizer.ids("elephant")), 3) - 1],
        {(True, False): "the added position"}.get(tuple(map(bool, differ)), "nothing"),
        "“black”" if hat[4, 3] > hat[4, 4] else "“hat” itself",
        "exactly none" if river[1, 2] == 0 else "a little",
        f"{paths('RNN', 20, 0, 19, 4).length} and {paths('self-attention', 20, 0, 19, 4).length}",
    ]
    assert [step.again.options[step.again.right - 1] for step in first_path.STEPS] == expected


def test_after_the_answer_the_question_is_asked_once_more_and_both_are_counted() -> None:
    page = opened("path", stop="1", guess_1="three or more")
    again = first_path.STEPS[0].again
    assert again.question in _said(page) and not [each for each in page.get("bidi_component") if each.key == "tally"]
    page.button(key="again_choice_0").click().run()
    assert "**✓ one.**" in _said(page)
    (tally,) = (json.loads(each.proto.json) for each in page.get("bidi_component") if each.key == "tally")
    assert (tally["first"], tally["again"]) == ({"1": False}, {"1": True})


def test_the_position_alone_tells_a_word_from_itself() -> None:
    """The mask does not: a mean of equal values is that value, however many there are."""
    trace = reader.bundled().trace("bear bear", Intervention(positions=False))
    for layer in trace.layers:
        np.testing.assert_allclose(layer.residual_out[0], layer.residual_out[1], atol=1e-4)


def test_the_numbers_that_questions_and_answers_give_are_so() -> None:
    said = {step.answer: answers.ANSWERS[step.answer](reader.bundled()).words for step in first_path.STEPS}
    asked = {step.answer: step.before for step in first_path.STEPS}
    model = reader.bundled()
    assert f"a vector of {model.config.d_model} learned numbers" in asked["same_word_twice"]
    to_bear, to_country = model.trace(answers.EXAMPLE).layers[2].pattern[0, 5, 4:6]
    assert f"{to_bear:.0%} of its attention to “bear” and {to_country:.0%} to itself" in said["bear_or_country"]
    pictured = paths("RNN", 9, 0, 8, 4)  # what the page draws and counts
    assert (
        f"needs {pictured.length}: one from “The” into its own state, and 8 from state to state" in said["path_length"]
    )
    assert f"needs {paths('self-attention', 9, 0, 8, 4).length}, however long" in said["path_length"]
    assert "up to that at “the”." in said["path_length"]  # the last word of its question


def _said(page) -> str:
    return " ".join(text.value for text in page.markdown)


NUMBERS = {step.answer: number for number, step in enumerate(first_path.STEPS, 1)}
_IN_WORDS = {NUMBERS["bear_or_country"]: ["bear", "country"]}  # guesses that are a click on a large word


@pytest.mark.parametrize("number", range(1, len(first_path.STEPS) + 1))
def test_a_guess_is_made_in_the_picture_which_then_shows_the_answer_and_why(number: int) -> None:
    step = first_path.STEPS[number - 1]
    right = answers.ANSWERS[step.answer](reader.bundled()).option
    page = opened("path", stop=str(number))
    assert "Why?" not in _said(page) and "stop_answer" not in boards(page), "the rest comes with the guess"
    question, _, *below = items(page, "stop_picture")
    assert question["title"] == step.question
    if number in _IN_WORDS:
        sentence = payload(page, "sentence")
        places = sentence["asked"]["answers"]
        assert [sentence["words"][place]["text"] for place in places] == _IN_WORDS[number]
        assert sentence["alt"] == step.question and not below
    else:
        asked = payload(page, "stop_guess")
        assert [chip["text"] for chip in asked["tokens"]] == step.options and asked["alt"] == step.question
        assert asked["cards"] and below[0]["key"] == "stop_guess"
        assert len({*asked["sketches"]}) == len(step.options)
    for option in (right, (right + 1) % len(step.options)):
        guess = step.options[option]
        page = opened("path", **{"stop": str(number), f"guess_{number}": guess})
        assert not page.exception
        wrong = f"You said {guess}; right is **{step.options[right]}**."
        assert (f"**Yes, {guess}.**" if option == right else wrong) in _said(page)
        assert f"**Why?** {step.why}" in _said(page) and step.before in _said(page)
        asks, sentence = items(page, "stop_picture")
        assert (sentence["key"], asks) == ("sentence", question), "both stay, and the guesses are gone"
        assert not (sentence["header"]["asked"] or {}).get("answers")
        assert "stop_answer" in boards(page)


def test_each_option_of_the_picture_is_the_guess_that_it_names() -> None:
    for number, step in enumerate(first_path.STEPS, 1):
        screen = Screen()
        ask(screen, State.of(find("path")), number, guessed=False)
        places = (4, 5) if number in _IN_WORDS else ()
        clicks = [("sentence", ["word", place]) for place in places]
        clicks = clicks or [("stop_guess", place) for place in range(len(step.options))]
        chosen = [screen.listeners[key](click) for key, click in clicks]
        assert chosen == [{f"guess_{number}": option} for option in step.options]


def _answered(answer: str):
    """The page of a stop after a guess."""
    guess = first_path.STEPS[NUMBERS[answer] - 1].options[0]
    return opened("path", **{"stop": str(NUMBERS[answer]), f"guess_{NUMBERS[answer]}": guess})


def test_pictures_of_stops_show_the_numbers_of_their_answers() -> None:
    model = reader.bundled()
    pattern = model.trace(answers.EXAMPLE).layers[2].pattern[0]
    page = _answered("bear_or_country")
    hero = payload(page, "sentence")
    np.testing.assert_allclose(numbers(page, "sentence").reshape(9, 9), pattern, rtol=1e-6)
    assert hero["chosen"] == 5 and not hero["following"]
    assert f"= {pattern[5, 4]:.4f}".replace("= 0.", "0.") in formula(page, "stop_formula")
    page = _answered("looking_ahead")
    assert payload(page, "sentence")["chosen"] == 4 and payload(page, "masked")["selected"] == [4, 5]
    page = _answered("path_length")
    assert len(payload(page, "stop_states")["lit"]) == 10  # the word and nine states
    head = model.trace(answers.EXAMPLE).layers[5].pattern[4]
    assert head[8, 0] > 0.005, "self-attention has an arrow from the last word to the first, which is a ribbon"
    np.testing.assert_allclose(numbers(page, "sentence").reshape(9, 9), head, rtol=1e-6)


def test_the_large_words_are_those_that_are_asked_about() -> None:
    model = reader.bundled()
    expected = {
        (1, False): ("prejudice", [0], []),
        (1, True): (" ".join(token.text.strip() for token in model.trace("prejudice").tokens), [0, 1], []),
        (2, False): ("bear bear", [0, 1], ["position 0", "position 1"]),
    }
    for (number, guessed), (words, about, notes) in expected.items():
        guess = {f"guess_{number}": first_path.STEPS[number - 1].options[0]} if guessed else {}
        header = payload(opened("path", stop=str(number), **guess), "sentence")
        assert [word["text"] for word in header["words"]] == words.split()
        assert (header["asked"]["about"], header["asked"]["notes"]) == (about, notes)


def test_the_sentence_of_stops_that_ask_about_it_stays_so_that_its_picture_moves() -> None:
    for answer in ("bear_or_country", "looking_ahead", "path_length"):
        for page in (opened("path", stop=str(NUMBERS[answer])), _answered(answer)):
            assert [word["text"] for word in payload(page, "sentence")["words"]] == answers.EXAMPLE.split()
            assert boards(page)["stop_picture"]["text"] == answers.EXAMPLE


def test_back_and_next_keep_all_guesses() -> None:
    guesses = {f"guess_{number}": first_path.STEPS[number - 1].options[0] for number in (1, 2, 3)}
    page = opened("path", stop="2", **guesses)
    page.button(key="next").click().run()
    assert page.session_state["stop"] == 3
    page.button(key="onward").click().run()
    assert page.session_state["stop"] == 4
    page.button(key="back").click().run()
    page.button(key="back").click().run()
    assert page.session_state["stop"] == 2
    assert {key: session(page).get(key) for key in (*guesses, "guess_4")} == {**guesses, "guess_4": None}
    assert opened("path").button(key="back").disabled
    assert opened("path", stop="recap").button(key="next").disabled


def test_the_game_comes_after_the_last_guess() -> None:
    page = _answered(first_path.STEPS[-1].answer)
    page.button(key="onward").click().run()
    assert page.session_state["stop"] == first_path.BEGINNINGS and "beginning_asked" in boards(page)
    assert (*NUMBERS.values(), first_path.BEGINNINGS, first_path.RECAP) == first_path.STOPS


def test_the_recap_counts_and_forgets() -> None:
    count = len(first_path.STEPS)
    page = opened("path", stop="recap", guess_1="two", guess_3="“country” itself", guess_4="no such option")
    assert page.header[0].value == f"You answered 2 of {count}; 1 was right."
    chips = [(chip["text"], chip["note"]) for chip in payload(page, "stops_met")["tokens"]]
    expected = ["✓ two", "?", "✗ “bear”", *["?"] * (count - 3)]  # no other answer is given away
    assert [chip for chip, _ in chips] == expected
    assert [note for _, note in chips] == [f"{n} · {step.title}" for n, step in enumerate(first_path.STEPS, 1)]
    shares = [chip["share"] for chip in payload(page, "stops_met")["tokens"]]
    assert shares == [1, *[0] * (count - 1)], "what is right is deep"
    page.button(key="reset_path").click().run()
    assert (session(page).get("stop") or 1) == 1
    assert all(session(page).get(f"guess_{number}") is None for number in NUMBERS.values())
    assert score(0, 0) == f"You answered 0 of {count}; 0 were right."


def test_a_mark_of_the_recap_leads_to_its_stop() -> None:
    screen = Screen()
    marks(screen, [None] * len(NUMBERS), [step.options[0] for step in first_path.STEPS])
    leads = [screen.listeners["stops_met"](place) for place in range(len(NUMBERS))]
    assert leads == [{"stop": number} for number in NUMBERS.values()]


def test_an_address_with_guesses_and_no_stop_opens_the_first_and_keeps_them() -> None:
    page = opened("path", guess_4="exactly none", guess_5="no such option")
    assert (session(page).get("stop") or 1) == 1
    assert session(page).get("guess_4") == "exactly none"
    assert session(page).get("guess_5") is None


def test_a_page_that_a_stop_led_to_says_so_until_it_is_left() -> None:
    number, count = NUMBERS["bear_or_country"], len(NUMBERS)
    page = opened("attention", from_stop=str(number), text="bear country")
    assert f"**Stop {number} of {count}** · {first_path.STEPS[number - 1].question}" in _said(page)
    page.button(key="leave_path").click().run()
    assert f"Stop {number} of" not in _said(page)
    assert f"Stop {count} of {count}" in _said(opened("recurrence", from_stop=str(count)))
    for stop in ("0", str(count + 1), "recap", "x"):
        assert "Stop" not in _said(opened("attention", from_stop=stop))


def test_every_link_of_a_stop_names_a_key_of_the_address_with_a_value_it_can_hold() -> None:
    for number, step in enumerate(first_path.STEPS, 1):
        state = {**step.state, "from_stop": str(number)}
        asked = read({key: [value] for key, value in state.items()})
        assert {key: written(value) for key, value in asked.items()} == {key: [value] for key, value in state.items()}
        assert asked.keys() - {"from_stop"} <= find(step.page).keys
