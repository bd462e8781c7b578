"""French that is being written: how far, with how many beams, and which tokens were likely at a step."""

from headlight.pages.translate.cross import LabelledBy
from headlight.pages.translate.pieces import word
from headlight.parts import translators
from headlight.parts.nouns import Dial, Key, Number, OneOf, State
from headlight.pictures import Screen
from transformer import Translation, TranslationTrace
from transformer.ranking import largest

_SHOWN = 3  # most likely tokens of a step
_FILM = 8  # seconds from the first token to the last
BEAMS = Dial[int](
    "slider",
    Key("beams", Number(1, 6), "unfinished translations that the search keeps"),
    "Beams",
    1,
    "deeper",
    width=220,
    help="How many beginnings the search keeps at each step. 1: always the most likely next token (greedy). More: the "
    "best whole one wins, and a tree shows what was kept. Slower.",
)


def _steps(state: State) -> int:
    """How many tokens are written, the end mark included."""
    return len(translators.translated(translators.MAIN, state[translators.ENGLISH], state[BEAMS]).trace.target)


STEP = Dial[int](
    "slider",
    Key("step", Number(1, translators.PIECES), "the French token that is being written, from 1"),
    "Step",
    _steps,
    "above",
    most=_steps,
    look={"plays": _FILM},
    help="How far the French is written. 1: its first token. The last step: the end mark.",
)
LABELS = Dial[LabelledBy](
    "one_of",
    Key("labels", OneOf(("words", "tokens")), "what labels a row and a column: words or tokens"),
    "Show",
    lambda state: "words" if state[STEP] == _steps(state) else "tokens",
    "deeper",
    help="Tokens: what the model reads and writes. Words: the weights of a word's tokens are summed over the keys "
    "and averaged over the queries.",
)


def read(screen: Screen, state: State) -> Translation:
    """Translate the English in the box with the beams that are chosen."""
    return translators.read(screen, state, state[BEAMS])


def likely(screen: Screen, trace: TranslationTrace, now: int) -> None:
    """Draw the tokens that were most likely at a step; greedy writing takes the first."""
    chances = trace.probabilities[now - 1]
    order = largest(chances, _SHOWN)
    screen.bars(
        chances[order],
        labels=[word(translators.main().tokenizer.text_of(int(id))) for id in order],
        alt=f"The most likely tokens at step {now}.",
        key="next_piece",
        quantity="probability",
    )
