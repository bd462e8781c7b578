"""The one place that runs models: which there are, what a view may ask of one, and what one computes for a text."""

import tomllib
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import Literal

from jaxtyping import Float
from numpy import ndarray as Array

from headlight.pictures import Board
from headlight.reading import assets, running, sentences
from headlight.reading.cache import LastTexts, cached
from headlight.reading.real_models import BUNDLED, FEWEST, REAL_MODELS, TOKENS
from headlight.reading.threads import one_core_each
from transformer import (
    UNCHANGED,
    FolderError,
    Intervention,
    LanguageModel,
    ModelFolderError,
    OpenedModel,
    Plan,
    Trace,
    load,
    open_folder,
)
from transformer.bundled.head_lives import lives
from transformer.head import Head
from transformer.readings.attribution import attribution, can_attribute
from transformer.readings.last_row import has_last_row
from transformer.readings.why import Source, Why
from transformer.readings.why import source as source_of
from transformer.readings.why import why as why_of
from transformer.real.installed import open_installed

Model = LanguageModel | OpenedModel  # what a view that follows is given
Need = Literal["a mask", "next words", "a stream", "lives"]

FILE = "examples.toml"
LOOK = assets.read(
    FILE,
    lambda written: {example["text"]: example["look"] for example in tomllib.loads(written)["example"]},
    {"bear country": "What does “country” attend to?"},
)
EXAMPLES = tuple(LOOK)
# What every page opens with, found by measurement over heads and sentences. In layer 3, head 1 "country" looks at
# "bear"; in layer 6, head 5 the last word does. With that head silenced "boy" is likeliest to come next, not "bear".
EXAMPLE = EXAMPLES[0]
_TRACES = 6  # that are held for all visitors; the longest take 25 MB each, logits and probabilities included
_LOOKS_BACK = 3  # tokens of a text in which the last can look at one that is not the first
_DECIDED = 64  # texts; some 100 numbers each
_TRIED = 16  # heads of a real model: trying all that attend to a word would take longer than to type
_LAST_HEADS = 1024  # of all visitors
# Passes of real models that others may go on from, of all visitors; where texts may be long, each is of gigabytes.
_LAST = 8 if TOKENS == FEWEST else 1
_HAS: Mapping[Need, Callable[[Plan], bool]] = {
    "a mask": lambda plan: plan.causal,
    "next words": lambda plan: plan.predicts == "next",
    "a stream": lambda plan: plan.norm_position != "after",
}


ABOUT = {  # of those that are packages
    "SmolLM2": "SmolLM2-135M-Instruct (Ben Allal et al. 2025), quantized to 4 bits (embeddings: 8). You see float32 "
    "computed from that.",
    "MiniLM": "all-MiniLM-L6-v2 (Wang et al. 2020; Reimers and Gurevych 2019) was trained to give sentences vectors: "
    "each word attends both ways, and nothing says what comes next.",
}


NONE_HERE = (
    "No real model is here yet. `make real` brings SmolLM2, 135 million parameters, and MiniLM, an encoder: 180 MB; "
    "then restart the app. Or start it with `HEADLIGHT_MODELS=/path/to/folder make run`, where the folder, or each "
    "folder in it, holds `config.json`, `tokenizer.json` and `*.safetensors`, as Hugging Face has them."
)


class CannotShow(Exception):
    """There is nothing to show, and its message is a sentence that says why and what to do."""


@contextmanager
def readable(subject: str) -> Iterator[None]:
    """CannotShow for a model whose folder the block cannot read; `subject` begins the sentence that says so."""
    try:
        yield
    except ModelFolderError as error:
        raise CannotShow(f"{subject} cannot be read, so there is nothing to show yet. {error}") from error


@cached
def loaded() -> LanguageModel:
    """The bundled language model, read once.

    Raises:
        ModelFolderError: if its folder cannot be read.
    """
    one_core_each()
    return load(BUNDLED)


def bundled() -> LanguageModel:
    """The bundled model. CannotShow where its folder cannot be read."""
    with readable("The model"):
        return loaded()


@cached(most=2)
def opened(name: str) -> OpenedModel:
    """A real model by its name. CannotShow where it cannot be opened.

    It takes a second or two and four bytes a weight, so two are held for all visitors.
    """
    one_core_each()
    folder = REAL_MODELS[name]
    try:
        return open_installed(name, TOKENS) if folder is None else open_folder(folder, TOKENS)
    except FolderError as error:
        raise CannotShow(f"This model cannot be opened. {error}") from error


def model(name: str) -> Model:
    return bundled() if name == BUNDLED else opened(name)


def lacking(name: str, needs: Sequence[Need]) -> Need | None:
    """The first of a view's needs that a real model does not meet."""
    if "lives" in needs and lives(name) is None:
        return "lives"
    plan = opened(name).plan
    return next((need for need in needs if need in _HAS and not _HAS[need](plan)), None)


def as_read(typed: str) -> str:
    """The text without spaces at its end.

    A space belongs to the token after it, so one that stands last is a token that training hardly ever met, and what
    the model predicts after it is noise. It is read as soon as a letter follows.
    """
    return typed.rstrip()


def reads(name: str, text: str) -> bool:
    """Whether a model makes tokens of a text: some drop what has no ink, and have none left."""
    return bool(text.strip()) and (name == BUNDLED or bool(opened(name).tokenizer.encode(text)))


def trace(
    reader: Model, text: str, change: Intervention = UNCHANGED, *, whole: bool = False, board: Board | None = None
) -> Trace:
    """Everything that a model computes for a text.

    A real model goes on from a pass that began with the same tokens, unless it is to be the `whole` text anew: then the
    same text gives the same numbers to the last digit. A `board` says where the text is cut.
    """
    if isinstance(reader, LanguageModel):
        computed = _traced(reader, text, change)
    elif whole or change != UNCHANGED:
        computed = reader.trace(text, change)
    else:
        computed = _next_pass(reader, text)
    if board:
        say_if_cut(board, computed)
    return computed


def say_if_cut(board: Board, trace: Trace) -> None:
    """A line on a board where the model could not take all of the text."""
    if trace.dropped:
        reads = sentences.READS_HERE if isinstance(trace.config, Plan) else sentences.READS
        words = sentences.DROPPED.format(reads=reads, most=trace.config.max_tokens, dropped=trace.dropped)
        board.tell(words, warns=True)


@cached(most=_TRACES)
def _traced(reader: LanguageModel, text: str, change: Intervention) -> Trace:
    """Return a cached forward pass; layers below the first changed one come from the unchanged pass."""
    plain = _traced(reader, text, UNCHANGED) if change.first_layer_unlike(UNCHANGED) else None
    return reader.trace(text, change, after=plain)


@cached(most=_DECIDED)
def why(reader: LanguageModel, text: str) -> Why:
    """Find what brings the word that the bundled model holds likeliest after a text, from where, and by which parts."""
    return why_of(reader, _traced(reader, text, UNCHANGED))


@cached(most=_DECIDED)
def _source(reader: OpenedModel, text: str) -> Source | None:
    trace = _next_pass(reader, text)
    return source_of(reader, trace, _TRIED, rests=True) if has_last_row(trace.plan) else None


def source(reader: Model, text: str) -> Source | None:
    """The word that the most likely next one needs, and the head that brings it; None of a model without a next word.

    Of a real model, whose heads rest on the first word and are hundreds, that word is left out and few heads are tried.
    """
    return why(reader, text) if isinstance(reader, LanguageModel) else _source(reader, text)


def brought(reader: Model, trace: Trace) -> Float[Array, "layer head"] | None:
    """Find what one look of each head adds at most to the logit of the likeliest next token; None where none can.

    Looks at itself and at the first token do not count.
    """
    if trace.plan.predicts != "next" or not can_attribute(trace.plan) or len(trace.tokens) < _LOOKS_BACK:
        return None
    return attribution(reader, trace, int(trace.next_logits.argmax())).looks[:, :, 1:-1].max(-1)


def deciding_head(reader: Model, text: str) -> Head | None:
    """The head that is shown of a text: the one that brings what the next word needs most. None where none can."""
    found = source(reader, text)
    head = found.head if found else None
    _HEADS.keep(_for_visitor(reader), text[:1], head)
    return head


def last_head(reader: Model, text: str) -> Head | None:
    """Return the head that decided last, for this visitor, in a text with this first letter; None where none did."""
    return _HEADS.of(_for_visitor(reader), text[:1])


def _for_visitor(reader: Model) -> str:
    """The model as one visitor reads it: while they type, no other's text makes their head another one."""
    return f"{running.visitor()} {reader.name}"


def _next_pass(reader: OpenedModel, text: str) -> Trace:
    """A text that was read lately is not read again; another goes on from the pass that began alike."""
    if (latest := _PASSES.of(reader.name, text)) is None:
        latest = reader.trace(text, after=_PASSES.begun_alike(reader.name, text))
        _PASSES.keep(reader.name, text, latest)
    return latest


_PASSES = LastTexts[Trace](_LAST)
_HEADS = LastTexts[Head | None](_LAST_HEADS)
