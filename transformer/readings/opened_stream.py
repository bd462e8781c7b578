"""The numbers of the residual stream as terms: what sublayers add, and the norms before a sublayer or after its sum."""

from collections.abc import Callable
from typing import Any

import numpy as np
import torch
from numpy import ndarray as Array
from torch import nn

from transformer.inference import inference
from transformer.plan import Plan
from transformer.readings.contributions import output_bias, output_rows
from transformer.readings.opened_rows import after_norm, bias_of, in_torch, normalized, of_norm, reads
from transformer.readings.terms import ACTIVATIONS, Opened, Place, Staged, dot, summed
from transformer.trace import Trace

HONOURS = frozenset({"ffn"})  # set to zero


@inference
def final(transformer: Any, trace: Trace, pos: int, d: int) -> Opened:
    """Expand the row that the unembedding reads: the last stream, its norm, or the norm of a masked model's head."""
    plan, scale = trace.plan, trace.plan.final_scale
    scaled = "" if scale == 1 else f" * {scale}"
    if plan.predicts == "masked":
        read, code, _ = _under_head(transformer, trace, pos)
        hidden = ACTIVATIONS[plan.activation][0](transformer.head_dense(torch.tensor(read))).numpy()
        code = f"transformer.head_norm({in_torch(plan.activation, f'transformer.head_dense({code})')})[{d}]{scaled}"
        return of_norm(transformer.head_norm, hidden, d, Place("head_dense", (pos, d)), code, scale)
    if plan.final_norm:
        return final_norm(transformer, trace, pos, d)
    top, stream = len(trace.layers) - 1, trace.layers[-1].residual_out[pos]
    parts = [(f"residual_out of layer {top + 1}", float(stream[d]), Place("residual_out", (top, pos, d)))]
    return summed(parts, f"stages.blocks[{top}].residual_out[{pos}][{d}]")


def final_norm(transformer: Any, trace: Trace, pos: int, d: int) -> Opened:
    """The last norm of the stream, of which the unembedding is made or what a masked model's head reads."""
    top, scale = len(trace.layers) - 1, trace.plan.final_scale
    stream, door = trace.layers[-1].residual_out[pos], Place("residual_out", (top, pos, d))
    code = f"transformer.final_norm(stages.blocks[{top}].residual_out[{pos}])[{d}]{'' if scale == 1 else f' * {scale}'}"
    return of_norm(transformer.final_norm, stream, d, door, code, scale)


def _under_head(transformer: Any, trace: Trace, pos: int) -> tuple[Array, str, Callable[[int], Place]]:
    """Return what a masked model's head reads at a place, in torch too, and where a number of it opens."""
    top = len(trace.layers) - 1
    stream, code = trace.layers[-1].residual_out[pos], f"stages.blocks[{top}].residual_out[{pos}]"
    if not trace.plan.final_norm:
        return stream, code, lambda index: Place("residual_out", (top, pos, index))
    normed = transformer.final_norm(torch.tensor(stream)).numpy()
    return normed, f"transformer.final_norm({code})", lambda index: Place("final_norm", (pos, index))


@inference
def head_dense(transformer: Any, trace: Trace, pos: int, d: int) -> Opened:
    """Expand the activation of one more layer, which an encoder has before its unembedding (Devlin et al. 2019)."""
    matrix, (read, code, door) = transformer.head_dense, _under_head(transformer, trace, pos)
    return dot(
        ("stream", "W_head"),
        read,
        matrix.weight[d].numpy(),
        lambda index: (door(index), None),
        f"{in_torch(trace.plan.activation, f'transformer.head_dense({code})')}[{d}]",
        bias=bias_of(matrix, d),
        then=trace.plan.activation,
    )


def residual_out(transformer: Staged, trace: Trace, layer: int, pos: int, d: int) -> Opened:
    """The stream after the FFN."""
    if trace.plan.norm_position != "after":
        return ffn_sum(transformer, trace, layer, pos, d)
    block, stages = transformer.block(layer), trace.layers[layer]
    with torch.inference_mode():
        total = torch.tensor(stages.residual_mid[pos]) + block.mlp_out(torch.tensor(stages.hidden[pos]))
    code = f"transformer.blocks[{layer}].mlp_norm({_with_ffn(trace, layer, pos)})[{d}]"
    return of_norm(block.mlp_norm, total.numpy(), d, Place("ffn_sum", (layer, pos, d)), code)


def ffn_sum(transformer: Staged, trace: Trace, layer: int, pos: int, d: int) -> Opened:
    """The stream before the FFN, and what it adds."""
    parts: list[tuple[str, float, Place | None]] = [
        ("residual_mid", float(trace.layers[layer].residual_mid[pos, d]), Place("residual_mid", (layer, pos, d))),
        ("FFN", ffn(transformer, trace, layer, pos, d).value, Place("ffn", (layer, pos, d))),
    ]
    return summed(parts, f"({_with_ffn(trace, layer, pos)})[{d}]")


def _with_ffn(trace: Trace, layer: int, pos: int) -> str:
    return f"stages.blocks[{layer}].residual_mid[{pos}] + {_added(trace, layer, pos)}"


@inference
def ffn(transformer: Staged, trace: Trace, layer: int, pos: int, d: int) -> Opened:
    """Expand what the FFN adds; one that is edited was set to zero."""
    if _is_off(trace, layer, pos):
        return summed([("set by hand", 0.0, None)], f"({_added(trace, layer, pos)})[{d}]")
    block, hidden = transformer.block(layer), trace.layers[layer].hidden[pos]
    sum_of_units = dot(
        ("hidden", "W_out"),
        hidden,
        block.mlp_out.weight[d].detach().numpy(),
        lambda unit: (Place("hidden", (layer, pos, unit)), None),
        f"{_added(trace, layer, pos)}[{d}]",
        bias=bias_of(block.mlp_out, d),
    )
    if not trace.plan.norms_added:
        return sum_of_units
    return after_norm(block.added_norm, block.mlp_out(torch.tensor(hidden)).numpy(), d, sum_of_units)


def _is_off(trace: Trace, layer: int, pos: int) -> bool:
    """Whether the FFN was set to zero there, the one edit of a pass whose numbers open."""
    return any(
        (edit.stage, edit.layer) == ("ffn", layer) and edit.position in (None, pos) for edit in trace.intervention.edits
    )


def _added(trace: Trace, layer: int, pos: int) -> str:
    """In torch: what the FFN adds."""
    if _is_off(trace, layer, pos):
        return f"0 * stages.blocks[{layer}].residual_mid[{pos}]"
    block = f"transformer.blocks[{layer}]"
    code = f"{block}.mlp_out(stages.blocks[{layer}].hidden[{pos}])"
    return f"{block}.added_norm({code})" if trace.plan.norms_added else code


def residual_mid(transformer: Staged, trace: Trace, layer: int, pos: int, d: int) -> Opened:
    """The stream after attention."""
    if trace.plan.norm_position != "after":
        return attention_sum(transformer, trace, layer, pos, d)
    stages, path = trace.layers[layer], f"stages.blocks[{layer}]"
    code = f"transformer.blocks[{layer}].attention_norm({path}.residual_in[{pos}] + {path}.attended[{pos}])[{d}]"
    total, door = stages.residual_in[pos] + stages.attended[pos], Place("attention_sum", (layer, pos, d))
    return of_norm(transformer.block(layer).attention_norm, total, d, door, code)


def attention_sum(transformer: Staged, trace: Trace, layer: int, pos: int, d: int) -> Opened:
    """The stream before attention, and what it adds."""
    stages, block = trace.layers[layer], f"stages.blocks[{layer}]"
    parts: list[tuple[str, float, Place | None]] = [
        ("residual_in", float(stages.residual_in[pos, d]), Place("residual_in", (layer, pos, d))),
        ("attended", float(stages.attended[pos, d]), Place("attended", (layer, pos, d))),
    ]
    return summed(parts, f"({block}.residual_in + {block}.attended)[{pos}, {d}]")


@inference
def attended(transformer: Staged, trace: Trace, layer: int, pos: int, d: int) -> Opened:
    """Expand what attention adds, head by head."""
    contributions = trace.layers[layer].context[:, pos, None] @ output_rows(transformer, layer)[:, :, d, None]
    parts: list[tuple[str, float, Place | None]] = [
        (f"head {head + 1}", float(one), Place("written", (layer, head, pos, d)))
        for head, one in enumerate(contributions[:, 0, 0])
    ]
    if (bias := output_bias(transformer, layer)) is not None:
        parts.append(("bias", float(bias[d]), None))
    block, path = transformer.block(layer), f"transformer.blocks[{layer}]"
    code = f"{path}.attention.output(stages.blocks[{layer}].attention.context[:, {pos}].flatten())"
    if not trace.plan.norms_added:
        return summed(parts, f"{code}[{d}]")
    vector = block.attention.output(torch.tensor(trace.layers[layer].context[:, pos]).flatten()).numpy()
    return after_norm(block.attended_norm, vector, d, summed(parts, f"{path}.attended_norm({code})[{d}]"))


def of_norm_before(name: str) -> Callable[..., Opened]:
    """A number of a norm of a block that comes before its sublayer."""

    def stage(transformer: Staged, trace: Trace, layer: int, pos: int, d: int) -> Opened:
        read, norm = reads(trace, name), getattr(transformer.block(layer), name)
        code, door = f"{normalized(trace, name, layer, pos)}[{d}]", Place(read, (layer, pos, d))
        if isinstance(norm, nn.Identity):  # of the first layer of ModernBERT
            return summed([(read, float(getattr(trace.layers[layer], read)[pos, d]), door)], code)
        return of_norm(norm, getattr(trace.layers[layer], read)[pos], d, door, code)

    return stage


def residual_in(transformer: Any, trace: Trace, layer: int, pos: int, d: int) -> Opened:
    """The stream of the layer below; below the first what a token and its place are embedded as."""
    if layer:
        below = trace.layers[layer - 1].residual_out[pos, d]
        name, door = f"residual_out of layer {layer}", Place("residual_out", (layer - 1, pos, d))
        return summed([(name, float(below), door)], f"stages.blocks[{layer - 1}].residual_out[{pos}, {d}]")
    if not trace.plan.embedding_norm:
        return embedding_sum(transformer, trace, pos, d)
    code = f"transformer.embedding_norm(stages.embedded[{pos}] + stages.positions[{pos}])[{d}]"
    total, door = trace.embedded[pos] + trace.positions[pos], Place("embedding_sum", (pos, d))
    return of_norm(transformer.embedding_norm, total, d, door, code)


def embedding_sum(transformer: Staged, trace: Trace, pos: int, d: int) -> Opened:
    """Expand the embedding of a token and what is added for its position."""
    parts: list[tuple[str, float, Place | None]] = [
        ("embedding", float(trace.embedded[pos, d]), Place("embedded", (pos, d)))
    ]
    if trace.config.positions in ("sinusoidal", "learned"):  # the others add nothing
        parts.append(("position", float(trace.positions[pos, d]), Place("position", (pos, d))))
    return summed(parts, f"stages.embedded[{pos}, {d}] + stages.positions[{pos}, {d}]")


def embedded(transformer: Staged, trace: Trace, pos: int, d: int) -> Opened:
    """The end: a number of the row of W_E, scaled."""
    id, scale, size = trace.tokens[pos].id, trace.plan.embedding_scale, trace.config.d_model
    usual = scale == size**0.5
    return dot(
        ("W_E", "√d_model" if usual else "scale"),
        transformer.embedding.weight[id, d].detach().numpy()[None],
        np.array([scale]),
        lambda _: (None, None),
        f"transformer.embedding.weight[{id}, {d}] * {f'{size} ** 0.5' if usual else scale}",
        names=(trace.words[pos],),
    )


def position(transformer: Any, trace: Trace, pos: int, d: int) -> Opened:
    """The end: a wave at the position, or a row of learned positions, and where there are segments the row of one."""
    if trace.config.positions == "sinusoidal":
        half, size = trace.config.d_model // 2, trace.config.d_model
        # Marian has all sines, then all cosines; the bundled models have them in turn.
        pair, wave = (d % half, d // half) if isinstance(trace.config, Plan) else divmod(d, 2)
        name = ("sin", "cos")[wave]
        code = f"torch.tensor({pos} / 10000 ** ({2 * pair} / {size})).{name}()"
        return summed([(f"{name} at position {pos}", float(trace.positions[pos, d]), None)], code)
    row = trace.plan.first_place + pos
    learned, code = transformer.position_embedding.weight.detach().numpy(), "transformer.position_embedding.weight"
    parts: list[tuple[str, float, Place | None]] = [(f"learned at position {pos}", float(learned[row, d]), None)]
    code = f"{code}[{row}, {d}]"
    if trace.plan.segments:
        table = transformer.segment_embedding.weight.detach().numpy()
        segment = int(np.abs(table + learned[row] - trace.positions[pos]).sum(-1).argmin())  # as the pass has it
        parts.append((f"segment {'AB'[segment] if segment < 2 else segment}", float(table[segment, d]), None))
        code += f" + transformer.segment_embedding.weight[{segment}, {d}]"
    return summed(parts, code)
