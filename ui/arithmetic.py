"""Sums on screen: lines of LaTeX made of the current numbers, and of numbers only."""

import math
from collections.abc import Sequence

import numpy as np

from transformer.sampling import NextToken

Lines = tuple[str, ...]  # of LaTeX, with an & in each where they are aligned

_TERMS = 2  # of a long sum: this many are written, then dots and the last


def number(value: float, digits: int = 4, *, padded: bool = True) -> str:
    """A number with so many significant digits, zeros at its end too if `padded`, as a book prints it."""
    if math.isinf(value):
        return r"-\infty" if value < 0 else r"\infty"
    text = f"{value:#.{digits}g}" if padded and 1e-4 <= abs(value) < 10**digits else f"{value:.{digits}g}"
    mantissa, _, exponent = text.partition("e")
    return f"{mantissa.rstrip('.')} \\times 10^{{{int(exponent)}}}" if exponent else mantissa.rstrip(".")


def power_of_e(exponent: float, digits: int = 4) -> str:
    """The value of e to the exponent, written by its logarithm, so that e^1000 is no overflow and e^-1000 not 0."""
    if exponent == -math.inf:
        return "0"
    if abs(exponent) < 9:
        return number(math.exp(exponent), digits)
    size = math.floor(exponent / math.log(10))
    mantissa = math.exp(exponent - size * math.log(10))
    return f"{mantissa:.{digits - 1}f} \\times 10^{{{size}}}"


def sum_of(terms: Sequence[str]) -> str:
    """The terms with plus signs; of more than four the first two, dots and the last. Minus signs join as they are."""
    if len(terms) > _TERMS + 2:
        terms = [*terms[:_TERMS], r"\cdots", terms[-1]]
    return " + ".join(terms).replace("+ -", "- ")


def score_and_scaled(products: np.ndarray) -> Lines:
    """q . k as the sum of its products, and that sum divided by the square root of their number."""
    d_head = len(products)
    score = float(products.sum())
    terms = sum_of([number(float(product), 3) for product in products])
    return (
        rf"\text{{score}} &= {terms}",
        rf"&= {number(score)}",
        rf"\text{{scaled}} &= \frac{{{number(score)}}}{{\sqrt{{{d_head}}}}} = "
        rf"\frac{{{number(score)}}}{{{math.sqrt(d_head):.3f}}} = {number(score / math.sqrt(d_head))}",
    )


def weight_of(row: np.ndarray, place: int) -> Lines:
    """The softmax of one row, for the weight at one place: exp, the row's normalizer, their ratio.

    `row` is a row of masked: scaled scores, with -inf where the query may not look.
    """
    highest = row.max()
    logarithm = float(highest + np.log(np.exp(row - highest).sum()))  # of the normalizer
    powers = sum_of([power_of_e(float(value), 3) for value in row if np.isfinite(value)])
    weight = math.exp(float(row[place]) - logarithm)
    return (
        rf"\exp({number(float(row[place]))}) &= {power_of_e(float(row[place]))}",
        rf"\text{{sum}} &= {powers}",
        rf"&= {power_of_e(logarithm)}",
        rf"\text{{weight}} &= \frac{{{power_of_e(float(row[place]))}}}{{{power_of_e(logarithm)}}} = {number(weight)}",
    )


def softmax_table(values: np.ndarray, weights: np.ndarray) -> Lines:
    """Each value, its exp and its weight with eight decimals, and the sums."""
    highest = values.max()
    total = float(highest + np.log(np.exp(values - highest).sum()))
    rows = [
        rf"{number(float(value), padded=False)} & {power_of_e(float(value))} & {weight:.8f}"
        for value, weight in zip(values, weights, strict=True)
    ]
    sums = rf"\text{{sum}} & {power_of_e(total)} & {float(weights.sum()):.8f}"
    body = r" \\ ".join(rows)
    head = r"x & e^x & e^x / \text{sum}"
    return (rf"\begin{{array}}{{rrr}} {head} \\ \hline {body} \\ \hline {sums} \end{{array}}",)


def mean_of_losses(losses: np.ndarray) -> Lines:
    """The loss of a sentence as the mean of its tokens' losses."""
    terms = sum_of([number(float(loss), 3) for loss in losses])
    return (
        r"\text{loss} &= \frac{1}{n-1} \sum_{i=1}^{n-1} {-\ln p(\text{token}_i)}",
        rf"&= \frac{{{terms}}}{{{len(losses)}}}",
        rf"&= {number(float(losses.mean()))}\ \text{{nats}}",
    )


def sum_of_heads(parts: np.ndarray, dimension: int) -> Lines:
    """One number of attended, at the last position, as the sum of what each head adds to it: parts [head]."""
    terms = [number(float(part), 3) for part in parts]
    # Three heads a line, which is what a phone has room for.
    first, *rest = (" + ".join(terms[place : place + 3]).replace("+ -", "- ") for place in range(0, len(terms), 3))
    more = [rf"&\quad + {line}".replace("+ -", "- ") for line in rest]
    attended = rf"\text{{attended}}_{{\text{{last}}, {dimension}}}"
    formula = rf"{attended} &= \sum_h (\text{{context}}_h W_O^{{(h)}})_{{\text{{last}}, {dimension}}}"
    return (formula, rf"&= {first}", *more, rf"&= {number(float(parts.sum()), 3)}")


def split_in_heads(n_heads: int, d_head: int) -> Lines:
    """d_model as heads times d_head, here and in Vaswani et al. 2017."""
    return (
        r"d_{\mathrm{model}} &= h \times d_{\mathrm{head}}",
        rf"{n_heads * d_head} &= {n_heads} \times {d_head} \quad \text{{here}}",
        r"512 &= 8 \times 64 \quad \text{in the paper}",
    )


def probability_of_likeliest(step: NextToken, temperature: float) -> Lines:
    """From the largest logit to the probability it is drawn with."""
    place = int(step.tempered.argmax())
    logit, tempered, probability = (float(part[place]) for part in (step.logits, step.tempered, step.probabilities))
    logarithm = float(tempered - np.log(probability))  # of the sum over the vocabulary
    kept, final = float(step.probabilities[step.final > 0].sum()), float(step.final[place])
    return (
        rf"\frac{{\text{{logit}}}}{{T}} &= \frac{{{number(logit)}}}{{{number(temperature, 2)}}} = {number(tempered)}",
        rf"\exp &= e^{{{number(tempered)}}} = {power_of_e(tempered)}",
        rf"\text{{sum of {len(step.logits)}}} &= {power_of_e(logarithm)}",
        rf"\text{{probability}} &= \frac{{{power_of_e(tempered)}}}{{{power_of_e(logarithm)}}}",
        rf"&= {number(probability)}",
        rf"\text{{renormalised}} &= \frac{{{number(probability)}}}{{{number(kept)}}} = {number(final)}",
    )
