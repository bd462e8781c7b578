"""Is it looked up? Right words of model and table, words that flip, heads off or evenly, on held-out text, with times.

python -m benchmarks.looked_up [--data FOLDER]    # en_*.gz, of which 2 % were kept from training: see training/data.py
"""

import argparse
import statistics
import time
from collections.abc import Sequence
from pathlib import Path

import numpy as np
import torch

from benchmarks.timing import machine
from headlight.reading.beginnings import BEGINNINGS
from training import held_out
from training.data import MIX, read
from transformer import UNCHANGED, Intervention, LanguageModel, edits, load
from transformer.bundled.training_text import TrainingText, training_text
from transformer.readings.flips import flips

_FIRST, _OFTEN = 5, 20  # the first position, from 0, and how often the end of the third table was read at least
_PARAGRAPHS, _TOKENS, _APART = 260, 24, 3  # of paragraphs the first tokens, at every third position
_JOINED = 6  # sentences of Tatoeba in a row, as short as they are
_ROWS = 24  # of each source, where heads are changed


def main() -> None:
    """Measure what is said in *Looked up?*, in *Heads*, and after ten beginnings."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--data", type=Path, help="folder of en_*.gz texts")
    folder = parser.parse_args().data
    print(machine())
    torch.set_num_threads(1)
    model = load("story")
    text = training_text("story", model.tokenizer.end_id)
    if text is None:
        raise SystemExit("The text that story was trained on is not beside it.")
    own = {
        "sixty beginnings": [f"{each.text} {each.word}." for each in BEGINNINGS],
        "easy sentences": held_out.easy(),
        "plain sentences": held_out.sentences(),
        "in registers": held_out.in_registers(),
    }
    held = _held_out(folder) if folder else {}
    print("\nright first: positions, model, longest end, longest end read 20 times")
    for name, texts in own.items():
        print(f"{name:20}{_right(_places(model, text, texts, apart=1))}")
    if held:
        drawn = [(source, each) for source, texts in held.items() for each in texts]
        np.random.default_rng(0).shuffle(drawn)
        by_source = {source: [each for of, each in drawn[:_PARAGRAPHS] if of == source] for source in held}
        found = {source: _places(model, text, texts, apart=_APART) for source, texts in by_source.items()}
        for source, places in {**found, "all five sources": np.concatenate([*found.values()])}.items():
            print(f"{source:20}{_right(places)}")
    _time_flips(model, held_out.easy())
    print("\nloss, and what all 36 heads add evenly and off: nats per token, from the third token on, per sentence")
    for name, texts in own.items():
        _change(model, name, [model.tokenizer.ids(each) for each in texts])
    every = []
    for source, texts in held.items():
        joined = [" ".join(texts[at : at + _JOINED]) for at in range(0, len(texts), _JOINED)]
        rows = [model.tokenizer.ids(each)[:_TOKENS] for each in (joined if source == "tatoeba" else texts)]
        long = [row for row in rows if len(row) == _TOKENS]
        every += [long[at] for at in np.random.default_rng(0).permutation(len(long))[:_ROWS]]
    if every:
        _change(model, "all five sources", every)


def _held_out(folder: Path) -> dict[str, list[str]]:
    """The paragraphs of each source that were kept from training."""
    sources = [source for source in MIX if source != "teaching"]
    return {source: [each for document in read(source, folder).validation for each in document] for source in sources}


def _places(model: LanguageModel, text: TrainingText, texts: Sequence[str], *, apart: int) -> np.ndarray:
    """Of each position: whether model, longest end and the end read often say what comes next, and milliseconds."""
    rows = []
    for each in texts:
        ids = model.tokenizer.ids(each)[: _TOKENS if apart > 1 else None]
        if len(ids) < 2 * _FIRST + 2 * (apart > 1):
            continue
        best = model.trace(model.tokenizer.decode(ids)).logits.argmax(-1)
        if len(best) != len(ids):
            continue  # cut inside a word of several tokens, which is read otherwise
        for position in range(_FIRST, len(ids) - 1, apart):
            began = time.process_time()
            says = [_most(text, ids[: position + 1], least) for least in (1, _OFTEN)]
            took = 1000 * (time.process_time() - began)
            rows.append([each == ids[position + 1] for each in (best[position], *says)] + [took])
    return np.array(rows, dtype=float)


def _most(text: TrainingText, ids: Sequence[int], least: int) -> int:
    """Return the token that followed most often, the end of a document left out."""
    places, _ = text.ends_with(ids, least)
    return next((id for id in text.followed(places) if id != text.end_id), -1)


def _right(places: np.ndarray) -> str:
    model, longest, often = places[:, :3].mean(0)
    took = np.percentile(places[:, 3], (50, 95)) / 2  # of one look-up
    return f"{len(places):6} {model:7.1%} {longest:7.1%} {often:7.1%}   a look-up {took[0]:.2f} ms, 95 %: {took[1]:.2f}"


def _time_flips(model: LanguageModel, texts: Sequence[str]) -> None:
    """How many sentences one word flips, how many texts are read for it, and how long that takes."""
    flipped, tried, words, times = 0, [], [], []
    for each in texts:
        began = time.process_time()
        places = flips(model, model.trace(each))
        times.append(1000 * (time.process_time() - began))
        flipped += any(place.flips for place in places)
        tried.append(sum(len(place.substitutes) for place in places))
        words.append(sum(bool(place.flips) for place in places))
    middle = (statistics.median(each) for each in (words, tried, times))
    print(
        "\nflips: {} of {} sentences; median {:.0f} words of one, {:.0f} texts read, {:.0f} ms".format(
            flipped, len(texts), *middle
        )
    )


def _change(model: LanguageModel, name: str, rows: Sequence[Sequence[int]]) -> None:
    """The loss, and what changing all heads adds to it."""
    heads = [(layer, head) for layer in range(model.config.n_layers) for head in range(model.config.n_heads)]
    evenly = Intervention(edits=tuple(map(edits.evenly, heads)))
    losses: dict[str, list[np.ndarray]] = {"": [], "evenly": [], "off": []}
    for row in rows:
        text = model.tokenizer.decode(list(row))
        for change, all_of in zip(
            (UNCHANGED, evenly, Intervention(silenced=frozenset(heads))), losses.values(), strict=True
        ):
            trace = model.trace(text, change)
            right = [token.id for token in trace.tokens][1:]
            all_of.append(-np.log(trace.probabilities[np.arange(len(right)), right].astype(float)))
    usual = losses.pop("")
    said = [f"{name:20}{len(rows):5} {np.concatenate(usual).mean():6.2f}"]
    for change, changed in losses.items():
        added = [now - before for now, before in zip(changed, usual, strict=True)]
        third = np.concatenate([each[2:] for each in added])
        means = np.concatenate(added).mean(), third.mean(), np.mean([each.mean() for each in added])
        said.append(f"{change} {' '.join(f'{mean:+.2f}' for mean in means)}")
    print("   ".join(said))


if __name__ == "__main__":
    main()
