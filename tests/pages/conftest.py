"""What tests of pages with a real model share: the tiny one, and what it computes."""

import pytest

from headlight.reading import real_models
from tests.pages.following import TEXT
from tests.real_models import NAME
from transformer import OpenedModel, Trace, open_folder


@pytest.fixture(scope="session")
def model() -> OpenedModel:
    """The tiny model of the tests, opened from its folder; a module may have a model of its own."""
    return open_folder(real_models.REAL_MODELS[NAME])


@pytest.fixture(scope="session")
def trace(model: OpenedModel) -> Trace:
    """Return what it computes for the sentence that stands in its views."""
    return model.trace(TEXT)
