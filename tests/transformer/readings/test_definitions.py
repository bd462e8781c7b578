"""Each reading against its definition, written out number by number, of passes in which every clause of it decides."""

import math
from collections.abc import Callable
from itertools import product
from typing import Any

import numpy as np
import pytest

from tests.sampled import sampled
from transformer import Intervention, LanguageModel, load
from transformer.head import Head
from transformer.readings import (
    aims,
    contributions,
    effects,
    feed_forward,
    lens,
    loss,
    movement,
    neighbours,
    residual,
    sharpness,
)
from transformer.readings import occurrences as found_words
from transformer.similarity import unit
from transformer.trace import Trace
from transformer.words import FUNCTION_WORDS

TEXT = "The bear and I saw the bear, and a fox saw me"
CHANGES = {
    "none": Intervention(),
    "both ways": Intervention(mask="none", temperature=0.7),
    "padded": Intervention(padding=2, padding_hidden=False),
    "unscaled": Intervention(scaled=False, multiplier=1.5),
    "parts off": Intervention(silenced=frozenset({(1, 2)}), residual_off=frozenset({(1, "ffn")})),
}
Made = Callable[[LanguageModel, Trace], Any]


def length(vector: Any) -> float:
    return math.sqrt(sum(float(number) ** 2 for number in vector))


def cosine(one: Any, other: Any) -> float:
    return float(np.dot(one, other)) / (length(one) * length(other))


def places(trace: Trace) -> range:
    return range(len(trace.tokens))


def each_head(trace: Trace, of: Callable[[np.ndarray], float]) -> np.ndarray:
    """A number of the pattern of each head, [layer, head]."""
    return np.array([[of(pattern.astype(float)) for pattern in layer.pattern] for layer in trace.layers])


def mean(numbers: Any) -> float:
    numbers = list(numbers)
    return sum(numbers) / len(numbers)


def entropy_of(pattern: np.ndarray) -> float:
    return mean(-sum(weight * math.log(weight) for weight in row if weight) for row in pattern[1:])


def distance_of(pattern: np.ndarray) -> float:
    rows = list(enumerate(pattern))[1:]
    return mean(sum(weight * abs(query - key) for key, weight in enumerate(row)) for query, row in rows)


def aimed(ids: list[int], name: str, query: int, key: int) -> bool:
    """Whether a head of this aim looks from the one place to the other; the first token has no choice."""
    return (
        query > 0
        and {
            "the first token": key == 0,
            "the token before": key == query - 1,
            "itself": key == query,
            "the same token earlier": key < query and ids[key] == ids[query],
            "what followed it earlier": 0 < key <= query and ids[key - 1] == ids[query],
        }[name]
    )


def aim_of(trace: Trace, name: str) -> np.ndarray:
    ids = [token.id for token in trace.tokens]
    cells = [(query, key) for query in places(trace) for key in places(trace) if aimed(ids, name, query, key)]
    queries = {query for query, _ in cells}
    return each_head(trace, lambda pattern: sum(pattern[cell] for cell in cells) / max(len(queries), 1))


def losses_of(trace: Trace) -> list[float]:
    """Minus the logarithm of each word's probability; the end marks of a padding are no words."""
    words = [number for number, token in enumerate(trace.tokens) if token.start < len(trace.text)]
    return [-math.log(trace.probabilities[word - 1].astype(float)[trace.tokens[word].id]) for word in words[1:]]


def rows_of(model: LanguageModel, layer: int, head: int) -> np.ndarray:
    """The rows of W_O of one head, [d_head, d_model]."""
    size = model.config.d_head
    return model.transformer.block(layer).attention.output.weight.detach().numpy().T[head * size : (head + 1) * size]


def written_by(model: LanguageModel, trace: Trace, layer: int, head: int, query: int, key: int) -> np.ndarray:
    return trace.layers[layer].pattern[head, query, key] * (
        trace.layers[layer].values[head, key] @ rows_of(model, layer, head)
    )


def ffn_of(trace: Trace, layer: int, position: int) -> np.ndarray:
    """What the FFN gave: the stream after it is the stream before it and this, or this alone."""
    stages = trace.layers[layer]
    kept = 0 if (layer, "ffn") in trace.intervention.residual_off else stages.residual_mid[position]
    return stages.residual_out[position] - kept


def pattern_of(trace: Trace, layer: int, head: int, scaled: bool) -> np.ndarray:
    """Softmax of the head's own scores over what it may see: multiplied, divided by the root or not, capped."""
    stages, change, cap = trace.layers[layer], trace.intervention, trace.plan.softcap
    factor = (trace.plan.factor if scaled else 1) * change.multiplier / change.temperature
    rows = np.zeros(stages.scores[head].shape)
    for query, key in np.argwhere(~np.isneginf(stages.masked[head])).tolist():
        score = float(stages.scores[head, query, key]) * factor
        rows[query, key] = math.exp(score if cap is None else cap * math.tanh(score / cap))
    return rows / rows.sum(-1, keepdims=True)


def agreement_of(values: np.ndarray, others: np.ndarray, hidden: np.ndarray) -> float:
    """The correlation of mean ranks, over cells that are not hidden and not the only ones of their row."""
    cells = [cell for cell in np.ndindex(values.shape) if not hidden[cell] and (~hidden[cell[0]]).sum() > 1]

    def ranks(numbers: list[float]) -> list[float]:
        return [sum(n < number for n in numbers) + (sum(n == number for n in numbers) + 1) / 2 for number in numbers]

    one, other = ranks([values[cell] for cell in cells]), ranks([abs(others[cell]) for cell in cells])
    return float(np.corrcoef(one, other)[0, 1])


def some_effects(trace: Trace) -> np.ndarray:
    """Numbers of either sign, some of them equal."""
    n = len(trace.tokens)
    return np.random.default_rng(1).integers(-4, 5, (n, n)) / 4


def last_logits(model: LanguageModel, vectors: list[np.ndarray], trace: Trace) -> list[np.ndarray]:
    """The last norm and W_U, number by number."""
    norm, found = model.transformer.final_norm, []
    for vector in vectors:
        centred = vector.astype(float) - vector.astype(float).mean()
        normed = centred / math.sqrt(np.square(centred).mean() + norm.eps)
        found.append(trace.unembedding @ (normed * norm.weight.detach().numpy() + norm.bias.detach().numpy()))
    return found


def unit_pushes(model: LanguageModel, trace: Trace, word: int) -> list[float]:
    """What each unit of layer 2 adds at position 3 to a logit, less its mean over all; the norm divides as it did."""
    norm, stream = model.transformer.final_norm, trace.layers[-1].residual_out[3].astype(float)
    deviation = math.sqrt(stream.var() + norm.eps)
    w_out, found = model.transformer.block(2).mlp_out.weight.detach().numpy(), []
    for unit_of_ffn, value in enumerate(trace.layers[2].hidden[3]):
        row = value * w_out[:, unit_of_ffn].astype(float)
        logits = trace.unembedding @ ((row - row.mean()) / deviation * norm.weight.detach().numpy())
        found.append(logits[word] - logits.mean())
    return found


# Of each reading: what it says, and its definition; both of a model and one of its passes.
DEFINITIONS: dict[str, tuple[Made, Made]] = {
    **{
        f"aim: {name}": (
            lambda model, trace, name=name: aims.measured(trace, name),
            lambda model, trace, name=name: aim_of(trace, name),
        )
        for name in aims.AIMS
    },
    "entropy": (
        lambda model, trace: aims.measured(trace, aims.ENTROPY),
        lambda model, trace: each_head(trace, entropy_of),
    ),
    "distance": (
        lambda model, trace: aims.measured(trace, aims.DISTANCE),
        lambda model, trace: each_head(trace, distance_of),
    ),
    "losses": (lambda model, trace: loss.token_losses(trace), lambda model, trace: losses_of(trace)),
    "surprises": (
        lambda model, trace: loss.surprises(trace),
        lambda model, trace: [nats / math.log(2) for nats in losses_of(trace)],
    ),
    "loss": (lambda model, trace: loss.sentence_loss(trace), lambda model, trace: mean(losses_of(trace))),
    "moved": (
        lambda model, trace: movement.moved(model.transformer, trace, 2)[1],
        lambda model, trace: [
            [length(written_by(model, trace, 1, head, 2, key)) for key in places(trace)]
            for head in range(model.config.n_heads)
        ],
    ),
    "carried": (
        lambda model, trace: contributions.carried(model.transformer, trace, 1, 2, 3, 1),
        lambda model, trace: written_by(model, trace, 1, 2, 3, 1),
    ),
    "contributions": (
        lambda model, trace: contributions.contributions(model.transformer, trace, 1)[:, 3],
        lambda model, trace: [
            sum(written_by(model, trace, 1, head, 3, key) for key in places(trace))
            * trace.layers[1].context[head].any()  # a head that is switched off has a pattern too
            for head in range(model.config.n_heads)
        ],
    ),
    "all heads at once": (
        lambda model, trace: contributions.concatenated(model.transformer, trace, 1),
        lambda model, trace: trace.layers[1].attended,
    ),
    "value-weighted": (
        lambda model, trace: effects.value_weighted(model.transformer, trace, 1)[2, 3],
        lambda model, trace: [
            length(written_by(model, trace, 1, 2, 3, key)) * bool(trace.layers[1].context[2].any())
            for key in places(trace)
        ],
    ),
    "lengths of the stream": (
        lambda model, trace: residual.stream(trace).lengths[2],
        lambda model, trace: [length(trace.layers[0].residual_out[place]) for place in places(trace)],
    ),
    "lengths of a step": (
        lambda model, trace: residual.stream(trace).added[3],
        lambda model, trace: [length(ffn_of(trace, 1, place)) for place in places(trace)],
    ),
    "likeness": (
        lambda model, trace: residual.likeness(trace)[3],
        lambda model, trace: mean(
            cosine(trace.layers[1].residual_mid[one], trace.layers[1].residual_mid[other])
            for one in places(trace)
            for other in places(trace)
            if one != other
        ),
    ),
    **{
        f"pattern, scaled {scaled}": (
            lambda model, trace, scaled=scaled: sharpness.pattern_with(trace, Head(1, 1), scaled=scaled),
            lambda model, trace, scaled=scaled: pattern_of(trace, 1, 1, scaled),
        )
        for scaled in (True, False)
    },
    "agreement": (
        lambda model, trace: effects.agreement(
            trace.layers[1].pattern[1], some_effects(trace), np.isneginf(trace.layers[1].masked[1])
        ),
        lambda model, trace: agreement_of(
            trace.layers[1].pattern[1], some_effects(trace), np.isneginf(trace.layers[1].masked[1])
        ),
    ),
    "units": (
        lambda model, trace: feed_forward.pushes_on(model.transformer, trace, 2, 3, 290),
        lambda model, trace: unit_pushes(model, trace, 290),
    ),
    **{
        f"lens, without itself {without}": (
            lambda model, trace, without=without: lens.logit_lens(model.transformer, trace, 3, without_itself=without),
            lambda model, trace, without=without: last_logits(
                model,
                [
                    state[3] - without * trace.embedded[3]
                    for state in (trace.layers[0].residual_in, *(layer.residual_out for layer in trace.layers))
                ],
                trace,
            ),
        )
        for without in (True, False)
    },
}


CASES = [*product(DEFINITIONS, CHANGES)]


# The definition of the units is a pass for each unit: `make test` asks two.
@pytest.mark.parametrize(
    ("name", "change"), sampled(CASES, [case for case in CASES if case[0] != "units" or case[1] in ("none", "padded")])
)
def test_a_reading_is_its_definition(name: str, change: str) -> None:
    model, (reading, definition) = load("story"), DEFINITIONS[name]
    trace = model.trace(TEXT, CHANGES[change])
    np.testing.assert_allclose(reading(model, trace), definition(model, trace), rtol=2e-3, atol=2e-4)


@pytest.mark.parametrize("scaled", [True, False])
def test_scores_that_are_pressed_together_stay_so_without_the_root(opened: Any, scaled: bool) -> None:
    trace = opened("gemma2")[1].trace("the cat sat on the mat")
    found = sharpness.pattern_with(trace, Head(1, 1), scaled=scaled)
    np.testing.assert_allclose(found, pattern_of(trace, 1, 1, scaled), atol=1e-5)


def test_a_word_is_changed_for_its_nearest_of_the_same_form() -> None:
    model = load("story")
    units, trace = unit(model.transformer.embedding.weight.detach().numpy()), model.trace(TEXT)
    ids, expected = [token.id for token in trace.tokens], []
    for position, token in enumerate(trace.tokens):
        own = token.text.strip()
        near = sorted(range(len(units)), key=lambda other: -float(units[other] @ units[token.id]))[1:40]
        fitting = []
        for other in near if own.isalpha() else ():
            word = model.tokenizer.added_by(other)
            same = word[:1] == token.text[:1] == " " or (word[:1] != " " and token.text[:1] != " ")
            bare = word.strip()
            if (
                same
                and bare.isalpha()
                and len(bare) >= 2
                and bare[0].isupper() == own[0].isupper()
                and bare.lower() != own.lower()
            ):
                text = trace.text[: token.start] + (word if position else bare) + trace.text[token.end :]
                if model.tokenizer.ids(text) == [*ids[:position], other, *ids[position + 1 :]]:
                    fitting.append((position, bare, text))
        expected += fitting[:2]
    assert [tuple(each) for each in neighbours.one_word_changed(model, trace, units)] == expected


@pytest.mark.parametrize("count", [1, 2, 3])
def test_the_word_to_compare_is_no_function_word_and_of_those_that_most_texts_have_the_rarest(count: int) -> None:
    texts = "The old fox saw a porcupine", "An old fox and the porcupine sat", "The fox is old, the porcupine sleeps"
    traces = [load("story").trace(text) for text in texts[:count]]

    def worth(word: str) -> tuple[int, int]:
        has_it = sum(word in text.lower().replace(",", "").split() for text in texts[1:count])
        return has_it, max(load("story").tokenizer.ids(word))

    words = [word for word in texts[0].split() if word.lower() not in FUNCTION_WORDS]
    assert found_words.shared_word(traces, "") == max(words, key=worth)
    assert found_words.shared_word(traces, "fox") == "fox" and found_words.shared_word(traces, "tree") != "tree"


def test_one_token_has_no_next_word_and_no_other_token_to_be_compared_with() -> None:
    alone = load("story").trace("a", Intervention(padding=3))
    assert loss.token_losses(alone).shape == loss.surprises(alone).shape == (0,)
    with pytest.raises(ValueError, match="no next token"):
        loss.sentence_loss(alone)
    with pytest.raises(ValueError, match="no other to be compared with"):
        residual.likeness(load("story").trace("a"))
