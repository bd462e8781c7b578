"""Expand numbers that norms and matrices make of the stream: of a norm, of a row, and between it and a query."""

import dataclasses
from collections.abc import Callable
from operator import attrgetter
from typing import Any

import numpy as np
import torch
from numpy import ndarray as Array
from torch import nn

from transformer.inference import inference
from transformer.readings.layer_norm import layer_norm, weights
from transformer.readings.terms import ACTIVATIONS, Opened, Place, Staged, dot
from transformer.trace import Trace


def of_norm(norm: nn.Module, vector: Array, d: int, door: Place, code: str, scale: float = 1.0) -> Opened:
    """A number of a norm, times a scale: its gain over the deviation times what it reads, less the mean; its bias."""
    gamma, beta, epsilon = weights(norm)
    read = layer_norm(vector, gamma, beta, epsilon)
    gain = scale * float(gamma[d]) / read.deviation
    terms = [("input", float(vector[d]), gain)]
    if beta is not None:  # an RMSNorm has neither
        terms += [("−mean", -read.mean, gain), ("bias", float(beta[d]), scale)]
    names, *factors = zip(*terms, strict=True)
    doors = ((door, None), *((None, None) for _ in terms[1:]))
    return Opened(names, ("input", "gain"), np.stack(factors, -1), doors, code)


def after_norm(norm: nn.Module, vector: Array, d: int, number: Opened) -> Opened:
    """Scale terms as an RMSNorm after them does: each times its gain over the root mean square of the whole vector."""
    gamma, _, epsilon = weights(norm)
    gain = np.full((len(number.names), 1), float(gamma[d]) / layer_norm(vector, gamma, None, epsilon).deviation)
    doors = tuple((*doors_of_term, None) for doors_of_term in number.doors)
    factors = np.hstack((number.factors, gain))
    return dataclasses.replace(number, columns=(*number.columns, "gain"), factors=factors, doors=doors)


def capped(number: Opened, cap: float | None, door: Place) -> Opened:
    """Apply a softcap to a number, which keeps it between -cap and cap: cap times a tanh (Gemma 2, section 2)."""
    if cap is None:
        return number
    inner, name = pressed(number, cap), door.stage.replace("_", " ")
    factors = np.array([inner.value]), np.array([cap])
    return dot(("tanh", "cap"), *factors, lambda _: (door, None), f"{inner.code} * {cap}", names=(name,))


def pressed(number: Opened, cap: float | None) -> Opened:
    """The tanh of a dot product over the softcap."""
    assert cap is not None  # without one there is no such stage
    columns, factors = (number.columns[0], f"{number.columns[1]} / cap"), number.factors / np.array([1.0, cap])
    code = f"torch.tanh({number.code} / {cap})"
    return dataclasses.replace(number, columns=columns, factors=factors, code=code, then="tanh")


@inference
def of_row(
    transformer: Staged, trace: Trace, norm: str, layer: int, pos: int, path: str, row: int, named: str, then: str = ""
) -> Opened:
    """A number of a projection: the normalized stream times a row of a matrix, its bias, and an activation if any."""
    block, read = transformer.block(layer), torch.tensor(getattr(trace.layers[layer], reads(trace, norm))[pos])
    before = trace.plan.norms_before
    matrix = attrgetter(path)(block)
    code = f"transformer.blocks[{layer}].{path}({normalized(trace, norm, layer, pos)})"
    return dot(
        ("normalized" if before else "stream", named),
        (getattr(block, norm)(read) if before else read).numpy(),
        matrix.weight[row].numpy(),
        lambda d: (Place(norm if before else reads(trace, norm), (layer, pos, d)), None),
        f"{in_torch(then, code) if then else code}[{row}]",
        bias=bias_of(matrix, row),
        then=then,
    )


def normalized(trace: Trace, norm: str, layer: int, pos: int) -> str:
    """In torch: what the FFN or attention reads."""
    stream = f"stages.blocks[{layer}].{reads(trace, norm)}[{pos}]"
    return f"transformer.blocks[{layer}].{norm}({stream})" if trace.plan.norms_before else stream


def reads(trace: Trace, norm: str) -> str:
    """Return the stage that the sublayer of a norm reads, normalized where norms come before."""
    return "residual_mid" if norm == "mlp_norm" and not trace.plan.parallel else "residual_in"


def in_torch(activation: str, code: str) -> str:
    """An activation of what a line of torch computes."""
    return f"torch.nn.functional.{ACTIVATIONS[activation][1].format(code)}"


def bias_of(matrix: Any, row: int) -> float | None:
    """Return the bias that a matrix adds to a row, if any."""
    return None if matrix.bias is None else float(matrix.bias[row])


def projected(name: str, matrix_name: str) -> Callable[..., Opened]:
    """A number of a query, a key or a value: the normalized stream times a row of its matrix."""

    def stage(transformer: Staged, trace: Trace, layer: int, head: int, pos: int, j: int) -> Opened:
        stored_head = head if name == "query" else head // trace.plan.group  # heads share their keys and values
        row = stored_head * trace.config.d_head + j
        return of_row(transformer, trace, "attention_norm", layer, pos, f"attention.{name}", row, matrix_name)

    return stage


def head_normed(name: str) -> Callable[..., Opened]:
    """A number of a query or a key that is normalized before its turn, alone or with all (Dehghani et al. 2023)."""

    @inference
    def stage(transformer: Staged, trace: Trace, layer: int, head: int, pos: int, j: int) -> Opened:
        block, (rows_of_head, code) = transformer.block(layer), _of_head(trace, name, layer, head, pos)
        stream = torch.tensor(trace.layers[layer].residual_in[pos])
        whole = getattr(block.attention, name)(
            block.attention_norm(stream) if trace.plan.norms_before else stream
        ).numpy()
        norm, door = getattr(block.attention, f"{name}_norm"), Place(f"unturned_{name}", (layer, head, pos, j))
        vector, index = (whole[rows_of_head], j) if trace.plan.head_norms == "each" else (whole, rows_of_head.start + j)
        return of_norm(norm, vector, index, door, f"{code}[{j}]")

    return stage


def _of_head(trace: Trace, name: str, layer: int, head: int, pos: int) -> tuple[slice, str]:
    """Where the query or key of a head stands in all of them, and in torch what is turned of it."""
    size, path = trace.config.d_head, f"transformer.blocks[{layer}].attention.{name}"
    stored_head = head if name == "query" else head // trace.plan.group  # heads share their keys
    code, cut = (
        f"{path}({normalized(trace, 'attention_norm', layer, pos)})",
        f"[{stored_head * size}:{(stored_head + 1) * size}]",
    )
    in_torch = {"none": f"{code}{cut}", "each": f"{path}_norm({code}{cut})", "all": f"{path}_norm({code}){cut}"}
    return slice(stored_head * size, (stored_head + 1) * size), in_torch[trace.plan.head_norms]


def turned(name: str, matrix_name: str) -> Callable[..., Opened]:
    """A number of a query or a key: of rotary positions a pair of numbers turned by the place (Su et al. 2021)."""
    plain, in_head = projected(name, matrix_name), head_normed(name)

    def stage(transformer: Staged, trace: Trace, layer: int, head: int, pos: int, j: int) -> Opened:
        stage_before, before = (
            (f"{name}_norm", in_head) if trace.plan.head_norms != "none" else (f"unturned_{name}", plain)
        )
        if not trace.plan.rotary_frequencies:
            return before(transformer, trace, layer, head, pos, j)
        _, code = _of_head(trace, name, layer, head, pos)
        axis = torch.eye(trace.config.d_head, dtype=torch.float32)[:, None]
        turn = transformer.turned(axis, torch.tensor([pos]), layer)[:, 0, j].double().numpy()
        pair = [int(index) for index in np.flatnonzero(turn)] or [j]
        return dot(
            ("before its turn", "cos or sin"),
            np.array([before(transformer, trace, layer, head, pos, index).value for index in pair]),
            turn[pair],
            lambda index: (Place(stage_before, (layer, head, pos, pair[index])), None),
            f"transformer.turned({code}[None, None], torch.tensor([{pos}]), {layer})[0, 0, {j}]",
            names=tuple(f"number {index}" for index in pair),
        )

    return stage
