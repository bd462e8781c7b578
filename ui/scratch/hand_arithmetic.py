"""Formulas of attention by hand, as LaTeX with the current numbers in them, and with numbers only."""

import numpy as np

from transformer.experiments.by_hand import WIDTH, Example
from ui.arithmetic import Lines, number, sum_of


def bilinear_form(query: int, key: int, score: float, form: float) -> Lines:
    """A score as q . k, and as x_i^T W x_j."""
    q, k = rf"q_{{{query}}}", rf"k_{{{key}}}"
    return (
        rf"{q} \cdot {k} &= (W_Q\, x_{{{query}}})^\top (W_K\, x_{{{key}}})",
        rf"&= {number(score, 6)}",
        rf"x_{{{query}}}^\top \, W \, x_{{{key}}} &= {number(form, 6)}",
        r"W &= W_Q^\top W_K",
    )


def attention_result(context: np.ndarray) -> Lines:
    """The context of every word, with eight decimals."""
    rows = r" \\ ".join(" & ".join(f"{value:.8f}" for value in row) for row in context)
    return (
        rf"\text{{softmax}}\left(\frac{{Q K^\top}}{{\sqrt{{{WIDTH}}}}}\right) V =",
        rf"\begin{{pmatrix}} {rows} \end{{pmatrix}}",
    )


def one_row(place: int, example: Example) -> Lines:
    """A word's way from its own numbers to its context."""
    looks, i = example.look(), place + 1
    weighted = [
        rf"{number(float(weight), 4)} \cdot {_row(value)}"
        for weight, value in zip(looks.pattern[place], example.values, strict=True)
    ]
    return (
        rf"q_{{{i}}} &= x_{{{i}}} W_Q = {_row(example.words[place])}\, W_Q",
        rf"&= {_row(example.queries[place])}",
        rf"q_{{{i}}} \cdot k_j &= {_row(looks.scores[place])}",
        rf"/ \sqrt{{{WIDTH}}} &= {_row(looks.scaled[place])}",
        rf"\text{{softmax}} &= {_row(looks.pattern[place])}",
        rf"\text{{context}} &= {weighted[0]}",
        *(rf"&\quad + {term}" for term in weighted[1:]),
        rf"&= ({', '.join(f'{value:.8f}' for value in looks.context[place])})",
    )


def soft_weight(likeness: np.ndarray, weights: np.ndarray, temperature: float) -> Lines:
    """The largest weight of a soft look-up, from the cosines."""
    best = int(weights.argmax())
    powers = [rf"e^{{{number(float(value), 3)} / {temperature:g}}}" for value in likeness]
    return (
        rf"\text{{weight}}_{{{best + 1}}} &= \frac{{e^{{\cos_{{{best + 1}}} / T}}}}{{\sum_j e^{{\cos_j / T}}}} = "
        rf"\frac{{{powers[best]}}}{{{sum_of(powers)}}} = {number(float(weights[best]))}",
    )


def additive_score(from_query: np.ndarray, from_key: np.ndarray, v: np.ndarray) -> Lines:
    """v^T tanh(W_s s + W_h h), unit by unit."""
    terms = [
        rf"{number(float(one), 3)}\,\tanh({number(float(a), 3)} + {number(float(b), 3)})".replace("+ -", "- ")
        for one, a, b in zip(v, from_query, from_key, strict=True)
    ]
    score = float(v @ np.tanh(from_query + from_key))
    first, second, *_, last = terms
    return (
        r"\text{score} &= \sum\nolimits_m v_m \,\tanh\big((W_s s)_m + (W_h h)_m\big)",
        rf"&= {first}",
        rf"&\quad + {second} + \cdots".replace("+ -", "- "),
        rf"&\quad + {last}".replace("+ -", "- "),
        rf"&= {number(score)}",
    )


def _row(values: np.ndarray) -> str:
    return "(" + ", ".join(_short(float(value)) for value in values) + ")"


def _short(value: float) -> str:
    """A whole number as it is, any other with three significant digits."""
    return f"{value:.0f}" if value == round(value) and abs(value) < 1e6 else number(value, 3)
