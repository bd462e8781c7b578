"""What the reader changed about a forward pass: one frozen value that says all of it."""

import math
from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from numbers import Integral
from typing import Any, Literal, get_args

MaskKind = Literal["causal", "none", "window"]
Row = tuple[int, int, int, tuple[float, ...]]
Cell = tuple[int, int]  # (query, key)
Sublayer = Literal["attention", "ffn"]


@dataclass(frozen=True)
class Intervention:
    """Changes to a forward pass; the default changes nothing. Hashable, so it can be a cache key.

    Raises:
        ValueError: if a number is out of its range, the mask is unknown, a window is set without mask="window", or
            what should be a set of pairs holds something else.
    """

    mask: MaskKind = "causal"  # which keys a query may look at
    window: int = 4  # with mask="window": itself and this many tokens less one before it
    toggled: frozenset[Cell] = frozenset()  # cells of every head where the opposite of the mask holds
    padding: int = 0  # end marks written after the text, which fill it up to a length
    padding_hidden: bool = True  # no other token may look at them
    scaled: bool = True  # divide scores by sqrt(d_head)
    multiplier: float = 1.0  # times the scores, to saturate the softmax or to flatten it
    temperature: float = 1.0  # of attention: the scores are divided by it (not the temperature of sampling)
    positions: bool = True  # off: no position encodings
    start: int = 0  # place of the first token: above 0 as if something came before the text
    permutation: tuple[int, ...] | None = None  # place given to each token instead of 0, 1, 2, ...
    silenced: frozenset[tuple[int, int]] = frozenset()  # zero ablation: (layer, head) whose context is set to zero
    averaged: frozenset[int] = frozenset()  # layers whose heads all get the mean of their patterns
    rows: tuple[Row, ...] = ()  # (layer, head, query, weights): a row of the pattern replaced by hand
    residual_off: frozenset[tuple[int, Sublayer]] = frozenset()  # what these compute replaces the stream: none is added

    def __post_init__(self) -> None:
        if self.mask not in get_args(MaskKind):
            raise ValueError(f"the mask must be one of {', '.join(get_args(MaskKind))}, got {self.mask!r}")
        if not self.temperature > 0:  # so written, it refuses NaN too
            raise ValueError(f"attention temperature must be above 0, got {self.temperature}")
        if self.window < 1:
            raise ValueError(f"a window holds at least the token itself: window must be 1 or more, got {self.window}")
        if self.window != Intervention.window and self.mask != "window":
            raise ValueError(f'window={self.window} does nothing without mask="window": set both')
        if self.start < 0:
            raise ValueError(f"places count from 0: start must be 0 or more, got {self.start}")
        if self.padding < 0:
            raise ValueError(f"padding is a number of tokens: it must be 0 or more, got {self.padding}")
        if not math.isfinite(self.multiplier):
            raise ValueError(f"the multiplier of the scores must be a finite number, got {self.multiplier}")
        self._hold("toggled", _is_pair, "(query, key), such as {(4, 1)}")
        self._hold("silenced", _is_pair, "(layer, head), such as {(3, 2)}")
        self._hold("averaged", _is_whole, "layers, such as {0, 3}")
        self._hold("residual_off", _is_sublayer, '(layer, "attention") or (layer, "ffn"), such as {(2, "ffn")}')

    def _hold(self, name: str, belongs: Callable[[Any], bool], what: str) -> None:
        """Make a field the frozen set that it should be, of whatever holds the same."""
        given = getattr(self, name)
        members = tuple(given) if isinstance(given, Iterable) else (given,)
        if not isinstance(given, Iterable) or not all(belongs(member) for member in members):
            raise ValueError(f"{name} is a set of {what}; got {given!r}")
        object.__setattr__(self, name, frozenset(members))

    def refuse_absent(self, n_layers: int, n_heads: int, n_tokens: int) -> None:
        """Raise a ValueError if a layer, head or place is named that a pass over so many tokens does not have."""
        named = [*self.silenced, *((layer, head) for layer, head, _, _ in self.rows)]
        for layer, head in named:
            if not (0 <= layer < n_layers and 0 <= head < n_heads):
                raise ValueError(
                    f"this model has layers 0 to {n_layers - 1} with heads 0 to {n_heads - 1}, "
                    f"got layer {layer}, head {head}"
                )
        for layer in [*self.averaged, *(layer for layer, _ in self.residual_off)]:
            if not 0 <= layer < n_layers:
                raise ValueError(f"this model has layers 0 to {n_layers - 1}, got layer {layer}")
        for _, _, query, weights in self.rows:
            if not 0 <= query < n_tokens or len(weights) != n_tokens:
                raise ValueError(
                    f"an edited row of {n_tokens} tokens needs a query from 0 to {n_tokens - 1} "
                    f"with {n_tokens} weights, got query {query} with {len(weights)}"
                )

    def first_layer_unlike(self, other: "Intervention") -> int:
        """The first layer that computes something else than under the other change; 0 where every layer may."""
        local = ("silenced", "averaged", "rows", "residual_off")
        if replace(self, **{name: getattr(other, name) for name in local}) != other:
            return 0
        unlike = [each for name in local for each in set(getattr(self, name)) ^ set(getattr(other, name))]
        return min((each if _is_whole(each) else each[0] for each in unlike), default=0)

    def factor(self, d_head: int) -> float:
        """What scores are multiplied by to become scaled: multiplier / (sqrt(d_head) * temperature)."""
        root = d_head**0.5 if self.scaled else 1.0
        return self.multiplier / (root * self.temperature)


def _is_whole(member: Any) -> bool:
    return isinstance(member, Integral)


def _is_pair(member: Any) -> bool:
    return isinstance(member, tuple) and len(member) == 2 and all(map(_is_whole, member))


def _is_sublayer(member: Any) -> bool:
    return isinstance(member, tuple) and len(member) == 2 and _is_whole(member[0]) and member[1] in get_args(Sublayer)


UNCHANGED = Intervention()
