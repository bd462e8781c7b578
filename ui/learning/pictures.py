"""What the training bench draws: how a run went, the heads on one example, and what is said of both."""

import dataclasses
from collections.abc import Callable, Mapping
from functools import partial

import numpy as np
import streamlit as st

from components.board import Board
from components.curves import curves
from components.layer_heads import layer_heads
from transformer import Trace
from transformer.learning import own
from transformer.learning.examples import Task
from transformer.learning.run import LEARNED, Step, TinyModel, learned, turn
from ui import controls, dials
from ui.learning.bench import Bench, measured

_SILENT = "silent"
Head = tuple[int, int]


def silent(model: TinyModel) -> frozenset[Head]:
    """The heads of this model that add nothing, chosen here or in the picture."""
    config = model.transformer.config
    chosen: list[str] = controls.some_of(
        _SILENT, "Silenced heads, as layer.head", placeholder="None: choose here or at a head", width=260
    )
    heads = ((int(layer) - 1, int(head) - 1) for layer, head in (each.split(".") for each in chosen))
    return frozenset(head for head in heads if head[0] < config.n_layers and head[1] < config.n_heads)


def _toggle(layer: int, head: int) -> None:
    dials.move(silent=sorted({*st.session_state[_SILENT]} ^ {f"{layer + 1}.{head + 1}"}))


def example(task: Task) -> str:
    """The reader's input, solved: the whole text on which the heads are drawn."""
    typed = controls.text("solved", "Your example", placeholder=task.example, width="stretch")
    try:
        rows = task.read(typed if typed.strip() else task.example)
    except ValueError as error:
        st.caption(f"{str(error)[0].upper()}{str(error)[1:]}. The pictures show “{task.example}”.".replace("$", "\\$"))
        rows = task.read(task.example)
    return task.alphabet.written(rows.ids[0]).rstrip(" ·")


def show_run(screen: Board, bench: Bench, step: int) -> None:
    """Loss over accuracy and scores, on one axis of steps."""
    steps = bench.run.steps
    over = np.array([each.step for each in steps], dtype=np.float32)
    beside = bench.beside.steps if bench.beside else []
    ticks = () if len(over) > 1 else (0.0,)
    screen.heading("Loss, in nats per answer", "On examples that are never trained on.")
    named = {"loss": _of(steps, lambda each: each.loss), "in training": _of(steps, lambda each: each.batch_loss)}
    if beside:
        named["untouched"] = _of(beside, lambda each: each.loss)
    curves(
        named,
        over=over,
        x_title="step",
        y_title="loss",
        dashed=("in training", "untouched"),
        at=float(step),
        y_range=(0.0, max(0.1, float(np.nanmax(np.concatenate([*named.values()]))))),
        alt=f"The loss of the run over {int(over[-1])} steps, now {steps[-1].loss:.2f}.",
        key="loss",
        x_ticks=ticks,
        height=180,
    )
    screen.heading("Accuracy, and the best head of each kind", _turns(steps))
    shares = {"accuracy": _of(steps, lambda each: each.accuracy)}
    shares |= {kind: np.array([each.best(kind) for each in steps], dtype=np.float32) for kind in steps[0].scores}
    if beside:
        shares["untouched accuracy"] = _of(beside, lambda each: each.accuracy)
    curves(
        shares | {"turn": _marks(steps)},
        over=over,
        x_title="step",
        y_title="share",
        dashed=("untouched accuracy",),
        points=("turn",),
        at=float(step),
        y_range=(0.0, 1.0),
        x_ticks=ticks,
        alt=f"Accuracy and scores of the best heads over {int(over[-1])} steps.",
        key="shares",
        height=200,
    )


def _of(steps: list[Step], number: Callable[[Step], float]) -> np.ndarray:
    return np.array([number(step) for step in steps], dtype=np.float32)


def _marks(steps: list[Step]) -> np.ndarray:
    """A dot where the run has learned, and where each kind of head has come half its way; NaN elsewhere."""
    marks = np.full(len(steps), np.nan, dtype=np.float32)
    for kind in steps[0].scores:
        if found := turn(steps, kind):
            marks[steps.index(found)] = found.best(kind)
    if got := learned(steps):
        marks[steps.index(got)] = got.accuracy
    return marks


def _turns(steps: list[Step]) -> str:
    """Which head turned when, and when the run had learned."""
    turned = [(found.step, kind) for kind in steps[0].scores if (found := turn(steps, kind))]
    said = [f"the best {kind} head is half its way at step {step}" for step, kind in sorted(turned)]
    if got := learned(steps):
        said.append(f"{100 * LEARNED:.0f} % are right at step {got.step}, after {got.seconds:.1f} seconds of one core")
    sentence = "; ".join(said)
    return f"{sentence[0].upper()}{sentence[1:]}." if sentence else "No head has turned yet."


def traced(model: TinyModel, text: str, silenced: frozenset[Head]) -> Trace:
    """The example in this model, without the silenced heads."""
    return model.trace(text, dataclasses.replace(model.change, silenced=silenced))


def show_layer(screen: Board, bench: Bench, model: TinyModel, trace: Trace, layer: int, step: int) -> None:
    """The heads of a layer on the example, each under its best score."""
    scores, of_layer = measured(bench.run.steps, step).scores, trace.layers[layer]
    screen.heading(
        f"Layer {layer + 1}, at step {step}", says(model, trace) if layer == 0 else "It reads what layer 1 wrote."
    )
    layer_heads(
        of_layer.pattern,
        hidden=np.isneginf(of_layer.masked),
        tokens=trace.words,
        names=[_best(scores, layer, head) for head in range(len(of_layer.pattern))],
        silenced=[head for at, head in trace.intervention.silenced if at == layer],
        alt=f"Attention patterns of layer {layer + 1} over {len(trace.words)} signs at step {step}.",
        key=f"heads_{layer}",
        on_head=partial(_toggle, layer),
    )


def _best(scores: Mapping[str, np.ndarray], layer: int, head: int) -> str:
    """What a head is most, and how much; nothing where the task has no score."""
    if not scores:
        return ""
    kind = max(scores, key=lambda each: scores[each][layer, head])
    return f"{kind} {scores[kind][layer, head]:.2f}"


def says(model: TinyModel, trace: Trace) -> str:
    """What the model answers in the text that it has read, each answer from what stands before it."""
    (rows,) = [model.task.read(trace.text)]
    signs = model.task.alphabet.signs
    places = [place for place in rows.answers[0].nonzero().flatten().tolist() if place < len(trace.tokens)]
    said = [signs[int(trace.logits[place - 1].argmax())] for place in places]
    right = sum(sign == signs[trace.tokens[place].id] for sign, place in zip(said, places, strict=True))
    if not places and trace.text.endswith(own.ARROW):
        return f"It writes “{model.write(trace.text, until=own.END)}”: an input that is not in your lines."
    if not places:
        return "Nothing to answer in this example: no sign of it comes twice."
    between = " " if model.task.alphabet.words else ""
    return f"It says “{between.join(said)}”: {right} of {len(places)} right."


def accuracy_without(model: TinyModel, silenced: frozenset[Head], step: Step) -> str:
    """How many answers are right with these heads silent, and with all."""
    if not silenced:
        return f"{step.accuracy:.0%} of the answers in {_ROWS} are right, the loss is {step.loss:.3f} nats."
    _, accuracy, _ = model.measured(dataclasses.replace(model.change, silenced=silenced))
    heads = ", ".join(f"{layer + 1}.{head + 1}" for layer, head in sorted(silenced))
    return f"With {heads} silent {accuracy:.0%} of the answers are right, with all heads {step.accuracy:.0%}."


_ROWS = "100 unseen examples"
