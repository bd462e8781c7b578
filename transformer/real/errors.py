"""The error of a folder of weights that cannot be opened: what happened, and what to do."""

from pathlib import Path


class FolderError(ValueError):
    """A folder of weights is missing, damaged, half there, or of a kind that cannot be read.

    The message names the folder, not the path to it, says what is the matter, and what would help.
    """


def is_pointer(path: Path) -> bool:
    """Whether a file is what Git LFS leaves in its place: a few lines that say where it is."""
    try:
        with path.open("rb") as file:
            return file.read(7) == b"version" and b"git-lfs" in file.read(64)
    except OSError:
        return False


def pointer(path: Path) -> FolderError:
    """The error for such a file."""
    return FolderError(
        f"{path.name} of {path.parent.name} is a pointer of Git LFS and not the file itself: run git lfs pull in it."
    )
