"""What Python sends and what the scripts are checked against are the same types."""

import re
from pathlib import Path
from typing import get_type_hints, is_typeddict

import pytest

from headlight.pictures import Screen, contract, headers
from tests.in_turn import in_turn
from tests.pictures.caught import KEY, caught
from tests.pictures.test_headers import PICTURES as SENT
from tests.pictures.test_headers import Sent

BROWSER = Path(contract.__file__).parent / "browser"
PICTURES = {path.stem for path in (BROWSER / "pictures").glob("*.js")} & {name for name in vars(Screen)}


def test_the_types_of_the_scripts_are_written_from_those_of_python() -> None:
    assert contract.FILE.read_text("utf-8") == contract.declarations(), "run python -m headlight.pictures.contract"


@in_turn("name", sorted(PICTURES))
def test_each_picture_has_a_typed_header_and_its_script_is_checked_against_it(name: str) -> None:
    header = "".join(word.capitalize() for word in name.split("_"))
    script = (BROWSER / "pictures" / f"{name}.js").read_text("utf-8")
    assert is_typeddict(getattr(headers, header))
    assert re.search(
        rf"@param {{Given<Header\.{header}(, Uint(8|16)Array)?>}} given \*/\nexport default function", script
    )
    assert "{any} root" not in script and "root: any" not in script


@in_turn("sent", SENT)
def test_what_is_sent_has_the_fields_of_its_type(sent: Sent) -> None:
    function, given, named, *_ = sent
    (drawn,) = caught(function, *given, **named, key=KEY).items
    kind = getattr(headers, "".join(word.capitalize() for word in drawn["name"].split("_")))
    assert kind.__required_keys__ <= {*drawn["header"]} <= {*get_type_hints(kind)}


def test_a_type_that_scripts_do_not_have_is_refused() -> None:
    with pytest.raises(TypeError, match="for which scripts have no type"):
        contract._typed(bytes)
