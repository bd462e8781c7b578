"""Every number of a trace as the terms that it is made of, each of which opens again, down to embedding and position.

    probability <- logit <- final <- residual_out <- residual_mid <- attended <- written <- context <- pattern <- scaled
    <- score <- query, key <- normalized <- residual_in ...

A stage is one function below: it gives the sum that a number comes from, and what is done with the sum. Families differ
in a few of them: an RMSNorm takes off no mean, one after a sublayer scales what is added, queries and keys are
normalized in their head, rotary positions turn them, heads share their keys, a softcap presses scores and logits, a
gate multiplies a hidden unit, matrices have a bias.
"""

import dataclasses
from collections.abc import Callable

import numpy as np
import torch

from transformer.intervention import UNCHANGED
from transformer.plan import Plan
from transformer.readings.contributions import output_bias, output_rows
from transformer.readings.lens import has_direct_path
from transformer.readings.opened_looks import brought, look, look_difference
from transformer.readings.opened_rows import (
    after_norm,
    bias_of,
    capped,
    head_normed,
    in_torch,
    normalized,
    of_norm,
    of_row,
    pressed,
    projected,
    reads,
    turned,
)
from transformer.readings.residual import fed_forward
from transformer.readings.terms import ACTIVATIONS, AXES, Opened, Place, Reader, dot, less, summed
from transformer.trace import Trace


def can_open(plan: Plan) -> bool:
    """Whether every number of such a model is one of the stages below: norms before its sublayers, a next token."""
    placed = plan.norm_position == "before" or (plan.norm_position == "around" and plan.norm == "rms")
    plain = placed and plan.final_norm and plan.causal and plan.predicts == "next"
    more = plan.embedding_norm or plan.cross_attention or plan.segments or plan.relative_buckets
    return plain and not more and plan.activation in ACTIVATIONS


def stages_of(plan: Plan) -> tuple[str, ...]:
    """The stages that such a model has, of AXES."""
    later, in_head = bool(plan.rotary_frequencies) or plan.head_norms, plan.head_norms
    has = {"unturned_query": later, "unturned_key": later, "query_norm": in_head, "key_norm": in_head}
    has |= {"gate": plan.gated, "up": plan.gated, "position": plan.positions in ("sinusoidal", "learned")}
    has |= {"score_tanh": plan.softcap is not None, "logit_tanh": plan.logit_softcap is not None}
    has |= dict.fromkeys(("look", "look_difference", "brought"), has_direct_path(plan))
    return tuple(stage for stage in STAGES if has.get(stage, True))


def opened(transformer: Reader, trace: Trace, place: Place) -> Opened:
    """The terms of a number. The number after the last token is meant where a stage has no position.

    Raises:
        ValueError: if the trace has no such number, the model is one that `can_open` says no to, or something was
            changed in the pass.
    """
    if not can_open(trace.plan) or trace.intervention != UNCHANGED:
        raise ValueError("numbers open in an unchanged pass of a model with norms before that predicts the next token")
    sizes = _sizes(trace)
    if place.stage not in stages_of(trace.plan):
        raise ValueError(f"this model has no number {place.label}")
    if any(not 0 <= index < sizes[axis] for index, axis in zip(place.at, AXES[place.stage], strict=True)):
        raise ValueError(f"this text has no number {place.label}")
    if AXES[place.stage][-2:] == ("query", "key") and not trace.layers[place.at[0]].may_look[place.at[-2:]]:
        raise ValueError(f"{place.label} is masked: the token may not look there")
    return STAGES[place.stage](transformer, trace, *place.at)


def _sizes(trace: Trace) -> dict[str, int]:
    config, n_tokens = trace.config, len(trace.tokens)
    named = {
        "token": config.vocab_size,
        "less": config.vocab_size,
        "pos": n_tokens,
        "query": n_tokens,
        "key": n_tokens,
        "layer": config.n_layers,
    }
    return named | {"head": config.n_heads, "d_model": config.d_model, "d_head": config.d_head, "d_mlp": config.d_mlp}


def _probability(transformer: Reader, trace: Trace, token: int) -> Opened:
    logits = trace.next_logits.astype(np.float64)
    total = float(logits.max() + np.log(np.exp(logits - logits.max()).sum()))
    read, cap = f"transformer.unembedding(stages.final[{trace.last}])", trace.plan.logit_softcap
    code = f"{read if cap is None else f'(torch.tanh({read} / {cap}) * {cap})'}.softmax(-1)[{token}]"
    parts = [("logit", float(logits[token]), Place("logit", (token,))), ("−ln of the sum of all e^logit", -total, None)]
    return summed(parts, code, "exp")


def _logit(transformer: Reader, trace: Trace, token: int) -> Opened:
    return capped(_unpressed_logit(trace, token), trace.plan.logit_softcap, Place("logit_tanh", (token,)))


def _logit_tanh(transformer: Reader, trace: Trace, token: int) -> Opened:
    return pressed(_unpressed_logit(trace, token), trace.plan.logit_softcap)


def _unpressed_logit(trace: Trace, token: int) -> Opened:
    last = trace.last
    code = f"transformer.unembedding(stages.final[{last}])[{token}]"
    row, biases = trace.unembedding[token], trace.unembedding_bias
    bias = None if biases is None else float(biases[token])
    return dot(("final", "W_U"), trace.final[last], row, lambda d: (Place("final", (last, d)), None), code, bias=bias)


def _logit_difference(transformer: Reader, trace: Trace, token: int, other: int) -> Opened:
    one, taken = (_logit(transformer, trace, each) for each in (token, other))
    return less("logit", one, taken, (Place("logit", (token,)), Place("logit", (other,))))


def _final(transformer: Reader, trace: Trace, pos: int, d: int) -> Opened:
    top = len(trace.layers) - 1
    scale = trace.plan.final_scale
    code = f"transformer.final_norm(stages.blocks[{top}].residual_out[{pos}])[{d}] * {scale}".removesuffix(" * 1.0")
    door = Place("residual_out", (top, pos, d))
    found = of_norm(transformer.final_norm, trace.layers[-1].residual_out[pos], d, door, code)
    return dataclasses.replace(found, factors=found.factors * scale)


def _residual_out(transformer: Reader, trace: Trace, layer: int, pos: int, d: int) -> Opened:
    block, stages = f"stages.blocks[{layer}]", trace.layers[layer]
    code = f"({block}.residual_mid[{pos}] + {_added(trace, layer, pos)})[{d}]"
    added = float(fed_forward(trace, layer)[pos, d])
    parts = [("residual_mid", float(stages.residual_mid[pos, d]), Place("residual_mid", (layer, pos, d)))]
    return summed([*parts, ("FFN", added, Place("ffn", (layer, pos, d)))], code)


@torch.inference_mode()
def _ffn(transformer: Reader, trace: Trace, layer: int, pos: int, d: int) -> Opened:
    block, hidden = transformer.block(layer), trace.layers[layer].hidden[pos]
    found = dot(
        ("hidden", "W_out"),
        hidden,
        block.mlp_out.weight[d].detach().numpy(),
        lambda unit: (Place("hidden", (layer, pos, unit)), None),
        f"{_added(trace, layer, pos)}[{d}]",
        bias=bias_of(block.mlp_out, d),
    )
    if trace.plan.norm_position == "before":
        return found
    return after_norm(block.added_norm, block.mlp_out(torch.tensor(hidden)).numpy(), d, found)


def _added(trace: Trace, layer: int, pos: int) -> str:
    """In torch: what the FFN adds."""
    block = f"transformer.blocks[{layer}]"
    code = f"{block}.mlp_out(stages.blocks[{layer}].hidden[{pos}])"
    return f"{block}.added_norm({code})" if trace.plan.norm_position == "around" else code


def _hidden(transformer: Reader, trace: Trace, layer: int, pos: int, unit: int) -> Opened:
    if not trace.plan.gated:
        return of_row(transformer, trace, "mlp_norm", layer, pos, "mlp_in", unit, "W_in", trace.plan.activation)
    gate = _gate(transformer, trace, layer, pos, unit)
    read, named = normalized(trace, "mlp_norm", layer, pos), f"transformer.blocks[{layer}]"
    return dot(
        ("gate", "up"),
        np.array([gate.value]),
        np.array([_up(transformer, trace, layer, pos, unit).value]),
        lambda _: (Place("gate", (layer, pos, unit)), Place("up", (layer, pos, unit))),
        f"{in_torch(gate.then, f'{named}.mlp_gate({read})')}[{unit}] * {named}.mlp_in({read})[{unit}]",
        names=(f"unit {unit}",),
    )


def _gate(transformer: Reader, trace: Trace, layer: int, pos: int, unit: int) -> Opened:
    """What the activation makes of a unit's gate (Shazeer 2020)."""
    return of_row(transformer, trace, "mlp_norm", layer, pos, "mlp_gate", unit, "W_gate", trace.plan.activation)


def _up(transformer: Reader, trace: Trace, layer: int, pos: int, unit: int) -> Opened:
    """What the gate multiplies."""
    return of_row(transformer, trace, "mlp_norm", layer, pos, "mlp_in", unit, "W_up")


def _residual_mid(transformer: Reader, trace: Trace, layer: int, pos: int, d: int) -> Opened:
    stages, block = trace.layers[layer], f"stages.blocks[{layer}]"
    parts = [("residual_in", float(stages.residual_in[pos, d]), Place("residual_in", (layer, pos, d)))]
    parts.append(("attended", float(stages.attended[pos, d]), Place("attended", (layer, pos, d))))
    return summed(parts, f"({block}.residual_in + {block}.attended)[{pos}, {d}]")


@torch.inference_mode()
def _attended(transformer: Reader, trace: Trace, layer: int, pos: int, d: int) -> Opened:
    written = trace.layers[layer].context[:, pos, None] @ output_rows(transformer, layer)[:, :, d, None]
    parts: list[tuple[str, float, Place | None]] = [
        (f"head {head + 1}", float(one), Place("written", (layer, head, pos, d)))
        for head, one in enumerate(written[:, 0, 0])
    ]
    if (bias := output_bias(transformer, layer)) is not None:
        parts.append(("bias", float(bias[d]), None))
    block, named = transformer.block(layer), f"transformer.blocks[{layer}]"
    code = f"{named}.attention.output(stages.blocks[{layer}].attention.context[:, {pos}].flatten())"
    if trace.plan.norm_position == "before":
        return summed(parts, f"{code}[{d}]")
    vector = block.attention.output(torch.tensor(trace.layers[layer].context[:, pos]).flatten()).numpy()
    return after_norm(block.attended_norm, vector, d, summed(parts, f"{named}.attended_norm({code})[{d}]"))


def _written(transformer: Reader, trace: Trace, layer: int, head: int, pos: int, d: int) -> Opened:
    size = trace.config.d_head
    own = f"transformer.blocks[{layer}].attention.output.weight[{d}, {head * size}:{(head + 1) * size}]"
    return dot(
        ("context", "W_O"),
        trace.layers[layer].context[head, pos],
        output_rows(transformer, layer)[head, :, d],
        lambda j: (Place("context", (layer, head, pos, j)), None),
        f"stages.blocks[{layer}].attention.context[{head}, {pos}] @ {own}",
    )


def _context(transformer: Reader, trace: Trace, layer: int, head: int, pos: int, j: int) -> Opened:
    stages, named = trace.layers[layer], f"stages.blocks[{layer}].attention"
    seen = [int(key) for key in np.flatnonzero(stages.may_look[pos])]  # a masked key has no term: its weight is 0
    return dot(
        ("weight", "value"),
        stages.pattern[head, pos, seen],
        stages.values[head, seen, j],
        lambda at: (Place("pattern", (layer, head, pos, seen[at])), Place("value", (layer, head, seen[at], j))),
        f"{named}.pattern[{head}, {pos}] @ {named}.values[{head}, :, {j}]",
        names=tuple(trace.words[key] for key in seen),
    )


def _pattern(transformer: Reader, trace: Trace, layer: int, head: int, query: int, key: int) -> Opened:
    row = trace.layers[layer].masked[head, query].astype(np.float64)
    total = float(row.max() + np.log(np.exp(row - row.max()).sum()))
    code = f"stages.blocks[{layer}].attention.masked[{head}, {query}].softmax(-1)[{key}]"
    door = Place("scaled", (layer, head, query, key))
    return summed(
        [("scaled score", float(row[key]), door), ("−ln of the row’s sum of e^score", -total, None)], code, "exp"
    )


def _scaled(transformer: Reader, trace: Trace, layer: int, head: int, query: int, key: int) -> Opened:
    at = (layer, head, query, key)
    return capped(_times_factor(trace, *at), trace.plan.softcap, Place("score_tanh", at))


def _score_tanh(transformer: Reader, trace: Trace, layer: int, head: int, query: int, key: int) -> Opened:
    return pressed(_times_factor(trace, layer, head, query, key), trace.plan.softcap)


def _times_factor(trace: Trace, layer: int, head: int, query: int, key: int) -> Opened:
    score, factor = trace.layers[layer].scores[head, query, key], trace.factor
    usual = trace.plan.factor == trace.config.d_head**-0.5
    by = f"/ {trace.config.d_head} ** 0.5" if usual else f"* {factor}"
    return dot(
        ("score", "1 / √d_head" if usual else "factor"),
        np.array([score]),
        np.array([factor]),
        lambda _: (Place("score", (layer, head, query, key)), None),
        f"stages.blocks[{layer}].attention.scores[{head}, {query}, {key}] {by}",
        names=("score",),
    )


def _score(transformer: Reader, trace: Trace, layer: int, head: int, query: int, key: int) -> Opened:
    stages, named = trace.layers[layer], f"stages.blocks[{layer}].attention"
    return dot(
        ("query", "key"),
        stages.queries[head, query],
        stages.keys[head, key],
        lambda j: (Place("query", (layer, head, query, j)), Place("key", (layer, head, key, j))),
        f"{named}.queries[{head}, {query}] @ {named}.keys[{head}, {key}]",
    )


def _norm(name: str) -> Callable[..., Opened]:
    """A number of a norm of a block."""

    def stage(transformer: Reader, trace: Trace, layer: int, pos: int, d: int) -> Opened:
        read, norm = reads(trace, name), getattr(transformer.block(layer), name)
        code, door = f"{normalized(trace, name, layer, pos)}[{d}]", Place(read, (layer, pos, d))
        return of_norm(norm, getattr(trace.layers[layer], read)[pos], d, door, code)

    return stage


def _residual_in(transformer: Reader, trace: Trace, layer: int, pos: int, d: int) -> Opened:
    if layer:
        below = trace.layers[layer - 1].residual_out[pos, d]
        name, door = f"residual_out of layer {layer}", Place("residual_out", (layer - 1, pos, d))
        return summed([(name, float(below), door)], f"stages.blocks[{layer - 1}].residual_out[{pos}, {d}]")
    parts = [("embedding", float(trace.embedded[pos, d]), Place("embedded", (pos, d)))]
    if trace.config.positions in ("sinusoidal", "learned"):  # the others add nothing
        parts.append(("position", float(trace.positions[pos, d]), Place("position", (pos, d))))
    return summed(parts, f"stages.embedded[{pos}, {d}] + stages.positions[{pos}, {d}]")


def _embedded(transformer: Reader, trace: Trace, pos: int, d: int) -> Opened:
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


def _position(transformer: Reader, trace: Trace, pos: int, d: int) -> Opened:
    """The end: a wave at the position, or a row of learned positions, as the pass has it."""
    wave, size = "cos" if d % 2 else "sin", trace.config.d_model
    code = f"torch.tensor({pos} / 10000 ** ({d // 2 * 2} / {size})).{wave}()"
    if trace.config.positions != "sinusoidal":
        wave, code = "learned", f"stages.positions[{pos}, {d}]"
    return summed([(f"{wave} at position {pos}", float(trace.positions[pos, d]), None)], code)


STAGES: dict[str, Callable[..., Opened]] = {
    "probability": _probability,
    "logit": _logit,
    "logit_tanh": _logit_tanh,
    "logit_difference": _logit_difference,
    "look": look,
    "look_difference": look_difference,
    "brought": brought,
    "final": _final,
    "residual_out": _residual_out,
    "ffn": _ffn,
    "hidden": _hidden,
    "mlp_norm": _norm("mlp_norm"),
    "residual_mid": _residual_mid,
    "attended": _attended,
    "written": _written,
    "context": _context,
    "pattern": _pattern,
    "scaled": _scaled,
    "score_tanh": _score_tanh,
    "score": _score,
    "gate": _gate,
    "up": _up,
    "query": turned("query", "W_Q"),
    "key": turned("key", "W_K"),
    "query_norm": head_normed("query"),
    "key_norm": head_normed("key"),
    "unturned_query": projected("query", "W_Q"),
    "unturned_key": projected("key", "W_K"),
    "value": projected("value", "W_V"),
    "attention_norm": _norm("attention_norm"),
    "residual_in": _residual_in,
    "embedded": _embedded,
    "position": _position,
}
