"""The open streams of a replica, and who may open one more: who has a number of a room goes before who has none."""

from collections.abc import Iterable

from headlight.rooms import limits
from headlight.rooms.room import FULL, MANY_HERE


class OpenStream:
    """A stream: from which address it comes, and whether it has had to make room for somebody with a number.

    `window` is what the window is known by that asks for what is new, again and again; "" for a stream that goes on.
    """

    def __init__(self, address: str, window: str = "") -> None:
        self.address, self.window, self.is_out = address, window, False


class OpenStreams:
    """Counts them by address, and those without a number apart, of which anybody can open as many as they like."""

    def __init__(self) -> None:
        self._known: dict[OpenStream, None] = {}
        self._strangers: dict[OpenStream, None] = {}  # the newest stands at the end

    def __len__(self) -> int:
        return len(self._known) + len(self._strangers)

    def let_in(self, line: OpenStream, *, known: bool, comes_back: bool = False) -> str:
        """Count a stream that begins, if there is room; why there is none, "" where it has come in.

        One that is `known` is of a number of its room, or of the teacher; one that `comes_back` takes the place of an
        older one.
        """
        if not comes_back and (full := self._is_full(line.address, known)):
            return full
        (self._known if known else self._strangers)[line] = None
        return ""

    def leave(self, line: OpenStream) -> bool:
        """Count a stream no more; whether it was counted, not if it had made room or was never let in."""
        for lines in (self._known, self._strangers):
            if line in lines:
                del lines[line]
                return True
        return False

    def of(self, address: str) -> int:
        """How many come from an address."""
        return _from(address, self._known) + _from(address, self._strangers)

    def _is_full(self, address: str, known: bool) -> str:
        if not known:
            if _from(address, self._strangers) >= limits.part(limits.LISTENERS_BY_ADDRESS):
                return MANY_HERE
            if len(self._strangers) >= limits.part(limits.LISTENERS):
                return FULL
        if self.of(address) >= limits.LISTENERS_BY_ADDRESS and not (known and self._make_room(address)):
            return MANY_HERE
        return FULL if len(self) >= limits.LISTENERS and not (known and self._make_room()) else ""

    def _make_room(self, address: str | None = None) -> bool:
        """Send the newest stream away that has no number, of an address if that is full; it ends with its next word."""
        of_them = (line for line in reversed(self._strangers) if address in (None, line.address))
        if line := next(of_them, None):
            self.leave(line)
            line.is_out = True
        return line is not None


def _from(address: str, lines: Iterable[OpenStream]) -> int:
    return sum(line.address == address for line in lines)
