"""Tokens: how the sentence is cut into pieces, each with a number, and how one of its words was put together."""

from collections.abc import Sequence

from headlight.pages.tokens import kinds_of_text, merges
from headlight.parts import dials
from headlight.parts.nouns import BUNDLED, Dial, Key, Model, Number, State, bundled, cached, count, view
from headlight.parts.tokens import chips, telling
from headlight.parts.vocabulary import visible
from headlight.pictures import Screen
from transformer import LanguageModel, Trace
from transformer.tokenizer import MergeStep, Token, Tokenizer
from transformer.words import Word, told_apart, words_of

_MOST = 12  # words of a sentence that are listed
_AS_NUMBERS = {"Position": "", "Id": ""}  # columns that stand at the right


EXAMPLE = "The girl felt no prejudice in bear country"  # one of whose words is cut


_FILM = 5  # seconds from the bytes to the tokens


@cached(most=64)  # the dial of a page asks for those of its text several times
def _steps(tokenizer: Tokenizer, text: str) -> tuple[tuple[MergeStep, ...], ...]:
    return tokenizer.merge_steps(text)


def _merges(state: State) -> int:
    """The number of merges that the chosen word took; none with a real model, whose merges are not told."""
    if not isinstance(state.model, LanguageModel):
        return 0
    steps = _steps(state.model.tokenizer, state.text)
    return len(steps[_chosen(state, merges.places(steps, len(state.trace().tokens)))]) - 1


MERGED = Dial[int](
    "slider",
    Key("merged", Number(0, 200), "merges of the chosen word that are made"),
    "Merges",
    _merges,
    "above",
    when=lambda state: _merges(state) > 0,
    most=_merges,
    look={"plays": _FILM},
    help="0: the word is single bytes. The last merge: its tokens.",
)


@view(box=dials.sentence(EXAMPLE), dials=[dials.WORD, MERGED], needs=(), late=dials.ON_CHIPS)
def tokens(state: State, screen: Screen) -> None:
    """Every token; how one word was put together, or with a real model which tokens make which words."""
    model, trace = state.model, state.trace()
    ours = model.tokenizer if isinstance(model, LanguageModel) else None
    steps = _steps(ours, state.text) if ours else []
    words = [] if ours else words_of(trace.text, trace.tokens)
    places = merges.places(steps, len(trace.tokens)) if ours else [word.tokens for word in words]
    word = _chosen(state, places)

    def choose_word(position: int) -> dict[str, int | None]:
        """The word that the token at this position belongs to."""
        return {"word": next((number for number, of_word in enumerate(places) if position in of_word), None)}

    chips(screen, state, trace, large=True, strong=places[word], on_place=choose_word)
    if ours:
        merges.show(screen, steps[word], ours, state[MERGED])
    else:
        _words(screen, model, trace, words)


@tokens.more
def more(state: State, screen: Screen) -> None:
    """How other kinds of text are cut."""
    kinds_of_text.show(screen, state.model, state.text)


@tokens.deeper
def arithmetic(state: State, screen: Screen) -> None:
    """Every token with its id, its bytes and its place."""
    trace = state.trace()
    is_bundled = isinstance(state.model, LanguageModel)
    bytes_of = "See its bytes, and the" if is_bundled else "The"
    space = " The text is read with a space before its first word." if is_bundled else ""
    screen.heading("Every token", f"{bytes_of} characters of your text that it covers.{space}")
    screen.table(
        columns(state.model, trace),
        formats=_AS_NUMBERS,
        alt="The tokens of the sentence: position, letters, id, bytes, and where they are in the text.",
        key="token_table",
    )


def _chosen(state: State, places: Sequence[tuple[int, ...]]) -> int:
    """The chosen word, by the tokens of each."""
    return dials.position(state[dials.WORD], len(places), empty=_first(state.trace(), places))


def _first(trace: Trace, places: Sequence[tuple[int, ...]]) -> int:
    """The word of several tokens that says most; of all words where none is cut."""
    cut = [of_word for of_word in places if len(of_word) > 1] or [of_word for of_word in places if of_word]
    return places.index(cut[telling([[trace.tokens[position] for position in of_word] for of_word in cut])])


def columns(model: Model, trace: Trace) -> dict[str, list[str]]:
    """The tokens as a table; blanks are made visible, and bytes, of the bundled model, in hexadecimal."""
    table = {
        "Position": [str(position) for position in range(len(trace.tokens))],
        "As written": [visible(token.text) for token in trace.tokens],
        "Id": [str(token.id) for token in trace.tokens],
    }
    if isinstance(model, LanguageModel):
        table["Bytes"] = [model.tokenizer.bytes_of(token.id).hex(" ").upper() for token in trace.tokens]
    return table | {"From–to": [f"{token.start}–{token.end}" for token in trace.tokens]}


def _words(screen: Screen, model: Model, trace: Trace, words: Sequence[Word]) -> None:
    """The words of the sentence, each with the pieces that make it, beside those that the bundled model makes of it."""
    other = bundled().tokenizer
    other_tokens = other.encode(trace.text)
    others = {word.start: _pieces(word, other_tokens) for word in words_of(trace.text, other_tokens)}
    cut = sum(len(word.tokens) > 1 for word in words)
    screen.heading(
        "Words, and the tokens that make them",
        f"{count(len(words), 'word')}, {cut} of them cut. {model.name} knows {model.tokenizer.vocab_size:,} tokens, "
        f"{BUNDLED} {other.vocab_size:,}.",
    )
    shown = words[:_MOST]
    screen.table(
        {
            "Word": [visible(word.text) for word in shown],
            model.name: [_pieces(word, trace.tokens) for word in shown],
            BUNDLED: [others.get(word.start, "") if word.end > word.start else "" for word in shown],
        },
        alt="Each word of the sentence, and its tokens in the list of both models.",
        key="word_pieces",
    )
    if len(words) > _MOST:
        screen.note(f"The first {_MOST} of {len(words)} words.")


def _pieces(word: Word, tokens: Sequence[Token]) -> str:
    return " + ".join(told_apart([tokens[position].text for position in word.tokens]))
