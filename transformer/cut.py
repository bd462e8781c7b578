"""The warning of a text that is longer than a model reads."""

import sys
import warnings

_NOT_THE_CALLER = ("transformer", "torch")


class TextCutWarning(UserWarning):
    """The last tokens of a text were dropped: what is said of its end is of the place where it was cut."""


def warn_if_cut(read: int, dropped: int) -> None:
    """Warn, where there are dropped tokens, at the line outside of this package that asked for a trace."""
    if not dropped:
        return
    frame, level = sys._getframe(1), 2
    while frame.f_back is not None and frame.f_globals.get("__name__", "").partition(".")[0] in _NOT_THE_CALLER:
        frame, level = frame.f_back, level + 1
    warnings.warn(
        f"The text is cut after {read} tokens: the {dropped} that follow are dropped, and the last row is of that "
        "place. Shorten the text; a model from a folder can be opened with more max_tokens.",
        TextCutWarning,
        stacklevel=level,
    )
