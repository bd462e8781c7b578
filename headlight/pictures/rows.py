"""The numbers of a picture as a table, the same that its script saves as CSV in the browser."""

import math
from collections.abc import Callable, Iterable, Sequence
from itertools import product
from typing import Any, NamedTuple, cast

import numpy as np
from jaxtyping import Float
from numpy import ndarray as Array

from headlight.pictures import headers
from headlight.pictures.board import Drawn
from headlight.pictures.head_grid import numbers

Cell = str | int | float | None  # None: there is nothing
_UNWRITTEN = "not written yet"
_FORMULA = tuple("=+-@\t\r")  # what a spreadsheet would calculate begins so


class Rows(NamedTuple):
    """A table: what stands above its columns, its rows, and how many columns at the left are labels of a row."""

    titles: list[Cell]
    cells: list[list[Cell]]  # [row][column]
    labels: int = 1

    @property
    def numbers(self) -> Float[Array, "row column"]:
        """Its columns of numbers, without the labels; NaN where a cell has none."""
        values = [
            [cell if isinstance(cell, int | float) else math.nan for cell in row[self.labels :]] for row in self.cells
        ]
        array = np.array(values, dtype=float).reshape(len(self.cells), len(self.titles) - self.labels)
        return array[:, ~np.isnan(array).all(axis=0)]

    def csv(self) -> str:
        """As CSV: texts are quoted, and none is a formula to a spreadsheet; what is not there stays empty."""
        return "".join(",".join(map(_written, row)) + "\n" for row in [self.titles, *self.cells])


def rows_of(drawn: Drawn) -> Rows | None:
    """The table of a picture; None for one that has no numbers, such as a formula."""
    table = _TABLES.get(drawn.name)
    return table(drawn.header, drawn.values) if table else None


def _written(cell: Cell) -> str:
    if isinstance(cell, str):
        text = f"'{cell}" if cell[:1] in _FORMULA else cell
        return f'"{text.replace(chr(34), 2 * chr(34))}"' if cell else ""
    if cell is None or math.isnan(cell):
        return ""
    return f"{'-' if cell < 0 else ''}Infinity" if math.isinf(cell) else repr(cell).removesuffix(".0")


def _labelled(labels: Iterable[Sequence[Cell]], values: np.ndarray) -> list[list[Cell]]:
    """Rows of as many numbers each, after the labels of the row."""
    every = list(labels)
    numbers = values.reshape(len(every), values.size // max(len(every), 1)).tolist()
    return [[*labels_of_row, *row] for labels_of_row, row in zip(every, numbers, strict=True)]


def _matrix(header: headers.Matrix, values: np.ndarray) -> Rows:
    """As it is drawn."""
    down, across = header["rows"], header["columns"]
    if header["transposed"]:
        values, down, across = values.reshape(len(down), len(across)).T, across, down
    cells = [[_UNWRITTEN if cell != cell else cell for cell in row] for row in _labelled(zip(down), values)]
    return Rows(["", *across], cells)


def _alignment(header: headers.Alignment, values: np.ndarray) -> Rows:
    source, target = ([word["text"] for word in header[side]] for side in ("source", "target"))
    return Rows(["", *source], _labelled(zip(target), values))


def _lines(header: headers.Lines, values: np.ndarray) -> Rows:
    heads = header["heads"]["drawn"] if header["heads"] else [0]
    prefixes = [f"head {head + 1}: " if len(heads) > 1 else "" for head in heads]
    labels = ([f"{head}{token}"] for head, token in product(prefixes, header["tokens"]))
    return Rows(["", *_keys(header)], _labelled(labels, values))


def _bars(header: headers.Bars, values: np.ndarray) -> Rows:
    compared = any(bar["before"] is not None for bar in header["bars"])
    cells: list[list[Cell]] = [
        [bar["label"], bar["value"], *([bar["before"]] if compared else [])] for bar in header["bars"]
    ]
    return Rows(["", "value", "before"] if compared else ["", "value"], cells)


def _beam_tree(header: headers.BeamTree, values: np.ndarray) -> Rows:
    cells: list[list[Cell]] = [
        [branch["step"] + 1, branch["token"], branch["probability"], branch["log_probability"], branch["fate"]]
        for branch in header["branches"]
    ]
    return Rows(["step", "token", "p", "ln p of all", "fate"], cells, labels=2)


def _keys(header: headers.Lines | headers.HeadGrid) -> list[str]:
    """The tokens that are looked at: most often those that look."""
    return header["looked_at"] or header["tokens"]


def _column_chart(header: headers.ColumnChart, values: np.ndarray) -> Rows:
    names = header["names"]
    return Rows([header["x_title"], *names], _labelled(zip(header["labels"]), values.reshape(len(names), -1).T))


def _curves(header: headers.Curves, values: np.ndarray) -> Rows:
    names = header["names"]
    return Rows([header["x_title"], *names], values.reshape(len(names) + 1, -1).T.tolist(), labels=0)


def _head_grid(header: headers.HeadGrid, values: np.ndarray) -> Rows:
    """Weights are in hundredths, effects in ten-thousandths, as the picture has them."""
    first = header["counts_from"]
    layers, heads = (range(first, header[name] + first) for name in ("layers", "heads"))
    places = ([layer, head, *query] for layer, head, query in product(layers, heads, enumerate(header["tokens"])))
    titles: list[Cell] = ["layer", "head", "query position", "query", *_keys(header)]
    return Rows(titles, _labelled(places, numbers(header, values)), labels=4)


def _layer_heads(header: headers.LayerHeads, values: np.ndarray) -> Rows:
    tokens = header["tokens"]
    places = ([head, *query] for head, query in product(range(1, len(header["names"]) + 1), enumerate(tokens)))
    return Rows(["head", "query position", "query", *tokens], _labelled(places, values), labels=3)


def _looks(header: headers.Looks, values: np.ndarray) -> Rows:
    texts = [word["text"] for word in header["words"]]
    chosen = texts[header["chosen"]]
    heads = [
        f"layer {layer + 1}, head {head + 1}: {chosen}"
        for layer, names in enumerate(header["names"])
        for head in range(len(names))
    ]
    next_words: list[list[Cell]] = [
        [f"next word: {token}", chance, *[None] * len(texts)] for token, chance in header["following"]
    ]
    weights = _labelled(([label, None] for label in [*texts, *heads]), values)
    return Rows(["", "probability", *texts], [*next_words, *weights])


def as_looks(drawn: Drawn) -> tuple[headers.Looks, np.ndarray]:
    """The header and the numbers of a picture of looks; of a film, those of the frame that is shown."""
    if drawn.name == "looks":
        return cast(headers.Looks, drawn.header), drawn.values
    header, values = drawn.header, drawn.values
    frames, frame = header["frames"], header["at"]
    chances = values[-frames * len(header["labels"]) :].reshape(frames, -1)[frame]
    shown = values[: -frames * len(header["labels"])].reshape(frames, -1)[frame]
    following = sorted(
        zip(header["labels"], chances.tolist(), strict=True), key=lambda token_and_chance: -token_and_chance[1]
    )
    return cast(headers.Looks, header | {"following": following[: header["shown"]]}), shown


def _film(header: dict[str, Any], values: np.ndarray) -> Rows:
    return _looks(*as_looks(Drawn("film", header, values)))


def _paths(header: headers.Paths, values: np.ndarray) -> Rows:
    cells: list[list[Cell]] = [
        [position, word, share]
        for position, (word, share) in enumerate(zip(header["words"], header["shares"], strict=True))
    ]
    return Rows(["position", "word", "share"], cells, labels=2)


def _wires(header: headers.Wires, values: np.ndarray) -> Rows:
    cells: list[list[Cell]] = [
        [layer + 1, head + 1, word, header["words"][word], share, "cut" if cut else ""]
        for (layer, head, word, cut), share in zip(header["wires"], values.tolist(), strict=True)
    ]
    return Rows(["layer", "head", "position", "word", "share", "cut"], cells, labels=4)


def _plane(header: headers.Plane, values: np.ndarray) -> Rows:
    labels = ([group["name"], label] for group in header["groups"] for label in group["labels"])
    return Rows(["group", "label", "x", "y"], _labelled(labels, values), labels=2)


def _shuffles(header: headers.Shuffles, values: np.ndarray) -> Rows:
    places = [[position, header["order"].index(position), word] for position, word in enumerate(header["words"])]
    labels = [[name, *labels_of_word] for name, labels_of_word in product(header["names"], places)]
    return Rows(["model", "position", "new position", "word", "change"], _labelled(labels, values), labels=4)


def _strips(header: headers.Strips, values: np.ndarray) -> Rows:
    numbered = zip(header["places"], header["tokens"], strict=True)
    places = ([name, *numbered_token] for name, numbered_token in product(header["strips"], numbered))
    return Rows(["", "position", "token", *range(header["width"])], _labelled(places, values), labels=3)


def _table(header: headers.Table, values: np.ndarray) -> Rows:
    columns = header["columns"]

    def exact(column: headers.TableColumn, row: int) -> Cell:
        text = column["cells"][row][1]
        try:
            return text if column["left"] else float(text.replace("−", "-"))
        except ValueError:
            return text

    count = len(columns[0]["cells"]) if columns else 0
    cells = [[exact(column, row) for column in columns] for row in range(count)]
    return Rows([column["name"] for column in columns], cells, labels=0)


def _term_tree(header: headers.TermTree, values: np.ndarray) -> Rows:
    levels = enumerate(header["levels"], len(header["before"]) + 1)
    labels = ([place, level["name"], term["name"]] for place, level in levels for term in level["terms"])
    return Rows(["level", "number", "term", "first factor", "second factor", "product"], _labelled(labels, values), 3)


def _tinted_sentences(header: headers.TintedSentences, values: np.ndarray) -> Rows:
    cells: list[list[Cell]] = [
        [
            group["name"],
            "".join(sentence["tokens"]).strip(),
            *(sentence["tokens"][sentence[name]].strip() for name in ("looks", "looked_at")),
            sentence["shares"][sentence["looked_at"]],
        ]
        for group in header["groups"]
        for sentence in group["sentences"]
    ]
    return Rows(["", "sentence", "attends", "attended to", "weight"], cells, labels=4)


def _token_chips(header: headers.TokenChips, values: np.ndarray) -> Rows:
    chips = header["tokens"]
    counted = any(chip["number"] is not None for chip in chips)
    cells = [
        [position, chip["text"], chip["note"], *([chip["number"]] if counted else [])]
        for position, chip in enumerate(chips)
    ]
    return Rows(["position", "token", "note", *(["number"] if counted else [])], cells, labels=3)


def _training_examples(header: headers.TrainingExamples, values: np.ndarray) -> Rows:
    cells = [
        [position, *(row[name] for name in ("answer", "chance", "loss", "before"))]
        for position, row in enumerate(header["rows"], 1)
    ]
    return Rows(["position", "next token", "p", "nats", "nats before"], cells, labels=2)


def _word_grid(header: headers.WordGrid, values: np.ndarray) -> Rows:
    titles = [title for name in header["columns"] for title in (name, f"{name}: number")]
    cells = [
        [row["name"], *(part for text, note, _, _, number in row["cells"] for part in (text, _either(number, note)))]
        for row in header["rows"]
    ]
    return Rows(["", *titles], cells)


def _either(number: float | None, note: str) -> Cell:
    """A number where there is one, else what is written."""
    return note if number is None else number


_TABLES: dict[str, Callable[[Any, np.ndarray], Rows]] = {
    "alignment": _alignment,
    "bars": _bars,
    "beam_tree": _beam_tree,
    "column_chart": _column_chart,
    "curves": _curves,
    "head_grid": _head_grid,
    "layer_heads": _layer_heads,
    "lines": _lines,
    "film": _film,
    "looks": _looks,
    "matrix": _matrix,
    "paths": _paths,
    "wires": _wires,
    "plane": _plane,
    "shuffles": _shuffles,
    "strips": _strips,
    "table": _table,
    "term_tree": _term_tree,
    "tinted_sentences": _tinted_sentences,
    "token_chips": _token_chips,
    "training_examples": _training_examples,
    "word_grid": _word_grid,
}
