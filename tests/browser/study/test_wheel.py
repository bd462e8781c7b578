"""The wheel in an environment and a folder that have nothing else of Headlight: `headlight` opens the app, whole."""

import os
import subprocess
import sys
import sysconfig
import zipfile
from collections.abc import Callable
from pathlib import Path

from playwright.sync_api import BrowserContext, expect

from headlight.server import replicas
from headlight.server.opened import free, is_well
from tests.browser.conftest import in_a_tab
from tests.test_installed import files_of_the_tree, source_in

OFFLINE = ("--no-deps", "--no-index")
UNPACKED = ("--no-build-isolation", "--config-settings=--build-option=--compression=stored")  # weights stay large


def test_headlight_opens_the_app_from_a_wheel_built_of_the_source_distribution(
    profiles: Callable[..., BrowserContext], tmp_path: Path
) -> None:
    source, empty, said = source_in(tmp_path), tmp_path / "empty", tmp_path / "said"
    empty.mkdir()
    packed = [sys.executable, "-c", "import setuptools; setuptools.setup()", "--quiet", "sdist", "-d", tmp_path]
    subprocess.run(packed, cwd=source, check=True, capture_output=True)
    (archive,) = tmp_path.glob("headlight_attention-*.tar.gz")
    pip = [sys.executable, "-m", "pip", "--disable-pip-version-check", "--quiet"]
    subprocess.run([*pip, "wheel", *OFFLINE, *UNPACKED, "-w", tmp_path, archive], check=True)
    (wheel,) = tmp_path.glob("headlight_attention-*.whl")
    files = {name for name in zipfile.ZipFile(wheel).namelist() if ".dist-info/" not in name}
    assert files == files_of_the_tree()

    environment = tmp_path / "environment"
    subprocess.run([sys.executable, "-m", "venv", "--without-pip", environment], check=True)
    packages = Path(sysconfig.get_path("purelib", vars={"base": str(environment)}))
    for package in Path(sysconfig.get_path("purelib")).iterdir():
        if "headlight" not in package.name:
            (packages / package.name).symlink_to(package)
    subprocess.run([*pip, "--python", environment / "bin" / "python", "install", *OFFLINE, wheel], check=True)

    told = environment / "bin" / "tells"  # the browser of this person, which writes down what it is to open
    told.write_text(f'#!/bin/sh\necho "$1" > {said}\n', "utf-8")
    told.chmod(0o755)
    own = {**os.environ, "HOME": str(empty), "BROWSER": str(told)}
    own.pop("PYTHONPATH", None)
    headlight = environment / "bin" / "headlight"
    asked = subprocess.run([headlight, "attention", "bear country"], cwd=empty, env=own, capture_output=True, text=True)
    assert asked.stdout.startswith("query"), asked.stderr
    port = free(8600)
    address = f"http://localhost:{port}"
    server = subprocess.Popen([headlight, "app", f"--server.port={port}"], cwd=empty, env=own)
    try:
        assert is_well(address, server)
        for screen in in_a_tab(profiles, address, "newcomer"):
            screen.open("attention", text="the red bear")
            screen.type("the red bear and the blue")
            expect(screen.page.locator("canvas").first).to_be_visible()
            screen.settle()
            screen.choose("Embeddings")
            screen.no_trouble()
        assert said.read_text("utf-8").strip() == address
    finally:
        replicas.end(server)
    assert not [*empty.rglob("*.py")], "an app that is opened writes nothing where it is opened"
