"""Defaults of each family where its config.json says nothing: those of the transformers library, key by key."""

import json
from pathlib import Path
from typing import Any

_TABLES = json.loads(Path(__file__).with_suffix(".json").read_text("utf-8"))
# Sizes that follow from no other are not among them: a config.json must say those. What is neither here nor asked for
# by its name is not read, as the library does not. The class of gemma3_text has a cap of the scores too, which no layer
# of the library reads.
DEFAULTS: dict[str, dict[str, Any]] = _TABLES["defaults"]
# Second names of sizes: a config.json that has one means the first, whatever that says itself.
SECOND_NAMES: dict[str, dict[str, str]] = _TABLES["second_names"]
