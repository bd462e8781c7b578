"""A model that fails is said in a sentence on every view that asks it."""

import pytest

from tests.pages.test_failures import WITH_MODEL, a_failing_model_is_said

pytestmark = pytest.mark.faulty


@pytest.mark.parametrize("name", WITH_MODEL)
def test_a_model_that_fails_is_said_in_a_sentence(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    a_failing_model_is_said(name, monkeypatch)
