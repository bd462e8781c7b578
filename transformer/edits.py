"""Edits: a stage of one layer set, added to or scaled, at one head and position or at all of them."""

from dataclasses import dataclass
from typing import Any, Literal, get_args

import numpy as np
import torch
from torch import Tensor

from transformer.config import Config

# The first are [head, pos, d_head] in a trace, the others [pos, width]: "stream" is what enters a layer (residual_in),
# "attended" and "ffn" are what its two sublayers add, and "hidden" are the units of the FFN.
OfHeads = Literal["queries", "keys", "values", "context"]
OfStream = Literal["stream", "attended", "hidden", "ffn"]
OF_HEADS, STAGES = get_args(OfHeads), (*get_args(OfHeads), *get_args(OfStream))
How = Literal["put", "add", "scale"]
_LARGEST = 1e15  # a norm sums up squares, and in float32 those of 1e19 are infinite: all else would count for nothing


@dataclass(frozen=True)
class Numbers:
    """An array that is hashable: its bytes and its shape, as float32."""

    content: bytes
    shape: tuple[int, ...]

    @classmethod
    def of(cls, array: Any) -> "Numbers":
        """The numbers of whatever NumPy or torch can hold.

        Raises:
            ValueError: if one of them is not finite, or they are none.
        """
        if isinstance(array, Tensor):
            array = array.detach().cpu().float().numpy()
        try:
            values = np.ascontiguousarray(array, dtype=np.float32).reshape(np.shape(array))
        except TypeError as error:
            raise ValueError(f"an edit is made of numbers, got {type(array).__name__}") from error
        if not (np.abs(values) <= _LARGEST).all():  # so written, it refuses NaN too
            raise ValueError(f"an edit is made of finite numbers up to {_LARGEST:g}: one of these is larger, or NaN")
        return cls(values.tobytes(), values.shape)

    @property
    def tensor(self) -> Tensor:
        """Return it as a new tensor: one that was made in inference mode cannot be differentiated."""
        return torch.from_numpy(np.frombuffer(self.content, np.float32).reshape(self.shape).copy())

    def __repr__(self) -> str:
        return f"{self.tensor.item():g}" if not self.shape else f"<numbers {list(self.shape)}>"


@dataclass(frozen=True)
class Edit:
    """One change of one stage in one layer; what follows is computed from what the stage is then.

    A stage is edited as a trace holds it: queries and keys are turned already where positions are rotary, and keys and
    values are those of each head of queries, also where several share them. `value` is a number or an array that can be
    spread over the chosen part, [head, pos, d_head] or [pos, width], without the axis of a head or position that is
    named; it may have axes before these where several runs are one batch.

    Raises:
        ValueError: if there is no such stage or way, a head is named of a stage that has none, or a number is not
            finite.
    """

    stage: str  # one of STAGES
    layer: int
    value: Any  # becomes Numbers
    how: How = "put"
    head: int | None = None  # None: all
    position: int | None = None  # None: all

    def __post_init__(self) -> None:
        if self.stage not in STAGES:
            raise ValueError(f"a stage that can be edited is one of {', '.join(STAGES)}, got {self.stage!r}")
        if self.how not in get_args(How):
            raise ValueError(f"an edit is one of {', '.join(get_args(How))}, got {self.how!r}")
        if self.head is not None and self.stage not in OF_HEADS:
            raise ValueError(f"{self.stage} is of all heads together: leave head={self.head} out")
        if not isinstance(self.value, Numbers):
            object.__setattr__(self, "value", Numbers.of(self.value))

    @property
    def of_any_length(self) -> bool:
        """Whether it says the same of every position, so that it fits texts of any length."""
        return self.position is None and len(self.value.shape) < 2  # else it ends in [pos, width]

    def hides(self, other: "Edit") -> bool:
        """Whether after this one nothing is left of an earlier one: it puts something at all positions of that one."""
        same = (self.stage, self.layer) == (other.stage, other.layer) and self.how == "put"
        return same and self.head in (None, other.head) and self.position in (None, other.position)

    def refuse_absent(self, config: Config, n_tokens: int) -> None:
        """Raise a ValueError if its layer, head or position is none of a pass over so many tokens."""
        heads = 1 if self.head is None else config.n_heads
        inside = 0 <= self.layer < config.n_layers and 0 <= (self.head or 0) < heads
        if not (inside and 0 <= (self.position or 0) < n_tokens):
            raise ValueError(
                f"this model has layers 0 to {config.n_layers - 1} with heads 0 to {config.n_heads - 1}, and the text "
                f"positions 0 to {n_tokens - 1}; got an edit of layer {self.layer}, head {self.head}, position "
                f"{self.position}"
            )

    def applied(self, old: Tensor) -> Tensor:
        """The stage after the edit, in memory of its own.

        Raises:
            ValueError: if the value cannot be spread over the chosen part.
        """
        new = old.clone()
        position = slice(None) if self.position is None else self.position
        head = (slice(None) if self.head is None else self.head,) if self.stage in OF_HEADS else ()
        index: tuple[Any, ...] = (..., *head, position, slice(None))
        part = old[index]
        value, shape = self.value.tensor.to(old), self.value.shape
        # One position is not spread over many: it would be that of another text.
        other_text = self.position is None and len(shape) > 1 and shape[-2] != part.shape[-2]
        ends = zip(reversed(shape), reversed(part.shape), strict=False)
        if other_text or len(shape) > part.ndim or any(size not in (1, size_here) for size, size_here in ends):
            raise ValueError(
                f"an edit of {self.stage} in layer {self.layer} is of the shape {list(part.shape)} here, or can be "
                f"spread to it; got {list(self.value.shape)}: give as many numbers, or as many tokens"
            )
        value = value.expand_as(part)
        new[index] = value if self.how == "put" else part + value if self.how == "add" else part * value
        return new
