"""Pictures of the training bench: how a run went, and the heads on one example."""

from collections.abc import Callable, Mapping
from functools import partial
from typing import Any

import numpy as np

from headlight.pages.learning import trial
from headlight.pages.learning.bench import Bench
from headlight.pages.learning.trial import Trial
from headlight.parts import tokens
from headlight.parts.nouns import State, capital
from headlight.pictures import Screen
from transformer import Trace
from transformer.learning.run import LEARNED, Step, TinyModel, half_formed, learned

_AXIS = {"addition": 1500, "bear": 650, "sort": 250}  # steps that the axis has before a run; of the others 200
_ABOVE = 620  # pixels above the first curve and of the second one under it, where a story has a card


def show_run(screen: Screen, state: State, running: Bench, step: int, guessed: int | None) -> None:
    """Accuracy and scores over loss, on one axis of steps. A click guesses a step before a run, and later goes back."""
    steps = running.run.steps
    over = np.array([step.step for step in steps], dtype=np.float32)
    beside = running.beside.steps if running.beside else []
    axis, presented = _axis(running, step, guessed), tokens.compact(state)  # a slide has the first alone
    screen.heading(
        "Accuracy and best heads",
        "Dots: a head half formed; the task learned."
        if running.now.step
        else "Guess when it will learn this: click a step.",
    )
    shares = {"accuracy": _of(steps, lambda step: step.accuracy)}
    shares |= {kind: np.array([step.best(kind) for step in steps], dtype=np.float32) for kind in steps[0].scores}
    if beside:
        shares["untouched accuracy"] = _of(beside, lambda step: step.accuracy)
    screen.curves(
        shares | {"turn": _marks(steps)},
        over=over,
        dashed=("untouched accuracy",),
        points=("turn",),
        y_range=(0.0, 1.0),
        alt=f"Accuracy and scores of the best heads over {int(over[-1])} steps.",
        key="shares",
        height=360 if presented else 334,  # which fills a slide
        above=None if presented else _ABOVE,
        axes=("step", "share"),
        **axis,
    )
    if presented:
        return
    screen.heading("Loss in nats, dashed in training", "")
    named = {"loss": _of(steps, lambda step: step.loss), "in training": _of(steps, lambda step: step.batch_loss)}
    if beside:
        named["untouched"] = _of(beside, lambda step: step.loss)
    screen.curves(
        named,
        over=over,
        dashed=("in training", "untouched"),
        y_range=(0.0, max(0.1, float(np.nanmax(np.concatenate([*named.values()]))))),
        alt=f"The loss of the run over {int(over[-1])} steps, now {steps[-1].loss:.2f}.",
        key="loss",
        quantity="loss",
        low=True,
        axes=("step", "loss"),
        **axis,
    )


def _axis(running: Bench, step: int, guessed: int | None) -> dict[str, Any]:
    """The axis of steps of both pictures, with the guess, where the run had learned, and what a click does."""
    clicked: dict[str, Any] = {}
    if not running.now.step:
        clicked = {"on_place": lambda step: {"learned_at": max(1, step)}, "offer": "Click: your guess"}
    elif not running.playing:
        clicked = {"on_place": running.show_step, "offer": "Click: back to this step"}
    first_right = learned(running.run.steps)
    marks = {"your guess": guessed, "learned": first_right.step if first_right else None}
    return {
        "x_range": (0.0, float(max(running.now.step, guessed or 0, _AXIS.get(running.run.plan.task.name, 200)))),
        "at": float(step),
        "marks": {name: float(step) for name, step in marks.items() if step},
    } | clicked


def _of(steps: list[Step], number: Callable[[Step], float]) -> np.ndarray:
    return np.array([number(step) for step in steps], dtype=np.float32)


def _marks(steps: list[Step]) -> np.ndarray:
    """A dot where the run has learned, and where each kind of head has come half its way; NaN elsewhere."""
    marks = np.full(len(steps), np.nan, dtype=np.float32)
    for kind in steps[0].scores:
        if formed := half_formed(steps, kind):
            marks[steps.index(formed)] = formed.best(kind)
    if first_right := learned(steps):
        marks[steps.index(first_right)] = first_right.accuracy
    return marks


def turns(steps: list[Step]) -> str:
    """Which head turned when, and when the run had learned."""
    turned = [(formed.step, kind) for kind in steps[0].scores if (formed := half_formed(steps, kind))]
    events = [f"{kind} head half formed at step {step}" for step, kind in sorted(turned)]
    if first_right := learned(steps):
        events.append(
            f"{LEARNED:.0%} are right at step {first_right.step}, after {first_right.seconds:.1f} seconds of one core"
        )
    return f"{capital('; '.join(events))}." if events else "No head has formed yet."


def show_layer(screen: Screen, model: TinyModel, trace: Trace, layer: int, step: Step, tried: Trial) -> None:
    """The heads of a layer on the example, each under its best score."""
    of_layer = trace.layers[layer]
    names = [_best(step.scores, layer, head) for head in range(len(of_layer.pattern))]
    if tried.patch and tried.patch.head[0] == layer:
        names[tried.patch.head[1]] = "patched"
    says = trial.answer_text(model, trace) if layer == 0 else "It reads what layer 1 wrote."
    screen.heading(f"Layer {layer + 1}, at step {step.step}", says)
    screen.layer_heads(
        of_layer.pattern,
        hidden=np.isneginf(of_layer.masked),
        tokens=trace.words,
        names=names,
        silenced=[head for silenced_layer, head in trace.intervention.silent if silenced_layer == layer],
        alt=f"Attention patterns of layer {layer + 1} over {len(trace.words)} characters at step {step.step}.",
        key=f"heads_{layer}",
        on_head=partial(tried.toggled, layer),
        name_lines=1,
        label_room=96 if model.task.alphabet.words else 24,
    )


def _best(scores: Mapping[str, np.ndarray], layer: int, head: int) -> str:
    """Return the role that a head has most, and its score; nothing where the task has no score."""
    if not scores:
        return ""
    kind = max(scores, key=lambda name: scores[name][layer, head])
    return f"{kind} {scores[kind][layer, head]:.2f}"
