"""Folders of models that are changed after they were written, and how one that cannot be opened is refused."""

import json
from pathlib import Path
from typing import Any

import pytest

from transformer import FolderError, open_folder

WEIGHTS = "model.safetensors"


def with_settings(home: Path, **settings: Any) -> None:
    """Change the config.json of a folder; a setting of None is taken out."""
    path = home / "config.json"
    config = json.loads(path.read_text()) | settings
    path.write_text(json.dumps({key: value for key, value in config.items() if value is not None}))


def refused(home: Path, sentence: str) -> str:
    """The message with which a folder is refused, which has the sentence in it."""
    with pytest.raises(FolderError, match=sentence) as caught:
        open_folder(home)
    message = str(caught.value)
    assert str(home.parent) not in message  # a visitor may read it
    assert message.endswith(".")
    return message
