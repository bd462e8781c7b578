"""How long something takes, beside others that do the same."""

import statistics
import time
from collections.abc import Callable, Mapping


def medians(runs: Mapping[str, Callable[[], object]], repeats: int) -> dict[str, float]:
    """Milliseconds of each, in turns, so that a busy moment of the machine meets all."""
    times: dict[str, list[float]] = {name: [] for name in runs}
    for _ in range(repeats):
        for name, run in runs.items():
            began = time.perf_counter()
            run()
            times[name].append(1000 * (time.perf_counter() - began))
    return {name: statistics.median(found[3:]) for name, found in times.items()}  # the first ones also warm caches
