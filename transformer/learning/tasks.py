"""Seven tasks that a tiny transformer learns in seconds, each a rule from inputs to solved rows."""

import dataclasses
import string
from collections.abc import Callable
from functools import partial

import torch
from jaxtyping import Bool, Int
from torch import Generator, Tensor

from transformer.learning.examples import Alphabet, Examples, Task

LETTERS = 8  # of an input to copy, reverse or sort
ROW = 32  # signs of a row of the induction task
PERIODS = (6, 7, 8, 10, 11, 12, 14, 15, 16)  # after which a row repeats, in training
UNSEEN_PERIODS = (5, 9, 13, 18)  # in the test


def _distinct(rows: int, signs: int, length: int, generator: Generator) -> Int[Tensor, "row pos"]:
    """Rows of different signs, in an order drawn at random."""
    return torch.rand(rows, signs, generator=generator, dtype=torch.float32).argsort(1)[:, :length]


def _nowhere(ids: Int[Tensor, "row pos"]) -> Bool[Tensor, "row query key"]:
    return torch.zeros(*ids.shape, ids.shape[1], dtype=torch.bool)


# Copy, reverse, sort: the letters, a bar, the letters in their new order.

_WRITTEN = Alphabet((*string.ascii_lowercase, "|"))
_ORDERS: dict[str, Callable[[Tensor], Tensor]] = {
    "copy": lambda letters: torch.arange(letters.shape[1]).expand_as(letters),
    "reverse": lambda letters: torch.arange(letters.shape[1]).flip(0).expand_as(letters),
    "sort": lambda letters: letters.argsort(dim=1, stable=True),
}


def _ordered(order: str, letters: Int[Tensor, "row pos"]) -> Examples:
    """The letters, a bar, and the letters again in another order; a head helps that looks at the next to write."""
    places = _ORDERS[order](letters)
    bar = torch.full((len(letters), 1), len(_WRITTEN.signs) - 1)
    ids = torch.cat((letters, bar, letters.gather(1, places)), 1)
    answers, look = torch.zeros_like(ids, dtype=torch.bool), _nowhere(ids)
    answers[:, LETTERS + 1 :] = True
    look[torch.arange(len(ids))[:, None], LETTERS + torch.arange(LETTERS), places] = True
    return Examples(ids, answers, {"next letter": look})


def _letters(rows: int, generator: Generator) -> Int[Tensor, "row pos"]:
    return _distinct(rows, 26, LETTERS, generator)


def _read_letters(order: str, text: str) -> Examples:
    ids = _WRITTEN.ids(text.partition("|")[0])
    if len(ids) != LETTERS:
        raise ValueError(f"this task takes {LETTERS} letters, got {len(ids)}")
    return _ordered(order, ids[None])


# Induction: a random string again and again.

_SIGNS = Alphabet((*string.ascii_lowercase, *"012345"))


def _repeated(ids: Int[Tensor, "row pos"]) -> Examples:
    """A sign that stood before asks: what came after it then? (Elhage et al. 2021, Olsson et al. 2022)"""
    length = ids.shape[1]
    query, key = torch.arange(length)[:, None], torch.arange(length)
    after_same = torch.zeros_like(_nowhere(ids))
    after_same[:, :, 1:] = ids[:, :, None] == ids[:, None, :-1]
    induction = after_same & (key <= query)
    answers = torch.zeros_like(ids, dtype=torch.bool)
    answers[:, 1:] = induction.any(-1)[:, :-1]
    previous = (key == query - 1).expand_as(induction)
    return Examples(ids, answers, {"previous token": previous, "induction": induction})


def _strings(periods: tuple[int, ...], rows: int, generator: Generator) -> Examples:
    period = torch.tensor(periods)[torch.randint(len(periods), (rows, 1), generator=generator)]
    once = _distinct(rows, len(_SIGNS.signs), ROW, generator)
    return _repeated(once.gather(1, torch.arange(ROW) % period))


def with_period(task: Task, period: int = 16) -> Task:
    """The induction task, trained on rows that all repeat after the same number of signs."""
    return dataclasses.replace(task, draw=partial(_strings, (period,)))


def _read_string(text: str) -> Examples:
    ids = _SIGNS.ids(text)
    if not 2 <= len(ids) <= ROW:
        raise ValueError(f"this task takes 2 to {ROW} characters, got {len(ids)}")
    return _repeated(ids[None])


# Bear: which word described it?

_DESCRIBING = (
    *("bear", "river", "hill", "night", "stone", "salt", "iron", "silver"),
    *("glass", "paper", "winter", "summer", "garden", "forest", "ocean", "valley"),
)
_DESCRIBED = (
    *("country", "bank", "town", "train", "bridge", "house"),
    *("market", "road", "boat", "window", "story", "song"),
)
_PAIRS = Alphabet((*_DESCRIBING, *_DESCRIBED), words=True)
_PAIRED = 4  # pairs of a row, and questions in training


def _described(
    describing: Int[Tensor, "row pair"], described: Int[Tensor, "row pair"], nouns: Int[Tensor, "row question"]
) -> Examples:
    """Pairs of a describing word and a noun; then nouns of these pairs, each followed by what described it."""
    pairs = torch.stack((describing, described), 2).flatten(1)
    questions = torch.stack((described.gather(1, nouns), describing.gather(1, nouns)), 2).flatten(1)
    ids = torch.cat((pairs, questions), 1)
    answers, look = torch.zeros_like(ids, dtype=torch.bool), _nowhere(ids)
    answers[:, 2 * _PAIRED + 1 :: 2] = True
    rows, queries = torch.arange(len(ids))[:, None], 2 * _PAIRED + 2 * torch.arange(nouns.shape[1])
    look[rows, queries, 2 * nouns] = look[rows, queries, 2 * nouns + 1] = True
    return Examples(ids, answers, {"modifier": look})


def _draw_described(rows: int, generator: Generator) -> Examples:
    describing = _distinct(rows, len(_DESCRIBING), _PAIRED, generator)
    described = len(_DESCRIBING) + _distinct(rows, len(_DESCRIBED), _PAIRED, generator)
    return _described(describing, described, _distinct(rows, _PAIRED, _PAIRED, generator))


def _read_described(text: str) -> Examples:
    ids = _PAIRS.ids(text)
    first, second, nouns = ids[: 2 * _PAIRED : 2], ids[1 : 2 * _PAIRED : 2], ids[2 * _PAIRED :: 2]
    if not len(nouns) or (first >= len(_DESCRIBING)).any() or (second < len(_DESCRIBING)).any():
        raise ValueError(f"this task takes {_PAIRED} pairs such as “bear country”, then one of their nouns again")
    if not torch.isin(nouns, second).all() or len(second.unique()) < _PAIRED or len(nouns) > _PAIRED:
        raise ValueError("each pair needs its own noun, and only these nouns can be asked for")
    pairs = (nouns[:, None] == second).int().argmax(1)
    return _described(first[None], second[None], pairs[None])


# Agreement: the verb agrees with the first noun.

_NOUNS = (  # of one, of many
    *("bear", "bears", "river", "rivers", "tree", "trees", "house", "houses"),
    *("train", "trains", "bridge", "bridges", "key", "keys"),
)
_ADJECTIVES = ("old", "big", "dark", "small", "green", "quiet")
_SENTENCES = Alphabet(("the", "near", *_ADJECTIVES, *_NOUNS, "is", "are", "·"), words=True)
_FIRST_NOUN, _VERB = 2 + len(_ADJECTIVES), 2 + len(_ADJECTIVES) + len(_NOUNS)
_WORDS = 12  # of the longest sentence


def _agreeing(sentences: list[list[int]]) -> Examples:
    """Sentences up to their verb, which is added; they are filled up with dots that nobody has to say."""
    ids = torch.full((len(sentences), _WORDS), len(_SENTENCES.signs) - 1)
    answers, look = torch.zeros_like(ids, dtype=torch.bool), _nowhere(ids)
    for row, words in enumerate(sentences):
        subject = next(position for position, word in enumerate(words) if word >= _FIRST_NOUN)
        verb = _VERB + (words[subject] - _FIRST_NOUN) % 2
        ids[row, : len(words) + 1] = torch.tensor([*words, verb])
        answers[row, len(words)] = True
        look[row, len(words) - 1, subject] = True
    return Examples(ids, answers, {"first noun": look})


def _draw_sentences(rows: int, generator: Generator) -> Examples:
    """the (adjective) noun, once or twice near the (adjective) noun: all at random."""
    drawn = torch.randint(1 << 20, (rows, 10), generator=generator).tolist()
    sentences = []
    for nouns, *numbers in drawn:
        words = []
        for part in range(2 + nouns % 2):
            described, adjective, noun = numbers[3 * part : 3 * part + 3]
            words += [1, 0] if part else [0]
            words += [2 + adjective % len(_ADJECTIVES)] * (described % 2)
            words += [_FIRST_NOUN + noun % len(_NOUNS)]
        sentences.append(words)
    return _agreeing(sentences)


def _read_sentence(text: str) -> Examples:
    ids = _SENTENCES.ids(text).tolist()
    while ids and ids[-1] >= _VERB:
        ids.pop()
    if len(ids) >= _WORDS or not any(id >= _FIRST_NOUN for id in ids):
        raise ValueError(f"this task takes a beginning of at most {_WORDS - 1} words with a noun in it")
    return _agreeing([ids])


# Addition: two numbers of two digits, the sum's units first.

_DIGITS = Alphabet((*string.digits, "+", "="))


def _added(first: Int[Tensor, " row"], second: Int[Tensor, " row"]) -> Examples:
    """ab+cd= and the sum, units first, as one adds on paper; a head helps that looks at both digits of the column."""
    total = first + second
    plus, equals = torch.full_like(first, 10), torch.full_like(first, 11)
    ids = torch.stack(
        (first // 10, first % 10, plus, second // 10, second % 10, equals, total % 10, total // 10 % 10, total // 100),
        1,
    )
    answers, look = torch.zeros_like(ids, dtype=torch.bool), _nowhere(ids)
    answers[:, 6:] = True
    look[:, 5, [1, 4]] = look[:, 6, [0, 3]] = True
    return Examples(ids, answers, {"both digits": look})


def _held_out(first: Int[Tensor, " row"], second: Int[Tensor, " row"]) -> Bool[Tensor, " row"]:
    """A tenth of all sums, never trained on."""
    return (first * 31 + second * 17) % 10 == 0


def _draw_sums(tested: bool, most: int | None, rows: int, generator: Generator) -> Examples:
    pairs = torch.cartesian_prod(torch.arange(100), torch.arange(100))
    pairs = pairs[_held_out(*pairs.T) == tested]
    if most:
        pairs = pairs[torch.randperm(len(pairs), generator=Generator().manual_seed(0))[:most]]
    first, second = pairs[torch.randint(len(pairs), (rows,), generator=generator)].T
    return _added(first, second)


def with_few(task: Task, sums: int = 300) -> Task:
    """The addition task, trained on so few sums that they can be learned by heart."""
    return dataclasses.replace(task, draw=partial(_draw_sums, False, sums))


def _read_sum(text: str) -> Examples:
    ids = _DIGITS.ids(text.partition("=")[0]).tolist()
    if len(ids) != 5 or ids[2] != 10 or 10 in ids[:2] + ids[3:]:
        raise ValueError("this task takes two numbers of two digits, such as 47+38")
    tens, ones, _, other_tens, other_ones = torch.tensor(ids)[:, None]
    return _added(10 * tens + ones, 10 * other_tens + other_ones)


def _letter_task(name: str, rule: str, watch: str) -> Task:
    def draw(rows: int, generator: Generator) -> Examples:
        return _ordered(name, _letters(rows, generator))

    return Task(name, rule, watch, _WRITTEN, 2 * LETTERS + 1, draw, draw, partial(_read_letters, name), "headlist")


TASKS = {
    task.name: task
    for task in (
        _letter_task("reverse", "Write eight letters backwards.", "the anti-diagonal"),
        _letter_task("copy", "Write eight letters again.", "a diagonal"),
        _letter_task(
            "sort", "Write eight letters in the order of the alphabet.", "each answer attends to the next letter"
        ),
        Task(
            "agreement",
            "is or are? The verb agrees with the first noun, whatever comes between.",
            "the last word attends to the first noun",
            _SENTENCES,
            _WORDS,
            _draw_sentences,
            _draw_sentences,
            _read_sentence,
            "the old bears near the river",
            "fresh examples, some of which it may meet in training too,",
        ),
        Task(
            "bear",
            "Four pairs such as bear country, then these nouns in another order: which word described each?",
            "the noun attends to its earlier copy, or at the word before that",
            _PAIRS,
            4 * _PAIRED,
            _draw_described,
            _draw_described,
            _read_described,
            "bear country stone bridge night train hill town country",
        ),
        Task(
            "induction",
            "A random string, repeated. After a character that came before, the next one is whatever followed it the "
            "first time.",
            "one head attends to the previous character, another at what followed the same character earlier",
            _SIGNS,
            ROW,
            partial(_strings, PERIODS),
            partial(_strings, UNSEEN_PERIODS),
            _read_string,
            "gradientsgradientsgradients",
        ),
        Task(
            "addition",
            "Add two numbers of two digits, units first. A tenth of all sums is never trained on.",
            "each digit of the sum attends to both digits of its column",
            _DIGITS,
            9,
            partial(_draw_sums, False, None),
            partial(_draw_sums, True, None),
            _read_sum,
            "47+38",
        ),
    )
}
