"""Values of every argument of every public function that must give different answers, one of them 0 or the last."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import torch

import headlight as hl
import transformer
from tests.transformer.real.kinds import ENCODER_DECODERS, KINDS, randomized, tokenizer, written
from transformer import Edit, Intervention

TEXT, OTHER, THIRD = "The king and the", "The dog and the", "The bear and a"  # of four tokens each
ENDS = [0, 5]  # of the layers, and of the heads
Row = tuple[Callable[..., Any], dict[str, Any], dict[str, list[Any]]]


def rows(story: hl.Model, home: Path) -> dict[str, Row]:
    """By function: what calls it, what its arguments are while another varies, and the values of each."""
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
            lambda model=story, **given: model.detect(**given),
            {"kind": "previous"},
            {
                "model": [story, hl.open(llama), hl.open(llama, 8)],
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
        "Run.show": (run.show, {}, {"layer": ENDS, "head": ENDS, "vectors": [0, 1], "counts_from": [0, 1]}),
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
            lambda trace, at=(), **given: hl.show(trace, *at, **given),
            {"trace": run.trace},
            {
                "trace": [run.trace, other.trace],
                "at": [(), (5,), (0, 5)],
                "layer": [0, 5],
                "head": [0, 5],
                "names": [None, [["a"] * 6] * 6],
                "model": ["", "a model"],
                "vectors": [False, True],
                "counts_from": [0, 1],
            },
        ),
        "show weights": (
            hl.show,
            {"trace": run.patterns, "words": run.words},
            {"words": [run.words, other.words], "keys": [None, other.words, third.words]},
        ),
        "live": (
            live,
            {"view": "attention"},
            {"view": ["attention", "next_word"], "app": ["", "https://example.org"], "model": [None, step]},
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
