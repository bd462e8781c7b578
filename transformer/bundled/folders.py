"""A model's folder in assets/models: where it is, and an error that says which of its files cannot be used."""

from collections.abc import Callable
from pathlib import Path
from typing import TypeVar

MODELS = Path(__file__).parents[2] / "assets" / "models"
CONFIG, TOKENIZER, WEIGHTS, ROLES = "config.json", "tokenizer.json", "model.safetensors", "head_roles.json"
Content = TypeVar("Content")


class ModelFolderError(Exception):
    """A model's folder is missing or damaged; the message says which file, and what to do."""


def home_of(name: str, folder: Path) -> Path:
    """The folder of a model.

    Raises:
        ModelFolderError: if there is none.
    """
    home = folder / name
    if not home.is_dir():
        raise ModelFolderError(
            f"There is no model folder {home}. Restore it with 'git checkout -- assets/models/{name}', "
            "or train a model as training/README.md says."
        )
    return home


def read(path: Path, reader: Callable[[Path], Content]) -> Content:
    """What the reader makes of the file.

    Raises:
        ModelFolderError: if the file is missing or the reader cannot use it.
    """
    if not path.is_file():
        raise ModelFolderError(f"The file {path} is missing. {_remedy(path)}")
    try:
        return reader(path)
    except Exception as error:  # each reader has errors of its own; all mean that the file is damaged
        raise damaged(path, str(error).splitlines()[0] if str(error) else type(error).__name__) from error


def damaged(path: Path, reason: str) -> ModelFolderError:
    """The error for a file that was read and does not hold what it should."""
    return ModelFolderError(f"The file {path} cannot be used: {reason}. {_remedy(path)}")


def _remedy(path: Path) -> str:
    return f"Restore it with 'git checkout -- assets/models/{path.parent.name}'."
