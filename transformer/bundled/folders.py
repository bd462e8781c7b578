"""A model's folder in assets/models: where it is, and an error that says which of its files cannot be used."""

import hashlib
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any, TypeVar

import numpy as np
from torch.nn import Module

_INSTALLED = Path(__file__).parents[1] / "models"  # where `pip install .` puts them, see pyproject.toml
MODELS = _INSTALLED if _INSTALLED.is_dir() else Path(__file__).parents[2] / "assets" / "models"
CONFIG, TOKENIZER, WEIGHTS, ROLES = "config.json", "tokenizer.json", "model.safetensors", "head_roles.json"
SUMS = "SHA256SUMS"  # what `sha256sum -c` reads: the checksums of weights and config.json
Content = TypeVar("Content")


class ModelFolderError(Exception):
    """A model's folder is missing or damaged.

    The message names the model and the file, for anybody. A note, which a traceback shows under the message, has what
    is for who runs the app alone: where the file lies, what is wrong with it, and how to restore it.
    """

    def __init__(self, message: str, path: Path, reason: str) -> None:
        super().__init__(message)
        name = path.name if path.suffix == "" else path.parent.name
        self.add_note(
            f"{path}: {reason}. Restore it with 'git checkout -- assets/models/{name}', "
            "or train a model as training/README.md says."
        )


def home_of(name: str, folder: Path) -> Path:
    """The folder of a model.

    Raises:
        ModelFolderError: if there is none.
    """
    home = folder / name
    if not home.is_dir():
        raise ModelFolderError(f"The folder of the model {name} is missing.", home, "there is no such folder")
    return home


def read(path: Path, reader: Callable[[Path], Content]) -> Content:
    """Read a file of a bundled model with `reader`.

    Raises:
        ModelFolderError: if the file is missing or the reader cannot use it.
    """
    if not path.is_file():
        raise ModelFolderError(
            f"The file {path.name} of the model {path.parent.name} is missing.", path, "no such file"
        )
    try:
        return reader(path)
    except ModelFolderError:
        raise
    except Exception as error:  # each reader has errors of its own; all mean that the file is damaged
        raise damaged(path, str(error).splitlines()[0] if str(error) else type(error).__name__) from error


def read_weights(path: Path, reader: Callable[[Path], dict[str, Any]]) -> dict[str, Any]:
    """The arrays of a file of weights, by name, after its checksum was compared and its numbers were looked at.

    Raises:
        ModelFolderError: if the file or its checksum is missing, they do not agree, or a number is not finite.
    """

    def finite(path: Path) -> dict[str, Any]:
        arrays = reader(path)
        for name, array in arrays.items():
            if not np.isfinite(np.asarray(array)).all():
                raise damaged(path, f"the tensor {name} holds a number that is not finite")
        return arrays

    return read_sealed(path, finite)


def read_sealed(path: Path, reader: Callable[[Path], Content]) -> Content:
    """Read a file of weights with the reader, after comparing its checksum.

    Raises:
        ModelFolderError: if the file or its checksum is missing, they do not agree, or the reader cannot use it.
    """

    def checked(path: Path) -> Content:
        if sums.get(path.name) != sha256(path):
            raise damaged(path, f"its checksum is not the one in {SUMS}")
        return reader(path)

    sums = read(path.parent / SUMS, _sums)
    return read(path, checked)


def compare_config(home: Path) -> None:
    """Compare the checksum of a config.json, where it is listed.

    Other sizes can fit the same weights: 12 heads of 16 read what 6 of 32 have learned, and make other numbers of it.

    Raises:
        ModelFolderError: if the two do not agree.
    """
    if CONFIG in read(home / SUMS, _sums):
        read_sealed(home / CONFIG, lambda _: None)


def fill(model: Module, weights: Mapping[str, Any], home: Path) -> None:
    """Give a model that only reads its weights, once they and its config.json are known to belong together.

    Raises:
        ModelFolderError: if they do not.
    """
    try:
        model.load_state_dict({name: weight.float() for name, weight in weights.items()})
    except (RuntimeError, AttributeError) as error:
        raise damaged(home / WEIGHTS, "its tensors are not those that the config describes") from error
    compare_config(home)
    model.requires_grad_(False).eval()


def measured(
    path: Path, reader: Callable[[Path], Content], nothing: Content
) -> tuple[Content, ModelFolderError | None]:
    """Read what was measured of a model, else give nothing, and why: the model itself works without."""
    try:
        return (read(path, reader) if path.exists() else nothing), None
    except ModelFolderError as error:
        return nothing, error


def seal(path: Path) -> None:
    """Write the checksums of a file of weights, for `read_weights`, and of the config.json beside it."""
    sealed = [file for file in (path, path.parent / CONFIG) if file.is_file()]
    lines = "".join(f"{sha256(file)}  {file.name}\n" for file in sealed)
    (path.parent / SUMS).write_text(lines, encoding="utf-8")


def sha256(path: Path) -> str:
    """The checksum of a file, as hexadecimal digits."""
    return hashlib.sha256(path.read_bytes()).hexdigest()


def _sums(path: Path) -> dict[str, str]:
    """The checksum of each file that is listed."""
    lines = path.read_text(encoding="utf-8").splitlines()
    return {name: checksum for checksum, name in (line.split(maxsplit=1) for line in lines)}


def damaged(path: Path, reason: str) -> ModelFolderError:
    """The error for a file that was read and does not hold what it should."""
    return ModelFolderError(f"The file {path.name} of the model {path.parent.name} is damaged.", path, reason)
