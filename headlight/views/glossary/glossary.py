"""Glossary: the words and symbols of the course, each with its meaning, its source, and the page that shows it."""

from headlight.frame.glossary import TERMS, found
from headlight.frame.nouns import CannotShow, Dial, Entry, State, listed

TERM = Dial("text", "term", "Look for a term", "", "above", placeholder="softmax, head, cross-attention ...")


@listed(dials=[TERM])
def glossary(state: State) -> list[Entry]:
    """The terms that have all the words of the box."""
    if not TERMS:
        raise CannotShow("The terms cannot be shown just now: their file is missing or damaged.")
    entries = [
        Entry(term.theme, f"**{term.term}**{_symbol(term.symbol)}: {term.meaning}{_source(term.source)}", term.page)
        for term in found(state[TERM])
    ]
    if not entries:
        raise CannotShow(f"No term has these words. Try a shorter word; an empty box shows all {len(TERMS)} terms.")
    return entries


def _symbol(symbol: str) -> str:
    return f" ${symbol}$" if symbol else ""


def _source(source: str) -> str:
    return f" *({source})*" if source else ""
