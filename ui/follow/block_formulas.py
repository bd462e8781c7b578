"""Formulas of the block and of the next word, as LaTeX with the current numbers in them."""

import math

import numpy as np

from transformer.readings.layer_norm import LayerNorm
from transformer.sampling import NextToken, Sampling
from ui.arithmetic import Lines, number, sum_of

BLOCK = (
    r"\text{residual_mid} &= x + \text{Attention}(\text{LN}(x))",
    r"\text{residual_out} &= \text{residual_mid}",
    r"&\quad + \text{FFN}(\text{LN}(\text{residual_mid}))",
)


def length_of_sum(name: str, before: float, added: float, cosine: float) -> Lines:
    """The length of a vector after another is added to it, by the law of cosines."""
    after = math.sqrt(max(before**2 + added**2 + 2 * before * added * cosine, 0))
    written = [number(value, 3) for value in (before, added, cosine)]
    return (
        rf"y &= \text{{{name}}}",
        r"\left|x + y\right|^2 &= \left|x\right|^2 + \left|y\right|^2 + 2 \left|x\right| \left|y\right|\, \cos",
        rf"&= {written[0]}^2 + {written[1]}^2",
        rf"&\quad + 2 \cdot {written[0]} \cdot {written[1]} \cdot ({written[2]})",
        rf"\left|x + y\right| &= {number(after, 3)}",
    )


def likeness(n_tokens: int, with_residual: float, without: float) -> Lines:
    """The mean cosine of two different tokens after the last layer, with the residual connections and without."""
    pairs = n_tokens * (n_tokens - 1)
    mean = rf"\text{{mean cos}} &= \tfrac{{1}}{{{pairs}}} \textstyle\sum_{{i \neq j}} \cos(x_i, x_j)"
    return (
        mean,
        rf"x + f(x): \quad \text{{mean cos}} &= {number(with_residual, 3)}",
        rf"f(x)\ \text{{alone}}: \quad \text{{mean cos}} &= {number(without, 3)}",
    )


def layer_norm(stages: LayerNorm, dimension: int) -> Lines:
    """One number through a layer norm: less the mean, over the deviation, times gamma, plus beta."""
    before, normalized = float(stages.before[dimension]), float(stages.normalized[dimension])
    gamma, beta, after = (float(part[dimension]) for part in (stages.gamma, stages.beta, stages.after))
    ends = [number(float(value), 3) for value in (*stages.before[:2], stages.before[-1])]
    mean = rf"\frac{{{ends[0]} + {ends[1]} + \cdots + {ends[2]}}}{{{len(stages.before)}}}".replace("+ -", "- ")
    return (
        rf"\mu &= {mean} = {number(stages.mean)}",
        rf"\sigma &= \sqrt{{\tfrac1{{{len(stages.before)}}} \textstyle\sum_i (x_i - \mu)^2 + \epsilon}}"
        rf" = {number(stages.deviation)}",
        rf"\hat x_{{{dimension}}} &= \frac{{{number(before)} - ({number(stages.mean)})}}{{{number(stages.deviation)}}}"
        rf" = {number(normalized)}",
        rf"y_{{{dimension}}} &= \gamma \hat x + \beta = {number(gamma)} \cdot ({number(normalized)}) + ({number(beta)})"
        rf" = {number(after)}",
    )


def gelu(unit: int, given: float) -> Lines:
    """What one hidden unit makes of what it is given: x times the share of a Gaussian below x."""
    below = (1 + math.erf(given / math.sqrt(2))) / 2
    w_in, x = rf"W_{{\text{{in}}}}[:, {unit}]", number(given)
    return (
        rf"\text{{input}}_{{{unit}}} &= \text{{LN}}(x) \cdot {w_in} + b_{{{unit}}}",
        rf"&= {x}",
        rf"\text{{hidden}}_{{{unit}}} &= \text{{GELU}}({x})",
        rf"&= {x} \cdot \Phi({x})",
        rf"&= {x} \times {number(below)} = {number(given * below)}",
    )


def push(unit: int, value: float, each: float) -> Lines:
    """What a unit adds to the logit of the token it pushes up most: its value times what a value of 1 would add."""
    return (
        rf"\text{{push}} &= \text{{hidden}}_{{{unit}}} \times (W_{{\text{{out}}}}[{unit}] \to W_U)",
        rf"&= {number(value)} \times {number(each)} = {number(value * each)}",
    )


def mixture(share: float, differences: dict[str, float]) -> Lines:
    """The largest difference between the output of a mixture and the mixture of the outputs, for each part."""
    rows = [rf"\text{{{name}}} & {number(value, 2)}" for name, value in differences.items()]
    body = r" \\ ".join([r"f & \Delta \\ \hline", *rows]).replace(r"\hline \\", r"\hline")
    return (
        r"\Delta &= \max \left| f(ax + by) - a f(x) - b f(y) \right|",
        rf"a &= {number(share, 2)}, \quad b = 1 - a",
        rf"\begin{{array}}{{lr}} {body} \end{{array}}",
    )


def power(largest: float, step: int, length: float, angle: float) -> Lines:
    """How long a vector is after some steps, against the largest eigenvalue to that power."""
    return (
        rf"\left|A^{{{step}}} x\right| &= {number(length)}",
        rf"\lambda^{{{step}}} &= {number(largest, 3)}^{{{step}}} = {number(largest**step)}",
        rf"\angle(A^{{{step}}} x, v) &= {number(angle, 3)}^\circ",
    )


def logit(products: np.ndarray, id: int) -> Lines:
    """The logit of one token as the sum of the products of final and its row of W_U."""
    terms = sum_of([number(float(product), 3) for product in products])
    return (
        rf"\text{{logit}}_{{{id}}} &= \text{{final}} \cdot W_U[{id}] = \sum_{{i=0}}^{{{len(products) - 1}}}"
        rf" \text{{final}}_i\, W_U[{id}, i]",
        rf"&= {terms}",
        rf"&= {number(float(products.sum()))}",
    )


def cut(step: NextToken, sampling: Sampling) -> Lines:
    """Which of the likeliest tokens top-k and top-p keep, and what the kept ones sum to."""
    ordered = np.sort(step.probabilities)[::-1]
    lines = []
    kept = len(ordered)
    if sampling.top_k is None:
        lines.append(rf"\text{{top-k off}}: &\ {kept}\ \text{{tokens kept}}")
    else:
        kept = int(step.in_top_k.sum())
        lines.append(rf"k = {sampling.top_k}: &\ {kept}\ \text{{likeliest kept}}")
    if sampling.top_p >= 1:
        lines.append(r"\text{top-p off}: &\ \text{nothing more is cut}")
    else:
        of_all = float(ordered[:kept].sum())
        reached = int((step.final > 0).sum())
        terms = sum_of([number(float(share) / of_all, 3) for share in ordered[:reached]])
        total = float(ordered[:reached].sum()) / of_all
        lines.append(rf"p = {sampling.top_p:.2f}: &\ {terms} = {number(total)} \geq {sampling.top_p:.2f}")
        if reached > 1:
            less = float(ordered[: reached - 1].sum()) / of_all
            lines.append(rf"&\ \text{{with {reached - 1}: }} {number(less)} < {sampling.top_p:.2f}")
        lines.append(rf"&\ \text{{so {reached} kept of {kept}}}")
    rest = float(step.probabilities[step.final > 0].sum())
    lines.append(rf"\text{{kept in all}}: &\ {number(rest)}, \quad \text{{divided by it, they sum to 1}}")
    return tuple(lines)


def lens(probabilities: list[float], ranks: list[int]) -> Lines:
    """The answer's probability when the stream is read at its beginning, before the last layer, and after it."""
    states = [0, len(probabilities) - 2, len(probabilities) - 1]
    lines = [
        rf"\text{{after {state} layers}}: \ p &= {number(probabilities[state], 3)}, \quad \text{{rank {ranks[state]}}}"
        for state in dict.fromkeys(states)
    ]
    return (r"p &= \text{softmax}(\text{LN}_{\text{last}}(\text{residual})\, W_U)", *lines)
