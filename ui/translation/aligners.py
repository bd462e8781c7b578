"""Three translators on one sentence: the transformer, and two recurrent ones, additive and by dot product."""

import math
from typing import NamedTuple

import streamlit as st

from components.board import Board
from components.sentence import sentence
from transformer import ModelFolderError, Translation, TranslationTrace
from transformer.bundled.load import TranslatorName
from ui import controls, failures
from ui.translation import cross, measured, translators
from ui.translation.cross import Head, Labels
from ui.translation.translation_remarks import sureness

NAMES: tuple[TranslatorName, ...] = (translators.MAIN, *translators.RECURRENT)
_SOURCES = {
    "translate": "Vaswani et al. 2017: one of its 18 heads.",
    "translate-additive": "Bahdanau et al. 2015: vᵀ tanh(W s + U h), one head.",
    "translate-dot": "Luong et al. 2015: s · h, one head.",
}


def same_french() -> bool:
    """A switch in the sidebar: whether all are given the transformer's French."""
    with st.sidebar:
        return controls.toggle(
            "same_french",
            "Same French for all",
            False,
            help="Teacher forcing: each model is given the transformer's French word by word, so that the rows of the "
            "three matrices are the same and can be compared.",
        )


def side_by_side(screen: Board, result: Translation, chosen: Head, labels: Labels, *, forced: bool) -> None:
    """The translation of each of the three, and how it aligns."""
    screen.heading(
        "Three translators, three ways to align",
        f"The same sentence in each. {cross.looking()}",
    )
    reference = cross.shown(result.trace, chosen, labels)
    for column, name in zip(screen.columns(1, 1, 1, least=[cross.READABLE] * 3), NAMES, strict=True):
        with column:
            screen.heading(translators.TITLES[name], _SOURCES[name])
            own = name == translators.MAIN
            written = _own(result) if own else _written(name, result, forced)
            if written is None:
                screen.note("This translator is not installed here, so there is nothing to compare yet.")
                continue
            picture = cross.shown(written.trace, chosen if own else Head(0, None), labels)
            sentence([(written.trace.target_text or "…", True)], key=f"french_of_{name}")
            of_head = f" by {chosen.name}" if own else ""
            cross.grid(picture, alt=f"Alignment of the {translators.TITLES[name]} translator{of_head}.", key=name)
            screen.note(_said(written.probability, picture, reference, compared=forced and not own))


class _Written(NamedTuple):
    """What a translator computed for its French, or for the French it was given."""

    trace: TranslationTrace
    probability: float  # that it gave to each piece of it: the geometric mean


def _written(name: TranslatorName, result: Translation, forced: bool) -> _Written | None:
    if translators.found(name) is None:
        return None
    if not forced:
        return _own(translators.translated(name, result.source_text, result.beams))
    trace = translators.forced(name, result.source_text, result.text)
    return _Written(trace, math.exp(-trace.losses.mean()))


def _own(result: Translation) -> _Written:
    """Who has searched for it knows how likely it is, without asking for the loss of each piece again."""
    return _Written(result.trace, sureness(result))


def _said(probability: float, picture: cross.Shown, reference: cross.Shown, *, compared: bool) -> str:
    """How likely the model finds this French and, where the rows are the same, how many strongest links are too."""
    likely = f"Probability per piece of this French: {probability:.2f}."
    if not compared or picture.weights.shape != reference.weights.shape:
        return likely
    same = picture.weights[:-1].argmax(1) == reference.weights[:-1].argmax(1)
    return f"{likely} {int(same.sum())} of {len(same)} rows point at the same English as the transformer's."


@failures.caught("measured_translators")
def table() -> None:
    """A table of what was measured of each translator: BLEU, loss, and the error rate of its best-aligning head."""
    rows, damaged, counts = [], [], []
    for name in (*NAMES, translators.FIXED):
        translator = translators.found(name)
        if translator is None:
            continue
        best = translator.alignment.of(*translator.alignment.best)
        try:
            found, rounds = measured.scores(name), measured.training(name).rounds
        except ModelFolderError as error:
            damaged.append(measured.said(error))
            continue
        counts.append(found.get("sentences"))
        rows.append(
            {
                "translator": translators.TITLES[name],
                "BLEU, greedy": _number(found.get("bleu_beam_1"), 1),
                "BLEU, beam 4": _number(found.get("bleu_beam_4"), 1),
                "loss, nats a piece": _number(found.get("loss"), 3),
                "alignment error rate": "no attention"
                if name == translators.FIXED
                else _number(best.writing if best else None, 3),
                "times it read the pairs": f"{rounds:.1f}",
                "weights, millions": f"{sum(weight.numel() for weight in translator.model.parameters()) / 1e6:.1f}",
            }
        )
    st.dataframe(rows, hide_index=True, alt="BLEU, loss and alignment error rate of each translator.")
    for said in damaged:
        st.caption(said)
    if count := next(filter(None, counts), 0):
        st.caption(
            f"BLEU and loss on {count:,} English sentences that none of them was trained on, with every French version "
            "of each as a reference. BLEU counts runs of one to four words that also stand in a reference: 100 is the "
            "reference itself. BLEU does not measure meaning: a good translation in different words scores low. "
            "They were not trained equally long, so not all of the gap is due to how they are built."
        )


def _number(value: float | None, decimals: int) -> str:
    return "not measured" if value is None else f"{value:.{decimals}f}"
