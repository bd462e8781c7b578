"""Linear probes of grammar in the residual stream, as training/probing.py measured them."""

import json
from dataclasses import dataclass
from typing import Any

import numpy as np

from headlight.pictures import Screen
from headlight.reading import assets

FILE = "probing.json"
# A sentence by its phrases; the probe reads the last word of each.
PHRASES = (
    ("The hiking trail", "trail", "subject"),
    ("led", "led", "verb"),
    ("us", "us", "object"),
    ("through bear country", "country", "after a preposition"),
)


@dataclass(frozen=True)
class Measured:
    """Shares of words whose role is named, over draws of words and sentences; stage 0 is the row of W_E."""

    roles: list[str]
    draws: list[dict[str, Any]]

    def of(self, name: str, within: str = "") -> np.ndarray:
        """The shares of this name, [draw, stage]."""
        return np.array([(draw[within] if within else draw)[name] for draw in self.draws])

    def named(self, phrase: int, role: str) -> list[int]:
        """In how many draws the phrase's last word is named so, for each stage."""
        return [
            sum(draw["opening"][stage][phrase] == role for draw in self.draws)
            for stage in range(len(self.draws[0]["opening"]))
        ]


def _read(text: str) -> Measured:
    measured = json.loads(text)
    return Measured(measured["roles"], measured["draws"])


MEASURED: Measured | None = assets.read(FILE, _read, None)


def show(screen: Screen) -> None:
    """The shares as curves over the layers, and a sentence by its phrases."""
    if MEASURED is None:
        screen.note("What the probes read cannot be shown just now: its file is missing or damaged.")
        return
    left, right = screen.columns(55, 45)
    with left.headed(
        "Subject, verb, object: read off the vector by a linear probe",
        "Share of words whose role is named: new words in new sentence patterns, mean of "
        f"{len(MEASURED.draws)} draws of both. Measured once, not of your sentence.",
    ):
        layers = np.arange(MEASURED.of("new").shape[1] - 1, dtype=np.float32)
        screen.curves(
            {name: values.mean(axis=0)[1:] for name, values in shares(MEASURED).items()},
            over=layers,
            axes=("after layer (0: the input)", "share named"),
            dashed=("fresh parameters",),
            x_ticks=layers.tolist(),
            y_range=(0.0, 1.0),
            height=230,
            alt="Share of words whose grammatical role a linear probe names, over the layers.",
            key="probed_roles",
        )
    with right.headed(
        "A sentence, phrase by phrase",
        f"In how many of {len(MEASURED.draws)} draws the probe names the role of the phrase’s last word.",
    ):
        screen.table(phrases(MEASURED), alt="The phrases of the sentence and their roles.", key="phrases")
        screen.note(probed_text(MEASURED))


def shares(measured: Measured) -> dict[str, np.ndarray]:
    """Return the shares that the curves show, [draw, stage]."""
    return {
        "all 192 numbers": measured.of("new"),
        "8 directions": measured.of("new", "narrow"),
        "fresh parameters": measured.of("fresh"),
    }


def phrases(measured: Measured) -> dict[str, list[str]]:
    """The table, column by column: each phrase, its role, and how often it is named before the layers and after."""
    named = [measured.named(number, role) for number, (_, _, role) in enumerate(PHRASES)]
    return {
        "phrase": [phrase for phrase, _, _ in PHRASES],
        "its role": [role if role != "after a preposition" else "adverbial" for _, _, role in PHRASES],
        "row of W_E": [str(counts[0]) for counts in named],
        "after layer 3": [str(counts[4]) for counts in named],
        "after layer 6": [str(counts[7]) for counts in named],
    }


def probed_text(measured: Measured) -> str:
    """Say what the probe calls the word that it gets wrong, and why."""
    last = [draw["opening"][-1][2] for draw in measured.draws]
    commonest = max(set(last), key=last.count)
    return (
        f"Of “us” the probe says “{commonest}” in {last.count(commonest)} of {len(last)} draws: it was fitted on nouns "
        "and verbs alone, and has seen no pronoun. An adverbial begins with its preposition here."
    )
