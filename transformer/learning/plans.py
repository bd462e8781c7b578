"""How each task is trained, and the experiments: the same, with one thing changed."""

import dataclasses
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from transformer.config import Config, PositionKind
from transformer.intervention import Intervention
from transformer.learning.examples import Task
from transformer.learning.tasks import TASKS, with_few, with_period
from transformer.learning.training import Recipe


@dataclass(frozen=True)
class TrainingPlan:
    """A task and how it is learned."""

    task: Task
    recipe: Recipe
    other_seed: int = 0  # is added to the seed of a run


def _recipe(task: Task, layers: int = 1, heads: int = 1, d_mlp: int = 16, **more: Any) -> Recipe:
    """A model 64 wide for this task."""
    sizes = Config(len(task.alphabet.signs), layers, heads, 64, 64 // heads, d_mlp, task.length, tied=False)
    return Recipe(sizes, **more)


_SIZES: Mapping[str, Mapping[str, Any]] = {  # that learn quickly from every seed tried, see benchmarks/learning.py
    "agreement": {"heads": 2},
    "bear": {"layers": 2},
    "induction": {"layers": 2, "heads": 2, "d_mlp": 64, "rate": 5e-3, "batch": 32},
    "addition": {"heads": 4, "d_mlp": 128, "rate": 8e-3, "decay": 0.1},
}
_POSITIONS: Mapping[str, PositionKind] = {"induction": "rotary", "addition": "learned"}


def _sizes(**changed: Any) -> Callable[[TrainingPlan], TrainingPlan]:
    def change(plan: TrainingPlan) -> TrainingPlan:
        sizes = plan.recipe.config
        heads = changed.get("n_heads", sizes.n_heads)
        config = dataclasses.replace(sizes, d_head=sizes.d_model // heads, **changed)
        return _trained(config=config)(plan)

    return change


def _trained(**changed: Any) -> Callable[[TrainingPlan], TrainingPlan]:
    return lambda plan: dataclasses.replace(plan, recipe=dataclasses.replace(plan.recipe, **changed))


def _forward(**changed: Any) -> Callable[[TrainingPlan], TrainingPlan]:
    return _trained(change=Intervention(**changed))


def _without_residual(plan: TrainingPlan) -> TrainingPlan:
    layers = range(plan.recipe.config.n_layers)
    return _forward(residual_off=frozenset((layer, part) for layer in layers for part in ("attention", "ffn")))(plan)


EXPERIMENTS: Mapping[str, Callable[[TrainingPlan], TrainingPlan]] = {
    "one layer": _sizes(n_layers=1),
    "1 head": _sizes(n_heads=1),
    "2 heads": _sizes(n_heads=2),
    "4 heads": _sizes(n_heads=4),
    "no mask": _forward(mask="none"),
    "no positions": _forward(positions=False),
    "no 1/√d": _forward(scaled=False),
    "no residual": _without_residual,
    "post-norm": _sizes(norm_position="after"),
    "no norm": _sizes(norm_position="none"),
    "temperature 0.1": _forward(temperature=0.1),
    "temperature 10": _forward(temperature=10.0),
    "W_Q and W_K fixed": _trained(fixed=("attention.query", "attention.key")),
    "learning rate × 10": lambda plan: _trained(rate=10 * plan.recipe.rate)(plan),
    "tied embeddings": _sizes(tied=True),
    "sinusoidal positions": _sizes(positions="sinusoidal"),
    "one period": lambda plan: dataclasses.replace(plan, task=with_period(plan.task)),
    "300 sums": lambda plan: dataclasses.replace(plan, task=with_few(plan.task)),
    "another seed": lambda plan: dataclasses.replace(plan, other_seed=1),
}
_OF_ONE_TASK = {"one period": "induction", "300 sums": "addition"}


def plan(task: str, experiment: str = "") -> TrainingPlan:
    """How a task is trained, with one thing changed if an experiment is named.

    Raises:
        KeyError: if there is no such task or experiment.
    """
    return changed(untouched(TASKS[task]), experiment)


def untouched(task: Task) -> TrainingPlan:
    """How a task is trained; one of the reader's own as two layers of two heads."""
    sizes_of_own: Mapping[str, Any] = {"layers": 2, "heads": 2, "d_mlp": 64, "rate": 5e-3}
    recipe = _recipe(task, **(_SIZES.get(task.name, {}) if task.name in TASKS else sizes_of_own))
    return _sizes(positions=_POSITIONS.get(task.name, "sinusoidal"))(TrainingPlan(task, recipe))


def changed(begun: TrainingPlan, experiment: str) -> TrainingPlan:
    """The plan with one thing changed. KeyError if there is no such experiment."""
    return EXPERIMENTS[experiment](begun) if experiment else begun


def offered(task: Task) -> list[str]:
    """The experiments that change something about this task."""
    begun = untouched(task)
    return [
        name
        for name, change in EXPERIMENTS.items()
        if _OF_ONE_TASK.get(name, task.name) == task.name
        if change(begun) != begun
    ]
