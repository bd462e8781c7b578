"""The translators that pages share: reading them, the English box, and translations kept for the next time."""

import threading

from headlight.frame import log, pauses
from headlight.frame.held import held
from headlight.frame.reader import CannotShow
from headlight.frame.state import Dial, State
from headlight.frame.threads import one_core_each
from transformer import ModelFolderError, Translation, TranslationTrace, Translator, load
from transformer.bundled.load import TranslatorName

MAIN: TranslatorName = "translate"
RECURRENT: tuple[TranslatorName, ...] = ("translate-additive", "translate-dot")
FIXED: TranslatorName = "translate-fixed"  # recurrent, and without attention
TITLES: dict[TranslatorName, str] = {
    "translate": "Transformer",
    "translate-additive": "Recurrent, additive attention",
    "translate-dot": "Recurrent, dot-product attention",
    "translate-fixed": "Recurrent, without attention",
}
_LONG = 200  # characters of English from which on a beam search waits for its turn
_KEPT = 24  # translations of all visitors; one of the longest takes some megabytes with its trace

# Sentences, what the translator makes of them, and what to look for.
EXAMPLES = (
    (
        "The agreement on the European Economic Area was signed in August 1992.",
        "L'accord sur la zone économique européenne a été signé en août 1992.",
        "Three words in a row that French puts in the opposite order.",
    ),
    ("The red car", "La voiture rouge", "The adjective and the noun change places: the ribbons cross."),
    ("The European Economic Area", "La zone économique européenne", "“zone” looks past two words to “Area”."),
    ("I do not speak French.", "Je ne parle pas français.", "“not” becomes two words, one on each side of the verb."),
    ("I know him.", "Je le connais.", "“him” becomes “le” and goes before the verb."),
    ("How old are you?", "Quel âge as-tu ?", "No word for word: French asks which age you have."),
    ("I am twenty years old.", "J'ai vingt ans.", "In French you have your years."),
    ("I miss you.", "Vous me manquez.", "Turned inside out: in French you are missing to me."),
    (
        "There is a small black dog in the garden.",
        "Il y a un petit chien noir dans le jardin.",
        "One adjective before the noun, one behind it.",
    ),
)
EXAMPLE = EXAMPLES[0][0]


@held
def _loaded(name: TranslatorName) -> Translator:
    one_core_each()
    return load(name)


def main() -> Translator:
    """The transformer. CannotShow where its folder cannot be read."""
    try:
        return _loaded(MAIN)
    except ModelFolderError as error:
        raise CannotShow(f"The translator cannot be read, so there is nothing to show yet. {error}") from error


def found(name: TranslatorName) -> Translator | None:
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


ENGLISH = Dial("text", "english", "Your sentence", EXAMPLE)  # the live box of every page of translation


def english(state: State) -> str:
    """The English of the box as it is read; the example where there is none."""
    typed = state[ENGLISH].rstrip()
    return typed or EXAMPLE


def translated(name: TranslatorName, english: str, beams: int = 1) -> Translation:
    """What a translator makes of a sentence.

    Most of the French of one key ago is right again: the last translation that began with the same letters goes along
    as a draft.
    """
    result = _translated(name, english, beams, _DRAFTS.of(name, english))
    if beams == 1:
        _DRAFTS.keep(name, english, result.search.best.ids)
    return result


class _Drafts:
    """The last translations of all visitors: their English, and the ids of their French."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._kept: dict[tuple[str, str], tuple[int, ...]] = {}

    def of(self, name: str, english: str) -> tuple[int, ...]:
        """The French of the English that has most letters in common with this one from the left."""
        with self._lock:
            known = [(_shared(text, english), ids) for (of, text), ids in self._kept.items() if of == name]
        return max(known, key=lambda each: each[0], default=(0, ()))[1]

    def keep(self, name: str, english: str, ids: tuple[int, ...]) -> None:
        """Keep a translation, and let the oldest go."""
        with self._lock:
            self._kept.pop((name, english), None)
            self._kept[name, english] = ids
            while len(self._kept) > _KEPT:
                del self._kept[next(iter(self._kept))]


def _shared(one: str, other: str) -> int:
    """How many letters both begin with."""
    return next((at for at, (a, b) in enumerate(zip(one, other, strict=False)) if a != b), min(len(one), len(other)))


_DRAFTS = _Drafts()


# Nothing in a translation can be written to, so visitors share it.
@held(most=_KEPT)
def _translated(name: TranslatorName, english: str, beams: int, _draft: tuple[int, ...]) -> Translation:
    if beams == 1 or len(english) <= _LONG:
        return _loaded(name).translate(english, beams, _draft, pauses.stop_if_unwanted)
    with pauses.turn():
        return _loaded(name).translate(english, beams, _draft, pauses.stop_if_unwanted)


@held(most=_KEPT)
def forced(name: TranslatorName, english: str, french: str) -> TranslationTrace:
    """What a translator computes when the French is given (teacher forcing)."""
    return _loaded(name).trace(english, french)
