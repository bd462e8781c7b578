"""The translators that pages share: reading them, the English box, and translations kept for the next time."""

from contextlib import nullcontext

from headlight.pictures import Board, Screen
from headlight.reading import log, running
from headlight.reading.cache import LastTexts, cached
from headlight.reading.reader import readable
from headlight.reading.real_models import SENTENCE
from headlight.reading.threads import one_core_each
from headlight.state.address import Key
from headlight.state.key_types import Number, Text
from headlight.state.state import Dial, State, any_text
from transformer import ModelFolderError, Translation, TranslationTrace, Translator, load
from transformer.bundled.load import TranslatorName

MAIN: TranslatorName = "translate"
RECURRENT: tuple[TranslatorName, ...] = ("translate-additive", "translate-dot")
FIXED: TranslatorName = "translate-fixed"  # recurrent, and without attention
OTHERS = (*RECURRENT, FIXED)
TITLES: dict[TranslatorName, str] = {
    "translate": "Transformer",
    "translate-additive": "Recurrent, additive attention",
    "translate-dot": "Recurrent, dot-product attention",
    "translate-fixed": "Recurrent, without attention",
}
_LONG = 200  # characters of English from which on a beam search waits for its turn
CUT = "The translator reads {most} tokens at a time: the last {dropped} of this text are left out."
CUT_FRENCH = "The translator writes {most} tokens at most: the last {dropped} of this French are left out."
PIECES = 96  # that it reads and writes at most
PIECE = Number(0, PIECES - 1)
_KEPT = 24  # translations of all visitors; one of the longest takes some megabytes with its trace

# Sentences, what the translator makes of them, and what to look for.
EXAMPLES = (
    (
        "The agreement on the European Economic Area was signed in August 1992.",
        "L'accord sur la zone économique européenne a été signé en août 1992.",
        "Three words in a row that French puts in the opposite order. The model was trained on this sentence.",
    ),
    (
        "The red car",
        "La voiture rouge",
        "The adjective and the noun change places: the ribbons cross. The model was trained on this sentence.",
    ),
    (
        "The European Economic Area",
        "La zone économique européenne",
        "“zone” attends past two words to “Area”. The model was trained on this sentence.",
    ),
    ("I do not speak French.", "Je ne parle pas français.", "“not” becomes two words, one on each side of the verb."),
    (
        "I know him.",
        "Je le connais.",
        "“him” becomes “le” and goes before the verb. The model was trained on this sentence.",
    ),
    (
        "How old are you?",
        "Quel âge as-tu ?",
        "No word for word: French asks which age you have. The model was trained on this sentence.",
    ),
    ("I am twenty years old.", "J'ai vingt ans.", "In French you have your years."),
    ("I miss you.", "Vous me manquez.", "Turned inside out: in French you are missing to me."),
    (
        "There is a small black dog in the garden.",
        "Il y a un petit chien noir dans le jardin.",
        "One adjective before the noun, one behind it.",
    ),
)
EXAMPLE = EXAMPLES[0][0]


@cached
def _loaded(name: TranslatorName) -> Translator:
    one_core_each()
    return load(name)


def main() -> Translator:
    """The transformer. CannotShow where its folder cannot be read."""
    with readable("The translator"):
        return _loaded(MAIN)


def find(name: TranslatorName) -> Translator | None:
    """A translator, or None where its folder is missing or cannot be read."""
    try:
        return _loaded(name)
    except ModelFolderError as error:
        log.log(name, error)
        return None


def load_all() -> None:
    """Read all translators, so that no visitor waits for them.

    Raises:
        ModelFolderError: if a folder cannot be read.
    """
    for name in TITLES:
        _loaded(name)


# The live box of every page of translation.
ENGLISH = Dial(
    "text",
    Key("english", Text(SENTENCE), "the English to translate", "to other pages"),
    "Your sentence",
    EXAMPLE,
    reads=any_text,
)


def read(screen: Screen, state: State, beams: int = 1) -> Translation:
    """Translate the English in the box with the transformer: the pictures are of it, a line says where it is cut."""
    result = translated(MAIN, state[ENGLISH], beams, board=screen)
    screen.about(result.source_text, MAIN)
    return result


def translated(name: TranslatorName, english: str, beams: int = 1, *, board: Board | None = None) -> Translation:
    """Translate a sentence with a translator; a `board` says where it is cut.

    The translation of the last text with a common beginning serves as draft (speculative decoding): most of it is right
    again.
    """
    result = _translated(name, english, beams, _DRAFTS.begun_alike(name, english) or ())
    if beams == 1:
        _DRAFTS.keep(name, english, result.search.best.ids)
    if result.dropped and board:
        board.tell(CUT.format(most=result.translator.config.max_tokens - 1, dropped=result.dropped), warns=True)
    return result


_DRAFTS = LastTexts[tuple[int, ...]](_KEPT)  # the ids of the French


# Nothing in a translation can be written to, so visitors share it.
@cached(most=_KEPT)
def _translated(name: TranslatorName, english: str, beams: int, _draft: tuple[int, ...]) -> Translation:
    with running.slot() if beams > 1 and len(english) > _LONG else nullcontext():
        return _loaded(name).translate(english, beams, _draft, running.stop_if_unwanted)


def forced(name: TranslatorName, english: str, french: str, *, board: Board | None = None) -> TranslationTrace:
    """Run a translator on given French (teacher forcing); a `board` says where that is cut."""
    trace = _forced(name, english, french)
    if trace.target_dropped and board:
        board.tell(CUT_FRENCH.format(most=len(trace.target) - 1, dropped=trace.target_dropped), warns=True)
    return trace


@cached(most=_KEPT)
def _forced(name: TranslatorName, english: str, french: str) -> TranslationTrace:
    return _loaded(name).trace(english, french)
