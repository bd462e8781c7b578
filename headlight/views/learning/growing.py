"""A language model while it grows up: its snapshots, what the sentence is to each of them, and what is drawn of it."""

import json
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from headlight.frame import live_check, orientation, vocabulary, words
from headlight.frame.address import SENTENCE
from headlight.frame.nouns import cached, readable
from headlight.frame.threads import one_core_each
from headlight.pictures import Board, bars, curves, film, head_grid, matrix, table
from transformer import LanguageModel, Trace
from transformer.bundled.folders import MODELS, read
from transformer.bundled.growing import NAME, GrowingModel, load_growing
from transformer.experiments.minimal_pairs import share_right
from transformer.head import Head
from transformer.ranking import largest
from transformer.readings.loss import sentence_loss
from transformer.readings.whole_words import between_words
from transformer.similarity import nearest, unit
from transformer.words import words_of
from transformer.writing import with_token

_LISTED, _FOLLOWING = 8, 5  # nearest tokens, and likeliest next ones at each step


@cached
def _growing() -> GrowingModel:
    one_core_each()
    return load_growing()


@cached
def _at(step: int) -> LanguageModel:
    """One of a dozen snapshots, 3 MB each, in memory once somebody has asked for it."""
    return _growing().at(step)


@cached
def _nearness(step: int) -> np.ndarray:
    """The rows of W_E of a snapshot, each of length one."""
    return unit(_at(step).transformer.embedding.weight.numpy())


@cached
def _log() -> list[dict]:
    return read(MODELS / NAME / "training.json", lambda path: json.loads(path.read_text("utf-8")))["log"]


def at(step: int) -> LanguageModel:
    """The model after so many steps. CannotShow where its folder cannot be read."""
    with readable("The growing model"):
        return _at(step)


def choose_head(chosen: tuple[int, int]) -> dict[str, str]:
    """What choosing a head, [layer, head] from 0, sets."""
    return {"grown_head": Head(*chosen).label}


@dataclass(frozen=True, eq=False)
class Life:
    """What a sentence is to every snapshot."""

    steps: tuple[int, ...]
    patterns: np.ndarray  # [step, layer, head, word, word], between whole words
    losses: np.ndarray  # [step], mean nats a token; NaN for a text of one token
    following: Sequence[int]  # the tokens that are among the likeliest next ones at some step
    chances: np.ndarray  # [step, following], their probabilities

    def likeliest(self) -> list[int]:
        """The likeliest next token at each step."""
        return [self.following[best] for best in self.chances.argmax(axis=1)]


@cached(most=4)
def _life(text: str) -> Life:
    steps = _growing().steps
    _log()  # which the pictures below need too
    traces = [_at(step).trace(text) for step in steps]
    found = words_of(traces[0].text, traces[0].tokens)
    patterns = np.stack([between_words(trace.patterns, found) for trace in traces])
    chances = np.stack([vocabulary.probabilities(trace) for trace in traces])
    following = list(dict.fromkeys(int(id) for each in chances for id in largest(each, _FOLLOWING)))
    lost = [sentence_loss(trace) if trace.last else np.nan for trace in traces]
    return Life(steps, patterns, np.array(lost), following, chances[:, following])


def life(text: str) -> Life:
    """The sentence in every snapshot. CannotShow where they cannot be read."""
    with readable("The growing model"):
        return _life(text)


def show_film(trace: Trace, lived: Life, step: int, head: Head, place: int) -> None:
    """Where the word of a token looks in a head, and what comes next, at each step; the slider of steps plays it."""
    model, found = _at(step), words_of(trace.text, trace.tokens)

    def choose(choice: tuple[str, Any]) -> dict[str, Any]:
        match choice:
            case "word", int(number):
                return {"token": found[number].tokens[-1]}
            case "head", [int(layer), int(number)]:
                return choose_head((layer, number))
            case "next", int(number):
                told = with_token(model, trace.text, lived.following[number], max_chars=SENTENCE).text
                return {"text": told, "token": None}
        return {}

    film(
        lived.patterns,
        lived.chances,
        at=lived.steps.index(step),
        dial="grown_step",
        words=[word.as_typed(trace.text) for word in found],
        chosen=next(number for number, word in enumerate(found) if place in word.tokens),
        head=head,
        names=words.roles(model),
        following=vocabulary.labels(model, lived.following),
        about=f"{words.head_title(model, *head, trace)}. {live_check.in_words(trace, head.layer)}",
        alt="The words of the sentence; one of them looks at others. Arrow keys choose another word.",
        key="film",
        on_choice=choose,
    )


def show_heads(screen: Board, trace: Trace, step: int, head: tuple[int, int]) -> None:
    """Every head of the snapshot on the sentence."""
    screen.heading(f"All heads, after {step:,} steps", "Rows are layers, columns are heads. Choose one.")
    head_grid(
        trace.patterns,
        hidden=words.hidden(trace.layers[0], 0),
        tokens=trace.words,
        selected=head,
        names=words.roles(_at(step)),
        key="grown_heads",
        on_head=choose_head,
        transposed=orientation.transposed(),
    )


def show_nearest(screen: Board, trace: Trace, step: int, place: int) -> None:
    """The tokens whose rows of W_E are nearest to that of one token of the sentence."""
    screen.heading(f"Nearest to “{trace.words[place]}”", "By the cosine of their rows of W_E.")
    ids, values = nearest(_nearness(step), [trace.tokens[place].id], _LISTED)
    bars(
        values[0].clip(min=0).tolist(),
        labels=vocabulary.labels(_at(step), ids[0]),
        alt=f"The tokens whose embeddings are nearest to the chosen one after {step} steps.",
        key="grown_nearest",
    )


def show_loss(screen: Board, lived: Life, step: int) -> None:
    """The loss of the sentence in every snapshot."""
    now = lived.losses[lived.steps.index(step)]
    screen.heading(
        "Your sentence",
        f"Its loss is {now:.2f} nats a token now. Guessing blindly costs 9.01."
        if np.isfinite(now)
        else "One token has no loss: type a second one.",
    )
    _over_training({"loss": lived.losses}, lived.steps, step, "nats a token", "The loss of the sentence", "grown_loss")


def show_log(screen: Board, step: int) -> None:
    """The loss on held-out text, given all that stands before a token or one token alone, and that of the log."""
    measured = _growing().measured
    log = {entry["step"]: entry for entry in _log()}
    screen.heading("Text it never trained on", "Where the curves separate, the model has begun to use earlier words.")
    _over_training(
        {
            "given all before": np.array([measured[each]["whole"] for each in measured]),
            "given one word": np.array([measured[each]["alone"] for each in measured]),
            "in training": np.array([log[each].get("training_loss", np.nan) for each in measured]),
        },
        tuple(measured),
        step,
        "nats a token",
        "The loss on held-out text",
        "grown_log",
        dashed=("given one word", "in training"),
    )


def show_abilities(screen: Board, step: int, head: Head) -> None:
    """How much the chosen head looks at the token before, beside a head that aims at nothing, and how much is right."""
    measured, (layer, number) = _growing().measured, head
    scores = {each: _at(each).roles.scores(layer, number)["previous_token"] for each in measured}
    screen.heading(
        f"Head {head.label}, and grammar",
        f"It puts {scores[step]['score']:.2f} on the token before, on average.",
    )
    _over_training(
        {
            "on the token before": np.array([each["score"] for each in scores.values()]),
            "shuffled": np.array([each["baseline"] for each in scores.values()]),
            "grammar": np.array([grammar(measured[each]["grammar"]) for each in measured]),
        },
        tuple(measured),
        step,
        "share",
        f"The weight of head {head.label} on the token before, and the share of pairs with grammar right",
        "grown_abilities",
        dashed=("shuffled",),
        y_range=(0.0, 1.0),
    )


def grammar(preferences: dict[str, list[float]]) -> float:
    """The share of all pairs, of whatever kind, in which the model prefers the right word."""
    return share_right([each for pairs in preferences.values() for each in pairs])


def show_table(screen: Board, lived: Life, step: int) -> None:
    """Every snapshot in a row: what it makes of the sentence, and what was measured of it."""
    measured = [_growing().measured[each] for each in lived.steps]
    best = [entry["best"]["previous_token"] for entry in measured]
    screen.heading(
        "Every snapshot",
        "Of the sentence: the likeliest next word and the loss. On held-out text: the loss before and after the "
        "weights were rounded to 8 bits, and the head that looks most at the token before.",
    )
    table(
        {
            "step": [f"{each:,}" for each in lived.steps],
            "next word": [vocabulary.shown(_at(step), id) for id in lived.likeliest()],
            "its probability": lived.chances.max(axis=1).tolist(),
            "loss of the sentence": lived.losses.tolist(),
            "held-out loss": [entry["exact"] for entry in measured],
            "in 8 bits": [entry["whole"] for entry in measured],
            "given one word": [entry["alone"] for entry in measured],
            "says the word again": [entry["repeats"] for entry in measured],
            "head": [f"{each['layer'] + 1}.{each['head'] + 1}" for each in best],
            "on the token before": [each["score"] for each in best],
            "shuffled": [each["baseline"] for each in best],
        },
        formats={"step": "", "head": ""} | dict.fromkeys(("held-out loss", "in 8 bits", "given one word"), "{:.4f}"),
        numbers="{:.3f}",
        alt="Every snapshot, with what it makes of the sentence and what was measured of it.",
        key="grown_table",
    )


def show_grammar(screen: Board) -> None:
    """The share of pairs of each kind that each snapshot has right."""
    measured = _growing().measured
    kinds = list(measured[0]["grammar"])
    screen.heading(
        "Grammar, by kind",
        "The share of pairs in which the model prefers the right word of two; guessing gets one half.",
    )
    matrix(
        np.array([[share_right(entry["grammar"][kind]) for entry in measured.values()] for kind in kinds]),
        rows=kinds,
        columns=[f"{step:,}" for step in measured],
        noun="share right",
        alt="The share of pairs with the grammar right, by kind and by step.",
        key="grown_grammar",
    )


def _over_training(
    named: dict[str, np.ndarray], steps: Sequence[int], step: int, title: str, alt: str, key: str, **look: Any
) -> None:
    """Curves over the steps of training, with the place of the slider; one is added so that 0 has a logarithm."""
    curves(
        named,
        over=np.array(steps, dtype=np.float64) + 1,
        axes=("step + 1", title),
        alt=f"{alt}, over the steps of training.",
        key=key,
        at=step + 1.0,
        logarithmic="x",
        x_ticks=(1, 10, 100, 1000),
        height=230,
        **look,
    )
