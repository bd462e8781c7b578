"""Real models that the app was started with: folders that were named then, and packages; never one a visitor names."""

import os
from collections.abc import Mapping
from pathlib import Path

from transformer import installed

BUNDLED = "story"  # the model of the course, which is no real one
VARIABLE = "HEADLIGHT_MODELS"  # paths, separated as in PATH: each a model's folder, or a folder of such
# How many tokens of a text a real model reads. All heads of SmolLM2 hold 3 GB at 1,024: who starts the app decides.
TOKENS_VARIABLE, FEWEST, MOST = "HEADLIGHT_TOKENS", 48, 1024


def folders(paths: str) -> dict[str, Path]:
    """The folders that hold a config.json, by their names; of two that are called alike the first."""
    homes: dict[str, Path] = {}
    for path in filter(None, paths.split(os.pathsep)):
        home = Path(path).expanduser()
        for config in [home / "config.json", *sorted(home.glob("*/config.json"))]:
            if config.is_file():
                homes.setdefault(config.parent.resolve().name, config.parent)
    return homes


def tokens(number: str) -> int:
    """The number that was asked for, within what can be shown; without one the fewest."""
    return min(MOST, max(FEWEST, int(number))) if number.isdecimal() else FEWEST


TOKENS = tokens(os.environ.get(TOKENS_VARIABLE, ""))
SENTENCE = max(600, 6 * TOKENS)  # characters of a box, more than any model reads tokens of ordinary English

# Each model's folder by its name, or None for one that is installed as a package.
REAL_MODELS: Mapping[str, Path | None] = {
    name: folder
    for name, folder in (folders(os.environ.get(VARIABLE, "")) | dict.fromkeys(installed())).items()
    if name != BUNDLED
}
