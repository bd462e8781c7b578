"""The shapes of attention: a product small enough to count, and every step for the reader's own sentence."""

from headlight.frame import dials, tokens
from headlight.frame.registry import view
from headlight.frame.state import State
from headlight.pictures.board import Board
from headlight.views.attention import shapes_room


@view(box=dials.sentence(), alone="")
def shapes(state: State, screen: Board) -> None:
    """The table of one layer, for the sentence and for a batch of training, beside a product small enough to count."""
    trace = state.trace()
    tokens.say_if_cut(trace)
    table, *factors = screen.columns(57, 21, 11, 11, least=(600, 230, 120, 120))
    with table:
        shapes_room.show(screen, trace.config, len(trace.tokens))
    shapes_room.show_classroom(screen, factors)
