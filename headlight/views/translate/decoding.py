"""Decoding: French written one piece at a time, greedy and with a beam, and your own French read by the model."""

from headlight.formulas import attention
from headlight.frame import dials, live_check, translators
from headlight.frame.nouns import Button, Dial, Pressed, State, view
from headlight.pictures import Board, formula, strips
from headlight.views.translate import cross, decode
from transformer import Translation

STEP = Dial("hidden", "step", "", 6, "picture")  # the step of the example that writes "zone"
FRENCH = Dial(
    "text",
    "french",
    "Your French, to be read by the model",
    "",
    "above",
    placeholder="Empty: the model’s own",
    width=560,
)
WIDTH = Dial("slider", "beam_width", "Width of the beam (0: greedy alone)", 0)


def _greedy(state: State) -> Translation:
    return translators.translated("translate", translators.english(state))


def _now(state: State) -> int:
    """Which piece is being written, from 1: a step past the end counts as the last one."""
    return min(state[STEP], len(_greedy(state).trace.target))


@view(
    box=translators.ENGLISH,
    dials=[
        *(cross.HEAD, WIDTH, dials.ORIENTATION, FRENCH, STEP),
        Button("step_back", "← Back", lambda state: Pressed({"step": _now(state) - 1}), lambda state: _now(state) > 1),
        Button(
            "step_forward",
            "Forward →",
            lambda state: Pressed({"step": _now(state) + 1}),
            lambda state: _now(state) < len(_greedy(state).trace.target),
        ),
    ],
)
def decoding(state: State, screen: Board) -> None:
    """What the decoder may see at this step, where it looks, what it writes; and what a beam finds."""
    greedy, now, translator = _greedy(state), _now(state), translators.main()
    trace, text, french = greedy.trace, translators.english(state), state[FRENCH]
    screen.about(trace.source_text, "translate")
    decode.written(trace, now)
    if stopped := decode.stopped(greedy):
        screen.note(stopped)
    given = translators.forced("translate", text, french) if french.strip() else trace
    decode.this_step(screen, translator, trace, given, state[cross.HEAD], now)
    if width := state[WIDTH]:
        wide = translators.translated("translate", text, width)
        screen.heading("Greedy or with a beam", decode.greedy_or_beam(greedy, wide))
        left, right = screen.columns(1, 1)
        with left.headed("This step of the beam", "Every hypothesis with its next pieces; filled ones are kept."):
            decode.beam_step(translator, wide, now)
        with right.headed("Where it ends", "Whole translations, the best score first, with their probabilities."):
            decode.ends(translator, wide)
    screen.note(live_check.of_translation(trace))


@decoding.deeper
def arithmetic(state: State, screen: Board) -> None:
    """The largest weight of the step, and the memory that it looks at."""
    trace = _greedy(state).trace
    screen.about(trace.source_text, "translate")
    layer, head = state[cross.HEAD].layer, state[cross.HEAD].head
    screen.heading("The largest weight of this step", "The query of the decoder, a key of the encoder.")
    if head is None:
        screen.note("The mean of the heads has no query of its own: choose one head to see its arithmetic.")
    else:
        stage, row = trace.cross[layer], _now(state) - 1
        place = int(stage.pattern[head, row].argmax())
        worked = attention.cross_weight(stage.scores[head, row], place, stage.queries.shape[-1])
        formula(worked, key="one_weight")
    screen.heading("What the encoder holds", "Read once, looked at in every step: a row for each English piece.")
    strips(
        {"memory": trace.memory},
        tokens=decode.pieces(trace.source),
        alt="The encoder's output: a row for each English piece, a column for each dimension.",
        key="memory",
        height=130,
    )
