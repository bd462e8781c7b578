"""A trained model with its tokenizer: `load` one from a folder, `trace` a text."""

import dataclasses
import json
from pathlib import Path

import torch
from safetensors.torch import load_file, save_file

from transformer.config import Config
from transformer.intervention import UNCHANGED, Intervention
from transformer.model import Transformer
from transformer.roles import HeadRoles
from transformer.tokenizer import Tokenizer
from transformer.trace import Trace, of_stages

MODELS = Path(__file__).parent.parent / "assets" / "models"
CONFIG, TOKENIZER, WEIGHTS, ROLES = "config.json", "tokenizer.json", "model.safetensors", "head_roles.json"


class ModelFolderError(Exception):
    """A model's folder is missing or damaged; the message says which file, and what to do."""


@dataclasses.dataclass(frozen=True, eq=False)
class LanguageModel:
    """A trained decoder-only transformer and the tokenizer it was trained with. Safe to share between threads."""

    name: str
    transformer: Transformer
    tokenizer: Tokenizer
    roles: HeadRoles

    @property
    def config(self) -> Config:
        """The sizes of the transformer."""
        return self.transformer.config

    @torch.inference_mode()
    def trace(self, text: str, change: Intervention = UNCHANGED) -> Trace:
        """Everything the model computes for a text; tokens past config.max_tokens are dropped and counted.

        Raises:
            ValueError: if the text is empty, or the intervention names a head or place that does not exist.
        """
        tokens = self.tokenizer.encode(text)
        if not tokens:
            raise ValueError("there is nothing to trace in an empty text")
        kept = tokens[: self.config.max_tokens]
        stages = self.transformer.stages(torch.tensor([token.id for token in kept]), change)
        return of_stages(
            stages,
            unembedding=self.transformer.unembedding.weight.detach(),
            text=text,
            tokens=kept,
            dropped=len(tokens) - len(kept),
            change=change,
            config=self.config,
        )


def load(name: str, folder: Path = MODELS) -> LanguageModel:
    """Read a bundled model: config.json, tokenizer.json and model.safetensors in `folder`/`name`.

    Raises:
        ModelFolderError: if the folder, or one of its files, is missing, damaged or of another model.
    """
    home = folder / name
    if not home.is_dir():
        raise ModelFolderError(
            f"There is no model folder {home}. Restore it with 'git checkout -- assets/models/{name}', "
            "or train a model as training/README.md says."
        )
    config = _read(home / CONFIG, lambda path: Config(**json.loads(path.read_text(encoding="utf-8"))))
    tokenizer = _read(home / TOKENIZER, Tokenizer.load)
    weights = _read(home / WEIGHTS, load_file)
    if tokenizer.vocab_size != config.vocab_size:
        raise _damaged(
            home / TOKENIZER, f"it has {tokenizer.vocab_size} tokens where the config says {config.vocab_size}"
        )
    transformer = Transformer(config)
    if config.tied:
        if "unembedding.weight" in weights:
            raise _damaged(home / WEIGHTS, "it has an unembedding of its own where the config says tied")
        weights["unembedding.weight"] = weights.get("embedding.weight")
    try:
        transformer.load_state_dict({key: weight.float() for key, weight in weights.items()})
    except (RuntimeError, AttributeError) as error:
        raise _damaged(home / WEIGHTS, "its tensors are not those that the config describes") from error
    transformer.requires_grad_(False)
    roles = _read(home / ROLES, lambda path: json.loads(path.read_text("utf-8"))) if (home / ROLES).exists() else {}
    return LanguageModel(name, transformer.eval(), tokenizer, HeadRoles(roles))


def save(transformer: Transformer, tokenizer: Tokenizer, home: Path) -> None:
    """Write a model's folder, weights in half precision: what `load` reads."""
    home.mkdir(parents=True, exist_ok=True)
    (home / CONFIG).write_text(json.dumps(dataclasses.asdict(transformer.config), indent=2) + "\n", encoding="utf-8")
    tokenizer.bpe.save(str(home / TOKENIZER), pretty=False)
    weights = transformer.state_dict()
    if transformer.config.tied:
        del weights["unembedding.weight"]  # the same numbers as the embedding
    save_file({key: weight.half().contiguous() for key, weight in weights.items()}, home / WEIGHTS)


def _read(path: Path, reader):
    """What the reader makes of the file, or a ModelFolderError that names the file."""
    if not path.is_file():
        raise ModelFolderError(f"The file {path} is missing. {_remedy(path)}")
    try:
        return reader(path)
    except Exception as error:  # each reader has errors of its own; all mean that the file is damaged
        raise _damaged(path, str(error).splitlines()[0] if str(error) else type(error).__name__) from error


def _damaged(path: Path, reason: str) -> ModelFolderError:
    return ModelFolderError(f"The file {path} cannot be used: {reason}. {_remedy(path)}")


def _remedy(path: Path) -> str:
    return f"Restore it with 'git checkout -- assets/models/{path.parent.name}'."
