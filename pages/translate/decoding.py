"""Decoding: French written one piece at a time, greedy and with a beam, and your own French read by the model."""

import numpy as np

from headlight.formulas import attention
from headlight.pages.translate import cross
from headlight.pages.translate.pieces import losses, pieces, word
from headlight.parts import dials, live_check, stages, tokens, translators
from headlight.parts.nouns import Button, Dial, Pressed, State, decimal, said, view
from headlight.pictures import Continuation, Screen
from transformer import Translation, TranslationTrace
from transformer.ranking import largest

_SHOWN = 8  # likeliest next pieces
_LOOKED_AT = 10  # pieces of the English that it looks at most
STEP = Dial("hidden", "step", "", 6, "picture")  # the step of the example that writes "zone"
FRENCH = Dial(
    "text",
    "french",
    "Your French, to be read by the model",
    "",
    "above",
    placeholder="Empty: the model’s own",
    width=480,
)
WIDTH = Dial("slider", "beam_width", "Beam width (0: greedy)", 0)


def _now(state: State) -> int:
    """Which piece is being written, from 1: a step past the end counts as the last one."""
    return min(state[STEP], len(translators.read(state).trace.target))


@view(
    box=translators.ENGLISH,
    dials=[
        *(cross.HEAD, WIDTH, dials.ORIENTATION, FRENCH, STEP),
        Button("step_back", "← Back", lambda state: Pressed({"step": _now(state) - 1}), lambda state: _now(state) > 1),
        Button(
            "step_forward",
            "Forward →",
            lambda state: Pressed({"step": _now(state) + 1}),
            lambda state: _now(state) < len(translators.read(state).trace.target),
        ),
    ],
)
def decoding(state: State, screen: Screen) -> None:
    """What the decoder may see at this step, where it looks, what it writes; and what a beam finds."""
    greedy, now = translators.read(state), _now(state)
    trace, count = greedy.trace, len(greedy.trace.target)
    screen.about(trace.source_text, "translate")
    screen.token_chips(  # what is written, the piece of this step framed, what is still to come pale
        pieces(trace.target),
        notes=[str(place + 1) for place in range(count)],
        joined={place for each in trace.target_words for place in each.tokens[1:]},
        strong=(now - 1,),
        shares=[1.0 if place < now else 0.0 for place in range(count)],
        key="french_chips",
        one_line=True,
        on_place=lambda place: {"step": place + 1},
    )
    if greedy.stopped:
        screen.note(greedy.stopped)
    _this_step(screen, state, trace, now)
    if state[WIDTH]:
        _beam(screen, greedy, translators.read(state, state[WIDTH]), now)


@decoding.deeper
def arithmetic(state: State, screen: Screen) -> None:
    """The largest weight of the step, and the memory that it looks at."""
    trace, chosen = translators.read(state).trace, state[cross.HEAD]
    screen.about(trace.source_text, "translate")
    screen.heading("The largest weight of this step", "The query of the decoder, a key of the encoder.")
    if chosen.head is None:
        screen.note("The mean of the heads has no query of its own: choose one head to see its arithmetic.")
    else:
        stage, at = trace.cross[chosen.layer], (chosen.head, _now(state) - 1)
        worked = attention.cross_weight(stage.scores[at], int(stage.pattern[at].argmax()), stage.queries.shape[-1])
        screen.formula(worked, key="one_weight")
    screen.heading("What the encoder holds", "Read once, looked at in every step: a row for each English piece.")
    screen.strips(
        {"memory": trace.memory},
        tokens=pieces(trace.source),
        alt="The encoder's output: a row for each English piece, a column for each dimension.",
        key="memory",
        height=130,
    )


def _this_step(screen: Screen, state: State, trace: TranslationTrace, now: int) -> None:
    """What it may see, where it looks and what it writes, of which a slide has the last two alone.

    Below what it writes stands what a whole translation costs it: the reader's French, or its own.
    """
    head, presented, translator = state[cross.HEAD], tokens.compact(state), translators.main()
    *sees, left, right = screen.columns(1, 1) if presented else screen.columns(37, 28, 35, least=(280, 292, 300))
    for column in sees:
        with column.headed(f"What it may see: decoder, {head.name}", "The French so far. Hatched: not written yet."):
            layer = trace.decoder[head.layer]
            pattern = head.of(layer.pattern)
            stages.square(
                screen,
                state,
                np.where(np.arange(len(pattern))[:, None] < now, pattern, np.nan),
                pieces(trace.inputs),
                hidden=np.isneginf(layer.masked[0]),
                alt=f"Self-attention of the decoder, {head.name}, up to step {now}",
                key="may_see",
            )
            screen.note(live_check.of_translation(state, trace))
    which = "" if presented else f": cross, {head.name}"
    with left.headed(f"Where it looks{which}", "The query of this step against the keys of the encoder."):
        row, labels = trace.pattern(head.layer, head.head)[now - 1], pieces(trace.source)
        shown = sorted(largest(row, _LOOKED_AT).tolist())
        screen.bars(
            row[shown],
            labels=[labels[each] for each in shown],
            alt=f"Where step {now} looks in the English, {head.name}.",
            key="looks_at",
            quantity="attention",
            says=said(
                "To write **{written}** it looks at **{looked_at}** ({weight:.2f}).",
                written=word(trace.target[now - 1].text),
                looked_at=labels[int(row.argmax())],
                weight=row.max(),
            ),
        )
    with right.headed("What it writes", "Greedy writing takes the likeliest piece."):
        chances = trace.probabilities[now - 1]
        order = largest(chances, _SHOWN - presented)  # a slide has the reader's box above
        screen.bars(
            chances[order],
            labels=[word(translator.tokenizer.text_of(int(id))) for id in order],
            alt=f"The likeliest pieces at step {now}.",
            key="next_piece",
            quantity="probability",
        )
        if not presented:
            text, french = state[translators.ENGLISH], state[FRENCH]
            given = translators.forced("translate", text, french, board=screen) if french.strip() else trace
            screen.heading("Your French, read by the model", loss_in_words(given, trace))
            losses(screen, given, "losses")


def loss_in_words(given: TranslationTrace, own: TranslationTrace) -> str:
    """What a translation costs the model, beside what its own costs."""
    what = "How surprised it is by each word, given those before: −ln p"
    if given is own:
        return f"{what}, {own.word_losses.sum():.2f} in all. Type French of your own above to compare."
    return f"{what}, {given.word_losses.sum():.2f} in all; its own translation has {own.word_losses.sum():.2f}."


def _beam(screen: Screen, greedy: Translation, wide: Translation, now: int) -> None:
    """What the search held before this step, what became of its likeliest next pieces, and with what it ended."""
    translator, step = translators.main(), min(now, len(wide.steps))
    screen.heading("Greedy or with a beam", greedy_or_beam(greedy, wide))
    left, right = screen.columns(1, 1)
    with left.headed("This step of the beam", "Every hypothesis with its next pieces; filled ones are kept."):
        found, rows = wide.steps[step - 1], []
        for candidate in found.candidates:
            before = translator.text_of(found.hypotheses[candidate.parent].ids)
            piece = translator.tokenizer.text_of(candidate.id)
            piece = " (end)" if piece == "<|end|>" else piece if before else piece.lstrip()
            rows.append(Continuation(before, piece, candidate.probability, candidate.log_probability, candidate.fate))
        screen.search_step(
            rows, alt=f"The beam at step {step}: the likeliest continuations, and what became of each.", key="beam_step"
        )
    with right.headed("Where it ends", "Whole translations, the best score first, with their probabilities."):
        screen.search_step(
            [
                Continuation(
                    translator.text_of(each.ids), "", float(np.exp(each.log_probability)), each.log_probability, "ended"
                )
                for each in wide.hypotheses
            ],
            alt="The whole translations that the search ended with, the best score first.",
            key="ends",
        )


def greedy_or_beam(greedy: Translation, wide: Translation) -> str:
    """What the beam found that greedy writing did not, in numbers only."""
    one, other = greedy.search.best, wide.search.best
    if one.ids == other.ids:
        return f"Greedy and the beam end with the same translation, ln p = {decimal(one.log_probability)}."
    better = "likelier" if other.log_probability > one.log_probability else "less likely, but better for its length"
    return (
        f"The beam ends with another translation: ln p = {decimal(other.log_probability)} where greedy has "
        f"{decimal(one.log_probability)}; it is {better}."
    )
