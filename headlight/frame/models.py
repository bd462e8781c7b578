"""The model that the reader has chosen: the bundled one, or a real one where the open view can show it."""

from collections.abc import Mapping

import streamlit as st

from headlight.frame import controls, failures, kept, places
from headlight.frame.found import BUNDLED, FOUND
from headlight.frame.held import held
from headlight.frame.places import BUNDLED_ALONE, FOLLOWING, Need
from headlight.frame.threads import one_core_each
from transformer import UNCHANGED, FolderError, Intervention, LanguageModel, OpenedModel, Plan, Trace, open_folder
from transformer.readings.lens import has_direct_path
from transformer.real.installed import open_installed

Model = LanguageModel | OpenedModel  # what a view that follows is given

# All heads of a model with 30 layers of 9 are 2 bytes for each of so many cells squared: about a megabyte.
_TOKENS = 48
NONE_HERE = (
    "No real model is here yet. `make real` brings SmolLM2, 135 million weights, and MiniLM, an encoder: 180 MB; then "
    "start the app again. Or start it with `HEADLIGHT_MODELS=/path/to/folder make run`, where the folder, or each "
    "folder in it, holds `config.json`, `tokenizer.json` and `*.safetensors`, as Hugging Face has them."
)
NO_NEXT_WORD = "This model reads both ways and says nothing of what comes next."
ABOUT = {  # of those that are packages
    "SmolLM2": "SmolLM2-135M-Instruct (Ben Allal et al. 2025). Who made the package has rounded its weights to 4 bits, "
    "those of the embedding to 8; what you see is computed from the rounded ones in float32.",
    "MiniLM": "all-MiniLM-L6-v2 (Wang et al. 2020; Reimers and Gurevych 2019) was trained to give sentences vectors: "
    "each word looks both ways, and nothing says what comes next.",
}
# Why a model without it cannot be shown where it is needed.
_WITHOUT: Mapping[Need, str] = {
    "a mask": "it reads both ways, so there is no mask whose effect could be seen",
    "next words": "it reads both ways and says nothing of what comes next",
    "plain logits": "its logits are no dot products alone: a bias is added, or they are pressed together",
    "a stream": "its norms stand after each sum, so nothing is only added to the stream",
    "norms before": "its norms stand after each sum, and this view follows one that stands before",
    "a direct path": "nothing leads straight from its hidden units to the logits of a next word",
    "added heads": "what its heads write is normalized together before it is added",
}

_KEY = "model"
_LAST = "the last trace of a real model"  # of this visitor
_FIRST = {"SmolLM2": (3, 2)}  # where "country" looks at "bear"


def chosen() -> str:
    """The model that the reader has chosen, whether or not the open view can show it."""
    return st.session_state.get(_KEY) or kept.said(_KEY) or BUNDLED


def shown() -> str:
    """The model whose numbers the open view shows."""
    name, view = chosen(), places.short_of(*kept.place())
    if view == "real":
        return name if name in FOUND else next(iter(FOUND))
    return name if name != BUNDLED and view in FOLLOWING and not _lacking(name, view) else BUNDLED


def offer() -> None:
    """The menu of models in the sidebar of a view that can follow; where another one than is shown is chosen, why."""
    view = places.short_of(*kept.place())
    if not FOUND or view == "real":  # which has a menu of its own
        return
    if view not in FOLLOWING:
        if (kept.held(_KEY) or BUNDLED) != BUNDLED and view in BUNDLED_ALONE:
            reason = BUNDLED_ALONE[view] or "this view shows no other model"
            st.caption(f"These pictures are of {BUNDLED}: {reason}.")
        return
    with st.sidebar:
        name = _menu((BUNDLED, *FOUND), help="Other views show it too, where they can.")
    if name == BUNDLED:
        return
    if lacking := _lacking(name, view):
        st.caption(f"These pictures are of {BUNDLED}. {name} cannot be shown here: {_WITHOUT[lacking]}.")
    else:
        plan = opened(name).plan
        st.caption(
            f"These pictures are of {name}, {plan.n_layers} layers of {plan.n_heads} heads. Numbers in the text were "
            f"measured on {BUNDLED}."
        )


def menu() -> str:
    """Which of the real models is open, for the page that shows no other.

    What it opens with is no choice, and does not follow the reader to other pages.
    """
    before = chosen()
    name = _menu(tuple(FOUND))
    if before in FOUND:
        kept.remember(_KEY, name, name, even_default=True)
    return name


def _menu(among: tuple[str, ...], **look: object) -> str:
    return controls.menu(_KEY, "Model", among[0], among=among, **look)


def _lacking(name: str, view: str) -> Need | None:
    """What a view needs that a model does not have."""
    plan = opened(name).plan
    has: dict[Need, bool] = {
        "a mask": plan.causal,
        "next words": plan.predicts == "next",
        "plain logits": plan.logit_softcap is None and "unembedding" not in plan.biased,
        "a stream": plan.norm_place != "after",
        "norms before": plan.norm_place != "after" and plan.final_norm,
        "a direct path": has_direct_path(plan),
        "added heads": plan.norm_place != "around",
    }
    return next((need for need in FOLLOWING[view] if not has[need]), None)


@held(most=2)
def _opened(name: str) -> OpenedModel:
    """A model takes a second or two to open and four bytes a weight, so two are held for all visitors."""
    one_core_each()
    folder = FOUND[name]
    with st.spinner("Opening the model …"):  # here, and not where it is asked for: that is with each key
        return open_installed(name, _TOKENS) if folder is None else open_folder(folder, _TOKENS)


def opened(name: str) -> OpenedModel:
    """A model by its name; one that cannot be opened is said in a sentence."""
    try:
        return _opened(name)
    except FolderError as error:
        failures.end_page(f"This model cannot be opened. {error}", error)


def first_head(model: OpenedModel) -> tuple[int, int]:
    """The head that is open at first, [layer, head] from 1."""
    return _FIRST.get(model.name, (1, 1))


def reads(text: str) -> bool:
    """Whether the model of the open view makes tokens of a text: some drop what has no ink, and have none left."""
    name = shown()
    return bool(text.strip()) and (name == BUNDLED or bool(opened(name).tokenizer.encode(text)))


def read(model: OpenedModel, text: str, change: Intervention = UNCHANGED) -> Trace:
    """Everything that the model computes for a text; where it goes on from the last one, only what is new.

    The last one is that of an unchanged pass, which is what most views read.
    """
    if change != UNCHANGED:
        return model.trace(text, change)
    trace = model.trace(text, after=st.session_state.get(_LAST))
    st.session_state[_LAST] = trace
    return trace


def keys_are_shared(plan: Plan, head: int) -> str:
    """Which other heads have the keys of a head, from 0, in a sentence; empty where none has."""
    first = head - head % plan.group
    others = [str(each + 1) for each in range(first, first + plan.group) if each != head]
    *before, last = others or [""]
    named = f"heads {', '.join(before)} and {last}" if before else f"head {last}"
    return f"Its keys are also those of {named}." if others else ""
