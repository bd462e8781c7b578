"""The parts of a model and of a run that questions use: the other files know `Model` and `Run` by these alone."""

from collections.abc import Sequence
from typing import Any, Protocol, TypeVar

from numpy import ndarray as Array

from transformer import Intervention, LanguageModel, OpenedModel, Trace
from transformer.plan import Plan
from transformer.readings.answer import Word

LayerHead = tuple[int, int]  # counted from 0


class AskedReader(Protocol):
    """Tokens of texts, and words of tokens."""

    @property
    def mask(self) -> int | None: ...
    def listed(self, texts: Any, least: int = 1) -> list[Any]: ...
    def text_of(self, id: int) -> str: ...


class AskedModel(Protocol):
    """A model that is run and changed."""

    inner: LanguageModel | OpenedModel
    change: Intervention

    @property
    def reader(self) -> AskedReader: ...
    @property
    def name(self) -> str: ...
    @property
    def plan(self) -> Plan: ...
    def id(self, word: int | str) -> int: ...
    def run(self, given: Any, keep: Sequence[str] | None = None) -> Any: ...
    def changed(self, **fields: Any) -> Any: ...


Asked = TypeVar("Asked", bound=AskedModel)


class AskedRun(Protocol):
    """A model's pass over one text."""

    _trace: Trace

    def __len__(self) -> int: ...
    @property
    def model(self) -> AskedModel: ...
    @property
    def trace(self) -> Trace: ...
    @property
    def words(self) -> tuple[str, ...]: ...
    @property
    def patterns(self) -> Array: ...
    @property
    def position(self) -> int: ...
    def stage(self, name: str, layer: int | None = None) -> Array: ...
    def logit(self, word: Word) -> float: ...
