"""The first path: its ten stops, each a question that the model itself answers, and what the reader guessed."""

import tomllib
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import NamedTuple

import numpy as np

from headlight.frame import address, assets
from headlight.frame.address import Key, OneOf
from headlight.frame.words import escaped
from transformer import Intervention, LanguageModel, Trace
from transformer.experiments.paths import paths
from transformer.similarity import cosines, nearest, unit
from transformer.softmax import softmax

HIKING = "The hiking trail led us through bear country"
BANKS = ("the river bank", "a financial bank")
NUMBERS, FACTOR = np.array([2.0, 4.0, 5.0]), 100
COLD = 0.5
_NEAR_KING = ("crown", "queen", "ring")
HEAD = (2, 0)  # the modifier head of the bundled model, counted from 0


@dataclass(frozen=True)
class Answer:
    """Which option is right (from 0), and the sentence that says so with the model's numbers."""

    option: int
    words: str


class Step(NamedTuple):
    """One stop of the path; `answer` names the function here that answers, `state` is what its link sets."""

    answer: str
    title: str
    page: str
    before: str
    question: str
    options: list[str]
    why: str
    state: Mapping[str, str] = MappingProxyType({})


def _pieces(model: LanguageModel) -> Answer:
    pieces = [token.text.strip() for token in model.tokenizer.encode("prejudice")]
    written = " + ".join(f"“{piece}”" for piece in pieces)
    return Answer(min(len(pieces), 3) - 1, f"The tokenizer cuts it into {len(pieces)}: {written}.")


def _nearest(model: LanguageModel) -> Answer:
    rows = unit(model.transformer.embedding.weight.numpy())
    ids, cosine = nearest(rows, [model.tokenizer.encode("king")[0].id], count=1)
    word = model.tokenizer.text_of(int(ids[0, 0])).strip()
    right = _NEAR_KING.index(word) if word in _NEAR_KING else len(_NEAR_KING)
    return Answer(right, f"The nearest of all {len(rows)} rows is that of “{word}”, at a cosine of {cosine[0, 0]:.2f}.")


def _same_word_twice(model: LanguageModel) -> Answer:
    trace = model.trace("bear bear")
    same = bool(np.array_equal(trace.embedded[0], trace.embedded[1]))
    apart = np.linalg.norm(trace.layers[0].residual_in[0] - trace.layers[0].residual_in[1])
    return Answer(
        1 if same and apart > 0 else 0,
        "The embedding is the same row twice: the largest difference is exactly 0. With the position encodings added, "
        f"the two vectors are {apart:.2f} apart, and only by that can the model tell first from second.",
    )


def _bear_or_country(model: LanguageModel) -> Answer:
    to_bear, to_country = model.trace("bear country").layers[HEAD[0]].pattern[HEAD[1], 1]
    return Answer(
        0 if to_bear > to_country else 1,
        f"“country” gives {to_bear:.2f} of its attention to “bear” and {to_country:.2f} to itself.",
    )


def _looking_ahead(model: LanguageModel) -> Answer:
    weight = model.trace("bear country").layers[HEAD[0]].pattern[HEAD[1], 0, 1]
    return Answer(
        0 if weight == 0 else 1,
        f"The weight is {weight:.0f}, exactly: its score was set to −∞ before the softmax, and exp(−∞) = 0.",
    )


def _times_a_hundred(model: LanguageModel) -> Answer:
    small, large = softmax(NUMBERS), softmax(FACTOR * NUMBERS)
    return Answer(
        2 if large[2] > 0.9999 else 1,
        f"The largest weight goes from {small[2]:.4f} to {large[2]:.4f}: softmax looks at differences, and these are "
        "now a hundred times as large. Dividing scores by √d keeps them small.",
    )


def _silenced(model: LanguageModel) -> Answer:
    before, first = _likeliest(model, model.trace(HIKING))
    after, second = _likeliest(model, model.trace(HIKING, Intervention(silenced=frozenset({HEAD}))))
    return Answer(
        0 if before != after else 1,
        f"The likeliest next token is “{before}” at {first:.3f} with the head, “{after}” at {second:.3f} without it. "
        "One head of 36 seldom decides alone.",
    )


def _colder(model: LanguageModel) -> Answer:
    logits = model.trace(HIKING).next_logits
    usual, cold = softmax(logits).max(), softmax(logits, COLD).max()
    return Answer(
        0 if cold > usual else 1,
        f"It goes from {usual:.2f} to {cold:.2f}: all logits are doubled, and so are their differences. The attention "
        "is untouched.",
    )


def banks(model: LanguageModel) -> list[np.ndarray]:
    """The vector of “bank” in both texts, with its position and then after each layer: [stage, d_model]."""
    traces = [model.trace(text) for text in BANKS]
    return [
        np.stack([trace.layers[0].residual_in[place], *(layer.residual_out[place] for layer in trace.layers)])
        for trace in traces
        for place in [trace.words.index("bank")]
    ]


def _banks(model: LanguageModel) -> Answer:
    river, financial = banks(model)
    first, last = (cosines(river[[stage]], financial[[stage]]).item() for stage in (1, -1))
    return Answer(
        1 if last < first else 0,
        "Before layer 1 the embedding of “bank” is the same in both. "
        f"After layer 1 the cosine of the two vectors is {first:.3f}, after the last {last:.3f}.",
    )


def _path_length(model: LanguageModel) -> Answer:
    last = len(model.trace(HIKING).tokens) - 1
    recurrent, attention = (paths(kind, last + 1, 0, last, window=2).length for kind in ("RNN", "self-attention"))
    return Answer(
        0 if recurrent == last + 1 and attention == 1 else 1,
        f"A recurrent network needs {recurrent}: one from “The” into its own state, and {recurrent - 1} from state to "
        f"state, up to that at “country”. Self-attention needs {attention}, however long the sentence is.",
    )


def _likeliest(model: LanguageModel, trace: Trace) -> tuple[str, float]:
    chances = softmax(trace.next_logits)
    best = int(chances.argmax())
    return escaped(model.tokenizer.text_of(best).strip()), float(chances[best])


FILE = "path.toml"
STEPS: list[Step] = assets.read(FILE, lambda written: [Step(**step) for step in tomllib.loads(written)["step"]], [])
address.declare(
    *(
        Key(f"guess_{number}", OneOf(tuple(step.options)), f"the guess at stop {number} of the first path")
        for number, step in enumerate(STEPS, 1)
    )
)
ANSWERS: dict[str, Callable[[LanguageModel], Answer]] = {
    "pieces": _pieces,
    "nearest": _nearest,
    "same_word_twice": _same_word_twice,
    "bear_or_country": _bear_or_country,
    "looking_ahead": _looking_ahead,
    "times_a_hundred": _times_a_hundred,
    "silenced": _silenced,
    "banks": _banks,
    "colder": _colder,
    "path_length": _path_length,
}


def is_right(model: LanguageModel, step: Step, guess: str) -> bool:
    """Whether a guess is what the model does."""
    return step.options.index(guess) == ANSWERS[step.answer](model).option
