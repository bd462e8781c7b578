"""The residual stream: what each layer adds to a token, what it would say then, its FFN, norm and connections."""

import math

import numpy as np

from headlight.formulas import prediction
from headlight.pages.block import norm, units
from headlight.parts import dials, tokens, vocabulary
from headlight.parts.nouns import BUNDLED, Comparison, Dial, Key, OneOf, Says, State, Switch, said, view
from headlight.pictures import Screen, Storey
from transformer import UNCHANGED, Edit, Intervention, LanguageModel, Trace
from transformer.bundled.affine_lens import affine_lens
from transformer.intervention import Sublayer
from transformer.readings.feed_forward import added_to
from transformer.readings.lens import has_direct_path, logit_lens, ranks
from transformer.readings.residual import fed_forward, likeness, stream
from transformer.softmax import softmax

_FLOORS = 6  # layers of which each has a row on one screen
_AROUND: dict[str, tuple[Sublayer, ...]] = {
    "nothing": (),
    "attention": ("attention",),
    "FFN": ("ffn",),
    "both": ("attention", "ffn"),
}
LAYER = dials.layer(first=dials.BRINGS.layer, place="above")  # the last, after which an FFN speaks to the answer alone
AROUND = Dial(
    "one_of",
    Key("off_around", OneOf(tuple(_AROUND)), "sublayers without their residual connection"),
    "Residual connections off around",
    "nothing",
    "below",
    when=lambda state: state.model_name == BUNDLED,
    help="What the sublayer computes then replaces the stream, instead of being added to it, in every layer.",
)
LAYER_OFF = Dial(
    "toggle",
    Key("layer_off", Switch(), "attention and FFN of the layer add zero"),
    "Switch this layer off",
    False,
    "below",
    when=lambda state: state.model_name == BUNDLED and state[AROUND] == "nothing",
    help="Attention and FFN of the layer add zero, so the next layer gets the vectors that came into this one.",
)
FITTED = Dial(
    "one_of",
    Key("lens_reading", OneOf(("as it is", "by a fitted map")), "how the lens reads the stream after a layer"),
    "Read each layer",
    "as it is",
    "deeper",
    when=lambda state: isinstance(state.model, LanguageModel),
    help="As it is: the stream goes straight into the last norm and W_U. By a fitted map: one linear step first brings "
    "it near the last layer.",
)
WITHOUT_ITSELF = Dial(
    "toggle",
    Key("without_itself", Switch(), "the lens leaves out the token's own embedding"),
    "Leave out the token’s own embedding",
    False,
    "deeper",
    when=lambda state: state.model.config.tied and state[FITTED] == "as it is",
    help="This model’s W_U is its W_E, so a stream that still holds a token’s embedding names that token. "
    "Subtracting the embedding shows what the layers themselves have written.",
)


@view(
    box=dials.sentence(),
    late=dials.ON_CHIPS,
    dials=[LAYER, AROUND, LAYER_OFF, dials.TOKEN, units.CUT, FITTED, WITHOUT_ITSELF, norm.FACTOR],
    needs=("a stream",),
    code={
        "lens": "how sure each layer would be",
        "feed_forward": "the hidden units that fire most",
        "layer_norm": "what the norm makes of a longer vector",
    },
)
def block(state: State, screen: Screen) -> None:
    """Floor by floor, what a token would say, and beside it the units of one FFN or what comes without connections."""
    trace = state.trace()
    position = dials.token(state, trace)
    tokens.chips(screen, state, trace, strong=(position,), on_place=dials.choose_token)
    if not has_direct_path(trace.plan):
        _one(screen, state, trace, position)
    elif (after := _drawn(state)) is not trace:
        return _without(screen, state, Comparison(state, trace, after), position)
    else:
        floors, beside = screen.columns(62, 38, least=(440, 260))
        with floors:
            _floors(screen, state, trace, position)
        with beside.headed(
            f"Which units of FFN {state[LAYER] + 1} raise “{_answer(state, trace, position)}”?",
            "Click a unit to cut it.",
        ):
            units.show(screen, state, trace, units.fired(trace, state[LAYER], position))


@block.more
def more(state: State, screen: Screen) -> None:
    """Draw what leaves the norm, and how long the stream is or how alike all tokens get without connections."""
    trace = state.trace()
    position = dials.token(state, trace)
    if state[AROUND] != "nothing" and len(trace.tokens) > 1:
        _alike(screen, trace, state.trace(_change(state)))
    elif has_direct_path(trace.plan):
        _one(screen, state, trace, position)
    if norm.FACTOR.when(state):
        norm.show(screen, state, trace, state[LAYER], position)


@block.deeper
def arithmetic(state: State, screen: Screen) -> None:
    """Work out the lens, a number of the norm and a unit of the FFN."""
    trace, layer = state.trace(), state[LAYER]
    position = dials.token(state, trace)
    if has_direct_path(trace.plan):
        lens, rank, answer = _read(state, _drawn(state), position)
        fitted, without_itself = state[FITTED] == "by a fitted map", state[WITHOUT_ITSELF]
        worked = prediction.lens(lens[:, answer], rank, fitted=fitted, without_itself=without_itself)
        screen.heading("What would each layer say?", "A fitted map says what can be read there, not what is used.")
        screen.formula(worked, key="lens_formula")
    if norm.shown(trace.plan):
        norm.arithmetic(screen, state, trace, layer, position)
    if has_direct_path(trace.plan):
        units.arithmetic(screen, state, trace, units.fired(trace, layer, position))


def _answer(state: State, trace: Trace, position: int) -> str:
    return vocabulary.shown(state.model, int(trace.logits_of(trace.final[position]).argmax()))


def _read(state: State, trace: Trace, position: int) -> tuple[np.ndarray, np.ndarray, int]:
    """Read every layer by the lens, the input first: [state, vocab], the rank of the trained answer in each, its id."""
    fitted = isinstance(state.model, LanguageModel) and state[FITTED] == "by a fitted map"
    maps = affine_lens(state.model.name) if fitted else None
    read = logit_lens(state.model.transformer, trace, position, without_itself=state[WITHOUT_ITSELF], maps=maps)
    trained = state.trace()
    answer = int(trained.logits_of(trained.final[position]).argmax())  # of one row: the vocabulary is wide
    return softmax(read), ranks(read, answer), answer


def _listed(n_layers: int) -> tuple[list[int], str]:
    """The layers that have a row, of many some, and what is said of that."""
    stride = math.ceil(n_layers / _FLOORS)
    said_of_some = f" One in {stride} of the {n_layers} layers is shown." if stride > 1 else ""
    return sorted(range(n_layers - 1, -1, -stride)), said_of_some  # the last layer is the answer itself


def _floors(screen: Screen, state: State, trace: Trace, position: int, after: Trace | None = None) -> None:
    """A floor for each layer: what its sublayers add to the answer, how likely that is then, and what it would say.

    With a pass `after` a change what that says instead, and how likely the answer was before.
    """
    model = state.model
    chances, _, answer = _read(state, trace, position)
    now = chances if after is None else _read(state, after, position)[0]
    listed, some = _listed(trace.config.n_layers)
    vectors = [(trace.layers[layer].attended[position], fed_forward(trace, layer)[position]) for layer in listed]
    amounts = added_to(model.transformer, trace, position, np.array(vectors), answer).tolist()
    word = vocabulary.shown(model, answer)
    storeys = [
        Storey(
            f"layer {layer + 1}",
            list(zip(("attention", "FFN"), amounts[place], strict=True)) if after is None else (),
            float(now[layer + 1, answer]),
            _light(now[layer + 1], answer),
            vocabulary.shown(model, int(now[layer + 1].argmax())),
            float(now[layer + 1].max()),
            None if after is None else float(chances[layer + 1, answer]),
        )
        for place, layer in enumerate(listed)
    ]
    hint = f"“{word}” is more likely where a layer is brighter."
    screen.heading(
        f"How does “{trace.words[position]}” come to say “{word}”?", f"{hint if after is None else _does(state)}{some}"
    )
    screen.floors(
        storeys,
        word=word,
        chosen=listed.index(state[LAYER]) if state[LAYER] in listed else None,
        alt=f"The layers from the first, below, to the last: how likely “{word}” is after each, and what it would say.",
        key="floors",
        rises=not state.items,
        on_floor=lambda place: {"layer": listed[place] + 1},
    )


def _light(chances: np.ndarray, answer: int) -> float:
    """How bright a token is: 0 where it is no likelier than by a blind guess, 1 where it is certain."""
    return max(0.0, 1 + math.log(max(float(chances[answer]), 1e-12)) / math.log(len(chances)))


def _does(state: State) -> str:
    """Say what was changed about the stream."""
    if state[AROUND] == "nothing":
        return f"Layer {state[LAYER] + 1} adds zero: what came into it goes on."
    return "The outputs replace the stream. Does the answer survive?"


def _drawn(state: State) -> Trace:
    """The pass whose floors are drawn: as trained, or after a change."""
    return state.trace(_change(state) if state[AROUND] != "nothing" or state[LAYER_OFF] else UNCHANGED)


def _change(state: State) -> Intervention:
    """Around which sublayers the stream is cut, in every layer; or that one layer adds nothing."""
    if state[AROUND] == "nothing":
        return Intervention(edits=(Edit("attended", state[LAYER]), Edit("ffn", state[LAYER])))
    layers = range(state.model.config.n_layers)
    return Intervention(residual_off=frozenset((layer, part) for layer in layers for part in _AROUND[state[AROUND]]))


def _without(screen: Screen, state: State, compared: Comparison, position: int) -> None:
    """Draw the words that each layer would say as trained and after the change, and what comes next then."""
    floors, beside = screen.columns(62, 38, least=(440, 260))
    with floors:
        _floors(screen, state, compared.before, position, compared.after)
    with beside.headed("What comes next?", "Dashed bars show the model as trained."):
        one = state[AROUND] == "nothing"
        part = f"layer {state[LAYER] + 1}" if one else "the residual connections"
        change = f"without {part}, outlined as they were with it"
        compared.next_words(screen, change, count=6, says=_losses(compared))


def _losses(compared: Comparison) -> Says:
    """The loss of the sentence with the connections, without, and of a blind guess; nothing for a single token."""
    if not compared.losses:
        return []
    with_them, without = compared.losses
    return said(
        "Loss of the sentence: **{with_them:.2f}** → **{without:.2f}** nats per token; a blind guess: {blind:.2f}.",
        with_them=with_them,
        without=without,
        blind=math.log(compared.before.config.vocab_size),
    )


def _alike(screen: Screen, before: Trace, after: Trace) -> None:
    """How alike the tokens are after each sublayer, with the connections and without."""
    trained, cut = likeness(before), likeness(after)
    screen.heading("Why do all words become one?", "Mean cosine of two tokens. At 1 nothing tells them apart.")
    screen.curves(
        {"as trained": trained, "switched off": cut},
        over=np.arange(len(trained)) / 2,
        axes=("layer (half steps: after attention)", "mean cosine"),
        y_range=(min(0.0, float(trained.min()), float(cut.min())), 1.0),
        at=(len(trained) - 1) / 2,
        dashed=("as trained",),
        height=330,
        alt="Mean cosine between the vectors of different tokens, with and without residual connections.",
        key="cut_off_likeness",
        quantity="cosine",
    )


def _one(screen: Screen, state: State, trace: Trace, position: int) -> None:
    """The length of one token's stream through the layers, and of what each sublayer adds to it."""
    measured = stream(trace)
    added = np.concatenate([[np.nan], measured.added[:, position]])
    odd = np.arange(len(added)) % 2 == 1
    screen.heading(
        f"How long is the vector of “{trace.words[position]}”?", "Dots: the length of each addition. Which add most?"
    )
    screen.curves(
        {
            "stream": measured.lengths[:, position],
            "added by attention": np.where(odd, added, np.nan),
            "added by FFN": np.where(odd, np.nan, added),
        },
        over=np.arange(len(added)) / 2,
        axes=("layer (half steps: after attention)", "length of the vector"),
        points=("added by attention", "added by FFN"),
        at=state[LAYER] + 1.0,
        y_range=(0.0, float(max(measured.lengths[:, position].max(), measured.added[:, position].max()))),
        height=330,
        alt="Length of the chosen token's residual stream after each sublayer, and of what each added.",
        key="stream_curves",
    )
