"""Start the server, before the first visitor: limits are raised, the log is kept discreet, models are loaded."""

import gc
import importlib
import logging
import os
import pkgutil
import signal
import threading
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from types import FrameType

import streamlit as st
from anyio import to_thread

from headlight import pages
from headlight.app import streamlit_private
from headlight.pages.embeddings import word_list
from headlight.pages.positions import twins
from headlight.parts import read_before, translators
from headlight.reading import log, reader
from headlight.rooms.rooms import ROOMS
from transformer import ModelFolderError


@asynccontextmanager
async def lifespan(_app: st.App) -> AsyncIterator[None]:
    """Around the life of the server: it answers when the main model is loaded; the others follow meanwhile."""
    raise_open_files()
    if os.environ.get("HEADLIGHT_LOG") == "json":
        log.as_json()
    logging.getLogger(streamlit_private.UNCAUGHT).addFilter(log.WithoutMessages())
    logging.getLogger(streamlit_private.WEBSOCKET).addFilter(log.OneLine())
    await to_thread.run_sync(load_first)
    read_before.expect()
    threading.Thread(target=load_rest, daemon=True).start()
    ROOMS.begin()
    for number in (signal.SIGTERM, signal.SIGINT):
        _let_go_on(number)
    yield


def _let_go_on(number: signal.Signals) -> None:
    """End the streams of classes when the server is told to stop, before it does: it waits for those that are open."""
    before = signal.getsignal(number)

    def let_go(number: int, frame: FrameType | None) -> None:
        ROOMS.stop()
        if callable(before):
            before(number, frame)

    if threading.current_thread() is threading.main_thread():  # no test has a server in another thread stopped so
        signal.signal(number, let_go)


def raise_open_files() -> None:
    """Let the process open as many files as it may: a visitor needs several, and macOS begins with 256 for all."""
    try:
        import resource
    except ImportError:  # Windows, which has no such limit
        return
    _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    most_files = 65_536 if most == resource.RLIM_INFINITY else most
    try:
        resource.setrlimit(resource.RLIMIT_NOFILE, (most_files, most))
    except (OSError, ValueError) as error:  # macOS allows less than it says
        log.log("raising the limit of open files", error)


def load_first() -> None:
    """The model of most pages, and one sentence through it, so that the first visitor finds all warm."""
    try:
        reader.loaded().trace(reader.EXAMPLE)
    except ModelFolderError as error:  # said on the pages that need it
        log.log("loading", error)
    _settle()


def load_rest() -> None:
    """Load what other pages need: their modules and their models."""
    for module in pkgutil.walk_packages(pages.__path__, "headlight.pages."):
        importlib.import_module(module.name)
    for load in (read_before.load, translators.load_all, word_list.vectors, twins.models):
        try:
            load()
        except (ModelFolderError, reader.CannotShow) as error:
            log.log("loading", error)
    _settle()


def _settle() -> None:
    """Collect garbage once, and leave what is now in memory out of every later collection.

    A full collection, which Python begins by itself now and then, holds up all visitors: 181 ms with everything loaded,
    1.4 ms when that is left out.
    """
    gc.collect()
    gc.freeze()
