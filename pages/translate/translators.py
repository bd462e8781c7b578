"""Four translators: one sentence in each, how three of them align it, and how all fall with length."""

import math
import re
from collections import Counter
from collections.abc import Mapping
from dataclasses import replace
from typing import NamedTuple

from headlight.pages.translate import by_length, cross
from headlight.pages.translate.cross import CrossHead
from headlight.pages.translate.translation_remarks import cuts, sureness
from headlight.parts import dials, live_check, translators
from headlight.parts.nouns import Button, Dial, Key, Number, Pressed, Says, State, Switch, view
from headlight.pictures import Screen
from transformer import ModelFolderError, Translation, TranslationTrace, Translator
from transformer.bundled import measurements
from transformer.bundled.load import TranslatorName
from transformer.tokenizer import Token

# The four make four sentences of it, of which one is right.
DIFFERENT = "My sister likes the chocolate cake that our grandmother made."
BOX = replace(translators.ENGLISH, default=DIFFERENT)
NAMES: tuple[TranslatorName, ...] = (translators.MAIN, *translators.RECURRENT)
ALL = (translators.MAIN, *translators.OTHERS)  # the last one has no attention
_SOURCES = {
    "translate": "Vaswani et al. 2017.",
    "translate-additive": "Bahdanau et al. 2015.",
    "translate-dot": "Luong et al. 2015.",
    translators.FIXED: "Cho et al. 2014: 256 numbers for any sentence.",
}
_SHORT = {
    "translate": "transformer",
    "translate-additive": "additive",
    "translate-dot": "dot product",
    translators.FIXED: "no attention",
}
_WORD = r"[^\W_][\w'’-]*|[^\w\s]"
SAME_FRENCH = Dial(
    "toggle",
    Key("same_french", Switch(), "all three are given the same French"),
    "Same French for all",
    False,
    "below",
    lambda state: bool(state.get("more")),
    help="Teacher forcing: each model is given the transformer's French word by word. Then the rows of "
    "the three matrices are the same and can be compared.",
)


def _longest(state: State) -> int:
    """How many tokens the longest of the four translations has, the end mark included."""
    written = [translators.translated(name, state[BOX]) for name in ALL if translators.find(name)]
    return max(len(each.target) for each in written)


RACE = Dial[int](
    "slider",
    Key("race", Number(1, translators.PIECES), "the tokens that all four translators have written"),
    "Tokens written",
    _longest,
    "above",
    most=_longest,
    look={"plays": 6},
    help="All four write one token at a time. Left: the first. Right: all have ended.",
)


def _best() -> CrossHead:
    """The head of the transformer that aligns best."""
    return CrossHead(*translators.main().alignment.best)


@view(
    box=BOX,
    late="one button above them plays all four",
    dials=[
        *(SAME_FRENCH, RACE, dials.ORIENTATION),
        Button("short_sentence", "A short sentence", lambda state: Pressed({"english": by_length.SHORT})),
        Button("long_sentence", "A long sentence", lambda state: Pressed({"english": by_length.LONG})),
    ],
)
def four_translators(state: State, screen: Screen) -> None:
    """Write the French of all four so far, in large type; where it is not the transformer's in bold."""
    translations, text = _all_four(state, screen), state[BOX]
    screen.about(text, translators.MAIN)
    own = Counter(re.findall(_WORD, translators.translated(translators.MAIN, text).text))
    lanes, sure = screen.columns(68, 32, least=(300, 260))
    with lanes:
        for name in ALL:
            # A slide enlarges all that is on it, and has room for four sentences of two lines.
            _french(screen, name, translations[name], own, state[RACE], large=not state.get("present"))
    with sure.headed("How sure is each?", "The bars show the mean probability of a token that it wrote."):
        installed = {name: each for name in ALL if (each := translations[name])}
        screen.bars(
            [each.probability for each in installed.values()],
            labels=[_SHORT[name] for name in installed],
            alt="Mean probability that each translator gave to a token of its French.",
            key="sure",
            quantity="probability",
        )


@four_translators.more
def more(state: State, screen: Screen) -> None:
    """How three of the four align their French, and how the quality of all falls with length."""
    translations, text = _all_four(state, screen), state[BOX]
    traces = {name: translation.trace for name, translation in translations.items() if translation}
    screen.about(text, translators.MAIN)
    _matrices(screen, state, traces, same=state[SAME_FRENCH])
    screen.note(cross.looking(state))
    by_length.show(screen, text)


def _all_four(state: State, screen: Screen) -> Mapping[TranslatorName, "_Written | None"]:
    result, forced = translators.translated("translate", state[BOX], board=screen), state[SAME_FRENCH]
    return {name: _own(result) if name == translators.MAIN else _written(screen, name, result, forced) for name in ALL}


def _matrices(screen: Screen, state: State, traces: Mapping[TranslatorName, TranslationTrace], *, same: bool) -> None:
    """How each of those with attention aligns its French, and with the `same` French where they agree."""
    best = _best()
    reference = cross.shown(traces[translators.MAIN], best, "words")
    for name in screen.beside(NAMES, least=cross.READABLE):
        own = name == translators.MAIN
        screen.heading(translators.TITLES[name], f"{best.name.capitalize()} aligns the words." if own else "")
        if name in traces:
            picture = cross.shown(traces[name], best if own else CrossHead(0, 0), "words")
            of_head = f" by {best.name}" if own else ""
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
    """Draw the measurements of all four."""
    _measured(screen)
    screen.note(live_check.across(state, translators.translated(translators.MAIN, state[BOX]).trace))


class _Written(NamedTuple):
    """French that a translator wrote or was given, and how sure it was; its pass is computed only where it is drawn."""

    of: Translation | TranslationTrace
    text: str
    target: tuple[Token, ...]  # with the end mark
    probability: float  # that it gave to each token of it: the geometric mean
    remarks: tuple[str, ...] = ()  # what was cut

    @property
    def trace(self) -> TranslationTrace:
        return self.of.trace if isinstance(self.of, Translation) else self.of


def _french(
    screen: Screen,
    name: TranslatorName,
    translation: _Written | None,
    transformers: Counter[str],
    now: int,
    large: bool,
) -> None:
    """Write the translation so far, in bold the words that are not the transformer's."""
    if translation is None:
        return screen.heading(translators.TITLES[name], "This translator is not installed here.")
    bold = ["Bold below: words that it lacks."] if name == translators.MAIN else []
    screen.heading(translators.TITLES[name], " ".join([_SOURCES[name], *translation.remarks, *bold]))
    ended = now >= len(translation.target)  # the end mark is the last
    text = translation.text if ended else "".join(token.text for token in translation.target[:now]).strip() + " …"
    screen.sentence(marked(text or "…", transformers), key=f"french_of_{name}", large=large)


def marked(text: str, others: Counter[str]) -> Says:
    """The text in pieces, strong where a word of it is not among those of another text.

    Args:
        text: what is written.
        others: how often each word occurs in the other text.
    """
    left, parts, end = others.copy(), list[tuple[str, bool]](), 0
    for match in re.finditer(_WORD, text):
        parts.append((text[end : match.start()], False))
        parts.append((match[0], left[match[0]] <= 0))
        left[match[0]] -= 1
        end = match.end()
    return [(words, strong) for words, strong in [*parts, (text[end:], False)] if words]


def _written(screen: Screen, name: TranslatorName, result: Translation, forced: bool) -> _Written | None:
    if translators.find(name) is None:
        return None
    if not forced:
        return _own(translators.translated(name, result.source_text, result.beams, board=screen))
    trace = translators.forced(name, result.source_text, result.text, board=screen)
    return _Written(trace, trace.target_text, trace.target, math.exp(-trace.losses.mean()))


def _own(result: Translation) -> _Written:
    """The search has its own log-probability, so no token loss is computed again."""
    return _Written(result, result.text, result.target, sureness(result), tuple(cuts(result)))


def same_rows(picture: cross.Shown, reference: cross.Shown) -> str:
    """How many strongest links are those of the transformer; empty where the rows are others."""
    if picture.weights.shape != reference.weights.shape:
        return ""
    same = picture.weights[:-1].argmax(1) == reference.weights[:-1].argmax(1)
    return f"{int(same.sum())} of {len(same)} rows agree with the transformer’s."


def _measured(screen: Screen) -> None:
    """A table of what was measured of each translator: BLEU, loss, and the error rate of its best-aligning head."""
    rows, damaged, counts = [], [], []
    for name in ALL:
        if translator := translators.find(name):
            try:
                rows.append(_row(name, translator))
                counts.append(measurements.scores(name).get("sentences"))
            except ModelFolderError as error:
                damaged.append(by_length.damaged_text(error))
    count = next(filter(None, counts), 0)
    hint = f"The test has {count:,} English sentences that none was trained on." if count else ""
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
            "BLEU counts runs of one to four words that a person’s translation has too: 100 is that translation. It "
            "does not measure meaning. They were not trained equally long: not all of the gap is due to attention."
        )


def _row(name: TranslatorName, translator: Translator) -> dict[str, str]:
    scores, training = measurements.scores(name), measurements.training(name)
    best = translator.alignment.of(*translator.alignment.best)
    error_rate = _number(best.writing if best else None, 3)
    return {
        "translator": translators.TITLES[name],
        "BLEU, greedy": _number(scores.get("bleu_beam_1"), 1),
        "BLEU, beam 4": _number(scores.get("bleu_beam_4"), 1),
        "loss, nats per token": _number(scores.get("loss"), 3),
        "alignment error rate": "no attention" if name == translators.FIXED else error_rate,
        "training, minutes": f"{training.minutes:.0f}",
        "parameters, millions": f"{sum(weight.numel() for weight in translator.model.parameters()) / 1e6:.1f}",
    }


def _number(value: float | None, decimals: int) -> str:
    return "not measured" if value is None else f"{value:.{decimals}f}"
