"""A study of what the tests notice: python -m tests.planted plants each bug in a copy and runs its tests.

The last line says how many were caught; the exit status is 1 when fewer than 95 % were. A bug whose line has moved is
lost, and counts as not caught: mend it where it is listed.

Importing takes longer than most tests, so it is done once: each bug gets a child of a process that has the libraries,
and has the rooms that are slowest to import once no more bugs are to be planted in these.
"""

import argparse
import compileall
import os
import shutil
import subprocess
import sys
import tempfile
from importlib import import_module
from multiprocessing import get_context
from pathlib import Path

import jaxtyping
import pytest
import streamlit.testing.v1  # noqa: F401  # and with it most libraries
import torch  # noqa: F401

from tests.planted import BUGS
from tests.planted.bug import ROOT, Bug

AIM = 0.95
_CHECKED = ("transformer", "headlight/formulas")  # rooms whose types are checked while tests run
# Exit statuses of pytest: a test failed; a file could not even be read.
_FAILED, _INTERRUPTED = 1, 2


def main() -> int:
    options = _options()
    wanted = [bug for bug in BUGS if bug.file.startswith(tuple(options.under))]
    chosen = [bug for bug in wanted if bug.fits]
    for bug in wanted:
        if not bug.fits:
            print(f"LOST     {bug.file}: {bug.old.strip()!r} does not stand there once", flush=True)
    jaxtyping.install_import_hook([room.replace("/", ".") for room in _CHECKED], "beartype.beartype")
    with tempfile.TemporaryDirectory() as folder:
        trees = [_copied(Path(folder) / str(number)) for number in range(options.jobs)]
        shares = [chosen[number :: options.jobs] for number in range(options.jobs)]
        with get_context("fork").Pool(options.jobs) as pool:
            caught = sum(pool.starmap(_caught, zip(trees, shares, strict=True), chunksize=1))
    print(f"caught {caught} of {len(wanted)}")
    return 0 if wanted and caught >= AIM * len(wanted) else 1


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m tests.planted", description=__doc__)
    parser.add_argument(
        "under", nargs="*", default=[""], help="only bugs in files whose paths begin so: transformer/ headlight/frame"
    )
    parser.add_argument("--jobs", type=int, default=2, help="copies of the project at work at once")
    return parser.parse_args()


def _read(packages: tuple[str, ...]) -> None:
    for package in packages:
        for file in sorted((ROOT / package).rglob("*.py")):
            import_module(".".join(file.relative_to(ROOT).with_suffix("").parts))


def _copied(tree: Path) -> Path:
    """A copy of what git knows or would add, so that no bug ever touches the project itself."""
    listed = subprocess.run(
        ["git", "ls-files", "--cached", "--others", "--exclude-standard"],
        cwd=ROOT,
        check=True,
        capture_output=True,
        text=True,
    )
    for name in listed.stdout.splitlines():
        (tree / name).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy2(ROOT / name, tree / name, follow_symlinks=False)  # headlight/pages leads to pages
    compileall.compile_dir(tree, quiet=2)
    return tree


def _caught(tree: Path, bugs: list[Bug]) -> int:
    """How many of the bugs one of their tests notices, which must pass without a bug; says of each whether."""
    found, sound = 0, dict[str, str]()
    for bug in sorted(bugs, key=lambda bug: not bug.file.startswith(_CHECKED)):
        if not bug.file.startswith(_CHECKED):
            _read(_CHECKED)
        why = bug.survives or "unexplained"
        for test in bug.tests:  # the nearest is named first, and most often no other need be asked
            whole = shutil.copy2(tree / bug.file, tree.with_suffix(".whole"))
            (tree / bug.file).write_text(bug.planted_in(tree), "utf-8")
            failed, _ = _status(tree, bug, test)
            shutil.copy2(whole, tree / bug.file)  # with its time, by which the compiled file is known
            if failed and test not in sound:
                fails, said = _status(tree, bug, test)
                sound[test] = said if fails else ""
            if failed and not sound[test]:
                why = ""
                break
            why = f"{test} fails without it:\n{sound[test]}" if failed else why
        told = f"SURVIVED ({why})" if why else "caught"
        print(f"{told:8} {bug.file}: {bug.old.strip()!r} -> {bug.new.strip()!r}", flush=True)
        found += not why
    return found


def _status(tree: Path, bug: Bug, test: str) -> tuple[bool, str]:
    """Whether a test fails in the copy, or cannot be read, and the end of what pytest says, from a child process."""
    said = tree.with_suffix(".said")
    if child := os.fork():
        status = os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
        return status in {_FAILED, _INTERRUPTED}, said.read_text("utf-8", "replace")[-3000:]
    status = 3
    try:
        with said.open("w", encoding="utf-8") as saying:
            os.dup2(saying.fileno(), 1)
            os.dup2(saying.fileno(), 2)
        status = _tested(tree, bug, test)
    finally:
        sys.stdout.flush()
        os._exit(status)


def _tested(tree: Path, bug: Bug, test: str) -> int:
    # What this process has read beside the checked rooms, such as the package around one, comes from the copy.
    checked = tuple(room.replace("/", ".") for room in _CHECKED)
    for name in [name for name in sys.modules if name.partition(".")[0] in ("tests", "headlight")]:
        if not name.startswith(checked):
            del sys.modules[name]
    sys.dont_write_bytecode = True  # two versions of a file may have the same size and second
    sys.path[:] = [str(tree), *(path for path in sys.path if path not in ("", str(ROOT)))]
    os.chdir(tree)
    os.environ["TMPDIR"], tempfile.tempdir = str(tree.parent), None  # what a child leaves behind goes with the copies
    quiet = ["-q", "-x", "-p", "no:cacheprovider", "-W", "ignore::pytest.PytestAssertRewriteWarning"]
    without_hook = "addopts=--import-mode=importlib --strict-markers"  # the hook of jaxtyping is there already
    status = int(pytest.main([*quiet, "-o", without_hook, test]))
    read = sys.modules.get(bug.file.removesuffix(".py").replace("/", "."))
    if read and not str(read.__file__).startswith(str(tree)):
        raise RuntimeError(f"{bug.file} was not read from the copy with the bug in it, but from {read.__file__}")
    return status


if __name__ == "__main__":
    sys.exit(main())
