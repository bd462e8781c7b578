"""Training checkpoints: one language model at twelve times of its training, on the sentence typed, as a film."""

from itertools import chain
from typing import Any

import numpy as np

from headlight.pages.learning import growing
from headlight.pages.learning.growing import Life
from headlight.parts import dials, live_check, stages, tokens, vocabulary, words
from headlight.parts.nouns import Dial, Dials, Key, OneOf, State, chosen_in_picture, view
from headlight.pictures import Labels, Screen
from headlight.pictures.decimals import percent
from headlight.reading import reader
from headlight.reading.real_models import SENTENCE
from transformer import Head, LanguageModel, Trace
from transformer.experiments.minimal_pairs import share_right
from transformer.similarity import nearest
from transformer.words import words_of
from transformer.writing import with_token

FILM = 8  # seconds from noise to the last step
TELLING = "Once upon a"  # of few words is it seen so well how the model grows certain
_LISTED = 8  # nearest tokens
# Of the growing model, whose folder a test compares with these.
_SNAPSHOTS = 0, 20, 50, 100, 200, 350, 500, 800, 1100, 1400, 1700, 2000
_HEADS = tuple(f"{layer}.{head}" for layer in (1, 2) for head in range(1, 5))
STEP = Dial(
    "scale",
    Key("grown_step", OneOf(_SNAPSHOTS), "the step of training at which it is looked at"),
    "Steps of training",
    2000,
    "above",
    look={"plays": FILM},
    help="Left: random parameters. Right: all 2,000 steps.",
)


def _decides(state: State) -> str:
    """Name the head that brings, at the end of training, what the next word needs; none beside one that was chosen."""
    if state.get("grown_head") is not None:
        return ""
    head = dials.deciding(growing.at(_SNAPSHOTS[-1]), state.text)
    return head.label if head else _HEADS[0]


_HEAD = chosen_in_picture(Key("grown_head", OneOf(_HEADS), "its head, as layer.head"), _decides)
HEAD = Dials[Head]((_HEAD,), lambda state: Head.parse(state[_HEAD]))


def _choose_head(chosen: tuple[int, int]) -> dict[str, str]:
    return {"grown_head": Head(*chosen).label}


@view(box=dials.sentence(TELLING), dials=[STEP, HEAD, dials.TOKEN, dials.ORIENTATION])
def growing_up(state: State, screen: Screen) -> None:
    """Draw the sentence with what comes next as a film over all of the training, and the loss that falls meanwhile."""
    step, head, lived = state[STEP], state[HEAD], growing.life(state.text)
    model = growing.at(step)
    trace = model.trace(state.text)
    screen.about(trace.text, "growing")
    _film(screen, model, trace, lived, step, head, dials.token(state, trace))
    reader.say_if_cut(screen, trace)
    if tokens.compact(state):  # a slide, which the film fills
        return
    now = lived.losses[lived.steps.index(step)]
    if not np.isfinite(now):
        screen.note("One token has no loss: type a second one.")
        return
    screen.heading(
        f"The loss of your sentence is {now:.2f} after {step:,} steps", "Nats per token. A blind guess costs 9.01."
    )
    _over_training(
        screen,
        step,
        {"loss": lived.losses},
        title="nats per token",
        alt="The loss of the sentence",
        key="loss",
        quantity="loss",
        low=True,
    )


@growing_up.more
def more(state: State, screen: Screen) -> None:
    """Draw the nearest tokens of the chosen one, and what was measured of all snapshots."""
    step, trace = state[STEP], growing.at(state[STEP]).trace(state.text)
    screen.about(trace.text, "growing")
    position = dials.token(state, trace)
    near, held_out, abilities = screen.columns(26, 37, 37, least=(220, 280, 280))
    with near.headed(f"Nearest to “{trace.words[position]}”", "See which embeddings are nearest, by cosine."):
        ids, values = nearest(growing.nearness(step), [trace.tokens[position].id], _LISTED)
        screen.bars(
            values[0].clip(min=0).tolist(),
            labels=vocabulary.labels(growing.at(step), ids[0]),
            alt=f"The tokens whose embeddings are nearest to the chosen one after {step:,} steps.",
            key="grown_nearest",
            quantity="cosine",
        )
    with held_out:
        _held_out(screen, step)
    with abilities:
        _abilities(screen, step, state[HEAD])


@growing_up.live_model
def snapshot(state: State) -> tuple[LanguageModel, dict[str, Any]]:
    """The model as it was at this moment, with the sentence and the head."""
    layer, head = state[HEAD]
    return growing.at(state[STEP]), {"text": state.text, "layer": layer + 1, "head": head + 1}


@growing_up.deeper
def arithmetic(state: State, screen: Screen) -> None:
    """Every snapshot in a row, how much grammar each has right, and the pattern of the chosen head."""
    step, head, lived = state[STEP], state[HEAD], growing.life(state.text)
    trace, measured = growing.at(step).trace(state.text), growing.measured()
    screen.about(trace.text, "growing")
    screen.heading("Every snapshot", "See the most likely next word of your sentence at each, and its loss.")
    screen.table(
        {
            "step": [f"{step:,}" for step in lived.steps],
            "next word": [vocabulary.shown(growing.at(step), id) for id in lived.likeliest()],
            "its probability": lived.chances.max(axis=1).tolist(),
            "loss of the sentence": lived.losses.tolist(),
        },
        formats={"step": ""},
        numbers="{:.3f}",
        alt="Every snapshot, with what it makes of the sentence.",
        key="grown_table",
    )
    kinds = list(measured[0]["grammar"])
    left, right = screen.columns(1, 1)
    with left.headed(
        "Grammar, by kind",
        "The share of pairs in which the model prefers the right word of two; guessing gets one half.",
    ):
        screen.matrix(
            np.array([[share_right(entry["grammar"][kind]) for entry in measured.values()] for kind in kinds]),
            Labels(rows=kinds, columns=[f"{step:,}" for step in measured], noun="share right"),
            alt="The share of pairs with the grammar right, by kind and by step.",
            key="grown_grammar",
        )
    with right.headed(f"{head.title.capitalize()}, after {step:,} steps", "This is the exact pattern of that head."):
        stages.picture(screen, state, trace, *head, "pattern")
        screen.note(live_check.in_words(state, trace, head.layer))


def _film(
    screen: Screen, model: LanguageModel, trace: Trace, lived: Life, step: int, head: Head, position: int
) -> None:
    """Where the word of a token looks in a head, and what comes next, at each step; the slider of steps plays it."""
    text = trace.text
    sentence = words_of(text, trace.tokens)

    def choose(choice: tuple[str, Any]) -> dict[str, Any]:
        match choice:
            case "word", int(number):
                return {"token": sentence[number].tokens[-1]}
            case "head", [int(layer), int(number)]:
                return _choose_head((layer, number))
            case "next", int(number):
                longer = with_token(model, text, lived.following[number], max_chars=SENTENCE).text
                return {"text": longer, "token": None}
        return {}

    screen.film(
        lived.patterns,
        lived.chances,
        at=lived.steps.index(step),
        dial="grown_step",
        words=[word.as_typed(text) for word in sentence],
        chosen=next(number for number, word in enumerate(sentence) if position in word.tokens),
        head=head,
        names=words.roles(model),
        following=vocabulary.labels(model, lived.following),
        about=f"{words.head_title(model, *head, trace)}.",
        alt="The words of the sentence; one of them attends to others. Arrow keys choose another word.",
        key="film",
        on_choice=choose,
    )


def _held_out(screen: Screen, step: int) -> None:
    """Draw the loss on held-out text, given all words before or only one, and that of the log."""
    measured, logged = growing.measured(), growing.log()
    screen.heading("Text it never trained on", "Where the curves separate, it begins to use earlier words.")
    _over_training(
        screen,
        step,
        {
            "given all before": np.array([losses["whole"] for losses in measured.values()]),
            "given one word": np.array([losses["alone"] for losses in measured.values()]),
            "in training": np.array([logged[step].get("training_loss", np.nan) for step in measured]),
        },
        title="nats per token",
        alt="The loss on held-out text",
        key="log",
        quantity="loss",
        dashed=("given one word", "in training"),
    )


def _abilities(screen: Screen, step: int, head: Head) -> None:
    """Draw how much a head attends to the token before, and how much grammar is right."""
    measured = growing.measured()
    scores = {step: growing.at(step).roles.scores(*head)["previous_token"] for step in measured}
    screen.heading(
        f"Head {head.label}, and grammar",
        f"This head gives {percent(scores[step]['score'])} of its attention to the token before, on average.",
    )
    _over_training(
        screen,
        step,
        {
            "on the token before": np.array([score["score"] for score in scores.values()]),
            "shuffled": np.array([score["baseline"] for score in scores.values()]),
            "grammar": np.array(
                [share_right([*chain(*snapshot["grammar"].values())]) for snapshot in measured.values()]
            ),
        },
        title="share",
        alt=f"The weight of head {head.label} on the token before, and the share of pairs with grammar right",
        key="abilities",
        quantity="attention",
        dashed=("shuffled",),
        y_range=(0.0, 1.0),
    )


def _over_training(
    screen: Screen, step: int, named: dict[str, np.ndarray], *, title: str, alt: str, key: str, **look: Any
) -> None:
    """Draw curves over the steps of training, with the slider's step; one is added so that 0 has a logarithm."""
    screen.curves(
        named,
        over=np.array([*growing.measured()], dtype=np.float64) + 1,
        axes=("step + 1", title),
        alt=f"{alt}, over the steps of training.",
        key=f"grown_{key}",
        at=step + 1.0,
        logarithmic="x",
        x_ticks=(1, 10, 100, 1000),
        height=230,
        **look,
    )
