"""What Python sends and what the scripts are checked against are the same types."""

from pathlib import Path
from typing import get_type_hints

import numpy as np
import pytest

from headlight.pictures import Board, bars, contract, curves, headers, matrix

BOX = np.ones((1, 1))
BROWSER = Path(contract.__file__).parent / "browser"


def test_the_types_of_the_scripts_are_written_from_those_of_python() -> None:
    assert contract.FILE.read_text("utf-8") == contract.declarations(), "run python -m headlight.pictures.contract"


@pytest.mark.parametrize("name", ["matrix", "bars", "curves", "looks", "shuffles"])
def test_no_script_of_a_typed_header_takes_any(name: str) -> None:
    script = (BROWSER / f"{name}.js").read_text("utf-8")
    assert f"header: Header.{name.capitalize()}," in script and "header: any" not in script


def test_what_is_sent_has_the_fields_of_its_type() -> None:
    board = Board()
    matrix.matrix(board, BOX, rows=["a"], columns=["b"], noun="n", alt="A.", key="matrix", on_weight=dict)
    bars.bars(board, [0.5], labels=["a"], alt="A.", key="bars", cuts=[bars.Cut("top-k", [("1", 1.0)], 0)])
    curves.curves(board, {"one": BOX[0]}, axes=("x", "y"), alt="A.", key="curves")
    for key, kind in (("matrix", headers.Matrix), ("bars", headers.Bars), ("curves", headers.Curves)):
        assert {*board.pictures()[key].header} == {*get_type_hints(kind)}, key


def test_a_type_that_scripts_do_not_have_is_refused() -> None:
    with pytest.raises(TypeError, match="for which scripts have no type"):
        contract._typed(bytes)
