"""The cut at the last position of a pass: of a head, an FFN, or positions that one head or all of them attend to.

In the address it is 6.5 for a head, ffn.6, or "heads" for all; behind these are the positions that are hidden, each
with its token: where a text has another one there, nothing is cut. From "heads" alone every position is hidden.
"""

from collections.abc import Sequence

import numpy as np

from headlight.parts import vocabulary
from headlight.parts.nouns import BUNDLED, Button, Key, Pressed, State, Text, chosen_in_picture
from headlight.reading import sentences
from transformer import UNCHANGED, Head, Intervention, Trace
from transformer.edited_rows import with_rows, without
from transformer.edits import Edit
from transformer.words import words_of

EVERY = "heads"
CUT = chosen_in_picture(
    Key("cut", Text(600), "what is cut at the last position: 6.5 (a head), ffn.6 or heads, then hidden position.token"),
    "",
)
UNDO = Button("undo_cut", "Undo the cut", lambda _: Pressed({"cut": None}), when=lambda state: bool(read(state)[1]))


def hideable(trace: Trace) -> list[str]:
    """Each position before the last one, as the address has it."""
    return [f"{position}.{token.id}" for position, token in enumerate(trace.tokens[:-1])]


def written(part: Head | int | str, hidden: Sequence[str] = ()) -> str:
    """Write a head, the layer of an FFN or `EVERY`, with those of the `hideable` that are hidden from it."""
    label = part.label if isinstance(part, Head) else f"ffn.{part + 1}" if isinstance(part, int) else part
    return " ".join((label, *hidden))


def read(state: State) -> tuple[Intervention, str]:
    """The cut of a state and a sentence about it; nothing is cut where the text or the model has no such part."""
    if not state[CUT].strip() or state.model_name != BUNDLED:
        return UNCHANGED, ""
    trace, (part, *positions) = state.trace(), state[CUT].split()
    names = hideable(trace)
    if not set(positions) <= set(names):
        return UNCHANGED, ""
    hidden = sorted(map(names.index, set(positions or (names if part == EVERY else ()))))
    named = [word.text.strip() for word in words_of(trace.text, trace.tokens) if word.tokens[-1] in hidden]
    words = "other words" if len(hidden) == trace.last else ", ".join(f"“{vocabulary.visible(word)}”" for word in named)
    if part == EVERY and hidden:
        cells = frozenset((trace.last, position) for position in hidden)
        return Intervention(toggled=cells), sentences.HIDDEN_FROM_ALL.format(words=words)
    kind, _, number = part.partition(".")
    try:
        head = Head.parse(f"{number}.1" if kind == "ffn" else part)
    except ValueError:
        return UNCHANGED, ""
    if not head.is_in(trace.config):
        return UNCHANGED, ""
    if kind == "ffn":
        change = Intervention(edits=(Edit("ffn", head.layer, 0.0, position=trace.last),))
        return change, sentences.SWITCHED_OFF.format(part=f"the FFN of layer {number}")
    row = trace.layers[head.layer].pattern[head.head, trace.last]
    row = without(row, hidden) if hidden else np.zeros(len(row))
    template = sentences.HIDDEN_FROM_ONE if hidden else sentences.SWITCHED_OFF
    return with_rows(UNCHANGED, *head, {trace.last: row}), template.format(part=head.title, words=words)
