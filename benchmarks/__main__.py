"""Measure every table that docs quotes on speed and on what is looked up, on one day and of one state: make bench.

    python -m benchmarks             # all as Markdown, in about 15 minutes: leave the machine alone meanwhile
    python -m benchmarks live key    # some of them
    python -m benchmarks --write     # and put them into the documents, between their marks

Each is measured in a process of its own, one after the other.
"""

import argparse
import re
import subprocess
import sys
import time
from importlib import import_module
from pathlib import Path

DOCUMENTS = [Path(__file__).parent.parent / "docs" / f"{name}.md" for name in ("benchmarks", "operating", "models")]
# By their marks in the documents, the module and its function that returns the table. Peers are packages that
# `pip install -e ".[peers]"` brings.
TABLES = {
    "machine": ("timing", "day"),
    "trace": ("trace", "table"),
    "cuts": ("trace", "table_of_cuts"),
    "key": ("browser", "table"),
    "live": ("live", "table"),
    "imports": ("imports", "table"),
    "looked_up": ("looked_up", "table"),
    "class": ("class_room", "table"),
    "people": ("sessions", "table"),
    "peers": ("peers", "table"),
}


def main() -> None:
    """Print the tables that are named, or all, and write them."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("names", nargs="*", choices=[[], *TABLES], help="tables; all where none is named")
    parser.add_argument("--write", action="store_true", help="put them into the documents")
    parser.add_argument("--here", action="store_true", help="in this process")
    asked = parser.parse_args()
    if asked.here:
        module, function = TABLES[asked.names[0]]
        print(f"\f{getattr(import_module(f'benchmarks.{module}'), function)()}")  # after what servers have said
        return
    for name in asked.names or TABLES:
        began = time.monotonic()
        done = subprocess.run([sys.executable, "-m", "benchmarks", "--here", name], stdout=subprocess.PIPE, text=True)
        took = f"{name}: {time.monotonic() - began:.0f} s"
        print(took if not done.returncode else f"{took}, not measured: see above", file=sys.stderr)
        if done.returncode:
            continue
        table = done.stdout.rpartition("\f")[2].strip()
        print(f"\n<!-- {name} -->\n\n{table}", flush=True)
        if asked.write:
            for document in DOCUMENTS:
                document.write_text(written(document.read_text("utf-8"), name, table), "utf-8")


def written(document: str, name: str, table: str) -> str:
    """Return a document with the table at its mark, where it has that."""
    marked = re.compile(rf"(<!-- {name} -->\n).*?(\n<!-- / -->)", re.DOTALL)
    return marked.sub(lambda found: f"{found[1]}\n{table}\n{found[2]}", document)


if __name__ == "__main__":
    main()
