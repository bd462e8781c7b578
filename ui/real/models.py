"""The real model that is open, and the head of it that is chosen."""

import streamlit as st

from transformer import FolderError, OpenedModel, Trace, open_folder, open_installed
from transformer.bundled.roles import HeadRoles
from transformer.real.installed import head_roles
from ui import controls, dials, failures, reading
from ui.held import held
from ui.real.found import FOUND

# All heads of a model with 30 layers of 9 are 2 bytes for each of so many cells squared: about a megabyte.
_TOKENS = 48
NONE_HERE = (
    "No real model is here yet. `make real` brings SmolLM2, 135 million weights, and MiniLM, an encoder: 180 MB; then "
    "start the app again. Or start it with `HEADLIGHT_MODELS=/path/to/folder make run`, where the folder, or each "
    "folder in it, holds `config.json`, `tokenizer.json` and `*.safetensors`, as Hugging Face has them."
)
ABOUT = {  # of those that are packages
    "SmolLM2": "SmolLM2-135M-Instruct (Ben Allal et al. 2025). Who made the package has rounded its weights to 4 bits, "
    "those of the embedding to 8; what you see is computed from the rounded ones in float32.",
    "MiniLM": "all-MiniLM-L6-v2 (Wang et al. 2020; Reimers and Gurevych 2019) was trained to give sentences vectors: "
    "each word looks both ways, and nothing says what comes next.",
}
# Of single heads, [layer, head] from 0, by transformer/experiments/pronouns.py.
_OF_HEADS = {
    (
        "SmolLM2",
        (17, 0),
    ): "In “The animal didn't cross the street because it was too tired” and “… too wide”, this head "
    "shifts from animal to street at the last word. In 20 new pairs of that kind its weight moves the right way in "
    "16, but the larger of the two weights switches in 3 only."
}

_LAST = "the last trace of a real model"  # of this visitor
_FIRST = {"SmolLM2": (3, 2)}  # where "country" looks at "bear"


@held(most=2)
def _opened(name: str) -> OpenedModel:
    """A model takes a second or two to open and four bytes a weight, so two are held for all visitors."""
    reading.one_core_each()
    folder = FOUND[name]
    return open_installed(name, _TOKENS) if folder is None else open_folder(folder, _TOKENS)


@held
def roles(name: str) -> HeadRoles:
    """What each head was measured to do on held-out text, where that was done; of others nothing."""
    measured = head_roles(name)
    return HeadRoles.read(measured) if FOUND[name] is None and measured.is_file() else HeadRoles({})


def menu() -> str:
    """Which of the models is open."""
    return controls.menu("model", "Model", next(iter(FOUND)), width=140)


def opened(name: str) -> OpenedModel:
    """A model by its name; one that cannot be opened is said in a sentence."""
    try:
        with st.spinner("Opening the model …"):
            return _opened(name)
    except FolderError as error:
        failures.end_page(f"This model cannot be opened. {error}", error)


def head(model: OpenedModel) -> tuple[int, int]:
    """Two boxes for numbers, from 1: layer and head, from 0 in the result; past the end counts as the last."""
    first = _FIRST.get(model.name, (1, 1))
    layer = controls.number("real_layer", "Layer", first[0], width=86)
    number = controls.number("real_head", "Head", first[1], width=86)
    return min(layer, model.plan.n_layers) - 1, min(number, model.plan.n_heads) - 1


def said_of(name: str, head: tuple[int, int]) -> str:
    """What was found out about one head of a model, in a sentence or two; empty of most."""
    return _OF_HEADS.get((name, head), "")


def read(model: OpenedModel, text: str) -> Trace:
    """Everything that the model computes for a text; where it goes on from the last one, only what is new."""
    trace = model.trace(text, after=st.session_state.get(_LAST))
    st.session_state[_LAST] = trace
    return trace


def choose_head(chosen: tuple[int, int]) -> None:
    """Move the two boxes to a head, [layer, head] from 0."""
    dials.move(real_layer=chosen[0] + 1, real_head=chosen[1] + 1)
