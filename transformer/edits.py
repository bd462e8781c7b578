"""Edits: a stage of one layer put, added to, scaled, averaged or spread, at one head and position or at all of them."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any, Literal, get_args

import numpy as np
import torch
from torch import Tensor

from transformer.config import Config
from transformer.counted import whole

# The first are [head, pos, width] in a trace, the others [pos, width]: "stream" is what enters a layer (residual_in),
# "attended" and "ffn" are what its two sublayers add, and "hidden" are the units of the FFN.
OfHeads = Literal["queries", "keys", "values", "pattern", "context"]
OfStream = Literal["stream", "attended", "hidden", "ffn"]
OF_HEADS, STAGES = get_args(OfHeads), (*get_args(OfHeads), *get_args(OfStream))
How = Literal["put", "add", "scale", "average", "evenly"]
OF_PATTERN = ("average", "evenly")  # by the other heads, or by the mask: these need no value
_OFF_ONE = 1e-4  # of the sum of a row: far more than the rounding of a row of float32, far less than any change
_LARGEST = 1e15  # a norm sums up squares, and in float32 those of 1e19 are infinite: all else would count for nothing


@dataclass(frozen=True)
class Numbers:
    """An array that is hashable: its bytes and its shape, in double precision."""

    content: bytes
    shape: tuple[int, ...]

    @classmethod
    def of(cls, array: Any) -> "Numbers":
        """The numbers of whatever NumPy or torch can hold.

        Raises:
            ValueError: if one of them is not finite, or they are none.
        """
        if isinstance(array, Tensor):
            array = array.detach().cpu().double().numpy()
        try:
            values = np.ascontiguousarray(array, dtype=np.float64).reshape(np.shape(array))
        except (TypeError, ValueError) as error:
            raise ValueError(f"an edit is made of numbers, got {type(array).__name__}") from error
        if not (np.abs(values) <= _LARGEST).all():  # so written, it refuses NaN too
            raise ValueError(f"an edit is made of finite numbers up to {_LARGEST:g}: one of these is larger, or NaN")
        return cls(values.tobytes(), values.shape)

    @property
    def tensor(self) -> Tensor:
        """Return it as a new tensor: one that was made in inference mode cannot be differentiated."""
        return torch.from_numpy(np.frombuffer(self.content, np.float64).reshape(self.shape).copy())

    def __repr__(self) -> str:
        return f"{self.tensor.item():g}" if not self.shape else f"<numbers {list(self.shape)}>"


@dataclass(frozen=True)
class Edit:
    """One change of one stage in one layer; what follows is computed from what the stage is then.

    A stage is edited as a trace holds it: queries and keys are turned already where positions are rotary, and keys and
    values are those of each head of queries, also where several share them. `value` is a number or an array that can be
    spread over the chosen part, [head, pos, width] or [pos, width], without the axis of a head or position that is
    named; it may have axes before these where several runs are one batch. The width of a pattern is a weight for each
    token. `silence`, `row`, `average` and `evenly` make the edits of heads that have a name.

    Raises:
        ValueError: if there is no such stage or way, a head is named of a stage that has none, what is no pattern is
            averaged or spread, or a number is not finite.
    """

    stage: str  # one of STAGES
    layer: int
    value: Any = 0.0  # becomes Numbers
    how: How = "put"
    head: int | None = None  # None: all
    position: int | None = None  # of the query in a pattern; None: all

    def __post_init__(self) -> None:
        if self.stage not in STAGES:
            raise ValueError(f"a stage that can be edited is one of {', '.join(STAGES)}, got {self.stage!r}")
        if self.how not in get_args(How):
            raise ValueError(f"an edit is one of {', '.join(get_args(How))}, got {self.how!r}")
        if self.how in OF_PATTERN and self.stage != "pattern":
            raise ValueError(f"{self.how} is of the pattern alone, got {self.stage}")
        if self.head is not None and self.stage not in OF_HEADS:
            raise ValueError(f"{self.stage} is of all heads together: leave head={self.head} out")
        for name in ("layer", "head", "position"):
            if name == "layer" or getattr(self, name) is not None:
                object.__setattr__(self, name, whole(f"the {name} of an edit", getattr(self, name)))
        if not isinstance(self.value, Numbers):
            object.__setattr__(self, "value", Numbers.of(self.value))

    @property
    def silences(self) -> bool:
        """Whether one head adds nothing at any position: zero ablation."""
        whole = self.head is not None and self.position is None
        return whole and (self.stage, self.how, self.value) == ("context", "put", _ZERO)

    @property
    def kind(self) -> str:
        """Its name in the HONOURS of readers: its stage, or "silence"."""
        return "silence" if self.silences else self.stage

    @property
    def of_any_length(self) -> bool:
        """Whether it says the same of every position, so that it fits texts of any length."""
        widths = 0 if self.stage == "pattern" else 1  # a row has a weight for each token of one text
        return self.position is None and len(self.value.shape) <= widths

    def hides(self, other: "Edit", among: Iterable["Edit"]) -> bool:
        """Whether nothing is left of another edit of this layer: it was before, or is of an earlier stage.

        Args:
            other: the edit that may be undone.
            among: all edits; where one of them averages, other heads read what a silenced one attends to.
        """
        if self.layer != other.layer or self.how not in ("put", "evenly") or self.head not in (None, other.head):
            return False
        if self.stage == other.stage:
            return self.position in (None, other.position)
        # A context that is put does not depend on what its head attends to; an average may take that to other heads.
        taken = other.stage != "values" and any(edit.how == "average" and edit.layer == self.layer for edit in among)
        before = self.stage == "context" and other.stage in OF_HEADS and not (taken and other.how != "average")
        by_row = other.stage in ("queries", "pattern")  # while every query reads all keys and values
        return before and (self.position is None or (by_row and self.position == other.position))

    def refuse_absent(self, config: Config, n_tokens: int) -> None:
        """Raise a ValueError if its layer, head or position is none of a pass over so many tokens."""
        heads, named = (
            ("", "") if self.head is None else (f" with heads 0 to {config.n_heads - 1}", f", head {self.head}")
        )
        if not (0 <= self.layer < config.n_layers and 0 <= (self.head or 0) < config.n_heads):
            raise ValueError(f"this model has layers 0 to {config.n_layers - 1}{heads}, got layer {self.layer}{named}")
        if not 0 <= (self.position or 0) < n_tokens:
            raise ValueError(f"the text has positions 0 to {n_tokens - 1}, got an edit of position {self.position}")

    def write(self, stage: Tensor, first: int = 0, may_look: Tensor | None = None) -> None:
        """Change a stage in its own memory.

        Args:
            stage: [*batch, head, pos, width] or [*batch, pos, width].
            first: the position of its first row; a row before it stays as an earlier pass has it.
            may_look: the mask of a pattern, [*heads, query, key].

        Raises:
            ValueError: if the value cannot be spread over the chosen part.
        """
        if self.position is not None and self.position < first:
            return
        position = slice(None) if self.position is None else self.position - first
        head = (slice(None) if self.head is None else self.head,) if self.stage in OF_HEADS else ()
        index: tuple[Any, ...] = (..., *head, position, slice(None))
        if self.how == "average":
            stage[index] = stage.mean(dim=-3, keepdim=True).expand_as(stage)[index]
        elif self.how == "evenly":
            assert may_look is not None
            stage[index] = (may_look / may_look.sum(dim=-1, keepdim=True)).expand_as(stage)[index].to(stage)
        else:
            part = stage[index]
            value = self._spread_over(part)
            stage[index] = value if self.how == "put" else part + value if self.how == "add" else part * value

    def _spread_over(self, part: Tensor) -> Tensor:
        shape = self.value.shape
        # One position is not spread over many, nor the weight of one key: it would be that of another text.
        other_text = self.position is None and len(shape) > 1 and shape[-2] != part.shape[-2]
        other_text |= self.stage == "pattern" and len(shape) > 0 and shape[-1] != part.shape[-1]
        ends = zip(reversed(shape), reversed(part.shape), strict=False)
        if other_text or len(shape) > part.ndim or any(size not in (1, size_here) for size, size_here in ends):
            raise ValueError(
                f"an edit of {self.stage} in layer {self.layer} is of the shape {list(part.shape)} here, or can be "
                f"spread to it; got {list(shape)}: give as many numbers, or as many tokens"
            )
        return self.value.tensor.to(part).expand_as(part)


def silence(head: tuple[int, int]) -> Edit:
    """Switch off a head, (layer, head): its context is zero at every position (zero ablation)."""
    return Edit("context", head[0], 0.0, head=head[1])


def row(layer: int, head: int, query: int, weights: Iterable[float] | np.ndarray) -> Edit:
    """Give the pattern of a head the weights of one query.

    Args:
        layer: from 0.
        head: from 0.
        query: the position that attends.
        weights: one for each token of the text; their sum is 1, or all are 0 and the query attends nowhere.

    Returns:
        The edit.

    Raises:
        ValueError: if these are no weights of attention.
    """
    values = np.asarray(weights if isinstance(weights, np.ndarray) else [*weights], np.float64)
    total = values.sum()
    if not (values.min(initial=0.0) >= 0 and (total == 0 or abs(total - 1) <= _OFF_ONE)):  # so written, it refuses NaN
        raise ValueError(
            f"the edited row of layer {layer}, head {head}, query {query} must be of weights from 0 that sum to 1, "
            f"or are all 0; these sum to {total:g}"
        )
    return Edit("pattern", layer, values, head=head, position=query)


def average(layer: int) -> Edit:
    """Let all heads of a layer attend by the mean of their patterns."""
    return Edit("pattern", layer, how="average")


def evenly(head: tuple[int, int]) -> Edit:
    """Let a head, (layer, head), attend with equal weights to all that its queries may attend to."""
    return Edit("pattern", head[0], how="evenly", head=head[1])


_ZERO = Numbers.of(0.0)
