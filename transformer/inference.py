"""What a pass that is looked at runs in: without gradients, and on the processor whatever torch's default device is."""

from collections.abc import Callable
from functools import wraps
from typing import ParamSpec, TypeVar

import torch

Given = ParamSpec("Given")
Found = TypeVar("Found")


def on_processor(function: Callable[Given, Found]) -> Callable[Given, Found]:
    """Let the function make its tensors where all weights are, although somebody set another default device."""

    @wraps(function)
    def run(*given: Given.args, **named: Given.kwargs) -> Found:
        if torch.get_default_device().type == "cpu":
            return function(*given, **named)
        with torch.device("cpu"):
            return function(*given, **named)

    return run


def inference(function: Callable[Given, Found]) -> Callable[Given, Found]:
    """Run the function so, and without gradients."""
    return on_processor(torch.inference_mode()(function))
