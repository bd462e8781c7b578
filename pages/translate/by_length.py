"""How translations get worse with length: two translators that differ in attention alone, and the others beside."""

import numpy as np

from headlight.parts import translators
from headlight.pictures import Screen
from headlight.reading.log import log
from transformer import ModelFolderError
from transformer.bundled import measurements
from transformer.bundled.load import TranslatorName

PAIR: tuple[TranslatorName, TranslatorName] = ("translate-additive", translators.FIXED)
# Two sentences of the test split: no translator was trained on them.
SHORT = "We have an appointment."
LONG = "I don't know if it will be fine tomorrow, but if it is fine we'll go on a picnic."
ALIKE = 500  # steps for which both of PAIR had the same batches and rates


def show(screen: Screen, text: str) -> None:
    """How quality falls with length, with attention and without, and where the sentence is on that way."""
    try:
        measured = {name: measurements.lengths(name) for name in translators.TITLES}
        attending, fixed = (measurements.training(name) for name in PAIR)
    except ModelFolderError as error:
        screen.heading("By length", damaged_text(error))
        return
    if not all(measured[name] for name in PAIR):
        return
    rows = {translators.TITLES[name]: scores["joined"] for name, scores in measured.items() if scores}
    first = next(iter(rows.values()))
    over = np.array([row["words"] for row in first])
    fewest, most = measured[PAIR[0]]["short_words"]
    screen.heading(
        "By length",
        f"How does each fall? {first[0]['texts']} unseen sentences of {fewest} to {most} words, alone and up to "
        f"{first[-1]['in_a_row']} in a row. The upright line marks your length.",
    )
    pictures = (
        ("bleu", "BLEU: more is better", "Greedy translations are compared with one reference each.", "BLEU"),
        ("loss", "Loss: less is better", "Each token follows the right French.", "nats per French token"),
    )
    for key, title, hint, unit in screen.beside(pictures):
        screen.heading(title, hint)
        screen.curves(
            {name: np.array([row[key] for row in scores]) for name, scores in rows.items()},
            over=over,
            axes=("English words of a text", unit),
            alt=f"{unit} of each translator against the length of the English.",
            key=f"{key}_by_length",
            at=float(over[np.abs(over - len(text.split())).argmin()]),
            height=170,
        )
    screen.note(
        f"The one with attention read the pairs {attending.rounds:.1f} times, the one without {fixed.rounds:.1f}. "
        f"After {ALIKE} equal steps their held-out loss was {attending.losses[ALIKE]:.2f} "
        f"and {fixed.losses[ALIKE]:.2f} nats per token."
    )


def damaged_text(error: ModelFolderError) -> str:
    """The sentence in the place of what was measured; the log has the rest."""
    log("measured", error)
    return f"What was measured cannot be shown. {error}"
