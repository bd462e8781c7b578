"""A run of training that is broken off in its fourth step and taken up again ends as a whole one does."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
import torch


class Interrupted(Exception):
    pass


def resumed(
    train: Callable[[Path], object], batches: type, drawing: str, folder: Path
) -> tuple[Path, dict[str, Any], list[dict[str, Any]]]:
    """The folder of a whole run, its weights, and the log of the one that was taken up: all that both made is equal.

    `drawing` is the method of `batches` that draws the batch of a step.
    """
    whole, broken = folder / "whole", folder / "broken"
    train(whole)
    draw = getattr(batches, drawing)

    def stop_at_step_three(self: Any, step: int, *more: Any) -> Any:
        if step == 3:
            raise Interrupted
        return draw(self, step, *more)

    with pytest.MonkeyPatch.context() as patch, pytest.raises(Interrupted):
        patch.setattr(batches, drawing, stop_at_step_three)
        train(broken)
    assert torch.load(broken / "checkpoint.pt", weights_only=True)["step"] == 2
    train(broken)
    expected, found = (torch.load(run / "checkpoint.pt", weights_only=True) for run in (whole, broken))
    assert found["step"] == expected["step"] > 3
    for name, weight in expected["model"].items():
        assert torch.equal(found["model"][name], weight), name
    for name in ("settings.json", "tokenizer.json"):
        assert (whole / name).read_bytes() == (broken / name).read_bytes()
    logs = [[json.loads(line) for line in (run / "log.jsonl").read_text().splitlines()] for run in (whole, broken)]
    assert [entry["validation"] for entry in logs[0]] == [entry["validation"] for entry in logs[1]]
    return whole, expected["model"], logs[1]
