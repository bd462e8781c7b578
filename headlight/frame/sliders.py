"""The slider of the app: the page is painted anew while it is dragged, and it can play through its places by itself."""

from collections.abc import Callable, Sequence

from headlight.frame.components import component, fired


def slide(
    key: str,
    label: str,
    value: str,
    first: str,
    places: Sequence[str],
    on_turn: Callable[[str | None], None],
    *,
    help: str = "",
    width: int | str = "stretch",
    plays: float = 0,
    always: bool = False,
) -> None:
    """Draw it at `value`, one of its `places`; they are texts as they stand in the address, from left to right.

    `on_turn` is called with the place that it is moved to, None for `first`, where it stands until somebody turns it,
    unless it is `always` to be named.
    With `plays` it has a button, and takes so many seconds from end to end. In the sidebar, which is no part of what
    its pictures are drawn with, a board is told instead: see `frame.boards`.
    """
    data = {"key": key, "label": label, "value": value, "first": first, "places": list(places), "help": help}
    name = f"slide_{key}"

    def turned() -> None:
        if moved := fired(name, "turned"):
            on_turn(moved[1] if moved[1] in places else None)

    component("slide")(key=name, data=data | {"plays": plays, "always": always}, width=width, on_turned_change=turned)
