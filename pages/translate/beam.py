"""The search with a beam: which beginnings it kept at each step, as a tree, beside greedy writing."""

from headlight.pages.translate.pieces import word
from headlight.parts import translators
from headlight.parts.nouns import decimal
from headlight.pictures import Branch, Screen
from headlight.pictures.beam_tree import Fate
from transformer import Translation
from transformer.decoding import Candidate


def show(screen: Screen, greedy: Translation, wide: Translation, now: int) -> None:
    """Draw the tree of the search as far as the step, all of it at the last, and say how it compares."""
    step = len(wide.steps) if now == len(wide.trace.target) else min(now, len(wide.steps))
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
