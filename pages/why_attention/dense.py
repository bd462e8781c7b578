"""Dense layer and attention: the same weights for every input, against weights made by the input, on two sentences."""

import math
from typing import NamedTuple

import numpy as np

from headlight.formulas import attention
from headlight.pages.why_attention import additive
from headlight.pages.why_attention.additive import sentences
from headlight.parts import dials, hero, live_check, stages, tokens, words
from headlight.parts.nouns import SENTENCE, Dial, Key, Number, OneOf, State, Text, cached, count, view
from headlight.pictures import Extras, Listeners, Screen, Style, Words
from headlight.reading import reader
from headlight.state import opening
from headlight.state.state import any_text
from transformer import LanguageModel, Trace
from transformer.experiments import mixing
from transformer.ranking import peak
from transformer.readings.whole_words import between_words
from transformer.words import words_of

KINDS = ("least squares", "mean pattern")  # how the fixed weights are found; written in the address as they are
MOST = 16  # positions that the dense layer can have: every sentence it is fitted on is longer
_OTHER = "A small child gave the old man a warm apple"
OTHER_TEXT = Dial(
    "text",
    Key("other_text", Text(SENTENCE), "the other sentence for the dense layer"),
    "Another sentence",
    _OTHER,
    "above",
    placeholder="Type another sentence",
    reads=any_text,
    help="A second sentence for the same head and the same fixed weights.",
)
MIXER = Dial(
    "one_of",
    Key("mixer", OneOf(KINDS), "how its fixed weights are found"),
    "Fixed weights",
    KINDS[0],
    "deeper",
    help="Least squares: the fixed weights that come nearest to what the head does on 64 sentences, solved "
    "exactly. Mean pattern: the mean of the head's patterns on them.",
)
BUILT_FOR = Dial(
    "slider",
    Key("built_for", Number(4, MOST), "positions that it is built for"),
    "Number of positions",
    12,
    "deeper",
    width=220,
    help="A dense layer over positions has a row and a column for each; the number is fixed when it is built.",
)


class Sides(NamedTuple):
    """Both sentences, and the fixed mixing that is tried on them."""

    first: Trace
    second: Trace
    mixer: np.ndarray  # [query, key]


def _sides(state: State) -> tuple[Sides, tuple[int, int]]:
    """Both sentences with the fixed weights for the chosen head, and the chosen cell."""
    (layer, head), built_for = state[dials.HEAD], state[BUILT_FOR]
    first, second = state.trace(), state.trace(text=state[OTHER_TEXT])
    last_shared = min(len(first.tokens), len(second.tokens), built_for) - 1  # the last position that all have
    pattern = first.layers[layer].pattern[head]
    telling = int(
        np.tril(pattern, -1)[: last_shared + 1, 1:].max(-1, initial=0).argmax()
    )  # it attends most to another word
    cell = dials.cell_of(pattern, state[dials.CELL], empty=telling)
    mixer = _mixer(reader.bundled(), layer, head, state[MIXER])[:built_for, :built_for]
    return Sides(first, second, mixer), cell


@view(
    box=dials.sentence(),
    dials=[dials.HEAD, dials.CELL, dials.ORIENTATION, OTHER_TEXT, MIXER, BUILT_FOR],
    alone="it is compared with networks of its size",
    code={"dense": "a row of the dense layer", "additive": "the scores of the first attention"},
)
def dense(state: State, screen: Screen) -> None:
    """Ribbons over both sentences: twice those of one fixed matrix, and those that the head makes of each."""
    (layer, head), (sides, (query, _)) = state[dials.HEAD], _sides(state)
    fixed = _mixer(reader.bundled(), layer, head, "mean pattern")[: state[BUILT_FOR], : state[BUILT_FOR]]
    attention_patterns = [trace.layers[layer].pattern[head] for trace in sides[:2]]
    rows = [("fixed", "Dense layer", [fixed, fixed]), ("made", "Attention", attention_patterns)]
    for key, title, patterns in rows:
        screen.heading(title, "")
        for name, trace, pattern in screen.beside(list(zip(("first", "second"), sides[:2], patterns, strict=True))):
            _ribbons(screen, trace, pattern, query, f"{key}_{name}", title)
    if not tokens.compact(state):  # a slide has room for the four pictures alone
        screen.note(f"{apart_text(*attention_patterns)} {live_check.in_words(state, sides.first, layer)}")


def _ribbons(screen: Screen, trace: Trace, pattern: np.ndarray, query: int, key: str, title: str) -> None:
    """The words of a sentence with the ribbons of one of them; where a pattern ends before, it has none."""
    size, sentence = min(len(pattern), len(trace.tokens)), words_of(trace.text, trace.tokens)
    whole = np.zeros((len(trace.tokens), len(trace.tokens)), dtype=np.float32)
    whole[:size, :size] = pattern[:size, :size]
    chosen = hero.chosen(sentence, query)
    screen.looks(
        between_words(whole[None, None], sentence),
        Words(
            [hero.written(word, trace.text) for word in sentence],
            chosen,
            (0, 0),
            noun="weight" if title == "Dense layer" else "attention",
        ),
        extras=Extras(compact=True, edits=None),
        about="",
        alt=f"{title}: the ribbons of a word over the {key.partition('_')[2]} sentence.",
        key=key,
        on_choice=lambda choice: {"query": sentence[choice[1]].tokens[-1]} if choice[0] == "word" else {},
    )


@dense.more
def more(state: State, screen: Screen) -> None:
    """Draw both as matrices, the fixed one as it is found, and say what becomes of texts of other lengths."""
    (layer, head), (sides, cell) = state[dials.HEAD], _sides(state)
    size = len(sides.mixer)
    dense, *attentions = screen.columns(1, 1, 1, least=(280, 280, 280))
    with dense.headed("Dense layer", f"{size} × {size} fixed weights are kept, one for each pair of positions."):
        stages.square(
            screen,
            state,
            sides.mixer,
            [str(index) for index in range(size)],
            noun="fixed weight",
            alt="The fixed weights over either sentence",
            key="fixed",
            style=Style(scale="diverging", extent=1.0),
            selected=cell if max(cell) < size else None,
            listeners=Listeners(cell=dials.choose_cell),
        )
    for column, name, trace in zip(attentions, ("first", "second"), sides[:2], strict=True):
        with column.headed(f"Attention: the {name} sentence", "Made from the words. Compare the framed cell."):
            stages.picture(
                screen,
                state,
                trace,
                layer,
                head,
                "pattern",
                alt=f"The head's weights over the {name} sentence",
                key=f"{name}_pattern",
                selected=cell if max(cell) < len(trace.tokens) else None,
                listeners=Listeners(cell=dials.choose_cell),
            )
    first, second = (len(trace.tokens) for trace in sides[:2])
    screen.note(
        f"{length_text(size, first, 'first')} {length_text(size, second, 'second')} "
        "Attention takes any length: its matrices work on one token at a time, and softmax on any number of scores."
    )
    additive.show(screen, sides.first, layer, head, min(cell[0], first - 1))


def apart_text(one: np.ndarray, other: np.ndarray) -> str:
    """How far two patterns are apart where both sentences have positions; fixed weights are the same there."""
    common = min(len(one), len(other))
    apart = float(np.abs(one[:common, :common] - other[:common, :common]).max())
    return (
        f"Between the sentences, attention weights differ by up to {apart:.0%} over {count(common, 'position')}; fixed "
        "ones by 0."
    )


@dense.deeper
def arithmetic(state: State, screen: Screen) -> None:
    """Draw both mixtures of the same values, the chosen cell as a formula, and which heads could be a dense layer."""
    (layer, head), (sides, cell) = state[dials.HEAD], _sides(state)
    screen.heading(
        "What does each make of the same values?",
        "Each row is a token's mixture of values. The last strip has no colour where the fixed weights do as well.",
    )
    for name, trace in screen.beside((("first", sides.first), ("second", sides.second))):
        covered = min(len(trace.tokens), len(sides.mixer))
        values, context = (getattr(trace.layers[layer], stage)[head, :covered] for stage in ("values", "context"))
        mixed = sides.mixer[:covered, :covered] @ values
        screen.strips(
            {"values": values, "attention": context, "dense layer": mixed, "difference": context - mixed},
            tokens=trace.words[:covered],
            height=110,
            alt=f"Values of the {name} sentence, what attention and the dense layer make of them, and the "
            "difference: a row for each token, a column for each dimension.",
            key=f"{name}_contexts",
            shows={
                "values": opening.shows(state, trace, "value", layer, head),
                "attention": opening.shows(state, trace, "context", layer, head),
            },
        )
        screen.note(missed_text(mixing.unexplained(sides.mixer, values, context), covered))
    _parameters(screen, sides.first)
    screen.note("The same position in both sentences. The fixed weight was there before; the others come from it.")
    size, first = len(sides.mixer), sides.first.layers[layer].pattern[head]
    one_weight, one_number = screen.columns(42, 58)
    with one_weight:
        fixed = float(sides.mixer[cell]) if max(cell) < size else None
        rows = (
            trace.layers[layer].masked[head, cell[0]] if max(cell) < len(trace.tokens) else None for trace in sides[:2]
        )
        screen.formula(attention.dense_and_attention(*cell, fixed, *rows), key="weights_formula")
    query = cell[0]
    if query < min(size, len(first)):
        values = sides.first.layers[layer].values[head, : query + 1]
        dimension = int(np.abs(sides.first.layers[layer].context[head, query]).argmax())
        with one_number:
            mixtures = attention.mixtures(
                query, sides.mixer[query, : query + 1], first[query, : query + 1], values[:, dimension], dimension
            )
            screen.formula(mixtures, key="mixtures_formula")
            screen.note(
                f"Dimension {dimension} of what position {query} of the first sentence receives. The same values "
                "are mixed by its own weights w or by the fixed ones m."
            )
    if max(cell) < len(sides.first.tokens):
        additive.formulas(screen, sides.first, layer, head, cell)
    _map_of_heads(state, screen, layer, head)


def _map_of_heads(state: State, screen: Screen, layer: int, head: int) -> None:
    """Draw how much of each head the best fixed weights miss; a click chooses a head."""
    model = reader.bundled()
    missed = _by_head(model)
    easy, hard = peak(-missed), peak(missed)
    map_, _ = screen.columns(1, 1)
    with map_.headed(
        "Which heads could be a dense layer?",
        "For every head the best fixed weights were computed. The number is what they miss of what it brings "
        "back. 0: only positions matter. 1: only the words do. Choose a head to see it above. Framed: "
        f"{words.head_title(model, layer, head)}.",
    ):
        screen.matrix_of_heads(
            missed,
            noun="missed",
            alt="How much of each head's context the best fixed weights miss: a row for each layer.",
            key="dense_heads",
            selected=(layer, head),
            listeners=Listeners(cell=dials.choose_head),
        )
        screen.note(
            f"Layer {easy[0] + 1}, head {easy[1] + 1} is nearly a dense layer: fixed weights miss "
            f"{missed[easy]:.1%}. Layer {hard[0] + 1}, head {hard[1] + 1} depends most on the words: they miss "
            f"{missed[hard]:.1%}. Fitted on {math.ceil(len(sentences()) / 2)} sentences, measured on "
            f"{len(sentences()) // 2} others, {MOST} tokens each."
        )


@cached
def _heads(model: LanguageModel) -> mixing.HeadsOnTexts:
    return mixing.heads_on(model, sentences(), MOST)


@cached
def _by_head(model: LanguageModel) -> np.ndarray:
    return mixing.unexplained_by_head(_heads(model))


@cached
def _mixer(model: LanguageModel, layer: int, head: int, kind: str) -> np.ndarray:
    """The fixed mixing [query, key] for this head. Its rows see no later position, so fewer are a corner of more."""
    heads = _heads(model)
    if kind == "mean pattern":
        return mixing.mean_mixer(heads.pattern[layer, head])
    return mixing.least_squares_mixer(heads.values[layer, head], heads.context[layer, head])


def missed_text(share: float, covered: int) -> str:
    """How much of the head's context the fixed weights miss."""
    if covered == 1:
        return "The first token sees itself alone: its context is its value, and any layer can do that."
    return (
        f"Over positions 1 to {covered - 1} the fixed weights miss {share:.1%} of what this head brings back. "
        "That is the squared length of the difference over that of attention."
    )


def length_text(built_for: int, n_tokens: int, name: str) -> str:
    """Say what becomes of a text of another length than the dense layer was built for."""
    if n_tokens > built_for:
        beyond = f" {built_for}" if n_tokens == built_for + 1 else f"s {built_for} to {n_tokens - 1}"
        return (
            f"The {name} sentence has {n_tokens} tokens and the dense layer {built_for} positions: for "
            f"position{beyond} it has no weights, and no training on shorter texts could give it any."
        )
    if n_tokens < built_for:
        return f"The {name} sentence has {n_tokens} tokens: {built_for - n_tokens} of the layer's rows stay unused."
    return f"The {name} sentence fills the dense layer exactly: {n_tokens} tokens."


def _parameters(screen: Screen, trace: Trace) -> None:
    """How many weights each kind of layer learns, at this length and others."""
    config, n_tokens = trace.config, len(trace.tokens)
    lengths = np.unique(np.append(np.geomspace(1, 2048, 67).round(), n_tokens))
    counted = [mixing.parameters(int(length), config.d_model, config.n_heads) for length in lengths]
    names = {
        "dense": "dense layer over the whole text",
        "mixing": "mixing positions, per head",
        "attention": "attention",
    }
    left, right = screen.columns(54, 46)
    with left.headed("What must each learn?", "Count the parameters as the text gets longer: which line stays level?"):
        screen.curves(
            {label: np.array([count[name] for count in counted], dtype=float) for name, label in names.items()},
            over=lengths,
            axes=("tokens in a text", "parameters to learn"),
            alt=f"Parameters to learn in each layer against the length of the text; now {n_tokens} tokens.",
            key="parameters",
            at=float(n_tokens),
            logarithmic="xy",
        )
    with right.headed(f"At {count(n_tokens, 'token')}", "There are n tokens of d numbers each, and h heads."):
        d_model, n_heads = config.d_model, config.n_heads
        counts = mixing.parameters(n_tokens, d_model, n_heads)
        screen.note(f"Dense layer over the whole text: (n · d)² = ({n_tokens} · {d_model})² = {counts['dense']:,}")
        screen.note(f"Mixing positions, per head: h · n² = {n_heads} · {n_tokens}² = {counts['mixing']:,}")
        screen.note(f"Attention: 4 · d² = 4 · {d_model}² = {counts['attention']:,}")
        screen.note(
            f"The {n_heads} patterns of {n_tokens} × {n_tokens} weights that attention uses here are no parameters: "
            "the sentence makes them, and the next sentence makes others."
        )
