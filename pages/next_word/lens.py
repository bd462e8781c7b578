"""Logit lens: what each layer would say for the next token if it were the last, and the last row taken apart."""

import numpy as np

from headlight.formulas import prediction
from headlight.pages.next_word import logits
from headlight.parts import dials, tokens, vocabulary
from headlight.parts.nouns import Dial, Key, Model, OneOf, State, Switch, decimal, said, view
from headlight.pictures import Cell, Labels, Screen, Style
from transformer import LanguageModel, Trace
from transformer.bundled.affine_lens import affine_lens
from transformer.ranking import largest
from transformer.readings.across_layers import MOST, flow, gradient_shares, rollout
from transformer.readings.effects import rank_correlation
from transformer.readings.lens import logit_lens, ranks
from transformer.softmax import softmax

_TOP = 5
_LEAST = 0.005  # probability that is written
_ROWS = 9  # of layers that one screen has room for
ABOUT = "A fitted map says what can be read there, not what the model uses."
FITTED = Dial(
    "one_of",
    Key("lens_reading", OneOf(("as it is", "by a fitted map")), "how the lens reads the stream after a layer"),
    "Read each layer",
    "as it is",
    when=lambda state: isinstance(state.model, LanguageModel),
    help="As it is: the stream goes straight into the last norm and W_U. By a fitted map: one linear step first brings "
    "it near the last layer.",
)
WITHOUT_ITSELF = Dial(
    "toggle",
    Key("without_itself", Switch(), "the lens leaves out the token's own embedding"),
    "Leave out the token’s own embedding",
    False,
    when=lambda state: state.model.config.tied and state[FITTED] == "as it is",
    help="This model’s W_U is its W_E, so a stream that still holds a token’s embedding names that token. "
    "Subtracting the embedding shows what the layers themselves have written.",
)
FLOW = Dial(
    "toggle",
    Key("flow", Switch(), "the flow through the weights of all layers is worked out"),
    "Attention flow too",
    False,
    "deeper",
    help=f"The largest flow through the weights of all layers. It takes a moment: up to {MOST} tokens.",
)


@view(
    box=dials.sentence(),
    dials=[dials.TOKEN, FITTED, WITHOUT_ITSELF, logits.CANDIDATE, FLOW],
    needs=("next words",),
    code={"lens": "how sure each layer would be", "logits": "one logit of the last row"},
)
def lens(state: State, screen: Screen) -> None:
    """Draw the lens of one token after each layer, and how the model's own answer rises through the layers."""
    model, trace = state.model, state.trace()
    position = dials.token(state, trace)
    tokens.chips(screen, state, trace, strong=(position,), on_place=dials.choose_token)
    probabilities, rank, answer = _read(state, trace, position)
    n_layers = model.config.n_layers
    names = ["input", *(f"layer {layer + 1}" for layer in range(n_layers))]
    stride = -(-n_layers // _ROWS)
    listed = sorted({0, *range(n_layers, 0, -stride)})  # the last layer is the answer itself
    grid, rising = screen.columns(62, 38, least=(440, 260))
    with grid.headed(
        f"What each layer would say after position {position}",
        "Framed: the model’s own answer. In which layer is it first?"
        + (f" Of {n_layers} layers one in {stride}; the curve has all." if stride > 1 else ""),
    ):
        screen.word_grid(
            [_row(model, probabilities[depth], answer) for depth in listed],
            names=[names[depth] for depth in listed],
            columns=["says first", "second", "third", "fourth", "fifth"],
            quantities=["probability"] * _TOP,
            says=said(
                "The model’s answer “**{answer}**” has rank {ranks}, {way}.",
                answer=vocabulary.shown(model, answer),
                ranks=", ".join(f"{rank[depth]:,}" for depth in listed),
                way="in these rows, from the top down" if stride > 1 else "from the input to the last layer",
            ),
            alt="The most likely next tokens when each layer's residual is read by the last norm and the unembedding.",
            key="lens_words",
        )
    with rising.headed("The answer, layer by layer", "Its probability, if each layer were the last."):
        screen.curves(
            _curves(state, trace, position, probabilities, answer),
            axes=("layers passed", "probability"),
            y_range=(0.0, 1.0),
            at=float(n_layers),
            height=275,
            alt="Probability of the model's answer if the stream were read after each layer.",
            key="lens_curve",
            quantity="probability",
        )
        if _maps(state) is not None:
            screen.note(ABOUT)


@lens.deeper
def arithmetic(state: State, screen: Screen) -> None:
    """A logit of the last row as a dot product, and the answer's probability and rank after each layer, as numbers."""
    trace = state.trace()
    position = dials.token(state, trace)
    logits.show(screen, state, trace, position)
    probabilities, rank, answer = _read(state, trace, position)
    fitted, without_itself = state[FITTED] == "by a fitted map", state[WITHOUT_ITSELF]
    shown = prediction.lens(probabilities[:, answer], rank, fitted=fitted, without_itself=without_itself)
    screen.formula(shown, key="lens_formula")
    _across_layers(screen, state, trace)


def _across_layers(screen: Screen, state: State, trace: Trace) -> None:
    """Which tokens the last one depends on: by the weights of all layers, and by the gradient of its answer."""
    patterns = trace.patterns.mean(axis=1)
    answer = int(trace.next_logits.argmax())
    shares = {"rollout": rollout(patterns)[-1, -1]}
    if state[FLOW] and len(trace.tokens) <= MOST:
        flows = flow(patterns, trace.last)
        shares["flow"] = flows / flows.sum()
    shares["gradient"] = gradient_shares(state.model, trace, answer)
    screen.heading(
        f"Through all layers: where “{vocabulary.shown(state.model, answer)}” comes from",
        "Shares of the tokens, each row sums to 1. Rollout adds up all ways through the weights, flow counts what "
        "their narrowest weights let through; both leave out values and FFNs, through which the gradient goes.",
    )
    screen.matrix(
        np.stack(list(shares.values())),
        Labels(rows=list(shares), columns=trace.words, noun="share"),
        style=Style(extent=max(float(values.max()) for values in shares.values())),
        alt="Shares of the tokens in the answer after the last one: by the weights of all layers and by the gradient.",
        key="across_layers",
    )
    if state[FLOW] and "flow" not in shares:
        screen.note(f"Flow is worked out for up to {MOST} tokens; this text has {len(trace.tokens)}.")
    if len(trace.tokens) > 2:
        gradient = shares.pop("gradient")
        agree = [f"{name} {decimal(rank_correlation(values, gradient))}" for name, values in shares.items()]
        screen.note(f"Rank correlation with the gradient: {', '.join(agree)}.")


def _maps(state: State) -> np.ndarray | None:
    """The fitted maps of the model; None where it has none."""
    return affine_lens(state.model.name) if isinstance(state.model, LanguageModel) else None


def _curves(state: State, trace: Trace, position: int, probabilities: np.ndarray, answer: int) -> dict[str, np.ndarray]:
    """The answer's probability after each layer, read as it is chosen, and in the other way where there is one."""
    maps, shown = _maps(state), probabilities[:, answer]
    if maps is None:
        return {"probability of the answer": shown}
    fitted = state[FITTED] == "by a fitted map"
    other = logit_lens(state.model.transformer, trace, position, maps=None if fitted else maps)
    curves = {state[FITTED]: shown, "as it is" if fitted else "by a fitted map": softmax(other)[:, answer]}
    return {name: curves[name] for name in ("as it is", "by a fitted map")}


def _read(state: State, trace: Trace, position: int) -> tuple[np.ndarray, np.ndarray, int]:
    """Read every layer by the lens, the input first: [layer, vocab], the rank of the model's answer in each, its id."""
    maps = _maps(state) if state[FITTED] == "by a fitted map" else None
    read = logit_lens(state.model.transformer, trace, position, without_itself=state[WITHOUT_ITSELF], maps=maps)
    answer = int(trace.logits_of(trace.final[position]).argmax())  # of one row: the vocabulary is wide
    return softmax(read), ranks(read, answer), answer


def _row(model: Model, probabilities: np.ndarray, answer: int) -> list[Cell]:
    """The likeliest tokens of one layer, the model's own answer framed."""
    ids = largest(probabilities, _TOP)
    return [
        Cell(
            vocabulary.shown(model, int(id)),
            f"{share:.2f}" if share >= _LEAST else "",
            share,
            bool(id == answer),
            number=share,
        )
        for id, share in zip(ids, probabilities[ids].tolist(), strict=True)
    ]
