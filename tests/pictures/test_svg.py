"""Pictures as still SVG: numbers, labels and colours are those of the picture, and any viewer can draw them."""

import re
from collections.abc import Callable
from xml.etree import ElementTree

import numpy as np
import pytest

from headlight.pictures import Heads, Labels, Screen
from headlight.pictures.design_tokens import palettes
from headlight.pictures.svg import svg
from tests.pictures.caught import in_values

SVG = "{http://www.w3.org/2000/svg}"
VALUES = np.array([[1.0, 0.0, 0.0], [0.25, 0.75, 0.0], [0.5, 0.125, 0.375]])
TOKENS = ["ant", "<b>", "cat & \x00dog"]


def drawn(values: np.ndarray = VALUES, says: str = "", **named) -> ElementTree.Element:
    board = Screen()
    more = in_values(Screen.matrix, named)
    board.matrix(values, Labels(TOKENS, TOKENS, "weight"), alt="A <matrix>.", key="k", **more)
    picture = board.drawn("k")
    assert picture
    return ElementTree.fromstring(svg(picture, says))


def texts(image: ElementTree.Element) -> list[str]:
    return ["".join(text.itertext()) for text in image.iter(f"{SVG}text")]


def fills(image: ElementTree.Element) -> list[str]:
    """Of the cells, without the ground."""
    return [cell.attrib["fill"] for cell in image.iter(f"{SVG}rect")][1:]


def test_it_has_the_numbers_the_labels_and_the_sentence() -> None:
    image = drawn(says="It looks back.", hidden=np.triu(np.ones((3, 3), dtype=bool), 1))
    shown = texts(image)
    assert shown[:4] == ["ant", "1.00", "", ""]
    assert shown[4:8] == ["<b>", "0.25", "0.75", ""]
    assert shown[12:] == ["ant", "<b>", "cat & �dog", "It looks back."]
    assert image.findtext(f"{SVG}title") == "A <matrix>."


def test_colours_are_those_of_the_scale_and_hidden_cells_are_hatched() -> None:
    low, middle, high = palettes()["light"]["sequential"]
    hidden = np.triu(np.ones((3, 3), dtype=bool), 1)
    shown = fills(drawn(hidden=hidden))
    assert np.array_equal(np.array(shown).reshape(3, 3) == "url(#hidden)", hidden)
    assert shown[0] == f"rgb({','.join(map(str, high))})" and shown[6] == f"rgb({','.join(map(str, middle))})"
    assert fills(drawn())[1] == f"rgb({','.join(map(str, low))})"


def test_scores_go_by_their_row_and_what_is_masked_or_unwritten_by_none() -> None:
    scores = np.array([[2.0, -np.inf, -np.inf], [-30.0, -28.0, -np.inf], [1.0, np.nan, 1.0]])
    image = drawn(scores, scale="scores", zeros=True)
    assert [number for number in texts(image)[:12] if number in ("−∞", "", "−30.00")] == [
        "−∞",
        "−∞",
        "−30.00",
        "−∞",
        "",
    ]
    shown = fills(image)
    assert shown[0] == shown[4] == shown[6] == shown[8] != shown[3]
    assert fills(drawn(np.array([[-1.0, 0, 1]] * 3), scale="diverging"))[:3] == [
        f"rgb({','.join(map(str, stop))})" for stop in reversed(palettes()["light"]["diverging"])
    ]


def test_a_number_that_rounds_to_nothing_is_not_written() -> None:
    small = np.array([[0.004, -0.004, 0.006], [-0.006, 0.0, 1.0], [0.0049, 0.005, -0.0049]])
    assert texts(drawn(small, scale="diverging"))[1:4] == ["", "", "0.01"]
    assert texts(drawn(small, scale="diverging"))[5:8] == ["−0.01", "", "1.00"]


def test_transposed_it_is_drawn_the_other_way_round() -> None:
    assert texts(drawn(transposed=True))[:4] == ["ant", "1.00", "0.25", "0.50"]


def still(draw: Callable[[Screen], None]) -> ElementTree.Element:
    """Return what is drawn of the only picture of a board, in SVG that any viewer understands."""
    board = Screen()
    draw(board)
    picture = board.drawn("k")
    assert picture
    written = svg(picture)
    assert not re.search(r"var\(|foreignObject|currentColor|color-mix|class=|style=", written)
    return ElementTree.fromstring(written)


def ribbons(image: ElementTree.Element) -> list[float]:
    """How wide each is, in the order in which they are drawn."""
    return [float(path.attrib["stroke-width"]) for path in image.iter(f"{SVG}path") if path.get("fill") == "none"]


def test_many_heads_are_small_patterns_in_the_colours_of_their_weights() -> None:
    patterns = np.stack([VALUES, VALUES[::-1]] * 3).reshape(2, 3, 3, 3)
    hidden = np.triu(np.ones((3, 3), dtype=bool), 1)
    named = {"names": [["", "", ""]] * 2, "key": "k", "on_head": print, "selected": (1, 0)}
    for across, order in ((False, ()), (True, ()), (False, [(1, 0), (0, 0), (0, 1), (0, 2), (1, 1), (1, 2)])):
        image = still(
            lambda screen, across=across, order=order: screen.head_grid(
                patterns, hidden=hidden, tokens=TOKENS, across=across, order=order, **named
            )
        )
        first = ["1.1", "1.2"] if not order else ["2.1", "1.1"]
        assert sorted(texts(image)) == ["1.1", "1.2", "1.3", "2.1", "2.2", "2.3"] and texts(image)[:2] == first
        strong = [cell for cell in image.iter(f"{SVG}rect") if cell.get("stroke") == palettes()["light"]["accent"]]
        (beside,) = [text for text in image.iter(f"{SVG}text") if text.text == "2.1"]
        assert [cell.get("x") for cell in strong] == [beside.get("x")]
        (one, *_), least = image.iter(f"{SVG}g"), palettes()["light"]["sequential"][2]
        assert one[-1].attrib["fill"] == f"rgb({','.join(map(str, least))})"
        assert one[-1].attrib["d"] == f"M0 {2 if order else 0}h1v1h-1z", "the weight of 1"


def test_effects_of_many_heads_are_blue_above_zero() -> None:
    blue, _, orange = palettes()["light"]["diverging"]
    effects = np.array([[[[2.0, 0.0], [0.0, -2.0]]]])
    named = {"names": [[""]], "key": "k", "on_head": print, "selected": (0, 0), "extent": 2.0}
    image = still(
        lambda screen: screen.head_grid(effects, hidden=np.zeros((2, 2), dtype=bool), tokens=["a", "b"], **named)
    )
    cells = {path.attrib["d"]: path.attrib["fill"] for group in image.iter(f"{SVG}g") for path in group}
    assert cells == {
        "M0 0h1v1h-1z": f"rgb({','.join(map(str, blue))})",
        "M1 1h1v1h-1z": f"rgb({','.join(map(str, orange))})",
    }


def test_the_heads_of_a_layer_are_named_and_a_silenced_one_says_so() -> None:
    named = {"tokens": TOKENS, "names": ["", ""], "alt": "H.", "key": "k", "on_head": print, "silenced": [1]}
    patterns = np.stack([VALUES, VALUES])
    image = still(lambda screen: screen.layer_heads(patterns, hidden=np.zeros((2, 3, 3), dtype=bool), **named))
    assert texts(image) == ["head 1", "head 2 (off)"]


def test_a_large_matrix_is_cells_without_numbers() -> None:
    many = [f"t{place}" for place in range(60)]
    image = still(
        lambda screen: screen.matrix(np.eye(60), Labels(rows=many, columns=many, noun="weight"), alt="M.", key="k")
    )
    assert sorted(texts(image)) == sorted(2 * many)
    (path,) = [path for group in image.iter(f"{SVG}g") for path in group]
    assert path.attrib["d"] == "".join(f"M{place} {place}h1v1h-1z" for place in range(60))


def test_bars_are_as_long_as_their_values_and_dashed_before() -> None:
    named = {"labels": ["a", "<b>"], "alt": "B.", "key": "k"}
    image = still(lambda screen: screen.bars([0.5, 0.25], before=[0.125, 0.75], **named))
    assert texts(image) == ["a", "0.125 → 0.500", "<b>", "0.750 → 0.250"]
    track, *cells = [float(cell.attrib["width"]) for cell in list(image.iter(f"{SVG}rect"))[1:]]
    assert [cell / track for cell in cells] == pytest.approx([0.5, 0.125, 1, 0.25, 0.75])
    both = [
        cell.attrib
        for cell in list(still(lambda screen: screen.bars([2.0, -1.0], scale=None, **named)).iter(f"{SVG}rect"))[1:]
    ]
    up, down = both[1], both[3]
    assert float(up["x"]) == pytest.approx(float(down["x"]) + float(down["width"]))
    assert float(up["width"]) == pytest.approx(2 * float(down["width"]))


def test_a_sentence_has_ribbons_to_the_words_that_its_chosen_one_looks_at() -> None:
    named = {"chosen": 2, "head": (0, 0), "names": [[""]], "about": "A.", "alt": "L.", "key": "k", "on_choice": print}
    named |= {"words": [(word, True) for word in TOKENS], "following": [("bear", 0.8), ("boy", 0.1)]}
    image = still(lambda screen: screen.looks(VALUES[None, None], **in_values(Screen.looks, named)))
    assert texts(image)[:6] == ["50%", "ant", "13%", "<b>", "38%", "cat & �dog"]
    assert texts(image)[6:] == ["bear", "80%", "boy", "10%"]
    assert ribbons(image) == pytest.approx([16 * 0.5, 16 * 0.125])


def test_two_texts_are_joined_and_so_are_queries_and_keys() -> None:
    named = {"alt": "A.", "key": "k"}
    across = still(lambda screen: screen.alignment(VALUES, source=TOKENS, target=["x", "y", "z"], **named))
    along = still(
        lambda screen: screen.lines(
            np.stack([VALUES, VALUES]), tokens=TOKENS, heads=Heads([0, 3], [""] * 4, 0, 1), **named
        )
    )
    seen = [16 * weight for weight in VALUES.ravel() if weight]
    assert ribbons(across) == pytest.approx(seen) and ribbons(along) == pytest.approx([*seen, *seen])
    assert texts(across) == ["ant", "<b>", "cat & �dog", "x", "y", "z"]
    begun = still(lambda screen: screen.alignment(VALUES, source=TOKENS, target=["x", "y", "z"], written=2, **named))
    assert ribbons(begun) == pytest.approx([16 * weight for weight in VALUES[:2].ravel() if weight])
    colours = palettes()["light"]["heads"]
    inks = {path.get("stroke") for path in along.iter(f"{SVG}path") if path.get("fill") == "none"}
    assert inks == {colours[0], colours[3]}


def test_a_picture_without_a_still_one_says_where_its_file_is() -> None:
    board = Screen()
    board.token_chips(["a"], notes=["0"], key="k")
    picture = board.drawn("k")
    assert picture and not picture.picture.draw_still
    with pytest.raises(ValueError, match=r"A picture of token chips cannot be .* The page has a menu"):
        svg(picture)
