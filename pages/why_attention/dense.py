"""Dense layer and attention over one sentence: a fan of weights that stays, and one that follows the words."""

import math

import numpy as np

from headlight.formulas import attention
from headlight.pages.why_attention import additive
from headlight.pages.why_attention.additive import sentences
from headlight.parts import dials, hero, live_check, stages
from headlight.parts.nouns import Button, Pressed, State, cached, view
from headlight.pictures import Extras, Screen, Words
from headlight.reading import reader
from headlight.state import doors
from transformer import LanguageModel, Trace
from transformer.experiments import mixing
from transformer.ranking import peak
from transformer.words import between_words, words_of

MOST = 16  # positions that the dense layer has: every sentence it is fitted on is longer
_FIRST = 5  # the position whose fan is open at first, in any sentence: in the example it attends to another word
_OTHER = "A small child gave the old man a warm apple"


def cell_of(state: State, trace: Trace) -> tuple[int, int]:
    """The chosen cell; at first its query is at one position, whatever is typed, so that the fixed fan stays."""
    layer, head = state[dials.HEAD]
    return dials.cell_of(trace.layers[layer].pattern[head], state[dials.CELL], empty=_FIRST)


@view(
    box=dials.sentence(),
    dials=[
        *(dials.HEAD, dials.CELL, dials.ORIENTATION),
        Button(
            "another_sentence",
            "Another sentence",
            lambda state: Pressed({"text": reader.EXAMPLE if state.text == _OTHER else _OTHER}),
        ),
    ],
    alone="it is compared with networks of its size",
    code={"dense": "a row of the dense layer", "additive": "the scores of the first attention"},
)
def dense(state: State, screen: Screen) -> None:
    """The ribbons of one word twice: by fixed weights, which stay as it is typed, and by the head, which follow."""
    trace, (layer, head) = state.trace(), state[dials.HEAD]
    query, _ = cell_of(state, trace)
    fixed, made = _mixer(reader.bundled(), layer, head), trace.layers[layer].pattern[head]
    screen.heading("Dense layer: its fan stays", "Fixed weights belong to positions. Type, or take another sentence.")
    _ribbons(screen, trace, fixed, query, "fixed", "weight")
    screen.heading("Attention: its fan follows", "Attention weights are made from your words.")
    _ribbons(screen, trace, made, query, "made", "attention")


def _ribbons(screen: Screen, trace: Trace, pattern: np.ndarray, query: int, key: str, noun: str) -> None:
    """The words of the sentence with the ribbons of one of them; where a pattern ends before, it has none."""
    size, sentence = min(len(pattern), len(trace.tokens)), words_of(trace.text, trace.tokens)
    whole = np.zeros((len(trace.tokens), len(trace.tokens)), dtype=np.float32)
    whole[:size, :size] = pattern[:size, :size]
    screen.looks(
        between_words(whole[None, None], sentence),
        Words([hero.written(word, trace.text) for word in sentence], hero.chosen(sentence, query), (0, 0), noun=noun),
        extras=Extras(low=True, edits=None),
        about="",
        alt=f"The ribbons of a word by its {noun}.",
        key=key,
        on_choice=lambda choice: {"query": sentence[choice[1]].tokens[-1]} if choice[0] == "word" else {},
    )


@dense.more
def more(state: State, screen: Screen) -> None:
    """Draw both as matrices, say what becomes of texts of other lengths, and score by a small network instead."""
    trace, (layer, head) = state.trace(), state[dials.HEAD]
    cell = cell_of(state, trace)
    left, right = screen.columns(1, 1, least=(280, 280))
    with left.headed("Dense layer", f"A dense layer keeps {MOST} × {MOST} weights, one for each pair of positions."):
        stages.square(
            screen,
            state,
            _mixer(reader.bundled(), layer, head),
            [str(index) for index in range(MOST)],
            noun="fixed weight",
            alt="The fixed weights over any sentence",
            key="matrix_of_fixed",
            selected=cell if max(cell) < MOST else None,
            on_cell=dials.choose_cell,
        )
    with right.headed("Attention", "Your words make it. Compare the framed cell."):
        stages.picture(screen, state, trace, layer, head, "pattern", selected=cell, on_cell=dials.choose_cell)
    screen.note(length_text(len(trace.tokens)))
    additive.show(screen, trace, layer, head, cell[0])


@dense.deeper
def arithmetic(state: State, screen: Screen) -> None:
    """Draw both mixtures of the same values, the chosen cell as a formula, and which heads could be a dense layer."""
    trace, (layer, head) = state.trace(), state[dials.HEAD]
    cell, fixed, of_layer = cell_of(state, trace), _mixer(reader.bundled(), layer, head), trace.layers[layer]
    covered = min(len(trace.tokens), MOST)
    values, context = (getattr(of_layer, stage)[head, :covered] for stage in ("values", "context"))
    mixed = fixed[:covered, :covered] @ values
    screen.heading("The same values, mixed by both", "The last strip shows what fixed weights miss.")
    screen.strips(
        {"values": values, "attention": context, "dense layer": mixed, "difference": context - mixed},
        tokens=trace.words[:covered],
        height=110,
        alt="Values, what attention and the dense layer make of them, and the difference.",
        key="contexts",
        shows={
            "values": doors.shows(state, trace, "value", layer, head),
            "attention": doors.shows(state, trace, "context", layer, head),
        },
    )
    screen.note(missed_text(mixing.unexplained(fixed, values, context), covered))
    screen.formula(
        attention.dense_and_attention(
            *cell, float(fixed[cell]) if max(cell) < MOST else None, of_layer.masked[head, cell[0]]
        ),
        key="weights_formula",
    )
    additive.formulas(screen, trace, layer, head, cell)
    _map_of_heads(screen, layer, head)
    screen.note(live_check.in_words(state, trace, layer))


def _map_of_heads(screen: Screen, layer: int, head: int) -> None:
    """Draw how much of each head the best fixed weights miss; a click chooses a head."""
    model = reader.bundled()
    missed = _by_head(model)
    easy, hard = peak(-missed), peak(missed)
    map_, _ = screen.columns(1, 1)
    with map_.headed(
        "Which heads could be a dense layer?",
        "How much do fixed weights miss? 0: only positions matter. 1: only words do. Choose one.",
    ):
        screen.matrix_of_heads(
            missed,
            noun="missed",
            alt="How much of each head's context the best fixed weights miss: a row for each layer.",
            key="dense_heads",
            selected=(layer, head),
            on_cell=dials.choose_head,
        )
        screen.note(
            f"Layer {easy[0] + 1}, head {easy[1] + 1} is nearly a dense layer: fixed weights miss "
            f"{missed[easy]:.1%}. Layer {hard[0] + 1}, head {hard[1] + 1} depends most on the words: "
            f"{missed[hard]:.1%}. Fitted on {math.ceil(len(sentences()) / 2)} sentences, measured on "
            f"{len(sentences()) // 2} others."
        )


@cached
def _heads(model: LanguageModel) -> mixing.HeadsOnTexts:
    return mixing.heads_on(model, sentences(), MOST)


@cached
def _by_head(model: LanguageModel) -> np.ndarray:
    return mixing.unexplained_by_head(_heads(model))


@cached
def _mixer(model: LanguageModel, layer: int, head: int) -> np.ndarray:
    """The mean of this head's patterns on the sentences: a matrix [query, key] that is the same for every text."""
    return mixing.mean_mixer(_heads(model).pattern[layer, head])


def missed_text(share: float, covered: int) -> str:
    """How much of the head's context the fixed weights miss."""
    if covered == 1:
        return "The first token attends to itself alone, and any layer can do that."
    return f"Fixed weights miss {share:.0%} of its squared length over positions 1 to {covered - 1}."


def length_text(n_tokens: int) -> str:
    """Say what becomes of a text of another length than the dense layer was built for."""
    if n_tokens > MOST:
        return f"The dense layer ends at position {MOST - 1}, your text at {n_tokens - 1}. Attention takes any length."
    return f"Your text uses {n_tokens} of the dense layer’s {MOST} rows. Attention takes any length."
