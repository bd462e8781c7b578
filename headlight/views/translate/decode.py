"""A translation step by step: what the decoder may see, where it looks, what it writes; greedy and with a beam."""

from collections.abc import Iterable

import numpy as np

from headlight.frame import stages, tokens
from headlight.frame.words import decimal, said
from headlight.pictures import Board, Continuation, bars, search_step, token_chips
from headlight.views.translate.cross import CrossHead
from transformer import Translation, TranslationTrace, Translator
from transformer.ranking import largest
from transformer.readings.translation_effects import Kind
from transformer.tokenizer import Token
from transformer.words import told_apart

_SHOWN = 8  # likeliest next pieces
_LOOKED_AT = 10  # pieces of the English that it looks at most


def loss_in_words(given: TranslationTrace, own: TranslationTrace) -> str:
    """What a translation costs the model, beside what its own costs."""
    what = "How surprised it is by each word, given those before: −ln p"
    if given is own:
        return f"{what}, {own.word_losses.sum():.2f} in all. Type French of your own above to compare."
    return f"{what}, {given.word_losses.sum():.2f} in all; its own translation has {own.word_losses.sum():.2f}."


def word(token: str) -> str:
    """A piece as a label: marks by their name, what cannot be seen named."""
    return {"<|end|>": "(end)", "<|begin|>": "(begin)"}.get(token) or token.strip() or "␣"


def pieces(tokens: Iterable[Token]) -> list[str]:
    """Pieces beside each other: a ␣ tells two apart that differ by their leading space alone."""
    texts = [token.text for token in tokens]
    return [mark if mark.startswith("␣") else word(text) for mark, text in zip(told_apart(texts), texts, strict=True)]


def looking(trace: TranslationTrace, kind: Kind) -> tuple[list[str], list[str]]:
    """The pieces that look in a kind of attention, and those that are looked at."""
    source, read = pieces(trace.source), pieces(trace.inputs)
    return {"encoder": (source, source), "decoder": (read, read), "cross": (pieces(trace.target), source)}[kind]


def written(trace: TranslationTrace, now: int) -> None:
    """The French as chips: what is written, the piece of this step framed, what is still to come pale."""
    token_chips(
        pieces(trace.target),
        notes=[str(place + 1) for place in range(len(trace.target))],
        joined={place for each in trace.target_words for place in each.tokens[1:]},
        strong=(now - 1,),
        shares=[1.0 if place < now else 0.0 for place in range(len(trace.target))],
        key="french_chips",
        one_line=True,
        on_place=lambda place: {"step": place + 1},
    )


def this_step(
    screen: Board,
    translator: Translator,
    trace: TranslationTrace,
    given: TranslationTrace,
    chosen: CrossHead,
    now: int,
) -> None:
    """What it may see, where it looks and what it writes, of which a slide has the last two alone.

    Below what it writes stands what a whole translation costs it, `given`.
    """
    presented = tokens.compact()
    *sees, left, right = screen.columns(1, 1) if presented else screen.columns(33, 30, 37, least=(280, 280, 300))
    for column in sees:
        with column:
            screen.heading(f"What it may see: decoder, {chosen.name}", "The French so far. Hatched: not written yet.")
            may_see(trace, chosen, now)
    which = "" if presented else f": cross, {chosen.name}"
    with left.headed(f"Where it looks{which}", "The query of this step against the keys of the encoder."):
        looks_at(trace, chosen, now)
    with right.headed("What it writes", "Greedy writing takes the likeliest piece."):
        next_piece(translator, trace, now)
        if not presented:
            screen.heading("Your French, read by the model", loss_in_words(given, trace))
            losses(given, "losses")


def may_see(trace: TranslationTrace, chosen: CrossHead, now: int) -> None:
    """The decoder's own pattern up to this step: rows that are still to come are NaN, not written yet."""
    layer = trace.decoder[chosen.layer]
    pattern = chosen.of(layer.pattern)
    stages.square(
        np.where(np.arange(len(pattern))[:, None] < now, pattern, np.nan),
        pieces(trace.inputs),
        hidden=np.isneginf(layer.masked[0]),
        alt=f"Self-attention of the decoder, {chosen.name}, up to step {now}",
        key="may_see",
    )


def looks_at(trace: TranslationTrace, chosen: CrossHead, now: int) -> None:
    """The largest weights of this step over the English, in its order."""
    row = trace.pattern(chosen.layer, chosen.head)[now - 1]
    labels = pieces(trace.source)
    place = int(row.argmax())
    shown = sorted(largest(row, _LOOKED_AT).tolist())
    bars(
        row[shown],
        labels=[labels[each] for each in shown],
        alt=f"Where step {now} looks in the English, {chosen.name}.",
        key="looks_at",
        says=said(
            "To write **{written}** it looks at **{looked_at}** ({weight:.2f}).",
            written=word(trace.target[now - 1].text),
            looked_at=labels[place],
            weight=row[place],
        ),
    )


def next_piece(translator: Translator, trace: TranslationTrace, now: int) -> None:
    """The likeliest pieces at this step; greedy writing takes the first."""
    chances = trace.probabilities[now - 1]
    order = largest(chances, _SHOWN)
    bars(
        chances[order],
        labels=[word(translator.tokenizer.text_of(int(id))) for id in order],
        alt=f"The likeliest pieces at step {now}.",
        key="next_piece",
    )


def beam_step(translator: Translator, wide: Translation, now: int) -> None:
    """What the search held before this step, each with its likeliest next pieces, and which of them stayed."""
    found = wide.steps[min(now, len(wide.steps)) - 1]
    rows = []
    for candidate in found.candidates:
        before = translator.text_of(found.hypotheses[candidate.parent].ids)
        piece = translator.tokenizer.text_of(candidate.id)
        piece = " (end)" if piece == "<|end|>" else piece if before else piece.lstrip()
        rows.append(Continuation(before, piece, candidate.probability, candidate.log_probability, candidate.fate))
    search_step(
        rows,
        alt=f"The beam at step {min(now, len(wide.steps))}: the likeliest continuations, and what became of each.",
        key="beam_step",
    )


def ends(translator: Translator, wide: Translation) -> None:
    """The whole translations that the search ended with, the best score first."""
    search_step(
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


def losses(trace: TranslationTrace, key: str) -> None:
    """Each French word with -ln p, darker where the model expected it less."""
    costs = trace.word_losses
    token_chips(
        [word(each.text) for each in trace.target_words],
        notes=[f"{cost:.2f}" for cost in costs],
        shares=np.minimum(costs / 10, 1.0).tolist(),
        key=key,
    )


def stopped(result: Translation) -> str:
    """What became of a sentence that was too long or without an end; empty where all is well."""
    said = [result.stopped] if result.stopped else []
    if result.dropped:
        said.append(f"The last {result.dropped} pieces of the English did not fit the model.")
    return " ".join(said)
