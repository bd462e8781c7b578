"""What the tokenizer made of the sentence: counts, and every token with its id, its bytes and its place."""

from collections.abc import Sequence, Sized

import streamlit as st

from headlight.frame import reading
from headlight.frame.found import BUNDLED
from headlight.frame.reader import Model
from headlight.pictures.board import Board
from headlight.pictures.table import table
from headlight.views.tokens import merges
from transformer import LanguageModel, OpenedModel, Trace
from transformer.tokenizer import Token, printable
from transformer.words import Word, told_apart, words_of

_MOST = 12  # tokens of one word that are listed beside its merges


def counts(trace: Trace) -> str:
    """What the chips show, and the characters, bytes and tokens of the text."""
    text = printable(trace.text)
    n_tokens = len(trace.tokens) + trace.dropped
    return (
        f"Under each token: its id, which is all that the model sees of it, and its position. "
        f"{_count(text, 'character')}, {_count(text.encode(), 'byte')}, {n_tokens} token{'s' * (n_tokens != 1)}: "
        f"{len(text) / n_tokens:.2f} characters a token. Choose a token to see more of its word. "
        "A space at the end is not read until a letter follows it."
    )


def _count(things: Sized, name: str) -> str:
    return f"{len(things)} {name}{'s' * (len(things) != 1)}"


def columns(model: Model, trace: Trace) -> dict[str, list]:
    """The columns of the table; blanks are made visible, and bytes, of the bundled model, in hexadecimal."""
    found: dict[str, list] = {
        "Position": list(range(len(trace.tokens))),
        "As written": [merges.visible(token.text) for token in trace.tokens],
        "Id": [token.id for token in trace.tokens],
    }
    if isinstance(model, LanguageModel):
        found["Bytes"] = [model.tokenizer.bytes_of(token.id).hex(" ").upper() for token in trace.tokens]
    return found | {"From–to": [f"{token.start}–{token.end}" for token in trace.tokens]}


def show_word(screen: Board, model: Model, trace: Trace, places: Sequence[int]) -> None:
    """The rows of one word's tokens."""
    screen.heading(
        "What the model gets for it",
        "The id of each piece, in its place, and nothing else: neither its letters nor its bytes.",
    )
    table(
        {name: [str(cells[place]) for place in places[:_MOST]] for name, cells in columns(model, trace).items()},
        formats={"Position": "", "Id": ""},
        alt="The tokens of the chosen word: position, letters, id, bytes, and place in the text.",
        key="word_table",
    )
    if len(places) > _MOST:
        screen.note(f"The first {_MOST} of {len(places)} tokens.")


def show_words(screen: Board, model: OpenedModel, trace: Trace, words: Sequence[Word]) -> None:
    """The words of the sentence, each with the pieces that make it, beside those that the bundled model makes of it."""
    bundled = reading.model().tokenizer
    bundled_tokens = bundled.encode(trace.text)
    others = {word.start: _pieces(word, bundled_tokens) for word in words_of(trace.text, bundled_tokens)}
    cut = sum(len(word.tokens) > 1 for word in words)
    screen.heading(
        "Words, and the pieces that make them",
        f"{_count(words, 'word')}, {cut} of them cut. {model.name} picks from a list of {model.tokenizer.vocab_size:,} "
        f"pieces, {BUNDLED} from {bundled.vocab_size:,}.",
    )
    shown = words[:_MOST]
    table(
        {
            "Word": [merges.visible(word.text) for word in shown],
            model.name: [_pieces(word, trace.tokens) for word in shown],
            BUNDLED: [others.get(word.start, "") if word.end > word.start else "" for word in shown],
        },
        formats={},
        alt="Each word of the sentence, and its pieces in the list of both models.",
        key="word_pieces",
    )
    if len(words) > _MOST:
        screen.note(f"The first {_MOST} of {len(words)} words.")


def _pieces(word: Word, tokens: Sequence[Token]) -> str:
    return " + ".join(told_apart([tokens[place].text for place in word.tokens]))


def show(model: Model, trace: Trace) -> None:
    """The table; it can be sorted, searched and saved as CSV."""
    bundled = isinstance(model, LanguageModel)
    stands_for = "which bytes it stands for, and " if bundled else ""
    space = " The text is read with a space before its first word." if bundled else ""
    st.caption(f"Every token: {stands_for}from which character of your text to which it reaches.{space}")
    st.dataframe(columns(model, trace), key="token_table", hide_index=True)
