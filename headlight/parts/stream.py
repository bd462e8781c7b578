"""The stream: the whole machine in a strip, from the sentence to the next word, with the part that a view is about.

Its heads and FFNs are lit by what the likeliest next word loses without each, of the model as it is, whatever the view
changes about it.
"""

from collections.abc import Mapping, Sequence
from typing import Any

from headlight.parts import vocabulary
from headlight.reading import reader
from headlight.reading.beginnings import PLAYED, SETS, words_of
from headlight.reading.reader import EXAMPLE, Model
from headlight.state.first_path import BEGINNINGS, RECAP, STEPS, VIEW
from headlight.state.places import PAGES, Part, page_of, title_of
from headlight.state.state import Dial, State
from transformer import LanguageModel, Trace

SHOWN = 3  # next words
# The view that each part leads to.
LEADS: Mapping[Part, str] = {
    "words": "tokens",
    "embeddings": "embeddings",
    "positions": "positions",
    "heads": "attention",
    "ffn": "block",
    "layer": "block",
    "next word": "next_word",
}


def stream(state: State) -> dict[str, Any] | None:
    """Say what is drawn of the stream on a view that has one, as JSON holds it; None where its file is damaged.

    Raises:
        CannotShow: there is no model to show.
    """
    if state.view.name == VIEW:
        return _of_guesses(state) if STEPS else None
    part = PAGES[state.view.page].part_of(state.view.name)
    head = {dial.key: dial.read(state) for dial in state.view.controls if _shows_one(state, part, dial)}
    if part == "layer" and "layer" not in head:
        part = "layers"
    chosen_head = [head[key] - 1 if key in head else None for key in ("layer", "head")]
    return {**_machine(state.model, state.trace()), "part": part, "at": chosen_head, "view": state.view.name}


def _shows_one(state: State, part: Part | None, dial: Dial[int]) -> bool:
    """Whether a view shows the layer, or the head, of a dial, and not all of them."""
    if dial.key not in ("layer", "head"):
        return False
    if part == "layers":  # none is shown before one is chosen
        return dial.place != "picture" or bool(state.get(dial.key))
    if part == "layer":  # a page about all that a layer does: the dial may be closed, or not apply
        return dial.when(state) and (
            dial.place not in ("further", "deeper") or bool(state.get("more") or state.get("arithmetic"))
        )
    return True


def _machine(model: Model, trace: Trace) -> dict[str, Any]:
    """The words, the sizes of the model, what it is without each part, and what comes next.

    Of a real model nothing is known of single parts, which would take a pass for each; and an encoder has no next word.
    """
    sizes = [model.config.n_layers, model.config.n_heads]
    machine: dict[str, Any] = {"text": trace.text, "sizes": sizes, "next": [], "lit": None}
    if trace.plan.predicts == "next":
        labels, chances = vocabulary.likeliest(model, trace, count=SHOWN)
        machine["next"] = list(zip(labels, chances.tolist(), strict=True))
    if isinstance(model, LanguageModel):
        decided = reader.why(model, trace.text).parts
        machine["lit"] = {
            "word": vocabulary.shown(model, decided.word),
            "probability": decided.probability,
            "heads": decided.without_heads.tolist(),
            "ffns": decided.without_ffns.tolist(),
        }
    return machine


def _of_guesses(state: State) -> dict[str, Any]:
    """On *Guesses*: the parts that were met so far, and the one that the open stop asks about; the rest has all.

    The next word, and what each head is worth for it, are shown where that was played.
    """
    stop, model = state.get("stop") or 1, reader.bundled()
    parts = [parts_of(step.page) for step in STEPS]
    said = words_of(state.get("next_words"))
    text = _beginning(state, len(said)) if stop == BEGINNINGS and SETS else EXAMPLE
    machine = _machine(model, reader.trace(model, text)) | {"view": state.view.name}
    if stop != RECAP and (stop != BEGINNINGS or len(said) < PLAYED):
        machine |= {"next": [], "lit": None}
    if stop in (BEGINNINGS, RECAP):
        return {**machine, "part": None, "at": [None, None], "large": True}
    step = STEPS[stop - 1]
    guessed = state.get(f"guess_{stop}") is not None
    met = [part for part in parts[: stop - 1 + guessed] if part]
    chosen_head = [int(step.state.get("layer", 1)) - 1, int(step.state["head"]) - 1 if "head" in step.state else None]
    return {**machine, "part": parts[stop - 1], "at": chosen_head, "met": list(dict.fromkeys(met))}


def _beginning(state: State, said: int) -> str:
    """The beginning that is asked in the game after so many words; after the last word, the last one."""
    return SETS[(state.get("beginnings") or 1) - 1][min(said, PLAYED - 1)].text


def parts_of(name: str) -> Part | None:
    """The part of the stream that a view is about."""
    return PAGES[page_of(name)].part_of(name)


def leads() -> dict[str, Sequence[str]]:
    """Of each part the view that it leads to, and what that is called."""
    return {part: (view, title_of(view)) for part, view in LEADS.items()}
