"""Find a Chromium for the browser tests, or install one: python -m tests.browser.chromium."""

import os
import shutil
import subprocess
import sys
from collections.abc import Iterable

from benchmarks.chromium import find

_APT = "DEBIAN_FRONTEND=noninteractive apt-get install -y -qq"
INSTALLERS = (  # the first one whose program exists is tried
    ("apt-get", "apt-get update -qq && (_ chromium-headless-shell || _ chromium)".replace("_", _APT)),
    ("dnf", "dnf install -y -q chromium"),
    ("pacman", "pacman -Sy --noconfirm --quiet chromium"),
    ("apk", "apk add --quiet chromium"),
    ("brew", "brew install --quiet --cask chromium"),
)


def install() -> None:
    """Try Playwright's own download, then the system's package manager; what they say is shown if all fail."""
    print("No Chromium found: trying Playwright's ...", flush=True)
    said = [run([sys.executable, "-m", "playwright", "install", "chromium"])]
    if not said[-1]:
        return
    said.append(by_manager(INSTALLERS))
    if all(said):
        print(*said, sep="\n", file=sys.stderr)


def by_manager(installers: Iterable[tuple[str, str]]) -> str:
    """Install something by the system's package manager: the first one that exists; nothing, or what went wrong."""
    for program, command in installers:
        if shutil.which(program):
            may = program == "brew" or os.geteuid() == 0
            sudo = [] if may else ["sudo", "--non-interactive"]
            print(f"Trying {program} ...", flush=True)
            return run([*sudo, "sh", "-c", command])
    return "No package manager is known here."


def run(command: list[str]) -> str:
    """Run a command: nothing when it went well, or else what it said."""
    done = subprocess.run(command, check=False, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
    return "" if done.returncode == 0 else done.stdout or f"{command[0]} failed with {done.returncode}."


def main() -> None:
    if find() is None:
        install()
    found = find()
    if found is None:
        sys.exit(
            "The browser tests need a Chromium, and none could be installed. Install one (apt install chromium) "
            "or set the environment variable CHROMIUM to the path of one, and run again."
        )
    print(f"Browser for the tests: {found}")


if __name__ == "__main__":
    main()
