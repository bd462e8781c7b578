"""Every number of a trace as the terms that it is made of, each of which opens again, down to embedding and position.

    probability <- logit <- final <- residual_out <- residual_mid <- attended <- written <- context <- pattern <- scaled
    <- score <- query, key <- normalized <- residual_in ...

A stage is one function below: it gives the sum that a number comes from, and what is done with the sum.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
import torch
from jaxtyping import Float
from numpy import ndarray as Array

from transformer.intervention import UNCHANGED
from transformer.model import Transformer
from transformer.readings.contributions import output_rows
from transformer.readings.layer_norm import layer_norm, weights
from transformer.readings.residual import fed_forward
from transformer.trace import Trace

AXES = {  # of the number at each stage
    "probability": ("token",),
    "logit": ("token",),
    "final": ("pos", "d_model"),
    "residual_out": ("layer", "pos", "d_model"),
    "ffn": ("layer", "pos", "d_model"),
    "hidden": ("layer", "pos", "d_mlp"),
    "mlp_norm": ("layer", "pos", "d_model"),
    "residual_mid": ("layer", "pos", "d_model"),
    "attended": ("layer", "pos", "d_model"),
    "written": ("layer", "head", "pos", "d_model"),
    "context": ("layer", "head", "pos", "d_head"),
    "pattern": ("layer", "head", "query", "key"),
    "scaled": ("layer", "head", "query", "key"),
    "score": ("layer", "head", "query", "key"),
    "query": ("layer", "head", "pos", "d_head"),
    "key": ("layer", "head", "pos", "d_head"),
    "value": ("layer", "head", "pos", "d_head"),
    "attention_norm": ("layer", "pos", "d_model"),
    "residual_in": ("layer", "pos", "d_model"),
    "embedded": ("pos", "d_model"),
    "position": ("pos", "d_model"),
}
_FROM_ONE = ("layer", "head")  # in an address


class Place(NamedTuple):
    """One number: its stage, and where it is on the axes of the stage, from 0."""

    stage: str
    at: tuple[int, ...]

    @property
    def label(self) -> str:
        """The place in an address: pattern.3.1.5.4 is layer 2, head 0 of the arrays, query 5, key 4."""
        shifted = (index + (axis in _FROM_ONE) for index, axis in zip(self.at, AXES[self.stage], strict=True))
        return ".".join((self.stage, *map(str, shifted)))

    @classmethod
    def parse(cls, label: str) -> "Place":
        """What `label` gave. ValueError for anything else."""
        stage, *texts = label.split(".")
        axes = AXES.get(stage, ())
        if not axes or len(texts) != len(axes) or not all(text.isascii() and text.isdigit() for text in texts):
            raise ValueError(f"a number is written as stage and place, such as pattern.3.1.5.4, not {label!r}")
        return cls(stage, tuple(int(text) - (axis in _FROM_ONE) for text, axis in zip(texts, axes, strict=True)))


@dataclass(frozen=True, eq=False)
class Opened:
    """A number and its terms: each the product of its factors, whose sum becomes the number."""

    names: tuple[str, ...]  # of the terms
    columns: tuple[str, ...]  # of the factors of a term
    factors: Float[Array, "term factor"]  # in double precision
    doors: tuple[
        tuple[Place | None, ...], ...
    ]  # where each factor opens; None for a weight, which is as it was learned
    code: str  # a line of torch that computes the number from `stages` and the `transformer`
    then: str = ""  # what is done with the sum: "", "exp" or "GELU"

    @property
    def terms(self) -> Float[Array, " term"]:
        """The terms."""
        return self.factors.prod(-1)

    @property
    def value(self) -> float:
        """The number: their sum, and what is done with it."""
        total = float(self.terms.sum())
        if self.then == "exp":
            return float(np.exp(total))
        return float(torch.nn.functional.gelu(torch.tensor(total))) if self.then == "GELU" else total


def opened(transformer: Transformer, trace: Trace, place: Place) -> Opened:
    """The terms of a number. The number after the last token is meant where a stage has no position.

    Raises:
        ValueError: if the trace has no such number, or the model or the pass is of another kind: its norms must be
            before its sublayers, positions added or none, and nothing changed.
    """
    if trace.config.norm_place != "before" or trace.config.positions == "rotary" or trace.intervention != UNCHANGED:
        raise ValueError("numbers open in an unchanged pass of a model with norms before and positions that are added")
    sizes = _sizes(trace)
    if any(not 0 <= index < sizes[axis] for index, axis in zip(place.at, AXES[place.stage], strict=True)):
        raise ValueError(f"this text has no number {place.label}")
    if place.stage in ("pattern", "scaled", "score") and place.at[-1] > place.at[-2]:
        raise ValueError(f"{place.label} is masked: the token may not look there")
    return _STAGES[place.stage](transformer, trace, *place.at)


def _sizes(trace: Trace) -> dict[str, int]:
    config, n_tokens = trace.config, len(trace.tokens)
    named = {"token": config.vocab_size, "pos": n_tokens, "query": n_tokens, "key": n_tokens, "layer": config.n_layers}
    return named | {"head": config.n_heads, "d_model": config.d_model, "d_head": config.d_head, "d_mlp": config.d_mlp}


def _sum(terms: Sequence[tuple[str, float, Place | None]], code: str, then: str = "") -> Opened:
    """Terms that are no products."""
    names, values, doors = zip(*terms, strict=True)
    return Opened(names, ("term",), np.array(values, np.float64)[:, None], tuple((door,) for door in doors), code, then)


def _dot(
    columns: tuple[str, str],
    one: Array,
    other: Array,
    doors: Callable[[int], tuple[Place | None, Place | None]],
    code: str,
    *,
    names: tuple[str, ...] = (),
    bias: float | None = None,
    then: str = "",
) -> Opened:
    """A dot product, term by term; a bias is one more, times 1."""
    count = len(one)
    factors = np.stack((one, other), -1).astype(np.float64)
    every, found = tuple(names or map(str, range(count))), tuple(map(doors, range(count)))
    if bias is not None:
        every, found, factors = (*every, "bias"), (*found, (None, None)), np.vstack((factors, (bias, 1.0)))
    return Opened(every, columns, factors, found, code, then)


def _normed(
    transformer: Transformer, name: str, vector: Array, d: int, door: Place, code: str, layer: int | None = None
) -> Opened:
    """A number of a layer norm: its gain over the deviation times what it reads less the mean, and its bias."""
    norm = transformer.final_norm if layer is None else getattr(transformer.block(layer), name)
    gamma, beta, epsilon = weights(norm)
    assert beta is not None
    read = layer_norm(vector, gamma, beta, epsilon)
    gain = float(gamma[d]) / read.deviation
    parts: list[tuple[str, float, Place | None]] = [
        ("gain × what it reads", gain * float(vector[d]), door),
        ("gain × −mean", -gain * read.mean, None),
        ("bias", float(beta[d]), None),
    ]
    return _sum(parts, code)


def _probability(transformer: Transformer, trace: Trace, token: int) -> Opened:
    logits = trace.next_logits.astype(np.float64)
    total = float(logits.max() + np.log(np.exp(logits - logits.max()).sum()))
    code = f"transformer.unembedding(stages.final[{trace.last}]).softmax(-1)[{token}]"
    parts = [("logit", float(logits[token]), Place("logit", (token,))), ("−ln of the sum of all e^logit", -total, None)]
    return _sum(parts, code, "exp")


def _logit(transformer: Transformer, trace: Trace, token: int) -> Opened:
    last = trace.last
    code = f"stages.final[{last}] @ transformer.unembedding.weight[{token}]"
    row = trace.unembedding[token]
    return _dot(("final", "W_U"), trace.final[last], row, lambda d: (Place("final", (last, d)), None), code)


def _final(transformer: Transformer, trace: Trace, pos: int, d: int) -> Opened:
    top = len(trace.layers) - 1
    code = f"transformer.final_norm(stages.blocks[{top}].residual_out[{pos}])[{d}]"
    door = Place("residual_out", (top, pos, d))
    return _normed(transformer, "final_norm", trace.layers[-1].residual_out[pos], d, door, code)


def _residual_out(transformer: Transformer, trace: Trace, layer: int, pos: int, d: int) -> Opened:
    block, stages = f"stages.blocks[{layer}]", trace.layers[layer]
    code = f"({block}.residual_mid[{pos}] + transformer.blocks[{layer}].mlp_out({block}.hidden[{pos}]))[{d}]"
    added = float(fed_forward(trace, layer)[pos, d])
    parts = [("residual_mid", float(stages.residual_mid[pos, d]), Place("residual_mid", (layer, pos, d)))]
    return _sum([*parts, ("FFN", added, Place("ffn", (layer, pos, d)))], code)


def _ffn(transformer: Transformer, trace: Trace, layer: int, pos: int, d: int) -> Opened:
    out = transformer.block(layer).mlp_out
    code = f"transformer.blocks[{layer}].mlp_out(stages.blocks[{layer}].hidden[{pos}])[{d}]"
    return _dot(
        ("hidden", "W_out"),
        trace.layers[layer].hidden[pos],
        out.weight[d].detach().numpy(),
        lambda unit: (Place("hidden", (layer, pos, unit)), None),
        code,
        bias=float(out.bias[d]),
    )


def _hidden(transformer: Transformer, trace: Trace, layer: int, pos: int, unit: int) -> Opened:
    block, named = transformer.block(layer), f"transformer.blocks[{layer}]"
    read = f"{named}.mlp_in({named}.mlp_norm(stages.blocks[{layer}].residual_mid[{pos}]))"
    return _dot(
        ("normalized", "W_in"),
        _normalized(transformer, trace, "mlp_norm", layer, pos),
        block.mlp_in.weight[unit].detach().numpy(),
        lambda d: (Place("mlp_norm", (layer, pos, d)), None),
        f"torch.nn.functional.gelu({read})[{unit}]",
        bias=float(block.mlp_in.bias[unit]),
        then="GELU",
    )


def _mlp_norm(transformer: Transformer, trace: Trace, layer: int, pos: int, d: int) -> Opened:
    code = f"transformer.blocks[{layer}].mlp_norm(stages.blocks[{layer}].residual_mid[{pos}])[{d}]"
    door = Place("residual_mid", (layer, pos, d))
    return _normed(transformer, "mlp_norm", trace.layers[layer].residual_mid[pos], d, door, code, layer)


def _residual_mid(transformer: Transformer, trace: Trace, layer: int, pos: int, d: int) -> Opened:
    stages, block = trace.layers[layer], f"stages.blocks[{layer}]"
    parts = [("residual_in", float(stages.residual_in[pos, d]), Place("residual_in", (layer, pos, d)))]
    parts.append(("attended", float(stages.attended[pos, d]), Place("attended", (layer, pos, d))))
    return _sum(parts, f"({block}.residual_in + {block}.attended)[{pos}, {d}]")


def _attended(transformer: Transformer, trace: Trace, layer: int, pos: int, d: int) -> Opened:
    written = trace.layers[layer].context[:, pos, None] @ output_rows(transformer, layer)[:, :, d, None]
    parts: list[tuple[str, float, Place | None]] = [
        (f"head {head + 1}", float(one), Place("written", (layer, head, pos, d)))
        for head, one in enumerate(written[:, 0, 0])
    ]
    named = f"transformer.blocks[{layer}].attention.output"
    return _sum(parts, f"{named}(stages.blocks[{layer}].attention.context[:, {pos}].flatten())[{d}]")


def _written(transformer: Transformer, trace: Trace, layer: int, head: int, pos: int, d: int) -> Opened:
    size = trace.config.d_head
    own = f"transformer.blocks[{layer}].attention.output.weight[{d}, {head * size}:{(head + 1) * size}]"
    return _dot(
        ("context", "W_O"),
        trace.layers[layer].context[head, pos],
        output_rows(transformer, layer)[head, :, d],
        lambda j: (Place("context", (layer, head, pos, j)), None),
        f"stages.blocks[{layer}].attention.context[{head}, {pos}] @ {own}",
    )


def _context(transformer: Transformer, trace: Trace, layer: int, head: int, pos: int, j: int) -> Opened:
    stages, named = trace.layers[layer], f"stages.blocks[{layer}].attention"
    seen = pos + 1  # a masked key has no term: its weight is 0
    return _dot(
        ("weight", "value"),
        stages.pattern[head, pos, :seen],
        stages.values[head, :seen, j],
        lambda key: (Place("pattern", (layer, head, pos, key)), Place("value", (layer, head, key, j))),
        f"{named}.pattern[{head}, {pos}] @ {named}.values[{head}, :, {j}]",
        names=trace.words[:seen],
    )


def _pattern(transformer: Transformer, trace: Trace, layer: int, head: int, query: int, key: int) -> Opened:
    row = trace.layers[layer].masked[head, query].astype(np.float64)
    total = float(row.max() + np.log(np.exp(row - row.max()).sum()))
    code = f"stages.blocks[{layer}].attention.masked[{head}, {query}].softmax(-1)[{key}]"
    door = Place("scaled", (layer, head, query, key))
    return _sum(
        [("scaled score", float(row[key]), door), ("−ln of the row’s sum of e^score", -total, None)], code, "exp"
    )


def _scaled(transformer: Transformer, trace: Trace, layer: int, head: int, query: int, key: int) -> Opened:
    score = trace.layers[layer].scores[head, query, key]
    return _dot(
        ("score", "1 / √d_head"),
        np.array([score]),
        np.array([trace.factor]),
        lambda _: (Place("score", (layer, head, query, key)), None),
        f"stages.blocks[{layer}].attention.scores[{head}, {query}, {key}] / {trace.config.d_head} ** 0.5",
        names=("score",),
    )


def _score(transformer: Transformer, trace: Trace, layer: int, head: int, query: int, key: int) -> Opened:
    stages, named = trace.layers[layer], f"stages.blocks[{layer}].attention"
    return _dot(
        ("query", "key"),
        stages.queries[head, query],
        stages.keys[head, key],
        lambda j: (Place("query", (layer, head, query, j)), Place("key", (layer, head, key, j))),
        f"{named}.queries[{head}, {query}] @ {named}.keys[{head}, {key}]",
    )


def _projected(name: str, written: str) -> Callable[..., Opened]:
    """A number of a query, a key or a value: the normalized stream times a row of its matrix."""

    def stage(transformer: Transformer, trace: Trace, layer: int, head: int, pos: int, j: int) -> Opened:
        row = head * trace.config.d_head + j
        named = f"transformer.blocks[{layer}]"
        return _dot(
            ("normalized", written),
            _normalized(transformer, trace, "attention_norm", layer, pos),
            getattr(transformer.block(layer).attention, name).weight[row].detach().numpy(),
            lambda d: (Place("attention_norm", (layer, pos, d)), None),
            f"{named}.attention.{name}({named}.attention_norm(stages.blocks[{layer}].residual_in[{pos}]))[{row}]",
        )

    return stage


def _attention_norm(transformer: Transformer, trace: Trace, layer: int, pos: int, d: int) -> Opened:
    code = f"transformer.blocks[{layer}].attention_norm(stages.blocks[{layer}].residual_in[{pos}])[{d}]"
    door = Place("residual_in", (layer, pos, d))
    return _normed(transformer, "attention_norm", trace.layers[layer].residual_in[pos], d, door, code, layer)


def _residual_in(transformer: Transformer, trace: Trace, layer: int, pos: int, d: int) -> Opened:
    if layer:
        below = trace.layers[layer - 1].residual_out[pos, d]
        name, door = f"residual_out of layer {layer}", Place("residual_out", (layer - 1, pos, d))
        return _sum([(name, float(below), door)], f"stages.blocks[{layer - 1}].residual_out[{pos}, {d}]")
    parts = [("embedding", float(trace.embedded[pos, d]), Place("embedded", (pos, d)))]
    parts.append(("position", float(trace.positions[pos, d]), Place("position", (pos, d))))
    return _sum(parts, f"stages.embedded[{pos}, {d}] + stages.positions[{pos}, {d}]")


def _embedded(transformer: Transformer, trace: Trace, pos: int, d: int) -> Opened:
    id, size = trace.tokens[pos].id, trace.config.d_model
    return _dot(
        ("W_E", "√d_model"),
        transformer.embedding.weight[id, d].detach().numpy()[None],
        np.array([size**0.5]),
        lambda _: (None, None),
        f"transformer.embedding.weight[{id}, {d}] * {size} ** 0.5",
        names=(trace.words[pos],),
    )


def _position(transformer: Transformer, trace: Trace, pos: int, d: int) -> Opened:
    """The end: a wave at the position, or a row of learned positions, as the pass has it."""
    wave, size = "cos" if d % 2 else "sin", trace.config.d_model
    code = f"torch.tensor({pos} / 10000 ** ({d // 2 * 2} / {size})).{wave}()"
    if trace.config.positions != "sinusoidal":
        wave, code = "learned", f"stages.positions[{pos}, {d}]"
    return _sum([(f"{wave} at position {pos}", float(trace.positions[pos, d]), None)], code)


@torch.inference_mode()
def _normalized(transformer: Transformer, trace: Trace, name: str, layer: int, pos: int) -> Array:
    stages = trace.layers[layer]
    read = stages.residual_in if name == "attention_norm" else stages.residual_mid
    return getattr(transformer.block(layer), name)(torch.tensor(read[pos])).numpy()


_STAGES: dict[str, Callable[..., Opened]] = {
    "probability": _probability,
    "logit": _logit,
    "final": _final,
    "residual_out": _residual_out,
    "ffn": _ffn,
    "hidden": _hidden,
    "mlp_norm": _mlp_norm,
    "residual_mid": _residual_mid,
    "attended": _attended,
    "written": _written,
    "context": _context,
    "pattern": _pattern,
    "scaled": _scaled,
    "score": _score,
    "query": _projected("query", "W_Q"),
    "key": _projected("key", "W_K"),
    "value": _projected("value", "W_V"),
    "attention_norm": _attention_norm,
    "residual_in": _residual_in,
    "embedded": _embedded,
    "position": _position,
}
