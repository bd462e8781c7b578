"""Sentences with numbers and labels of tokens, each number found again without the code that says it."""

import re
from types import SimpleNamespace

import numpy as np
import pytest

from headlight.parts import vocabulary, words
from headlight.pictures.decimals import percent
from tests.drawn import plain


@pytest.fixture(scope="module")
def trace(model):
    return model.trace("The hiking trail led us through bear country")


@pytest.mark.parametrize(
    ("value", "digits", "written"),
    [
        (0.25, 1, "0.2"),
        (0.25, 2, "0.25"),
        (-0.5, 1, "−0.5"),
        (2e-7, 1, "2\N{NO-BREAK SPACE}×\N{NO-BREAK SPACE}10⁻⁷"),
        (-3.14e12, 3, "−3.14\N{NO-BREAK SPACE}×\N{NO-BREAK SPACE}10¹²"),
        (0.0, 1, "0"),
    ],
)
def test_numbers_are_written_as_a_book_prints_them(value, digits, written):
    assert words.number(value, digits) == written


def test_a_decimal_has_a_minus_sign_and_a_count_its_plural() -> None:
    assert [words.decimal(-0.125), words.decimal(0.5, "+.1f"), words.decimal(-2, "g")] == ["−0.12", "+0.5", "−2"]
    rounded = [words.decimal(-0.02, "+.1f"), words.decimal(-0.004), words.decimal(0.0, "+.2f"), words.decimal(-np.inf)]
    assert rounded == ["0.0", "0.00", "0.00", "−inf"]
    assert [words.count(number, "token") for number in (0, 1, 2)] == ["0 tokens", "1 token", "2 tokens"]


def of_one_head(labels, row):
    """As much of a trace as the sentence reads."""
    pattern = np.zeros((1, len(row), len(row)))
    pattern[0, -1] = row
    return SimpleNamespace(words=labels, layers=[SimpleNamespace(pattern=pattern)])


@pytest.mark.parametrize(
    ("row", "said"),
    [
        ([0.1, 0.2, 0.7], "country keeps 70% of its attention for itself."),
        ([0.1, 0.65, 0.25], "country gives 65% of its attention to bear, the token before it."),
        ([0.804, 0.1, 0.096], "country gives 80% of its attention to the, at position 0."),
    ],
)
def test_the_strongest_look_is_told_as_what_it_is(row, said):
    assert plain(words.strongest_look(of_one_head(("the", "bear", "country"), row), 0, 0)) == said


def test_the_strongest_look_of_every_head_names_the_largest_weight_of_the_last_row(trace):
    for layer, stages in enumerate(trace.layers):
        for head, pattern in enumerate(stages.pattern):
            said = plain(words.strongest_look(trace, layer, head))
            weight, key = max((weight, key) for key, weight in enumerate(pattern[-1].tolist()))
            assert f" {percent(weight)} of its attention" in said
            assert trace.words[key] in said


def test_a_head_is_titled_by_what_was_measured_of_it(model):
    layer, head = model.roles.best("previous_token")
    score = model.roles.scores(layer, head)["previous_token"]["score"]
    said = f"attends to the word before (mean {score:.2f})"
    assert words.head_title(model, layer, head) == f"Layer {layer + 1}, head {head + 1}: {said}"
    table = words.roles(model)
    assert table[layer][head] == said
    nameless = [(at, of) for at, row in enumerate(table) for of, named in enumerate(row) if not named]
    assert nameless and len(nameless) < 36
    at, of = nameless[0]
    assert model.roles.of(at, of) is None
    trace = model.trace("the bear saw the bear")
    assert words.head_title(model, at, of, trace) == f"Layer {at + 1}, head {of + 1}"
    noun = words.head_title(model, *model.roles.best("modifier"), trace)
    assert re.search(r"to the word describing it \(mean 0\.44\); here \d of 4 attends? one back$", noun)


def test_a_title_counts_the_words_of_the_shown_text_that_look_there_most(model):
    layer, head = model.roles.best("previous_token")
    trace = model.trace("the big bear eats honey in the dark forest")
    pattern = trace.layers[layer].pattern[head]
    counted = sum(int(pattern[query].argmax()) == query - 1 for query in range(1, len(pattern)))
    do = "does" if counted == 1 else "do"
    nameless = model.roles.best("itself")  # its sharpest looks do not bear that name out
    assert words.head_title(model, *nameless, trace) == f"Layer {nameless[0] + 1}, head {nameless[1] + 1}"
    assert words.head_title(model, layer, head, trace).endswith(f"; here {counted} of {len(pattern) - 1} {do}")
    # Of one word there is nothing to count; the title stays as long, so that what stands below keeps its place.
    assert words.head_title(model, layer, head, model.trace("bear")).endswith("; here no word can")


@pytest.mark.parametrize(
    ("role", "counted"),
    [
        ("previous_token", (2, 4)),
        ("itself", (1, 4)),
        ("first_token", (2, 4)),
        ("same_token", (2, 3)),
        ("induction", (0, 3)),
        ("modifier", (2, 4)),
        (None, (0, 0)),
    ],
)
def test_each_role_counts_its_own_place(role, counted):
    pattern = np.zeros((5, 5))  # of the tokens a b a b b
    pattern[range(5), [0, 0, 0, 3, 3]] = 1
    hidden = np.where(np.triu(np.ones((5, 5)), 1) > 0, -np.inf, 0.0)
    stages = SimpleNamespace(pattern=pattern[None], masked=hidden[None])
    tokens = [SimpleNamespace(id=id) for id in (1, 2, 1, 2, 2)]
    assert words.looking_there(SimpleNamespace(layers=[stages], tokens=tokens), 0, 0, role) == counted


def test_what_a_stranger_types_is_no_markdown():
    assert words.escaped("a*b_[c](d) <e> $f$ :g: #1") == r"a\*b\_\[c\]\(d\) \<e\> \$f\$ \:g\: \#1"


def test_tokens_that_cannot_be_seen_are_named(model):
    tokenizer = model.tokenizer
    assert vocabulary.shown(model, tokenizer.end_id) == "(end)"
    assert vocabulary.shown(model, tokenizer.encode("a\nb")[1].id) == "(new line)"
    bear = tokenizer.encode("the bear")[1]
    assert bear.text == " bear" and vocabulary.shown(model, bear.id) == "bear"


def test_two_tokens_that_differ_by_their_space_are_told_apart_where_they_meet(model):
    text = "flashlight light"
    trace = model.trace(text)
    assert trace.words == ("flash", "light", "␣light")
    ids = [token.id for token in trace.tokens]
    assert vocabulary.labels(model, ids) == ["flash", "light", "␣light"]
    assert vocabulary.labels(model, [ids[2], model.tokenizer.end_id]) == ["light", "(end)"]


@pytest.mark.parametrize("temperature", [0.5, 1.0, 3.0])
def test_the_likeliest_tokens_are_those_of_softmax_in_their_order(model, trace, temperature):
    logits = trace.final[-1].astype(np.float64) @ trace.unembedding.T.astype(np.float64)
    powers = np.exp((logits - logits.max()) / temperature)
    chances = powers / powers.sum()
    expected = sorted(range(len(chances)), key=lambda id: -chances[id])[:8]
    of_all = vocabulary.probabilities(trace, temperature)
    np.testing.assert_allclose(of_all[expected], chances[expected], rtol=1e-4)
    labels, values = vocabulary.likeliest(model, trace, count=8)
    assert labels == vocabulary.labels(model, expected)
    np.testing.assert_array_equal(values, vocabulary.probabilities(trace)[expected])


def test_the_likeliest_of_two_keep_the_order_that_they_had_before():
    earlier, later = np.array([0.1, 0.4, 0.3, 0.2, 0.0]), np.array([0.05, 0.0, 0.1, 0.05, 0.8])
    assert vocabulary.likeliest_of_two(earlier, later, 3).tolist() == [1, 2, 4]
    assert vocabulary.likeliest_of_two(earlier, earlier, 5).tolist() == [1, 2, 3, 0, 4]


def test_a_number_below_zero_has_a_minus_sign_in_a_sentence_and_a_word_keeps_its_hyphen():
    pieces = words.said("**{word}**: {value:.2f}, {count}", word="well-known", value=-0.5, count=-3)
    assert pieces == [("well-known", True), (": −0.50, −3", False)]


@pytest.mark.parametrize(
    ("text", "label"),
    [
        (" bear", "bear"),
        (" ", "␣"),
        ("   ", "␣␣␣"),
        ("\n\n", "↵↵"),
        ("\xa0", "U+00A0"),
        (" \u200b", "U+200B"),
        ("a\n", "a\n"),
    ],
)
def test_a_token_without_ink_is_named(text: str, label: str) -> None:
    tokenizer = SimpleNamespace(text_of=lambda id: text)
    assert vocabulary.shown(SimpleNamespace(tokenizer=tokenizer), 0) == label
