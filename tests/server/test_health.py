"""The address /health runs the model on one word, and says no when the model cannot be run or gives wrong numbers."""

import dataclasses
import json

import numpy as np
import pytest
from starlette.requests import Request

from headlight.reading import reader
from headlight.server import health
from transformer import LanguageModel

REQUEST = Request({"type": "http"})


def answered() -> tuple[int, dict]:
    """Status and words of the answer."""
    answer = health.answer(REQUEST)
    return answer.status_code, json.loads(answer.body)


def test_a_sound_model_is_ok() -> None:
    assert answered() == (200, {"status": "ok", "model": "story", "tokens": 1})


@pytest.mark.faulty
def test_a_model_that_raises_is_not_ok(monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(*_: object) -> None:
        raise OSError("the disk is gone")

    monkeypatch.setattr(LanguageModel, "trace", broken)
    assert answered() == (503, {"status": "the model cannot be run"})


@pytest.mark.parametrize("number", [np.nan, 0.5])
def test_a_model_with_wrong_numbers_is_not_ok(number: float, monkeypatch: pytest.MonkeyPatch) -> None:
    trace = reader.loaded().trace("bear")
    wrong = dataclasses.replace(trace.layers[2], pattern=np.full_like(trace.layers[2].pattern, number))
    layers = (*trace.layers[:2], wrong, *trace.layers[3:])
    monkeypatch.setattr(LanguageModel, "trace", lambda *_: dataclasses.replace(trace, layers=layers))
    assert answered() == (503, {"status": "the model's numbers are wrong"})
