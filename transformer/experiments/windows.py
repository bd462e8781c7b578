"""Windows over a sentence: which word pairs word vectors are trained on (Mikolov et al. 2013)."""


def neighbours(n_words: int, centre: int, size: int) -> list[int]:
    """The places at most `size` away from the centre, itself left out, inside a sentence of `n_words`."""
    return [
        position for position in range(max(0, centre - size), min(n_words, centre + size + 1)) if position != centre
    ]
