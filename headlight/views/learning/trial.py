"""A trained model tried out: on any example, with heads silent, or with one that looks as on another example."""

import dataclasses

import streamlit as st
from torch import Generator

from headlight.frame import controls, kept
from transformer import Config, Trace
from transformer.head import Head
from transformer.learning import own
from transformer.learning.examples import Task
from transformer.learning.plans import TrainingPlan
from transformer.learning.run import TEST_ROWS, Step, TinyModel

_SILENT = "silent"


@dataclasses.dataclass(frozen=True)
class Patch:
    """A head, and the text on which it looks as it shall."""

    head: Head
    other: str


@dataclasses.dataclass(frozen=True)
class Trial:
    """What the reader does to a model."""

    silenced: frozenset[Head] = frozenset()
    patch: Patch | None = None


def example(task: Task) -> str:
    """The reader's input, solved: the whole text on which the heads are drawn."""
    typed = controls.text("solved", "Your example", placeholder=task.example, width="stretch")
    try:
        return _solved(task, typed if typed.strip() else task.example).rstrip(" ·")
    except ValueError as error:
        _say(error, f"The pictures show “{task.example}”.")
        return _solved(task, task.example).rstrip(" ·")


def _solved(task: Task, typed: str) -> str:
    return task.alphabet.written(task.read(typed).ids[0])


def _say(error: ValueError, instead: str) -> None:
    st.caption(f"{str(error)[0].upper()}{str(error)[1:]}. {instead}".replace("$", "\\$"))


def chosen(plan: TrainingPlan, text: str) -> Trial:
    """Which heads are silent, chosen here or in the picture, and which one looks as on another example."""
    named: list[str] = controls.some_of(
        _SILENT, "Silenced heads, as layer.head", placeholder="None: choose here or at a head", width=250
    )
    patched: str = controls.menu(
        "patched",
        "Patched head",
        "none",
        width=130,
        help="It looks in your example as it does in another one; what it brings back is still your example's.",
    )
    sizes = plan.recipe.config
    silenced = frozenset(head for head in map(Head.parse, named) if _has(sizes, head))
    if patched == "none":
        return Trial(silenced)
    typed = controls.text("patched_from", "Looks as on", placeholder="another example", width=250)
    if not _has(sizes, Head.parse(patched)):
        st.caption(f"This model has no head {patched}.")
        return Trial(silenced)
    return Trial(silenced, Patch(Head.parse(patched), _other(plan.task, typed, text)))


def toggle(layer: int, head: int) -> None:
    """Silence a head, or let it speak."""
    kept.move(silent=sorted({*st.session_state[_SILENT]} ^ {Head(layer, head).label}))


def _has(sizes: Config, head: Head) -> bool:
    return head.layer < sizes.n_layers and head.head < sizes.n_heads


def _other(task: Task, typed: str, text: str) -> str:
    """Another example, cut to as many signs as the text has: the reader's, or one of the test."""
    signs = len(task.alphabet.read(text))
    if typed.strip():
        try:
            tokens = task.alphabet.read(_solved(task, typed))
            if len(tokens) >= signs:
                return task.alphabet.written(task.read(typed).ids[0][:signs])
            st.caption(f"The other example needs {signs} signs, as yours; it has {len(tokens)}.")
        except ValueError as error:
            _say(error, "An example of the test is taken.")
    others = (task.alphabet.written(ids[:signs]) for ids in task.test(TEST_ROWS, Generator().manual_seed(0)).ids)
    return next((other for other in others if other != text), text)


def traced(model: TinyModel, text: str, trial: Trial) -> Trace:
    """The example in this model, after what the reader did to it."""
    change = model.looking_as_on(trial.patch.other, [trial.patch.head]) if trial.patch else model.change
    return model.trace(text, dataclasses.replace(change, silenced=trial.silenced))


def answer_text(model: TinyModel, trace: Trace) -> str:
    """What the model answers in the text that it has read, each answer from what stands before it."""
    rows = model.task.read(trace.text)
    signs = model.task.alphabet.signs
    places = [place for place in rows.answers[0].nonzero().flatten().tolist() if place < len(trace.tokens)]
    answers = [signs[int(trace.logits[place - 1].argmax())] for place in places]
    right = sum(sign == signs[trace.tokens[place].id] for sign, place in zip(answers, places, strict=True))
    if not places and trace.text.endswith(own.ARROW):
        return f"It writes “{model.write(trace.text, until=own.END)}”: an input that is not in your lines."
    if not places:
        return "Nothing to answer in this example: no sign of it comes twice."
    between = " " if model.task.alphabet.words else ""
    return f"It says “{between.join(answers)}”: {right} of {len(places)} right."


def accuracy_text(model: TinyModel, trace: Trace, trial: Trial, step: Step) -> str:
    """How many tested answers are right, with heads silent and with all; and what a patched head would have done."""
    answers = f"the answers in {tested(model.task)}"
    text = f"{step.accuracy:.0%} of {answers} are right."
    if trial.silenced:
        _, accuracy, _ = model.measured(dataclasses.replace(model.change, silenced=trial.silenced))
        without = ", ".join(head.label for head in sorted(trial.silenced))
        text = f"With {without} silent {accuracy:.0%} of {answers} are right, with all heads {step.accuracy:.0%}."
    if trial.patch:
        unpatched = answer_text(model, traced(model, trace.text, Trial(trial.silenced)))
        text += (
            f" Head {trial.patch.head.label} looks here as on “{trial.patch.other}”. Unpatched: "
            f"{unpatched[0].lower()}{unpatched[1:]}"
        )
    return text


def tested(task: Task) -> str:
    """How many examples a run is tested on, and of what kind."""
    return f"{len(task.test(TEST_ROWS, Generator().manual_seed(0)).ids)} {task.tested_on}"
