"""A language model while it was trained: its weights after each of a few steps, in 8 bits, read one step at a time."""

import dataclasses
import json
from collections.abc import Mapping
from pathlib import Path

import torch
from jaxtyping import Float, Int8
from safetensors import safe_open
from safetensors.torch import save_file
from torch import Tensor

from transformer.brief import Brief
from transformer.bundled.folders import (
    CONFIG,
    MODELS,
    TOKENIZER,
    compare_config,
    damaged,
    home_of,
    read,
    read_sealed,
    seal,
)
from transformer.bundled.load import LanguageModel, tokenizer_and_config
from transformer.config import Config
from transformer.ensemble import ensemble
from transformer.inference import on_processor
from transformer.model import Transformer
from transformer.roles import HeadRoles
from transformer.tokenizer import Tokenizer
from transformer.undrawn import Undrawn

NAME = "growing"
SNAPSHOTS, MEASURED = "snapshots.safetensors", "measured.json"
_LARGEST = 127  # of the whole numbers that a weight is written as; -128 stays unused, so that the scale is symmetric
_SCALE = ".scale"


@dataclasses.dataclass(frozen=True, eq=False, repr=False)
class GrowingModel(Brief):
    """A language model at each of `steps`, of which none is in memory until it is asked for."""

    name: str
    config: Config
    tokenizer: Tokenizer
    steps: tuple[int, ...]  # rising; 0 is before the first step
    measured: Mapping[int, dict]  # what measured.json says of each step
    weights: Path

    @on_processor
    def at(self, step: int) -> LanguageModel:
        """Read the model as it was after some steps, its weights as 32-bit floats; read again at each call.

        Args:
            step: one of `steps`.

        Returns:
            The model at that step.

        Raises:
            KeyError: if no weights were kept at this step.
            ModelFolderError: if the file of weights is missing, or does not hold what it should.
        """
        if step not in self.steps:
            raise KeyError(f"weights were kept at the steps {', '.join(map(str, self.steps))}, not at {step}")
        with Undrawn():
            transformer = Transformer(self.config).float()
        try:
            transformer.load_state_dict(with_unembedding(read(self.weights, lambda path: _restored(path, step))))
        except (RuntimeError, KeyError) as error:
            raise damaged(self.weights, f"its tensors of step {step} are not those of the config") from error
        transformer.requires_grad_(False)
        roles = HeadRoles(self.measured[step])
        return LanguageModel(f"{self.name} at step {step}", transformer.eval(), self.tokenizer, roles)

    def at_once(self) -> Transformer:
        """Read all steps into one model, whose stages and logits have an axis of the steps before their own."""
        return ensemble([self.at(step).transformer for step in self.steps])


def load_growing(name: str = NAME, folder: Path = MODELS) -> GrowingModel:
    """Read what is known of a growing model, and compare the checksum of its weights, once.

    Args:
        name: of its folder.
        folder: where the folders of models are.

    Returns:
        The model at each of its steps, none of them in memory yet.

    Raises:
        ModelFolderError: if the folder, or one of its files, is missing or damaged.

    Example:
        >>> from transformer import load_growing
        >>> growing = load_growing()
        >>> growing.at(growing.steps[-1]).trace("bear country").words
        ('bear', 'country')
    """
    home = home_of(name, folder)
    shared, config = read(home / CONFIG, tokenizer_and_config)
    tokenizer = read((folder / shared if shared else home) / TOKENIZER, Tokenizer.load)
    steps = read_sealed(home / SNAPSHOTS, _steps)
    compare_config(home)
    measured = read(home / MEASURED, _by_step)
    if tuple(measured) != steps:
        raise damaged(home / MEASURED, f"it tells of the steps {tuple(measured)}, and there are weights of {steps}")
    return GrowingModel(name, config, tokenizer, steps, measured, home / SNAPSHOTS)


def rounded(weights: Float[Tensor, "row column"]) -> tuple[Int8[Tensor, "row column"], Float[Tensor, " row"]]:
    """Each row as whole numbers from -127 to 127 and what they are multiplied by, a 32-bit float.

    A weight moves by half of that scale at most: by 1/254 of the largest weight of its row.
    """
    scale = (weights.float().abs().amax(dim=1) / _LARGEST).clamp(min=1e-30)
    return torch.round(weights / scale[:, None]).to(torch.int8), scale


def save_growing(snapshots: Mapping[int, dict[str, Tensor]], config: Config, home: Path, shared: str) -> None:
    """Write the folder that `load_growing` reads, but for measured.json: matrices in 8 bits, vectors as they are.

    `shared` names the folder beside this one that has the tokenizer.
    """
    home.mkdir(parents=True, exist_ok=True)
    config_fields = dataclasses.asdict(config) | {"tokenizer": shared}
    (home / CONFIG).write_text(json.dumps(config_fields, indent=2) + "\n", encoding="utf-8")
    tensors: dict[str, Tensor] = {}
    for step, weights in snapshots.items():
        for name, weight in weights.items():
            if config.tied and name == "unembedding.weight":
                continue  # the same numbers as the embedding
            key = f"{step}/{name}"
            if weight.ndim == 2:
                tensors[key], tensors[key + _SCALE] = rounded(weight)
            else:
                tensors[key] = weight.contiguous()
    save_file(tensors, home / SNAPSHOTS)
    seal(home / SNAPSHOTS)


def with_unembedding(weights: dict[str, Tensor]) -> dict[str, Tensor]:
    """The weights of a model whose unembedding is its embedding, with both of their names."""
    return {"unembedding.weight": weights["embedding.weight"], **weights}


def _steps(path: Path) -> tuple[int, ...]:
    with safe_open(path, "pt") as file:
        return tuple(sorted({int(name.split("/")[0]) for name in file.keys()}))  # noqa: SIM118 (it is no dictionary)


def _restored(path: Path, step: int) -> dict[str, Tensor]:
    """The tensors of one step as 32-bit floats, by their names in the model."""
    with safe_open(path, "pt") as file:
        names = [name for name in file.keys() if name.startswith(f"{step}/")]  # noqa: SIM118
        tensors = {name.split("/")[1]: file.get_tensor(name) for name in names}
    scales = {name.removesuffix(_SCALE): tensors.pop(name) for name in list(tensors) if name.endswith(_SCALE)}
    return {
        name: weight.float() * scales[name][:, None] if name in scales else weight.float()
        for name, weight in tensors.items()
    }


def _by_step(path: Path) -> dict[int, dict]:
    measured = json.loads(path.read_text(encoding="utf-8"))
    return {entry["step"]: entry for entry in measured["snapshots"]}
