"""The browser's engine without a browser: deno runs it, and says what it computes under a change or why it refuses."""

import json
import math
import subprocess
import sys
import weakref
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import torch

from tests.transformer.changes import Computed

_PROGRAM = Path(__file__).with_suffix(".js")
_ENGINE = Path(__file__).parents[2] / "headlight" / "pictures" / "browser" / "engine"


class BrowserEngine:
    """A model in the browser's engine, from a folder as the bundled ones have; the tokenizer may be an alphabet."""

    def __init__(self, home: Path) -> None:
        deno = Path(sys.executable).with_name("deno")
        files = [home / name for name in ("config.json", "tokenizer.json", "model.safetensors")]
        self._process = subprocess.Popen(
            [deno, "run", "--quiet", "--no-lock", "--allow-read", _PROGRAM, _ENGINE.as_uri(), *files],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )
        weakref.finalize(self, self._process.kill)

    @property
    def fields(self) -> Mapping[str, Any]:
        """The fields of a change there, each with its default."""
        return self._asked({})["fields"]

    def trace(self, text: str, changes: Mapping[str, Any]) -> Computed:
        """Return what it computes for a text.

        Raises:
            ValueError: with its words, where it refuses.
        """
        answer = self._asked({"text": text, "changes": changes})
        if "refused" in answer:
            raise ValueError(answer["refused"])
        return {name: torch.tensor(numbers) for name, numbers in answer["computed"].items()}

    def _asked(self, question: Mapping[str, Any]) -> Any:
        assert self._process.stdin and self._process.stdout
        self._process.stdin.write(json.dumps(_listed(question), allow_nan=False) + "\n")
        self._process.stdin.flush()
        return json.loads(self._process.stdout.readline())


def _listed(value: Any) -> Any:
    """Sets and tuples as lists, and numbers that JSON has no words for as texts."""
    if isinstance(value, Mapping):
        return {name: _listed(each) for name, each in value.items()}
    if isinstance(value, list | tuple | set | frozenset):
        return [_listed(each) for each in value]
    if isinstance(value, float) and not math.isfinite(value):
        return "@NaN" if math.isnan(value) else f"@{'-' if value < 0 else ''}Infinity"
    return value
