"""The tokens of a text as a row of chips; a token that goes on with a word is joined to the chip before it."""

from collections.abc import Callable, Collection, Sequence

from components.payload import mount, pack

_HTML = "<ol></ol>"


def token_chips(
    words: Sequence[str],
    *,
    notes: Sequence[str],
    joined: Collection[int] = (),
    strong: Collection[int] = (),
    shares: Sequence[float] | None = None,
    key: str,
    large: bool = False,
    on_place_change: Callable[[], None] | None = None,
    text: str = "",
) -> None:
    """Draw a chip for each word with a note under it.

    Places in `joined` go on with the word before, those in `strong` are framed.
    `shares`, from 0 to 1, say how deep the colour of each chip is; without them all are alike.
    With `on_place_change` a click or Enter on a chip chooses it, found in `st.session_state[key]["place"]`.
    """
    chips = [
        {
            "text": word,
            "note": note,
            "joined": place in joined,
            "strong": place in strong,
            "share": shares and float(shares[place]),
        }
        for place, (word, note) in enumerate(zip(words, notes, strict=True))
    ]
    header = {
        "tokens": chips,
        "alt": f"{len(chips)} {'token' if len(chips) == 1 else 'tokens'} in the order of the text",
        "large": large,
        "choosable": on_place_change is not None,
        "text": text,
    }
    listeners = {"on_place_change": on_place_change} if on_place_change else {}
    mount("token_chips", _HTML, key=key, data=pack(header), **listeners)
