"""Names that a server hands out and knows again: the number of a phone, the pass of an open page."""

import hmac
import secrets
from base64 import urlsafe_b64encode


def sign(name: str, key: bytes) -> str:
    """A name with its signature, so that nobody else can give one."""
    digest = hmac.digest(key, name.encode(), "sha256")
    return f"{name}.{urlsafe_b64encode(digest[:15]).decode()}"


def new(key: bytes) -> str:
    """A name of chance with its signature."""
    return sign(secrets.token_urlsafe(12), key)


def name_in(signed: str, key: bytes) -> str:
    """The name that was signed with this key; "" for any other, and for one that was made up."""
    name = signed.partition(".")[0]
    right = hmac.compare_digest(signed.encode(errors="replace"), sign(name, key).encode())
    return name if right and name else ""
