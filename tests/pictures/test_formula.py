"""Lines of MathML reach the browser as they are."""

from headlight.formulas.lines import alone, line
from headlight.formulas.mathml import equals
from headlight.pictures import Screen
from tests.pictures.test_board import first


def test_lines_sides_and_pieces_are_sent_as_they_are() -> None:
    lines = (line("a", equals("b"), equals("c")), alone("d"))
    board = Screen()
    board.formula(lines, key="some")
    rows = first(board)["header"]["rows"]
    assert rows == [[list(side) for side in sides] for sides in lines]
    assert [[len(side) for side in sides] for sides in rows] == [[1, 2], [1]]
