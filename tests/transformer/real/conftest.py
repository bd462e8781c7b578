"""Tiny models of each kind, written once as folders and opened."""

import shutil

import pytest

from tests.transformer.real.kinds import KINDS, randomized, written


@pytest.fixture(scope="session")
def sound(tmp_path_factory):
    return written(randomized(KINDS["llama"]()), tmp_path_factory.mktemp("sound") / "tiny")


@pytest.fixture
def home(sound, tmp_path):
    """A copy of it that may be spoiled."""
    return shutil.copytree(sound, tmp_path / "tiny")
