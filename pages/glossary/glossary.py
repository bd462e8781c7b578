"""Glossary: the words and symbols of the course, each with its meaning, its source, and the page that shows it."""

from headlight.parts.nouns import CannotShow, Dial, Entry, Key, State, Text, view
from headlight.state.glossary import TERMS, search

TERM = Dial(
    "text",
    Key("term", Text(60), "a term of the glossary"),
    "Look for a term",
    "",
    "above",
    placeholder="softmax, head, cross-attention ...",
    help="Part of a word is enough. Empty: all terms.",
)


@view(dials=[TERM]).listed
def glossary(state: State) -> list[Entry]:
    """The terms that have all the words of the box."""
    if not TERMS:
        raise CannotShow("The terms cannot be shown just now: their file is missing or damaged.")
    entries = []
    for term in search(state[TERM]):
        symbol = f" ${term.symbol}$" if term.symbol else ""
        source = f" *({term.source})*" if term.source else ""
        entries.append(Entry(f"**{term.term}**{symbol}: {term.meaning}{source}", term.page))
    if not entries:
        raise CannotShow(f"No term has these words. Try a shorter word; an empty box shows all {len(TERMS)} terms.")
    return entries
