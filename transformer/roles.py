"""What each head of a model was measured to do on held-out text, read from the file that lists it."""

import json
from functools import cached_property
from pathlib import Path


class HeadRoles:
    """Measured roles; layers and heads count from 0. A model without measurements has no named heads."""

    def __init__(self, measured: dict) -> None:
        self.measured = measured

    @classmethod
    def read(cls, path: Path) -> "HeadRoles":
        """The roles that a file lists; every entry is looked at, so that a damaged file fails here and not later."""
        roles = cls(json.loads(path.read_text(encoding="utf-8")))
        for layer, head in roles._entries:
            roles.of(layer, head)
            roles.scores(layer, head)
        for role in roles.measured.get("best", {}):
            roles.best(role)
        return roles

    @cached_property
    def _entries(self) -> dict[tuple[int, int], dict]:
        return {(entry["layer"], entry["head"]): entry for entry in self.measured.get("heads", ())}

    def of(self, layer: int, head: int) -> str | None:
        """The role of a head, such as "previous_token"; None where no role stands out."""
        return self._entries.get((layer, head), {}).get("role")

    def best(self, role: str) -> tuple[int, int]:
        """The (layer, head) that scores highest for a role; the first head where nothing was measured."""
        entry = self.measured.get("best", {}).get(role, {"layer": 0, "head": 0})
        return entry["layer"], entry["head"]

    def scores(self, layer: int, head: int) -> dict[str, dict[str, float]]:
        """For each role the head's score and its shuffled baseline."""
        entry = self._entries.get((layer, head), {})
        return {name: value for name, value in entry.items() if isinstance(value, dict)}
