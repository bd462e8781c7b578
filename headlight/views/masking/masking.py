"""Masking: who may look at whom, and what that does to the pattern, the next word and the loss."""

from headlight.frame import dials, live_check, mask_effects, orientation, stages, tokens
from headlight.frame.comparison import Comparison
from headlight.frame.registry import Link, view
from headlight.frame.state import State
from headlight.pictures.board import Board
from transformer import Intervention, Trace
from transformer.head import Head

MASK = dials.mask("above")


@view(
    box=dials.sentence(),
    dials=[dials.HEAD, dials.SECOND, dials.ORIENTATION, MASK],
    needs=("a mask", "next words"),
    onward=Link("learning", "Train a tiny transformer without the mask →", {"experiment": "no mask"}),
)
def masking(state: State, screen: Board) -> None:
    """The masked scores, the pattern, and what comes of it; under them one row before and after the mask."""
    head, causal, trace = state[dials.HEAD], state.trace(), _masked(state)
    query = dials.at(state[dials.SECOND], len(trace.tokens), empty=1)
    tokens.chips(trace, strong=(query,), on_place=lambda place: {"query": place})
    left, middle, right = screen.columns(35, 35, 30, least=(300, 300, 200))
    with left:
        where = f"{head.title[0].upper()}{head.title[1:]}"
        _stage(screen, trace, head, query, "masked", f"{where}: −∞ where a token may not look.")
    with middle:
        hint = f"Softmax of each {orientation.line()} of masked, where e to the −∞ is 0."
        _stage(screen, trace, head, query, "pattern", hint)
        screen.note(live_check.in_words(trace, head.layer))
    with right:
        screen.heading("Next word", "Dashed: under the causal mask.")
        Comparison(state.model, causal, trace).likeliest(key="next_word", alt="The likeliest next tokens.", count=6)
        screen.heading("Loss, in nats per token", "How surprising is what really follows?")
        mask_effects.on_loss(trace, causal)
    mask_effects.one_row(screen, trace, *head, query)
    if trace is not causal:
        patterns = (one.layers[head.layer].pattern[head.head] for one in (trace, causal))
        screen.note(mask_effects.on_attention(*patterns))


@masking.deeper
def arithmetic(state: State, screen: Board) -> None:
    """The scores before the mask, the mask itself, and the loss of each token."""
    head, causal, trace = state[dials.HEAD], state.trace(), _masked(state)
    query = dials.at(state[dials.SECOND], len(trace.tokens), empty=1)
    left, right = screen.columns(1, 1)
    with left:
        _stage(screen, trace, head, query, "scaled", f"{stages.says(trace, 'scaled')}.")
    with right:
        screen.heading("+ mask", "0 changes nothing, −∞ hides: the same for every head and every text.")
        mask_effects.mask_itself(trace, head.layer)
    mask_effects.losses_by_token(screen, trace, causal)


def _masked(state: State) -> Trace:
    """The text under the chosen mask."""
    mask = state[MASK]
    return state.trace() if mask == "causal" else state.trace(Intervention(mask=mask))


def _stage(screen: Board, trace: Trace, head: Head, query: int, stage: str, hint: str) -> None:
    screen.heading(stage, hint)
    stages.picture(trace, *head, stage, selected=(query, query), on_cell=dials.choose_query)
