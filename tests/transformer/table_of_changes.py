"""Every change of an Intervention in all that reads one: does it take effect as plain torch says, or is it refused?

python -m tests.transformer.table_of_changes
"""

import dataclasses
import json
import tempfile
from collections.abc import Callable, Iterator
from functools import cache, partial
from pathlib import Path
from typing import Any, Literal

import torch
import transformers as hugging_face
from safetensors.torch import save_file

from tests.transformer.browser_engine import BrowserEngine
from tests.transformer.changes import CHANGES, Changes, Computed, Engine, doubled, plain_pass, samples
from tests.transformer.readings.changed import NAMES as OF_READINGS
from tests.transformer.readings.changed import Readings
from tests.transformer.real.changed import library_pass
from tests.transformer.real.kinds import ENCODER_DECODERS, KINDS, randomized, written
from tests.transformer.stages import randomize
from transformer import Intervention, load, open_folder, open_translator
from transformer.bundled.folders import MODELS
from transformer.intervention import EDITS, PADDING
from transformer.learning.plans import plan
from transformer.learning.run import TinyModel
from transformer.model import Transformer
from transformer.trace import Trace

SENTENCE = "The hiking trail led us through bear country."
BYTES = "bear country, bears"  # for folders, whose tokenizer knows bytes
NEAR = 2e-4  # of the largest number
TINY: dict[str, tuple[str, dict[str, Any], str]] = {  # a task, what is other than in its plan, and a text
    "rotary": ("induction", {"n_heads": 4, "d_head": 16}, "gradientsgradi"),
    "learned": ("addition", {"n_layers": 2}, "47+38"),
}
TRANSLATORS = ("translate", "translate-additive", "translate-dot", "translate-fixed")
NAMES = (  # of all engines; what they are is made when it is first asked for
    *("bundled", "browser", *OF_READINGS),
    *(f"{side} {name}" for name in TINY for side in ("tiny", "browser")),
    *(*KINDS, "appended", *TRANSLATORS, *ENCODER_DECODERS),
)
Outcome = Literal["effect", "as before", "refused"]


@cache
def folder() -> Path:
    made = tempfile.TemporaryDirectory()
    _KEPT.append(made)
    return Path(made.name)


_KEPT: list[Any] = []


@cache
def engines() -> dict[str, Engine]:
    return {engine.name: engine for make in (_bundled, _tiny, _families, _translators) for engine in make()}


def outcome(engine: Engine, change: str) -> Outcome:
    """Return what becomes of one of CHANGES: they take effect, rightly change nothing, or are refused.

    Raises:
        AssertionError: if the engine computes something else than plain torch does.
    """
    found = {_outcome(engine, changes) for changes in samples(engine.n)[change]}
    assert found == {"refused"} or "refused" not in found, (engine.name, change)
    return max(found, key=("as before", "refused", "effect").index)


def _outcome(engine: Engine, changes: Changes) -> Outcome:
    try:
        found = engine.computes(Intervention(**changes))
    except (ValueError, TypeError) as error:
        assert len(str(error)) > 20, error
        return "refused"
    expected = engine.expected(changes)
    for name, numbers in found.items():
        there = expected[name].detach().double().flatten()
        bound = NEAR * max(1.0, float(there.abs().max()))
        miss = float((numbers.double().flatten() - there).abs().max())
        assert miss < bound, f"{engine.name} with {changes}: {name} is off by {miss}"
    before = _unchanged(engine.name)
    moved = [
        before[name].shape != numbers.shape or float((before[name] - numbers).abs().max()) > 10 * NEAR
        for name, numbers in found.items()
    ]
    return "effect" if any(moved) else "as before"


@cache
def _unchanged(name: str) -> Computed:
    return engines()[name].computes(Intervention())


def _of_trace(trace: Trace) -> Computed:
    found = {"keys": trace.layers[0].keys, "final": trace.final, "logits": trace.next_logits}
    return {name: torch.tensor(array) for name, array in found.items()}


def _traced(model: Any, text: str, change: Intervention) -> Computed:
    return _of_trace(model.trace(text, change))


def told(change: Intervention) -> Changes:
    """A change as the browser's engine is told it."""
    given = {field.name: getattr(change, field.name) for field in dataclasses.fields(change)}
    edits = [vars(edit) | {"value": edit.value.tensor.tolist()} for edit in change.edits]
    return {name: value for name, value in given.items() if name in change.changed} | {"edits": edits}


def _in_browser(text: str, engine: Callable[[], BrowserEngine], change: Intervention) -> Computed:
    return engine().trace(text, told(change))


def _bundled() -> Iterator[Engine]:
    story = load("story")
    ids = [token.id for token in story.tokenizer.encode(SENTENCE)]
    expected = partial(plain_pass, doubled(story.transformer), story.config, ids, end=story.tokenizer.end_id)
    yield Engine("bundled", len(ids), partial(_traced, story, SENTENCE), expected)
    yield Engine("browser", len(ids), partial(_in_browser, SENTENCE, story_in_browser), expected)
    yield from Readings(story, SENTENCE).engines()


@cache
def story_in_browser() -> BrowserEngine:
    return BrowserEngine(MODELS / "story")


def tiny(name: str) -> TinyModel:
    task, sizes, _ = TINY[name]
    made = plan(task)
    transformer = Transformer(dataclasses.replace(made.recipe.config, **sizes))
    return TinyModel(made.task, randomize(transformer, size=0.2), Intervention())


def _tiny() -> Iterator[Engine]:
    for name, (_, _, text) in TINY.items():
        model = tiny(name)
        ids = [token.id for token in model.trace(text).tokens]
        expected = partial(plain_pass, doubled(model.transformer), model.transformer.config, ids)
        refuses = PADDING | EDITS
        yield Engine(f"tiny {name}", len(ids), partial(_traced, model, text), expected, refuses)
        engine = partial(tiny_in_browser, name)
        yield Engine(f"browser {name}", len(ids), partial(_in_browser, text, engine), expected, PADDING)


@cache
def tiny_in_browser(name: str) -> BrowserEngine:
    """A tiny model in the browser's engine, from files as the live page has them."""
    model, home = tiny(name), folder() / f"tiny-{name}"
    home.mkdir()
    (home / "config.json").write_text(json.dumps(dataclasses.asdict(model.transformer.config)))
    (home / "tokenizer.json").write_text(json.dumps(dataclasses.asdict(model.task.alphabet)))
    save_file(model.transformer.state_dict(), home / "model.safetensors")
    return BrowserEngine(home)


def _families() -> Iterator[Engine]:
    for kind, make in KINDS.items():
        theirs = randomized(make())
        model = open_folder(written(theirs, folder() / kind))
        ids = [token.id for token in model.trace(BYTES).tokens]

        def computes(change: Intervention, model: Any = model, earlier: str | None = None) -> Computed:
            trace = model.trace(BYTES, change, after=None if earlier is None else model.trace(earlier, change))
            return {"keys": torch.tensor(trace.layers[0].keys), "logits": torch.tensor(trace.logits)}

        of = partial(Engine, n=len(ids), expected=partial(library_pass, theirs, ids))
        if model.plan.causal:  # GPT-Neo scales no score, so without its factor it is as before
            unscaled = frozenset({"scaled"}) if model.plan.factor == 1 else frozenset()
            yield of(kind, computes=computes, refuses=PADDING, unmoved=unscaled)
        else:  # an encoder, whose tokens all look at all, with any mask that is no window
            yield of(kind, computes=computes, refuses=PADDING | {"window"}, unmoved=frozenset({"mask"}))
        if kind == "llama":
            yield of("appended", computes=partial(computes, earlier=BYTES[:-1] + "k"), refuses=PADDING)


def _translators() -> Iterator[Engine]:
    opened: dict[str, Any] = {name: load(name) for name in TRANSLATORS}
    for kind, make in ENCODER_DECODERS.items():
        opened[kind] = open_translator(written(randomized(make()), folder() / kind))

    for name, model in opened.items():

        def computes(change: Intervention, model: Any = model) -> Computed:
            return {"final": model.trace("a bear", "un ours", change).final}

        yield Engine(name, 5, computes, lambda changes: {}, frozenset(CHANGES))


def main() -> None:
    """Print the table."""
    torch.set_num_threads(1)
    hugging_face.logging.disable_progress_bar()
    columns = CHANGES
    print(" " * 19, *(column.ljust(9) for column in columns))
    for name, engine in engines().items():
        cells = (outcome(engine, column).ljust(max(9, len(column))) for column in columns)
        print(name.ljust(19), *cells, flush=True)


if __name__ == "__main__":
    main()
