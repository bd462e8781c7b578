"""Start: one sentence in large type, where one of its words looks in one head, and what comes next."""

import streamlit as st

from headlight.frame import contents, kept, live_check, page, reading, stories, tokens, vocabulary, widgets, words
from headlight.frame.boards import board
from headlight.frame.registry import scripted
from headlight.pictures.looks import looks
from transformer import LanguageModel, Trace
from transformer.readings.whole_words import between_words, of_word
from transformer.words import Word, words_of

# In the opening sentence the word that has something to show; in every other the last word is chosen at first.
_TELLING = "country"


@scripted(alone="")
def show() -> None:
    """Draw the view."""
    model = reading.model()
    with st.container(key="in_the_picture"):  # the picture itself is the control of these
        head, place = widgets.head_numbers(model), widgets.token_number()
    _sentence(model, head, place)
    with st.container(horizontal=True, gap="small", key="ways"):
        if story := stories.STORIES.get("one-head"):
            _way(story.view, "Try this", "Silence one head: does *bear* still come next?", story.address)
        _way("path", "Ten guesses", "From text to the next word in ten minutes. You guess, the model answers.")
        _way("all_heads", "All heads", "Every layer and head for your sentence, on one screen.")


def _way(name: str, title: str, what: str, state: dict[str, str] | None = None) -> None:
    with st.container(border=True, height="stretch", gap=None):
        contents.link(name, f"**{title} →**", state)
        st.caption(what)


@page.part
def _sentence(model: LanguageModel, chosen_head: tuple[int, int], place: int | None) -> None:
    text = reading.sentence(example=reading.OPENING)
    layer, head = chosen_head
    trace = reading.trace(text)
    found = words_of(trace.text, trace.tokens)
    chosen = _chosen(trace, found, place)
    labels, chances = vocabulary.likeliest(model, trace, count=5)
    with board(key="start", text=text):
        looks(
            between_words(trace.layers[layer].pattern[head], found),
            of_word(trace.patterns, found, chosen),
            words=["".join(trace.tokens[place].text for place in word.tokens) for word in found],
            chosen=chosen,
            head=(layer, head),
            names=words.roles(model),
            following=list(zip(labels, chances.tolist(), strict=True)),
            about=f"{words.head_title(model, layer, head, trace)}. {live_check.in_words(trace, layer)}",
            alt="The words of the sentence; one of them looks at others. Arrow keys choose another word.",
            key="looks",
            on_choice=lambda choice: _choose(found, *choice),
        )
    tokens.say_if_cut(trace)


def _chosen(trace: Trace, found: tuple[Word, ...], place: int | None) -> int:
    """The word that the reader chose, by the position of one of its tokens; at first the last one."""
    if place is not None:
        return next((number for number, word in enumerate(found) if place in word.tokens), len(found) - 1)
    if trace.text == reading.OPENING:
        return [word.text for word in found].index(_TELLING)
    return len(found) - 1


def _choose(found: tuple[Word, ...], kind: str, value: int | list[int]) -> None:
    """What was chosen in the picture: a word by its place, or a head as [layer, head]."""
    match kind, value:
        case "word", int(number):
            kept.move(token=found[number].tokens[-1])
        case "head", [int(layer), int(head)]:
            widgets.choose_head((layer, head))
