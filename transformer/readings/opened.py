"""Every number of a trace as the terms that it is made of, each of which opens again, down to embedding and position.

    probability <- logit <- final <- residual_out <- residual_mid <- attended <- written <- context <- pattern <- scaled
    <- score <- query, key <- normalized <- residual_in ...

A stage is one function of the table below: it gives the sum that a number comes from, and what is done with the sum.
Families differ in a few of them: an RMSNorm takes off no mean, one after a sublayer scales what is added, one after the
sum has the sum as a stage of its own, queries and keys are normalized in their head, rotary positions turn them, heads
share their keys, a softcap presses scores and logits, a gate multiplies a hidden unit, matrices have a bias.
"""

import dataclasses
from collections.abc import Callable
from typing import Any

import numpy as np
import torch
from numpy import ndarray as Array

from transformer.edits import Edit
from transformer.plan import Plan
from transformer.positions import distance_buckets
from transformer.readings import opened_looks, opened_rows, opened_stream
from transformer.readings.contributions import output_rows
from transformer.readings.lens import has_direct_path
from transformer.readings.opened_rows import capped, in_torch, normalized, of_row, pressed
from transformer.readings.terms import AXES, Opened, Place, Staged, dot, less, softmaxed, summed
from transformer.trace import Trace

HONOURS = frozenset({"toggled", "pattern"}) | opened_stream.HONOURS


def stages_of(plan: Plan) -> tuple[str, ...]:
    """The stages that such a model has, of AXES; none in two kinds that no family is of.

    A norm that takes off a mean, between a sublayer and its sum, adds terms to it; and what a masked model says of each
    place may have a softcap besides.
    """
    if _is_other(plan):
        return ()
    masked, following = plan.predicts == "masked", plan.predicts == "next"
    in_head = plan.head_norms != "none"
    later = bool(plan.rotary_frequencies) or in_head
    is_there = {"unturned_query": later, "unturned_key": later, "query_norm": in_head, "key_norm": in_head}
    is_there |= {"gate": plan.gated, "up": plan.gated, "position": plan.positions in ("sinusoidal", "learned")}
    is_there |= {"score_tanh": plan.softcap is not None, "logit_tanh": following and plan.logit_softcap is not None}
    is_there |= dict.fromkeys(("look", "look_difference", "brought"), has_direct_path(plan))
    is_there |= dict.fromkeys(("probability", "logit", "logit_difference"), following)
    is_there |= dict.fromkeys(("token_probability", "token_logit", "head_dense"), masked)
    is_there |= {"final_norm": masked and plan.final_norm}
    is_there |= dict.fromkeys(("attention_norm", "mlp_norm"), plan.norms_before)
    is_there |= dict.fromkeys(("attention_sum", "ffn_sum"), plan.norm_position == "after")
    is_there |= {"embedding_sum": plan.embedding_norm}
    return tuple(stage for stage in STAGES if is_there.get(stage, True))


def _is_other(plan: Plan) -> bool:
    """Whether no stage takes apart something that is in a plan: a mean off what is added, two heads at the end ..."""
    centred = plan.norms_added and plan.norm != "rms"
    capped = plan.predicts == "masked" and plan.logit_softcap is not None
    added_later = plan.softcap is not None and plan.relative_buckets is not None
    return centred or capped or added_later or (plan.final_scale != 1 and not plan.final_norm)


def opened(transformer: Staged, trace: Trace, place: Place) -> Opened:
    """The terms of a number. The number after the last token is meant where a stage has no position.

    Raises:
        ValueError: if the trace has no such number, or the pass has a change whose numbers do not open.
    """
    trace.intervention.require(HONOURS, "an opened number")
    if not all(_opens(edit, trace.plan) for edit in trace.intervention.edits):
        raise ValueError(
            "a stage that was edited does not open, but an FFN set to zero and a row of a pattern: trace the text "
            "without it"
        )
    sizes = _sizes(trace)
    if place.stage not in stages_of(trace.plan):
        raise ValueError(f"this model has no number {place.label}")
    if any(not 0 <= index < sizes[axis] for index, axis in zip(place.at, AXES[place.stage], strict=True)):
        raise ValueError(f"this text has no number {place.label}")
    if AXES[place.stage][-2:] == ("query", "key") and not trace.layers[place.at[0]].may_look[place.at[-2:]]:
        raise ValueError(f"{place.label} is masked: the token may not attend there")
    return STAGES[place.stage](transformer, trace, *place.at)


def _opens(edit: Edit, plan: Plan) -> bool:
    """Whether an edit sets a row of a pattern by hand, or an FFN to zero in a model that adds it as it is."""
    if edit.stage == "pattern":
        return edit.how == "put" and edit.position is not None
    plain = plan.norm_position != "after" and not plan.norms_added
    return plain and (edit.stage, edit.how) == ("ffn", "put") and not edit.value.tensor.any()


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


def _probability(transformer: Staged, trace: Trace, token: int) -> Opened:
    return _chance(trace, trace.last, trace.next_logits, token, Place("logit", (token,)))


def _token_probability(transformer: Staged, trace: Trace, pos: int, token: int) -> Opened:
    """Of a token to stand at a place, as an encoder says it of each (Devlin et al. 2019), or to follow there."""
    return _chance(trace, pos, trace.logits_of(trace.final[pos]), token, Place("token_logit", (pos, token)))


def _chance(trace: Trace, pos: int, logits: Array, token: int, door: Place) -> Opened:
    read, cap = f"transformer.unembedding(stages.final[{pos}])", trace.plan.logit_softcap
    code = f"{read if cap is None else f'(torch.tanh({read} / {cap}) * {cap})'}.softmax(-1)[{token}]"
    return softmaxed(logits, token, ("logit", "Σ exp(logit)"), door, code)


def _logit(transformer: Staged, trace: Trace, token: int) -> Opened:
    opening = _token_logit(transformer, trace, trace.last, token)
    return capped(opening, trace.plan.logit_softcap, Place("logit_tanh", (token,)))


def _logit_tanh(transformer: Staged, trace: Trace, token: int) -> Opened:
    return pressed(_token_logit(transformer, trace, trace.last, token), trace.plan.logit_softcap)


def _token_logit(transformer: Staged, trace: Trace, pos: int, token: int) -> Opened:
    code = f"transformer.unembedding(stages.final[{pos}])[{token}]"
    row, biases = trace.unembedding[token], trace.unembedding_bias
    bias = None if biases is None else float(biases[token])
    return dot(("final", "W_U"), trace.final[pos], row, lambda d: (Place("final", (pos, d)), None), code, bias=bias)


def _logit_difference(transformer: Staged, trace: Trace, token: int, other: int) -> Opened:
    of_token, of_other = (_logit(transformer, trace, id) for id in (token, other))
    return less("logit", of_token, of_other, (Place("logit", (token,)), Place("logit", (other,))))


def _hidden(transformer: Staged, trace: Trace, layer: int, pos: int, unit: int) -> Opened:
    if not trace.plan.gated:
        return of_row(transformer, trace, "mlp_norm", layer, pos, "mlp_in", unit, "W_in", trace.plan.activation)
    gate = _gate(transformer, trace, layer, pos, unit)
    read, path = normalized(trace, "mlp_norm", layer, pos), f"transformer.blocks[{layer}]"
    return dot(
        ("gate", "up"),
        np.array([gate.value]),
        np.array([_up(transformer, trace, layer, pos, unit).value]),
        lambda _: (Place("gate", (layer, pos, unit)), Place("up", (layer, pos, unit))),
        f"{in_torch(gate.then, f'{path}.mlp_gate({read})')}[{unit}] * {path}.mlp_in({read})[{unit}]",
        names=(f"unit {unit}",),
    )


def _gate(transformer: Staged, trace: Trace, layer: int, pos: int, unit: int) -> Opened:
    """Apply the activation to a unit's gate (Shazeer 2020)."""
    return of_row(transformer, trace, "mlp_norm", layer, pos, "mlp_gate", unit, "W_gate", trace.plan.activation)


def _up(transformer: Staged, trace: Trace, layer: int, pos: int, unit: int) -> Opened:
    """Return the number that the gate multiplies."""
    return of_row(transformer, trace, "mlp_norm", layer, pos, "mlp_in", unit, "W_up")


def _written(transformer: Staged, trace: Trace, layer: int, head: int, pos: int, d: int) -> Opened:
    size = trace.config.d_head
    weights_of_head = f"transformer.blocks[{layer}].attention.output.weight[{d}, {head * size}:{(head + 1) * size}]"
    return dot(
        ("context", "W_O"),
        trace.layers[layer].context[head, pos],
        output_rows(transformer, layer)[head, :, d],
        lambda j: (Place("context", (layer, head, pos, j)), None),
        f"stages.blocks[{layer}].attention.context[{head}, {pos}] @ {weights_of_head}",
    )


def _context(transformer: Staged, trace: Trace, layer: int, head: int, pos: int, j: int) -> Opened:
    stages, path = trace.layers[layer], f"stages.blocks[{layer}].attention"
    seen = [int(key) for key in np.flatnonzero(stages.may_look[pos])]  # a masked key has no term: its weight is 0
    return dot(
        ("weight", "value"),
        stages.pattern[head, pos, seen],
        stages.values[head, seen, j],
        lambda index: (
            Place("pattern", (layer, head, pos, seen[index])),
            Place("value", (layer, head, seen[index], j)),
        ),
        f"{path}.pattern[{head}, {pos}] @ {path}.values[{head}, :, {j}]",
        names=tuple(trace.words[key] for key in seen),
    )


def _pattern(transformer: Staged, trace: Trace, layer: int, head: int, query: int, key: int) -> Opened:
    edited = {(edit.stage, edit.layer, edit.head, edit.position) for edit in trace.intervention.edits}
    if not edited.isdisjoint({("pattern", layer, head, query), ("pattern", layer, None, query)}):
        weight = float(trace.layers[layer].pattern[head, query, key])
        return summed(
            [("set by hand", weight, None)], f"stages.blocks[{layer}].attention.pattern[{head}, {query}, {key}]"
        )
    code = f"stages.blocks[{layer}].attention.masked[{head}, {query}].softmax(-1)[{key}]"
    row, door = trace.layers[layer].masked[head, query], Place("scaled", (layer, head, query, key))
    return softmaxed(row, key, ("scaled score", "Σ exp(score) of the row"), door, code)


def _scaled(transformer: Staged, trace: Trace, layer: int, head: int, query: int, key: int) -> Opened:
    indices = (layer, head, query, key)
    return capped(_times_factor(transformer, trace, *indices), trace.plan.softcap, Place("score_tanh", indices))


def _score_tanh(transformer: Staged, trace: Trace, layer: int, head: int, query: int, key: int) -> Opened:
    return pressed(_times_factor(transformer, trace, layer, head, query, key), trace.plan.softcap)


def _times_factor(transformer: Any, trace: Trace, layer: int, head: int, query: int, key: int) -> Opened:
    """A score times a factor, and in some families what is added for the distance (Raffel et al. 2020, section 2.1)."""
    score, factor = trace.layers[layer].scores[head, query, key], trace.factor
    usual = trace.plan.factor == trace.config.d_head**-0.5
    multiplied = f"/ {trace.config.d_head} ** 0.5" if usual else f"* {factor}"
    product = dot(
        ("score", "1 / √d_head" if usual else "factor"),
        np.array([score]),
        np.array([factor]),
        lambda _: (Place("score", (layer, head, query, key)), None),
        f"stages.blocks[{layer}].attention.scores[{head}, {query}, {key}] {multiplied}",
        names=("score",),
    )
    plan = trace.plan
    if not plan.relative_buckets:
        return product
    places = torch.tensor([query]), torch.tensor([key])
    bucket = int(distance_buckets(*places, *plan.relative_buckets, causal=plan.causal))
    bias = float(transformer.distance_bias.weight[bucket, head])
    return dataclasses.replace(
        product,
        names=("score", f"bias of the distance {key - query}"),
        factors=np.vstack((product.factors, (bias, 1.0))),
        doors=(*product.doors, (None, None)),
        code=f"{product.code} + transformer.distance_bias.weight[{bucket}, {head}]",
    )


def _score(transformer: Staged, trace: Trace, layer: int, head: int, query: int, key: int) -> Opened:
    stages, path = trace.layers[layer], f"stages.blocks[{layer}].attention"
    return dot(
        ("query", "key"),
        stages.queries[head, query],
        stages.keys[head, key],
        lambda j: (Place("query", (layer, head, query, j)), Place("key", (layer, head, key, j))),
        f"{path}.queries[{head}, {query}] @ {path}.keys[{head}, {key}]",
    )


STAGES: dict[str, Callable[..., Opened]] = {
    "probability": _probability,
    "logit": _logit,
    "token_probability": _token_probability,
    "token_logit": _token_logit,
    "logit_tanh": _logit_tanh,
    "logit_difference": _logit_difference,
    "look": opened_looks.look,
    "look_difference": opened_looks.look_difference,
    "brought": opened_looks.brought,
    "final": opened_stream.final,
    "head_dense": opened_stream.head_dense,
    "final_norm": opened_stream.final_norm,
    "residual_out": opened_stream.residual_out,
    "ffn_sum": opened_stream.ffn_sum,
    "ffn": opened_stream.ffn,
    "hidden": _hidden,
    "mlp_norm": opened_stream.of_norm_before("mlp_norm"),
    "residual_mid": opened_stream.residual_mid,
    "attention_sum": opened_stream.attention_sum,
    "attended": opened_stream.attended,
    "written": _written,
    "context": _context,
    "pattern": _pattern,
    "scaled": _scaled,
    "score_tanh": _score_tanh,
    "score": _score,
    "gate": _gate,
    "up": _up,
    "query": opened_rows.turned("query", "W_Q"),
    "key": opened_rows.turned("key", "W_K"),
    "query_norm": opened_rows.head_normed("query"),
    "key_norm": opened_rows.head_normed("key"),
    "unturned_query": opened_rows.projected("query", "W_Q"),
    "unturned_key": opened_rows.projected("key", "W_K"),
    "value": opened_rows.projected("value", "W_V"),
    "attention_norm": opened_stream.of_norm_before("attention_norm"),
    "residual_in": opened_stream.residual_in,
    "embedding_sum": opened_stream.embedding_sum,
    "embedded": opened_stream.embedded,
    "position": opened_stream.position,
}
