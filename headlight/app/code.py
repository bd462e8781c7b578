"""The few lines of torch or NumPy that recompute what is on screen, behind a switch under the pictures."""

from collections.abc import Mapping
from functools import cache

import streamlit as st

from headlight.app import failures
from headlight.reading import assets
from headlight.reading.real_models import BUNDLED, REAL_MODELS
from headlight.state.registry import View
from headlight.state.state import State

_CODE = assets.FOLDER / "code"
SNIPPETS = frozenset(path.stem for path in _CODE.glob("*.py"))  # that were here when the server started
_OF_ANY = _CODE / "any_model"  # the same for models of any family, where the snippet of the bundled one is of its own


@cache
def fits(view: View, model: str) -> bool:
    """Whether a view has snippets that fit a model."""
    return bool(snippets_of(view, model))


def show(view: View, state: State) -> None:
    """The snippets of a view: those that it names, each with what it computes, else its own.

    They run as they stand where `trace`, of what is on screen, and what else the dials say are given. One that follows
    no dial says so in its first line.
    """
    for snippet, computes in snippets_of(view, state.model_name).items():
        with failures.left_out(f"The code of {computes}" if computes else "The code", f"code {snippet}"):
            if computes:
                st.caption(computes[0].upper() + computes[1:])
            st.code(text_of(snippet, state.model_name), language="python")


def snippets_of(view: View, model: str = BUNDLED) -> Mapping[str, str]:
    """The snippets of a view by their names, each with what it computes; of a real model only those that fit it."""
    snippets = view.code or ({view.name: ""} if view.name in SNIPPETS else {})
    if model == BUNDLED:
        return snippets
    return {
        name: computes
        for name, computes in snippets.items()
        if name == view.name or (_OF_ANY / f"{name}.py").is_file() or "model.transformer" not in text_of(name)
    }


def text_of(snippet: str, model: str = BUNDLED) -> str:
    """The lines of a snippet; for a real model those that open it come first."""
    if model == BUNDLED:
        return (_CODE / f"{snippet}.py").read_text("utf-8")
    for_any_model = _OF_ANY / f"{snippet}.py"
    lines = (for_any_model if for_any_model.is_file() else _CODE / f"{snippet}.py").read_text("utf-8")
    imports, _, steps = lines.partition("\n\n") if lines.startswith("import ") else ("", "", lines)
    opens = "open_installed" if REAL_MODELS[model] is None else "open_folder"
    return (
        f"{imports}\n\nfrom transformer import {opens}\n\n".lstrip()
        + f'model = {opens}("{model}"){"" if REAL_MODELS[model] is None else "  # the path of its folder"}\n'
        + f"trace = model.trace(text)  # and what you have changed, as an Intervention\n\n{steps}"
    )
