"""The check that proves the numbers of a page, for the sentence on screen, where its arithmetic is shown."""

from headlight.parts import orientation, words
from headlight.state.state import State
from transformer import Trace, TranslationTrace
from transformer.readings.check import Check, check, check_all, check_translation


def in_words(state: State, trace: Trace, layer: int) -> str:
    """Whether rows of a layer sum to one, masked weights are zero, and torch's own attention gives the same."""
    return _said(state, check(trace, layer), f"In layer {layer + 1} ")


def everywhere(state: State, trace: Trace) -> str:
    """Check all layers, for pages that show what comes of attention rather than attention itself."""
    return _said(state, check_all(trace), f"In all {len(trace.layers)} layers ")


def of_translation(state: State, trace: TranslationTrace) -> str:
    """Check all attention of a transformer's translation."""
    return _said(state, check_translation(trace), "In encoder, decoder and across ")


def across(state: State, trace: TranslationTrace) -> str:
    """Check cross-attention alone, for pages that draw nothing else."""
    return _said(state, check_translation(trace, ["cross"]), "Across the languages ")


def _said(state: State, result: Check, place_of_check: str) -> str:
    if result.passed:
        agrees = f"torch agrees within {words.number(result.context)}"
        return f"✓ {place_of_check}{orientation.line(state)}s sum to 1, masked weights are 0, {agrees}."
    rows, masked, context = (words.number(off, 2) for off in (result.rows, result.masked, result.context))
    unfinite = f" Of all numbers {result.unfinite:,} are NaN or infinite." if result.unfinite else ""
    return (
        f"✗ Check failed: these numbers do not add up. {place_of_check}{orientation.line(state)}s are off by {rows}, "
        f"masked weights by {masked}, and torch's own attention differs by {context}.{unfinite} "
        "Please report the sentence."
    )
