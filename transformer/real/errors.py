"""The error of a folder of weights that cannot be opened: what happened, and what to do."""


class FolderError(ValueError):
    """A folder of weights is missing, damaged, half there, or of a kind that cannot be read.

    The message names the folder, not the path to it, says what is the matter, and what would help.
    """
