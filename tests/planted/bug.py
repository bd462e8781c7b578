"""A planted bug: one plausible slip in one file, and the tests that should notice it."""

from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).parent.parent.parent


@dataclass(frozen=True)
class Bug:
    """`old` in `file` becomes `new`; `tests` are run, which should then fail.

    `survives` is empty where the bug must be caught; else it says why no test can, or need, notice it.
    """

    file: str
    old: str
    new: str
    tests: tuple[str, ...]
    survives: str = ""

    def planted_in(self, tree: Path) -> str:
        """The text of the file with the bug in it.

        Raises:
            ValueError: if `old` does not stand in the file exactly once, so that nobody knows what would be changed.
        """
        text = (tree / self.file).read_text("utf-8")
        if text.count(self.old) != 1:
            raise ValueError(f"{self.file} has {text.count(self.old)} times {self.old!r}, where one is meant")
        return text.replace(self.old, self.new)
