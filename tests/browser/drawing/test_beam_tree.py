"""The tree of a beam search as it is drawn: a column for each step, what was there stays, dead ends are pale."""

from headlight.pictures import Branch, Screen
from tests.browser.drawing.glass import KEY, all_of
from tests.pictures.caught import caught

BRANCHES = [
    Branch(None, "la", 0.6, -0.5),
    Branch(None, "<b>", 0.3, -1.2, "dead"),
    Branch(0, "voiture", 0.9, -0.6),
    Branch(0, "auto", 0.1, -2.8),
    Branch(2, "rouge", 0.8, -0.8, "best"),
]


def test_it_unfolds_where_it_is(draw, glass) -> None:
    draw(Screen.beam_tree, BRANCHES, shown=2, alt="The beam.")
    all_of(glass, "li", "(e.stays = true)")
    rows = all_of(glass, "li", "e.style.gridRowEnd")
    glass.show(caught(Screen.beam_tree, BRANCHES, shown=5, alt="The beam.", key=KEY), again=True)
    assert all_of(glass, "li", "Boolean(e.stays)") == [True, True, False, False, False]
    assert all_of(glass, "li", "e.style.gridRowEnd")[:2] == rows, "room for the whole tree is kept"
