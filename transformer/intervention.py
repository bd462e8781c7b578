"""A change of a forward pass, as one frozen value that says all of it."""

import math
from collections.abc import Callable, Iterable
from dataclasses import InitVar, dataclass, fields, replace
from functools import cached_property
from numbers import Integral
from typing import Any, Literal, get_args

from torch import Tensor

from transformer.config import Config
from transformer.counted import real, whole
from transformer.edits import STAGES, Edit, silence

MaskKind = Literal["causal", "none", "window"]
QueryKey = tuple[int, int]  # (query, key)
Sublayer = Literal["attention", "ffn"]

# Changes by what they change, for readers to name in their HONOURS: fields, and edits by their kind. A new field is in
# none of them, so that every reader refuses it: it gets a group of its own, named by the readers that it is built for.
MASKS = frozenset({"mask", "window", "toggled"})
PADDING = frozenset({"padding", "padding_hidden"})
SCALES = frozenset({"scaled", "multiplier", "temperature"})
PLACES = frozenset({"positions", "start", "permutation"})
RESIDUAL = frozenset({"residual_off"})
HEADS = frozenset({"silence", "pattern"})  # what a head attends to, and whether it is heard
EDITS = frozenset(STAGES) - HEADS


@dataclass(frozen=True)
class Intervention:
    """Changes to a forward pass; the default changes nothing. Hashable, so it can be a cache key.

    Each takes effect or is refused: whatever reads one declares the changes that it honours, and `require`s that there
    is no other.

    Raises:
        ValueError: if a number is out of its range, the mask is unknown, a window is set without mask="window" or
            padding_hidden=False without padding, what should be a set of pairs holds something else, or nothing is
            left of an edit because another undoes it.
    """

    mask: MaskKind = "causal"  # which keys a query may look at
    window: int = 4  # with mask="window": itself and this many tokens less one before it
    toggled: frozenset[QueryKey] = frozenset()  # cells of every head where the opposite of the mask holds
    padding: int = 0  # end marks written after the text, which fill it up to a length
    padding_hidden: bool = True  # no other token may look at them
    scaled: bool = True  # divide scores by sqrt(d_head)
    multiplier: float = 1.0  # times the scores, to saturate the softmax or to flatten it
    temperature: float = 1.0  # of attention: the scores are divided by it (not the temperature of sampling)
    positions: bool = True  # off: no positional encodings
    start: int = 0  # position of the first token: above 0 as if something came before the text
    permutation: tuple[int, ...] | None = None  # position given to each token instead of 0, 1, 2, ...
    residual_off: frozenset[tuple[int, Sublayer]] = frozenset()  # what these compute replaces the stream: none is added
    edits: tuple[Edit, ...] = ()  # stages that are changed; those of one stage one after another
    silenced: InitVar[Iterable[tuple[int, int]]] = ()  # (layer, head) to be switched off: an edit `silence` for each

    def __post_init__(self, silenced: Iterable[tuple[int, int]]) -> None:
        for name in ("padding_hidden", "scaled", "positions"):
            if not isinstance(getattr(self, name), bool):
                raise ValueError(f"{name} is True or False, got {getattr(self, name)!r}")
        for name, kind in {
            "window": whole,
            "padding": whole,
            "start": whole,
            "multiplier": real,
            "temperature": real,
        }.items():
            object.__setattr__(self, name, kind(name, getattr(self, name)))
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
        self._hold("toggled", self.toggled, _is_pair, "(query, key), such as {(4, 1)}")
        of_sublayers = '(layer, "attention") or (layer, "ffn"), such as {(2, "ffn")}'
        self._hold("residual_off", self.residual_off, _is_sublayer, of_sublayers)
        object.__setattr__(self, "edits", (*self.edits,) if isinstance(self.edits, Iterable) else (self.edits,))
        if wrong := [edit for edit in self.edits if not isinstance(edit, Edit)]:
            raise ValueError(f"edits are of the type Edit, got {type(wrong[0]).__name__}")
        heads = _frozen("silenced", silenced, _is_pair, "(layer, head), such as {(3, 2)}")
        object.__setattr__(self, "edits", (*self.edits, *map(silence, sorted(heads - self.silent))))
        for number, edit in enumerate(self.edits):
            beside = [(at, other) for at, other in enumerate(self.edits) if other.layer == edit.layer]
            if any(other.hides(edit, self.edits) for at, other in beside if at > number or other.stage != edit.stage):
                raise ValueError(
                    f"the edit of {edit.stage} in layer {edit.layer}, head {edit.head}, position {edit.position} is "
                    "undone by another of the same position, or its head is switched off: leave it out"
                )

    def _hold(self, name: str, value: Any, belongs: Callable[[Any], bool], kind_of_members: str) -> None:
        object.__setattr__(self, name, _frozen(name, value, belongs, kind_of_members))

    @cached_property
    def changed(self) -> frozenset[str]:
        """The changed parts: names of fields that are not at their default, and the kinds of the edits."""
        named = {field.name for field in fields(self) if getattr(self, field.name) != field.default}
        return frozenset((named - {"edits"}) | {edit.kind for edit in self.edits})

    @property
    def silent(self) -> frozenset[tuple[int, int]]:
        """The (layer, head) that are switched off."""
        return frozenset((edit.layer, edit.head) for edit in self.edits if edit.silences and edit.head is not None)

    @property
    def of_any_length(self) -> bool:
        """Whether the edits say the same of every position, so that they fit texts of any length."""
        return all(edit.of_any_length for edit in self.edits)

    def require(self, honoured: frozenset[str], subject: str) -> None:
        """Raise a ValueError if something is changed that its reader does not honour, naming both."""
        if not self.changed <= honoured:
            unknown = min(self.changed - honoured)
            edits = tuple(edit for edit in self.edits if edit.kind == unknown)
            named = f"edits={edits!r}" if edits else f"{unknown}={getattr(self, unknown)!r}"
            raise ValueError(f"{subject} does not honour the change {named}, which would do nothing: leave it out")

    def with_edits(self, *edits: Edit) -> "Intervention":
        """These edits too, without those of before of which they leave nothing."""
        kept = (edit for edit in self.edits if not any(new.hides(edit, self.edits) for new in edits))
        return replace(self, edits=(*kept, *edits))

    def edited(self, stage: str, layer: int, numbers: Tensor, first: int = 0, may_look: Tensor | None = None) -> Tensor:
        """A stage of a layer after its edits, in memory of its own if there is one; see `Edit.write`."""
        edits = [edit for edit in self.edits if (edit.stage, edit.layer) == (stage, layer)]
        if edits:
            numbers = numbers.clone()
        for edit in edits:
            edit.write(numbers, first, may_look)
        return numbers

    def refuse_absent(self, config: Config, n_tokens: int) -> None:
        """Raise a ValueError if a layer, head or position is named that a pass over so many tokens does not have."""
        for edit in self.edits:
            edit.refuse_absent(config, n_tokens)
        for layer, _ in self.residual_off:
            if not 0 <= layer < config.n_layers:
                raise ValueError(f"this model has layers 0 to {config.n_layers - 1}, got layer {layer}")

    def first_layer_unlike(self, other: "Intervention") -> int:
        """The first layer that computes something else than under the other change; 0 where every layer may."""
        if replace(self, edits=other.edits, residual_off=other.residual_off) != other:
            return 0

        def of_layer(change: Intervention, layer: int) -> tuple[Any, ...]:
            ends = {part for at, part in change.residual_off if at == layer}
            return [edit for edit in change.edits if edit.layer == layer], ends

        changes = (self, other)
        layers = {edit.layer for change in changes for edit in change.edits}
        layers |= {layer for change in changes for layer, _ in change.residual_off}
        return min((layer for layer in layers if of_layer(self, layer) != of_layer(other, layer)), default=0)

    def factor(self, d_head: int) -> float:
        """Return the factor from scores to scaled: multiplier / (sqrt(d_head) * temperature)."""
        root = d_head**0.5 if self.scaled else 1.0
        return self.multiplier / (root * self.temperature)


def _frozen(name: str, value: Any, belongs: Callable[[Any], bool], kind_of_members: str) -> frozenset[Any]:
    """Return what a set was given as; a ValueError if it holds something else."""
    members = tuple(value) if isinstance(value, Iterable) else (value,)
    if not isinstance(value, Iterable) or not all(belongs(member) for member in members):
        raise ValueError(f"{name} is a set of {kind_of_members}; got {value!r}")
    return frozenset(members)


def _is_whole(member: Any) -> bool:
    return isinstance(member, Integral)


def _is_pair(member: Any) -> bool:
    return isinstance(member, tuple) and len(member) == 2 and all(map(_is_whole, member))


def _is_sublayer(member: Any) -> bool:
    return isinstance(member, tuple) and len(member) == 2 and _is_whole(member[0]) and member[1] in get_args(Sublayer)


UNCHANGED = Intervention()
