"""The training loop: draw rows, predict, measure the loss, go a step down its gradient, again."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import count
from typing import ClassVar

from torch import Generator, nn
from torch.nn.functional import cross_entropy

from transformer.config import Config
from transformer.intervention import EDITS, PADDING, UNCHANGED, Intervention
from transformer.learning.adamw import AdamW
from transformer.learning.examples import Examples
from transformer.model import Transformer, initialize


@dataclass(frozen=True)
class Recipe:
    """How a model is trained; with a seed it says all of a run.

    Raises:
        ValueError: if the change has a field that is not among HONOURS.
    """

    # No alphabet has a mark to fill a text up with, and what stages are set to is no part of what can be learned.
    HONOURS: ClassVar = Transformer.HONOURS - PADDING - EDITS
    config: Config
    change: Intervention = UNCHANGED  # of every forward pass of the run
    rate: float = 3e-3  # of learning, after the warm-up
    warmup: int = 20  # steps in which the rate rises
    ends: int | None = None  # the step at which the rate has fallen to 0, if it falls
    decay: float = 0.01  # of weights: their share of the rate that is taken off at each step
    batch: int = 64  # rows of a step
    fixed: tuple[str, ...] = ()  # parts of the names of weights that stay as they were drawn

    def __post_init__(self) -> None:
        self.change.require(self.HONOURS, "training on the rows of a task")


def train(recipe: Recipe, draw: Callable[[int, Generator], Examples], seed: int) -> tuple[Transformer, Iterator[float]]:
    """A fresh model, and its training: an endless iterator that goes one step and gives the loss of its batch.

    The loss is the mean cross-entropy of the answers, in nats. Weights and rows are drawn from a generator of their
    own: with one thread the same seed gives the same numbers.
    """
    generator = Generator().manual_seed(seed)
    transformer = Transformer(recipe.config).float()
    initialize(transformer, recipe.config.n_layers, generator)
    for name, weight in transformer.named_parameters():
        weight.requires_grad_(not any(part in name for part in recipe.fixed))
    return transformer, _steps(transformer, recipe, draw, generator)


def _steps(
    transformer: Transformer, recipe: Recipe, draw: Callable[[int, Generator], Examples], generator: Generator
) -> Iterator[float]:
    learned = [weight for weight in transformer.parameters() if weight.requires_grad]
    optimizer = AdamW(learned, betas=(0.9, 0.99), decay=recipe.decay)
    for step in count(1):
        share_of_rate = 1 - (step - 1) / recipe.ends if recipe.ends else 1.0
        examples = draw(recipe.batch, generator)
        is_answer = examples.answers[:, 1:]
        logits = transformer(examples.ids, recipe.change)[:, :-1]
        loss = cross_entropy(logits[is_answer], examples.ids[:, 1:][is_answer])
        loss.backward()
        nn.utils.clip_grad_norm_(learned, 1.0)
        optimizer.step(recipe.rate * min(1.0, step / recipe.warmup) * share_of_rate)
        yield loss.item()
