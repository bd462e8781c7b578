"""Read a config.json of Hugging Face, each setting by its name and its type."""

import json
import math
import os
import re
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

from transformer.real.defaults import DEFAULTS, SECOND_NAMES
from transformer.real.errors import FolderError

CONFIG, ADAPTER = "config.json", "adapter_config.json"
_WITH_PICTURES, _TEXT = "gemma3", "gemma3_text"
MOST_LAYERS, LARGEST = 1_000, 2**31 - 1  # a damaged size beyond these would fill the memory


def place(path: str | Path) -> Path:
    """A path with its ~ as the folder of the user, and with a name: that of "." is the name of where it leads."""
    return Path(os.path.abspath(os.path.expanduser(path)))


class Settings:
    """The settings of a model; where one is not written, what its family takes (`defaults.py`).

    Raises:
        FolderError: where one is not of the kind that it is asked for as, or must be there and is not.
    """

    def __init__(self, settings: dict[str, Any], name: str) -> None:
        self.name = name
        settings = self._of_text(settings) if settings.get("model_type") == _WITH_PICTURES else settings
        kind = settings.get("model_type")
        model_type = kind if isinstance(kind, str) else ""
        second = {first: settings[name] for name, first in SECOND_NAMES.get(model_type, {}).items() if name in settings}
        self.found, self.defaults = settings | second, DEFAULTS.get(model_type, {})
        self._longest = LARGEST  # axis of a weight, as far as is known

    def _of_text(self, settings: dict[str, Any]) -> dict[str, Any]:
        """Return the settings of the part that reads text, of a model that reads pictures too."""
        text = self._checked(
            "text_config", settings.get("text_config"), lambda value: isinstance(value, dict), "an object"
        )
        if text.get("model_type", _TEXT) != _TEXT:
            raise self.unsupported(f"a text_config of the type {text['model_type']}")
        of_both = {"tie_word_embeddings": settings.get("tie_word_embeddings", True)}
        of_both |= {key: settings[key] for key in ("quantization_config",) if key in settings}
        return {"model_type": _TEXT} | text | of_both

    @classmethod
    def read(cls, home: Path) -> "Settings":
        """The settings of a folder.

        Raises:
            FolderError: if there is no config.json, or it is no JSON object, or of an adapter.
        """
        path = home / CONFIG
        if (home / ADAPTER).is_file():
            raise FolderError(
                f"The folder {home.name} holds an adapter, which changes the weights of another model: merge the two "
                "with merge_and_unload() of the peft library, and open what save_pretrained(folder) writes then."
            )
        if not path.is_file():
            inside = sorted(path_inside.parent.name for path_inside in home.glob(f"*/{CONFIG}"))
            hint = f"open its folder {inside[-1]}" if inside else "download it from where its weights came from"
            raise FolderError(f"The folder {home.name} has no {CONFIG}: {hint}.")
        try:
            keys = json.loads(path.read_text("utf-8"))
        except (ValueError, RecursionError) as error:
            raise FolderError(f"{CONFIG} of {home.name} is damaged: download it once more.") from error
        if not isinstance(keys, dict):
            raise FolderError(f"{CONFIG} of {home.name} is damaged: it should be a JSON object.")
        return cls(keys, home.name)

    def __getitem__(self, key: str) -> Any:
        """A setting that must be there."""
        if self.found.get(key) is None:
            kind = self._kind_of_class() if key == "model_type" else None
            add = "it, as it is where the weights came from" if kind is None else f'"model_type": "{kind}"'
            raise FolderError(f"{CONFIG} of {self.name} does not say {key}: add {add}.")
        return self.found[key]

    def _kind_of_class(self) -> str | None:
        """The model_type of the class that `architectures` names; None where it names none that is read."""
        classes = self.found.get("architectures")
        written = str(classes[0]).lower() if isinstance(classes, list) and classes else ""
        begins = {re.sub("_text$|[-_]", "", kind): kind for kind in DEFAULTS}
        return next(
            (kind for begin, kind in begins.items() if re.match(rf"{begin}(for|model|lmhead|mt)", written)), None
        )

    def get(self, key: str) -> Any:
        """A setting that may be missing. One that this family does not read is None, whatever is written."""
        return self.found.get(key, self.defaults[key]) if key in self.defaults else None

    def flag(self, key: str) -> bool:
        """A setting that is true or false."""
        return bool(self._checked(key, self.get(key), lambda value: isinstance(value, bool), "true or false"))

    def text(self, key: str) -> str:
        """A setting that is a name."""
        return str(self._checked(key, self.get(key), lambda value: isinstance(value, str), "a name"))

    def number(self, key: str) -> float:
        """A setting that is a number above 0."""
        return float(self._checked(key, self.get(key), _is_positive, "a number above 0"))

    def number_or_none(self, key: str) -> float | None:
        """A setting that is a number above 0, or null."""
        return None if self.get(key) is None else self.number(key)

    def size(self, key: str, otherwise: int | None = None, least: int = 1, most: int = LARGEST) -> int:
        """A setting that is a whole number above 0, and `otherwise` where it is null."""
        value = self.get(key) if key in self.defaults else self.found.get(key)
        if value is None:
            value = self[key] if otherwise is None else otherwise
        meaning = "a whole number above 0" if least == 1 else f"a whole number of {least} or more"
        meaning += "" if most == LARGEST else f" and at most {most}"
        return int(self._checked(key, value, lambda size: type(size) is int and least <= size <= most, meaning))

    def hold(self, shapes: Mapping[str, tuple[int, ...]]) -> None:
        """Let no `width` be larger than the longest axis of the weights, whose shapes these are."""
        self._longest = max((axis for shape in shapes.values() for axis in shape), default=0)

    def width(self, key: str, otherwise: int | None = None) -> int:
        """A size that is an axis of a weight.

        Raises:
            FolderError: as `size` does, or if no weight has an axis as long: memory is taken for what there is.
        """
        value = self.size(key, otherwise)
        if value > self._longest:
            raise FolderError(
                f"{CONFIG} of {self.name} says {key} = {value} where the longest axis of a weight has {self._longest}: "
                "the two are of different models."
            )
        return value

    def named(self, key: str) -> dict[str, Any]:
        """Settings within a setting, by their names; none where it is null or not written."""
        value = self.found.get(key)
        return self._checked(
            key, {} if value is None else value, lambda setting: isinstance(setting, dict), "an object"
        )

    def _checked(self, key: str, value: Any, sound: Callable[[Any], bool], meaning: str) -> Any:
        if not sound(value):
            shown = json.dumps(value, ensure_ascii=False)
            shown = shown if len(shown) <= 40 else f"{shown[:40]} ..."
            raise self.damaged(f"{key} should be {meaning}, not {shown}")
        return value

    def damaged(self, fault: str) -> FolderError:
        """The error for a setting that cannot be."""
        return FolderError(f"{CONFIG} of {self.name} is damaged: {fault}.")

    def refuse(self, key: str, unless: tuple[Any, ...]) -> None:
        """Raise a FolderError where a setting asks for something that is not done here."""
        value = self.found.get(key)
        if value is not None and value not in unless:
            raise self.unsupported(f"{key} = {value!r}")

    def unsupported(self, choice: str) -> FolderError:
        """The error for a choice of the model that this project does not compute."""
        return FolderError(
            f"The model {self.name} asks for {choice}, which is not supported here: its numbers would be wrong."
        )


def _is_positive(value: Any) -> bool:
    return type(value) in (int, float) and 0 < value < math.inf
