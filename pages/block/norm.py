"""The layer norm before a layer's FFN: what comes out of it, however long the vector is that goes in."""

import numpy as np
import torch

from headlight.formulas import block as block_formulas
from headlight.parts import vocabulary, words
from headlight.parts.nouns import Dial, Key, OneOf, State
from headlight.pictures import Screen
from headlight.pictures.decimals import percent
from headlight.state import doors
from transformer import Intervention, Plan, Trace
from transformer.readings.layer_norm import LayerNorm, read_by_ffn, reading, weights
from transformer.readings.layer_norm import layer_norm as norm_stages
from transformer.softmax import softmax

_SHOWN = 24  # numbers of the vector that are drawn as columns
FACTOR = Dial(
    "scale",
    Key("norm_factor", OneOf((0.01, 0.1, 0.5, 1, 2, 10, 100)), "multiplies the vector before the norm"),
    "Multiply what the norm reads by",
    10,
    "further",
    when=lambda state: (
        shown(Plan.of(state.model.config)) and not state.get("off_around") and not state.get("layer_off")
    ),
    width=260,
    help="Low: a short vector. High: a long one. Compare what leaves the norm.",
)


def shown(plan: Plan) -> bool:
    """Whether the sublayers of a model read through a norm."""
    return bool(plan.norms_before and plan.first_norm and plan.final_norm)


def show(screen: Screen, state: State, trace: Trace, layer: int, position: int) -> None:
    """Draw what leaves the norm, beside the same without the factor."""
    plain, stages = _stages(state, trace, layer, position)
    now_is, numbers = f"× {state[FACTOR]:g}", min(_SHOWN, trace.config.d_model)
    screen.heading(f"The norm before FFN {layer + 1}", f"Does {now_is} change it?")
    screen.column_chart(
        {"as it is": plain.after[:numbers], now_is: stages.after[:numbers]},
        labels=[str(dimension) for dimension in range(numbers)],
        axes=("dimension", ""),
        alt=f"The first {numbers} numbers that leave the norm, as they are and {now_is}.",
        key="norm_after",
        height=120,
        shows={"as it is": doors.shows(state, trace, "mlp_norm", layer, position)},
    )


def arithmetic(screen: Screen, state: State, trace: Trace, layer: int, position: int) -> None:
    """Work out the largest number of the vector on its way through the norm, and compare with torch's own norm."""
    _, stages = _stages(state, trace, layer, position)
    dimension = int(np.abs(stages.before).argmax())
    normalized, gamma, after = (float(values[dimension]) for values in (stages.normalized, stages.gamma, stages.after))
    if stages.beta is None:
        worked = block_formulas.rms_norm(stages.before, stages.deviation, normalized, gamma, after, dimension)
    else:
        beta = float(stages.beta[dimension])
        sizes = stages.mean, stages.deviation, normalized, gamma, beta, after
        worked = block_formulas.layer_norm(stages.before, *sizes, dimension)
    screen.heading(f"The norm before FFN {layer + 1}", "Follow its largest number through the norm.")
    screen.formula(worked, key="norm_formula")
    norm = state.model.transformer.block(layer).mlp_norm
    screen.note(checked(stages, difference_to_torch(stages, norm)))
    if trace.plan.predicts == "next" and not trace.plan.relative_buckets:
        screen.note(_consequence(state, trace, layer, position, stages, f"× {state[FACTOR]:g}"))


def _consequence(state: State, trace: Trace, layer: int, position: int, stages: LayerNorm, changed: str) -> str:
    """Say how likely the next token is where the norm is given the longer vector, and where that is read as it is."""
    id = int(trace.logits_of(trace.final[position]).argmax())
    has, without = (
        percent(float(softmax(trace.logits_of(state.trace(Intervention(edits=(edit,))).final[position]))[id]))
        for edit in (
            reading(state.model.transformer, trace, layer, position, vector) for vector in (stages.after, stages.before)
        )
    )
    after = "next" if position == trace.last else f"after “{trace.words[position]}”"
    return f"“{vocabulary.shown(state.model, id)}” {after} at {changed}: {has}, without this norm {without}."


def _stages(state: State, trace: Trace, layer: int, position: int) -> tuple[LayerNorm, LayerNorm]:
    """The stages of the norm for one token: of its vector as it is, and as the dial multiplies it."""
    learned = weights(state.model.transformer.block(layer).mlp_norm)
    plain = read_by_ffn(trace, layer)[position]
    return norm_stages(plain, *learned), norm_stages((plain * np.float32(state[FACTOR])), *learned)


@torch.inference_mode()
def difference_to_torch(stages: LayerNorm, norm: torch.nn.Module) -> float:
    """The largest difference between our stages and torch's own norm of the same vector."""
    return float(np.abs(norm(torch.tensor(stages.before)).numpy() - stages.after).max())


def checked(stages: LayerNorm, apart: float) -> str:
    """Whether torch's own norm gives the same, from the largest difference."""
    name = "rms_norm" if stages.beta is None else "layer_norm"
    same = words.only_rounding(apart, float(np.abs(stages.after).max()))
    verdict = f"✓ torch’s own {name} gives the same" if same else f"✗ torch’s own {name} gives something else"
    return f"{verdict}: largest difference {words.number(apart)}"
