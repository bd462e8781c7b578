"""Gradient descent: what the gradient of a sentence asks for, one step down it, and ten; then it is undone."""

from collections.abc import Iterable
from dataclasses import replace
from typing import Any

import numpy as np

from headlight.formulas import learning as learning_formulas
from headlight.pages.learning import by_heart, helped
from headlight.pages.learning.by_heart import RATE
from headlight.parts import dials, stages, tokens, words
from headlight.parts.nouns import Button, Comparison, Dial, Key, OneOf, Says, State, said, view
from headlight.pictures import Screen, Style
from headlight.reading import reader
from headlight.state.state import Readable
from transformer import Head, Trace
from transformer.experiments.descent import Step, losses_by_rate
from transformer.experiments.descent import one_step as down
from transformer.ranking import peak
from transformer.readings.loss import sentence_loss, token_losses

_WORDS, _ON_A_SLIDE = 6, 5
STEPS = Dial[int](
    "one_of",
    Key("steps_taken", OneOf((0, 1, 10)), "how many steps down the gradient of the sentence are shown"),
    "Steps",
    1,
    "above",
    help="0: what the gradient asks for. 1: one step down it, taken and undone. 10: the sentence is learned by heart.",
)


def _at(counts: Iterable[int], *controls: Readable[Any] | Button) -> list[Dial[Any] | Button]:
    """Controls that are there at these counts of steps alone."""

    def there(part: Any) -> Any:
        return replace(part, when=lambda state: part.when(state) and state[STEPS] in counts)

    return [there(part) for control in controls for part in control.parts]


def _step(state: State) -> tuple[Step, Trace]:
    """A step for a sentence that has a loss, and the sentence after it."""
    trace = state.trace()
    step = down(reader.bundled(), [token.id for token in trace.tokens], state[RATE])
    return step, step.after.trace(trace.text)


@view(
    box=dials.sentence(),
    dials=[
        *_at([0], helped.LOSS_OF, helped.CANDIDATE, dials.TOKEN, dials.CELL),
        *_at([0], dials.HEAD),
        *_at([0, 1], dials.ORIENTATION),
        STEPS,
        *_at([1, 10], RATE),
        *_at([10], by_heart.UNLEARNED, by_heart.LEARNED, by_heart.LEARN),
    ],
    alone="it is small enough to be trained while you wait",
    code={"helped": "the gradient of a head’s scores", "one_step": "one step", "by_heart": "ten steps"},
)
def one_step(state: State, screen: Screen) -> None:
    """Draw what the gradient asks for, what one step changes, or what ten do."""
    draw = {0: helped.show, 1: _before_and_after, 10: by_heart.show}[state[STEPS]]
    draw(screen, state)


@one_step.more
def more(state: State, screen: Screen) -> None:
    """Draw the pattern that the gradient is of, how far the step moved attention, or both losses step by step."""
    if state.trace().last:  # what one token lacks is said above
        draw = {0: helped.show_pattern, 1: _moved, 10: by_heart.show_losses}[state[STEPS]]
        draw(screen, state)


def _before_and_after(screen: Screen, state: State) -> None:
    """Draw the loss word by word, and the next word, before and after."""
    before = state.trace()
    if not before.last:
        return screen.note(words.NO_LOSS)
    step, after = _step(state)
    named = {"as trained": before, "after the step": after}
    left, right = screen.columns(58, 42)
    with left.headed("Which words gain most?", "Dashed: as trained."):
        screen.column_chart(
            {name: token_losses(trace) for name, trace in named.items()},
            labels=before.words[1:],
            first=1,
            axes=("word", "loss, nats"),
            height=300,
            alt="The loss of each next token of the sentence, " + " and ".join(named) + ".",
            key="losses",
            quantity="loss",
        )
    with right.headed("What comes next", "The step did not ask for this word. Dashed: as trained."):
        compared = Comparison(state, before, after)
        count = _ON_A_SLIDE if tokens.compact(state) else _WORDS
        compared.next_words(screen, "after the step, outlined as they were trained", count=count, says=())
    screen.sentence(step_sentence(before, after, step, state[RATE]), key="step_in_words")


def _moved(screen: Screen, state: State) -> None:
    """Draw what the step took from each weight of the head that it moved most, and how much moved in every layer."""
    before = state.trace()
    _, after = _step(state)
    moved = np.abs(after.patterns - before.patterns).sum(-1).mean(-1) / 2  # [layer, head]
    head = Head(*peak(moved))
    first, second = (trace.layers[head.layer].pattern[head.head] for trace in (before, after))
    left, right = screen.columns(58, 42, least=(300, 200))
    with left.headed(f"The step moved {head.title} most", "Attention weight after less before. Blue: more attention."):
        stages.square(
            screen,
            state,
            second - first,
            before.words,
            noun="change of the weight",
            style=Style(scale="diverging"),
            hidden=words.hidden(before.layers[head.layer], head.head),
            alt=f"What the step adds to the attention weights of {head.title}",
            key="pattern_moved",
        )
    with right.headed("How much attention moved", "The share that went elsewhere, in each layer."):
        screen.bars(
            moved.mean(1),
            labels=[f"layer {layer + 1}" for layer in range(len(moved))],
            alt="The share of attention that the step moved, in each layer.",
            key="moved",
            quantity="number",
        )


def step_sentence(trained: Trace, stepped: Trace, step: Step, rate: float) -> Says:
    """Say what the step did to the loss, and whether the slope promised so."""
    before, after, promised = sentence_loss(trained), sentence_loss(stepped), rate * step.slope
    ending = (
        "the step goes past the valley and up the other side."
        if after > before
        else "so close by the slope holds."
        if before - after > 0.9 * promised
        else "the real loss curves, so the prediction fails this far out."
    )
    return said(
        "The loss goes from **{before:.3f}** to **{after:.3f}** nats per token. A straight line predicts a fall of "
        "{promised:.3f}; {ending}",
        before=before,
        after=after,
        promised=promised,
        ending=ending,
    )


@one_step.deeper
def arithmetic(state: State, screen: Screen) -> None:
    """Draw what the slope promises, the loss for every learning rate, and where in the model the gradient is.

    Without a step the gradient of one score.
    """
    if state[STEPS] == 0:
        return helped.arithmetic(screen, state)
    if not state.trace().last:
        return
    (step, after), rate = _step(state), state[RATE]
    left, right = screen.columns(60, 40)
    with left.headed(
        "The same step, at every rate",
        "From the same place along the same gradient. Dashed: straight on. Where does the loss turn up again?",
    ):
        rates = np.array(by_heart.RATES)
        measured = losses_by_rate(reader.bundled(), [token.id for token in after.tokens], rates.tolist())
        line = np.maximum(step.loss - rates * step.slope, 0)
        screen.curves(
            {"after the step": measured, "straight down the slope": line},
            over=rates,
            dashed=("straight down the slope",),
            logarithmic="x",
            x_ticks=(0.0001, 0.001, 0.01, 0.1),
            at=rate,
            axes=("learning rate", "loss, nats"),
            alt="The loss after one step, for each learning rate.",
            key="loss_by_rate",
            quantity="loss",
        )
        worked = learning_formulas.step_down(rate, step.slope, step.loss, sentence_loss(after))
        screen.formula(worked, key="step_formula")
    with right.headed("Where the gradient is", "The share of its squared length in each part of the model, by layer."):
        shares = dict(sorted(step.shares.items(), key=lambda item: -item[1]))
        screen.bars(
            list(shares.values()),
            labels=list(shares),
            alt="The share of the squared gradient in each part of the model.",
            key="shares",
        )
