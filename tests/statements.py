"""What tests of statements share: the app's examples, and what a lesson says of them in so many words."""

import tomllib
from pathlib import Path

README = Path(__file__).parent.parent / "README.md"
ASSETS = README.parent / "assets"
EXAMPLES: list[dict[str, str]] = tomllib.loads((ASSETS / "examples.toml").read_text("utf-8"))["example"]
TEXTS = [example["text"] for example in EXAMPLES]


def lesson(name: str) -> str:
    """The words of a lesson."""
    return (ASSETS / "lessons" / f"{name}.md").read_text("utf-8")
