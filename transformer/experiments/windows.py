"""Windows over a sentence: which word pairs word vectors are trained on (Mikolov et al. 2013)."""

from collections.abc import Sequence


def neighbours(n_words: int, centre: int, size: int) -> list[int]:
    """The places at most `size` away from the centre, itself left out, inside a sentence of `n_words`."""
    return [
        position for position in range(max(0, centre - size), min(n_words, centre + size + 1)) if position != centre
    ]


def skip_gram_pairs(words: Sequence[str], size: int) -> list[tuple[str, str]]:
    """Each word with each of its neighbours: the first is given, the second is to be predicted."""
    return [
        (word, words[position])
        for centre, word in enumerate(words)
        for position in neighbours(len(words), centre, size)
    ]


def cbow_examples(words: Sequence[str], size: int) -> list[tuple[tuple[str, ...], str]]:
    """The neighbours of each word together, and the word: the neighbours are given, the word is to be predicted.

    A word without neighbours gives no example.
    """
    examples = []
    for centre, word in enumerate(words):
        around = tuple(words[position] for position in neighbours(len(words), centre, size))
        if around:
            examples.append((around, word))
    return examples
