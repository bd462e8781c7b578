"""Headlight from Python: any view, or a trace of one's own, with the pictures of the app, for a notebook or a file."""

from collections.abc import Sequence
from reprlib import repr as short
from typing import Any, overload

import numpy as np

from headlight.outside.own_weights import own_weights
from headlight.outside.shown import Shown
from headlight.outside.shown_heads import ShownHeads
from headlight.outside.shown_view import ShownView
from headlight.state.registry import View, find
from headlight.state.state import State
from transformer import Trace, TranslationTrace
from transformer.inference import processor

_APP = ("streamlit", "plotly")


def view(name: str, *, deeper: bool = False, **values: Any) -> Shown:
    """Draw a view of the app with its keys set.

    All its pictures are there, those under *More pictures* too. A text may be as long as its model reads; a
    TextCutWarning says what is left out of a longer one.

    Args:
        name: its short address.
        deeper: add the arithmetic below.
        **values: keys of the address, such as `text="bear", layer=3`. Layers and heads count from 1 here, as in the
            address and on the screen.

    Returns:
        The pictures: the value of a notebook's cell, or a page to save.

    Raises:
        ValueError: if there is no such view, or it has no such key, or the key cannot hold the value, or nothing can be
            read in a text, or there is nothing to show: a sentence says what there is instead.

    Example:
        >>> import headlight as hl
        >>> hl.view("attention", text="bear country", layer=3, head=1).numbers("pattern").shape
        (2, 2)
    """
    opened = pure(name)
    with processor():
        state = State.of(opened, **values)
    source = ShownView.drawn(state, deeper=deeper)
    about = f"{opened.name}{'?' if state.items else ''}{state.written()}"
    return Shown(about if len(about) < 80 else f"{about[:79]}…", f"{opened.title} · Headlight", source)


def pure(name: str) -> View:
    """A view that can be drawn without the app. ValueError, with a sentence, for another."""
    try:
        view = find(f"{name}")
    except ModuleNotFoundError as error:
        if error.name not in _APP:
            raise
        raise ValueError(f"{name} needs the app: pip install 'headlight-attention[app]'.") from error
    if not view.draw:
        does = "is a list to read" if view.entries else "goes on by itself or step by step"
        raise ValueError(f"{name} {does}: the app alone can show it.")
    return view


@overload
def show(
    trace: Trace | TranslationTrace,
    layer: int = 0,
    head: int = 0,
    *,
    names: Sequence[Sequence[str]] | None = None,
    model: str = "",
    vectors: bool = False,
    counts_from: int = 1,
) -> Shown: ...
@overload
def show(
    trace: Any,
    words: Sequence[str],
    layer: int = 0,
    head: int = 0,
    *,
    keys: Sequence[str] | None = None,
    names: Sequence[Sequence[str]] | None = None,
    model: str = "",
    counts_from: int = 1,
) -> Shown: ...
def show(
    trace: Any,
    *at: Any,
    words: Sequence[str] | None = None,
    layer: int = 0,
    head: int = 0,
    keys: Sequence[str] | None = None,
    names: Sequence[Sequence[str]] | None = None,
    model: str = "",
    vectors: bool = False,
    counts_from: int = 1,
) -> Shown:
    """Draw all heads of a trace, and of the chosen one its pattern and its lines; a click chooses another, or a word.

    For a translation these are the cross-attention heads, from its tokens to those of the source, with ribbons instead
    of lines. Weights of one's own are drawn with their words: `show(weights, words)`.

    Args:
        trace: of any model; or weights, [layer, head, query, key], [head, query, key] or [query, key].
        *at: what is written without a name: `layer` and `head`, after the words of weights.
        words: of the queries of such weights, one for each token.
        layer: chosen at first, from 0.
        head: chosen at first, from 0.
        keys: the words that such weights attend to, where they are others.
        names: what each head does, in a few words, [layer][head].
        model: whose heads they are, in words.
        vectors: put the queries and keys of the chosen head below; they make the page several times as large.
        counts_from: 0 to call the first layer and head 0 on the screen too, not 1.

    Returns:
        The pictures: the value of a notebook's cell, or a page to save.

    Raises:
        ValueError: if there is no such head, or the weights and their words do not fit, or a row does not sum to 1.

    Example:
        >>> import headlight as hl
        >>> hl.show(hl.open("story").run("bear country").trace, layer=2).head
        (2, 0)
        >>> hl.show([[1, 0], [0.25, 0.75]], ["bear", "country"])
        <Shown all heads of 'bear country': heads, pattern, lines>
    """
    if not isinstance(trace, Trace | TranslationTrace):
        named, at = (words, at) if words is not None or not at else (at[0], at[1:])
        trace = own_weights(trace, named, keys)
    elif words is not None or keys is not None:
        raise ValueError("A trace has its own words: leave words and keys out.")
    chosen = (*at, *(layer, head)[len(at) :])
    if len(chosen) > 2 or not all(isinstance(each, int | np.integer) for each in chosen):
        raise ValueError(f"A layer and a head are chosen by two numbers from 0, got {short(chosen)}.")
    return shown(ShownHeads(trace, (chosen[0], chosen[1]), None, names, model, vectors, counts_from))


def shown(heads: ShownHeads) -> Shown:
    """All heads as they are chosen."""
    return Shown(f"all heads of {short(heads.of.text)}", heads.of.text, heads)
