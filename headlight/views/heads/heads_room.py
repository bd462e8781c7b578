"""What the view of heads asks and tells: which heads are silenced, what that changes, what each head adds."""

import re
from collections.abc import Collection
from typing import Any

import numpy as np
import streamlit as st
from jaxtyping import Float
from numpy import ndarray as Array

from headlight.formulas import attention
from headlight.frame import controls, kept, models, vocabulary, words
from headlight.frame.found import BUNDLED
from headlight.frame.reader import Model
from headlight.pictures.bars import bars
from headlight.pictures.board import Board
from headlight.pictures.formula import formula
from headlight.pictures.strips import strips
from headlight.pictures.table import table
from transformer import OpenedModel, Trace
from transformer.readings.contributions import concatenated, contributions, lengths, output_bias
from transformer.softmax import softmax

Head = tuple[int, int]
SHOWN = 10  # next tokens


def silenced(model: Model, layer: int) -> frozenset[Head]:
    """A choice of heads of all layers in the sidebar, and buttons for a whole layer and for none."""
    own = {(layer, head) for head in range(model.config.n_heads)}
    about: dict[str, Any] = {
        "placeholder": "None",
        "help": "The context of a silenced head is set to zero: it adds nothing to the residual stream.",
    }
    with st.sidebar:
        if isinstance(model, OpenedModel):
            chosen = named(controls.text("real_silenced", "Silenced heads, as layer.head", live=False, **about), model)
        else:
            options: list[str] = controls.some_of("silenced", "Silenced heads, as layer.head", **about)
            chosen = frozenset(map(head_of, options))
        with st.container(horizontal=True, gap="small"):
            st.button(f"Silence layer {layer + 1}", on_click=_silence, args=(own | chosen,), disabled=own <= chosen)
            st.button("Let all speak", on_click=_silence, args=((),), disabled=not chosen)
    return chosen


def named(line: str, model: Model) -> frozenset[Head]:
    """The heads of a model that a line of text names as layer.head; whatever else stands in it counts for nothing."""
    found = {(int(layer) - 1, int(head) - 1) for layer, head in re.findall(r"([0-9]+)\.([0-9]+)", line)}
    config = model.config
    return frozenset(at for at in found if 0 <= at[0] < config.n_layers and 0 <= at[1] < config.n_heads)


def asked(heads: Collection[Head]) -> dict[str, Any]:
    """What stands in the address when just these heads of the model that is shown are silenced."""
    names = [name(head) for head in sorted(heads)]
    return {"silenced": names} if models.shown() == BUNDLED else {"real_silenced": " ".join(names)}


def name(head: Head) -> str:
    """A head as the screen and the address write it, counted from 1: (0, 3) is 1.4."""
    return f"{head[0] + 1}.{head[1] + 1}"


def head_of(option: str) -> Head:
    """What `name` was given."""
    layer, head = option.split(".")
    return int(layer) - 1, int(head) - 1


def _silence(heads: Collection[Head]) -> None:
    st.session_state.update(asked(heads))


def toggle(silenced: frozenset[Head], layer: int, head: int) -> None:
    """Silence a head of this layer, or let it speak, where so many are silenced already."""
    kept.move(**asked(silenced ^ {(layer, head)}))


def show_next_words(screen: Board, model: Model, before: Trace, after: Trace) -> None:
    """The likeliest next tokens with every head speaking, and, once some are silenced, what became of them."""
    if before.plan.predicts != "next":
        screen.heading("Next word", words.NO_NEXT_WORD)
        return
    screen.heading(
        "Next word, without the silenced heads",
        "Dashed: with every head speaking. A head matters here if a bar leaves its outline.",
    )
    earlier, later = softmax(before.next_logits), softmax(after.next_logits)
    order = vocabulary.likeliest_of_two(earlier, later, SHOWN)
    changed = before is not after
    bars(
        later[order],
        labels=vocabulary.labels(model, order),
        before=earlier[order] if changed else None,
        says=moved_most(model, earlier, later) if changed else (),
        alt="The likeliest next tokens with the chosen heads silenced, outlined as they were with all heads.",
        key="next_words",
    )


def moved_most(model: Model, earlier: Float[Array, " vocab"], later: Float[Array, " vocab"]) -> list[tuple[str, bool]]:
    """Which next token gained or lost most, and how much probability changed hands in all."""
    id = int(np.abs(later - earlier).argmax())
    in_all = float(np.abs(later - earlier).sum() / 2)
    return [
        ("“", False),
        (vocabulary.shown(model, id), True),
        ("” moved most, from ", False),
        (f"{earlier[id]:.3f}", True),
        (" to ", False),
        (f"{later[id]:.3f}", True),
        (f". In all, {in_all:.3f} of the probability went to other tokens.", False),
    ]


def show_lengths(screen: Board, model: Model, trace: Trace, layer: int) -> None:
    """How long the vector is that each head of a layer adds for the last token."""
    screen.heading("What each head adds for the last token", "The length of the vector that it writes.")
    bars(
        lengths(contributions(model.transformer, trace, layer)),
        labels=_labels(trace),
        alt="The length of what each head adds for the last token.",
        key="lengths",
    )


def show_contributions(screen: Board, model: Model, trace: Trace, layer: int) -> None:
    """What each head of a layer adds for the last token: its numbers, and one number as a sum."""
    written, names = contributions(model.transformer, trace, layer), _labels(trace)
    bias = output_bias(model.transformer, layer)
    parts = {label: part[-1] for label, part in zip(names, written, strict=True)}
    parts |= {} if bias is None else {"bias": bias}
    screen.heading(
        f"What each head of layer {layer + 1} adds for the last token, number by number",
        f"Attended, the last strip, is the sum of the others{'' if bias is None else ', the bias of W_O among them'}.",
    )
    sums, numbers = screen.columns(30, 70, least=(300, 300))
    with sums:
        dimension = int(np.abs(trace.layers[layer].attended[-1]).argmax())
        terms = np.array([part[dimension] for part in parts.values()])
        formula(attention.sum_of_heads(terms, dimension, biased=bias is not None), key="sum_formula")
    with numbers:
        last = {label: part[None] for label, part in parts.items()}
        strips(
            {**last, "attended": trace.layers[layer].attended[-1:]},
            tokens=trace.words[-1:],
            first=len(trace.tokens) - 1,
            height=18,
            alt="What each head adds for the last token, number by number, and their sum, attended.",
            key="contributions",
        )
        screen.note(same(model, trace, layer, written))


def _labels(trace: Trace) -> list[str]:
    return [f"head {head + 1}" for head in range(trace.config.n_heads)]


def same(model: Model, trace: Trace, layer: int, written: Float[Array, "head pos d_model"]) -> str:
    """The largest difference between the heads' contexts side by side times W_O, and the sum of what each adds."""
    at_once = concatenated(model.transformer, trace, layer)
    difference = float(np.abs(at_once - written.sum(axis=0)).max())
    sign = "✓" if words.only_rounding(difference, float(np.abs(at_once).max())) else "✗"
    return (
        f"{sign} {at_once.shape[1]} numbers side by side, times W_O once, against the sum of "
        f"what {len(written)} heads add: the largest difference over all tokens is {words.number(difference)}."
    )


def evidence(model: Model, layer: int) -> dict[str, list[str]]:
    """A table, column by column: for each head of a layer its score and shuffled baseline in every role.

    Empty where nothing was measured.
    """
    heads = range(model.config.n_heads)
    if not model.roles.scores(layer, 0):
        return {}
    table = {"head": [name((layer, head)) for head in heads]}
    for role, in_words in words.ROLE_IN_WORDS.items():
        scores = [model.roles.scores(layer, head)[role] for head in heads]
        table[in_words] = [f"{score['score']:.3f} / {score['baseline']:.3f}" for score in scores]
    return table


def show_evidence(screen: Board, model: Model, layer: int) -> None:
    """The table, or a sentence where nothing was measured."""
    text = "text it was not trained on"
    if isinstance(model, OpenedModel):
        text = f"text that {BUNDLED} was not trained on (of {model.name} that is not known)"
    screen.heading(
        "How the heads got their names",
        f"Each cell: the head’s mean weight on that place, measured on {text} / the same with places shuffled. A head "
        "is named where the first is well above the second.",
    )
    found = evidence(model, layer)
    if found:
        table(
            found,
            formats=dict.fromkeys(list(found)[1:], ""),
            alt="Scores and shuffled baselines of the heads of the chosen layer.",
            key="evidence",
        )
    else:
        screen.note("The heads of this model have not been measured, so none has a name here.")
