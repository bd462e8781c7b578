"""Where the static vector of a word lies among the words that it is read with, and where its contextual ones do."""

import numpy as np
from jaxtyping import Float
from numpy import ndarray as Array

from headlight.pages.embeddings.contexts import Context
from headlight.parts.words import decimal
from headlight.pictures import Screen
from transformer import LanguageModel
from transformer.readings.occurrences import Occurrence, occurrences
from transformer.similarity import cosines


def of(context: Context) -> Occurrence | None:
    """The rarest other word of a sentence: of those that are one token, the one that was joined last."""
    others = [word for word in occurrences(context.trace) if word.places != context.word.places]
    return max((word for word in others if len(word.ids) == 1), key=lambda word: word.ids, default=None)


def measured(
    model: LanguageModel, with_word: list[Context]
) -> tuple[list[Occurrence], Float[Array, "one_and_sentence companion"]]:
    """The companions, each once, and the cosines of their rows of W_E with the word's vectors.

    First the vector that the first sentence begins with, the row of W_E; then, for each sentence, what it is before
    the last layer, which turns it to the next word.
    """
    by_ids = {word.ids: word for context in with_word if (word := of(context))}
    rows = model.transformer.embedding.weight[[id for (id,) in by_ids]].numpy()
    vectors = np.stack([with_word[0].path[0], *(context.path[-2] for context in with_word)])
    return list(by_ids.values()), cosines(vectors, rows)


def show(screen: Screen, model: LanguageModel, with_word: list[Context]) -> None:
    """The cosines as a matrix, the static vector first; nothing where no sentence has another word."""
    if not any(of(context) for context in with_word):
        return
    companions, values = measured(model, with_word)
    names = [word.word for word in companions]
    left, right = screen.columns(55, 45)
    with left.headed(
        "One static vector among its companions",
        "Cosines with the row of the rarest other word of each sentence. The static vector must serve all of them; "
        f"below it are the vectors after layer {len(with_word[0].trace.layers) - 1}.",
    ):
        screen.matrix_of_cosines(
            values,
            rows=["static", *(context.title for context in with_word)],
            columns=names,
            alt="Cosine of the word's static vector, and of its vector in each sentence, with the companions' rows.",
            key="companions",
        )
    with right.headed("Which companion is nearest?", "Does each sentence bring the word nearer to its own?"):
        screen.note(companions_text(with_word, names, values))


def companions_text(
    with_word: list[Context], names: list[str], values: Float[Array, "one_and_sentence companion"]
) -> str:
    """The nearest companion of the static vector and of each contextual one, and whether it is of that sentence."""
    static, *rest = (names[index] for index in values.argmax(axis=1))
    parts = [f"Nearest to the static vector is “{static}”, {decimal(values[0].max())}."]
    for context, name, row in zip(with_word, rest, values[1:], strict=True):
        own = of(context)
        whose = "its own" if own is not None and own.word == name else "not its own"
        parts.append(f"In sentence {context.number} it is “{name}”, {decimal(row.max())}, {whose}.")
    return " ".join(parts)
