"""The tokens of the sentence as chips under the box."""

from components.bars import bars
from components.board import Listener, board
from components.token_chips import token_chips
from transformer import LanguageModel, Trace
from transformer.readings.whole_words import goes_on
from ui import failures, reading

# A text, and what its cut shows.
FOUR_CUTS = (
    ("Bear bear", "A capital letter makes another token. That the two are one word, the model has to learn."),
    ("light headlight", "The space belongs to the token: “light” after a space and inside a word have two ids."),
    ("prejudice", "A word too rare for a token of its own is cut where its pieces are commoner."),
    ("🐻", "An emoji that was never learned falls into its four bytes. Nothing is ever unknown."),
)

# Kinds of text, from those that the tokenizer was made for to those that it never saw.
KINDS = (
    ("An example of this app", reading.EXAMPLE),
    ("Simple English", "I don't know what to say to you"),
    ("French", "Le chat dort sur le tapis"),
    ("Rare words", "Prejudice obfuscates jurisprudence"),
    ("Digits", "31415926535"),
    ("Hebrew", "שלום עולם"),
    ("Emoji", "🐻‍❄️ 🐻"),
)


def chips(
    trace: Trace,
    key: str = "chips",
    strong: tuple[int, ...] = (),
    large: bool = False,
    on_place: Listener | None = None,
) -> None:
    """Each token with its id and position; pieces of one word are joined.

    With `on_place` a chip can be chosen: it is called with the chip's place.
    """
    token_chips(
        trace.words,
        notes=[f"{token.id} · {place}" for place, token in enumerate(trace.tokens)],
        joined=continued(trace),
        strong=strong,
        key=key,
        large=large,
        one_line=not large,
        on_place=on_place,
    )
    reading.say_if_cut(trace)


def continued(trace: Trace) -> set[int]:
    """Places of tokens that go on with the word before them."""
    return {place for place in range(len(trace.tokens)) if goes_on(trace.tokens, place)}


@failures.caught("four_cuts")
def four_cuts(model: LanguageModel) -> None:
    """Four texts beside each other, with the chips that the tokenizer makes of them."""
    with board(key="four_cuts") as screen:
        screen.heading("Four cuts worth knowing", "Look where each is cut, and which ids the pieces get.")
        for place, column in enumerate(screen.columns(1, 1, 1, 1)):
            with column:
                text, lesson = FOUR_CUTS[place]
                pieces = model.tokenizer.encode(text)
                token_chips(
                    [piece.text.replace(" ", "␣") for piece in pieces],
                    notes=[str(piece.id) for piece in pieces],
                    joined=[at for at, piece in enumerate(pieces) if at and not piece.text.startswith(" ")],
                    key=f"cut_{place}",
                )
                screen.note(lesson)


@failures.caught("kinds_of_tokens")
def show_kinds(model: LanguageModel) -> None:
    """How many characters a token holds, for texts of different kinds; the text stands beside its kind."""
    counts = {text: (len(text), len(model.tokenizer.encode(text))) for _, text in KINDS}
    bars(
        [characters / n_tokens for characters, n_tokens in counts.values()],
        labels=[f"{kind}: {text}" for kind, text in KINDS],
        alt="Characters per token, for texts of different kinds.",
        key="characters_per_token",
    )
