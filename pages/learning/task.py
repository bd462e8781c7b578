"""The task of the bench: one of the app's or of the reader's own lines, and what is changed about it."""

from hashlib import sha256

from transformer.learning import own
from transformer.learning.examples import Task

OWN = "your own"
# Few letters, so that strings it has never seen can be guessed: it learns to reverse them, not only those it trains on.
_STRINGS = (
    "bdba dbca bdbd adcd acdc abbc bcdb cadc dbaa abbb bccc ccca cbdb acad adbb cada bacc aaca aada abbd "
    "badb bbad dccd cabc aaac cddc daac dacb dccb bcbb caca dcac bccb caab babd acaa aacc ddba cabb bbcc"
)
FIRST = "\n".join(f"{string} -> {string[::-1]}" for string in _STRINGS.split())  # lines until the reader has some


def of_lines(typed: str) -> tuple[Task, list[str]]:
    """The task of the reader's own lines, and what is to be said of those that cannot be used."""
    lines = own.read(typed)
    remarks = list(lines.refused[:5])
    if len(lines.refused) > 5:
        remarks.append(f"And {len(lines.refused) - 5} more lines that cannot be used.")
    if not lines.pairs:
        remarks.append("No line can be used yet, so the bench takes its own.")
        lines = own.read(FIRST)
    return own.task(lines.pairs), remarks


def name(task: Task, typed: str) -> str:
    """Name a task so that no other has its name; for the reader's own by the lines themselves."""
    return f"{task.name} {sha256(typed.encode()).hexdigest() if task.name == OWN else ''}"
