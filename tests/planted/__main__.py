"""A study of what the tests notice: python -m tests.planted plants each bug in a copy and runs its tests.

The last line says how many were caught; the exit status is 1 when fewer than 95 % were.
"""

import argparse
import os
import shutil
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from queue import SimpleQueue
from tempfile import TemporaryDirectory

from tests.planted import BUGS
from tests.planted.bug import ROOT, Bug

AIM = 0.95
_FAILED, _INTERRUPTED = 1, 2  # exit statuses of pytest: a test failed; a file could not even be collected


def main() -> int:
    options = _options()
    chosen = [bug for bug in BUGS if bug.file.startswith(options.under)]
    with TemporaryDirectory() as folder:
        trees: SimpleQueue[Path] = SimpleQueue()
        for number in range(options.jobs):
            trees.put(_copied(Path(folder) / str(number)))
        with ThreadPoolExecutor(options.jobs) as pool:
            verdicts = list(pool.map(lambda bug: _tried(bug, trees), chosen))
    caught = sum(verdicts)
    print(f"caught {caught} of {len(chosen)}")
    return 0 if chosen and caught >= AIM * len(chosen) else 1


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m tests.planted", description=__doc__)
    parser.add_argument(
        "under", nargs="?", default="", help="only bugs in files whose path begins so: transformer/, ui/"
    )
    parser.add_argument("--jobs", type=int, default=2, help="copies of the project at work at once")
    return parser.parse_args()


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
        shutil.copy(ROOT / name, tree / name)
    return tree


def _tried(bug: Bug, trees: "SimpleQueue[Path]") -> bool:
    """Whether the bug's tests notice it; says so in a line."""
    tree = trees.get()
    try:
        sound = (tree / bug.file).read_text("utf-8")
        (tree / bug.file).write_text(bug.planted_in(tree), "utf-8")
        caught = _status(tree, bug.tests) in {_FAILED, _INTERRUPTED}
        (tree / bug.file).write_text(sound, "utf-8")
    finally:
        trees.put(tree)
    told = "caught" if caught else f"SURVIVED ({bug.survives or 'unexplained'})"
    print(f"{told:8} {bug.file}: {bug.old.strip()!r} -> {bug.new.strip()!r}", flush=True)
    return caught


def _status(tree: Path, tests: tuple[str, ...]) -> int:
    """The exit status of pytest on these tests in the copy."""
    command = [sys.executable, "-m", "pytest", "-q", "-x", "-p", "no:cacheprovider", *tests]
    # Without bytecode: two versions of a file written within a second would have the same time stamp.
    environment = os.environ | {"PYTHONDONTWRITEBYTECODE": "1", "PYTHONPATH": str(tree)}
    return subprocess.run(command, cwd=tree, env=environment, stdout=subprocess.DEVNULL, check=False).returncode


if __name__ == "__main__":
    sys.exit(main())
