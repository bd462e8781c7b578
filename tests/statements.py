"""What tests of statements share: the app's examples, and what a lesson says of them in so many words."""

import re
import tomllib
from pathlib import Path

README = Path(__file__).parent.parent / "README.md"
ASSETS = README.parent / "assets"
EXAMPLES: list[dict[str, str]] = tomllib.loads((ASSETS / "examples.toml").read_text("utf-8"))["example"]
TEXTS = [example["text"] for example in EXAMPLES]


def held_out() -> list[str]:
    """Sentences that no bundled model was trained on: those of training/noun_phrases.txt."""
    lines = (README.parent / "training" / "noun_phrases.txt").read_text("utf-8").splitlines()
    return [re.sub(r"[\[\]]", "", line) for line in lines if line and not line.startswith("#")]


def lesson(name: str) -> str:
    """The words of a lesson."""
    return (ASSETS / "lessons" / f"{name}.md").read_text("utf-8")
