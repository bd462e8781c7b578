"""Decoding: French written one token at a time, greedy and with a beam, and your own French read by the model."""

import numpy as np

from headlight.formulas import attention
from headlight.pages.translate import cross
from headlight.pages.translate.pieces import losses, pieces, word
from headlight.parts import dials, live_check, stages, tokens, translators
from headlight.parts.nouns import SENTENCE, Dial, Key, Number, State, Text, decimal, view
from headlight.pictures import Branch, Screen
from headlight.pictures.beam_tree import Fate
from transformer import Translation, TranslationTrace
from transformer.decoding import Candidate
from transformer.ranking import largest

_SHOWN = 5  # likeliest next tokens
_FILM = 8  # seconds from the first token to the last
_FIRST = 6  # the step of the example that writes "zone"
STEP = Dial[int](
    "slider",
    Key("step", Number(1, translators.PIECES), "the French token that is being written, from 1"),
    "Step",
    lambda state: min(_FIRST, _steps(state)),
    "above",
    most=lambda state: _steps(state),
    look={"plays": _FILM},
    help="How far the French is written: 1 is its first token, the last step is the end mark. At first step 6.",
)
FRENCH = Dial(
    "text",
    Key("french", Text(SENTENCE), "French of the reader's own"),
    "Your French, to be read by the model",
    "",
    "deeper",
    placeholder="Empty: the model’s own",
    width=480,
    help="The model reads your French, and shows how surprised it is by each word. Empty: its own French.",
)
WIDTH = Dial(
    "slider",
    Key("beam_width", Number(0, 6), "hypotheses of the beam that is drawn, 0 for none"),
    "Beam width (0: greedy)",
    0,
    "deeper",
    width=220,
    help="How many beginnings the search keeps at each step. 0 at first: no beam is drawn. Width 1 is greedy.",
)


def _steps(state: State) -> int:
    """How many tokens are written, the end mark included."""
    return len(translators.translated(translators.MAIN, state[translators.ENGLISH]).trace.target)


@view(box=translators.ENGLISH, dials=[STEP, cross.HEAD, WIDTH, dials.ORIENTATION, FRENCH])
def decoding(state: State, screen: Screen) -> None:
    """Draw the French as far as it is written, where the last token of it attends, and which might be there."""
    greedy, now, head = translators.read(screen, state), state[STEP], state[cross.HEAD]
    trace, translator = greedy.trace, translators.main()
    picture = cross.shown(trace, head, "tokens")
    token = word(trace.target[now - 1].text)
    ribbons, next_ = screen.columns(74, 26, least=(320, 250))
    with ribbons:
        if not tokens.compact(state):  # a slide needs the room, and its dial says the step
            screen.heading(f"Step {now} of {len(picture.target)}: {token}", "")
        screen.alignment(
            picture.weights,
            **picture.ends,
            written=now,
            alt=f"The French up to step {now}, with ribbons to the English that each token attends to in {head.name}.",
            key="so_far",
            on_target=lambda number: {"step": number + 1},
        )
        if greedy.stopped:
            screen.note(greedy.stopped)
    with next_.headed("Most likely next", "Greedy writing takes the first."):
        chances = trace.probabilities[now - 1]
        order = largest(chances, _SHOWN)
        screen.bars(
            chances[order],
            labels=[word(translator.tokenizer.text_of(int(id))) for id in order],
            alt=f"The most likely tokens at step {now}.",
            key="next_piece",
            quantity="probability",
        )
        screen.note(live_check.of_translation(state, trace))


@decoding.more
def more(state: State, screen: Screen) -> None:
    """Draw the mask over the decoder's own French."""
    trace, head, now = translators.read(screen, state).trace, state[cross.HEAD], state[STEP]
    sees, _ = screen.columns(1, 1, least=(300, 0))
    with sees.headed(f"What it sees: decoder, {head.name}", "The French so far. Hatched: not written yet."):
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


@decoding.deeper
def arithmetic(state: State, screen: Screen) -> None:
    """The largest weight of the step, the search with a beam, and what French costs the model."""
    greedy, now = translators.read(screen, state), state[STEP]
    trace, chosen = greedy.trace, state[cross.HEAD]
    text, french = state[translators.ENGLISH], state[FRENCH]
    forced = translators.forced("translate", text, french, board=screen) if french.strip() else trace
    screen.heading("Your French, read by the model", loss_in_words(forced, trace))
    losses(screen, forced, "losses")
    if state[WIDTH]:
        _beam(screen, greedy, translators.read(screen, state, state[WIDTH]), now)
    screen.heading("The largest weight of this step", "The query of the decoder, a key of the encoder.")
    if chosen.head is None:
        screen.note("The mean of the heads has no query: choose one head to see its arithmetic.")
    else:
        stage, head_and_step = trace.cross[chosen.layer], (chosen.head, now - 1)
        worked = attention.cross_weight(
            stage.scores[head_and_step], int(stage.pattern[head_and_step].argmax()), stage.queries.shape[-1]
        )
        screen.formula(worked, key="one_weight")


def loss_in_words(forced: TranslationTrace, own: TranslationTrace) -> str:
    """Say what a translation costs the model, beside what its own costs."""
    caption = "How surprised it is by each word, given those before: −ln p"
    if forced is own:
        return f"{caption}, {own.word_losses.sum():.2f} in all. Type your own French above to compare."
    return f"{caption}, {forced.word_losses.sum():.2f} in all. Its own translation has {own.word_losses.sum():.2f}."


def _beam(screen: Screen, greedy: Translation, wide: Translation, now: int) -> None:
    """Draw the tree of the search as far as the step, all of it at the last, and say how it compares."""
    step = len(wide.steps) if now == len(greedy.trace.target) else min(now, len(wide.steps))
    screen.heading("Greedy or with a beam", greedy_or_beam(greedy, wide))
    branches, shown = tree(wide, step)
    screen.beam_tree(
        branches,
        shown=shown,
        alt=f"The beam up to step {step}: what it kept at each step, from left to right; dead ends are pale.",
        key="beam",
    )


def tree(wide: Translation, step: int) -> tuple[list[Branch], int]:
    """Return all branches of a search as they are after a step, and the number that have grown by then.

    A branch is dead if nothing goes on from it; once the search is over, those of the translation are the best.
    """
    translator, places, grown = (
        translators.main(),
        dict[tuple[int, ...], int](),
        list[tuple[tuple[int, ...], Candidate]](),
    )
    shown, lives = 0, set[tuple[int, ...]]()
    for number, beam_step in enumerate(wide.steps, 1):
        for candidate in beam_step.candidates:
            if candidate.fate == "dropped":
                continue
            ids = (*beam_step.hypotheses[candidate.parent].ids, candidate.id)
            places[ids] = len(grown)
            grown.append((ids, candidate))
            if number == step or (number < step and candidate.fate == "ended"):
                lives |= {ids[:end] for end in range(1, len(ids) + 1)}
        shown = len(grown) if number <= step else shown
    best = wide.hypotheses[0].ids if step == len(wide.steps) else ()

    def fate(ids: tuple[int, ...], candidate: Candidate) -> Fate:
        if ids and ids == best[: len(ids)]:
            return "best"
        if ids not in lives:
            return "dead"
        return "ended" if candidate.fate == "ended" else "alive"

    branches = [
        Branch(
            places.get(ids[:-1]),
            word(translator.tokenizer.text_of(candidate.id)),
            candidate.probability,
            candidate.log_probability,
            fate(ids, candidate),
        )
        for ids, candidate in grown
    ]
    return branches, shown


def greedy_or_beam(greedy: Translation, wide: Translation) -> str:
    """Compare the translation of the beam with the greedy one, in numbers only."""
    plain, beam = greedy.search.best, wide.search.best
    if plain.ids == beam.ids:
        return f"Greedy and the beam end with the same translation, ln p = {decimal(plain.log_probability)}."
    better = "more likely" if beam.log_probability > plain.log_probability else "less likely, but better for its length"
    return (
        f"The beam ends with another translation: ln p = {decimal(beam.log_probability)} where greedy has "
        f"{decimal(plain.log_probability)}; it is {better}."
    )
