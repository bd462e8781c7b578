"""The mask switchboard itself: a head under the mask, the next word, the loss, and the text as training examples."""

import math

import numpy as np

from headlight.formulas import attention
from headlight.frame import live_check, mask_effects, orientation, reading, stages, tokens
from headlight.frame.boards import board
from headlight.pictures.bars import bars
from headlight.pictures.formula import formula
from headlight.pictures.sentence import sentence
from headlight.pictures.training_examples import training_examples
from headlight.views.masking import mask_switches
from transformer import Intervention, LanguageModel, Trace
from transformer.attention import allowed
from transformer.intervention import Cell
from transformer.readings.loss import token_losses


def traces(text: str, change: Intervention, cells: frozenset[Cell]) -> tuple[Trace, Trace, list[int]]:
    """The text under the mask, the same tokens under the causal mask alone, and the rows that were saved."""
    causal = reading.trace(text, Intervention(padding=change.padding))
    n_tokens = len(causal.tokens)
    complete, saved = mask_switches.with_cells(change, cells, n_tokens, allowed(n_tokens, change).numpy())
    same = complete == causal.intervention
    return causal if same else reading.trace(text, complete), causal, saved


def may_look(trace: Trace) -> np.ndarray:
    """Who may look at whom, [query, key], the same in every head."""
    return ~np.isneginf(trace.layers[0].masked[0])


def show(model: LanguageModel, trace: Trace, causal: Trace, layer: int, head: int, said: str) -> None:
    """What follows the switches, as one component; `said` is what became of the cells toggled by hand."""
    causal_losses = token_losses(causal)
    losses = causal_losses if trace is causal else token_losses(trace)
    tokens.say_if_cut(trace)
    with board(key="switchboard", text=trace.text) as screen:
        if said:
            screen.note(said)
        left, middle, right = screen.columns(36, 36, 28, least=(300, 300, 200))
        with left:
            screen.heading("masked", f"Layer {layer + 1}, head {head + 1}. Choose a cell to hide or show it.")
            stages.picture(trace, layer, head, "masked", on_cell=mask_switches.toggle)
        with middle:
            screen.heading("pattern", f"{stages.says(trace, 'pattern').capitalize()}.")
            stages.picture(trace, layer, head, "pattern")
            screen.note(live_check.in_words(trace, layer))
        with right:
            screen.heading("Next word", "Dashed: under the causal mask.")
            mask_effects.on_next_word(model, trace, causal)
            screen.heading("Loss, in nats per token", "How surprising is what really follows?")
            _loss(trace, losses, causal_losses)
            if len(losses):
                sentence(loss_in_words(losses, causal_losses, answers_in_view(trace)), key="loss_in_words")
        screen.heading(
            f"One text is {_examples(trace.last)}",
            "Each row of the mask is one: what it lets in, and the token to say next. A frame is an answer in view. "
            "Dashed: under the causal mask.",
        )
        _examples_of(trace, losses, causal_losses)


def scores(trace: Trace, layer: int, head: int) -> None:
    """The two stages before the mask, and one row of masked worked out."""
    with board(key="switchboard_arithmetic", text=trace.text) as screen:
        left, right = screen.columns(1, 1)
        with left:
            screen.heading("scores", "Q Kᵀ: every query times every key.")
            stages.picture(trace, layer, head, "scores")
        with right:
            screen.heading("scaled", f"{stages.says(trace, 'scaled')}.")
            stages.picture(trace, layer, head, "scaled")
        line = orientation.line()
        screen.heading(
            f"{line.capitalize()} {worked_row(trace)} of masked, worked out",
            f"The cell with the most weight, and a closed one. Toggle a cell, and its {line} stands here.",
        )
        query, of_layer = worked_row(trace), trace.layers[layer]
        worked = attention.masked_row(of_layer.scaled[head, query], of_layer.masked[head, query], query)
        formula(worked, key="row_formula")


def worked_row(trace: Trace) -> int:
    """The row worth working out: the lowest with a cell toggled by hand, or the one before the last token."""
    return max((query for query, _ in trace.intervention.toggled), default=max(trace.last - 1, 0))


def _examples(count: int) -> str:
    return {0: "no training example yet: type a second token", 1: "1 training example"}.get(
        count, f"{count} training examples"
    )


def _loss(trace: Trace, losses: np.ndarray, causal: np.ndarray) -> None:
    if not len(losses):
        bars([], labels=[], alt="No loss: a text of one token.", key="loss", says=[(mask_effects.NO_LOSS, False)])
        return
    named = {"causal": causal.mean()} | ({} if losses is causal else {"now": losses.mean()})
    named["blind"] = math.log(trace.config.vocab_size)
    bars(
        list(named.values()),
        labels=list(named),
        alt="The mean loss of the text under the causal mask, under this one, and of a blind guess.",
        key="loss",
    )


def answers_in_view(trace: Trace) -> int:
    """How many tokens may look straight at the token that they should guess."""
    return int(np.diagonal(may_look(trace)[: trace.last + 1, : trace.last + 1], 1).sum())


def loss_in_words(losses: np.ndarray, causal: np.ndarray, in_view: int) -> list[tuple[str, bool]]:
    """Whether the loss rose or fell against the causal mask, and how many answers stood in view."""
    difference = float(losses.mean() - causal.mean())
    if abs(difference) < 5e-5:
        moved = [("The same loss as under the causal mask. ", False)]
    else:
        moved = [
            ("The loss ", False),
            (f"{'rises' if difference > 0 else 'falls'} by {abs(difference):.4f}", True),
            (" against the causal mask. ", False),
        ]
    rows = f"{in_view} of {len(losses)} rows"
    return [*moved, ("The answer is in view in ", False), (rows, in_view > 0), (".", False)]


def _examples_of(trace: Trace, losses: np.ndarray, causal: np.ndarray) -> None:
    training_examples(
        trace.words[: trace.last + 1],
        may_look(trace),
        chances=np.exp(-losses),
        losses=losses,
        before=None if losses is causal else causal,
        alt="What each token may look at, the token that follows it, and how the model guessed that.",
        key="examples",
    )
