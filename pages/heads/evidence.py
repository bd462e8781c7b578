"""Roles as evidence: what every head does here, on held-out text and on random words, beside what chance would give."""

import re
from collections.abc import Mapping

import numpy as np
from jaxtyping import Float
from numpy import ndarray as Array

from headlight.parts import vocabulary
from headlight.parts.nouns import (
    BUNDLED,
    Button,
    Dial,
    Key,
    Model,
    Number,
    OneOf,
    Pressed,
    State,
    cached,
    chosen_in_picture,
)
from headlight.pictures import Screen, Style
from transformer import Head, OpenedModel, Trace
from transformer.ranking import largest
from transformer.readings.aims import AIMS, DISTANCE, ENTROPY, MEASURES, by_chance, measured
from transformer.roles import HEAD_ROLES

HERE, HELD_OUT, RANDOM = "this sentence", "held-out text", "random words, twice"
_ROLES = {role.aim: name for name, role in HEAD_ROLES.items() if role.aim}
_UNITS: Mapping[str, str] = {ENTROPY: "entropy in nats", DISTANCE: "mean distance in tokens"}
_EQUAL, _SHUFFLED = "attention spread evenly", "the head with its weights shuffled"
_WORDS, _TRIES = 12, 4000  # random words, each twice; draws until there are so many
MEASURE = Dial(
    "menu",
    Key("measure", OneOf(MEASURES), "what all heads are compared by"),
    "Compare all heads by",
    "the token before",
    "deeper",
    width=240,
    help="Chooses the habit that each head is scored for, such as attending to the token before.",
)
ON = Dial(
    "menu",
    Key("measured_on", OneOf((HERE, HELD_OUT, RANDOM)), "the text that they are compared on"),
    "Measured on",
    HERE,
    "deeper",
    width=240,
    help="One sentence can mislead. Held-out text shows the rule, random words show what needs no meaning.",
)
_SEED = chosen_in_picture(Key("random_words_seed", Number(0, 999), "these random words"), 0)
OTHER_WORDS = Button(
    "other_random_words",
    "Other random words",
    lambda state: Pressed({"random_words_seed": (state[_SEED] + 1) % 1000}),
    place="deeper",
    when=lambda state: state[ON] == RANDOM,
)
DIALS = (MEASURE, ON, _SEED, OTHER_WORDS)


def compared(state: State, trace: Trace) -> list[Float[Array, "layer head"]]:
    """Return the scores of all heads and by chance; nothing where that was not measured on the text."""
    measure, on, plan, roles = state[MEASURE], state[ON], trace.plan, state.model.roles
    if on == HELD_OUT:
        if measure not in _ROLES or not roles.scores(0, 0):
            return []
        measurements = [roles.scores(*head)[_ROLES[measure]] for head in np.ndindex(plan.n_layers, plan.n_heads)]
        grids = (np.array([measurement[part] for measurement in measurements]) for part in ("score", "baseline"))
        return [values.reshape(plan.n_layers, plan.n_heads) for values in grids]
    if on == RANDOM:
        trace = state.trace(text=random_words(state.model, state[_SEED]))
    return [measured(trace, measure), by_chance(trace, measure)]


@cached(most=8)
def random_words(model: Model, seed: int) -> str:
    """Twelve different words of the vocabulary, drawn at random, twice in the same order."""
    random, drawn = np.random.default_rng(seed), list[str]()
    for word in (" [a-z]{3,}", "[a-z]{3,}"):  # some vocabularies mark with ## what goes on, and no word with a space
        for _ in range(_TRIES):
            piece = vocabulary.text_of(model, int(random.integers(model.config.vocab_size)))
            if re.fullmatch(word, piece) and piece.strip() not in drawn:
                drawn.append(piece.strip())
            if len(drawn) == _WORDS:
                return " ".join(drawn * 2)
    return " ".join(drawn * 2)


def show(screen: Screen, state: State, trace: Trace) -> None:
    """All heads by one measure, as a grid and in order."""
    measure, on = state[MEASURE], state[ON]
    unit = _UNITS.get(measure, f"mean weight on {measure}")
    if not (measurements := compared(state, trace)):
        return screen.heading(f"All heads: {unit}", f"That was not measured on {on}. Choose another text or measure.")
    if on == RANDOM:
        screen.sentence([(random_words(state.model, state[_SEED]), False)], key="random_words", large=True)
    scores, chance = measurements
    order = largest(scores.ravel(), scores.size)
    heads = [Head(*divmod(number, scores.shape[1])) for number in order.tolist()]
    above = int((scores > 3 * chance).sum())
    grid, sorted_by = screen.columns(46, 54, least=(320, 360))
    with grid.headed(f"All heads: {unit}", "Choose a head to go to its layer."):
        screen.matrix_of_heads(
            scores,
            noun=unit,
            alt=f"Every head: {unit}. Layers down, heads across.",
            key="measured",
            style=Style(extent=1.0 if measure in AIMS else float(max(scores.max(), 1e-9))),
            on_cell=lambda cell: {"layer": cell[0] + 1},
        )
    with sorted_by:
        better = f"{above} of {scores.size} heads have over three times that." if measure in AIMS else ""
        grey = _SHUFFLED if on == HELD_OUT else _EQUAL
        screen.heading("In order, beside chance", f"Grey is {grey}. {better}".strip())
        screen.column_chart(
            {"by chance": chance.ravel()[order], unit: scores.ravel()[order]},
            labels=[head.label for head in heads],
            axes=("head, as layer.head", ("mean weight" if measure in AIMS else unit)),
            alt=f"All heads from the largest down: {unit}, each beside what chance gives.",
            key="distribution",
            quantity="attention" if measure in AIMS else "number",
        )


def evidence(model: Model, layer: int) -> dict[str, list[str]]:
    """A table, column by column: for each head of a layer its score and shuffled baseline in every role.

    Empty where nothing was measured.
    """
    heads = range(model.config.n_heads)
    if not model.roles.scores(layer, 0):
        return {}
    table = {"head": [Head(layer, head).label for head in heads]}
    for name, role in HEAD_ROLES.items():
        scores = [model.roles.scores(layer, head)[name] for head in heads]
        table[role.attends] = [f"{score['score']:.3f} / {score['baseline']:.3f}" for score in scores]
    return table


def in_a_table(screen: Screen, model: Model, layer: int) -> None:
    """The scores of one layer in every role, on held-out text, beside those with places shuffled."""
    title, text = "How did the heads get their names?", "unseen text"
    if not (table := evidence(model, layer)):
        return screen.heading(title, "The heads of this model have not been measured, so none has a name here.")
    if isinstance(model, OpenedModel):
        text = f"text that {BUNDLED} was not trained on (of {model.name} that is not known)"
    screen.heading(title, f"Mean weight on {text} / shuffled. A name needs the first well above the second.")
    alt = "Scores and shuffled baselines of the heads of the chosen layer."
    screen.table(table, formats=dict.fromkeys(list(table)[1:], ""), alt=alt, key="evidence")
