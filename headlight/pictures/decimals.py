"""How a number is written beside a picture: with a true minus sign, and with none where it is rounded to 0."""

import math


def decimal(value: float, form: str = ".2f") -> str:
    """Write a number in Python's `form`, with a minus sign instead of a hyphen; what is rounded to 0 has no sign."""
    return typeset(format(value, form))


def percent(share: float) -> str:
    """Write a share in whole percent; what would be written 0% or 100% is said to be under 1%, or over 99%.

    A half is rounded up, as written.js does.
    """
    share = float(share)
    return "under 1%" if share < 0.005 else "over 99%" if share >= 0.995 else f"{math.floor(100 * share + 0.5)}%"


def short_percent(share: float) -> str:
    """Write a share beside a bar or under a word, where no sentence stands: <1% and >99% in place of the words."""
    return percent(share).replace("under ", "<").replace("over ", ">")


def typeset(number: str) -> str:
    """Set the sign of a number that Python has written as `decimal` does."""
    return number.lstrip("+-") if not number.strip("+-0.,%") else number.replace("-", "−")
