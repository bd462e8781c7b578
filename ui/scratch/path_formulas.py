"""Formulas of path lengths, costs and gradients, as LaTeX with the current numbers in them."""

import math

import numpy as np

from transformer.experiments.paths import layers_needed, multiplications
from transformer.experiments.reach import Dials
from ui.arithmetic import Lines, number


def comparison(n: int, d: int, k: int, *, dilated: bool) -> Lines:
    """The table of Vaswani et al. 2017 (section 4, table 1) with this text's numbers: work, steps, longest path."""
    work = multiplications(n, d, k)
    layers = layers_needed(n - 1, k, dilated=dilated)
    windows = r"O(\log_k n)" if dilated else r"O(n/k)"
    rows = (
        ("RNN", r"n\,d^2", work["RNN"], "O(n)", n, "O(n)", n),
        ("convolution", r"k\,n\,d^2", work["convolution"], "O(1)", 1, windows, layers),
        ("window attention", r"k\,n\,d", work["window attention"], "O(1)", 1, windows, layers),
        ("RNN + attention", r"n\,d^2 + n^2 d", work["RNN + attention"], "O(n)", n + 1, "O(1)", 2),
        ("self-attention", r"n^2\,d", work["self-attention"], "O(1)", 1, "O(1)", 1),
    )
    body = r" \\ ".join(
        rf"\text{{{name}}} & {formula} = {whole(count)} & {order}:\; {steps} & {far}:\; {longest}"
        for name, formula, count, order, steps, far, longest in rows
    )
    head = r"\text{layer} & \text{multiplications} & \text{steps} & \text{longest path}"
    return (rf"\begin{{array}}{{llll}} {head} \\ \hline {body} \end{{array}}",)


def window_layers(distance: int, k: int, *, dilated: bool) -> Lines:
    """How many layers of windows the way from word i to the state at j takes."""
    exact = rf"\log_{{{k}}} ({distance} + 1)" if dilated else rf"{distance} / ({k} - 1)"
    formula = r"\log_k (j - i + 1)" if dilated else r"(j - i) / (k - 1)"
    layers = layers_needed(distance, k, dilated=dilated)
    return (
        rf"\text{{layers of windows}} &= \left\lceil {formula} \right\rceil",
        rf"&= \left\lceil {exact} \right\rceil = {layers}",
    )


def whole(count: int) -> str:
    """A whole number, its thousands apart."""
    return f"{count:,}".replace(",", r"\,")


def chain_rule(dials: Dials, norms: dict[str, np.ndarray], distance: int) -> Lines:
    """Where the gradients come from: a product of matrices, one for each step, against one look."""
    rnn = float(norms["RNN"][distance])
    per_step = (rnn / float(norms["RNN"][0])) ** (1 / distance) if rnn > 0 else 0.0
    slope = r"\operatorname{diag}(1 - h_t^2)\, W" if dials.tanh else "W"
    look = float(norms["self-attention"][distance])
    return (
        rf"\text{{RNN: }} \frac{{\partial h_{{{distance}}}}}{{\partial x_0}} &= "
        rf"\Bigl(\prod\nolimits_{{t=1}}^{{{distance}}} {slope}\Bigr) \frac{{\partial h_0}}{{\partial x_0}}",
        rf"\left|\frac{{\partial h_{{{distance}}}}}{{\partial x_0}}\right| &= {number(rnn)} = "
        rf"{number(float(norms['RNN'][0]))} \cdot {number(per_step, 3)}^{{{distance}}}",
        rf"\rho(W)^{{{distance}}} &= {dials.radius:g}^{{{distance}}} = {number(math.pow(dials.radius, distance), 3)}",
        rf"\text{{attention: }} o_{{{distance}}} &= "
        rf"\sum\nolimits_{{j=0}}^{{{distance}}} \alpha_{{{distance},j}}\, W_V\, x_j",
        rf"\left|\frac{{\partial o_{{{distance}}}}}{{\partial x_0}}\right| &= {number(look)} = "
        rf"\frac{{{number(look * (distance + 1), 3)}}}{{{distance + 1}}}",
        rf"\text{{mean }} \alpha &= \frac{{1}}{{{distance + 1}}} = {number(1 / (distance + 1), 3)}",
    )
