"""The picture of each stop of the path, drawn by the model once the reader has guessed, and the answer worked out."""

from collections.abc import Callable, Mapping

import numpy as np

from headlight.formulas import attention, prediction, vectors
from headlight.formulas.softmax import softmax_table
from headlight.frame import stages, tokens, vocabulary
from headlight.pictures.bars import bars
from headlight.pictures.board import Board
from headlight.pictures.curves import curves
from headlight.pictures.formula import formula
from headlight.pictures.merge_steps import merge_steps
from headlight.pictures.paths import paths as network
from headlight.pictures.strips import strips
from headlight.pictures.table import table
from headlight.views.path.first_path import BANKS, COLD, FACTOR, HEAD, HIKING, NUMBERS, banks
from headlight.views.tokens import merges
from transformer import Intervention, LanguageModel
from transformer.experiments.paths import Kind, paths
from transformer.similarity import cosines, nearest, unit
from transformer.softmax import softmax

_COUNT = 6  # bars of a picture
_STEPS = 5  # merges of it


def _pieces(screen: Board, model: LanguageModel) -> None:
    (steps,) = model.tokenizer.merge_steps("prejudice")
    screen.heading("How it is cut", "Each row joins two neighbours that the tokenizer learned to join; the last stays.")
    merge_steps(
        merges.rows(steps)[-_STEPS:],
        alt="The last merges of the word.",
        key="stop_merges",
        says=merges.why_cut(steps, model.tokenizer),
    )
    tokens.chips(model.trace("prejudice"), key="stop_chips", large=True)


def _nearest(screen: Board, model: LanguageModel) -> None:
    rows = model.transformer.embedding.weight.numpy()
    king = model.tokenizer.encode("king")[0].id
    ids, found = nearest(unit(rows), [king], count=_COUNT)
    screen.heading("The rows nearest to “king”", f"By the cosine with each of {len(rows):,} rows.")
    labels = [vocabulary.shown(model, int(id)) for id in ids[0]]
    bars(found[0], labels=labels, alt="Cosines of the rows nearest to king.", key="stop_bars")
    formula(vectors.cosine(rows[king], rows[ids[0, 0]]), key="stop_formula")


def _same_word_twice(screen: Board, model: LanguageModel) -> None:
    trace = model.trace("bear bear")
    parts = {"embedded": trace.embedded, "+ position": trace.positions, "= sum": trace.layers[0].residual_in}
    screen.heading("The vectors of “bear bear”", "Compare the two rows of each strip: the first pair is the same.")
    alt = "Embedding, position and sum of both words."
    strips(parts, tokens=trace.words, alt=alt, key="stop_strips", height=104)
    apart = [float(np.linalg.norm(values[0] - values[1])) for values in parts.values()]
    table(
        {"vectors": list(parts), "how far the two are apart": apart},
        formats={"how far the two are apart": "{:.4f}"},
        alt="How far the two vectors are apart at each stage.",
        key="stop_table",
    )


def _bear_or_country(screen: Board, model: LanguageModel) -> None:
    layer, head = HEAD
    trace = model.trace("bear country")
    screen.heading("Which word looks at which", "Read the framed row: where “country” looks.")
    left, right = screen.columns(60, 40)  # side by side, so that the whole stop is seen at once
    with left:
        stages.picture(trace, layer, head, "pattern", selected=(1, 0))
    with right:
        formula(attention.weight_of(trace.layers[layer].masked[head, 1], 0), key="stop_formula")


def _looking_ahead(screen: Board, model: LanguageModel) -> None:
    layer, head = HEAD
    trace = model.trace("bear country")
    for stage, column in zip(("masked", "pattern"), screen.columns(1, 1), strict=True):
        with column:
            screen.heading(stage.capitalize(), stages.says(trace, stage))
            stages.picture(trace, layer, head, stage, selected=(0, 1))
    formula(attention.weight_of(trace.layers[layer].masked[head, 0], 1), key="stop_formula")


def _times_a_hundred(screen: Board, model: LanguageModel) -> None:
    for factor, column in zip((1, FACTOR), screen.columns(1, 1), strict=True):
        values = factor * NUMBERS
        with column:
            screen.heading(f"Times {factor}", "Each number to a power of e, divided by their sum.")
            labels = [f"{value:g}" for value in values]
            bars(softmax(values), labels=labels, alt=f"Softmax of the numbers times {factor}.", key=f"stop_{factor}")
            formula(softmax_table(values, softmax(values)), key=f"stop_formula_{factor}")


def _silenced(screen: Board, model: LanguageModel) -> None:
    usual = softmax(model.trace(HIKING).next_logits)
    without = softmax(model.trace(HIKING, Intervention(silenced=frozenset({HEAD}))).next_logits)
    layer, head = HEAD
    screen.heading("What comes next", f"Outlined: with all heads. Filled: without layer {layer + 1}, head {head + 1}.")
    _before_and_after(model, usual, without)


def _banks(screen: Board, model: LanguageModel) -> None:
    one, other = banks(model)
    found = np.array([cosines(a[None], b[None]).item() for a, b in zip(one, other, strict=True)])
    screen.heading(f"“bank” in “{BANKS[0]}” and “{BANKS[1]}”", "1: the two vectors point the same way.")
    curves(
        {"cosine of the two vectors": found},
        over=np.arange(len(found), dtype=float),
        x_title="after layer (0: embedding and position)",
        y_title="cosine",
        alt="The cosine of the two vectors of bank after each layer.",
        key="stop_curve",
        x_ticks=range(len(found)),
    )
    formula(vectors.cosine(one[-1], other[-1]), key="stop_formula")


def _colder(screen: Board, model: LanguageModel) -> None:
    logits = model.trace(HIKING).next_logits
    usual, cold = softmax(logits), softmax(logits, COLD)
    screen.heading("What comes next", f"Outlined: temperature 1. Filled: temperature {COLD}.")
    _before_and_after(model, usual, cold)
    formula(prediction.probability_of_likeliest(logits, cold, cold, COLD), key="stop_formula")


def _path_length(screen: Board, model: LanguageModel) -> None:
    words = model.trace(HIKING).words
    last = len(words) - 1
    kinds: Mapping[Kind, tuple[str, str]] = {
        "RNN": ("Recurrent network", "states"),
        "self-attention": ("Self-attention", "layer 1"),
    }
    for kind, (title, level) in kinds.items():
        way = paths(kind, len(words), 0, last, window=2)
        arrows = "1 arrow" if way.length == 1 else f"{way.length} arrows"
        screen.heading(f"{title}: {arrows}", f"Lit: the way from “{words[0]}” to the state at “{words[last]}”.")
        network(
            words,
            levels=[level],
            edges=way.edges,
            lit=way.path,
            shares=[0.0] * len(words),
            notes=[""] * len(words),
            alt=f"{title}: {arrows} from the first word to the state at the last.",
            key=f"stop_{level.split()[0]}",
        )


def _before_and_after(model: LanguageModel, before: np.ndarray, after: np.ndarray) -> None:
    order = vocabulary.likeliest_of_two(before, after, _COUNT)
    labels = [vocabulary.shown(model, int(id)) for id in order]
    alt = "The likeliest next tokens, before and after."
    bars(after[order], before=before[order], labels=labels, alt=alt, key="stop_bars")


PICTURES: Mapping[str, Callable[[Board, LanguageModel], None]] = {
    "pieces": _pieces,
    "nearest": _nearest,
    "same_word_twice": _same_word_twice,
    "bear_or_country": _bear_or_country,
    "looking_ahead": _looking_ahead,
    "times_a_hundred": _times_a_hundred,
    "silenced": _silenced,
    "banks": _banks,
    "colder": _colder,
    "path_length": _path_length,
}
