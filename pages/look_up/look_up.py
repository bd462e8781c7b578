"""Look up: what learners ask, each answered in a few lines; every term and symbol; every paper, with its page."""

from collections.abc import Callable, Mapping, Sequence

from headlight.pages.look_up.papers import PAPERS
from headlight.pages.look_up.questions import QUESTIONS
from headlight.parts.nouns import CannotShow, Dial, Entry, Key, OneOf, State, Text, view
from headlight.state.glossary import TERMS, search

WORDS = "Words"
LISTS = ("Questions", WORDS, "Papers")
LIST = Dial(
    "one_of",
    Key("list", OneOf(LISTS), "questions, words or papers"),
    "List",
    WORDS,
    "above",
    help="Questions that learners ask, the terms and symbols of this app, or the papers that it names.",
)
TERM = Dial(
    "text",
    Key("term", Text(60), "what is looked for in the list"),
    "Find",
    "",
    "above",
    width=340,
    placeholder="softmax, head, ChatGPT ...",
    help="Part of a word is enough. Empty: the whole list.",
)


@view(dials=[LIST, TERM]).listed
def look_up(state: State) -> Sequence[Entry]:
    """The entries of the chosen list that have all the words of the box."""
    found = _FINDS[state[LIST]](state[TERM])
    if not found:
        raise CannotShow(
            f"Nothing here has these words. Try a shorter word; an empty box shows all {state[LIST].lower()}."
        )
    return found


def _words(text: str) -> list[Entry]:
    if not TERMS:
        raise CannotShow("The terms cannot be shown: their file is missing or damaged.")
    entries = []
    for term in search(text):
        symbol = f" ${term.symbol}$" if term.symbol else ""
        source = f" *({term.source})*" if term.source else ""
        entries.append(Entry(f"**{term.term}**{symbol}: {term.meaning}{source}", term.page))
    return entries


def _papers(text: str) -> list[Entry]:
    if not PAPERS:
        raise CannotShow("The papers cannot be shown: their file is missing or damaged.")
    return [Entry(paper.entry, paper.page) for paper in PAPERS if _has(paper.entry, text)]


def _questions(text: str) -> list[Entry]:
    if not QUESTIONS:
        raise CannotShow("The questions cannot be shown: their file is missing or damaged.")
    return [Entry(each.entry, each.view) for each in QUESTIONS if _has(each.entry, text)]


def _has(entry: str, text: str) -> bool:
    return all(word in entry.casefold() for word in text.casefold().split())


_FINDS: Mapping[str, Callable[[str], list[Entry]]] = dict(zip(LISTS, (_questions, _words, _papers), strict=True))
