"""Growing up: one language model at twelve times of its training, on the sentence typed, as a film."""

from typing import Any

from headlight.frame import dials, live_check, stages, tokens
from headlight.frame.nouns import Dial, Dials, State, view
from headlight.pictures import Board
from headlight.views.learning import growing
from transformer import LanguageModel
from transformer.head import Head

FILM = 8  # seconds from noise to the last step
TELLING = "Once upon a"  # of few words is it seen so well how the model grows certain
STEP = Dial("scale", "grown_step", "Steps of training", 2000, "above", look={"plays": FILM})
_HEAD = Dial("hidden", "grown_head", "Head, as layer.head", "2.1", "picture")
HEAD = Dials[Head]((_HEAD,), lambda state: Head.parse(state[_HEAD]))


@view(box=dials.sentence(TELLING), dials=[STEP, HEAD, dials.TOKEN, dials.ORIENTATION])
def growing_up(state: State, screen: Board) -> None:
    """The sentence in large type with what comes next, over all of the training; below, what the snapshot computes."""
    step, head, lived = state[STEP], state[HEAD], growing.life(state.text)
    trace = growing.at(step).trace(state.text)
    screen.about(trace.text, "growing")
    place = dials.at(state[dials.TOKEN], len(trace.tokens))
    growing.show_film(trace, lived, step, head, place)
    tokens.say_if_cut(trace)
    if tokens.compact():
        return
    heads, near, loss = screen.columns(40, 24, 36, least=(400, 240, 300))
    with heads:
        growing.show_heads(screen, trace, step, head)
    with near:
        growing.show_nearest(screen, trace, step, place)
    with loss:
        growing.show_loss(screen, lived, step)
    log, abilities = screen.columns(1, 1)
    with log:
        growing.show_log(screen, step)
    with abilities:
        growing.show_abilities(screen, step, head)


@growing_up.taken_home
def snapshot(state: State) -> tuple[LanguageModel, dict[str, Any]]:
    """The model as it was at this moment, with the sentence and the head."""
    layer, head = state[HEAD]
    return growing.at(state[STEP]), {"text": state.text, "layer": layer + 1, "head": head + 1}


@growing_up.deeper
def arithmetic(state: State, screen: Board) -> None:
    """Every snapshot in a row, and the pattern of the chosen head."""
    step, head = state[STEP], state[HEAD]
    trace = growing.at(step).trace(state.text)
    screen.about(trace.text, "growing")
    growing.show_table(screen, growing.life(state.text), step)
    left, right = screen.columns(1, 1)
    with left:
        growing.show_grammar(screen)
    with right:
        screen.heading(f"{head.title.capitalize()}, after {step:,} steps", "Its pattern, exactly.")
        stages.picture(trace, *head, "pattern")
        screen.note(live_check.in_words(trace, head.layer))
