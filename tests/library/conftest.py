"""Live models of the transformers library, tiny and random, beside the same in Headlight; made once a kind."""

from types import SimpleNamespace

import pytest

import headlight as hl
from tests.library.hooks import Hooked
from tests.transformer.real.kinds import KINDS, randomized, tokenizer


@pytest.fixture(scope="session")
def live():
    """A function that gives the library's model of a kind and ours of it."""
    made = {}

    def of(kind):
        if kind not in made:
            theirs = randomized(KINDS[kind]())
            made[kind] = theirs, hl.from_model(theirs, SimpleNamespace(backend_tokenizer=tokenizer()))
        return made[kind]

    return of


@pytest.fixture(scope="session")
def both(live):
    """A function that gives a kind by hooks, and ours."""
    return lambda kind: (Hooked(live(kind)[0]), live(kind)[1])


@pytest.fixture(scope="session")
def story():
    """The bundled model."""
    return hl.open("story")
