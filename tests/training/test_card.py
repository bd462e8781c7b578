"""Cards are what their templates and the files of the models give, and tell of no file that is not there."""

import json
import re
import shutil
from collections.abc import Callable
from pathlib import Path

import pytest
from jinja2 import UndefinedError

from tests.statements import README
from training import card
from training.data import TEACHING
from transformer.bundled.folders import MODELS

NAMES = sorted(path.name for path in MODELS.iterdir() if path.is_dir())


@pytest.fixture
def changed(tmp_path: Path) -> Callable[..., str]:
    """The text of the card of a model one of whose files says something else."""

    def text(name: str, file: str, change: Callable[[dict], None]) -> str:
        home = shutil.copytree(MODELS / name, tmp_path / name)
        written = json.loads((home / file).read_text("utf-8"))
        change(written)
        (home / file).write_text(json.dumps(written), "utf-8")
        return card.text_of(name, tmp_path)

    return text


@pytest.mark.parametrize("name", NAMES)
def test_every_card_is_byte_for_byte_what_is_written(name: str) -> None:
    assert (MODELS / name / "CARD.md").read_bytes() == card.text_of(name).encode()


@pytest.mark.parametrize("name", NAMES)
def test_the_files_that_a_card_names_are_there(name: str) -> None:
    named = set(re.findall(r"`([\w/]+\.(?:json|json\.gz|safetensors|py|md|txt|tsv))`", card.text_of(name)))
    assert len(named) > 1
    for file in named:
        assert any((home / file).is_file() for home in (MODELS / name, README.parent, TEACHING)), file


@pytest.mark.parametrize(
    ("name", "file"),
    [
        ("twin-none", "head_roles.json"),
        ("twin-none", "long_texts.json"),
        ("growing", "measured.json"),
        *(("translate-dot", file) for file in ("scores.json", "lengths.json", "alignment.json")),
    ],
)
def test_no_card_is_written_of_what_was_measured_on_other_weights(changed, name: str, file: str) -> None:
    with pytest.raises(ValueError, match=rf"^{re.escape(file)} was measured on other weights: "):
        changed(name, file, lambda written: written.update(weights_sha256="0" * 64))


def test_a_training_that_was_stopped_is_said_to_have_been(changed) -> None:
    text = changed("twin-none", "training.json", lambda written: written["settings"].update(steps=2000))
    assert "types.\n\nIts training was stopped after 1,800 of 2,000 planned steps.\n\nIt is one of" in text
    assert "\nAt most the first 64 windows of each source were read.\n\n" in text


def test_a_fact_that_is_missing_is_an_error(changed) -> None:
    with pytest.raises(UndefinedError, match="seed"):
        changed("growing", "training.json", lambda written: written["settings"].pop("seed"))
