"""Run traced passes without gradients, and on the processor whatever torch's default device is."""

from collections.abc import Callable
from contextlib import AbstractContextManager, nullcontext
from functools import wraps
from typing import ParamSpec, TypeVar

import torch

Given = ParamSpec("Given")
Found = TypeVar("Found")


def processor() -> AbstractContextManager[object]:
    """Return a context in which tensors are made where all weights are, whatever torch's default device is."""
    return nullcontext() if torch.get_default_device().type == "cpu" else torch.device("cpu")


def on_processor(function: Callable[Given, Found]) -> Callable[Given, Found]:
    """Let the function run on the `processor`."""

    @wraps(function)
    def run(*given: Given.args, **named: Given.kwargs) -> Found:
        with processor():
            return function(*given, **named)

    return run


def inference(function: Callable[Given, Found]) -> Callable[Given, Found]:
    """Run the function so, and without gradients."""
    return on_processor(torch.inference_mode()(function))
