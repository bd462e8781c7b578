"""Is it looked up? How often model and table are right first on texts outside of training, and which words flip it."""

import statistics
import time
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
    lines = [
        [name, f"{len(each):,}", *(f"{share:.1%}" for share in each[:, :3].mean(0))] for name, each in found.items()
    ]
    median, tail = np.percentile(np.concatenate([*found.values()])[:, 3], (50, 95)) / 2  # of one look-up
    look_up = f"A look-up takes {median:.2f} ms of processor (median; 95%: {tail:.2f}). {_flipped(model, easy)}"
    columns = ["text", "positions", "model", "longest end", f"read {_OFTEN} times"]
    return f"{timing.table(columns, lines)}\n\n{look_up}"


def _places(model: LanguageModel, text: TrainingText, texts: Sequence[str]) -> np.ndarray:
    """Of each position: whether model, longest end and the end read often say what comes next, and milliseconds."""
    rows = []
    for each in texts:
        ids = model.tokenizer.ids(each)
        if len(ids) < 2 * _FIRST:
            continue
        best = model.trace(each).logits.argmax(-1)
        for position in range(_FIRST, len(ids) - 1):
            began = time.process_time()
            says = [_most(text, ids[: position + 1], least) for least in (1, _OFTEN)]
            took = 1000 * (time.process_time() - began)
            rows.append([each == ids[position + 1] for each in (best[position], *says)] + [took])
    return np.array(rows, dtype=float)


def _most(text: TrainingText, ids: Sequence[int], least: int) -> int:
    """Return the token that followed most often, the end of a document left out."""
    places, _ = text.ends_with(ids, least)
    return next((id for id in text.followed(places) if id != text.end_id), -1)


def _flipped(model: LanguageModel, texts: Sequence[str]) -> str:
    """Say how many sentences one word flips, how many texts are read for it, and how long that takes."""
    flipped, tried, words, times = 0, [], [], []
    for each in texts:
        began = time.process_time()
        places = flips(model, model.trace(each))
        times.append(1000 * (time.process_time() - began))
        flipped += any(place.flips for place in places)
        tried.append(sum(len(place.substitutes) for place in places))
        words.append(sum(bool(place.flips) for place in places))
    several, read, took = (statistics.median(each) for each in (words, tried, times))
    said = f"One word flips the answer in {flipped} of {len(texts)} easy sentences, a median of {several:.0f} words"
    return f"{said}; {read:.0f} texts are read for that, in {took:.0f} ms."
