"""What the server is started with is read once; what cannot be meant or is missing stops it with a sentence."""

import os
import subprocess
import sys
from importlib.metadata import PackageNotFoundError

import pytest

from benchmarks.servers import ROOT
from headlight.server import settings

NAME = "HEADLIGHT_FRAMED_BY"


@pytest.mark.parametrize(
    "said",
    [
        "",
        "https://huggingface.co",
        "https://lms.school.example http://localhost:8080 https://*.b.example:*",
        " https://a ",
    ],
)
def test_sites_are_named_by_their_origins(said: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(NAME, said)
    assert settings.origins(NAME) == tuple(said.split())


@pytest.mark.parametrize(
    "said",
    ["*", "https:", "huggingface.co", "https://a.example/", "https://a.example; script-src *", "https://*", "'none'"],
)
def test_what_is_no_origin_is_refused_in_a_sentence(said: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(NAME, f"https://huggingface.co {said}")
    with pytest.raises(SystemExit, match=f"{NAME} names sites by their origins.*is none"):
        settings.origins(NAME)


@pytest.mark.study
def test_the_server_ends_with_the_sentence_and_nothing_else() -> None:
    command = [sys.executable, "-m", "streamlit", "run", "app.py", "--server.port=0"]
    done = subprocess.run(
        command, cwd=ROOT, env={**os.environ, NAME: "huggingface.co"}, capture_output=True, text=True, timeout=120
    )
    assert done.returncode != 0
    assert done.stderr.strip().splitlines()[-1].startswith(NAME) and "Traceback" not in done.stderr


def test_an_app_that_is_not_installed_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    def none(name: str) -> None:
        raise PackageNotFoundError(name)

    settings.insist_on_installation()
    monkeypatch.setattr(settings, "distribution", none)
    with pytest.raises(SystemExit, match="Run `pip install -r requirements"):
        settings.insist_on_installation()


@pytest.mark.parametrize(("said", "path"), [("", ""), ("headlight", "/headlight"), ("/a/b/", "/a/b")])
def test_the_path_below_which_the_app_is_served(said: str, path: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(settings.st, "get_option", {"server.baseUrlPath": said}.get)
    assert settings.base() == path
