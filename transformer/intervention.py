"""A change of a forward pass, as one frozen value that says all of it."""

import math
from collections.abc import Callable, Iterable
from dataclasses import dataclass, fields, replace
from functools import cached_property
from numbers import Integral
from typing import Any, Literal, get_args

from torch import Tensor

from transformer.config import Config
from transformer.edits import Edit

MaskKind = Literal["causal", "none", "window"]
Row = tuple[int, int, int, tuple[float, ...]]
Cell = tuple[int, int]  # (query, key)
Sublayer = Literal["attention", "ffn"]

# Fields by what they change, for readers to name in their HONOURS. A new field is in none of them, so that every reader
# refuses it: it gets a group of its own, which the readers name that it is built for.
MASKS = frozenset({"mask", "window", "toggled"})
PADDING = frozenset({"padding", "padding_hidden"})
SCALES = frozenset({"scaled", "multiplier", "temperature"})
PLACES = frozenset({"positions", "start", "permutation"})
HEADS = frozenset({"silenced", "averaged", "rows"})
RESIDUAL = frozenset({"residual_off"})
EDITS = frozenset({"edits"})


@dataclass(frozen=True)
class Intervention:
    """Changes to a forward pass; the default changes nothing. Hashable, so it can be a cache key.

    Each takes effect or is refused: whatever reads one declares the fields that it honours, and `require`s that no
    other is changed.

    Raises:
        ValueError: if a number is out of its range, the mask is unknown, a window is set without mask="window" or
            padding_hidden=False without padding, what should be a set of pairs holds something else, or of the rows
            two are of one query, one is of a silenced head, or one neither sums to 1 nor is all zeros, or an edit is
            undone by a later one or is of a silenced head.
    """

    mask: MaskKind = "causal"  # which keys a query may look at
    window: int = 4  # with mask="window": itself and this many tokens less one before it
    toggled: frozenset[Cell] = frozenset()  # cells of every head where the opposite of the mask holds
    padding: int = 0  # end marks written after the text, which fill it up to a length
    padding_hidden: bool = True  # no other token may look at them
    scaled: bool = True  # divide scores by sqrt(d_head)
    multiplier: float = 1.0  # times the scores, to saturate the softmax or to flatten it
    temperature: float = 1.0  # of attention: the scores are divided by it (not the temperature of sampling)
    positions: bool = True  # off: no positional encodings
    start: int = 0  # position of the first token: above 0 as if something came before the text
    permutation: tuple[int, ...] | None = None  # position given to each token instead of 0, 1, 2, ...
    silenced: frozenset[tuple[int, int]] = frozenset()  # zero ablation: (layer, head) whose context is set to zero
    averaged: frozenset[int] = frozenset()  # layers whose heads all get the mean of their patterns
    # (layer, head, query, weights): a row of the pattern replaced by hand. It sums to 1; or all are 0, and the query
    # looks nowhere at all, as where its only ribbon is cut.
    rows: tuple[Row, ...] = ()
    residual_off: frozenset[tuple[int, Sublayer]] = frozenset()  # what these compute replaces the stream: none is added
    edits: tuple[Edit, ...] = ()  # stages that are set, added to or scaled, one after another

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
            raise ValueError(f"positions count from 0: start must be 0 or more, got {self.start}")
        if self.padding < 0:
            raise ValueError(f"padding is a number of tokens: it must be 0 or more, got {self.padding}")
        if not self.padding_hidden and not self.padding:
            raise ValueError("padding_hidden=False does nothing without padding: set both")
        if not math.isfinite(self.multiplier):
            raise ValueError(f"the multiplier of the scores must be a finite number, got {self.multiplier}")
        self._hold("toggled", _is_pair, "(query, key), such as {(4, 1)}")
        self._hold("silenced", _is_pair, "(layer, head), such as {(3, 2)}")
        self._hold("averaged", _is_whole, "layers, such as {0, 3}")
        self._hold("residual_off", _is_sublayer, '(layer, "attention") or (layer, "ffn"), such as {(2, "ffn")}')
        if self.rows:
            self._refuse_rows()
        object.__setattr__(self, "edits", tuple(self.edits))
        if self.edits:
            self._refuse_edits()

    def _hold(self, name: str, belongs: Callable[[Any], bool], kind_of_members: str) -> None:
        """Make a field the frozen set that it should be, of whatever holds the same."""
        value = getattr(self, name)
        members = tuple(value) if isinstance(value, Iterable) else (value,)
        if not isinstance(value, Iterable) or not all(belongs(member) for member in members):
            raise ValueError(f"{name} is a set of {kind_of_members}; got {value!r}")
        object.__setattr__(self, name, frozenset(members))

    def _refuse_rows(self) -> None:
        """Raise a ValueError if a row of the pattern would be without effect, or is none of attention."""
        edited = set[tuple[int, int, int]]()
        for layer, head, query, weights in self.rows:
            subject = f"the edited row of layer {layer}, head {head}, query {query}"
            total = sum(weights)
            if (layer, head, query) in edited:
                raise ValueError(f"{subject} is given twice, and one alone can hold: leave the other out")
            if (layer, head) in self.silenced:
                raise ValueError(f"{subject} is of a silenced head, which hands nothing on: leave one of the two out")
            if not (min(weights, default=0.0) >= 0 and (total == 0 or abs(total - 1) <= _OFF_ONE)):
                raise ValueError(
                    f"{subject} must be of weights from 0 that sum to 1, or are all 0; these sum to {total:g}"
                )
            edited.add((layer, head, query))

    def _refuse_edits(self) -> None:
        """Raise a ValueError if an edit would be without effect."""
        for number, edit in enumerate(self.edits):
            if not isinstance(edit, Edit):
                raise ValueError(f"edits are of the type Edit, got {type(edit).__name__}")
            subject = f"the edit of {edit.stage} in layer {edit.layer}, head {edit.head}, position {edit.position}"
            if (edit.layer, edit.head) in self.silenced:
                raise ValueError(f"{subject} is of a silenced head, which hands nothing on: leave one of the two out")
            if any(later.hides(edit) for later in self.edits[number + 1 :]):
                raise ValueError(f"{subject} is undone by a later one of the same position: leave it out")

    @cached_property
    def changed(self) -> frozenset[str]:
        """The names of the fields that are not at their default."""
        return frozenset(field.name for field in fields(self) if getattr(self, field.name) != field.default)

    def require(self, honoured: frozenset[str], subject: str) -> None:
        """Raise a ValueError if a field is changed that its reader does not honour, naming both."""
        if not self.changed <= honoured:
            unknown = min(self.changed - honoured)
            raise ValueError(
                f"{subject} does not honour the change {unknown}={getattr(self, unknown)!r}, which would do "
                "nothing: leave it out"
            )

    def with_silenced(self, heads: Iterable[Cell]) -> "Intervention":
        """Switch off these (layer, head) too, and drop rows and edits of theirs, which do nothing."""
        silenced = self.silenced | frozenset(heads)
        return replace(
            self,
            silenced=silenced,
            rows=tuple(row for row in self.rows if row[:2] not in silenced),
            edits=tuple(edit for edit in self.edits if (edit.layer, edit.head) not in silenced),
        )

    def edited(self, stage: str, layer: int, numbers: Tensor) -> Tensor:
        """A stage of a layer after its edits; of heads [*batch, head, pos, d_head], else [*batch, pos, width]."""
        for edit in self.edits:
            if (edit.stage, edit.layer) == (stage, layer):
                numbers = edit.applied(numbers)
        return numbers

    def refuse_absent(self, config: Config, n_tokens: int) -> None:
        """Raise a ValueError if a layer, head or position is named that a pass over so many tokens does not have."""
        n_layers, n_heads = config.n_layers, config.n_heads
        for edit in self.edits:
            edit.refuse_absent(config, n_tokens)
        heads = [*self.silenced, *((layer, head) for layer, head, _, _ in self.rows)]
        for layer, head in heads:
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
        local = ("silenced", "averaged", "rows", "residual_off", "edits")
        if replace(self, **{name: getattr(other, name) for name in local}) != other:
            return 0
        unlike = [part for name in local for part in set(getattr(self, name)) ^ set(getattr(other, name))]
        layers = (part.layer if isinstance(part, Edit) else part if _is_whole(part) else part[0] for part in unlike)
        return min(layers, default=0)

    def factor(self, d_head: int) -> float:
        """Return the factor from scores to scaled: multiplier / (sqrt(d_head) * temperature)."""
        root = d_head**0.5 if self.scaled else 1.0
        return self.multiplier / (root * self.temperature)


_OFF_ONE = 1e-4  # of the sum of a row: far more than the rounding of a row of float32, far less than any change


def _is_whole(member: Any) -> bool:
    return isinstance(member, Integral)


def _is_pair(member: Any) -> bool:
    return isinstance(member, tuple) and len(member) == 2 and all(map(_is_whole, member))


def _is_sublayer(member: Any) -> bool:
    return isinstance(member, tuple) and len(member) == 2 and _is_whole(member[0]) and member[1] in get_args(Sublayer)


UNCHANGED = Intervention()
