"""Tiny models of each kind, written once as folders and opened."""

import shutil

import pytest

from tests.transformer.real.kinds import KINDS, randomized, written
from transformer import open_folder


@pytest.fixture(scope="session")
def opened(tmp_path_factory):
    """A function that gives the library's tiny model of a kind, and ours opened from its folder; made once a kind."""
    made = {}

    def of(kind):
        if kind not in made:
            theirs = randomized(KINDS[kind]())
            made[kind] = theirs, open_folder(written(theirs, tmp_path_factory.mktemp("folders") / kind))
        return made[kind]

    return of


@pytest.fixture(scope="session")
def sound(tmp_path_factory):
    """The folder of a sound Llama."""
    return written(randomized(KINDS["llama"]()), tmp_path_factory.mktemp("sound") / "tiny")


@pytest.fixture
def home(sound, tmp_path):
    """A copy of it that may be spoiled."""
    return shutil.copytree(sound, tmp_path / "tiny")
