"""The tiny real model of the tests in the views that can show it, and what they say then."""

import numpy as np
from streamlit.testing.v1 import AppTest

from tests.pages.screen import captions, opened
from tests.real_models import NAME

TEXT = "a bear, a bee"  # one token a letter


def followed(view: str, **address: str) -> AppTest:
    """A view with the tiny model chosen, all of its numbers shown."""
    return opened(view, **{"text": TEXT, "model": NAME, "arithmetic": "true"} | address)


def said_of_models(page: AppTest) -> list[str]:
    """Return what the captions of the page say of the model that is chosen."""
    return [said for said in captions(page) if said.startswith(("These pictures are of", "What is pinned"))]


def rms(vectors: np.ndarray) -> np.ndarray:
    """Over the root mean square: the gains of the tiny model's norms are 1."""
    return vectors / np.sqrt((vectors**2).mean(-1, keepdims=True) + 1e-5)
