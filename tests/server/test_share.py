"""Sharing names this computer's address, warns, and starts a server that everybody in the network can reach."""

import socket

import pytest

from headlight.server import opened, share


def test_the_address_is_one_of_this_computer() -> None:
    with socket.socket() as bound:
        bound.bind((share.own_address(), 0))  # raises for an address of another computer


def test_the_server_listens_to_all_and_is_told_its_own_address() -> None:
    command = share.options("10.1.2.3", ["--server.headless=true"])
    assert {"--server.address=0.0.0.0", "--browser.serverAddress=10.1.2.3", "--server.port=8501"} <= set(command)
    assert command[-1] == "--server.headless=true"
    name = socket.gethostname()
    allowed = {host for flag, _, host in (each.partition("=") for each in command) if flag == "--server.allowedHosts"}
    assert {"10.1.2.3", name, f"{name.partition('.')[0]}.local", "localhost", "127.0.0.1", "::1"} <= allowed


def test_the_warning_says_where_before_the_server_starts(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    started: list[list[str]] = []
    monkeypatch.setattr(share, "own_address", lambda: "10.1.2.3")
    monkeypatch.setattr(opened, "serve", started.append)
    share.main(["--server.maxMessageSize=60"])
    said = capsys.readouterr().out
    assert "http://10.1.2.3:8501" in said and "a network that you trust" in said
    assert started == [share.options("10.1.2.3", ["--server.maxMessageSize=60"])]
