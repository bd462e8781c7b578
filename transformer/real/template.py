"""How the messages of a dialogue become one text: the template of Jinja that a folder or a file has, and its marks."""

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any, NamedTuple

from transformer.real.errors import FolderError
from transformer.real.gguf import Gguf


class Template(NamedTuple):
    """A template of Jinja, and the marks that it names."""

    text: str
    marks: Mapping[str, str]

    @property
    def words(self) -> str:
        """Return all that it may write by itself, to look for marks in."""
        return " ".join((self.text, *(mark for name, mark in self.marks.items() if name in self.text)))


def template_of(home: Path) -> Template | None:
    """The template of a folder or of a .gguf file; None where there is none.

    Raises:
        FolderError: if the file that says it is damaged.
    """
    settings: Mapping[str, Any] = {}
    if home.is_file():
        settings = _of_gguf(Gguf(home))
    elif (path := home / "tokenizer_config.json").is_file():
        try:
            settings = json.loads(path.read_text("utf-8"))
        except ValueError as error:
            raise FolderError(f"tokenizer_config.json of {home.name} is damaged: download it once more.") from error
    alone = home / "chat_template.jinja"
    template = alone.read_text("utf-8") if alone.is_file() else settings.get("chat_template")
    if isinstance(template, list):  # several, each under a name
        template = next((entry["template"] for entry in template if entry.get("name") == "default"), None)
    if not isinstance(template, str):
        return None
    marks = ((name, settings.get(name)) for name in ("bos_token", "eos_token"))
    return Template(template, {name: mark["content"] if isinstance(mark, dict) else mark or "" for name, mark in marks})


def _of_gguf(file: Gguf) -> dict[str, Any]:
    names = file.fields.get("tokenizer.ggml.tokens", ())
    settings = {"chat_template": file.fields.get("tokenizer.chat_template")}
    for mark in ("bos", "eos"):
        if isinstance(id := file.fields.get(f"tokenizer.ggml.{mark}_token_id"), int):
            settings[f"{mark}_token"] = names[id]
    return settings
