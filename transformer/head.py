"""One head of a model by its layer and its number, and how it is written."""

from typing import NamedTuple

from transformer.config import Config
from transformer.plan import Plan


class Head(NamedTuple):
    """A head, both numbers from 0; on screen and in an address they count from 1."""

    layer: int
    head: int

    @property
    def label(self) -> str:
        """The head in an address and on a label: 3.1 is layer 2, head 0 of the arrays."""
        return f"{self.layer + 1}.{self.head + 1}"

    @property
    def title(self) -> str:
        """The head in a sentence: "layer 3, head 1"."""
        return f"layer {self.layer + 1}, head {self.head + 1}"

    def is_in(self, sizes: Config | Plan) -> bool:
        """Whether a model of these sizes has it."""
        return 0 <= self.layer < sizes.n_layers and 0 <= self.head < sizes.n_heads

    @classmethod
    def parse(cls, label: str) -> "Head":
        """Read a head as `label` writes it.

        Args:
            label: layer and head from 1, such as "3.1".

        Returns:
            The head, which counts from 0.

        Raises:
            ValueError: for anything else.

        Example:
            >>> from transformer import Head
            >>> Head.parse("3.1")
            Head(layer=2, head=0)
        """
        layer, dot, head = label.partition(".")
        if not (dot and layer.isascii() and layer.isdigit() and head.isascii() and head.isdigit()):
            raise ValueError(f"a head is written as layer.head, such as 3.1, not {label!r}")
        return cls(int(layer) - 1, int(head) - 1)
