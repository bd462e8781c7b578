"""Effects of another mask on a text: on one row, on a head's attention and on the loss, drawn and in numbers."""

import math
from collections.abc import Sequence

import numpy as np

from headlight.formulas import prediction
from headlight.parts import orientation
from headlight.parts.nouns import State
from headlight.parts.words import NO_LOSS, Says, said
from headlight.pictures import Labels, Screen
from headlight.pictures.decimals import percent
from transformer import Trace
from transformer.readings.loss import token_losses
from transformer.softmax import softmax

NAMES = {"causal": "causal mask", "none": "no mask", "window": "window"}
BY_HAND = "this mask"


def name_of(trace: Trace) -> str:
    """Name the mask of a pass."""
    change = trace.intervention
    return BY_HAND if change.toggled or not change.padding_hidden else NAMES[change.mask]


def may_look(trace: Trace) -> np.ndarray:
    """Who may look at whom in the first layer, [query, key], the same in every head."""
    return ~np.isneginf(trace.layers[0].masked[0])


def one_row(screen: Screen, state: State, trace: Trace, layer: int, head: int, query: int) -> None:
    """The weights of one query as they would be if nothing were hidden, and as they are."""
    stages = trace.layers[layer]
    hidden = np.isneginf(stages.masked[head, query])
    before, after = softmax(stages.scaled[head, query]), stages.pattern[head, query]
    screen.heading(
        f"What does the mask do to one {orientation.line(state)}?",
        "The weights with no score hidden, and with the mask. Choose another word, or a cell of the pattern.",
    )
    screen.matrix(
        np.stack([before, after]),
        Labels(rows=["nothing hidden", name_of(trace)], columns=trace.words, noun="weight"),
        hidden=np.stack([np.zeros_like(hidden), hidden]),
        says=of_row(trace.words, query, before, after, hidden),
        alt=f"The weights of {trace.words[query]} at position {query} before and after the mask.",
        key="one_row",
    )


def of_row(words: Sequence[str], query: int, before: np.ndarray, after: np.ndarray, hidden: np.ndarray) -> Says:
    """That this query cannot see the token after it, or which one else, and what those that it may look at get."""
    looking = f"{words[query]} ({query})"
    following = query + 1
    if not hidden.any():
        ahead = int(after[following:].argmax()) + following if following < len(after) else query
        if ahead == query:
            return said(
                "**{looking}** is the last token: nothing comes after it that a mask could hide.", looking=looking
            )
        return said(
            "**{looking}** may attend ahead here, as in an encoder: it gives **{ahead}** {weight}, and all that come "
            "later {later}.",
            looking=looking,
            ahead=f"{words[ahead]} ({ahead})",
            weight=percent(after[ahead]),
            later=percent(after[following:].sum()),
        )
    next_is_hidden = following < len(hidden) and hidden[following]
    unseen = following if next_is_hidden else int(np.where(hidden, before, -1).argmax())
    return said(
        "**{looking}** cannot see **{unseen}**: without the mask it would get {weight}. All hidden cells together "
        "would get **{hidden}**; the others grow {factor:.2f} times to fill the gap.",
        looking=looking,
        unseen=f"{words[unseen]} ({unseen})",
        weight=percent(before[unseen]),
        hidden=percent(before[hidden].sum()),
        factor=1 / before[~hidden].sum(),
    )


def on_attention(pattern: np.ndarray, causal: np.ndarray) -> str:
    """Say how much of a head's attention goes ahead, and how much it gave to what is hidden now.

    `pattern` and `causal` are [query, key], of the same text under the chosen mask and under the causal one.
    """
    ahead = float(np.triu(pattern, 1).sum()) / len(pattern)
    hidden = float(causal[pattern == 0].sum()) / len(pattern)
    return (
        f"Under this mask {ahead:.0%} of the head's attention goes to later tokens. Weights that are now exactly 0 had "
        f"{hidden:.0%} under the causal mask."
    )


def on_loss(screen: Screen, trace: Trace, causal: Trace) -> None:
    """The mean loss of the text under both masks and of a blind guess, and what the mask does to it, in a sentence."""
    losses, before = token_losses(trace), token_losses(causal)
    if not len(losses):
        return screen.bars(
            [], labels=[], alt="No loss: a text of one token.", key="loss", quantity="loss", says=said(NO_LOSS)
        )
    now = "now" if name_of(trace) == BY_HAND else trace.intervention.mask
    named = {"causal": before.mean(), now: losses.mean(), "blind": math.log(trace.config.vocab_size)}
    text = may_look(trace)[: trace.last + 1, : trace.last + 1]  # without padding
    seeing = int(np.diagonal(text, 1).sum())
    rows = said(" In **{rows}** the model can see the answer.", rows=f"{seeing} of {trace.last} rows")
    remark = "Choose another mask to see what it does."
    if trace is not causal:
        remark = loss_sentence(float(losses.mean()), float(before.mean()), name_of(trace))
    screen.bars(
        list(named.values()),
        labels=list(named),
        alt="The mean loss of the text under the causal mask, under this one, and of a blind guess.",
        key="loss",
        quantity="loss",
        says=[(remark, False), *(rows if seeing else said(" No row can see its answer."))],
    )


def loss_sentence(loss: float, causal: float, name: str) -> str:
    """Compare the two losses in a sentence: which is lower, and why either can be."""
    change = loss - causal
    if abs(change) < 5e-5:
        comparison = f"Here {name} gives the same loss as the causal mask, to four decimals."
    else:
        direction = "rises" if change > 0 else "falls"
        comparison = f"Here the loss {direction} by {abs(change):.4f} nats per token with {name}."
    if name != NAMES["none"]:
        return f"{comparison} The model was trained with the causal mask, not for what it sees now."
    sees = "Each token can now see the one it should predict"
    if change <= -5e-5:
        return f"{comparison} {sees}, and what this model makes of that helps it, though it was trained with the mask."
    return f"{comparison} {sees}. The model was trained with the mask, so it never learned to copy it."


def examples(screen: Screen, trace: Trace, causal: Trace) -> None:
    """The text as the training examples that it holds: each row of the mask with the token that follows it."""
    losses, count = token_losses(trace), trace.last
    held = {0: "no training example yet: type a second token", 1: "1 training example"}
    screen.heading(
        f"One text is {held.get(count, f'{count} training examples')}",
        "Each row is one: the visible tokens and the token to predict. Framed: the answer is visible.",
    )
    screen.training_examples(
        trace.words[: trace.last + 1],
        may_look(trace),
        chances=np.exp(-losses),
        losses=losses,
        before=None if trace is causal else token_losses(causal),
        alt="What each token may attend to, the token that follows it, and how the model guessed that.",
        key="examples",
    )


def losses_by_token(screen: Screen, trace: Trace, causal: Trace) -> None:
    """The loss of a text of several tokens, one by one under both masks, and the mean as it is taken."""
    named = {name_of(run): token_losses(run) for run in (causal, trace)}
    screen.heading(
        "The loss, token by token",
        "−ln of the probability that the model gave to the token that really follows: 0 is certainty. Which words "
        "were hard?",
    )
    screen.column_chart(
        named,
        labels=trace.words[1 : trace.last + 1],
        first=1,
        axes=("next token", "loss, nats"),
        alt="The loss of each next token of the text, " + " and ".join(named) + ".",
        key="losses",
        quantity="loss",
    )
    screen.formula(prediction.mean_of_losses(token_losses(trace)), key="loss_formula")
