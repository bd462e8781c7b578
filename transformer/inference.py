"""Run traced passes without gradients, and on the processor whatever torch's default device is."""

from collections.abc import Callable
from contextlib import AbstractContextManager, nullcontext
from functools import wraps
from typing import ParamSpec, TypeVar

import torch

P = ParamSpec("P")
Found = TypeVar("Found")


def processor() -> AbstractContextManager[object]:
    """Return a context in which tensors are made where all weights are, whatever torch's default device is."""
    return nullcontext() if torch.get_default_device().type == "cpu" else torch.device("cpu")


def on_processor(function: Callable[P, Found]) -> Callable[P, Found]:
    """Let the function run on the `processor`."""

    @wraps(function)
    def run(*given: P.args, **named: P.kwargs) -> Found:
        with processor():
            return function(*given, **named)

    return run


def inference(function: Callable[P, Found]) -> Callable[P, Found]:
    """Run the function so, and without gradients."""
    return on_processor(torch.inference_mode()(function))
