"""The questions of a first visit, after the demonstration: which word brings the next one, then what comes next.

A question belongs to its sentence. With any other, and for whoever typed, nothing is asked.
"""

from collections.abc import Mapping, Sequence
from functools import partial
from typing import Any, NamedTuple

from headlight.parts.hero import PictureQuestion
from headlight.parts.nouns import Key, Number, State, chosen_in_picture
from headlight.parts.why import Reason
from headlight.pictures import Asked, Then
from headlight.reading import reader, sentences
from headlight.reading.real_models import BUNDLED
from transformer.words import Word, words_of

TEXTS = ("Tom and Lisa went to the park. Tom gave the ball to", "Anna put the key in the")
WHICH_WORD, WHAT_NEXT = 1, 2  # the questions, each of the sentence at its place
OFFERED = 4  # next words to choose from
QUESTION = chosen_in_picture(
    Key("question", Number(0, len(TEXTS)), "what Start asks on a first visit", of_its_text=True), 0
)
_MEANS = "what was guessed there: a word of the sentence, or of the next ones by alphabet"
GUESSED = chosen_in_picture(Key("guessed", Number(0, 63), _MEANS, of_its_text=True), None)


class Visit(NamedTuple):
    """A question of the first visit, what a reader guessed, and whether it waits for that: then nothing tells it."""

    question: int = 0  # where none is asked
    guessed: int | None = None
    open: bool = False


NONE = Visit()


def of(state: State) -> Visit:
    """The question that this state asks, if any."""
    question, guessed = state[QUESTION], state[GUESSED]
    if not question or state.model_name != BUNDLED or state.text != TEXTS[question - 1]:
        return NONE
    return Visit(question, guessed, guessed is None)


def question(at: Visit, sentence: Sequence[Word]) -> PictureQuestion:
    """The question in the picture: its words are tapped, or the next words beside it."""
    clicked = partial(keys, at)
    if not at.open:
        return PictureQuestion(keys=clicked)
    last = len(sentence) - 1
    tapped = [number for number, word in enumerate(sentence[:last]) if word.text.strip(" .,")]
    return PictureQuestion(Asked([last], tapped if at.question == WHICH_WORD else [], (), True), offered, clicked)


def reason(at: Visit, why: Reason, state: State) -> Reason:
    """The question in place of the reason; once it is answered, the guess before the reason."""
    if at.open:
        return Reason([((sentences.WHICH_WORD, sentences.WHAT_NEXT)[at.question - 1], False)])
    return why._replace(says=[(_verdict(at, state), False), *why.says]) if why.says else why


def then(at: Visit) -> Then | None:
    """The line that follows an answer: to the next question, or to a sentence of one's own."""
    if at.open:
        return None
    more = at.question < len(TEXTS)
    return Then(sentences.ASKED_NEXT if more else sentences.TYPE_YOUR_OWN, 0, (0, 0), own=not more)


def keys(at: Visit, click: tuple[str, Any]) -> Mapping[str, Any] | None:
    """The keys that a click sets while the first visit is asked; None where it does what it does without a question."""
    match click:
        case "ask", _:
            return _asks(WHICH_WORD)
        case "skip", _:
            return {"question": None, "guessed": None, "text": None}
        case (("word" | "next"), int(number)) if at.open:
            return {"guessed": number}
        case "both", _ if at.question:
            return _asks(at.question + 1) if at.question < len(TEXTS) else {"question": None, "guessed": None}
    return None


def _asks(question: int) -> dict[str, Any]:
    return {"text": TEXTS[question - 1], "question": question, "guessed": None}


def offered(model: Any, ids: Sequence[int]) -> list[int]:
    """The likeliest next tokens in the order of the alphabet, which tells nothing."""
    return sorted(ids[:OFFERED], key=lambda id: model.tokenizer.text_of(id).strip())


def _verdict(at: Visit, state: State) -> str:
    trace, why = state.trace(), reader.why(reader.bundled(), state.text)
    if at.question == WHICH_WORD:
        words = words_of(trace.text, trace.tokens)
        number = min(at.guessed or 0, len(words) - 1)
        right, guess = number == why.word, words[number].text
    else:
        ids = trace.probabilities[-1].argsort()[::-1].tolist()
        id = offered(state.model, ids)[min(at.guessed or 0, OFFERED - 1)]
        right, guess = id == why.next, state.model.tokenizer.text_of(id).strip()
    return "Yes. " if right else f"You chose “{guess}”. "


UNASKED = PictureQuestion(keys=partial(keys, NONE))  # of a picture whose demonstration leads to the first question
