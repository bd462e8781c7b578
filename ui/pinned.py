"""A pinned picture: a head and the next word as they were, beside what they are now, and what differs.

What is pinned is a sentence, what was changed about the pass, and a head. It stands in the address as an address of its
own, so a link keeps it, and it goes along to other pages until it is let go.
"""

from collections.abc import Sequence
from typing import NamedTuple
from urllib.parse import parse_qs, urlencode

import numpy as np
import streamlit as st

from components.bars import bars
from components.board import Board, board
from components.matrix import Says, matrix
from transformer import Intervention, OpenedModel, Trace
from transformer.softmax import softmax
from ui import address, before_after, kept, orientation, reading, vocabulary, words
from ui.address import Key, Text
from ui.follow import heads
from ui.real import models
from ui.real.found import BUNDLED
from ui.real.models import Model

_KEY = reading.PINNED
_BEFORE = "the pass that is pinned"
_NEXT = 8  # tokens that may come next
_LONGEST = 1500  # characters of what is pinned
_OF_BUNDLED, _OF_REAL = ("layer", "head", "silenced"), ("real_layer", "real_head", "real_silenced")  # keys
address.declare(
    Key(_KEY, Text(_LONGEST), "what the picture on screen is compared with, as an address", "to other pages")
)


class State(NamedTuple):
    """A sentence, a change to the forward pass, a head [layer, head] from 0, and the model whose head it is.

    `second` is the sentence that an encoder reads along with the first.
    """

    text: str
    change: Intervention
    head: tuple[int, int]
    model: str = BUNDLED
    second: str = ""

    def written(self) -> str | None:
        """The state as an address; None where a part of the change has no key there, or it is too long for one."""
        change, real = self.change, self.model != BUNDLED
        layer, head, silenced = _OF_REAL if real else _OF_BUNDLED
        names = [heads.name(head) for head in sorted(change.silenced)]
        told = {
            "text": self.text,
            **({"compared_text": self.second, "together": "true"} if self.second else {}),
            **({"model": self.model} if real else {}),
            layer: str(self.head[0] + 1),
            head: str(self.head[1] + 1),
            "mask": change.mask,
            "scaled": address.written(change.scaled)[0],
            "attention_temperature": str(change.temperature),
            "positions_on": address.written(change.positions)[0],
            silenced: " ".join(names) if real else names,
        }
        line = urlencode(told, doseq=True)
        return line if len(line) <= _LONGEST and State.read(line) == self else None

    @classmethod
    def read(cls, line: str) -> "State | None":
        """What `written` gave; None where an address says less."""
        said = address.read("", parse_qs(line))
        model = said.get("model", [BUNDLED])[0]
        layer, head, silenced = _OF_BUNDLED if model == BUNDLED else _OF_REAL
        try:
            return cls(
                said["text"][0],
                Intervention(
                    mask=said["mask"][0],  # type: ignore[arg-type] # one of its options, or ValueError
                    scaled=said["scaled"][0] == "true",
                    temperature=float(said["attention_temperature"][0]),
                    positions=said["positions_on"][0] == "true",
                    silenced=frozenset(map(heads.head_of, " ".join(said.get(silenced, [])).split())),
                ),
                (int(said[layer][0]) - 1, int(said[head][0]) - 1),
                model,
                said["compared_text"][0] if said.get("together") == ["true"] else "",
            )
        except (KeyError, ValueError):
            return None

    def in_words(self) -> str:
        """The state as the hint over the pictures says it."""
        change, (layer, head) = self.change, self.head
        changed = [
            *(["heads silenced: " + ", ".join(map(heads.name, sorted(change.silenced)))] if change.silenced else []),
            *([f"mask: {change.mask}"] if change.mask != "causal" else []),
            *([] if change.scaled else ["not scaled"]),
            *([f"attention temperature {change.temperature:g}"] if change.temperature != 1 else []),
            *([] if change.positions else ["without positions"]),
            *([] if self.written() else ["and what this view changes"]),
        ]
        texts = f"“{self.text}” and “{self.second}” read as one" if self.second else f"“{self.text}”"
        return "; ".join([f"{texts}, layer {layer + 1}, head {head + 1}", *changed])


def button() -> None:
    """Pins what stands on the screen, or lets go what is pinned."""
    if kept.held(_KEY) or kept.held(before_after.KEY):
        st.button("Unpin", key="pin_button", on_click=_let_go)
    else:
        said = "Keep this head and the next word beside what you change from now on. A picture’s menu pins that one."
        st.button("Pin", key="pin_button", on_click=_pin, help=said)


def _let_go() -> None:
    for key in (_KEY, before_after.KEY):
        kept.forget(key)


def _pin() -> None:
    if not (live := _live()):
        st.toast("No head was read here yet, so none can be pinned. A picture’s menu pins that picture.")
    elif line := live.written():
        kept.put(_KEY, line)
    else:
        st.toast("Not all that this view shows has a place in the address, so it cannot be pinned.")


def _live() -> State | None:
    """What was last read on the page; None where it has no sentence."""
    if not (read := reading.last_read()):
        return None
    model = reading.shown_model()
    if isinstance(model, OpenedModel):
        first, ends, keys = models.first_head(model), (model.plan.n_layers, model.plan.n_heads), _OF_REAL
    else:
        best = model.roles.best("modifier")
        first, ends, keys = (best[0] + 1, best[1] + 1), (model.config.n_layers, model.config.n_heads), _OF_BUNDLED
    layer, head = (
        min(st.session_state.get(key, opens), end) - 1 for key, opens, end in zip(keys, first, ends, strict=False)
    )
    return State(read.text, read.change, (layer, head), models.shown(), read.second)


def beside() -> None:
    """What is pinned, beside what was last read: before, now, and the difference. Nothing while nothing is pinned."""
    pinned, live = State.read(kept.held(_KEY) or ""), _live()
    if not pinned or not live or not pinned.text.strip():
        return
    if pinned.model != live.model:
        st.caption(f"What is pinned is a head of {pinned.model}: choose that model again to see the two side by side.")
        return
    model = reading.shown_model()
    if not (before := _as_it_was(model, pinned)):
        return
    after = _traced(model, live)
    with board(key="pinned", text=after.text) as screen:
        screen.heading("Pinned, and now", f"Pinned: {pinned.in_words()}. Now: {live.in_words()}.")
        columns = screen.columns(*([1] * (4 if after.plan.predicts == "next" else 3)))
        with columns[0]:
            _pattern(screen, "Pinned", before, pinned.head)
        with columns[1]:
            _pattern(screen, "Now", after, live.head)
        with columns[2]:
            _difference(screen, before, pinned.head, after, live.head)
        if after.plan.predicts == "next":
            with columns[3]:
                _next_words(screen, model, before, after)


def _as_it_was(model: Model, pinned: State) -> Trace | None:
    """The pass that is pinned, computed once for as long as it stays; None where the model has no such head.

    An address knows no single model, and what stands in it may be of another folder of the same name.
    """
    state, trace = st.session_state.get(_BEFORE, (None, None))
    if state != pinned:
        try:
            there = pinned.head[0] < model.config.n_layers and pinned.head[1] < model.config.n_heads
            trace = _traced(model, pinned) if there else None
        except ValueError:
            trace = None
        st.session_state[_BEFORE] = pinned, trace
    return trace


def _traced(model: Model, state: State) -> Trace:
    if state.second and isinstance(model, OpenedModel):
        return model.trace_pair(state.text, state.second, state.change)
    return model.trace(state.text, state.change)


def _pattern(screen: Board, title: str, trace: Trace, head: tuple[int, int]) -> None:
    layer = trace.layers[head[0]]
    screen.note(title)
    matrix(
        layer.pattern[head[1]],
        rows=trace.words,
        columns=trace.words,
        noun="weight",
        hidden=words.hidden(layer, head[1]),
        alt=f"{title}: pattern of layer {head[0] + 1}, head {head[1] + 1}: {orientation.looking()}.",
        key=title,
        transposed=orientation.transposed(),
    )


def difference(before: Trace, earlier: tuple[int, int], after: Trace, later: tuple[int, int]) -> np.ndarray:
    """Weights now less weights then, [query, key], over the places that are compared."""
    shared = len(before_after.aligned(before.words, after.words))
    then, now = (
        trace.layers[layer].pattern[head][:shared, :shared]
        for trace, (layer, head) in ((before, earlier), (after, later))
    )
    return now - then


def _difference(screen: Board, before: Trace, earlier: tuple[int, int], after: Trace, later: tuple[int, int]) -> None:
    moved = difference(before, earlier, after, later)
    if not moved.size:
        screen.note("Difference: the two texts begin with different tokens, so no row is the same.")
        return
    whole = len(before.tokens) == len(after.tokens)
    screen.note(f"Difference: now less pinned, {'place by place' if whole else 'where both begin the same'}")
    tokens = before_after.aligned(before.words, after.words)
    matrix(
        moved,
        rows=tokens,
        columns=tokens,
        noun="difference",
        scale="diverging",
        alt=f"What the weights now have more or less than when they were pinned: {orientation.looking()}.",
        key="Difference",
        says=_most(moved, tokens),
        transposed=orientation.transposed(),
    )


def _most(moved: np.ndarray, tokens: Sequence[str]) -> Says:
    """The cell that differs most."""
    query, key = (int(place) for place in np.unravel_index(np.abs(moved).argmax(), moved.shape))
    if moved[query, key] == 0:
        return [("Nothing differs: every weight is the same, to the last digit.", False)]
    sign = "−" if moved[query, key] < 0 else "+"
    return [
        ("Most: ", False),
        (tokens[query], True),
        (" looking at ", False),
        (tokens[key], True),
        (f", {sign}{abs(moved[query, key]):.3f}.", True),
    ]


def _next_words(screen: Board, model: Model, before: Trace, after: Trace) -> None:
    earlier, later = softmax(before.next_logits), softmax(after.next_logits)
    order = vocabulary.likeliest_of_two(earlier, later, _NEXT)
    screen.note("Next word; dashed: when it was pinned")
    bars(
        later[order],
        labels=vocabulary.labels(model, order),
        before=earlier[order],
        says=heads.moved_most(model, earlier, later) if not np.array_equal(earlier, later) else (),
        alt="The likeliest next tokens now, outlined as they were when they were pinned.",
        key="Next",
    )
