"""A finished run of each task, bundled: what a reader's own run is to become, until it has begun."""

import json
from collections.abc import Mapping

import numpy as np

from headlight.reading import assets

FILE = "finished_runs.json"
SEED = 12  # of these runs, another than that of the bench
# By task: `step`, and what was measured at each.
CURVES: Mapping[str, Mapping[str, list[float]]] = assets.read(FILE, json.loads, {})


def curves(task: str) -> tuple[np.ndarray, dict[str, np.ndarray]]:
    """Return the steps of the finished run of a task, and each of its curves; none for a task of the reader's own."""
    named = {name: np.array(numbers, dtype=np.float32) for name, numbers in CURVES.get(task, {}).items()}
    return named.pop("step", np.zeros(0, dtype=np.float32)), named
