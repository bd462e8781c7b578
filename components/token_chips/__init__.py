"""The tokens of a text as a row of chips; a token that goes on with a word is joined to the chip before it."""

from collections.abc import Collection, Sequence

from components.payload import pack, registered

_HTML = "<ol></ol>"


def token_chips(
    words: Sequence[str],
    *,
    notes: Sequence[str],
    joined: Collection[int] = (),
    strong: Collection[int] = (),
    key: str,
    text: str = "",
) -> None:
    """Draw a chip for each word with a note under it; places in `joined` go on with the word before, `strong` are framed."""
    chips = [
        {"text": word, "note": note, "joined": place in joined, "strong": place in strong}
        for place, (word, note) in enumerate(zip(words, notes, strict=True))
    ]
    alt = f"{len(chips)} tokens"
    registered("token_chips", _HTML)(key=key, data=pack({"tokens": chips, "alt": alt, "text": text}))
