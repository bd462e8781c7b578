"""What the environment says of the server, read once at its start; what cannot be meant stops it with a sentence."""

import os
import re
import sys

import streamlit as st

_ORIGIN = re.compile(r"https?://(\*\.)?[a-z0-9]([a-z0-9.-]*[a-z0-9])?(:(\d{1,5}|\*))?")


def number(name: str, default: int) -> int:
    """A count, one at least.

    Raises:
        SystemExit: it is none, in a sentence.
    """
    said = os.environ.get(name, "").strip() or str(default)
    if not (said.isascii() and said.isdecimal() and int(said)):
        sys.exit(f"{name} is to be a number, such as {default}; it says “{said}”.")
    return int(said)


def origins(name: str) -> tuple[str, ...]:
    """The sites that are named, separated by spaces, as a browser writes them; `*.` stands for any name below one.

    Raises:
        SystemExit: something else is named, such as a path or any site at all, in a sentence.
    """
    said = os.environ.get(name, "").split()
    for each in said:
        if not _ORIGIN.fullmatch(each):
            sys.exit(
                f"{name} names sites by their origins, separated by spaces, such as https://huggingface.co or "
                f"https://*.school.example; “{each}” is none."
            )
    return tuple(said)


def base() -> str:
    """The path below which the app is served, such as "/headlight"; "" at the root."""
    path = str(st.get_option("server.baseUrlPath") or "").strip("/")
    return f"/{path}" if path else ""
