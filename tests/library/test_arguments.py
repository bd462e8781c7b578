"""Every argument of every public function counts: two values of it give different answers.

Two answers differ in each row of their arrays where the table says so. A second table has what must not count. A sum
of each answer is written down too: `python -m tests.library.test_arguments` does it. Read what differs.
"""

import copy
import inspect
import os
import shutil
from collections.abc import Iterator
from functools import cache
from itertools import combinations
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any
from zlib import crc32

import numpy as np
import pytest
import torch

import headlight as hl
import transformer
from tests.library.arguments import OTHER, TEXT, THIRD, Row, rows
from tests.transformer.real.kinds import KINDS, randomized, written
from transformer import Intervention

CLASSES = (
    hl.Model,
    hl.Run,
    hl.Runs,
    hl.Shown,
    transformer.LanguageModel,
    transformer.OpenedModel,
    transformer.OpenedTranslator,
    transformer.Translator,
    transformer.GrowingModel,
    transformer.WordVectors,
    transformer.Trace,
    transformer.TranslationTrace,
)
ANYTHING = {"values", "fields", "edits"}  # keyword arguments by any name: see the tables of changes and of keys
PLACES = {"layer", "head", "position", "query", "key"}
COUNTS = PLACES | {"n", "seed", "exact", "max_tokens", "counts_from"}
UNCHECKED = {"path", "app", "model", "at", "runs"}  # as they are handed on, or no arguments but of this table
NO_NUMBERS = [True, 1.5, "zqx", [1, 2]]
CARELESS = [None, -1, 1.5, "zqx", b"bear", [], [None], (7, 8, 9), {7: 8}, object()]
LOADED = {"folder"}  # where bundled models lie: their own tests make folders


@pytest.fixture(scope="module")
def table(story, tmp_path_factory) -> dict[str, Row]:
    return rows(story, tmp_path_factory.mktemp("models"))


# What must not count, and why: of whose answer nothing is different.
MUST_NOT = {
    "LanguageModel.trace": {"after"},  # what is known already
    "OpenedModel.trace": {"after"},
    "Translator.translate": {"draft", "between"},  # a guess, and who waits
    "learn": {"seconds", "experiment", "every", "on_step"},  # where `steps` says how many
    "effects": {"model"},  # the one that made the trace
    "attribution": {"model"},
    "patch": {"model"},
    "composition": {"transformer"},
    "translation_effects": {"transformer"},
    "live": {"path"},
    "Shown.on_change": {"call"},
}


def answer(value: Any) -> Any:
    """What can be compared of a value: arrays, words and numbers; of a model what it makes of a text, and its limit."""
    if isinstance(value, hl.Model):
        ids = [7] * 5
        return value.plan.max_tokens, answer(value.run(ids if value.plan.vocab_size < 8192 else TEXT)._trace.final)
    if isinstance(value, hl.Run):
        return value.ids, answer(value._trace.final), answer(value._kept)
    if isinstance(value, hl.Shown):
        return value.head, value.about, [board.message() for board in value.boards]
    if isinstance(value, torch.Tensor):
        return value.detach().numpy()
    if isinstance(value, torch.nn.Module):
        return [answer(weight) for weight in value.state_dict().values()]
    if isinstance(value, dict):
        return [answer(each) for each in value.values()]
    if isinstance(value, list | tuple):
        return [answer(each) for each in value]
    if hasattr(value, "__dataclass_fields__"):
        return [answer(getattr(value, name)) for name in value.__dataclass_fields__]
    return value


def differ(one: Any, other: Any, each: bool) -> bool:
    """Whether two answers differ, where `each` is asked for in each row of each array that has several axes."""
    if isinstance(one, np.ndarray) and isinstance(other, np.ndarray):
        if one.shape != other.shape:
            return True
        if each and one.ndim > 1:
            return all(not np.array_equal(*rows) for rows in zip(one, other, strict=True))
        return not np.array_equal(one, other, equal_nan=one.dtype.kind == "f")
    if isinstance(one, list | tuple) and isinstance(other, list | tuple) and len(one) == len(other):
        found = [differ(*pair, each) for pair in zip(one, other, strict=True)]
        arrays = [now for now, part in zip(found, one, strict=True) if isinstance(part, np.ndarray) and part.ndim > 1]
        return all(arrays) if each and arrays else any(found)
    return type(one) is not type(other) or bool(one != other)


SUMS = Path(__file__).with_name("sums.txt")
SHORT = 60  # letters of a word, beside which there are pages with versions in them


def summed(value: Any) -> float:
    """A sum of all numbers and words of an answer, to which each adds by its size and by where it stands."""
    sizes = np.arcsinh(np.nan_to_num(np.concatenate([[], *_numbers(value)]), posinf=9, neginf=-9))
    return float(sizes @ _places(len(sizes).bit_length())[: len(sizes)])


@cache
def _places(bits: int) -> np.ndarray:
    return 1 + np.arange(1 << bits) * 0.618 % 1


def _numbers(value: Any) -> Iterator[np.ndarray]:
    match value:
        case list() | tuple() | set() | frozenset():
            for each in sorted(value) if isinstance(value, set | frozenset) else value:
                yield from _numbers(each)
        case np.ndarray() if value.dtype.kind in "fiub":
            yield value.ravel().astype(float)
        case str() if len(value) < SHORT:
            yield np.array([crc32(value.encode()) % 100])
        case bool() | int() | float() | np.number():
            yield np.array([float(value)])


def answered(table: dict[str, Row]) -> Iterator[tuple[str, str, list[tuple[Any, Any]]]]:
    """Yield each function, an argument of it, and each value of that with what is then answered."""
    for name, (call, base, values) in table.items():
        for argument, several in values.items():
            plain = argument.removesuffix(" each")
            yield name, argument, [(value, answer(call(**base | {plain: value}))) for value in several]


def public() -> dict[str, set[str]]:
    """The arguments of every public function of both packages."""
    functions = {name: getattr(module, name) for module in (hl, transformer) for name in module.__all__}
    found = {name: function for name, function in functions.items() if inspect.isfunction(function)}
    for kind in CLASSES:
        methods = {name: each for name, each in vars(kind).items() if inspect.isfunction(each) and name[0] != "_"}
        found |= {f"{kind.__name__}.{name}": each for name, each in methods.items()}
    arguments = {
        name: {*inspect.signature(each).parameters} - {"self"} - ANYTHING - LOADED for name, each in found.items()
    }
    return {name: names for name, names in arguments.items() if names}


def test_every_argument_of_every_public_function_is_here(table) -> None:
    here: dict[str, set[str]] = {name: set(names) for name, names in MUST_NOT.items()}
    for name, (_, _, values) in table.items():
        here.setdefault(name.partition(" ")[0], set()).update(each.removesuffix(" each") for each in values)
    lacking = {name: names - here.get(name, set()) for name, names in public().items()}
    assert not {name: names for name, names in lacking.items() if names - {"name"}}


def test_each_value_of_an_argument_gives_another_answer_and_the_one_that_is_written_down(table) -> None:
    alike, sums = [], dict[str, list[float]]()
    for name, argument, answers in answered(table):
        for (one, ours), (other, theirs) in combinations(answers, 2):
            if not differ(ours, theirs, argument.endswith(" each")):
                alike.append(f"{name}({argument}): {one!r:.50} and {other!r:.50}")
        sums[f"{name}({argument})"] = [summed(ours) for _, ours in answers]
    assert not alike, "\n".join(alike)
    written = map(_parted, SUMS.read_text("utf-8").splitlines())
    kept = {name: [*map(float, numbers.split())] for name, numbers in written}
    assert sums == {name: pytest.approx(numbers, rel=1e-4, abs=0.02) for name, numbers in kept.items()}


def _parted(line: str) -> tuple[str, str]:
    name, _, numbers = line.rpartition(": ")
    return name, numbers


@pytest.mark.parametrize("kind", ["story", "llama", "gpt2"])
def test_what_was_known_before_does_not_count(kind: str, story, live) -> None:
    """Of another text, of another change or of another model, all as long: the answer is the one without it."""
    model = story.inner if kind == "story" else live(kind)[1].inner
    second = copy.deepcopy(model)
    second.transformer.embedding.weight.data.mul_(1.5)
    texts = [TEXT, OTHER, THIRD] if kind == "story" else ["bear", "dear", "beat"]
    for change in (transformer.UNCHANGED, Intervention(silenced={(2, 0)}), Intervention(temperature=0.5)):
        expected = model.trace(texts[0], change)
        known = [model.trace(text, each) for text in texts for each in (transformer.UNCHANGED, change)]
        for after in [*known, second.trace(texts[0]), second.trace(texts[0], change)]:
            found = model.trace(texts[0], change, after=after)
            np.testing.assert_allclose(found.logits, expected.logits, atol=1e-5)
            np.testing.assert_allclose(found.patterns, expected.patterns, atol=1e-6)


def test_the_newest_snapshot_of_a_cache_is_opened(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HF_HOME", str(tmp_path))
    monkeypatch.delenv("HF_HUB_CACHE", raising=False)
    snapshots = tmp_path / "hub" / "models--some--one" / "snapshots"
    for name, seed in (("a", 0), ("b", 1)):
        shutil.copytree(written(randomized(KINDS["gpt2"](), seed), tmp_path / name), snapshots / name)
    for newest in ("a", "b"):
        for age, name in ((100, newest), (10, "ab".replace(newest, ""))):
            os.utime(snapshots / name, (age, age))
        expected = hl.open(tmp_path / newest).run([7, 8]).logits
        np.testing.assert_array_equal(hl.open("some/one").run([7, 8]).logits, expected)


@pytest.mark.usefixtures("unchecked")
def test_a_careless_value_is_refused_in_a_sentence(table) -> None:
    """A place that is not there, but where it counts from the end too, and no number where one is needed; whatever
    else is no value of an argument is taken, or refused by the library itself."""
    wrong = []
    for name, (call, base, values) in table.items():
        ours = hasattr(hl, name.partition(".")[0].partition(" ")[0])
        for argument, several in values.items():
            plain = argument.removesuffix(" each")
            is_place = plain in PLACES and not name.startswith("TranslationTrace")
            refused = [max(value for value in several if type(value) is int) + 1, -1] if is_place else []
            refused += NO_NUMBERS if ours and plain in COUNTS else []
            for value in [*refused, *(CARELESS if ours and plain not in UNCHECKED else ())]:
                try:
                    answer(call(**base | {plain: value}))
                    wrong += [f"{name}({plain}={value!r:.30}) is taken"] if value in refused else []
                except ValueError:
                    pass
                except Exception as error:  # any other is from inside
                    wrong.append(f"{name}({plain}={value!r:.30}): {error!r:.80}")
    assert not wrong, "\n".join(wrong)


def main() -> None:
    """Write down a sum of each answer."""
    with TemporaryDirectory() as home:
        lines = [
            f"{name}({argument}): {' '.join(f'{summed(ours):.2f}' for _, ours in answers)}\n"
            for name, argument, answers in answered(rows(hl.open("story"), Path(home)))
        ]
    SUMS.write_text("".join(lines), "utf-8")


if __name__ == "__main__":
    main()
