"""Tiny models of every kind that a reading is to be right about."""

import pytest

from tests.real_models import write_llama
from tests.transformer.conftest import POSITIONS
from transformer import open_folder


@pytest.fixture(scope="session")
def llama(tmp_path_factory):
    """A tiny Llama of a folder: its heads share their keys, and its norms are RMSNorms."""
    return open_folder(write_llama(tmp_path_factory.mktemp("models") / "tiny"))


@pytest.fixture(params=[*POSITIONS, "llama"])
def any_model(request, make_language_model):
    """A model of our own of each kind of positions, and one of another family."""
    return request.getfixturevalue("llama") if request.param == "llama" else make_language_model(request.param)
