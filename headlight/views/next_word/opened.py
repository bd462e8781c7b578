"""Every number opens: a probability as the terms it is made of, and each of these again, down to the embedding."""

from functools import partial

from headlight.frame import dials, open_number, tokens, vocabulary
from headlight.frame.nouns import State, view
from headlight.pictures import Board
from transformer.readings.opened import opened as find
from transformer.readings.terms import Place


@view(
    box=dials.sentence("The girl stepped into bear country and helped the"),
    dials=[open_number.OPENED],
    needs=("sums",),
)
def opened(state: State, screen: Board) -> None:
    """The way from the probability to the open number as crumbs, and the terms of the open one."""
    trace, model = state.trace(), state.model
    tokens.say_if_cut(trace)
    of_trace = partial(find, model.transformer, trace)
    passed = open_number.way(state, screen, of_trace, "Here is the next word again.")
    said_of = {
        "token": lambda at: f"of “{vocabulary.shown(model, at)}”",
        "less": lambda at: f"less “{vocabulary.shown(model, at)}”",
        "pos": lambda at: f"“{trace.words[at]}” at position {at}",
        "query": lambda at: f"“{trace.words[at]}”",
        "key": lambda at: f"looking at “{trace.words[at]}”",
    }
    first = [Place("probability", (int(trace.next_logits.argmax()),))]  # until one is opened, of the likeliest word
    open_number.show(screen, passed or first, of_trace, said_of)
