"""For a live page on a host, the text that the model has read in training, which the page fetches once typing rests."""

import gzip
import json
import lzma

from headlight.parts.read_before import NAMES
from headlight.reading.real_models import BUNDLED
from transformer.bundled.folders import MODELS
from transformer.bundled.training_text import NOTICE, SOURCES, TOKENS

FILE = "training_text.u16.gz"  # which a browser unpacks by itself, what it cannot do with the smaller one of the model


def files() -> dict[str, bytes]:
    """Return the tokens and the notice of their licences by the names of their files; none where there is no text."""
    home = MODELS / BUNDLED
    if not (home / TOKENS).is_file():
        return {}
    tokens = lzma.decompress((home / TOKENS).read_bytes())
    return {FILE: gzip.compress(tokens, mtime=0), NOTICE: (home / NOTICE).read_bytes()}


def sources() -> list[tuple[str, int]]:
    """Return the name of each source and how many tokens it has, in their order."""
    return [(NAMES[name], count) for name, count in json.loads((MODELS / BUNDLED / SOURCES).read_text("utf-8")).items()]
