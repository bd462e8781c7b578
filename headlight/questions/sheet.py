"""A worksheet from a sentence of the class's own: five tasks, the key with the model's numbers, and an exit ticket."""

import html
import math
from string import Template
from typing import Literal, NamedTuple, get_args
from urllib.parse import urlencode

import numpy as np
import segno
from jaxtyping import Float
from numpy import ndarray as Array

from headlight.pictures.scripts import BROWSER
from headlight.questions.questions import Question, bundled
from headlight.reading import reader
from transformer import UNCHANGED, LanguageModel, Trace
from transformer.edited_rows import with_rows
from transformer.head import Head
from transformer.readings.deciding import deciding

Paper = Literal["A4", "Letter"]
PAPERS: tuple[Paper, ...] = get_args(Paper)
FEWEST, MOST = 3, 14  # tokens of a sentence: what a row has room for on a sheet
_DIMENSIONS = 4  # of a query and a key that are multiplied by hand
_CHOICES = 3
_TICKET = ("later-word", "layer-off", "evidence")
_PAGE = "pages/sheet.html"
_STYLES = ("shared/design_tokens.css", "pages/sheet.css")


class Unfit(ValueError):
    """No sheet can be made of a sentence; the message says why and what to do."""


class Tasks(NamedTuple):
    """The numbers of a sheet, of the head without which the next word is least likely; the last word is its query."""

    words: tuple[str, ...]
    head: Head
    row: tuple[int, ...]  # its weights in hundredths, which sum to 100
    missing: tuple[int, int]  # the positions whose weights are asked for, the larger first
    query: tuple[float, ...]  # four numbers of each, to one decimal
    key: tuple[float, ...]
    first: int  # the dimension at which the four begin, from 0
    width: int  # of a query and a key
    before: tuple[str, float]  # the most likely next word, and its probability
    after: tuple[str, float]  # the same once the ribbon of the largest weight is crossed out
    choices: tuple[str, ...]

    @property
    def products(self) -> tuple[float, ...]:
        """Return what the four numbers of query and key multiply to."""
        return tuple(round(query * key, 2) for query, key in zip(self.query, self.key, strict=True))

    @property
    def score(self) -> float:
        """Return their sum, divided by the square root of their number."""
        return round(sum(self.products), 2) / math.sqrt(_DIMENSIONS)


def tasks(text: str) -> Tasks:
    """Compute the tasks for a sentence, of which the bundled model says the next word.

    Raises:
        Unfit: nothing can be read in it, or it has too few or too many tokens.
    """
    model, read = reader.bundled(), reader.as_read(text)
    trace = reader.trace(model, read) if read else None
    count = len(trace.tokens) if trace else 0
    if not trace or trace.dropped or not FEWEST <= count <= MOST:
        raise Unfit(f"A sheet has room for {FEWEST} to {MOST} tokens, and this sentence has {count}: type another.")
    head = deciding(model, trace).head
    layer = trace.layers[head.layer]
    row = layer.pattern[head.head, -1].astype(float)
    largest, second = (int(position) for position in row.argsort()[::-1][:2])
    query, key = layer.queries[head.head, -1], layer.keys[head.head, largest]
    first = _by_hand(query, key)
    four = slice(first, first + _DIMENSIONS)
    rest = np.where(np.arange(count) == largest, 0, row)
    left = rest / rest.sum() if rest.sum() else rest
    cut = model.trace(read, with_rows(UNCHANGED, *head, {trace.last: left}))
    words = dict.fromkeys([_next(model, trace)[0], _next(model, cut)[0], *_next(model, trace)])
    return Tasks(
        trace.words,
        head,
        hundredths(row),
        (largest, second),
        tuple(round(float(number), 1) for number in query[four]),
        tuple(round(float(number), 1) for number in key[four]),
        first,
        len(query),
        _likeliest(model, trace),
        _likeliest(model, cut),
        tuple(sorted([*words][:_CHOICES], key=str.casefold)),
    )


def hundredths(row: Float[Array, " key"]) -> tuple[int, ...]:
    """Round weights that sum to 1 to hundredths that sum to 100, each by less than one."""
    whole = np.floor(100 * row).astype(int)
    short = 100 - int(whole.sum())
    for position in (whole - 100 * row).argsort(kind="stable")[:short]:
        whole[position] += 1
    return tuple(whole.tolist())


def _by_hand(query: Float[Array, " d_head"], key: Float[Array, " d_head"]) -> int:
    """The first of four dimensions that are good to multiply by hand: their score is neither 0 nor huge."""
    products = np.convolve(query * key, np.ones(_DIMENSIONS), "valid") / math.sqrt(_DIMENSIONS)
    return int(np.abs(np.abs(products) - 1).argmin())


def _next(model: LanguageModel, trace: Trace) -> list[str]:
    """The most likely next words, each once."""
    ids = trace.next_logits.argsort()[::-1][: 4 * _CHOICES]
    return [*dict.fromkeys(word for token in ids if (word := model.tokenizer.text_of(int(token)).strip()))]


def _likeliest(model: LanguageModel, trace: Trace) -> tuple[str, float]:
    return _next(model, trace)[0], float(trace.probabilities[-1].max())


def sheet(text: str, paper: Paper = "A4", app: str = "") -> str:
    """Write the sheet as a page to print: the tasks, the key behind them, and a page of exit tickets.

    At the address of the `app` a link and a QR code lead to the same sentence. The page asks nobody for anything.

    Raises:
        Unfit: no sheet can be made of the sentence.
    """
    of = tasks(text)
    state = {"at": "attention", "text": reader.as_read(text), "layer": of.head.layer + 1, "head": of.head.head + 1}
    link = f"{app}/?{urlencode(state)}" if app else ""
    code = segno.make(link, error="m").svg_data_uri(border=2, light="#fff", scale=4) if link else ""
    position, second = of.missing
    filled = {
        "paper": paper,
        "style": "".join((BROWSER / name).read_text("utf-8") for name in _STYLES),
        "boxes": "".join(f"<span>{html.escape(word)}</span>" for word in of.words),
        "last": html.escape(of.words[-1]),
        "head": of.head.title,
        "row": _row(of, set(of.missing)),
        "known": f"{of.row[second] / 100:.2f}",
        "attended": html.escape(of.words[position]),
        "query": _cells(of.query),
        "key": _cells(of.key),
        "empty": "<td></td>" * _DIMENSIONS,
        "choices": " ".join(f"<li>{html.escape(word)}</li>" for word in of.choices),
        "full": _row(of, set()),
        "products": _cells(of.products, 2),
        "sum": _written(sum(of.products), 2),
        "score": _written(of.score, 2),
        "exponential": f"{math.exp(of.score):.2f}",
        "width": str(of.width),
        "dimensions": f"{of.first + 1} to {of.first + _DIMENSIONS}",
        "before": _said(of.before),
        "after": _said(of.after),
        "ticket": _ticket(),
        "right": ", ".join(f"{number} {'ABCD'[each.right]}" for number, each in enumerate(_tickets(), start=1)),
        "way": f'<img src="{code}" alt=""><a href="{html.escape(link)}">{html.escape(link)}</a>' if link else "",
    }
    return Template((BROWSER / _PAGE).read_text("utf-8")).substitute(filled)


def _row(of: Tasks, hidden: set[int]) -> str:
    """The weights of the last word under the words."""
    words = "".join(f"<th>{html.escape(word)}</th>" for word in of.words)
    weights = "".join(
        '<td class="gap"></td>' if position in hidden else f"<td>{weight / 100:.2f}</td>"
        for position, weight in enumerate(of.row)
    )
    return f"<tr>{words}</tr><tr>{weights}</tr>"


def _cells(numbers: tuple[float, ...], decimals: int = 1) -> str:
    return "".join(f"<td>{_written(number, decimals)}</td>" for number in numbers)


def _written(number: float, decimals: int) -> str:
    """A number with a true minus sign, and none before 0."""
    return f"{round(number, decimals) + 0:.{decimals}f}".replace("-", "−")


def _said(word: tuple[str, float]) -> str:
    return f"“{html.escape(word[0])}” with {100 * word[1]:.0f}%"


def _tickets() -> tuple[Question, ...]:
    """The questions of the exit ticket."""
    return bundled().chosen(_TICKET).items


def _ticket() -> str:
    """Those questions in their short form, as a list."""
    items = ""
    for question in _tickets():
        options = "".join(f"<li>{html.escape(option.says)}</li>" for option in question.options)
        items += f"<li>{html.escape(question.short)}<ol>{options}</ol></li>"
    return items
