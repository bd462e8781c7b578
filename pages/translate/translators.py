"""Four translators: one sentence in each, how three of them align it, and how all fall with length."""

import math
from collections.abc import Mapping
from dataclasses import replace
from functools import partial
from typing import NamedTuple

import numpy as np

from headlight.pages.translate import by_length, cross
from headlight.pages.translate.cross import CrossHead
from headlight.pages.translate.pieces import pieces
from headlight.pages.translate.translation_remarks import cuts, sureness
from headlight.parts import dials, live_check, translators
from headlight.parts.nouns import Button, Dial, Pressed, State, view
from headlight.pictures import Screen
from headlight.state import opening
from transformer import ModelFolderError, Translation, TranslationTrace, Translator
from transformer.bundled import measurements
from transformer.bundled.load import TranslatorName

# The four make four sentences of it, of which one is right.
DIFFERENT = "My sister likes the chocolate cake that our grandmother made."
BOX = replace(translators.ENGLISH, default=DIFFERENT)
NAMES: tuple[TranslatorName, ...] = (translators.MAIN, *translators.RECURRENT)
ALL = (translators.MAIN, *translators.OTHERS)  # the last one has no attention
_SOURCES = {
    "translate": "Vaswani et al. 2017: one of its 18 heads.",
    "translate-additive": "Bahdanau et al. 2015: vᵀ tanh(W s + U h), one head.",
    "translate-dot": "Luong et al. 2015: s · h, one head.",
    translators.FIXED: "Cho et al. 2014: {size} numbers hold the whole sentence, short or long.",
}
SAME_FRENCH = Dial("toggle", "same_french", "Same French for all", False)


@view(
    box=BOX,
    dials=[
        *(cross.HEAD, cross.LABELS, SAME_FRENCH, dials.ORIENTATION),
        Button("short_sentence", "A short sentence", lambda state: Pressed({"english": by_length.SHORT})),
        Button("long_sentence", "A long sentence", lambda state: Pressed({"english": by_length.LONG})),
    ],
)
def four_translators(state: State, screen: Screen) -> None:
    """The French of all four, how three of them align it, and how quality falls with length."""
    chosen, labels, forced = state[cross.HEAD], state[cross.LABELS], state[SAME_FRENCH]
    text = state[BOX]
    result = translators.translated("translate", text, board=screen)
    all_four = {
        name: _own(result) if name == translators.MAIN else _written(screen, name, result, forced) for name in ALL
    }
    traces = {name: written.trace for name, written in all_four.items() if written}
    screen.about(text, translators.MAIN, partial(opening.of_translation, result.trace))
    for name in screen.beside(ALL, least=220):
        _french(screen, name, all_four[name], labels)
    _matrices(screen, state, chosen, labels, traces, same=forced)
    opens = "" if labels == "pieces" else " Show pieces instead of words, and the transformer's numbers open."
    screen.note(f"{cross.looking(state)}{opens} {live_check.across(state, result.trace)}")
    by_length.show(screen, text)


def _matrices(
    screen: Screen,
    state: State,
    chosen: CrossHead,
    labels: cross.Labels,
    traces: Mapping[TranslatorName, TranslationTrace],
    *,
    same: bool,
) -> None:
    """How each of those with attention aligns its French, and with the `same` French where they agree."""
    reference = cross.shown(traces[translators.MAIN], chosen, labels)
    for name in screen.beside(NAMES, least=cross.READABLE):
        own = name == translators.MAIN
        screen.heading(translators.TITLES[name], f"Aligned by {chosen.name}." if own else "Aligned by its one head.")
        if name in traces:
            picture = cross.shown(traces[name], chosen if own else CrossHead(0, 0), labels)
            of_head = f" by {chosen.name}" if own else ""
            cross.grid(
                screen,
                state,
                picture,
                alt=f"Alignment of the {translators.TITLES[name]} translator{of_head}.",
                key=name,
            )
            if same and not own and (alike := same_rows(picture, reference)):
                screen.note(alike)


@four_translators.deeper
def arithmetic(state: State, screen: Screen) -> None:
    """What was measured of all four, and single sentences by their length."""
    _measured(screen)
    by_length.single_sentences(screen)


class _Written(NamedTuple):
    """What a translator computed for its French, or for the French it was given."""

    trace: TranslationTrace
    probability: float  # that it gave to each piece of it: the geometric mean
    remarks: tuple[str, ...] = ()  # what was cut


def _french(screen: Screen, name: TranslatorName, written: _Written | None, labels: cross.Labels) -> None:
    """What a translator makes of the sentence, and how sure it is of it; of each piece where pieces are shown."""
    if written is None:
        return screen.heading(translators.TITLES[name], "This translator is not installed here.")
    trace = written.trace
    screen.heading(translators.TITLES[name], _SOURCES[name].format(size=trace.config.d_model))
    if labels == "pieces":
        _pieces(screen, name, trace)
    else:
        screen.sentence([(trace.target_text or "…", True)], key=f"french_of_{name}")
    screen.note(" ".join([likely(trace, written.probability), *written.remarks]))


def _pieces(screen: Screen, name: TranslatorName, trace: TranslationTrace) -> None:
    """Each piece with its probability, which opens where it is the transformer's."""
    ids = [token.id for token in trace.target]
    chances = trace.probabilities[np.arange(len(ids)), ids]
    screen.token_chips(
        pieces(trace.target),
        notes=[f"{chance:.2f}" for chance in chances],
        shares=chances.tolist(),
        numbers=chances.tolist(),
        key=f"french_of_{name}",
    )


def likely(trace: TranslationTrace, probability: float) -> str:
    """How many pieces were read and written, and how likely the model finds each of those."""
    return (
        f"{len(trace.source) - 1} pieces read, {len(trace.target) - 1} written, each with a probability of "
        f"{probability:.2f} (geometric mean)."
    )


def _written(screen: Screen, name: TranslatorName, result: Translation, forced: bool) -> _Written | None:
    if translators.found(name) is None:
        return None
    if not forced:
        return _own(translators.translated(name, result.source_text, result.beams, board=screen))
    trace = translators.forced(name, result.source_text, result.text, board=screen)
    return _Written(trace, math.exp(-trace.losses.mean()))


def _own(result: Translation) -> _Written:
    """The search has its own log-probability, so no token loss is computed again."""
    return _Written(result.trace, sureness(result), tuple(cuts(result)))


def same_rows(picture: cross.Shown, reference: cross.Shown) -> str:
    """How many strongest links are those of the transformer; empty where the rows are others."""
    if picture.weights.shape != reference.weights.shape:
        return ""
    same = picture.weights[:-1].argmax(1) == reference.weights[:-1].argmax(1)
    return f"{int(same.sum())} of {len(same)} rows point at the same English as the transformer's."


def _measured(screen: Screen) -> None:
    """A table of what was measured of each translator: BLEU, loss, and the error rate of its best-aligning head."""
    rows, damaged, counts, near = [], [], [], []
    for name in ALL:
        if translator := translators.found(name):
            try:
                rows.append(_row(name, translator))
                counts.append(measurements.scores(name).get("sentences"))
                near.append(measurements.scores(name).get("near_duplicates"))
            except ModelFolderError as error:
                damaged.append(by_length.damaged_text(error))
    count = next(filter(None, counts), 0)
    hint = (
        f"On {count:,} English sentences that none was trained on. {max([0, *filter(None, near)])} are one word or "
        "less from one that all were trained on; “others” is without these."
    )
    hint = hint if count else ""
    screen.heading("All four, measured", hint)
    columns = {name: [row[name] for row in rows] for name in rows[0]} if rows else {}
    screen.table(
        columns,
        formats=dict.fromkeys([*columns][1:], ""),
        alt="BLEU, loss and alignment error rate of each translator.",
        key="measured_translators",
    )
    for words in damaged:
        screen.note(words)
    if count:
        screen.note(
            "Every French version of a sentence is a reference. BLEU counts runs of one to four words that also "
            "occur in a reference: 100 is the reference itself. BLEU does not measure meaning: a good translation in "
            "different words scores low. The alignment error rate is that of the head that does best on the very "
            "pairs it is told of. They were not trained equally long, so not all of the gap is due to how "
            "they are built. The minutes have other work and pauses on the same machine in them."
        )


def _row(name: TranslatorName, translator: Translator) -> dict[str, str]:
    found, training = measurements.scores(name), measurements.training(name)
    best = translator.alignment.of(*translator.alignment.best)
    error_rate = _number(best.writing if best else None, 3)
    return {
        "translator": translators.TITLES[name],
        "BLEU, greedy": _number(found.get("bleu_beam_1"), 1),
        "others, greedy": _number(found.get("bleu_beam_1_apart"), 1),
        "BLEU, beam 4": _number(found.get("bleu_beam_4"), 1),
        "others, beam 4": _number(found.get("bleu_beam_4_apart"), 1),
        "loss, nats a piece": _number(found.get("loss"), 3),
        "alignment error rate": "no attention" if name == translators.FIXED else error_rate,
        "times it read the pairs": f"{training.rounds:.1f}",
        "training, minutes": f"{training.minutes:.0f}",
        "weights, millions": f"{sum(weight.numel() for weight in translator.model.parameters()) / 1e6:.1f}",
    }


def _number(value: float | None, decimals: int) -> str:
    return "not measured" if value is None else f"{value:.{decimals}f}"
