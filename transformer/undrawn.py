"""A network whose weights are not drawn at random, for they are read right after: half the time of opening a model."""

from typing import Any

from torch import nn
from torch.overrides import TorchFunctionMode


class Undrawn(TorchFunctionMode):
    """Within this context, in this thread alone, a new module leaves its weights as the memory has them."""

    def __torch_function__(self, function: Any, types: Any, arguments: Any = (), named: Any = None) -> Any:
        if getattr(function, "__module__", "") == nn.init.__name__:
            return (named or {}).get("tensor", *arguments[:1])
        return function(*arguments, **(named or {}))
