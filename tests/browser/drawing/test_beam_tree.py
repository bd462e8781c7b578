"""The tree of a beam search as it is drawn: a column for each step, what was there stays, dead ends are pale."""

from headlight.pictures import Branch, Screen
from tests.browser.drawing.glass import KEY, Glass, all_of
from tests.pictures.caught import caught

BRANCHES = [
    Branch(None, "la", 0.6, -0.5),
    Branch(None, "<b>", 0.3, -1.2, "dead"),
    Branch(0, "voiture", 0.9, -0.6),
    Branch(0, "auto", 0.1, -2.8),
    Branch(2, "rouge", 0.8, -0.8, "best"),
]


def boxes(glass: Glass) -> dict[str, dict[str, float]]:
    """Where each token is written."""
    return dict(all_of(glass, "li b", "[e.textContent, e.getBoundingClientRect().toJSON()]"))


def test_branches_stand_right_of_what_they_grew_from_and_no_two_in_one_place(draw) -> None:
    glass = draw(Screen.beam_tree, BRANCHES, shown=5, alt="The beam.")
    at = boxes(glass)
    assert list(at) == ["la", "<b>", "voiture", "auto", "rouge"]
    assert (
        at["la"]["right"] < at["voiture"]["left"] == at["auto"]["left"] and at["voiture"]["right"] < at["rouge"]["left"]
    )
    assert at["la"]["top"] == at["voiture"]["top"] == at["rouge"]["top"], "the first goes straight on"
    assert at["voiture"]["bottom"] <= at["auto"]["top"] and at["auto"]["bottom"] <= at["<b>"]["top"]
    opacity = all_of(glass, "li", "Number(getComputedStyle(e).opacity)")
    assert opacity[1] < 0.6 and {*opacity[:1], *opacity[2:]} == {1.0}
    # The way down to the second one begins in the row of the first and ends in its own.
    ways = all_of(glass, "li i", "e.getBoundingClientRect().toJSON()")
    assert at["voiture"]["top"] < ways[3]["top"] < at["voiture"]["bottom"]
    assert at["auto"]["top"] < ways[3]["bottom"] < at["auto"]["bottom"] and ways[3]["right"] <= at["auto"]["left"]
    assert all_of(glass, "small") == ["0.60", "0.30", "0.90", "0.10", "0.80"]
    assert all_of(glass, "ol", "e.ariaLabel") == ["The beam."]


def test_it_unfolds_where_it_is(draw, glass) -> None:
    draw(Screen.beam_tree, BRANCHES, shown=2, alt="The beam.")
    all_of(glass, "li", "(e.stays = true)")
    rows = all_of(glass, "li", "e.style.gridRowEnd")
    glass.show(caught(Screen.beam_tree, BRANCHES, shown=5, alt="The beam.", key=KEY), again=True)
    assert all_of(glass, "li", "Boolean(e.stays)") == [True, True, False, False, False]
    assert all_of(glass, "li", "e.style.gridRowEnd")[:2] == rows, "room for the whole tree is kept"
