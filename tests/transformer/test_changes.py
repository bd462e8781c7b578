"""A change takes effect or is refused: every field in all that reads an Intervention, and one that nothing knows."""

import dataclasses
import math
import random
import re
from collections import Counter
from functools import partial
from pathlib import Path
from typing import Any

import pytest
import torch

import transformer
from tests.sampled import sampled
from tests.transformer.changes import CHANGES, samples
from tests.transformer.readings.changed import NAMES as OF_READINGS
from tests.transformer.readings.changed import Readings
from tests.transformer.real.kinds import ALIKE, KINDS, randomized, written
from tests.transformer.table_of_changes import (
    NAMES,
    SENTENCE,
    TINY,
    engines,
    outcome,
    story_in_browser,
    tiny,
    tiny_in_browser,
)
from transformer import UNCHANGED, Config, Intervention, LanguageModel, open_folder
from transformer.edits import STAGES, Edit
from transformer.learning.training import Recipe
from transformer.real import appended
from transformer.trace import Trace


@dataclasses.dataclass(frozen=True)
class Longer(Intervention):
    """One with a field more, that nothing was built for."""

    value_scale: float = 1.0


MADE_UP = Longer(value_scale=0.5)
SLOW = {"deciding", "silencing", "slopes", "effects", "Jacobian lens"}  # many passes; their own tests have some
FIRST = [name for name in NAMES if name not in ALIKE | SLOW]


class OfSuchAPass(Readings):
    """Readings of a pass that says of itself that it had such a change."""

    def trace(self, change: Intervention) -> Trace:
        return dataclasses.replace(self.model.trace(self.text), intervention=change)


def test_every_field_and_everything_that_reads_one_is_in_the_table() -> None:
    assert samples(9).keys() == set(CHANGES)
    assert tuple(sorted(engines())) == tuple(sorted(NAMES))
    for field, every in samples(9).items():
        assert all(field in Intervention(**changes).changed for changes in every)


@pytest.mark.parametrize("name", sampled(NAMES, FIRST))
def test_a_change_takes_effect_as_plain_torch_says_or_is_refused(name: str) -> None:
    engine = engines()[name]
    for field in CHANGES:
        moved = {"effect", "as before"} if field in engine.unmoved else {"effect"}
        assert outcome(engine, field) in ({"refused"} if field in engine.refuses else moved), field


@pytest.mark.parametrize("name", NAMES)
def test_a_field_that_nothing_was_built_for_is_refused(name: str) -> None:
    with pytest.raises((ValueError, TypeError), match=r"value_scale|positional argument"):
        engines()[name].computes(MADE_UP)


@pytest.mark.parametrize("reading", OF_READINGS)
def test_a_reading_of_a_pass_that_was_changed_in_such_a_way_is_refused(model: LanguageModel, reading: str) -> None:
    engine = next(each for each in OfSuchAPass(model, SENTENCE).engines() if each.name == reading)
    if reading not in ("patching", "score gradients"):
        engine.computes(Longer())
    with pytest.raises(ValueError, match=r"value_scale|unchanged|was changed|without an Intervention"):
        engine.computes(MADE_UP)


def test_what_is_no_reading_refuses_it_too(model: LanguageModel) -> None:
    trace = model.trace(SENTENCE)
    ids = torch.tensor([token.id for token in trace.tokens])
    learner = tiny("rotary")
    for refuses in (
        partial(model.transformer, ids, MADE_UP),
        partial(learner.measured, MADE_UP),
        partial(learner.measured, Intervention(padding=1)),
        partial(learner.write, "gradi", until="a", change=MADE_UP),
        partial(Recipe, model.config, MADE_UP),
        partial(Recipe, model.config, Intervention(padding=1)),
    ):
        with pytest.raises(ValueError, match="does not honour the change"):
            refuses()


def test_a_pair_of_texts_is_not_padded_either(tmp_path: Path) -> None:
    model = open_folder(written(randomized(KINDS["bert"]()), tmp_path / "bert"))
    for change in (Intervention(padding=1), MADE_UP):
        with pytest.raises(ValueError, match="the model bert does not honour the change"):
            model.trace_pair("bear", "country", change)


def test_a_text_that_goes_on_is_computed_anew_under_such_a_change(tmp_path: Path) -> None:
    model = open_folder(written(randomized(KINDS["gpt2"]()), tmp_path / "gpt2"))
    trace = model.trace("bear country")
    unembedding, _ = model.transformer.unembedding_and_bias()
    for change, known in ((UNCHANGED, len(trace.tokens) - 1), (MADE_UP, 0)):
        earlier = dataclasses.replace(trace, intervention=change)
        assert appended.known(earlier, trace.tokens, change, model.plan, unembedding) == known


# Modules that hand a change on, make one, keep one, or are the parts of the models that honour it.
PARTS = {
    *("attention", "edited_rows", "plan", "positions", "trace", "real/block"),
    *("readings/answer", "readings/last_row", "readings/resumed"),
}


def test_whatever_reads_a_change_says_which_fields_it_honours() -> None:
    home = Path(transformer.__file__).parent
    sources = {
        path.relative_to(home).with_suffix("").as_posix(): path.read_text("utf-8") for path in home.rglob("*.py")
    }
    reads = {
        name
        for name, source in sources.items()
        if re.search(r"(?<!transformer)\.intervention\b|: Intervention\b", source)
    }
    says = {name for name in reads if re.search(r"HONOURS|WRITTEN_OUT|intervention != UNCHANGED", sources[name])}
    assert reads - says - {"intervention"} == PARTS
    assert len(says) > 12


def test_the_browser_has_the_same_fields_with_the_same_defaults() -> None:
    listed = {field.name: field.default for field in dataclasses.fields(Intervention)}
    here = {name: [*value] if isinstance(value, tuple | frozenset) else value for name, value in listed.items()}
    assert story_in_browser().fields == here


def odd(chance: random.Random, n: int, config: Config, stages: tuple[str, ...]) -> dict[str, Any]:
    """One to three fields at random values, of which some cannot be."""
    layer, head = config.n_layers, config.n_heads
    values: dict[str, list[Any]] = {
        "mask": ["causal", "none", "window", "diagonal"],
        "window": [1, 3, 4, 0, -2],
        "toggled": [{(2, 0)}, {(1, 2)}, {(0, 0)}, {(n, 0)}, {(0, n)}, {(0, -1)}, {(1, 2, 3)}, {1}],
        "padding": [0, 1, 2, -1, config.max_tokens - 1, config.max_tokens, 9999],
        "padding_hidden": [True, False],
        "scaled": [True, False],
        "multiplier": [0.0, 2.0, -1.0, math.nan, math.inf],
        "temperature": [0.5, 0.0, -1.0, math.nan],
        "positions": [True, False],
        "start": [0, 1, 3, 50, -1],
        "permutation": [(), (*reversed(range(n)),), (*range(n + 1),), (0,) * n, (*range(1, n + 1),), (*range(n - 1),)],
        "silenced": [{(0, 0)}, {(0, 1)}, {(layer, 0)}, {(0, head)}, {(-1, 0)}, {(0, -1)}, {(0, 0.5)}, {0}],
        "residual_off": [{(0, "ffn")}, {(0, "mlp")}, {(layer, "attention")}, {(-1, "ffn")}, {0}, {("ffn", 0)}],
    }
    each: dict[str, list[Any]] = {
        "stage": [*stages, "scores"],
        "layer": [0, 1, layer, -1, 0.5],
        "how": ["put", "add", "scale", "average", "evenly", "mul"],
        "head": [None, None, 0, 1, head, -1],
        "position": [None, None, 0, n - 1, n, -1],
        "value": [0.0, 0.5, [1 / n] * n, [0.5] * 32, [0.5], math.nan],
    }
    usual = {"stage": "pattern", "layer": 0, "how": "put", "head": None, "position": None, "value": 0.5}

    def edit() -> dict[str, Any]:
        odd = {name: chance.choice(each[name]) for name in chance.sample(sorted(each), chance.randint(0, 1))}
        return usual | {"stage": chance.choice(stages[:5])} | odd

    values["edits"] = [[edit() for _ in range(chance.randint(0, 2))] for _ in range(8)]
    assert values.keys() == {field.name for field in dataclasses.fields(Intervention)} | {"silenced"}
    return {name: chance.choice(values[name]) for name in chance.sample(sorted(values), chance.randint(1, 3))}


@pytest.mark.usefixtures("unchecked")
@pytest.mark.parametrize("tries", sampled([40, 400], [40]))
@pytest.mark.parametrize("name", ["", "learned"])
def test_python_and_the_browser_refuse_the_same(model: LanguageModel, name: str, tries: int) -> None:
    reads, text = (tiny(name), TINY[name][2]) if name else (model, SENTENCE)
    engine = tiny_in_browser(name) if name else story_in_browser()
    n, chance, counted = len(reads.trace(text).tokens), random.Random(8), Counter[bool]()
    for _ in range(tries):
        changes, refused = odd(chance, n, reads.transformer.config, ("pattern",) if name else STAGES), []
        for computes in (partial(_here, reads, text), partial(engine.trace, text)):
            try:
                computes(changes)
            except ValueError as error:
                refused.append(str(error))
            else:
                refused.append("")
        assert bool(refused[0]) == bool(refused[1]), (changes, refused)
        counted[bool(refused[0])] += 1
    assert min(counted.values()) > 0.15 * tries, counted


def _here(reads: Any, text: str, changes: dict[str, Any]) -> None:
    edits = [Edit(**each) for each in changes.get("edits", ())]
    reads.trace(text, Intervention(**{**changes, "edits": edits}))
