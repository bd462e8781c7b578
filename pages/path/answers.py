"""Answers of the model at each stop of the path: the right guess, the sentence that says so, and its picture."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass

import numpy as np

from headlight.formulas import attention, prediction
from headlight.pages.path.asked import BANKS, CUT, FACTOR, KING, NEAR_KING, NUMBERS, TWICE
from headlight.pages.path.grown import COLD, DECIDES, HEAD, last
from headlight.pages.tokens import merges
from headlight.parts import stages, tokens, vocabulary
from headlight.parts.nouns import EXAMPLE, State, count, escaped
from headlight.pictures import Screen
from transformer import Intervention, LanguageModel
from transformer.experiments.paths import Kind, paths
from transformer.similarity import cosines, nearest, unit
from transformer.softmax import softmax

_COUNT = 5  # bars of a picture
_KINDS: tuple[Kind, Kind] = ("RNN", "self-attention")


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
        screen.heading("How it is cut", hint)
        screen.merge_tree(merges.blocks(steps), alt="The merges of the word.", key="stop_merges")

    joined = " + ".join(f"“{piece}”" for piece in texts)
    return Answer(min(len(texts), 3) - 1, f"The tokenizer cuts it into {len(texts)}: {joined}.", picture)


def nearest_row(model: LanguageModel) -> Answer:
    """Which row of the embedding is nearest to another."""
    rows = model.transformer.embedding.weight.numpy()
    king = model.tokenizer.encode(KING)[0].id
    (ids,), (similarities,) = nearest(unit(rows), [king], count=_COUNT)
    word = model.tokenizer.text_of(int(ids[0])).strip()

    def picture(screen: Screen, state: State) -> None:
        screen.heading("The rows nearest to “king”", f"By the cosine with each of {len(rows):,} rows.")
        labels = [vocabulary.shown(model, int(id)) for id in ids]
        screen.bars(
            similarities, labels=labels, alt="Cosines of the rows nearest to king.", key="stop_bars", quantity="cosine"
        )

    right = NEAR_KING.index(word) if word in NEAR_KING else len(NEAR_KING)
    sentence = f"The nearest of all {len(rows)} rows is that of “{word}”, at a cosine of {similarities[0]:.2f}."
    return Answer(right, sentence, picture)


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


def times_a_hundred(model: LanguageModel) -> Answer:
    """Answer what softmax makes of large numbers."""
    small, large = softmax(NUMBERS), softmax(FACTOR * NUMBERS)

    def picture(screen: Screen, state: State) -> None:
        for factor in screen.beside((1, FACTOR)):
            values = factor * NUMBERS
            screen.heading(f"Times {factor}", "")
            labels = [f"{value:g}" for value in values]
            screen.bars(
                softmax(values),
                labels=labels,
                alt=f"Softmax of the numbers times {factor}.",
                key=f"stop_{factor}",
                quantity="attention",
            )

    return Answer(
        2 if large[2] > 0.9999 else 1,
        f"The largest weight goes from {small[2]:.2f} to {large[2]:.2f}: softmax depends on differences, and these are "
        "now a hundred times as large. Dividing scores by √d keeps them small.",
        picture,
    )


def silenced(model: LanguageModel) -> Answer:
    """Answer whether one head decides the word."""
    trace = model.trace(EXAMPLE)
    usual = softmax(trace.next_logits)
    without = softmax(model.trace(EXAMPLE, Intervention(silenced=frozenset({DECIDES}))).next_logits)
    (before, first), (after, second) = _likeliest(model, usual), _likeliest(model, without)

    def picture(screen: Screen, state: State) -> None:
        """Draw nothing more: the sentence shows it."""

    return Answer(
        0 if before != after else 1,
        f"With the head “{before}” is most likely, {first:.0%}. Without it “{before}” has "
        f"{without[usual.argmax()]:.0%}, and “{after}” leads with {second:.0%}.",
        picture,
    )


def banks(model: LanguageModel) -> Answer:
    """How near one word is to itself in other company."""
    river, financial = (_of_bank(model, text) for text in BANKS)
    similarities = np.array(
        [cosines(one[None], other[None]).item() for one, other in zip(river, financial, strict=True)]
    )

    def picture(screen: Screen, state: State) -> None:
        screen.heading("Cosine of the two vectors of “bank”", "1: the two vectors point the same way.")
        screen.curves(
            {"cosine of the two vectors": similarities},
            axes=("after layer (0: embedding and position)", "cosine"),
            alt="The cosine of the two vectors of bank after each layer.",
            key="stop_curve",
            x_ticks=range(len(similarities)),
            height=130,
        )

    return Answer(
        1 if similarities[-1] < similarities[1] else 0,
        "Before layer 1 the embedding of “bank” is the same in both. "
        f"After layer 1 the cosine of the two vectors is {similarities[1]:.2f}, after the last {similarities[-1]:.2f}.",
        picture,
    )


def _of_bank(model: LanguageModel, text: str) -> np.ndarray:
    """The vector of “bank”, with its position and then after each layer: [stage, d_model]."""
    trace = model.trace(text)
    position = trace.words.index("bank")
    return np.stack([trace.layers[0].residual_in[position], *(layer.residual_out[position] for layer in trace.layers)])


def colder(model: LanguageModel) -> Answer:
    """Answer what a low output temperature does."""
    logits = model.trace(EXAMPLE).next_logits
    usual, cold = softmax(logits), softmax(logits, COLD)

    def picture(screen: Screen, state: State) -> None:
        """On a slide the sentence shows it."""
        if tokens.compact(state):
            return
        screen.heading("The most likely token, worked out", "From its logit to its probability.")
        lines = prediction.probability_of_likeliest(logits, cold, cold, COLD)
        screen.formula(lines[:-1], key="stop_formula")  # nothing is cut, so that nothing is renormalised

    return Answer(
        0 if cold.max() > usual.max() else 1,
        f"It goes from {usual.max():.0%} to {cold.max():.0%}: all logits are doubled, and so are their differences. "
        "The attention is untouched.",
        picture,
    )


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


def _likeliest(model: LanguageModel, chances: np.ndarray) -> tuple[str, float]:
    best = int(chances.argmax())
    return escaped(model.tokenizer.text_of(best).strip()), float(chances[best])


_EVERY = (
    *(pieces, nearest_row, same_word_twice, bear_or_country, looking_ahead),
    *(times_a_hundred, silenced, banks, colder, path_length),
)
ANSWERS: Mapping[str, Callable[[LanguageModel], Answer]] = {answer.__name__: answer for answer in _EVERY}
