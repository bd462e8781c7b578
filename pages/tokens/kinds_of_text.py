"""Kinds of text: how far a token reaches in them, beside the sentence typed, and four cuts worth knowing."""

from headlight.parts.nouns import EXAMPLE, Model
from headlight.parts.vocabulary import visible
from headlight.pictures import Screen
from transformer import LanguageModel

# A text, and what its cut shows.
FOUR_CUTS = (
    ("Bear bear", "A capital letter makes another token. The model has to learn that the two are one word."),
    ("light headlight", "The space belongs to the token: “light” after a space and inside a word have two ids."),
    ("prejudice", "A word too rare for its own token is split into more frequent ones."),
    ("🐻", "An emoji that was never learned falls apart into its four bytes. Nothing is ever unknown."),
)
# Kinds of text, from those that the tokenizer was made for to those that it never saw.
KINDS = (
    ("An example of this app", EXAMPLE),
    ("Simple English", "I don't know what to say to you"),
    ("French", "Le chat dort sur le tapis"),
    ("Rare words", "Prejudice obfuscates jurisprudence"),
    ("Digits", "31415926535"),
    ("Hebrew", "שלום עולם"),
    ("Emoji", "🐻‍❄️ 🐻"),
)
_SHOWN = 36  # characters of the text typed that stand beside its bar


def show(screen: Screen, model: Model, text: str) -> None:
    """How many characters a token holds, in the text typed and, paler, in others; of our model also four cuts."""
    encode = model.tokenizer.encode
    shown = text if len(text) <= _SHOWN else f"{text[:_SHOWN].rstrip()} …"
    screen.heading(
        "Characters per token", "Other kinds of text are paler. Below 1 there are more tokens than characters."
    )
    others = [kind for kind in KINDS if kind[1] != text and encode(kind[1])]
    screen.bars(
        [len(sample) / len(encode(sample)) for sample in (text, *(of_kind for _, of_kind in others))],
        labels=[f"{kind}: {shown}" for kind, shown in (("Your sentence", shown), *others)],
        faded=range(1, 1 + len(others)),
        alt="Characters per token, for the text typed and for texts of different kinds.",
        key="characters_per_token",
        quantity="number",
    )
    if not isinstance(model, LanguageModel):
        return
    screen.heading("Four cuts worth knowing", "Where is each cut, and which ids does it get?")
    for number, (cut, lesson) in enumerate(screen.beside(FOUR_CUTS)):
        pieces = encode(cut)
        screen.token_chips(
            [visible(piece.text) for piece in pieces],
            notes=[str(piece.id) for piece in pieces],
            numbers=[piece.id for piece in pieces],
            joined=[index for index, piece in enumerate(pieces) if index and not piece.text.startswith(" ")],
            key=f"cut_{number}",
        )
        screen.note(lesson)
