"""Answers of the model at each stop of the path: the right guess, the sentence that says so, and its picture."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass

import numpy as np

from headlight.formulas import attention
from headlight.pages.path.grown import CUT, HEAD, TWICE, last
from headlight.pages.tokens import merges
from headlight.parts import stages, tokens
from headlight.parts.nouns import EXAMPLE, State, count
from headlight.pictures import Screen
from transformer import LanguageModel
from transformer.experiments.paths import Network, paths

_KINDS: tuple[Network, Network] = ("RNN", "self-attention")


@dataclass(frozen=True)
class Answer:
    """Which option is right (from 0), the sentence that says so with the model's numbers, and what draws them."""

    option: int
    words: str
    picture: Callable[[Screen, State], None]


def pieces(model: LanguageModel) -> Answer:
    """How many tokens a word is."""
    trace = model.trace(CUT)
    texts = [token.text.strip() for token in trace.tokens]
    (steps,) = model.tokenizer.merge_steps(CUT)

    def picture(screen: Screen, state: State) -> None:
        hint = "Each merge joins two neighbours that the tokenizer learned to join; the filled ones stay."
        screen.heading("How is it cut?", hint)
        screen.merge_tree(merges.blocks(steps), alt="The merges of the word.", key="stop_merges")

    joined = " + ".join(f"“{piece}”" for piece in texts)
    return Answer(min(len(texts), 3) - 1, f"The tokenizer cuts it into {len(texts)}: {joined}.", picture)


def same_word_twice(model: LanguageModel) -> Answer:
    """Answer what makes two equal words different."""
    trace = model.trace(TWICE)
    parts = {"embedded": trace.embedded, "+ position": trace.positions, "= sum": trace.layers[0].residual_in}
    apart = [float(np.linalg.norm(one - other)) for one, other in parts.values()]

    def picture(screen: Screen, state: State) -> None:
        screen.heading("The vectors of “bear bear”", "Compare the two rows of each strip: the first pair is the same.")
        alt = "Embedding, position and sum of both words."
        shown = {name: parts[name] for name in ("embedded", "= sum")} if tokens.compact(state) else parts
        screen.strips(shown, tokens=trace.words, alt=alt, key="stop_strips", height=44)

    return Answer(
        1 if apart[0] == 0 < apart[2] else 0,
        "The embedding is the same row twice. With the positional encodings added, the two vectors are "
        f"{apart[2]:.2f} apart, and only by that can the model tell first from second.",
        picture,
    )


def bear_or_country(model: LanguageModel) -> Answer:
    """Where a word looks."""
    trace = model.trace(EXAMPLE)
    bear, country = (last(trace.words, word) for word in ("bear", "country"))
    stage = trace.layers[HEAD.layer]
    to_bear, to_country = stage.pattern[HEAD.head, country, [bear, country]]

    def picture(screen: Screen, state: State) -> None:
        screen.heading("The weight on “bear”, worked out", "Its score to a power of e, divided by the sum.")
        screen.formula(attention.weight_of(stage.masked[HEAD.head, country], bear), key="stop_formula")

    sentence = f"“country” gives {to_bear:.0%} of its attention to “bear” and {to_country:.0%} to itself."
    return Answer(0 if to_bear > to_country else 1, sentence, picture)


def looking_ahead(model: LanguageModel) -> Answer:
    """Answer how much attention a word gives to later ones."""
    trace = model.trace(EXAMPLE)
    bear, country = (last(trace.words, word) for word in ("bear", "country"))
    layer = trace.layers[HEAD.layer]
    weight = layer.pattern[HEAD.head, bear, country]

    def picture(screen: Screen, state: State) -> None:
        screen.heading("Masked", stages.says(state, trace, "masked"))
        stages.picture(screen, state, trace, *HEAD, "masked", selected=(bear, country))

    sentence = f"The weight is {weight:.0f}, exactly: its score was set to −∞ before the softmax, and exp(−∞) = 0."
    return Answer(0 if weight == 0 else 1, sentence, picture)


def path_length(model: LanguageModel) -> Answer:
    """How many arrows lead from the first word to the last."""
    read = model.trace(EXAMPLE).words
    end = len(read) - 1
    ways = {kind: paths(kind, len(read), 0, end, window=2) for kind in _KINDS}
    recurrent, direct = (way.length for way in ways.values())

    def picture(screen: Screen, state: State) -> None:
        way, arrows = ways["RNN"], count(recurrent, "arrow")
        screen.heading(f"Recurrent network: {arrows}", f"Lit: the way from “{read[0]}” to the state at “{read[end]}”.")
        screen.paths(
            read,
            levels=["states"],
            edges=way.edges,
            lit=way.path,
            shares=[0.0] * len(read),
            notes=[""] * len(read),
            alt=f"Recurrent network: {arrows} from the first word to the state at the last.",
            key="stop_states",
            low=True,
        )

    return Answer(
        0 if recurrent == end + 1 and direct == 1 else 1,
        f"A recurrent network needs {recurrent}: one from “{read[0]}” into its own state, and {recurrent - 1} "
        f"from state to state, up to that at “{read[end]}”. Self-attention needs {direct}, however long the "
        "sentence is.",
        picture,
    )


_EVERY = (pieces, same_word_twice, bear_or_country, looking_ahead, path_length)
ANSWERS: Mapping[str, Callable[[LanguageModel], Answer]] = {answer.__name__: answer for answer in _EVERY}
