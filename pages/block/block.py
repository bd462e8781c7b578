"""The residual stream: what each layer adds to a token, what it would say then, its FFN, norm and connections."""

import math
from collections.abc import Sequence

import numpy as np

from headlight.formulas import block as block_formulas
from headlight.formulas import prediction
from headlight.pages.block import norm, units
from headlight.parts import dials, tokens, vocabulary
from headlight.parts.nouns import BUNDLED, Comparison, Dial, Key, Model, OneOf, Says, State, Switch, decimal, said, view
from headlight.pictures import Labels, Screen, Square, Style
from transformer import Edit, Intervention, LanguageModel, Trace
from transformer.bundled.affine_lens import affine_lens
from transformer.intervention import Sublayer
from transformer.ranking import largest, peak
from transformer.readings.feed_forward import added_to
from transformer.readings.lens import has_direct_path, logit_lens, ranks
from transformer.readings.residual import fed_forward, likeness, stream
from transformer.softmax import softmax

_ROWS = 24  # of sublayers that one screen has room for
_SAID = 3  # words that each floor would say
_FLOORS = 6  # layers of which each has a row on one screen
_GIANT = 5  # times as long as all others
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
        "block": "how long the stream gets",
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
        return _one(screen, state, trace, position)
    if state[AROUND] != "nothing" or state[LAYER_OFF]:
        return _without(screen, state, trace, position)
    floors, beside = screen.columns(62, 38, least=(440, 260))
    with floors:
        _floors(screen, state, trace, position)
    with beside.headed(
        f"Which units of FFN {state[LAYER] + 1} raise “{_answer(state, trace, position)}”?",
        "Each is named by the words it fires on. Click one to cut it.",
    ):
        units.show(screen, state, trace, units.fired(trace, state[LAYER], position))


@block.more
def more(state: State, screen: Screen) -> None:
    """How long the stream is, how alike its tokens get without connections, and the norm before the layer's FFN."""
    trace, layer = state.trace(), state[LAYER]
    position = dials.token(state, trace)
    one_token, all_tokens = screen.columns(50, 50)
    if has_direct_path(trace.plan):
        with one_token:
            _one(screen, state, trace, position)
    with all_tokens:
        if state[AROUND] == "nothing":
            _all(screen, trace, layer, position)
        elif len(trace.tokens) > 1:
            _alike(screen, trace, state.trace(_change(state)))
    if norm.shown(trace.plan):
        norm.show(screen, state, trace, layer, position)


@block.deeper
def arithmetic(state: State, screen: Screen) -> None:
    """Work out the lens, the length of a sum, a number of the norm and a unit of the FFN."""
    trace, layer = state.trace(), state[LAYER]
    position = dials.token(state, trace)
    if has_direct_path(trace.plan):
        lens, rank, answer = _read(state, trace, position)
        fitted, without_itself = state[FITTED] == "by a fitted map", state[WITHOUT_ITSELF]
        worked = prediction.lens(lens[:, answer], rank, fitted=fitted, without_itself=without_itself)
        screen.heading("What would each layer say?", "A fitted map says what can be read there, not what is used.")
        screen.formula(worked, key="lens_formula")
    screen.heading(
        f"What does layer {layer + 1} do to this token’s vector x?",
        "Adding a vector at a right angle (cosine 0) changes the direction more than the length.",
    )
    whole, *sublayers = screen.columns(34, 33, 33, least=(340, 270, 270))
    plan, measured = trace.plan, stream(trace)
    with whole:
        name, places = "LN" if plan.norm == "layer" else "RMSNorm", (plan.norms_before, plan.norms_added)
        formula = block_formulas.block(name, before=places[0], added=places[1], parallel=plan.parallel)
        screen.formula(formula, key="block_formula")
    for column, name, step in zip(sublayers, ("attended", "FFN"), (2 * layer, 2 * layer + 1), strict=True):
        with column:
            parts = (measured.lengths, measured.added, measured.cosines)
            lengths = (float(values[step, position]) for values in parts)
            screen.formula(block_formulas.length_of_sum(name, *lengths), key=f"length_{name}")
    if norm.shown(plan):
        norm.arithmetic(screen, state, trace, layer, position)
    if has_direct_path(plan):
        units.arithmetic(screen, state, trace, units.fired(trace, layer, position))


def _answer(state: State, trace: Trace, position: int) -> str:
    return vocabulary.shown(state.model, int(trace.logits_of(trace.final[position]).argmax()))


def _read(state: State, trace: Trace, position: int) -> tuple[np.ndarray, np.ndarray, int]:
    """Read every layer by the lens, the input first: [state, vocab], the rank of the model's answer in each, its id."""
    fitted = isinstance(state.model, LanguageModel) and state[FITTED] == "by a fitted map"
    maps = affine_lens(state.model.name) if fitted else None
    read = logit_lens(state.model.transformer, trace, position, without_itself=state[WITHOUT_ITSELF], maps=maps)
    answer = int(trace.logits_of(trace.final[position]).argmax())  # of one row: the vocabulary is wide
    return softmax(read), ranks(read, answer), answer


def _said_after(model: Model, chances: np.ndarray, answer: int, count: int = _SAID) -> list[Square]:
    """The most likely tokens of one layer, the model's own answer framed."""
    ids = largest(chances, count)
    return [
        Square(vocabulary.shown(model, int(id)), f"{share:.0%}" if share >= 0.005 else "", share, bool(id == answer))
        for id, share in zip(ids, chances[ids].tolist(), strict=True)
    ]


def _listed(n_layers: int) -> tuple[list[int], str]:
    """The layers that have a row, of many some, and what is said of that."""
    stride = math.ceil(n_layers / _FLOORS)
    said_of_some = f" Of {n_layers} layers one in {stride}." if stride > 1 else ""
    return sorted(range(n_layers - 1, -1, -stride)), said_of_some  # the last layer is the answer itself


def _floors(screen: Screen, state: State, trace: Trace, position: int) -> None:
    """A row for each layer: what each sublayer adds to the answer, and what the stream would say after both."""
    model = state.model
    chances, _, answer = _read(state, trace, position)
    listed, some = _listed(trace.config.n_layers)
    vectors = [(trace.layers[layer].attended[position], fed_forward(trace, layer)[position]) for layer in listed]
    added = added_to(model.transformer, trace, position, np.array(vectors), answer)
    furthest = max(float(np.abs(added).max()), 1e-9)

    def on_answer(amount: float) -> Square:
        return Square(decimal(amount, "+.1f"), "", amount / furthest, number=amount)

    word = vocabulary.shown(model, answer)
    screen.heading(
        f"How does “{trace.words[position]}” come to say “{word}”?",
        f"Blue raises “{word}”, orange lowers it. In which layer does “{word}” come in?{some}",
    )
    screen.word_grid(
        [
            [*map(on_answer, amounts), *_said_after(model, chances[layer + 1], answer)]
            for layer, amounts in zip(listed, added.tolist(), strict=True)
        ],
        names=[f"layer {layer + 1}" for layer in listed],
        columns=["attention adds", "FFN adds", "it would now say", "second", "third"],
        quantities=["signed", "signed", *["probability"] * _SAID],
        alt=f"What attention and FFN of each layer add to the logit of “{word}”, and the words that the stream would "
        "say after the layer.",
        key="floors",
    )


def _change(state: State) -> Intervention:
    """Around which sublayers the stream is cut, in every layer; or that one layer adds nothing."""
    if state[AROUND] == "nothing":
        return Intervention(edits=(Edit("attended", state[LAYER]), Edit("ffn", state[LAYER])))
    layers = range(state.model.config.n_layers)
    return Intervention(residual_off=frozenset((layer, part) for layer in layers for part in _AROUND[state[AROUND]]))


def _without(screen: Screen, state: State, trace: Trace, position: int) -> None:
    """Draw the words that each layer would say as trained and after the change, and what comes next then."""
    compared, model = Comparison(state, trace, state.trace(_change(state))), state.model
    (kept, _, answer), (lost, _, _) = (_read(state, run, position) for run in (trace, compared.after))
    listed, some = _listed(trace.config.n_layers)
    one, number = state[AROUND] == "nothing", state[LAYER] + 1
    does = f"Layer {number} adds zero: what came into it goes on" if one else "The outputs replace the stream"
    floors, beside = screen.columns(62, 38, least=(440, 260))
    with floors.headed(
        f"What would “{trace.words[position]}” say after each layer?",
        f"{does}. Does “{vocabulary.shown(model, answer)}” survive?{some}",
    ):
        screen.word_grid(
            [
                [*_said_after(model, kept[layer + 1], answer, 1), *_said_after(model, lost[layer + 1], answer)]
                for layer in listed
            ],
            names=[f"layer {layer + 1}" for layer in listed],
            columns=["as trained", "switched off", "second", "third"],
            quantities=["probability"] * (1 + _SAID),
            alt="The words that the stream would say after each layer, as trained and after the change.",
            key="floors",
        )
    with beside.headed("What comes next?", "Dashed bars show the model as trained."):
        change = f"without {f'layer {number}' if one else 'the residual connections'}, outlined as they were with it"
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


def _all(screen: Screen, trace: Trace, layer: int, position: int) -> None:
    """The length of every token's stream, after each sublayer or of a deep model after each layer."""
    lengths, n_layers = stream(trace).lengths, trace.config.n_layers
    rows = ["in", *(f"{number} {part}" for number in range(1, n_layers + 1) for part in ("attention", "FFN"))]
    selected, unit = 2 * layer + 2, "sublayer"
    if 2 * n_layers > _ROWS:
        lengths, rows = lengths[::2], ["in", *(str(number) for number in range(1, n_layers + 1))]
        selected, unit = layer + 1, "layer"
    ends = colour_ends(lengths)
    screen.heading("The stream of every token", f"The length grows. Compare the start (in) and each {unit}.")
    screen.matrix(
        lengths,
        Labels(rows=rows, columns=trace.words, noun="length"),
        style=Style(extent=ends, decimals=1),
        selected=(selected, position),
        alt=f"Lengths of the residual stream: a row for each {unit}, a column for each token.",
        key="stream_lengths",
    )
    if ends < lengths.max():
        screen.note(giant(lengths, trace.words, 2 if unit == "sublayer" else 1))


def colour_ends(lengths: np.ndarray) -> float:
    """The length that has the deepest colour: the largest, unless one token's is far beyond those of all others."""
    longest = np.sort(lengths.max(axis=0))[::-1]
    return float(longest[1] if len(longest) > 1 and longest[0] > _GIANT * longest[1] else longest[0])


def giant(lengths: np.ndarray, words: Sequence[str], each: int) -> str:
    """Which token's vector is so long that the colours end before it; lengths are [state, pos], `each` layer has one or
    two states.
    """
    step, position = peak(lengths)
    where_long = f"in layer {math.ceil(step / each)}" if step else "as it enters"
    return (
        f"“{words[position]}” at position {position} is {lengths[step, position]:,.0f} long {where_long}, the others "
        f"{colour_ends(lengths):,.0f} at most: there the colours end."
    )
