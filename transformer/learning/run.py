"""A training run: forward in slices, measured after each, and back to any step of it."""

import dataclasses
import time
from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass
from typing import ClassVar

import numpy as np
import torch
from jaxtyping import Float
from numpy import ndarray as Array
from torch import Generator
from torch.nn.functional import cross_entropy
from torch.nn.utils import parameters_to_vector, vector_to_parameters

from transformer.brief import Brief
from transformer.edits import Edit
from transformer.inference import inference, on_processor
from transformer.intervention import Intervention
from transformer.learning.examples import Examples, Task
from transformer.learning.plans import TrainingPlan, plan
from transformer.learning.training import Recipe, train
from transformer.model import Stages, Transformer
from transformer.trace import Trace, of_stages
from transformer.undrawn import Undrawn

TEST_ROWS = 100
LEARNED = 0.95  # of the answers right: from there on a run has got it
_TEST_SEED = 5  # another generator than that of training, the same in every run
_SNAPSHOTS = 64  # at most; past that every second one is let go


@dataclass(frozen=True, eq=False, repr=False)
class Step(Brief):
    """Measurements after so many steps of training, on the test rows of the task."""

    step: int
    seconds: float  # of one core, spent in training
    batch_loss: float  # nats per answer, the mean over the batches since the step before; NaN before the first
    loss: float  # nats per answer
    accuracy: float  # share of the answers that the model finds likeliest
    scores: Mapping[str, Float[Array, "layer head"]]  # by kind of head: weight where such a head would look

    def best(self, kind: str) -> float:
        """The score of the head that is most of this kind."""
        return float(self.scores[kind].max())


@dataclass(frozen=True, eq=False, repr=False)
class TinyModel(Brief):
    """The model of a run so far: an ordinary one, with an alphabet for a tokenizer."""

    task: Task
    transformer: Transformer
    change: Intervention  # that it was trained with

    HONOURS: ClassVar = Recipe.HONOURS

    @inference
    def trace(self, text: str, change: Intervention | None = None) -> Trace:
        """Everything that the model computes for a text; signs past config.max_tokens are dropped and counted.

        Raises:
            ValueError: if the text is empty or holds something that is not in the alphabet of the task, or the change
                has a field that is not among HONOURS.
        """
        change = self._honoured(change)
        tokens = self.task.alphabet.read(text)
        if not tokens:
            raise ValueError("there is nothing to trace in an empty text")
        kept = tokens[: self.transformer.config.max_tokens]
        return of_stages(
            self.transformer.stages(torch.tensor([token.id for token in kept]), change),
            unembedding=self.transformer.unembedding.weight.detach(),
            text=text,
            tokens=kept,
            dropped=len(tokens) - len(kept),
            change=change,
            config=self.transformer.config,
        )

    @inference
    def write(self, text: str, *, until: str, change: Intervention | None = None) -> str:
        """Write on after a text, always the most likely character, up to the character `until` or the last position.

        Raises:
            ValueError: as `trace`.
        """
        change = self._honoured(change)
        ids = [token.id for token in self.trace(text).tokens]
        begun = len(ids)
        while len(ids) < self.transformer.config.max_tokens:
            logits = self.transformer(torch.tensor(ids), change)[-1]
            if self.task.alphabet.signs[int(logits.argmax())] == until:
                break
            ids.append(int(logits.argmax()))
        return self.task.alphabet.written(torch.tensor(ids[begun:], dtype=torch.long))

    def looking_as_on(self, other: str, heads: Collection[tuple[int, int]]) -> Intervention:
        """The change under which these (layer, head) look in any text of as many signs as they do in this other one.

        Their patterns are patched in and nothing else, as in activation patching (Vig et al. 2020): the values that
        they bring back are those of the text itself.

        Raises:
            ValueError: as `trace`.
        """
        patterns = self.trace(other).patterns
        edits = (Edit("pattern", layer, patterns[layer, head], head=head) for layer, head in sorted(heads))
        return self.change.with_edits(*edits)

    @inference
    def measured(
        self, change: Intervention | None = None
    ) -> tuple[float, float, dict[str, Float[Array, "layer head"]]]:
        """On the test rows: loss in nats per answer, share of right answers, and the scores of all heads.

        The mask is the causal one even where the model was trained without: in use the answer is not there yet.
        """
        rows = self.task.test(TEST_ROWS, Generator().manual_seed(_TEST_SEED))
        tested = dataclasses.replace(self._honoured(change), mask="causal", window=Intervention.window)
        stages = self.transformer.stages(rows.ids, tested)
        is_answer, true = rows.answers[:, 1:], rows.ids[:, 1:]
        logits = self.transformer.unembedding(stages.final[:, :-1][is_answer])
        right = (logits.argmax(-1) == true[is_answer]).float().mean()
        return cross_entropy(logits, true[is_answer]).item(), right.item(), _scores(rows, stages)

    def _honoured(self, change: Intervention | None) -> Intervention:
        """The change that was asked for, or the one of the training; a ValueError for what is not among HONOURS."""
        change = self.change if change is None else change
        change.require(self.HONOURS, f"the tiny model of the task {self.task.name}")
        return change


def _scores(rows: Examples, stages: Stages) -> dict[str, Float[Array, "layer head"]]:
    layers = [rows.scores(block.attention.pattern) for block in stages.blocks]
    return {kind: np.array([layer[kind] for layer in layers], dtype=np.float32) for kind in rows.looks}


class Training:
    """A run under way. One thread at a time; everything that is drawn comes from generators of its own."""

    def __init__(self, plan: TrainingPlan, seed: int) -> None:
        self.plan = plan
        self._transformer, self._losses = train(plan.recipe, plan.task.draw, seed + plan.other_seed)
        self._snapshots: dict[int, Float[Array, " weight"]] = {}
        self.steps: list[Step] = []
        self._measure([])

    def advance(self, steps: int) -> Step:
        """Train so many steps, and measure."""
        began = time.thread_time()
        losses = [next(self._losses) for _ in range(steps)]
        return self._measure(losses, time.thread_time() - began)

    def model(self, step: int | None = None) -> TinyModel:
        """A copy of the model as it was after the last step before this one that is still kept; None for now."""
        step = self.steps[-1].step if step is None else step
        weights = self._snapshots[max((kept for kept in self._snapshots if kept <= step), default=0)]
        with Undrawn():
            transformer = Transformer(self.plan.recipe.config).float().requires_grad_(False).eval()
        vector_to_parameters(torch.from_numpy(weights.copy()), transformer.parameters())
        return TinyModel(self.plan.task, transformer, self.plan.recipe.change)

    @property
    def kept(self) -> list[int]:
        """The steps to which `model` can go back; the last is the present one."""
        return list(self._snapshots)

    def _measure(self, losses: list[float], seconds: float = 0.0) -> Step:
        model = TinyModel(self.plan.task, self._transformer, self.plan.recipe.change)
        loss, accuracy, scores = model.measured()
        steps_done, before = (self.steps[-1].step, self.steps[-1].seconds) if self.steps else (0, 0.0)
        mean = float(np.mean(losses)) if losses else float("nan")
        self.steps.append(Step(steps_done + len(losses), before + seconds, mean, loss, accuracy, scores))
        self._keep()
        return self.steps[-1]

    def _keep(self) -> None:
        weights = parameters_to_vector(self._transformer.parameters()).detach().numpy().copy()
        self._snapshots[self.steps[-1].step] = weights
        if len(self._snapshots) > _SNAPSHOTS:
            for step in self.kept[1:-1:2]:
                del self._snapshots[step]


@dataclass(frozen=True, eq=False, repr=False)
class Run(Brief):
    """A run that is done: what was measured on the way, and the model at its end."""

    steps: tuple[Step, ...]
    model: TinyModel

    @property
    def learned(self) -> Step | None:
        """The first measurement with LEARNED of the answers right, if there is one."""
        return learned(self.steps)


def learned(steps: list[Step] | tuple[Step, ...]) -> Step | None:
    """The first of the measurements with LEARNED of the answers right, if there is one."""
    return next((step for step in steps if step.accuracy >= LEARNED), None)


def half_formed(steps: list[Step] | tuple[Step, ...], kind: str) -> Step | None:
    """The first measurement at which the best head of this kind has come half the way to its largest score.

    None while it has not risen by 0.2: then there is no turn to speak of.
    """
    scores = [step.best(kind) for step in steps]
    if not scores or max(scores) - scores[0] < 0.2:
        return None
    return next(step for step in steps if step.best(kind) >= (scores[0] + max(scores)) / 2)


@on_processor
def learn(
    task: str,
    *,
    seed: int = 0,
    seconds: int | float = 10,
    steps: int | None = None,
    experiment: str = "",
    every: int = 5,
    on_step: Callable[[Step], object] | None = None,
) -> Run:
    """Train a tiny model on a built-in task.

    With one thread (`torch.set_num_threads(1)`, the fastest for so small a model) the same seed gives the same model.

    Args:
        task: its name.
        seed: of the initial parameters and of all examples.
        seconds: at most so many of one core.
        steps: at most so many, where they are given.
        experiment: one change, of those that `offered(task)` names.
        every: steps between two measurements.
        on_step: hears each measurement.

    Returns:
        The run, with its model and measurements.

    Raises:
        KeyError: if there is no such task or experiment.

    Example:
        >>> from transformer import learn
        >>> [step.step for step in learn("copy", steps=10, seconds=60).steps]
        [0, 5, 10]
    """
    training = Training(plan(task, experiment), seed)
    while training.steps[-1].seconds < seconds and (steps is None or training.steps[-1].step < steps):
        measured = training.advance(every)
        if on_step:
            on_step(measured)
    return Run(tuple(training.steps), training.model())
