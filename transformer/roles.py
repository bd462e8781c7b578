"""What each head of a bundled model was measured to do, read from head_roles.json beside the weights."""

from dataclasses import dataclass


@dataclass(frozen=True)
class HeadRoles:
    """Measured roles; layers and heads count from 0. A model without measurements has no named heads."""

    measured: dict

    def of(self, layer: int, head: int) -> str | None:
        """The role of a head, such as "previous_token"; None where no role stands out."""
        for entry in self.measured.get("heads", ()):
            if (entry["layer"], entry["head"]) == (layer, head):
                return entry["role"]
        return None

    def best(self, role: str) -> tuple[int, int]:
        """The (layer, head) that scores highest for a role; the first head where nothing was measured."""
        entry = self.measured.get("best", {}).get(role, {"layer": 0, "head": 0})
        return entry["layer"], entry["head"]

    def scores(self, layer: int, head: int) -> dict[str, dict[str, float]]:
        """For each role the head's score and its shuffled baseline."""
        for entry in self.measured.get("heads", ()):
            if (entry["layer"], entry["head"]) == (layer, head):
                return {name: value for name, value in entry.items() if isinstance(value, dict)}
        return {}
