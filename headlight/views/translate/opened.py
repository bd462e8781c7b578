"""A number of a translation, opened: its terms, down to the English, the French and their positions."""

from functools import partial

from headlight.frame import open_number, translators
from headlight.frame.nouns import State
from headlight.pictures import Board
from headlight.views.translate.pieces import pieces
from transformer import TranslationTrace
from transformer.readings.opened_translation import opened_translation, reads_source
from transformer.readings.terms import Place
from transformer.seq2seq import Seq2Seq

_FFN = ("residual_out", "ffn", "hidden", "mlp_norm")


def way(state: State, screen: Board, trace: TranslationTrace) -> list[Place]:
    """The numbers that were opened, the open one last."""
    return open_number.way(state, screen, _find(trace), "Here is the chosen box again.")


def _find(trace: TranslationTrace) -> partial:
    model = translators.main().model
    assert isinstance(model, Seq2Seq)  # the main translator is one
    return partial(opened_translation, model, trace)


def box_of(place: Place) -> str:
    """The box of the two stacks that holds a number."""
    side, _, stage = place.stage.partition("_")
    if place.stage == "memory":
        return "memory"
    if stage in ("probability", "logit", "final"):
        return "unembedding"
    if stage in ("embedded", "position"):
        return f"{side} embedding"
    part = "FFN" if stage in _FFN else "cross" if side == "cross" else "self-attention"
    return f"{'encoder' if side == 'encoder' else 'decoder'} {place.at[0] + 1} {part}"


def show(screen: Board, trace: TranslationTrace, passed: list[Place]) -> None:
    """The way as crumbs, and the terms of its last number."""
    stage = passed[-1].stage
    source, read = pieces(trace.source), pieces(trace.inputs)
    keys = source if reads_source(stage, "key") else read
    written = pieces(trace.target) if stage.startswith("cross") else read  # as the picture of cross-attention says
    queries = source if reads_source(stage, "query") else written
    placed = source if reads_source(stage, "pos") else read
    said_of = {
        "token": lambda at: f"of “{translators.main().tokenizer.text_of(at).strip() or '␣'}”",
        "pos": lambda at: f"“{placed[at]}” at position {at}",
        "query": lambda at: f"“{queries[at]}”",
        "key": lambda at: f"looking at “{keys[at]}”",
    }
    open_number.show(screen, passed, _find(trace), said_of)
