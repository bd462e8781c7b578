"""What another mask does to a text: to a head's attention, to the next word and to the loss, said in numbers."""

import math
from collections.abc import Sequence

import numpy as np

from headlight.formulas import prediction
from headlight.frame import orientation, vocabulary
from headlight.frame.reader import Model
from headlight.pictures.bars import bars
from headlight.pictures.board import Board
from headlight.pictures.columns import columns
from headlight.pictures.formula import formula
from headlight.pictures.matrix import Says, matrix
from transformer import Trace
from transformer.ranking import largest
from transformer.readings.loss import sentence_loss, token_losses
from transformer.softmax import softmax

NAMES = {"causal": "causal mask", "none": "no mask", "window": "window"}
NO_LOSS = "One token has no next token to guess. Type a second one."


def mask_itself(trace: Trace, layer: int) -> None:
    """The mask as what is added to scaled: 0 where a token may look, -inf where not."""
    matrix(
        np.where(np.isneginf(trace.layers[layer].masked[0]), -np.inf, 0.0),  # the same in every head
        rows=trace.words,
        columns=trace.words,
        noun="adds",
        alt=f"The mask: 0 where a {orientation.line()} may look at a {orientation.across()}, minus infinity elsewhere.",
        key="mask_itself",
        scale="diverging",
        extent=1.0,
        decimals=0,
        transposed=orientation.transposed(),
    )


def one_row(screen: Board, trace: Trace, layer: int, head: int, query: int) -> None:
    """The weights of one query as they would be if nothing were hidden, and as they are."""
    stages = trace.layers[layer]
    hidden = np.isneginf(stages.masked[head, query])
    before, after = softmax(stages.scaled[head, query]), stages.pattern[head, query]
    screen.heading(
        f"What the mask does to one {orientation.line()}",
        "The softmax of the scaled scores before any is hidden, and after. Choose another word, or a cell.",
    )
    matrix(
        np.stack([before, after]),
        rows=["nothing hidden", NAMES[trace.intervention.mask]],
        columns=trace.words,
        noun="weight",
        hidden=np.stack([np.zeros_like(hidden), hidden]),
        says=said_of_row(trace.words, query, before, after, hidden),
        alt=f"The weights of {trace.words[query]} at position {query} before and after the mask.",
        key="one_row",
    )


def said_of_row(
    tokens: Sequence[str], query: int, before: np.ndarray, after: np.ndarray, hidden: np.ndarray
) -> list[tuple[str, bool]]:
    """That this query cannot see the token after it, or which one else, and what those that it may look at get."""
    looking = (f"{tokens[query]} ({query})", True)
    if not hidden.any():
        largest_ahead = int(after[query + 1 :].argmax()) + query + 1 if query + 1 < len(after) else query
        if largest_ahead == query:
            return [looking, (" is the last token: nothing stands ahead of it that a mask could hide.", False)]
        return [
            looking,
            (" may look ahead here, as in an encoder: it gives ", False),
            (f"{tokens[largest_ahead]} ({largest_ahead})", True),
            (f" {after[largest_ahead]:.3f}, and all that come later {after[query + 1 :].sum():.3f}.", False),
        ]
    following = query + 1
    ahead = following < len(hidden) and hidden[following]
    kept_from = following if ahead else int(np.where(hidden, before, -1).argmax())
    return [
        looking,
        (" cannot see ", False),
        (f"{tokens[kept_from]} ({kept_from})", True),
        (f": its score would give it {before[kept_from]:.3f}, the mask leaves 0. All hidden cells had ", False),
        (f"{before[hidden].sum():.3f}", True),
        (f"; each of the others is multiplied by {1 / before[~hidden].sum():.2f}, so the sum is 1 again.", False),
    ]


def on_attention(pattern: np.ndarray, causal: np.ndarray) -> str:
    """How much of a head's attention goes ahead, and how far back it reached under the causal mask: one sentence.

    `pattern` and `causal` are [query, key], of the same text under the chosen mask and under the causal one.
    """
    ahead = float(np.triu(pattern, 1).sum()) / len(pattern)
    hidden = float(causal[pattern == 0].sum()) / len(pattern)
    return (
        f"Under this mask {ahead:.1%} of the head's attention goes to tokens that come later (causal: none); "
        f"cells that now weigh exactly 0 had {hidden:.1%} of it under the causal mask."
    )


def on_next_word(model: Model, trace: Trace, before: Trace, says: Says = ()) -> None:
    """The likeliest next tokens after a change, with what they were before it as outlines, and a sentence on them."""
    now = vocabulary.probabilities(trace)
    order = largest(now, 6)
    bars(
        now[order],
        labels=vocabulary.labels(model, order),
        before=None if trace is before else vocabulary.probabilities(before)[order],
        alt="The likeliest next tokens.",
        key="next_word",
        says=says,
    )


def loss_sentence(loss: float, causal: float, name: str) -> str:
    """What the two losses say, and no more: which is lower, and why either can be."""
    change = loss - causal
    if abs(change) < 5e-5:
        found = f"Here {name} gives the same loss as the causal mask, to four decimals."
    else:
        direction = "rises" if change > 0 else "falls"
        found = f"Here the loss {direction} by {abs(change):.4f} nats per token with {name}."
    if name == NAMES["none"] and change <= -5e-5:
        reason = (
            " Each token can now see the one it should predict, and what this model makes of that helps it, though it "
            "was trained with the mask."
        )
    elif name == NAMES["none"]:
        reason = (
            " Each token can now see the one it should predict. The model was trained with the mask, so it never "
            "learned to copy it."
        )
    else:
        reason = " The model was trained with the causal mask, not for what it sees now."
    return found + reason


def on_loss(trace: Trace, causal: Trace) -> None:
    """The mean loss of the text under both masks and of a blind guess, and what the mask does to it, in a sentence."""
    if len(trace.tokens) < 2:
        bars([], labels=[], alt="No loss: a text of one token.", key="loss", says=[(NO_LOSS, False)])
        return
    name, loss, causal_loss = NAMES[trace.intervention.mask], sentence_loss(trace), sentence_loss(causal)
    named = {"causal": causal_loss, trace.intervention.mask: loss, "blind": math.log(trace.config.vocab_size)}
    said = "Choose another mask to see what it does." if trace is causal else loss_sentence(loss, causal_loss, name)
    bars(
        list(named.values()),
        labels=list(named),
        alt="The mean loss of the text under the causal mask, under this one, and of a blind guess.",
        key="loss",
        says=[(said, False)],
    )


def losses_by_token(screen: Board, trace: Trace, causal: Trace) -> None:
    """The loss of the text token by token under both masks, and the mean as it is taken."""
    if len(trace.tokens) < 2:
        return
    named = {NAMES[one.intervention.mask]: token_losses(one) for one in (causal, trace)}
    screen.heading(
        "The loss, token by token",
        "−ln of the probability that the model gave to the token that really follows: 0 is certainty. See which tokens "
        "stand out.",
    )
    columns(
        named,
        labels=trace.words[1:],
        first=1,
        x_title="next token",
        y_title="loss, nats",
        alt="The loss of each next token of the text, " + " and ".join(named) + ".",
        key="losses",
    )
    formula(prediction.mean_of_losses(token_losses(trace)), key="loss_formula")
