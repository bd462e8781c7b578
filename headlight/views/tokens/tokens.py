"""This sentence: how it is cut into pieces, each with a number, and how one of its words was put together."""

from functools import partial

from headlight.frame import code, dials, lesson, page, reading, tokens, widgets
from headlight.frame.boards import board
from headlight.frame.registry import scripted
from headlight.views.tokens import merges, token_table
from transformer import LanguageModel, OpenedModel
from transformer.words import words_of


@scripted(needs=())
def show() -> None:
    """Draw the view."""
    lesson.lead("tokens")
    _sentence(widgets.word_beside())
    code.show("tokens")
    lesson.more("tokens")


@page.part
def _sentence(chosen: int | None) -> None:
    model = reading.shown_model()
    if isinstance(model, OpenedModel):
        _of_real_model(model, chosen)
    else:
        _of_bundled_model(model, chosen)


def _of_bundled_model(model: LanguageModel, chosen: int | None) -> None:
    """Every token, and how byte-pair encoding made one of the words, step by step."""
    text = reading.sentence()
    trace = reading.trace(text)
    words = model.tokenizer.merge_steps(text)
    word = dials.at(chosen, len(words), empty=1)
    with board(key="tokens", text=text) as screen:
        strong = merges.places_of(words, word, trace)
        tokens.chips(trace, large=True, two_lines=True, strong=strong, on_place=partial(merges.choose_word, words))
        screen.note(token_table.counts(trace))
        left, right = screen.columns(55, 45, least=(360, 350))
        with left:
            merges.show(screen, words[word], model.tokenizer)
        with right:
            token_table.show_word(screen, model, trace, strong)
    if page.arithmetic():
        token_table.show(model, trace)


def _of_real_model(model: OpenedModel, chosen: int | None) -> None:
    """Every token, and which pieces make which words, here and with the list of the bundled model."""
    text = reading.sentence()
    trace = reading.trace(text)
    words = words_of(trace.text, trace.tokens)
    places = words[dials.at(chosen, len(words), empty=1)].tokens
    with board(key="tokens", text=text) as screen:
        tokens.chips(trace, large=True, two_lines=True, strong=places, on_place=partial(merges.choose_word_at, words))
        screen.note(token_table.counts(trace))
        left, right = screen.columns(55, 45, least=(360, 350))
        with left:
            token_table.show_words(screen, model, trace, words)
        with right:
            token_table.show_word(screen, model, trace, places)
    if page.arithmetic():
        token_table.show(model, trace)
