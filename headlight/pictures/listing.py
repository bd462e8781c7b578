"""Lines of code, as they would be typed, where strangers may have typed some of it."""

from collections.abc import Sequence
from typing import TypedDict

from headlight.pictures.picture import Drawn, picture


class Listing(TypedDict):
    """See `listing`."""

    lines: list[str]


@picture(no_table="code alone", no_alt="its words are read")
def listing(lines: Sequence[str], *, key: str) -> Drawn[Listing]:
    """Write the lines one below the other; those that are too long go on in the next."""
    header: Listing = {"lines": list(lines)}
    return Drawn(header, key=key)
