"""Static word vectors, one for each word of a list: `load_words` them, ask for `nearest` words and an `analogy`."""

import json
import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

import numpy as np
from jaxtyping import Float, Int
from numpy import ndarray as Array
from safetensors.numpy import load_file, save_file

from transformer.brief import Brief
from transformer.bundled.folders import MODELS, damaged, home_of, read, read_weights, seal
from transformer.ranking import largest
from transformer.similarity import unit
from transformer.words import JOINED

WORDS, VECTORS = "words.json", "words.safetensors"
_LETTERS = rf"[^\W\d_](?:[^\W\d_]|[{JOINED}])*"
_WORD = re.compile(rf"{_LETTERS}(?:'{_LETTERS})*")


def words_of(text: str) -> list[str]:
    """The words of a text in order, lower-cased: runs of letters; a "'s" at the end is left off."""
    return [word.removesuffix("'s") for word in _WORD.findall(text.replace("’", "'").lower())]


@dataclass(frozen=True, eq=False, repr=False)
class WordVectors(Brief):
    """Skip-gram vectors (Mikolov et al. 2013), the most frequent word first. Safe to share between threads."""

    name: str
    words: tuple[str, ...]
    counts: Int[Array, " vocab"]  # how often each word stands in the training text
    vectors: Float[Array, "vocab width"]  # W_in: a word as the centre of a window
    contexts: Float[Array, "vocab width"]  # W_out: a word as a neighbour of the centre
    map: Float[Array, "vocab 2"]  # a place in the plane for each word, neighbours kept together (t-SNE)

    @cached_property
    def units(self) -> Float[Array, "vocab width"]:
        """The vectors, each divided by its length."""
        return unit(self.vectors)

    @cached_property
    def _rows(self) -> dict[str, int]:
        return {word: row for row, word in enumerate(self.words)}

    @cached_property
    def _near(self) -> dict[tuple[str, int], list[tuple[str, float]]]:
        """Look up `nearest`, kept: most words of a sentence stay the same from key to key."""
        return {}

    def row_of(self, word: str) -> int | None:
        """Find the row of a word; capital letters and blanks around it do not count.

        Args:
            word: a single word.

        Returns:
            Its row in `vectors` and `contexts`, or None if it is not on the list.

        Example:
            >>> from transformer import load_words
            >>> load_words("words").row_of(" King "), load_words("words").row_of("the king")
            (276, None)
        """
        tokens = words_of(word)
        return self._rows.get(tokens[0]) if len(tokens) == 1 else None

    def index(self, word: str) -> int:
        """Find the row of a word that is on the list.

        Args:
            word: as `row_of` reads it.

        Returns:
            Its row in `vectors` and `contexts`.

        Raises:
            KeyError: if the word is not on the list.
        """
        row = self.row_of(word)
        if row is None:
            raise KeyError(word)
        return row

    def nearest(self, word: str, count: int) -> list[tuple[str, float]]:
        """List the words with the largest cosine to a word, itself left out.

        Args:
            word: one of the list.
            count: how many.

        Returns:
            (word, cosine) of each, the nearest first.

        Raises:
            KeyError: if the word is not on the list.
        """
        if (word, count) not in self._near:
            row = self.index(word)
            self._near[word, count] = self._ranked(self.units @ self.units[row], [row], count)
        return self._near[word, count]

    def analogy(
        self, first: str, minus: str, plus: str, count: int, *, exclude: bool = True
    ) -> list[tuple[str, float]]:
        """List the words nearest by cosine to first - minus + plus, the three unit vectors added.

        Args:
            first: as in king - man + woman.
            minus: the word that is taken away.
            plus: the word that is added.
            count: how many.
            exclude: leave out the three words themselves, as is the custom (Mikolov et al. 2013, "Linguistic
                Regularities in Continuous Space Word Representations", section 4).

        Returns:
            (word, cosine) of each, the nearest first.

        Raises:
            KeyError: if one of the words is not on the list.

        Example:
            >>> from transformer import load_words
            >>> [word for word, _ in load_words("words").analogy("king", "man", "woman", 1)]
            ['queen']
        """
        places = [self.index(word) for word in (first, minus, plus)]
        return self._ranked(self._scores(places), places if exclude else [], count)

    def rank(self, expected: str, first: str, minus: str, plus: str, *, exclude: bool = True) -> int:
        """Find the rank of an expected word in the list of `analogy`.

        Args:
            expected: the word that is looked for.
            first: as in king - man + woman.
            minus: the word that is taken away.
            plus: the word that is added.
            exclude: leave out the three words themselves.

        Returns:
            Its rank, from 1; 0 if it was left out.

        Raises:
            KeyError: if one of the words is not on the list.
        """
        rows = [self.index(word) for word in (first, minus, plus)]
        row = self.index(expected)
        if exclude and row in rows:
            return 0
        scores = self._scores(rows)
        better = scores > scores[row]
        if exclude:
            better[rows] = False
        return 1 + int(better.sum())

    def pair_chance(self, centre: str, neighbours: Sequence[str]) -> Float[Array, " neighbour"]:
        """Give the chance of each word to be a true neighbour of the centre and not one drawn at random.

        sigmoid(u . v) with v the centre's row of W_in and u the neighbour's row of W_out: what negative sampling
        trains (Mikolov et al. 2013, "Distributed Representations of Words and Phrases", equation 4).

        Args:
            centre: the word in the middle of the window.
            neighbours: words that may stand beside it.

        Returns:
            A chance for each neighbour, [neighbour].

        Raises:
            KeyError: if one of the words is not on the list.
        """
        rows = self.contexts[[self.index(word) for word in neighbours]]
        return 1 / (1 + np.exp(-(rows @ self.vectors[self.index(centre)])))

    def _scores(self, places: list[int]) -> Float[Array, " vocab"]:
        one, two, three = self.units[places]
        target = one - two + three
        length = np.linalg.norm(target)
        return self.units @ (target / length if length else target)

    def _ranked(self, scores: Float[Array, " vocab"], left_out: list[int], count: int) -> list[tuple[str, float]]:
        """The `count` words of the largest scores, in their order."""
        order = [row for row in largest(scores, count + len(left_out)) if row not in left_out]
        return [(self.words[row], float(scores[row])) for row in order[:count]]


def load_words(name: str, folder: Path = MODELS) -> WordVectors:
    """Read bundled word vectors: words.json and words.safetensors in `folder`/`name`.

    Args:
        name: of a folder, such as "words".
        folder: where the folders of models are.

    Returns:
        The vectors, the most frequent word first.

    Raises:
        ModelFolderError: if the folder, or one of its files, is missing, damaged or of other words.

    Example:
        >>> from transformer import load_words
        >>> words = load_words("words")
        >>> words.vectors.shape, [word for word, _ in words.nearest("bread", 2)]
        ((16929, 64), ['butter', 'cheese'])
    """
    home = home_of(name, folder)
    words, counts = read(home / WORDS, _listed)
    arrays = read_weights(home / VECTORS, _arrays)
    if any(len(array) != len(words) for array in arrays.values()):
        raise damaged(home / VECTORS, f"it is not of the {len(words)} words that {WORDS} lists")
    return WordVectors(name, words, counts, **arrays)


def _listed(path: Path) -> tuple[tuple[str, ...], Array]:
    listed = json.loads(path.read_text(encoding="utf-8"))
    return tuple(listed["words"]), np.array(listed["counts"], dtype=np.int64)


def _arrays(path: Path) -> dict[str, Array]:
    arrays = load_file(path)
    return {field: arrays[field].astype(np.float32) for field in ("vectors", "contexts", "map")}


def save_words(vectors: WordVectors, home: Path) -> None:
    """Write a folder that `load_words` reads, numbers in half precision."""
    home.mkdir(parents=True, exist_ok=True)
    listed = {"words": vectors.words, "counts": vectors.counts.tolist()}
    (home / WORDS).write_text(json.dumps(listed, ensure_ascii=False) + "\n", encoding="utf-8")
    arrays = {"vectors": vectors.vectors, "contexts": vectors.contexts, "map": vectors.map}
    save_file({field: array.astype(np.float16) for field, array in arrays.items()}, home / VECTORS)
    seal(home / VECTORS)
