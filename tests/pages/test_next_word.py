"""The page of the next word: the dials of the choice, writing on and taking back, calm with any text."""

import numpy as np
import pytest
from streamlit.testing.v1 import AppTest

from headlight.pages.next_word import writing
from headlight.reading import reader
from headlight.state.registry import find
from headlight.state.state import State
from tests.draw import draw as drawn_view
from tests.pages.screen import boards, hidden, in_box, items, numbers, opened, payload, write
from tests.real_models import NAME
from transformer import Intervention
from transformer.readings.loss import sentence_loss
from transformer.sampling import GREEDY, Sampling, next_token
from transformer.writing import write_on, write_words

TEXT = "She bears the"


def can_undo(at: AppTest) -> bool:
    return "undo_writing" in [button.key for button in at.button]


def test_what_is_written_on_is_of_the_attention_temperature() -> None:
    written, model = opened("next_word", text=TEXT, attention_temperature="3.0"), reader.bundled()
    written.button(key="add_likeliest").click().run()
    hotter = model.trace(TEXT, Intervention(temperature=3.0)).next_logits.argmax()
    assert in_box(written) == TEXT + model.tokenizer.text_of(int(hotter))


@pytest.mark.parametrize("text", [TEXT, "Once upon a time", "The girl stepped into bear country and helped the"])
def test_each_step_of_a_line_is_under_the_bars_that_it_keeps(text: str) -> None:
    """A step of top-k or top-p keeps so many of the tokens that have a bar."""
    logits = reader.bundled().trace(text).next_logits
    for which, key in enumerate(("top_k", "top_p")):
        drawn = drawn_view("next_word", text=text, top_k="6")
        line = drawn.payload("next_word")["cuts"][which]
        assert line["name"] == key.replace("_", "-") and line["at"] == ([5, 19][which])
        for step, (says, above) in enumerate(line["steps"]):
            chosen = drawn.chosen("next_word", [which, step])
            assert list(chosen) == [key]
            value = chosen[key]
            assert says == ("off" if step == len(line["steps"]) - 1 else str(value) if which == 0 else f"{value:.2f}")
            sampling = Sampling(1.0, value or None) if key == "top_k" else Sampling(1.0, 6, value)
            kept = int((next_token(logits, sampling).final > 0).sum())
            if says == "off":
                assert above == 9
            elif kept <= 8:
                assert np.ceil(above - 1e-9) == kept
            else:
                assert 8 < above < 9
        assert [above for _, above in line["steps"]] == sorted(above for _, above in line["steps"])


def test_the_likeliest_is_added_and_taken_back() -> None:
    at = opened("next_word", text=TEXT)
    expected = write_on(reader.bundled(), TEXT, GREEDY, seed=1, max_chars=600).text
    assert not can_undo(at)
    at.button(key="add_likeliest").click().run()
    assert in_box(at) == expected != TEXT
    assert payload(at, "written")["pieces"][1] == [expected[len(TEXT) :].strip(), True]
    assert payload(at, "hero")["words"][-1]["text"] == expected.split()[-1]
    at.button(key="undo_writing").click().run()
    assert in_box(at) == TEXT
    assert not can_undo(at) and "written" not in [item.get("key") for item in items(at, "next_word_board")]


def test_ten_words_come_one_after_another_can_be_stopped_and_are_one_step_to_take_back() -> None:
    def written(state: State, *at_once: bool) -> State:
        for each in at_once:
            state = state.moved(**writing.goes_on(state)(each).sets)
        return state

    ten = next(button for button in writing.BUTTONS if button.key == "write_words")
    begun = {seed: State.of(find("next_word"), text=TEXT, seed=seed, output_temperature=1.5) for seed in (3, 4)}
    sampling, model = begun[3][writing.SAMPLING], reader.bundled()
    whole = {
        seed: write_words(model, TEXT, 10, sampling, seed=seed, max_chars=600, read=lambda text: model.trace(text)).text
        for seed in begun
    }
    assert whole[3] != whole[4]
    for seed, state in begun.items():
        first = state.moved(**ten.press(state).sets)
        assert len(first.text.split()) == len(TEXT.split()) + 1 and ten.label(first) == "Stop writing"
        one_by_one, at_once = written(first, *[False] * 9), written(first, True)
        assert one_by_one.text == at_once.text == whole[seed] and one_by_one == at_once
        assert writing.goes_on(one_by_one) is None and ten.label(one_by_one) == "Write ten words"
        third = written(first, False, False)
        stopped = third.moved(**ten.press(third).sets)
        assert stopped.text == third.text and writing.goes_on(stopped) is None
        assert writing.goes_on(third.moved(text=TEXT)) is None, "typing stops it"
        for step in (one_by_one, stopped):
            assert step.moved(**writing.BUTTONS[-1].press(step).sets).text == TEXT


def test_a_board_of_a_text_that_goes_on_is_asked_for_again() -> None:
    at = opened("next_word", text=TEXT)
    assert "again" not in boards(at)["next_word_board"]
    at.button(key="write_words").click().run()
    assert boards(at)["next_word_board"]["again"][1] == 150
    at.button(key="write_words").click().run()
    assert "again" not in boards(at)["next_word_board"] and len(in_box(at).split()) == len(TEXT.split()) + 1


def test_a_sampled_token_is_the_one_that_was_announced() -> None:
    at = opened("next_word", text=TEXT, seed="11", top_k="20")
    announced = payload(at, "next_word")["says"][1][0]
    at.button(key="sample_one").click().run()
    assert in_box(at) in (f"{TEXT} {announced}", f"{TEXT}{announced}")


def test_typing_begins_anew() -> None:
    at = opened("next_word", text=TEXT)
    at.button(key="add_likeliest").click().run()
    write(at, "The cat")
    assert not can_undo(at) and "written" not in [item.get("key") for item in items(at, "next_word_board")]


def test_a_full_box_says_so_and_keeps_the_text() -> None:
    full = "bear " * 119 + "bears"
    at = opened("next_word", text=full)
    at.button(key="write_words").click().run()
    assert in_box(at) == full
    assert any(
        "holds 600 characters" in caption.value or "at most 128 tokens" in caption.value for caption in at.caption
    )


def test_a_false_sentence_in_familiar_words_can_surprise_less_than_a_true_one_in_rare_words() -> None:
    """As the lesson says under a heading about what is likely."""
    false, true = (sentence_loss(reader.bundled().trace(text)) for text in ("The dog can fly.", "Zinc is a metal."))
    assert false < true


def test_each_step_of_writing_has_the_row_that_it_was_written_with() -> None:
    at = opened("next_word", text="Once upon a", layer="3", head="1", more="true")
    assert payload(at, "looks")["rows"] == ["→ upon", "→ a", "→ ?"], "typed ones have a row too, until it writes"
    for _ in range(3):
        at.button(key="add_likeliest").click().run()
    model = reader.bundled()
    rows, closed = (found(at, "looks").reshape(4, -1) for found in (numbers, hidden))
    text = "Once upon a"
    for row, ahead in zip(rows, closed, strict=True):
        weights = model.trace(text).layers[2].pattern[0, -1]
        np.testing.assert_allclose(row[: len(weights)], weights, atol=1e-5)
        assert (row[len(weights) :] == 0).all() and ahead.nonzero()[0].tolist() == [*range(len(weights), len(row))]
        text = write_on(model, text, GREEDY, seed=1, max_chars=600).text
    assert [label[:2] for label in payload(at, "looks")["rows"]] == ["→ "] * 4


def test_an_emptied_box_writes_on_from_the_example() -> None:
    at = opened("next_word")
    write(at, "")
    at.button(key="sample_one").click().run()
    assert not at.exception and not at.error
    assert in_box(at).startswith(reader.EXAMPLE)


def test_keys_and_values_are_kept_while_it_writes_and_computed_again_by_a_click() -> None:
    model, text, own = reader.bundled(), "Once upon a time there was a", len("Once upon a time")
    trace, words = model.trace(text), text.split()
    keep = drawn_view("next_word", text=text, written=f"{own}.{own + 6}.{len(text)}", layer=6, head=5, more=True)
    again = drawn_view(
        "next_word", text=text, written=f"{own}.{own + 6}.{len(text)}", layer=6, head=5, all_again=True, more=True
    )
    for name, exact in (("keys", trace.layers[5].keys[4]), ("values", trace.layers[5].values[4])):
        for at, row in ((keep, len(words) - 1), (again, None)):
            np.testing.assert_allclose(at.numbers(f"kept_{name}").reshape(exact.shape), exact, atol=2e-4)
            assert at.payload(f"kept_{name}")["row"] == row
    said = " ".join(keep.notes)
    assert "Saved over 3 written tokens: " in said and "which is rounding" in said
    cells = [[cell for cell, _ in column["cells"]] for column in keep.payload("kept_sizes")["columns"]]
    assert cells[1:] == [["2,304", "2,359,296"], ["128 tokens", "2,048 tokens"], ["1.2 MB", "9.7 GB"]]
    real = drawn_view("next_word", text=TEXT, model=NAME, more=True)
    assert not [key for key in real.keys if key.startswith("kept_")]
    assert "KV cache" in real.notes[-1] and real.notes[-1].endswith("Choose story to see it.")
