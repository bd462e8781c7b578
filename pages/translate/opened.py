"""A number of a translation, opened: its terms, down to the English, the French and their positions."""

from functools import partial

from headlight.pages.translate.pieces import pieces
from headlight.parts import open_number, translators
from headlight.parts.nouns import State
from headlight.pictures import Screen
from headlight.state import doors
from transformer import TranslationTrace
from transformer.readings.opened_translation import opened_translation, reads_source
from transformer.readings.terms import Place
from transformer.seq2seq import Seq2Seq


def way(state: State, screen: Screen, trace: TranslationTrace, box: str) -> list[Place]:
    """The numbers that were opened, the open one last: none once another box is chosen than the one that holds it."""
    find = partial(opened_translation, _network(), trace)
    passed = open_number.way(state, screen, find, "Here is the chosen box again.")
    return passed if passed and doors.box_of(passed[-1].label) == box else []


def _network() -> Seq2Seq:
    """The network of the translator whose numbers open."""
    network = translators.main().model
    assert isinstance(network, Seq2Seq), "the main translator is a transformer"
    return network


def show(screen: Screen, trace: TranslationTrace, passed: list[Place]) -> None:
    """The way as a tree of terms, with the box that holds each number."""
    translator = translators.main()
    stage = passed[-1].stage
    source, read = pieces(trace.source), pieces(trace.inputs)
    keys = source if reads_source(stage, "key") else read
    rows = pieces(trace.target) if stage.startswith("cross") else read  # as the picture of cross-attention says
    queries = source if reads_source(stage, "query") else rows
    placed = source if reads_source(stage, "pos") else read
    said_of = {
        "token": lambda index: f"of “{translator.tokenizer.text_of(index).strip() or '␣'}”",
        "pos": lambda index: f"“{placed[index]}” at position {index}",
        "query": lambda index: f"“{queries[index]}”",
        "key": lambda index: f"attending to “{keys[index]}”",
    }
    find = partial(opened_translation, _network(), trace)
    open_number.show(screen, passed, find, said_of, lambda place: {"box": doors.box_of(place.label)})
