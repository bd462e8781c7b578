"""Find the haproxy for the test of several replicas, or bring it here: python -m tests.server.haproxy."""

import os
import shutil
import stat
import sys
import tempfile
from pathlib import Path

from headlight.server.replicas import find_haproxy
from tests.browser.chromium import by_manager, run

_INSTALLERS = (
    ("apt-get", "apt-get update -qq && DEBIAN_FRONTEND=noninteractive apt-get install -y -qq haproxy"),
    ("dnf", "dnf install -y -q haproxy"),
    ("pacman", "pacman -Sy --noconfirm --quiet haproxy"),
    ("apk", "apk add --quiet haproxy"),
    ("brew", "brew install --quiet haproxy"),
)
# Debian's and Ubuntu's packages need no root to be unpacked, nor their lists to be fetched into a folder of one's own.
_UNPACK = """
set -e
cd "$1"
mkdir -p state/lists/partial cache/archives/partial
own="-o Dir::State::Lists=$1/state/lists -o Dir::Cache=$1/cache"
apt-get $own update -qq
needed=$(apt-cache $own depends --recurse --no-recommends --no-suggests --no-conflicts --no-breaks --no-replaces \
  --no-enhances haproxy | grep -E '^(haproxy|lib(lua|opentracing|pcre2-8|jemalloc)[^:]*)$' | sort -u)
apt-get $own download -qq $needed
for package in *.deb; do dpkg -x "$package" "$2"; done
"""
_WRAPPER = """#!/bin/sh
here="{folder}"
export LD_LIBRARY_PATH="$(ls -d "$here"/usr/lib/*-linux-gnu* "$here"/usr/lib 2>/dev/null | tr '\\n' ':')"
exec "$here"/usr/sbin/haproxy "$@"
"""


def install() -> None:
    """Try the system's package manager, then to unpack the package into this environment."""
    print("No haproxy found.", flush=True)
    said = [by_manager(_INSTALLERS)]
    if said[-1] and shutil.which("apt-get"):
        print("Trying to unpack its package ...", flush=True)
        said.append(unpack(Path(sys.prefix)))
    if all(said):
        print(*said, sep="\n", file=sys.stderr)


def unpack(prefix: Path) -> str:
    """Unpack Debian's package below a folder, with a script in its bin that starts it; nothing, or what went wrong."""
    folder, script = prefix / "haproxy", prefix / "bin" / "haproxy"
    with tempfile.TemporaryDirectory() as scratch:
        if said := run(["sh", "-c", _UNPACK, "sh", scratch, str(folder)]):
            return said
    script.write_text(_WRAPPER.format(folder=folder), "utf-8")
    script.chmod(script.stat().st_mode | stat.S_IXUSR)
    return run([str(script), "-v"])


def main() -> None:
    if find_haproxy() is None:
        install()
    if found := find_haproxy():
        print(f"Proxy for the tests: {found}{os.linesep}", end="")
    else:
        print("There is no haproxy: the test of three replicas asks them in turns itself, without a proxy.")


if __name__ == "__main__":
    main()
