"""A trained model tried out: on any example, with heads silent, or with one that looks as on another example."""

import dataclasses
from collections.abc import Sequence

from torch import Generator

from headlight.parts.nouns import capital
from transformer import Head, Trace
from transformer.edits import silence
from transformer.learning import own
from transformer.learning.examples import Task
from transformer.learning.plans import TrainingPlan
from transformer.learning.run import TEST_ROWS, Step, TinyModel

NO_PATCH = "none"


@dataclasses.dataclass(frozen=True)
class Patch:
    """A head, and the text on which it looks as it shall."""

    head: Head
    other: str


@dataclasses.dataclass(frozen=True)
class Trial:
    """The changes that the reader makes to a model."""

    silenced: frozenset[Head] = frozenset()
    patch: Patch | None = None
    named: Sequence[str] = ()  # heads to be silenced, as layer.head; a model may not have all of them

    def toggled(self, layer: int, head: int) -> dict[str, list[str]]:
        """The keys of the address that silencing a head sets, or letting it speak."""
        return {"silent": sorted({*self.named} ^ {Head(layer, head).label})}


def example(task: Task, typed: str) -> tuple[str, str]:
    """The reader's input, solved: the whole text on which the heads are drawn; and why it is another one, or ""."""
    try:
        return _solved(task, typed if typed.strip() else task.example).rstrip(" ·"), ""
    except ValueError as error:
        remark = _because(error, f"The pictures show “{task.example}”.")
        return _solved(task, task.example).rstrip(" ·"), remark


def _solved(task: Task, typed: str) -> str:
    return task.alphabet.written(task.read(typed).ids[0])


def _because(error: ValueError, instead: str) -> str:
    return f"{capital(str(error))}. {instead}".replace("$", "\\$")


def chosen(plan: TrainingPlan, text: str, named: Sequence[str], patched: str, typed: str) -> tuple[Trial, str]:
    """The trial of a text with the heads that are `named` silent; and what there is to say of it, or "".

    The head that is `patched`, if any, looks as on what is `typed`.
    """
    sizes = plan.recipe.config
    silenced = frozenset(head for head in map(Head.parse, named) if head.is_in(sizes))
    if patched == NO_PATCH:
        return Trial(silenced, named=named), ""
    if not Head.parse(patched).is_in(sizes):
        return Trial(silenced, named=named), f"This model has no head {patched}."
    other, remark = _other(plan.task, typed, text)
    return Trial(silenced, Patch(Head.parse(patched), other), named), remark


def _other(task: Task, typed: str, text: str) -> tuple[str, str]:
    """Another example, cut to as many signs as the text has: the reader's, or one of the test, and why."""
    signs, remark = len(task.alphabet.read(text)), ""
    if typed.strip():
        try:
            tokens = task.alphabet.read(_solved(task, typed))
            if len(tokens) >= signs:
                return task.alphabet.written(task.read(typed).ids[0][:signs]), ""
            remark = f"The other example needs {signs} characters, as yours; it has {len(tokens)}."
        except ValueError as error:
            remark = _because(error, "An example of the test is taken.")
    others = (task.alphabet.written(ids[:signs]) for ids in task.test(TEST_ROWS, Generator().manual_seed(0)).ids)
    return next((other for other in others if other != text), text), remark


def traced(model: TinyModel, text: str, trial: Trial) -> Trace:
    """The example in this model, after what the reader did to it."""
    change = model.looking_as_on(trial.patch.other, [trial.patch.head]) if trial.patch else model.change
    return model.trace(text, change.with_edits(*map(silence, sorted(trial.silenced))))


def answer_text(model: TinyModel, trace: Trace) -> str:
    """Return the answers of the model in the text that it has read, each from what is before it."""
    rows = model.task.read(trace.text)
    signs = model.task.alphabet.signs
    positions = [position for position in rows.answers[0].nonzero().flatten().tolist() if position < len(trace.tokens)]
    answers = [signs[int(trace.logits[position - 1].argmax())] for position in positions]
    right = sum(sign == signs[trace.tokens[position].id] for sign, position in zip(answers, positions, strict=True))
    if not positions and trace.text.endswith(own.ARROW):
        return f"It writes “{model.write(trace.text, until=own.END)}”: an input that is not in your lines."
    if not positions:
        return "Nothing to answer in this example: no character comes twice."
    between = " " if model.task.alphabet.words else ""
    return f"It says “{between.join(answers)}”: {right} of {len(positions)} right."


def accuracy_text(model: TinyModel, trace: Trace, trial: Trial, step: Step) -> str:
    """How many tested answers are right, with heads silent and with all; and what a patched head would have done."""
    answers = f"the answers in {tested(model.task)}"
    text = f"{step.accuracy:.0%} of {answers} are right."
    if trial.silenced:
        _, accuracy, _ = model.measured(model.change.with_edits(*map(silence, sorted(trial.silenced))))
        without = ", ".join(head.label for head in sorted(trial.silenced))
        text = f"With {without} silent {accuracy:.0%} of {answers} are right, with all heads {step.accuracy:.0%}."
    if trial.patch:
        unpatched = answer_text(model, traced(model, trace.text, Trial(trial.silenced)))
        text += (
            f" Head {trial.patch.head.label} attends here as on “{trial.patch.other}”. Unpatched: "
            f"{unpatched[0].lower()}{unpatched[1:]}"
        )
    return text


def tested(task: Task) -> str:
    """How many examples a run is tested on, and of what kind."""
    return f"{len(task.test(TEST_ROWS, Generator().manual_seed(0)).ids)} {task.tested_on}"
