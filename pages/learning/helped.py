"""No step yet: the gradient of the loss with respect to each score of a head, and one look moved."""

from dataclasses import replace
from typing import NamedTuple

import numpy as np

from headlight.formulas import softmax as softmax_formulas
from headlight.parts import dials, live_check, orientation, stages, tokens, vocabulary, words
from headlight.parts.nouns import Dial, Key, OneOf, Says, State, said
from headlight.pictures import Screen, Style
from headlight.pictures.decimals import percent
from headlight.reading import reader
from transformer import LanguageModel, Trace
from transformer.ranking import largest, peak
from transformer.readings.score_gradients import ScoreGradients, every_word, score_gradients, with_score_moved

InLayer = tuple[int, int, int]  # [head, query, key] of a layer
NOTHING_ASKED = "One token has no next token to guess, so no loss: type a second one, or ask about the next word."
_MOVES = (-4.0, -1.0, 1.0, 4.0)  # of a score; measured beside the tangent
_CANDIDATES = 12
_IN_A_NAT = 1000  # the gradients of one sentence are small numbers, so they are drawn in thousandths
LOSS_OF = Dial(
    "one_of",
    Key("loss_of", OneOf(("every word", "one word", "the next word")), "whose loss is differentiated"),
    "Loss of which words",
    "every word",
    help="The loss is −ln of the probability of the word that should come. Every word: the mean over your "
    "sentence. One word: choose it by its chip. The next word: one that the model finds likely.",
)
CANDIDATE = replace(dials.CANDIDATE, when=lambda state: state[LOSS_OF] == "the next word")


def _answers(state: State, trace: Trace) -> dict[int, int]:
    """The places whose next token is asked for, and its id; none where the sentence is too short."""
    if state[LOSS_OF] == "the next word":
        return {trace.last: int(largest(trace.next_logits, _CANDIDATES)[state[CANDIDATE] - 1])}
    words_of_all = every_word(trace)
    if state[LOSS_OF] == "every word" or not words_of_all:
        return words_of_all
    position = max(1, dials.position(state[dials.TOKEN], len(trace.tokens)))
    return {position - 1: words_of_all[position - 1]}


class Found(NamedTuple):
    """The gradients of all scores of a layer, the cell that is taken apart, and what was asked."""

    answers: dict[int, int]
    gradients: ScoreGradients
    cell: InLayer


def _found(state: State, trace: Trace) -> Found | None:
    if not (answers := _answers(state, trace)):
        return None
    layer, head = state[dials.HEAD]
    gradients = score_gradients(reader.bundled().transformer, trace, layer, answers)
    return Found(answers, gradients, (head, *cell_of(gradients.scores[head], state[dials.CELL])))


def show(screen: Screen, state: State) -> None:
    """Draw the gradients of a head's scores, and one score moved; a click chooses the cell, a chip the word."""
    trace, (layer, head) = state.trace(), state[dials.HEAD]
    asked = _found(state, trace)
    predicted = tuple(position + 1 for position in asked.answers if position < trace.last) if asked else ()
    tokens.chips(screen, state, trace, strong=predicted, on_place=choose_word)
    if not asked:
        return screen.note(NOTHING_ASKED)
    presented = tokens.compact(state)
    left, right = screen.columns(*((50, 50) if presented else (58, 42)), least=(300, 260))
    with left.headed(
        "Where would more attention have helped?",
        "The gradient of the loss by each score, in thousandths. Orange: more attention there lowers the loss.",
    ):
        stages.square(
            screen,
            state,
            asked.gradients.scores[head] * _IN_A_NAT,
            trace.words,
            noun="gradient, thousandths",
            style=Style(decimals=1, scale="diverging"),
            hidden=words.hidden(trace.layers[layer], head),
            selected=asked.cell[1:],
            on_cell=dials.choose_cell,
            alt=f"Gradient of the loss with respect to the scores of layer {layer + 1}, head {head + 1}",
            key="score_gradients",
        )
    with right.headed("Does the slope hold?", "Dots: the score is moved and the loss measured. Line: the gradient."):
        slopes = _one_look(screen, reader.bundled(), trace, layer, asked)
        if not presented:  # under a story's card a slide has no room for both
            screen.note(checked(*slopes))


def show_pattern(screen: Screen, state: State) -> None:
    """Draw the pattern of the head, with the cell framed that is taken apart."""
    trace, (layer, head) = state.trace(), state[dials.HEAD]
    asked = _found(state, trace)
    screen.heading(f"Attention of layer {layer + 1}, head {head + 1}", "The chosen cell is framed.")
    stages.picture(screen, state, trace, layer, head, "pattern", cell=asked.cell[1:] if asked else (0, 0))


def arithmetic(screen: Screen, state: State) -> None:
    """The gradient of one score from the gradients of the weights of its row."""
    trace, layer = state.trace(), state[dials.HEAD].layer
    if not (asked := _found(state, trace)):
        return
    gradients, cell = asked.gradients, asked.cell
    head, query, key = cell
    screen.heading(
        "From weights to a score",
        "A score’s gradient is its weight times how far that weight’s gradient is from the average of its row. "
        "Softmax takes from other keys what it gives to one.",
    )
    screen.formula(
        softmax_formulas.gradient_of_score(
            trace.layers[layer].pattern[head, query], gradients.pattern[head, query], key, trace.config.d_head
        ),
        key="gradient_formula",
    )
    screen.note(f"So each {orientation.line(state)} of the gradients sums to 0.")
    screen.note(live_check.in_words(state, trace, layer))


def choose_word(position: int) -> dict[str, str | int]:
    """The keys that asking about the loss of one word, by its place, sets."""
    return {"loss_of": "one word", "token": max(1, position)}


def cell_of(gradients: np.ndarray, positions: tuple[int | None, int | None]) -> tuple[int, int]:
    """The cell [query, key] that is chosen; where nothing is, the look that would have helped most."""
    last = len(gradients) - 1
    rows, columns = (slice(None) if position is None else [min(position, last)] for position in positions)
    tried = np.full_like(gradients, -np.inf)
    tried[rows, columns] = -gradients[rows, columns]
    query, key = peak(tried)
    return query, key


def _one_look(screen: Screen, model: LanguageModel, trace: Trace, layer: int, asked: Found) -> tuple[float, float]:
    """Draw the loss while one score is moved, and what that means; return its gradient and the slope measured."""
    gradient, loss = float(asked.gradients.scores[asked.cell]), asked.gradients.loss
    measured = with_score_moved(model.transformer, trace, layer, asked.cell, _MOVES, asked.answers)
    screen.sentence(_look_sentence(model, trace, layer, asked, gradient), key="look")
    if gradient:
        over = np.array([*_MOVES[:2], 0.0, *_MOVES[2:]])
        screen.curves(
            {
                "measured": np.array([*measured[:2], loss, *measured[2:]]),
                "what the gradient says": loss + gradient * over,
            },
            over=over,
            points=("measured",),
            at=0.0,
            axes=("score moved by", "loss, nats"),
            height=200,
            alt="The loss when one score is moved, measured, and the straight line of its gradient.",
            key="one_look",
            quantity="loss",
        )
    return gradient, float(measured[2] - measured[1]) / 2


def _look_sentence(model: LanguageModel, trace: Trace, layer: int, asked: Found, gradient: float) -> Says:
    """The number of the chosen cell taken apart in a sentence."""
    head, query, key = asked.cell
    masked, weight = trace.layers[layer].masked[head, query], trace.layers[layer].pattern[head, query, key]
    places = {"looking": f"{trace.words[query]} ({query})", "at": f"{trace.words[key]} ({key})", "weight": weight}
    nothing = "whatever the score, the weight is {weight:.0f}, so nothing moves."
    if np.isneginf(masked[key]):
        return said("**{looking}** may not attend to **{at}**: " + nothing, **places)
    if (~np.isneginf(masked)).sum() == 1:
        return said("**{looking}** has nothing else to attend to: " + nothing, **places)
    first, *others = asked.answers.values()
    loss = "the sentence" if others else f"“{vocabulary.shown(model, first)}”"
    begin = "**{looking}** gives **{at}** **{share}** of its attention. "
    places["share"] = percent(weight)
    if gradient == 0:
        return said(begin + "The gradient is 0: the loss of {loss} does not feel it.", **places, loss=loss)
    effect, was = ("lower", "helped") if gradient < 0 else ("raise", "hurt")
    return said(
        begin + "Raising this score by 1 would **{does} the loss of {loss} by {nats} nats**: more attention here "
        "**would have {was}.**",
        **places,
        does=effect,
        loss=loss,
        nats=words.number(abs(gradient), 2),
        was=was,
    )


def checked(gradient: float, measured: float) -> str:
    """Whether the gradient agrees with the slope between two measurements, the score moved by -1 and by +1.

    A loss is exact to some millionths of a nat, and between these two it is bent by up to a few hundredths.
    """
    agrees = abs(measured - gradient) <= 0.03 * abs(gradient) + 5e-6
    slope, line = (words.number(value, 3) for value in (measured, gradient))
    numbers = f"the slope measured between −1 and +1 is {slope}, the gradient {line}"
    return f"✓ checked: {numbers}." if agrees else f"✗ {numbers}: these should agree. Please report the sentence."
