"""How a number is written beside a picture: with a true minus sign, and with none where it is rounded to 0."""


def decimal(value: float, form: str = ".2f") -> str:
    """Write a number in Python's `form`, with a minus sign instead of a hyphen; what is rounded to 0 has no sign."""
    return typeset(format(value, form))


def typeset(number: str) -> str:
    """Set the sign of a number that Python has written as `decimal` does."""
    return number.lstrip("+-") if not number.strip("+-0.,%") else number.replace("-", "−")
