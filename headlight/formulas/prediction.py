"""Formulas of the next word: the way to its probability, what is cut, the logit lens, the loss."""

import numpy as np
from jaxtyping import Bool, Float, Int
from numpy import ndarray as Array

from headlight.formulas.lines import Line, Lines, formula, line, then
from headlight.formulas.mathml import (
    Part,
    above,
    applied,
    below,
    both,
    brackets,
    equals,
    fixed,
    fraction,
    listed,
    minus,
    negative,
    number,
    over,
    power_of_e,
    product,
    related,
    remark,
    row,
    shortened,
    space,
)

_GAP = space(0.28)  # between words and what they say something of


@formula
def probability_of_likeliest(
    logits: Float[Array, " vocab"],
    probabilities: Float[Array, " vocab"],
    final: Float[Array, " vocab"],
    temperature: float,
) -> Lines:
    """From the largest logit to the probability it is drawn with; `final` is 0 where a token was cut."""
    likeliest = int(logits.argmax())
    logit, probability = np.float64(logits[likeliest]), np.float64(probabilities[likeliest])
    tempered = logit / temperature
    power = power_of_e(float(tempered))
    dividing = power_of_e(float(tempered - np.log(probability)))  # the sum over the vocabulary
    kept = float(probabilities[final > 0].sum())
    return (
        line(
            fraction("logit", "T"),
            equals(fraction(number(float(logit)), number(temperature, 2))),
            equals(number(float(tempered))),
        ),
        line("exp", equals(above("e", number(float(tempered)))), equals(power)),
        line(f"sum of {len(logits)}", equals(dividing)),
        line("probability", equals(fraction(power, dividing))),
        then(equals(number(float(probability)))),
        line(
            "renormalised",
            equals(fraction(number(float(probability)), number(kept))),
            equals(number(float(final[likeliest]))),
        ),
    )


@formula
def cut(
    probabilities: Float[Array, " vocab"],
    in_top_k: Bool[Array, " vocab"],
    final: Float[Array, " vocab"],
    top_k: int | None,
    top_p: float,
) -> Lines:
    """Which of the likeliest tokens top-k and top-p keep, and what the kept ones sum to; `final` is 0 where cut."""
    kept = len(probabilities) if top_k is None else int(in_top_k.sum())
    first = (
        line("top-k off:", _GAP, f"{kept} tokens kept")
        if top_k is None
        else line(row("k", equals(top_k), ":"), _GAP, f"{kept} most likely kept")
    )
    rest = float(probabilities[final > 0].sum())
    return (
        first,
        *_cut_by_share(np.sort(probabilities)[::-1], kept, int((final > 0).sum()), top_p),
        line("kept in all:", _GAP, number(rest), ",", remark("divided by it, they sum to 1")),
    )


def _cut_by_share(ordered: Array, kept: int, reached: int, top_p: float) -> list[Line]:
    if top_p >= 1:
        return [line("top-p off:", _GAP, "nothing more is cut")]
    shares = ordered[:reached] / ordered[:kept].sum()
    terms, least = shortened([number(float(share), 3) for share in shares] or [number(0.0)]), fixed(top_p, 2)
    enough = (equals(number(float(shares.sum()))), related("≥", least))
    lines = [line(row("p", equals(least), ":"), _GAP, terms, *enough)]
    if reached > 1:
        less = row(number(float(shares[:-1].sum())), related("<", least))
        lines.append(then(_GAP, f"with {reached - 1}:", _GAP, less))
    return [*lines, then(_GAP, f"so {reached} kept of {kept}")]


@formula
def lens(
    probabilities: Float[Array, " state"], ranks: Int[Array, " state"], *, fitted: bool, without_itself: bool
) -> Lines:
    """The answer's probability when the stream is read at its beginning, before the last layer, and after it.

    By a `fitted` map A, which takes a 1 too, and `without_itself`, the token's own embedding, if so.
    """
    stream: Part = minus("residual", "embedded") if without_itself else row("residual")
    mapped = product(brackets(listed(stream, 1), pair="[]"), "A") if fitted else stream
    read = product(applied(below("LN", "last"), mapped), both("W", "U", "⊤"))
    last = len(probabilities) - 1
    return (
        line("p", equals("softmax", brackets(read))),
        *(
            line(
                row(f"after {state} layer{'' if state == 1 else 's'}:", _GAP, "p"),
                equals(number(float(probabilities[state]), 3), ","),
                remark(f"rank {ranks[state]}"),
            )
            for state in dict.fromkeys((0, max(last - 1, 0), last))
        ),
    )


@formula
def mean_of_losses(losses: Float[Array, " later"]) -> Lines:
    """The loss of a sentence as the mean of its tokens' losses."""
    one_less: Part = minus("n", 1)
    loss_of_token = negative(product("ln", applied("p", below("token", "i"))))
    mean = product(fraction(1, one_less), over("∑", row("i", "=", 1), one_less), brackets(loss_of_token))
    terms = shortened([number(float(loss), 3) for loss in losses])
    return (
        line("loss", equals(mean)),
        then(equals(fraction(terms, len(losses)))),
        then(equals(number(float(losses.mean())), _GAP, "nats")),
    )
