"""Every test computes as the app does, on one core, and no part of a page may fail in silence.

With more cores sums are added in another order, and differ a little.
"""

import atexit
import gc
import os
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import jaxtyping
import pytest
import streamlit.components.v2.manifest_scanner as scanner

from tests.checked import check_each_call_once

gc.disable()  # until all tests are collected, see pytest_collection_finish
check_each_call_once()

import tests.read_once  # noqa: E402, F401  # before anybody else imports what reads models
from tests.real_models import NAME, write_llama  # noqa: E402

# The app looks for real models when it is imported, and so do the servers that tests start.
_MODELS = TemporaryDirectory()
atexit.register(_MODELS.cleanup)
os.environ["HEADLIGHT_MODELS"] = str(write_llama(Path(_MODELS.name) / NAME))

from headlight.reading import log, reader  # noqa: E402
from headlight.reading.cache import cached  # noqa: E402
from headlight.reading.threads import one_core_each  # noqa: E402
from transformer import LanguageModel, load  # noqa: E402

one_core_each()
HERE = Path(__file__).parent
BROWSER = HERE / "browser"
_SERVER: list[Any] = []  # its process, address and log, in the process that hands out the tests
LIVE = "tests/browser/live/"  # of which each file would make the page and its engine again
VISITS = str(BROWSER / "test_pages.py")
FIRST = (VISITS, *(str(HERE / each) for each in ("browser", "transformer/test_changes", "library", "transformer")))


@pytest.hookimpl(tryfirst=True)  # before what is marked is left out
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Files with a browser come first, of these the visits to every page, then models: short ones are at the end.

    Where a long one is left, the other processes wait for it. All that stands in a folder of the study is of it.
    """
    for item in items:
        if item.path.parent.name == "study":
            item.add_marker("study")
    items.sort(key=lambda item: next((at for at, path in enumerate(FIRST) if str(item.path).startswith(path)), 9))


def pytest_collection_finish() -> None:
    """Modules and tests stay to the end: no collection of garbage goes through them, nor does one come often."""
    gc.freeze()
    gc.set_threshold(100_000, 20, 100)
    gc.enable()


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_make_scheduler(config: pytest.Config, log: Any) -> Any:
    """Where several processes share the tests, each takes a file at a time, of the visits the views of a page.

    What a file keeps for its tests is then made in one process. The groups of `--dist loadgroup` would say the same,
    but pytest-xdist 3.8 writes them where pytest 9 does not read them, and each test goes to whoever is free.
    """
    from xdist.scheduler import LoadScopeScheduling

    class ByFile(LoadScopeScheduling):
        def _split_scope(self, nodeid: str) -> str:
            file = nodeid.partition("::")[0]
            if Path(VISITS).as_posix().endswith(file):
                return nodeid.partition("-")[0]
            return LIVE if file.startswith(LIVE) else file

    config.option.loadscopereorder = False  # by how many tests a file has, which says little of how long it takes
    return ByFile(config, log)


@pytest.fixture(scope="session")
def model() -> LanguageModel:
    """The bundled language model; where a folder or a file of tests has a model of its own, that one."""
    return load("story")


@pytest.hookimpl(optionalhook=True)
def pytest_configure_node(node: Any) -> None:
    """Processes that share the tests share a server too: each would start it, and have it read models, for itself."""
    asked = [Path(each.partition("::")[0]).resolve() for each in node.config.args]
    if any(BROWSER.is_relative_to(path) or path.is_relative_to(BROWSER) for path in asked):
        from benchmarks.servers import launch

        _SERVER.extend(() if _SERVER else launch())
        node.workerinput["server"] = _SERVER[1]


def pytest_unconfigure() -> None:
    """End the server that was shared; if it has ended by itself, with what it said."""
    if _SERVER:
        process, _, log = _SERVER
        if process.poll() is not None:
            log.seek(0)
            print(log.read())
        process.terminate()
        process.wait()
        log.close()


@pytest.fixture(scope="session")
def server(request: pytest.FixtureRequest) -> Iterator[str]:
    """The address of the server that most tests share, as `make run` starts it."""
    from benchmarks.servers import is_well, serve, stop

    if address := getattr(request.config, "workerinput", {}).get("server"):
        assert is_well(address), "the server that all processes share did not start"
        yield address
        return
    process, address = serve()
    yield address
    stop(process)


@pytest.fixture(autouse=True, scope="session")
def _components_are_looked_for_once() -> Iterator[None]:
    """Each AppTest reads the metadata of all installed packages, which takes longer than most pages."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(scanner, "scan_component_manifests", cache(scanner.scan_component_manifests))
        yield


@pytest.fixture(autouse=True, scope="session")
def _a_model_is_opened_once() -> Iterator[None]:
    """The app holds two real models, the tests have three: to open one anew takes longer than most pages."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(reader, "opened", cached(reader.opened.__wrapped__))
        yield


@pytest.fixture(autouse=True, scope="session")
def _a_scorer_is_fitted_in_few_steps() -> Iterator[None]:
    """How good one is that a view fits to another head no test asks; that of the stored one is asked in training."""
    from headlight.pages.why_attention import additive

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(additive, "FIT_STEPS", 12)
        yield


@pytest.fixture(autouse=True)
def no_part_fails(request: pytest.FixtureRequest, caplog: pytest.LogCaptureFixture) -> Iterator[None]:
    """A part that fails is shown as a sentence and is no exception of the page, so the log is asked."""
    yield
    if request.node.get_closest_marker("faulty") is None:
        assert [each.getMessage() for each in caplog.get_records("call") if each.name == log.LOG.name] == []


@pytest.fixture
def unchecked():
    """As outside the tests, where nothing checks annotations: a wrong type reaches the code that must refuse it."""
    jaxtyping.config.update("jaxtyping_disable", True)
    yield
    jaxtyping.config.update("jaxtyping_disable", False)
