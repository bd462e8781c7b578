"""Formulas of a dense layer and of attention, as LaTeX with the current numbers in them, and with numbers only."""

import numpy as np

from transformer.experiments import mixing
from ui.arithmetic import Lines, number, power_of_e, sum_of


def weights(cell: tuple[int, int], mixer: np.ndarray, *rows: np.ndarray | None) -> Lines:
    """One weight of the fixed mixing, and the head's weight in the same place in each sentence.

    A row is a query's masked scores, None where a sentence does not have the cell.
    """
    query, key = cell
    if max(cell) >= len(mixer):
        fixed = r"\text{no such row or column}"
    else:
        fixed = rf"{number(float(mixer[cell]))} \; \text{{for any sentence}}"
    score = rf"q_{{{query}}} \cdot k_{{{key}}} / \sqrt{{d}}"
    return (
        rf"\text{{dense:}}\; m_{{{query},{key}}} &= {fixed}",
        rf"\text{{attention:}}\; w_{{{query},{key}}} &= e^{{{score}}} \,/\, \text{{sum}}",
        *(
            rf"\text{{{name}:}}\; w_{{{query},{key}}} &= {_weight(row, key)}"
            for name, row in zip(("first", "second"), rows, strict=True)
        ),
    )


def _weight(row: np.ndarray | None, key: int) -> str:
    if row is None:
        return r"\text{no such position}"
    if np.isneginf(row[key]):
        return r"0 \quad \text{(masked)}"
    highest = row.max()
    logarithm = float(highest + np.log(np.exp(row - highest).sum()))  # of the sum that divides
    score = float(row[key])
    share = number(float(np.exp(score - logarithm)))
    return rf"e^{{{number(score)}}} \,/\, {power_of_e(logarithm)} = {share}"


def mixtures(query: int, fixed: np.ndarray, pattern: np.ndarray, values: np.ndarray, dimension: int) -> Lines:
    """One number of what each brings back to a query: the same values, mixed by other weights.

    `values` holds this dimension of the values of positions 0 to `query`.
    """
    return (
        *_mixture(rf"\text{{attention}}_{{{query}, {dimension}}}", f"w_{{{query},j}}", dimension, pattern, values),
        *_mixture(rf"\text{{dense}}_{{{query}, {dimension}}}", f"m_{{{query},j}}", dimension, fixed, values),
    )


def _mixture(name: str, weight: str, dimension: int, row: np.ndarray, values: np.ndarray) -> list[str]:
    row = row[: len(values)]
    return [
        rf"{name} &= \sum\nolimits_j {weight}\, v_{{j,{dimension}}}",
        rf"&= {_products(row, values)}",
        rf"&= {number(float(row @ values))}",
    ]


def _products(row: np.ndarray, values: np.ndarray) -> str:
    terms = zip(row, values, strict=True)
    return sum_of([rf"{number(float(weight), 2)} ({number(float(value), 2)})" for weight, value in terms])


def parameters(n_tokens: int, d_model: int, n_heads: int) -> list[str]:
    """The weights to learn in each layer, as lines of plain text: formula, numbers, count."""
    count = mixing.parameters(n_tokens, d_model, n_heads)
    return [
        f"Dense layer over the whole text: (n · d)² = ({n_tokens} · {d_model})² = {count['dense']:,}",
        f"Mixing positions, per head: h · n² = {n_heads} · {n_tokens}² = {count['mixing']:,}",
        f"Attention: 4 · d² = 4 · {d_model}² = {count['attention']:,}",
    ]
