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

    @property
    def fits(self) -> bool:
        """Whether `old` stands in the file exactly once: else nobody knows what would be changed."""
        file = ROOT / self.file
        return file.is_file() and file.read_text("utf-8").count(self.old) == 1

    def planted_in(self, tree: Path) -> str:
        """The text of the file with the bug in it."""
        return (tree / self.file).read_text("utf-8").replace(self.old, self.new)
