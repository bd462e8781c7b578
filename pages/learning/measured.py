"""Results of an experiment in a sentence: five seeds each, measured by `python -m benchmarks.learning`."""

import json
import statistics
from collections.abc import Mapping
from typing import NamedTuple

from headlight.reading import assets

FILE = "five_seeds.json"
_USUAL = 130  # steps that a task takes of which nothing was measured
_COUNTS = ("None", "One", "Two", "Three", "Four", "All")


class Seeds(NamedTuple):
    """Five runs of an experiment."""

    steps: tuple[int | None, ...]  # at which each had learned, measured every 5 steps; None for never
    within: int = 0  # steps that those went on at least which never did; 0 where all learned
    remark: str = ""  # what else was seen


def _read(text: str) -> dict[str, dict[str, Seeds]]:
    return {
        task: {name: Seeds(**(fields | {"steps": tuple(fields["steps"])})) for name, fields in experiments.items()}
        for task, experiments in json.loads(text).items()
    }


MEASURED: Mapping[str, Mapping[str, Seeds]] = assets.read(FILE, _read, {})  # by task and experiment, "" for untouched


def sentence(task: str, experiment: str) -> str:
    """Say what five seeds did, where they were measured; empty without an experiment."""
    if not experiment:
        return ""
    if task not in MEASURED:
        return "A task of your own: compare with the untouched run yourself." if MEASURED else ""
    changed, untouched = MEASURED[task][experiment], _learned(MEASURED[task][""])
    begins = "Other parameters and other examples to begin with." if experiment == "another seed" else ""
    return f"{begins} {_learned(changed)}; untouched {untouched[0].lower()}{untouched[1:]}. {changed.remark}".strip()


def far(task: str, experiment: str) -> int:
    """The step up to which its sentence tells; 0 for a task of the reader's own."""
    seeds = MEASURED.get(task, {}).get(experiment, Seeds(()))
    return max([seeds.within, *(step for step in seeds.steps if step)])


def typical(task: str) -> float:
    """The step at which the untouched run has learned it, the middle of five seeds; of another task the usual one."""
    return statistics.median(step or _USUAL for step in MEASURED.get(task, {}).get("", Seeds((_USUAL,))).steps)


def _learned(seeds: Seeds) -> str:
    reached = [step for step in seeds.steps if step is not None]
    count = _COUNTS[len(reached)]
    learn = f"{count} of five seeds learn{'s' if count in ('None', 'One') else ''}"
    within = f" within {seeds.within} steps" if seeds.within else ""
    if not reached:
        return f"{learn}{within}"
    when = f"{min(reached)} to {max(reached)}" if len(reached) > 1 else f"{reached[0]}"
    return f"{learn}{within}, after {when} steps"
