"""At the start of the server limits are raised and models are there; what cannot be loaded does not stop it."""

import asyncio
import gc
import logging
import resource
import threading

import pytest

from headlight.app import streamlit_private
from headlight.reading import assets, reader
from headlight.reading.log import OneLine, WithoutMessages
from headlight.server import start
from transformer import ModelFolderError


def test_open_files_are_raised_to_what_is_allowed() -> None:
    before = resource.getrlimit(resource.RLIMIT_NOFILE)
    try:
        resource.setrlimit(resource.RLIMIT_NOFILE, (min(256, before[0]), before[1]))
        start.raise_open_files()
        most = before[1] if before[1] != resource.RLIM_INFINITY else 65_536
        assert resource.getrlimit(resource.RLIMIT_NOFILE)[0] == most
    finally:
        resource.setrlimit(resource.RLIMIT_NOFILE, before)


def test_the_server_answers_when_the_first_model_is_loaded(monkeypatch: pytest.MonkeyPatch) -> None:
    happened, rest = [], threading.Event()
    monkeypatch.setattr(start, "raise_open_files", lambda: happened.append("limits"))
    monkeypatch.setattr(start, "load_first", lambda: happened.append("model"))
    monkeypatch.setattr(start, "load_rest", rest.set)

    async def live() -> None:
        async with start.lifespan(None):
            happened.append("open")

    own = threading.Thread(
        target=asyncio.run, args=(live(),)
    )  # a browser test of this process holds its own event loop
    own.start()
    own.join()
    assert happened == ["limits", "model", "open"] and rest.wait(10)
    for name, filtered in ((streamlit_private.UNCAUGHT, WithoutMessages), (streamlit_private.WEBSOCKET, OneLine)):
        assert any(isinstance(each, filtered) for each in logging.getLogger(name).filters), name


def test_what_is_loaded_is_left_out_of_later_collections() -> None:
    gc.unfreeze()
    start.load_first()
    assert gc.get_freeze_count() > 0


@pytest.mark.faulty
def test_a_model_that_cannot_be_read_does_not_stop_the_server(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def missing() -> None:
        raise ModelFolderError("The folder of the model story is missing.", assets.FOLDER / "models" / "story", "none")

    monkeypatch.setattr(reader, "loaded", missing)
    monkeypatch.setattr(start, "_settle", lambda: None)
    start.load_first()
    assert "git checkout -- assets/models/story" in caplog.text  # for who runs the app
