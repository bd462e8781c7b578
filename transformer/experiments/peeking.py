"""A tiny transformer trained on random letters, with the causal mask or without one: what peeking is worth.

Random letters cannot be predicted: over many texts no model that sees only what came before can have a loss below
ln 27. One that may look ahead can copy the answer, and so its loss falls towards 0.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from itertools import islice

import numpy as np
import torch
from jaxtyping import Float
from numpy import ndarray as Array
from torch import Generator

from transformer.config import Config
from transformer.inference import inference
from transformer.intervention import Intervention, MaskKind
from transformer.learning.examples import Examples
from transformer.learning.training import Recipe, train
from transformer.model import Transformer

ALPHABET = "abcdefghijklmnopqrstuvwxyz_"  # the last stands for everything that is no letter
LENGTH = 16  # letters in a text
STEPS = 300
MASKS: tuple[MaskKind, MaskKind] = ("causal", "none")  # of the one that is honest, and of the one that may peek
_WIDTH = 32

CONFIG = Config(
    vocab_size=len(ALPHABET),
    n_layers=1,
    n_heads=1,
    d_model=_WIDTH,
    d_head=_WIDTH,
    d_mlp=2 * _WIDTH,
    max_tokens=LENGTH,
    tied=False,
)


@dataclass(frozen=True, eq=False)
class Learner:
    """A trained tiny transformer, the mask it was trained with, and how its loss went."""

    transformer: Transformer
    mask: MaskKind
    losses: Float[Array, " step"]  # nats per letter, of the batch of each step

    @inference
    def whole(self, ids: list[int]) -> tuple[Float[Array, "pos pos"], Float[Array, " next"]]:
        """With the whole text in view, as in training: its pattern, and what it gives each true next letter."""
        stages = self.transformer.stages(torch.tensor(ids), Intervention(mask=self.mask))
        chances = self.transformer.unembedding(stages.final).softmax(-1)
        following = torch.tensor(ids[1:], dtype=torch.long)
        return stages.blocks[0].attention.pattern[0].numpy(), chances[torch.arange(len(ids) - 1), following].numpy()

    @inference
    def step_by_step(self, ids: list[int]) -> Float[Array, " next"]:
        """With only the letters before it in view, as when a text is written: what it gives each true next letter."""
        change = Intervention(mask=self.mask)
        chances = [
            self.transformer(torch.tensor(ids[:seen]), change)[-1].softmax(-1)[ids[seen]] for seen in range(1, len(ids))
        ]
        return np.array([float(generator) for generator in chances], dtype=np.float32)


def letters(text: str) -> list[int]:
    """The first LENGTH characters of a text as numbers of the alphabet."""
    number_of = {letter: number for number, letter in enumerate(ALPHABET)}
    return [number_of.get(letter, len(ALPHABET) - 1) for letter in text.lower()[:LENGTH]]


def _texts(rows: int, generator: Generator) -> Examples:
    """Texts of random letters, in which every letter but the first is to be said."""
    ids = torch.randint(len(ALPHABET), (rows, LENGTH), generator=generator)
    answers = torch.ones_like(ids, dtype=torch.bool)
    answers[:, 0] = False
    return Examples(ids, answers, {})


def learn(
    mask: MaskKind, *, seed: int, steps: int = STEPS, on_progress: Callable[[float], object] = lambda share: None
) -> Learner:
    """Train on texts of random letters that never come twice; `on_progress` hears the share done, now and then.

    The same seed gives the same start and the same texts, whatever the mask.
    """
    recipe = Recipe(CONFIG, Intervention(mask=mask), rate=1e-2, ends=steps, decay=0.0)
    transformer, training = train(recipe, _texts, seed)
    losses = []
    for step, loss in enumerate(islice(training, steps), 1):
        losses.append(loss)
        if step % 10 == 0:
            on_progress(step / steps)
    transformer.requires_grad_(False)
    return Learner(transformer.eval(), mask, np.array(losses, dtype=np.float32))


def written(learners: Mapping[MaskKind, Learner]) -> dict[str, torch.Tensor]:
    """Name all tensors of trained learners in one table, as a file holds them."""
    tensors: dict[str, torch.Tensor] = {}
    for name, learner in learners.items():
        tensors |= {f"{name}.{part}": weight for part, weight in learner.transformer.state_dict().items()}
        tensors[f"{name}.losses"] = torch.from_numpy(learner.losses)
    return tensors


def restored(tensors: Mapping[str, torch.Tensor], mask: MaskKind) -> Learner:
    """Build the learner that was trained with a mask from the table that `written` makes."""
    tensors_of_mask = {
        part.removeprefix(f"{mask}."): tensor for part, tensor in tensors.items() if part.startswith(f"{mask}.")
    }
    losses = tensors_of_mask.pop("losses").numpy()
    transformer = Transformer(CONFIG).float()
    transformer.load_state_dict(tensors_of_mask)
    transformer.requires_grad_(False)
    return Learner(transformer.eval(), mask, losses)
