"""Layer norm: one token's vector before, normalized and after gamma and beta, whatever it was multiplied by."""

from typing import NamedTuple, get_args

import numpy as np
import torch

from headlight.formulas import block as block_formulas
from headlight.parts import dials, tokens, vocabulary, words
from headlight.parts.nouns import Dial, Key, Number, OneOf, State, view
from headlight.pictures import Screen
from headlight.pictures.decimals import percent
from headlight.pictures.picture import Door
from headlight.state import opening
from transformer import Intervention, Trace
from transformer.plan import NormKind
from transformer.readings.layer_norm import LayerNorm, Place, module, read_by, reading, weights
from transformer.readings.layer_norm import layer_norm as norm_stages
from transformer.softmax import softmax

_SHOWN = 24  # numbers of the vector that are drawn as columns
WHERE = Dial[Place](
    "one_of",
    Key("norm", OneOf(get_args(Place)), "which layer norm"),
    "Layer norm",
    get_args(Place)[0],
    "below",
    help="Each block has two, and one follows the last block.",
)
# The last norm belongs to no layer.
_LAYER = dials.layer(when=lambda state: state[WHERE] != "before unembedding", place="below")
FACTOR = Dial(
    "scale",
    Key("norm_factor", OneOf((0.01, 0.1, 0.5, 1, 2, 10, 100)), "multiplies the vector before the norm"),
    "Multiply by",
    10,
    "above",
    width=220,
    help="Low: a short vector. High: a long one. Compare what leaves the norm.",
)
SHIFT = Dial(
    "slider",
    Key("norm_shift", Number(-10.0, 10.0, 0.5), "is added to the vector before the norm"),
    "Add to each",
    0.0,
    "above",
    width=220,
    help="The same number for all entries of the vector. Compare what leaves the norm.",
)
DIMENSION = Dial[int | None](
    "number",
    Key("dimension", Number(0, 9999), "which number of the normalized vector is worked out"),
    "Dimension",
    None,
    when=lambda state: bool(state.get("arithmetic")),
    placeholder="its largest",
    width=150,
    help="The number that the formula follows.",
)


class Kind(NamedTuple):
    """The words for one kind of norm."""

    steps: str
    learned: str
    of_dials: str
    after: str
    spread: str


_KINDS: dict[NormKind, Kind] = {
    "layer": Kind(
        "As they come; less their mean and divided by their standard deviation; then times γ, plus β.",
        "The learned γ (multiplied) and β (added):",
        "The same, whatever you do to the vector.",
        "after γ, β",
        "standard deviation",
    ),
    "rms": Kind(
        "As they come; divided by their root mean square; then times γ. An RMSNorm subtracts no mean and has no β.",
        "The learned γ (multiplied):",
        "The same if you multiply; another if you add, for an RMSNorm subtracts no mean.",
        "after γ",
        "root mean square",
    ),
}


@view(box=dials.sentence(), dials=[FACTOR, SHIFT, WHERE, _LAYER, DIMENSION, dials.TOKEN], needs=("norms before",))
def layer_norm(state: State, screen: Screen) -> None:
    """The first numbers of one vector before the norm and after it, beside those without the dials."""
    trace = state.trace()
    position = dials.token(state, trace)
    plain, stages = _stages(state, trace, position)
    changed = f"× {state[FACTOR]:g}" + (f", {state[SHIFT]:+g}" if state[SHIFT] else "")
    as_it_is = "as it is"
    goes_in, comes_out = screen.columns(1, 1, least=(300, 300))
    shown = min(_SHOWN, trace.config.d_model)
    for column, title, hint, stage in (
        (goes_in, "What goes in", f"The first {shown} of one token’s {trace.config.d_model} numbers.", "before"),
        (comes_out, "What comes out", _KINDS[_kind(stages)].of_dials, "after"),
    ):
        was, now = getattr(plain, stage)[:shown], getattr(stages, stage)[:shown]
        opens, now_is = _shows(state, trace, stage, position), changed if stages is not plain else "now"
        with column.headed(title, hint):
            screen.column_chart(
                {as_it_is: was, now_is: now},
                labels=[str(dimension) for dimension in range(shown)],
                axes=("dimension", ""),
                alt=f"{title}: the first {shown} numbers of the vector, as they are and as the dials change them.",
                key=f"norm_{stage}",
                height=280,
                shows={as_it_is: opens, "now": opens},
            )
    if trace.plan.predicts == "next" and not trace.plan.relative_buckets:
        screen.note(_consequence(state, trace, position, stages, changed))


def _consequence(state: State, trace: Trace, position: int, stages: LayerNorm, changed: str) -> str:
    """Say how likely the next token is where the norm is given the changed vector, and where that is read as it is."""
    id = int(trace.logits_of(trace.final[position]).argmax())
    after = "next" if position == trace.last else f"after “{trace.words[position]}”"
    has, without = (
        percent(float(softmax(trace.logits_of(_read(state, trace, position, vector)))[id]))
        for vector in (stages.after, stages.before)
    )
    word = vocabulary.shown(state.model, id)
    return f"“{word}” {after} at {changed}: {has}, without this norm {without}."


def _read(state: State, trace: Trace, position: int, vector: np.ndarray) -> np.ndarray:
    """Compute what the unembedding reads at a token where this vector is read there instead of the normalized one."""
    if state[WHERE] == "before unembedding":
        return vector * np.float32(trace.plan.final_scale)
    edit = reading(state.model.transformer, trace, state[_LAYER], state[WHERE], position, vector)
    return state.trace(Intervention(edits=(edit,))).final[position]


@layer_norm.more
def more(state: State, screen: Screen) -> None:
    """All numbers of the vector at each stage, the learned numbers, and what of each stage the dials have changed."""
    trace = state.trace()
    position = dials.token(state, trace)
    tokens.chips(screen, state, trace, strong=(position,), on_place=dials.choose_token)
    plain, stages = _stages(state, trace, position)
    kind = _KINDS[_kind(stages)]
    stages_of, changed = screen.columns(62, 38, least=(410, 290))
    with stages_of.headed(f"All {trace.config.d_model} numbers, stage by stage", kind.steps):
        unchanged = {"before": "before", kind.after: "after"} if stages is plain else {}
        opens = {name: _shows(state, trace, stage, [position]) for name, stage in unchanged.items()}
        screen.strips(
            {"before": stages.before[None], "normalized": stages.normalized[None], kind.after: stages.after[None]},
            tokens=trace.words[position : position + 1],
            places=[position],
            height=26,
            extent=4.0,
            shows=opens,
            alt=f"The chosen token's vector before the norm, normalized, and {kind.after}.",
            key="norm_strips",
        )
        screen.note(kind.learned)
        screen.strips(
            {"γ": stages.gamma[None]} | ({} if stages.beta is None else {"β": stages.beta[None]}),
            tokens=trace.words[position : position + 1],
            places=[position],
            height=26,
            extent=2.0,
            alt="What this norm has learned for each dimension.",
            key="norm_weights",
        )
    with changed.headed("What the dials change", "Mean, spread and largest change at each stage."):
        screen.table(
            of_stages(plain, stages),
            formats={"mean": "{:.4f}", kind.spread: "{:.4f}", "changed by the dials": ""},
            alt="Mean and deviation of the vector at each stage, and the largest change by factor and shift.",
            key="norm_stages",
        )


@layer_norm.deeper
def arithmetic(state: State, screen: Screen) -> None:
    """One number of the vector on its way through the norm, and that torch's own norm gives the same."""
    trace, chosen = state.trace(), state[DIMENSION]
    plain, stages = _stages(state, trace, dials.token(state, trace))
    dimension = int(np.abs(plain.before).argmax()) if chosen is None else min(chosen, len(plain.before) - 1)
    normalized, gamma, after = (float(values[dimension]) for values in (stages.normalized, stages.gamma, stages.after))
    if stages.beta is None:
        worked = block_formulas.rms_norm(stages.before, stages.deviation, normalized, gamma, after, dimension)
    else:
        beta = float(stages.beta[dimension])
        sizes = stages.mean, stages.deviation, normalized, gamma, beta, after
        worked = block_formulas.layer_norm(stages.before, *sizes, dimension)
    screen.formula(worked, key="norm_formula")
    screen.note(checked(stages, difference_to_torch(stages, _norm(state))))


def _shows(state: State, trace: Trace, stage: str, position: opening.At) -> Door | None:
    """Where the numbers open that go into the unchanged norm, "before", or come out of it, "after"."""
    layer = state[_LAYER]
    match stage, state[WHERE]:
        case "before", "before attention" if layer == 0:
            return opening.shows(state, trace, "residual_in", 0, position)
        case "before", "before attention":
            return opening.shows(state, trace, "residual_out", layer - 1, position)
        case "before", "before FFN":
            return opening.shows(state, trace, "residual_mid", layer, position)
        case "before", _:
            return opening.shows(state, trace, "residual_out", len(trace.layers) - 1, position)
        case _, "before attention":
            return opening.shows(state, trace, "attention_norm", layer, position)
        case _, "before FFN":
            return opening.shows(state, trace, "mlp_norm", layer, position)
    return opening.shows(state, trace, "final", position)


def _kind(stages: LayerNorm) -> NormKind:
    return "rms" if stages.beta is None else "layer"


def _apart(difference: float) -> str:
    return words.number(difference, 2) if difference else "0"


def _norm(state: State) -> torch.nn.Module:
    """The norm that the dials choose: two in each block, and one at the end."""
    return module(state.model.transformer, _layer(state), state[WHERE])


def _layer(state: State) -> int:
    return state[_LAYER] if state[WHERE] != "before unembedding" else state.model.config.n_layers - 1


def _stages(state: State, trace: Trace, position: int) -> tuple[LayerNorm, LayerNorm]:
    """The stages of the norm for one token: of its vector as it is, and as the dials change it."""
    learned, plain = weights(_norm(state)), read_by(trace, _layer(state), state[WHERE])[position]
    changed = (plain * state[FACTOR] + state[SHIFT]).astype(np.float32)
    read = norm_stages(plain, *learned)
    return read, read if np.array_equal(changed, plain) else norm_stages(changed, *learned)


@torch.inference_mode()
def difference_to_torch(stages: LayerNorm, norm: torch.nn.Module) -> float:
    """The largest difference between our stages and torch's own norm of the same vector."""
    return float(np.abs(norm(torch.tensor(stages.before)).numpy() - stages.after).max())


def of_stages(plain: LayerNorm, stages: LayerNorm) -> dict[str, list]:
    """Mean and deviation at each stage, and the largest difference from what it is without the dials.

    Of an RMSNorm the root mean square stands in the place of the deviation.
    """
    centred = stages.beta is not None
    kind = _KINDS[_kind(stages)]
    pairs = {
        "before": (plain.before, stages.before),
        "normalized": (plain.normalized, stages.normalized),
        kind.after: (plain.after, stages.after),
    }
    apart = [float(np.abs(now - as_it_is).max()) for as_it_is, now in pairs.values()]
    exact = [now.astype(np.float64) for _, now in pairs.values()]
    means = [values.mean() for values in exact]
    return {
        "": list(pairs),
        "mean": [0.0 if abs(mean) < 5e-5 else float(mean) for mean in means],  # rounding may give 0 a sign
        kind.spread: [float(np.sqrt(np.square(x - m * centred).mean())) for x, m in zip(exact, means, strict=True)],
        "changed by the dials": [_apart(values) for values in apart],
    }


def checked(stages: LayerNorm, apart: float) -> str:
    """Whether torch's own norm gives the same, from the largest difference."""
    name = "rms_norm" if stages.beta is None else "layer_norm"
    same = words.only_rounding(apart, float(np.abs(stages.after).max()))
    verdict = f"✓ torch’s own {name} gives the same" if same else f"✗ torch’s own {name} gives something else"
    return f"{verdict}: largest difference {words.number(apart)}"
