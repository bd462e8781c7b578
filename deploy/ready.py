"""Tell whether a release can be made: `python -m deploy.ready 0.2.0` prints a sentence for what is missing."""

import re
import sys
import tomllib
from pathlib import Path

ROOT = Path(__file__).parent.parent


def missing(version: str, root: Path = ROOT) -> list[str]:
    """Return a sentence for each thing that is to be done before this version is released."""
    code = (root / "headlight" / "__init__.py").read_text("utf-8")
    changes = (root / "CHANGELOG.md").read_text("utf-8")
    said = []
    if f'__version__ = "{version}"' not in code:
        said.append(f"headlight/__init__.py has another version than {version}: change it there.")
    if not re.search(rf"(?m)^## {re.escape(version)}, \d{{4}}-\d\d-\d\d$", changes):
        said.append(f"CHANGELOG.md has no dated heading for {version}: add what has changed.")
    for name, address in tomllib.loads((root / "pyproject.toml").read_text("utf-8"))["project"]["urls"].items():
        if ".example/" in f"{address}/":
            said.append(f"{name} in pyproject.toml is an example: write your own address, see docs/install.md.")
    return said


if __name__ == "__main__":
    sys.exit("\n".join(missing(sys.argv[1])))
