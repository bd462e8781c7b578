"""What a config.json of Hugging Face says, each setting asked for by its name and its type."""

import json
from pathlib import Path
from typing import Any

from transformer.real.errors import FolderError

CONFIG = "config.json"


class Settings:
    """The settings of a model. One that is null is taken as not there."""

    def __init__(self, found: dict[str, Any], name: str) -> None:
        self.found, self.name = found, name

    @classmethod
    def read(cls, home: Path) -> "Settings":
        """The settings of a folder.

        Raises:
            FolderError: if there is no config.json, or it is no JSON object.
        """
        path = home / CONFIG
        if not path.is_file():
            raise FolderError(f"The folder {home.name} has no {CONFIG}: download it from where its weights came from.")
        try:
            found = json.loads(path.read_text("utf-8"))
        except ValueError as error:
            raise FolderError(f"{CONFIG} of {home.name} is damaged: download it once more.") from error
        if not isinstance(found, dict):
            raise FolderError(f"{CONFIG} of {home.name} is damaged: it should be a JSON object.")
        return cls(found, home.name)

    def __getitem__(self, key: str) -> Any:
        """A setting that must be there.

        Raises:
            FolderError: if it is not.
        """
        if self.found.get(key) is None:
            raise FolderError(f"{CONFIG} of {self.name} does not say {key}: download it once more.")
        return self.found[key]

    def get(self, key: str, otherwise: Any = None) -> Any:
        """A setting, or what holds where it is not written."""
        found = self.found.get(key)
        return otherwise if found is None else found

    def size(self, key: str, otherwise: int | None = None) -> int:
        """A setting that is a whole number above 0.

        Raises:
            FolderError: if it is not, or must be there and is not.
        """
        found = self[key] if otherwise is None else self.get(key, otherwise)
        if not isinstance(found, int) or isinstance(found, bool) or found < 1:
            raise FolderError(
                f"{CONFIG} of {self.name} is damaged: {key} should be a whole number above 0, not {found!r}."
            )
        return found

    def refuse(self, key: str, unless: tuple[Any, ...]) -> None:
        """Raise a FolderError where a setting asks for something that is not done here."""
        found = self.found.get(key)
        if found is not None and found not in unless:
            raise self.unsupported(f"{key} = {found!r}")

    def unsupported(self, what: str) -> FolderError:
        """The error for a choice of the model that this project does not compute."""
        return FolderError(
            f"The model {self.name} asks for {what}, which is not supported here: its numbers would be wrong."
        )
