"""Every argument of every public function counts: values of it that must give different answers, one of them 0 or last.

Two answers differ in each row of their arrays where the table says so. A second table has what must not count.
"""

import copy
import inspect
import os
import shutil
from collections.abc import Callable
from itertools import combinations
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest
import torch

import headlight as hl
import transformer
from tests.transformer.real.kinds import ENCODER_DECODERS, KINDS, randomized, tokenizer, written
from transformer import Edit, Intervention

TEXT, OTHER, THIRD = "The king and the", "The dog and the", "The bear and a"  # of four tokens each
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
LOADED = {"folder"}  # where bundled models lie: their own tests make folders
ENDS = [0, 5]  # of the layers, and of the heads
Row = tuple[Callable[..., Any], dict[str, Any], dict[str, list[Any]]]


@pytest.fixture(scope="module")
def table(story, tmp_path_factory) -> dict[str, Row]:
    """By function: what calls it, what its arguments are while another varies, and the values of each."""
    home = tmp_path_factory.mktemp("models")
    llama, bert = (written(randomized(KINDS[kind]()), home / kind) for kind in ("llama", "bert"))
    gpt2, t5 = written(randomized(KINDS["gpt2"]()), home / "gpt2"), home / "t5"
    written(randomized(ENCODER_DECODERS["t5"]()), t5)
    folder, encoder, across = (
        transformer.open_folder(llama),
        transformer.open_folder(bert),
        transformer.open_translator(t5),
    )
    run, other, third = (story.run(text) for text in (TEXT, OTHER, THIRD))
    translator, vectors = transformer.load("translate"), transformer.load_words("words")
    tensors = [torch.tensor([7, 8]), torch.tensor([7, 9])]
    result, inner, growing = translator.translate("The red car"), story.inner, transformer.load_growing()
    step = growing.at(growing.steps[0])
    wave = np.linspace(-1, 1, 192)
    words = [0, " queen", (" queen", 8191)]
    shown = run.show()

    def live(**given: Any) -> str:
        return hl.live(home / "live.html", **given).read_text("utf-8")

    def saved(path: str, picture: str | None = None) -> bytes:
        return run.show().save(home / path, picture).read_bytes()

    def theirs(seed: int) -> Any:
        return randomized(KINDS["gpt2"](), seed)

    def learned(**given: Any) -> Any:
        return transformer.learn(**given).model.transformer.embedding.weight

    changes = [transformer.UNCHANGED, Intervention(temperature=0.5), Intervention(silenced={(0, 0)})]
    texts = [["bear country", "The dog and the"], ["A man sat down.", TEXT]]
    hot = {"text": TEXT, "n": 4, "temperature": 3.0}
    of_head = {"run": other, "stage": "context", "layer": 2}
    return {
        "Model.id": (story.id, {}, {"word": [0, 8191, " bear"]}),
        "Model.run": (
            story.run,
            {"given": TEXT},
            {"given": [TEXT, OTHER], "keep": [None, (), ("pattern",), ("keys",)]},
        ),
        "Model.generate": (
            story.generate,
            hot,
            {"text": [TEXT, OTHER], "n": [0, 1, 4], "temperature": [0.0, 3.0], "seed": [0, 1]},
        ),
        "Model.ablate": (
            story.ablate,
            {"heads": (3, 2)},
            {"heads": [(0, 0), (5, 5), [(0, 0), (5, 5)]], "ffns": [[], [0], [5], [0, 5]]},
        ),
        "Model.ablate over": (
            story.ablate,
            {"heads": (3, 2), "how": "mean", "over": texts[0]},
            {"how": ["mean", "resample"], "over": texts},
        ),
        "Model.ablate seed": (
            story.ablate,
            {"heads": (3, 2), "how": "resample", "over": [OTHER, THIRD]},
            {"seed": [0, 1]},
        ),
        "Model.steer": (
            story.steer,
            {"vector": wave, "layer": 2},
            {"vector": [wave, wave**2], "layer": [0, 2, 5], "by": [0.0, 1.0, -1.0], "position": [None, 0, 3]},
        ),
        "Model.patch": (
            story.patch,
            of_head,
            {
                "run": [other, third],
                "stage": ["queries", "keys", "values", "context", "hidden", "stream"],
                "layer": [0, 2, 5],
                "head": [None, 0, 5],
                "position": [None, 1, 3],
            },
        ),
        "Model.path": (
            story.path,
            {"clean": run, "corrupt": other, "sender": (0, 2), "receiver": (3, 2)},
            {
                "clean": [run, third],
                "corrupt": [other, third],
                "sender": [(0, 0), (2, 5)],
                "receiver": [(3, 0), (5, 5)],
                "into": ["queries", "keys", "values"],
            },
        ),
        "Model.sweep": (
            lambda model=story, **given: model.sweep(**given),
            {"clean": run, "corrupt": OTHER, "stage": "context", "word": 0},
            {
                "clean": [run, third],
                "corrupt": [OTHER, THIRD],
                "stage": ["values", "context", "stream", "ffn"],
                "word": words,
                "model each": [story, story.edit(Edit("context", 2, 0.5, "scale", head=1))],
            },
        ),
        "Model.measured": (story.measured, {}, {"texts": [None, [TEXT], [OTHER]], "seed": [0, 1]}),
        "Model.detect": (
            story.detect,
            {"kind": "previous"},
            {
                "kind": ["previous", "duplicate", "induction", "first", "itself"],
                "texts": [None, texts[0], texts[1]],
                "seed": [0, 1],
            },
        ),
        "Model.has_read": (lambda text: str(story.has_read(text)), {}, {"text": ["Once upon a time", "zqx zqx zqx"]}),
        "Run.stage": (run.stage, {"name": "stream"}, {"name": ["stream", "keys", "ffn"], "layer": [None, 0, 5]}),
        "Run.top": (run.top, {}, {"n": [0, 1, 5], "position": [0, 1, 3]}),
        "Run.logit": (run.logit, {}, {"word": words}),
        "Run.lens": (
            run.lens,
            {"word": None},
            {"word": [None, 0, 8191], "kind": ["logit", "affine", "without itself"], "position each": [0, 1, 3]},
        ),
        "Run.lens over": (run.lens, {"kind": "jacobian", "over": texts[0]}, {"over": texts}),
        "Run.attribution": (run.attribution, {}, {"word each": words}),
        "Run.effects": (run.effects, {"word": 0}, {"word each": words, "exact": [0, 4]}),
        "Run.estimate": (
            run.estimate,
            {"corrupt": other, "word": 0},
            {"corrupt each": [other, third], "word each": words},
        ),
        "Run.diff": (lambda **given: run.diff(**given).logits, {}, {"other": [run, other, third]}),
        "Run.show": (
            run.show,
            {},
            {"layer": ENDS, "head": ENDS, "vectors": [0, 1], "counts_from": [0, 1]},
        ),
        "Runs.mean": (
            lambda runs=texts[0], **given: story.run(runs).mean(**given),
            {"of": "context"},
            {"of": ["context", "stream", len], "layer": [None, 0, 5], "runs": texts},
        ),
        "Shown.table": (shown.table, {}, {"picture": ["heads", "pattern"]}),
        "Shown.numbers": (shown.numbers, {}, {"picture": ["heads", "pattern"]}),
        "Shown.save": (
            saved,
            {"path": "a.csv"},
            {"path": ["a.csv", "a.svg", "a.html"], "picture": ["heads", "pattern"]},
        ),
        "open": (hl.open, {"name": llama}, {"name": [llama, gpt2, "story"], "max_tokens": [1, 2, 256]}),
        "from_model": (
            lambda **given: (hl.from_model(**given), hl.from_model(**given).run([7]).words),
            {"model": theirs(0), "tokenizer": tokenizer()},
            {"model": [theirs(0), theirs(1)], "tokenizer": [None, tokenizer()], "max_tokens": [1, 2, 256]},
        ),
        "view": (hl.view, {"name": "attention"}, {"name": ["attention", "start"], "deeper": [False, True]}),
        "show": (
            hl.show,
            {"trace": run.trace},
            {
                "trace": [run.trace, other.trace],
                "layer": [0, 5],
                "head": [0, 5],
                "names": [None, [["a"] * 6] * 6],
                "model": ["", "a model"],
                "vectors": [False, True],
                "counts_from": [0, 1],
            },
        ),
        "live": (
            live,
            {"view": "attention"},
            {
                "view": ["attention", "next_word"],
                "app": ["", "https://example.org"],
                "model": [None, step],
            },
        ),
        "attribution": (
            transformer.attribution,
            {"model": inner, "trace": run.trace, "word": 0},
            {"trace": [run.trace, other.trace], "word each": words},
        ),
        "effects": (
            transformer.effects,
            {"model": inner, "trace": run.trace, "word": 0},
            {"trace": [run.trace, other.trace], "word each": words, "exact": [0, 4]},
        ),
        "patch": (
            transformer.patch,
            {"model": inner, "clean": run.trace, "corrupt": other.trace, "word": 0},
            {"clean": [run.trace, third.trace], "corrupt": [other.trace, third.trace], "word": words},
        ),
        "composition": (
            transformer.composition,
            {"transformer": inner.transformer, "trace": run.trace, "layer": 2, "head": 1, "query": 3, "key": 1},
            {
                "trace": [run.trace, other.trace],
                "layer": [0, 2, 5],
                "head": [0, 5],
                "query": [1, 3],
                "key": [0, 1, 3],
                "against": [(), (0,), (2,)],
            },
        ),
        "translation_effects": (
            transformer.translation_effects,
            {"transformer": translator.model, "trace": result.trace},
            {"trace": [result.trace, translator.trace("The red car", "la")]},
        ),
        "learn": (
            learned,
            {"task": "induction", "steps": 2},
            {"task": ["induction", "copy"], "seed": [0, 1], "steps": [1, 6]},
        ),
        "load": (transformer.load, {}, {"name": ["story", "twin-rotary"]}),
        "load_words": (transformer.load_words, {}, {"name": ["words"]}),
        "open_folder": (
            transformer.open_folder,
            {"path": llama},
            {"path": [llama, gpt2], "max_tokens": [1, 2, 256], "name": [None, "other"]},
        ),
        "open_installed": (
            transformer.open_installed,
            {"name": "MiniLM"},
            {"name": ["MiniLM"], "max_tokens": [3, 256]},
        ),
        "open_translator": (transformer.open_translator, {"path": t5}, {"path": [t5], "max_tokens": [2, 256]}),
        "LanguageModel.trace": (inner.trace, {"text": TEXT}, {"text": [TEXT, OTHER], "change": changes}),
        "OpenedModel.trace": (folder.trace, {"text": "bear"}, {"text": ["bear", "dear"], "change": changes}),
        "OpenedModel.trace_pair": (
            encoder.trace_pair,
            {"text": "bear", "other": "a"},
            {"text": ["bear", "dear"], "other": ["a", "b"], "change": changes},
        ),
        "OpenedTranslator.trace": (
            across.trace,
            {"source_text": "bear", "target_text": "a"},
            {"source_text": ["bear", "dear"], "target_text": ["", "a", "b"]},
        ),
        "OpenedTranslator.translate": (
            lambda **given: repr(across.translate(**given).hypotheses),
            {"text": "bear", "longest": 4},
            {"text": ["bear", "country"], "beams": [1, 4], "longest": [1, 2, 4]},
        ),
        "OpenedTranslator.text_of": (across.text_of, {}, {"ids": [(), (40,), (40, 41)]}),
        "OpenedTranslator.stages": (
            across.stages,
            {"source": tensors[0], "target": tensors[1]},
            {"source": tensors, "target": tensors},
        ),
        "Translator.translate": (
            lambda **given: repr(translator.translate(**given).hypotheses),
            {"text": "The red car"},
            {"text": ["The red car", "The red cat"], "beams": [1, 4]},
        ),
        "Translator.trace": (
            translator.trace,
            {"source_text": "The red car", "target_text": "la"},
            {"source_text": ["The red car", "The red cat"], "target_text": ["", "la", "le"]},
        ),
        "Translator.text_of": (translator.text_of, {}, {"ids": [(), (300,), (300, 301)]}),
        "GrowingModel.at": (growing.at, {}, {"step": [growing.steps[0], growing.steps[-1]]}),
        "WordVectors.row_of": (vectors.row_of, {}, {"word": ["the", "king"]}),
        "WordVectors.index": (vectors.index, {}, {"word": ["the", "king"]}),
        "WordVectors.nearest": (
            vectors.nearest,
            {"word": "king", "count": 3},
            {"word": ["king", "dog"], "count": [1, 3]},
        ),
        "WordVectors.analogy": (
            vectors.analogy,
            {"first": "king", "minus": "man", "plus": "woman", "count": 3},
            {
                "first": ["king", "dog"],
                "minus": ["man", "boy"],
                "plus": ["woman", "girl"],
                "count": [1, 3],
                "exclude": [False, True],
            },
        ),
        "WordVectors.rank": (
            vectors.rank,
            {"expected": "dog", "first": "king", "minus": "man", "plus": "woman"},
            {
                "expected": ["dog", "house"],
                "first": ["king", "cat"],
                "minus": ["man", "boy"],
                "plus": ["woman", "tree"],
                "exclude": [False, True],
            },
        ),
        "WordVectors.pair_chance": (
            vectors.pair_chance,
            {"centre": "king", "neighbours": ["the"]},
            {"centre": ["king", "dog"], "neighbours": [["the"], ["queen"], ["the", "queen"]]},
        ),
        "Trace.logits_of": (run.trace.logits_of, {}, {"final": [run.trace.final, other.trace.final]}),
        "TranslationTrace.pattern": (result.trace.pattern, {"head": 0}, {"layer": [0, 1, -1], "head": [None, 0, 5]}),
        "TranslationTrace.word_pattern": (
            result.trace.word_pattern,
            {"head": 0},
            {"layer": [0, 1, -1], "head": [None, 0, 5]},
        ),
    }


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


def test_each_value_of_an_argument_gives_another_answer(table) -> None:
    alike = []
    for name, (call, base, values) in table.items():
        for argument, several in values.items():
            plain = argument.removesuffix(" each")
            answers = [answer(call(**base | {plain: value})) for value in several]
            for (one, ours), (other, theirs) in combinations(zip(several, answers, strict=True), 2):
                if not differ(ours, theirs, argument.endswith(" each")):
                    alike.append(f"{name}({plain}): {one!r:.50} and {other!r:.50}")
    assert not alike, "\n".join(alike)


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


def test_a_position_that_is_not_there_is_refused(story) -> None:
    run = story.run(TEXT)
    for call in (run.top, run.lens):
        for position in (-1, 4):
            with pytest.raises(ValueError, match="positions 0 to 3, got position"):
                call(position=position)
    assert SimpleNamespace(n=len(run.top(n=0))).n == 0
