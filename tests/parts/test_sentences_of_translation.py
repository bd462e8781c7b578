"""What the pages of translation say in numbers, each number found again without the code that says it."""

from collections import Counter
from types import SimpleNamespace

import numpy as np
import pytest

from headlight.pages.translate import beam, cross, translate, translation_remarks
from headlight.pages.translate import encoder_decoder as boxes
from headlight.pages.translate import translators as aligners
from headlight.pages.translate.cross import CrossHead as Head
from headlight.pages.translate.pieces import pieces
from headlight.parts import translators
from headlight.pictures import Screen
from headlight.state.registry import find
from headlight.state.state import State
from tests.draw import draw
from tests.drawn import drawn, plain

TEXT = "The red car"
STEP = {"english": TEXT, "cross_layer": "2", "cross_head": "3", "step": 2}


@pytest.fixture(scope="module")
def translator():
    return translators.main()


@pytest.fixture(scope="module")
def result(translator):
    return translator.translate(TEXT, 1)


def of_pieces(trace) -> np.ndarray:
    """-ln of the probability that each French piece had."""
    return -np.log([trace.probabilities[row, token.id] for row, token in enumerate(trace.target)])


def picture(weights, source, target) -> cross.Shown:
    nothing = frozenset()
    return cross.Shown(np.array(weights), source, target, [], [], nothing, nothing, "")


def test_words_stand_on_their_own_side_with_the_mark_at_the_end(result):
    shown = cross.shown(result.trace, Head(1, 2), "words")
    assert shown.source == ["The", "red", "car", "end"] and shown.target == ["La", "voiture", "rouge", "end"]
    assert shown.weights.shape == (4, 4)


def test_a_turn_of_the_order_is_told_link_by_link() -> None:
    words = ["red", "apple", "falls", "end"], ["pomme", "rouge", "tombe", "end"]
    turned = picture([[0.1, 0.7, 0.1, 0.1], [0.61, 0.39, 0, 0], [0, 0, 0.9, 0.1], [0, 0, 0, 1]], *words)
    assert (
        plain(cross.reversed_sentence(turned))
        == "pomme attends to apple (70%), rouge to red (61%): the word order is reversed."
    )
    straight = picture([[0.7, 0.1, 0.1, 0.1], [0.39, 0.61, 0, 0], [0, 0, 0.9, 0.1], [0, 0, 0, 1]], *words)
    assert plain(cross.reversed_sentence(straight)) == ""
    assert plain(cross.reversed_sentence(picture([[1.0]], ["end"], ["end"]))) == "Nothing is written."


@pytest.mark.parametrize(
    ("source", "target", "weight"),
    [
        (["red", "apple"], ["pomme", "rouge"], 0.49),  # not clear enough
        (["apple", "."], ["pomme", "rouge"], 0.9),  # a sign is attended to
        (["red", "apple"], [",", "rouge"], 0.9),  # a sign looks
        (["is", "a"], ["C'", "était"], 0.9),  # an elision
        (["red", "has"], ["a", "rouge"], 0.9),  # a function word
    ],
)
def test_the_order_is_said_to_turn_round_by_two_clear_links_of_content_words_alone(source, target, weight) -> None:
    rest = 1 - weight
    weights = [[rest, weight, 0], [weight, rest, 0], [0, 0, 1]]
    assert plain(cross.reversed_sentence(picture(weights, [*source, "end"], [*target, "end"]))) == ""


def test_pieces_of_words_and_the_end_mark_do_not_turn_the_order() -> None:
    weights = np.array([[0.1, 0.9, 0], [0.9, 0.1, 0], [0, 0, 1]])
    names = ["red", "apple", "end"], ["pomme", "rouge", "end"]
    pieces = cross.Shown(weights, *names, [], [], frozenset(), frozenset({1}), "")
    assert plain(cross.reversed_sentence(pieces)) == ""
    at_the_end = picture([[0, 0.1, 0.9], [0.9, 0.1, 0], [0, 0, 1]], *names)
    assert plain(cross.reversed_sentence(at_the_end)) == ""


@pytest.mark.parametrize("text", ["That was a difficult question.", "It rained all day, we stayed at home."])
def test_the_bundled_translator_turns_the_order_of_content_words_alone(translator, text: str) -> None:
    best = Head(*translator.alignment.best)
    said = plain(cross.reversed_sentence(cross.shown(translator.translate(text, 1).trace, best, "words")))
    turns = "question attends to question (98%), difficile to difficult (95%): the word order is reversed."
    assert said == (turns if "difficult" in text else "")


@pytest.mark.parametrize(
    ("queries", "said"),
    [
        ("rows", "French down, English across. The row of each French word sums to 1."),
        ("columns", "English down, French across. The column of each French word sums to 1."),
    ],
)
def test_the_caption_says_which_way_the_matrices_are_drawn(queries, said):
    assert cross.looking(State.of(find("translators"), orientation=queries)).startswith(said)


def test_how_many_links_agree_is_counted(result):
    own, other = (cross.shown(result.trace, head, "words") for head in (Head(1, 2), Head(0, 0)))
    same = sum(
        a.index(max(a)) == b.index(max(b))
        for a, b in zip(own.weights.tolist()[:3], other.weights.tolist()[:3], strict=True)
    )
    assert aligners.same_rows(own, other) == f"{same} of 3 rows agree with the transformer’s."


@pytest.mark.parametrize("forced", [False, True])
def test_how_likely_a_translator_finds_its_french_is_the_mean_over_all_its_pieces(translator, forced):
    """The transformer's own French; another's, which it wrote itself or was given."""
    result = translator.translate("How old are you?", 1)  # "Quel âge as-tu ?", or "avez-vous" by the other
    for written in (aligners._own(result), aligners._written(Screen(), "translate-dot", result, forced)):
        assert written.probability == pytest.approx(np.exp(-of_pieces(written.trace).mean()), rel=1e-5)
    assert (written.trace.target_text == result.text) is forced


def test_a_box_is_as_long_as_what_it_reads_and_as_wide_as_what_it_makes(translator):
    trace = translator.translate(translators.EXAMPLE, 1).trace
    source, target = len(trace.source), len(trace.target)
    assert source != target
    board = Screen()
    boxes._drawing(board, translator, trace, "memory")
    header, _ = drawn(board, "flow")
    sizes = {name: size for stack in ("encoder", "decoder") for name, _, size in header[stack]}
    width, vocabulary = translator.config.d_model, translator.config.vocab_size
    assert sizes["encoder embedding"] == sizes["memory"] == f"{source} × {width}"
    assert sizes["decoder 1 FFN"] == f"{target} × {width}" and sizes["unembedding"] == f"{target} × {vocabulary:,}"


def test_the_step_and_its_token_are_named() -> None:
    assert "Step 2 of 4: voiture" in draw("translate", **STEP).titles


def test_the_cost_of_a_translation_is_said_beside_the_cost_of_the_model_s_own(translator, result):
    given = translator.trace(TEXT, "La voiture verte")
    costs = [of_pieces(trace).sum() for trace in (given, result.trace)]
    assert costs[0] > costs[1]
    assert translate.loss_in_words(given, result.trace) == (
        f"How surprising? −ln p: {costs[0]:.2f} in all; its own: {costs[1]:.2f}."
    )


@pytest.mark.parametrize(
    ("ids", "log_probability", "said"),
    [
        ((1,), -2.5, "Greedy and the beam end with the same translation, ln p = −2.50."),
        ((2,), -1.75, "another translation: ln p = −1.75 where greedy has −2.50; it is more likely."),
        ((2,), -3.25, "ln p = −3.25 where greedy has −2.50; it is less likely, but better for its length."),
    ],
)
def test_what_the_beam_found_is_called_more_likely_only_where_it_is(ids, log_probability, said):
    def ended(ids, log_probability):
        return SimpleNamespace(search=SimpleNamespace(best=SimpleNamespace(ids=ids, log_probability=log_probability)))

    assert beam.greedy_or_beam(ended((1,), -2.5), ended(ids, log_probability)).endswith(said)


def test_the_status_counts_pieces_without_the_marks(result):
    sure = np.exp(-of_pieces(result.trace).mean())
    assert translation_remarks.status(result) == (f"3 tokens in, 3 tokens out; on average {sure:.0%} sure of each.")


def test_two_pieces_that_differ_by_their_space_are_told_apart():
    texts = ["<|begin|>", " port", "port", "e"]
    assert pieces([SimpleNamespace(text=text) for text in texts]) == ["(begin)", "␣port", "port", "e"]


def test_words_that_the_transformer_does_not_write_are_strong_each_as_often_as_it_occurs_more() -> None:
    marked = aligners.marked("Le chat, le chat gris", Counter(["Le", "chat", ",", "noir"]))
    assert "".join(words for words, _ in marked) == "Le chat, le chat gris"
    assert [words for words, strong in marked if strong] == ["le", "chat", "gris"]
    assert not any(strong for _, strong in aligners.marked("Le chat", Counter(["Le", "chat"])))


GUESS, PHRASE = "The model was unsure: read this", "Without a full stop"
REMARKS = {  # of a text in so many tokens, by how sure each was; what was left out, why it ended early
    ("A bear.", 3, 0.9, 0, ""): [],
    ("A bear", 3, 0.9, 0, ""): [PHRASE],
    ("A bear", 3, 0.9, 2, ""): [],
    ("A bear", 3, 0.3, 0, ""): [GUESS],
    ("A bear.", 3, 0.39, 0, ""): [GUESS],
    ("A bear.", 3, 0.41, 0, ""): [],
    ("1 2 3", 4, 0.3, 0, ""): ["There are no words"],
    ("1 2 3", 4, 0.9, 0, "It stopped."): ["It stopped. Here is", "There are no words"],
    ("bear " * 40, 41, 0.9, 0, ""): [PHRASE],
    ("bear " * 41, 42, 0.9, 0, ""): ["The text has 41 words."],
    ("bear " * 41, 42, 0.3, 0, ""): ["The text has 41 words."],
    ("Llanfair pwll", 6, 0.3, 0, ""): ["Most of these words fall"],
    ("Llanfair pwll", 5, 0.3, 0, ""): [GUESS],
    ("Llanfair", 4, 0.9, 0, ""): [PHRASE],
    ("A bear.", 3, 0.3, 0, "It stopped."): ["It stopped. Here is", GUESS],
}


@pytest.mark.parametrize("case", REMARKS)
def test_the_text_is_the_reason_where_it_is_strange_and_else_how_sure_the_model_was(case) -> None:
    text, count, sure, dropped, stopped = case
    best = SimpleNamespace(log_probability=4 * np.log(sure), ids=(1, 2, 3, 4))
    said = SimpleNamespace(source_text=text, source=[""] * count, dropped=dropped, stopped=stopped)
    found = translation_remarks.remarks(SimpleNamespace(search=SimpleNamespace(best=best), **vars(said)))
    assert len(found) == len(REMARKS[case]) and all(map(str.startswith, found, REMARKS[case])), found
