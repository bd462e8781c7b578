"""Settings that the server is started with, read once; what is wrong or missing stops it with a sentence."""

import os
import re
import sys
from importlib.metadata import PackageNotFoundError, distribution

import streamlit as st

_ORIGIN = re.compile(r"https?://(\*\.)?[a-z0-9]([a-z0-9.-]*[a-z0-9])?(:(\d{1,5}|\*))?")


def insist_on_installation() -> None:
    """See that this package is installed: else Streamlit finds none of its components, and pages have no pictures.

    Raises:
        SystemExit: it is not, in a sentence.
    """
    try:
        distribution("headlight-attention")
    except PackageNotFoundError:
        sys.exit("Headlight is not installed in this Python. Run `pip install -r requirements.txt`, then restart it.")


def origins(name: str) -> tuple[str, ...]:
    """The sites that are named, separated by spaces, as a browser writes them; `*.` stands for any name below one.

    Raises:
        SystemExit: something else is named, such as a path or any site at all, in a sentence.
    """
    named_origins = os.environ.get(name, "").split()
    for origin in named_origins:
        if not _ORIGIN.fullmatch(origin):
            sys.exit(
                f"{name} names sites by their origins, separated by spaces, such as https://huggingface.co or "
                f"https://*.school.example; “{origin}” is none."
            )
    return tuple(named_origins)


def base() -> str:
    """The path below which the app is served, such as "/headlight"; "" at the root."""
    path = str(st.get_option("server.baseUrlPath") or "").strip("/")
    return f"/{path}" if path else ""
