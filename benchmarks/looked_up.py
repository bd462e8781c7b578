"""Is it looked up? How often model and table are right first on texts outside of training, and which words flip it."""

import statistics
from collections.abc import Sequence

import numpy as np
import torch

from benchmarks import timing
from headlight.reading.beginnings import BEGINNINGS
from training import held_out
from transformer import LanguageModel, load
from transformer.bundled.training_text import TrainingText, training_text
from transformer.readings.flips import flips

_FIRST, _OFTEN = 5, 20  # the first position, from 0, and how often the end of the third table was read at least


def table() -> str:
    """Return the share of positions at which each is right first, and how many sentences one word flips."""
    torch.set_num_threads(1)
    model = load("story")
    text = training_text("story", model.tokenizer.end_id)
    if text is None:
        raise SystemExit("The text that story was trained on is not beside it.")
    easy = held_out.easy()
    asked = {
        "sixty beginnings, new plain sentences": [f"{each.text} {each.word}." for each in BEGINNINGS],
        f"{len(easy)} easy sentences": easy,
        f"{len(held_out.sentences())} plain sentences": held_out.sentences(),
        f"{len(held_out.in_registers())} sentences in registers": held_out.in_registers(),
    }
    found = {name: _places(model, text, texts) for name, texts in asked.items()}
    lines = [[name, f"{len(each):,}", *(f"{share:.1%}" for share in each.mean(0))] for name, each in found.items()]
    columns = ["text", "positions", "`story`", "longest end", f"read {_OFTEN} times"]
    return f"{timing.table(columns, lines)}\n\n{_flipped(model, easy)}"


def _places(model: LanguageModel, text: TrainingText, texts: Sequence[str]) -> np.ndarray:
    """Of each position: whether model, longest end and the end read often say what comes next."""
    rows = []
    for each in texts:
        ids = model.tokenizer.ids(each)
        if len(ids) < 2 * _FIRST:
            continue
        best = model.trace(each).logits.argmax(-1)
        for position in range(_FIRST, len(ids) - 1):
            says = [_most(text, ids[: position + 1], least) for least in (1, _OFTEN)]
            rows.append([each == ids[position + 1] for each in (best[position], *says)])
    return np.array(rows, dtype=float)


def _most(text: TrainingText, ids: Sequence[int], least: int) -> int:
    """Return the token that followed most often, the end of a document left out."""
    places, _ = text.ends_with(ids, least)
    return next((id for id in text.followed(places) if id != text.end_id), -1)


def _flipped(model: LanguageModel, texts: Sequence[str]) -> str:
    """Say how many sentences one word flips, and how many words do."""
    words = [sum(bool(place.flips) for place in flips(model, model.trace(each))) for each in texts]
    several = f"a median of {statistics.median(words):.0f} words does"
    return f"One word flips the answer in {sum(map(bool, words))} of {len(texts)} easy sentences; {several}."
