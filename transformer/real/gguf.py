"""A GGUF file, read with NumPy alone: what it says of its model, and its tensors as float32.

The format is described in ggml's docs/gguf.md, the blocks of its quantized types in ggml-common.h. The package gguf
reads it too, and tests compare with it. But to open SmolLM2 it takes 2.4 s where this takes 0.07, for it goes through
lists number by number, and a damaged header that claims a long list keeps it busy for ever.
"""

import math
import mmap
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
from jaxtyping import Float, UInt8
from numpy import ndarray as Array

from transformer.real.errors import FolderError, is_pointer, pointer

# Types of single numbers, by their number in the format.
_NUMBERS = dict(enumerate(("<u1", "<i1", "<u2", "<i2", "<u4", "<i4", "<f4", "?"))) | {10: "<u8", 11: "<i8", 12: "<f8"}
_TEXT, _LIST = 8, 9
_MOST_AXES = 4
# What a damaged header leads to: numbers past the end, types that there are not, lists in lists in lists.
_DAMAGE = (ValueError, KeyError, TypeError, IndexError, OverflowError, RecursionError, OSError)
_Blocks = UInt8[Array, "block byte"]
_Weights = Float[Array, "block weight"]


def _halves(blocks: _Blocks) -> _Weights:
    """The two bytes that begin each block as a number of half precision."""
    return np.ascontiguousarray(blocks[:, :2]).view("<f2").astype(np.float32)


def _nibbles(blocks: _Blocks) -> _Weights:
    """Two numbers from 0 to 15 in each byte: the low halves of all of a block first, then the high ones."""
    half = blocks.shape[1]
    numbers = np.empty((len(blocks), 2 * half), dtype=np.float32)
    numbers[:, :half], numbers[:, half:] = blocks & 15, blocks >> 4
    return numbers


def _q4_0(blocks: _Blocks) -> _Weights:
    """scale * (q - 8)"""
    numbers = _nibbles(blocks[:, 2:])
    numbers -= 8
    numbers *= _halves(blocks)
    return numbers


def _q4_1(blocks: _Blocks) -> _Weights:
    """scale * q + least"""
    numbers = _nibbles(blocks[:, 4:])
    numbers *= _halves(blocks)
    numbers += _halves(blocks[:, 2:])
    return numbers


def _q8_0(blocks: _Blocks) -> _Weights:
    """scale * q, q from -128 to 127"""
    return _halves(blocks) * blocks[:, 2:].view(np.int8).astype(np.float32)


class _Kind(NamedTuple):
    weights: int  # in a block
    bytes: int
    read: Callable[[_Blocks], _Weights]


_KINDS = {
    0: _Kind(1, 4, lambda blocks: blocks.view("<f4").copy()),
    1: _Kind(1, 2, _halves),
    2: _Kind(32, 18, _q4_0),
    3: _Kind(32, 20, _q4_1),
    8: _Kind(32, 34, _q8_0),
}


class Gguf:
    """An open file: `fields` are what it says, `tensor(name)` its numbers; iterating gives the names.

    Raises:
        FolderError: if it is no GGUF file of version 2 or 3, ends too soon, or places a tensor outside of itself.
    """

    def __init__(self, path: Path) -> None:
        self.name = path.name
        try:
            with path.open("rb") as file:
                self._memory = mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ)
            self._at = 4
            if is_pointer(path):
                raise pointer(path)
            if self._memory[:4] != b"GGUF" or not 2 <= self._number("<u4") <= 3:
                raise FolderError(f"{self.name} is no GGUF file of version 2 or 3.")
            n_tensors, n_fields = self._number("<u8"), self._number("<u8")
            self.fields: dict[str, Any] = {self._text(): self._value(self._number("<u4")) for _ in range(n_fields)}
            self._places = {self._text(): self._place() for _ in range(n_tensors)}
            whole = self.fields.get("general.alignment", 32)
            if type(whole) is not int or whole < 1:
                raise ValueError(f"tensors cannot begin at multiples of {whole!r}")
        except FolderError:
            raise
        except _DAMAGE as error:
            raise self._damaged() from error
        self._data = -(-self._at // whole) * whole  # the tensors begin at a multiple of it

    def __iter__(self) -> Iterator[str]:
        return iter(self._places)

    @property
    def shapes(self) -> dict[str, tuple[int, ...]]:
        """The shape of each tensor, outermost axis first."""
        return {name: shape for name, (shape, _, _) in self._places.items()}

    def tensor(self, name: str) -> Float[Array, "..."]:
        """The tensor as float32, [out, in].

        Raises:
            FolderError: if it is stored in a type that is not read here, in half a block, or past the end of the file.
        """
        shape, kind, offset = self._places[name]
        if kind not in _KINDS:
            raise FolderError(f"{name} of {self.name} is stored in ggml's type {kind}, which is not supported here.")
        per_block, n_bytes, read = _KINDS[kind]
        n_blocks, over = divmod(math.prod(shape), per_block)
        begin = self._data + offset
        if over or shape[-1] % per_block or begin + n_blocks * n_bytes > len(self._memory):  # a block is within a row
            raise self._damaged()
        blocks = np.frombuffer(self._memory, np.uint8, n_blocks * n_bytes, begin)
        return read(blocks.reshape(n_blocks, n_bytes)).reshape(shape)

    def _damaged(self) -> FolderError:
        return FolderError(f"{self.name} is damaged or half there: install it once more.")

    def _number(self, kind: str) -> Any:
        return self._numbers(kind, 1)[0].item()

    def _numbers(self, kind: str, n: int) -> Array:
        end = self._at + n * np.dtype(kind).itemsize
        if end > len(self._memory):
            raise ValueError("the file ends within its numbers")
        numbers = np.frombuffer(self._memory, kind, n, self._at)
        self._at = end
        return numbers

    def _text(self) -> str:
        return self._texts(1)[0]

    def _texts(self, count: int) -> list[str]:
        """So many texts in one loop: a vocabulary and its merges are a hundred thousand."""
        memory, at, size, found = self._memory, self._at, len(self._memory), list[str]()
        for _ in range(count):
            start = at + 8
            at = start + int.from_bytes(memory[at:start], "little")
            if at > size:
                raise ValueError("the file ends within a text")
            found.append(memory[start:at].decode("utf-8"))
        self._at = at
        return found

    def _value(self, kind: int) -> Any:
        if kind == _TEXT:
            return self._text()
        if kind != _LIST:
            return self._number(_NUMBERS[kind])
        inner, n = self._number("<u4"), self._number("<u8")
        if inner == _TEXT:
            return self._texts(n)
        return self._numbers(_NUMBERS[inner], n) if inner in _NUMBERS else [self._value(inner) for _ in range(n)]

    def _place(self) -> tuple[tuple[int, ...], int, int]:
        """Shape, outermost axis first; type; and where it begins."""
        axes = self._numbers("<u8", self._number("<u4")).tolist()
        if not 1 <= len(axes) <= _MOST_AXES or 0 in axes:
            raise ValueError(f"a tensor cannot have the axes {axes}")
        return tuple(axes[::-1]), self._number("<u4"), self._number("<u8")
