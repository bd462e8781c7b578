"""Gradient descent: a ball on the loss of a sentence, moved by each step; what the gradient asks for, and ten steps."""

from collections.abc import Iterable
from dataclasses import replace
from typing import Any, NamedTuple

import numpy as np

from headlight.formulas import learning as learning_formulas
from headlight.pages.learning import by_heart, helped
from headlight.pages.learning.by_heart import RATE
from headlight.parts import dials, words
from headlight.parts.nouns import Button, Comparison, Dial, Key, Number, Pressed, Says, State, cached, count, said, view
from headlight.pictures import Screen
from headlight.reading import reader
from headlight.state.state import Readable
from transformer import LanguageModel, Trace
from transformer.experiments.descent import STEPS as ALL
from transformer.experiments.descent import DescentStep, losses_by_rate
from transformer.experiments.descent import one_step as down
from transformer.readings.loss import sentence_loss, token_losses

_WORDS = 6
_SHARES = np.array([0.25, 0.5, 0.75, 1.0])  # of a step, at which the loss is measured
STEPS = Dial[int](
    "slider",
    Key("steps_taken", Number(0, ALL), "how many steps down the gradient of the sentence are shown"),
    "Steps",
    1,
    "above",
    width=130,
    help="0: what the gradient asks for. 1 to 9: steps down it. 10: the sentence is learned by heart.",
)
STEP_ON = Button(
    "step_on",
    "Take a step",
    lambda state: Pressed(
        {"steps_taken": state[STEPS] + 1, **(by_heart.revealed(state) if state[STEPS] == ALL - 1 else {})}
    ),
    lambda state: state.trace().last > 0,
)
_DOWN = range(1, ALL)  # steps after which the ball is drawn


class Way(NamedTuple):
    """The way of a sentence down its loss."""

    before: LanguageModel  # the last step
    step: DescentStep
    losses: np.ndarray  # from the first place on, four a step, nats per token


def _at(counts: Iterable[int], *controls: Readable[Any] | Button) -> list[Dial[Any] | Button]:
    """Controls that are there at these counts of steps alone."""

    def there(part: Any) -> Any:
        return replace(part, when=lambda state: part.when(state) and state[STEPS] in counts)

    return [there(part) for control in controls for part in control.parts]


def _step(state: State) -> tuple[Way, Trace]:
    """The steps for a sentence that has a loss, and the sentence after them."""
    trace = state.trace()
    way = _down(tuple(token.id for token in trace.tokens), state[RATE], state[STEPS])
    return way, way.step.after.trace(trace.text)


@cached(most=ALL)
def _down(ids: tuple[int, ...], rate: float, steps: int) -> Way:
    """So many steps, each from where the one before it ended."""
    past = _down(ids, rate, steps - 1) if steps > 1 else None
    before = past.step.after if past else reader.bundled()
    step = down(before, list(ids), rate)
    losses = losses_by_rate(before, list(ids), (rate * _SHARES).tolist())
    return Way(before, step, np.append(past.losses if past else step.loss, losses))


@view(
    box=dials.sentence(),
    dials=[
        *_at([0], helped.LOSS_OF, helped.CANDIDATE, dials.TOKEN, dials.CELL),
        *_at([0], dials.HEAD, dials.ORIENTATION),
        STEPS,
        *_at(range(1, ALL + 1), RATE),
        *_at(_DOWN, STEP_ON),
        *_at([ALL], by_heart.UNLEARNED, by_heart.LEARNED, by_heart.LEARN),
    ],
    alone="it is small enough to be trained while you wait",
    code={"helped": "the gradient of a head’s scores", "one_step": "one step", "by_heart": "ten steps"},
)
def one_step(state: State, screen: Screen) -> None:
    """Draw what the gradient asks for, where the steps lead, or what ten do."""
    draw = {0: helped.show, ALL: by_heart.show}.get(state[STEPS], _ball)
    draw(screen, state)


@one_step.more
def more(state: State, screen: Screen) -> None:
    """Draw the pattern that the gradient is of, what the steps changed, or both losses step by step."""
    if state.trace().last:  # what one token lacks is said above
        draw = {0: helped.show_pattern, ALL: by_heart.show_losses}.get(state[STEPS], _changed)
        draw(screen, state)


def _ball(screen: Screen, state: State) -> None:
    """Draw the loss as a ball that goes down, and say how far the last step took it."""
    before, rate, steps = state.trace(), state[RATE], state[STEPS]
    if not before.last:
        return screen.note(words.NO_LOSS)
    way, after = _step(state)
    over = np.arange(0, min(steps + 2, ALL) + 0.1, 0.25)
    gone, ahead = np.full((2, len(over)), np.nan)
    gone[: len(way.losses)] = way.losses
    beyond = over[len(way.losses) - 1 :] - steps
    ids = [token.id for token in before.tokens]
    ahead[len(way.losses) - 1 :] = losses_by_rate(way.step.after, ids, (rate * beyond).tolist())
    screen.heading("Where does the next step end?", "The dashed line goes straight ahead.")
    screen.curves(
        {"the loss": gone, "straight ahead": ahead},
        over=over,
        dashed=("straight ahead",),
        at=steps,
        x_range=(0, ALL),
        x_ticks=range(ALL + 1),
        y_range=(0.0, float(max(np.nanmax(gone), np.nanmax(ahead)))),
        axes=("steps", "loss, nats"),
        height=340,
        alt=f"The loss of the sentence along {count(steps, 'step')}, and straight ahead.",
        key="ball",
        quantity="loss",
    )
    screen.sentence(step_sentence(after, way.step, rate, steps), key="step_in_words")


def _after(steps: int) -> str:
    """Name the sentence after so many steps."""
    return "after the step" if steps == 1 else f"after {steps} steps"


def _changed(screen: Screen, state: State) -> None:
    """Draw the loss word by word, and the next word, as trained and after the steps."""
    before = state.trace()
    _, after = _step(state)
    named = {"as trained": before, _after(state[STEPS]): after}
    left, right = screen.columns(58, 42)
    with left.headed("Which words gain most?", "Dashed bars show the model as trained."):
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
    with right.headed("What comes next?", "No step asked for this word: does it change too?"):
        change = f"{_after(state[STEPS])}, outlined as they were trained"
        Comparison(state, before, after).next_words(screen, change, count=_WORDS, says=())


def step_sentence(stepped: Trace, step: DescentStep, rate: float, steps: int) -> Says:
    """Say what the last step did to the loss, and whether the slope promised so."""
    before, after, promised = step.loss, sentence_loss(stepped), rate * step.slope
    ending = (
        "the step goes past the valley and up the other side."
        if after > before
        else "so close by the slope holds."
        if before - after > 0.9 * promised
        else "the real loss curves, so the prediction fails this far out."
    )
    return said(
        ("The" if steps == 1 else "Step {steps}: the")
        + " loss goes from **{before:.3f}** to **{after:.3f}** nats per token. A straight line predicts a fall of "
        "{promised:.3f}; {ending}",
        steps=steps,
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
    (way, after), rate = _step(state), state[RATE]
    step = way.step
    left, right = screen.columns(60, 40)
    with left.headed(
        "The same step, at every rate",
        "Each rate takes one step down the same gradient. Dashed: a straight line. Where does the loss rise again?",
    ):
        rates = np.array(by_heart.RATES)
        measured = losses_by_rate(way.before, [token.id for token in after.tokens], rates.tolist())
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
    with right.headed("Where is the gradient?", "Each bar is a part’s share of its squared length, by layer."):
        shares = dict(sorted(step.shares.items(), key=lambda item: -item[1]))
        screen.bars(
            list(shares.values()),
            labels=list(shares),
            alt="The share of the squared gradient in each part of the model.",
            key="shares",
        )
