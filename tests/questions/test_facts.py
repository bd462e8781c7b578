"""What the questions say that the models answer: every number is measured again, on the shipped weights."""

import itertools
import re
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
import torch

from headlight.pages.positions.position_twins import by_words
from headlight.questions.questions import Question, bundled
from headlight.state.registry import find
from headlight.state.state import State
from tests.readings_of_stories import chance, cosine, likeliest, place
from transformer import UNCHANGED, Intervention, LanguageModel, Trace, load
from transformer.edits import Edit, average
from transformer.experiments.descent import one_step
from transformer.readings.loss import sentence_loss
from transformer.readings.order import moved_by_shuffle, with_shuffle
from transformer.softmax import softmax

ITEMS = {question.id: question for question in bundled().items}
HEADS = tuple(itertools.product(range(6), repeat=2))
Numbers = list[tuple[float, int]]  # each with the decimals that it is written with


def of(model: LanguageModel, question: str, change: Intervention = UNCHANGED, **replaced: str) -> Trace:
    text = ITEMS[question].state["text"]
    for old, new in replaced.items():
        assert old in text
        text = text.replace(old, new)
    return model.trace(text, change)


def apart(one: Trace, other: Trace) -> float:
    return float(np.abs(one.next_logits - other.next_logits).max())


def village(model: LanguageModel) -> Numbers:
    row = of(model, "unknown-village").probabilities[-1]
    assert likeliest(model, of(model, "unknown-village"), 2) == ["the", "a"]
    assert len(row) == 8192 and row.min() > 0 and row.max() / row.min() > 10_000_000
    return [(100 * float(row.max()), 0), (100 * float(np.sort(row)[-2]), 0), (8192, 0), (0, 0), (10_000_000, 0)]


def letters(model: LanguageModel) -> Numbers:
    one, two = (len(model.tokenizer.encode(word)) for word in ("strawberry", "prejudice"))
    return [(one, 0), (8192, 0), (two, 0)]


def two_banks(model: LanguageModel) -> Numbers:
    river, money = (model.trace(ITEMS["two-banks"].state[key]) for key in ("text", "text_2"))
    assert place(river, "bank") == place(money, "bank") == river.last
    assert np.array_equal(river.embedded[-1], money.embedded[-1])
    rows = zip(river.layers, money.layers, strict=True)
    told = [(cosine(one.residual_out[-1], other.residual_out[-1]), 2) for one, other in rows]
    return [(1, 0), (6, 0), *told]


def shuffled(model: LanguageModel) -> Numbers:
    state = ITEMS["shuffled"].state
    moved = {}
    for kind in ("none", "sinusoidal"):
        twin = load(f"twin-{kind}")
        ids = torch.tensor(twin.tokenizer.ids(state["text"]))
        chosen, every = (
            by_words(twin.trace(state["text"]), int(state["shuffle"])),
            list(itertools.permutations(range(len(ids)))),
        )
        orders = every if kind == "none" else [chosen]
        moved[kind] = max(
            float(moved_by_shuffle(with_shuffle(twin.transformer, ids, order, "none"), order).max()) for order in orders
        )
    return [(len(every), 0), (moved["none"], 2), (moved["sinusoidal"], 2)]


def row(model: LanguageModel) -> Numbers:
    pattern, at = of(model, "row").layers[2].pattern[0], int(ITEMS["row"].state["query"])
    assert of(model, "row").words[at - 1 : at + 1] == ("bear", "country")
    assert pattern[at, at - 1].round(2) == 0.73 and (1 - pattern[at, at - 1]).round(2) == 0.27  # as it is asked
    return [(3, 0), (1, 0), *((float(weight), 2) for weight in pattern[at, : at + 1]), (float(pattern[at - 1, at]), 2)]


def query_and_key(model: LanguageModel) -> Numbers:
    scores, at = of(model, "query-and-key").layers[2].scaled[0], int(ITEMS["query-and-key"].state["query"])
    return [(3, 0), (1, 0), (float(scores[at, at - 1]), 2), (float(scores[at - 1, at]), 2)]


def plus_ten(model: LanguageModel) -> Numbers:
    one, other = (softmax(np.array(scores, np.float64)) for scores in ((2, 1, 0), (12, 11, 10)))
    assert np.allclose(one, other)
    return [(float(weight), 2) for weight in one]


def later_word(model: LanguageModel) -> Numbers:
    wide, tired = of(model, "later-word"), of(model, "later-word", wide="tired")
    at = int(ITEMS["later-word"].state["query"])
    assert wide.words[at] == "it" and tired.words[-1] == "tired" and len(wide.tokens) == len(tired.tokens)
    moved = [
        np.abs(one.residual_out - other.residual_out) for one, other in zip(wide.layers, tired.layers, strict=True)
    ]
    assert not any(layer[at].any() for layer in moved) and all(layer[-1].any() for layer in moved)
    return [(len(moved), 0), (0, 2)]


def equal_weights(model: LanguageModel) -> Numbers:
    trace = of(model, "equal-weights")
    bear, layer = model.tokenizer.encode("bear")[0].id, trace.layers[0]
    said, moved = list[tuple[float, int]](), list[tuple[float, int]]()
    for word, way in (("and", -1), ("the", 1)):
        at = place(trace, word)
        weight = layer.pattern[3, -1, at]
        taken = Edit("context", 0, -weight * layer.values[3, at], how="add", head=3, position=trace.last)
        change = of(model, "equal-weights", Intervention(edits=(taken,))).next_logits[bear] - trace.next_logits[bear]
        said, moved = [*said, (float(weight), 2)], [*moved, (way * float(change), 2)]
    return [(1, 0), (4, 0), *said, *moved]


def six_results(model: LanguageModel) -> Numbers:
    averaged = of(model, "six-results", Intervention(edits=tuple(map(average, range(6)))))
    assert likeliest(model, averaged) == ["girl"]
    return [(100 * chance(model, trace, "bear"), 0) for trace in (of(model, "six-results"), averaged)]


def layer_off(model: LanguageModel) -> Numbers:
    fourth, fifth = (
        of(model, "layer-off", Intervention(edits=(Edit("attended", layer), Edit("ffn", layer)))) for layer in (3, 4)
    )
    assert (likeliest(model, fourth, 2), likeliest(model, fifth)) == (["boy", "bear"], ["bear"])
    moved = np.abs(fourth.layers[4].residual_in - fourth.layers[3].residual_in).max()
    chances = [(100 * chance(model, fourth, word), 0) for word in ("boy", "bear")]
    return [(4, 0), (5, 0), (4, 0), (float(moved), 2), *chances, (5, 0), (100 * chance(model, fifth, "bear"), 0)]


def between_words(model: LanguageModel) -> Numbers:
    assert len(ITEMS["between-words"].state["silenced"].split()) == len(HEADS) == 36
    off, on = (
        apart(of(model, "between-words", change), of(model, "between-words", change, girl="king"))
        for change in (Intervention(silenced=HEADS), UNCHANGED)
    )
    assert off == 0
    return [(off, 2), (36, 0), (on, 1)]


def writing_on(model: LanguageModel) -> Numbers:
    begun, typed = model.trace("Once upon a"), of(model, "writing-on")
    assert likeliest(model, begun) == ["time"]  # so it is what the model writes
    assert [*(token.id for token in begun.tokens), int(begun.next_logits.argmax())] == [x.id for x in typed.tokens]
    first = np.sort(typed.probabilities[-1])[::-1]
    assert [model.tokenizer.text_of(int(token)) for token in typed.next_logits.argsort()[::-1][:2]] == [",", " there"]
    return [(100 * float(share), 0) for share in first[:2]]


def training(model: LanguageModel) -> Numbers:
    state, trace = ITEMS["training"].state, of(model, "training")
    after = one_step(model, [token.id for token in trace.tokens], float(state["rate"])).after.trace(state["text"])
    tokens = len(trace.tokens)
    return [(tokens - 1, 0), (tokens, 0), (0.01, 2), (sentence_loss(trace), 2), (sentence_loss(after), 2)]


def temperature(model: LanguageModel) -> Numbers:
    logits = of(model, "temperature").next_logits
    for at in (1, 2):
        first = softmax(logits / at).argsort()[::-1][:5]
        words = [model.tokenizer.text_of(int(token)).strip() for token in first]
        assert f"{', '.join(words[:-1])} and {words[-1]}" in ITEMS["temperature"].fact
    return [(1, 0), (2, 0)]


def evidence(model: LanguageModel) -> Numbers:
    trace, told = of(model, "evidence"), list[tuple[float, int]]()
    for layer, head in ((6, 5), (5, 6)):
        without = of(model, "evidence", Intervention(silenced=((layer - 1, head - 1),)))
        weight = float(trace.layers[layer - 1].pattern[head - 1, -1, place(trace, "bear")])
        before = [(100 * chance(model, trace, "bear"), 0)] * (layer == 6)
        told += [(layer, 0), (head, 0), (weight, 2), *before, (100 * chance(model, without, "bear"), 0)]
    return told


MEASURED: dict[str, Callable[[LanguageModel], Numbers]] = {
    "unknown-village": village,
    "letters": letters,
    "two-banks": two_banks,
    "shuffled": shuffled,
    "row": row,
    "query-and-key": query_and_key,
    "plus-ten": plus_ten,
    "later-word": later_word,
    "equal-weights": equal_weights,
    "six-results": six_results,
    "layer-off": layer_off,
    "between-words": between_words,
    "writing-on": writing_on,
    "training": training,
    "temperature": temperature,
    "evidence": evidence,
}


@pytest.mark.parametrize("question", ITEMS.values(), ids=ITEMS)
def test_the_fact_of_a_question_is_what_the_models_say(model: LanguageModel, question: Question) -> None:
    told = re.findall(r"-?\d[\d,]*(?:\.\d+)?(?<!,)", question.fact)
    measured = MEASURED[question.id](model)
    assert [len(number.partition(".")[2]) for number in told] == [decimals for _, decimals in measured]
    for number, (exact, decimals) in zip(told, measured, strict=True):
        assert float(number.replace(",", "")) == pytest.approx(exact, abs=0.5 * 10**-decimals + 1e-5)


@pytest.mark.parametrize("question", ITEMS.values(), ids=ITEMS)
def test_its_view_opens_as_it_says_and_draws(question: Question) -> None:
    state: Any = State.of(find(question.view), **question.state)
    assert state.unread == ()
    assert [drawn for board in state.view.boards(state)[:1] for drawn in board.pictures()]
