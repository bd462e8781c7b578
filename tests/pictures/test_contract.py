"""What Python sends and what the scripts are checked against are the same types."""

import re
from importlib import import_module
from pathlib import Path
from pkgutil import iter_modules
from typing import is_typeddict

import pytest

from headlight import pictures
from headlight.pictures import contract
from headlight.pictures.picture import Picture
from tests.in_turn import in_turn

BROWSER = Path(contract.__file__).parent / "browser"
PICTURES = contract.pictures()


def test_each_picture_has_a_file_of_python_a_script_and_a_style_of_its_name() -> None:
    modules = [import_module(f"headlight.pictures.{each.name}") for each in iter_modules(pictures.__path__)]
    files = {value.name for module in modules for value in vars(module).values() if isinstance(value, Picture)}
    scripts, styles = ({path.stem for path in (BROWSER / "pictures").glob(f"*.{kind}")} for kind in ("js", "css"))
    assert files == set(PICTURES) == styles <= scripts


def test_the_screen_and_the_types_of_the_scripts_are_written_from_the_pictures() -> None:
    run = "run python -m headlight.pictures.contract"
    assert contract.SCREEN.read_text("utf-8") == contract.screen(), run
    assert contract.HEADERS.read_text("utf-8") == contract.declarations(), run


@in_turn("name", sorted(PICTURES))
def test_each_picture_has_a_typed_header_and_its_script_is_checked_against_it(name: str) -> None:
    kind = contract.header(PICTURES[name])
    script = (BROWSER / "pictures" / f"{name}.js").read_text("utf-8")
    assert is_typeddict(kind) and kind.__name__ == "".join(word.capitalize() for word in name.split("_"))
    assert re.search(
        rf"@param {{Given<Header\.{kind.__name__}(, Uint(8|16)Array)?>}} given \*/\nexport default function", script
    )
    assert "{any} root" not in script and "root: any" not in script


def test_a_type_that_scripts_do_not_have_is_refused() -> None:
    with pytest.raises(TypeError, match="for which scripts have no type"):
        contract._typed(bytes)
