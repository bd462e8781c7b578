"""The engine of the live page gives what torch, tokenizers and NumPy give, for chosen and random texts and changes."""

import dataclasses
import json
import random
from collections.abc import Iterable
from functools import cache
from typing import Any

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from playwright.sync_api import Page

from headlight.reading import assets
from headlight.reading.reader import EXAMPLE, EXAMPLES
from tests.awkward import AWKWARD
from tests.browser.live.conftest import HANDED
from tests.browser.live.rounding import STAGES, Layers
from tests.sampled import sampled
from tests.statements import DOCS
from transformer import Intervention, LanguageModel, Trace, load
from transformer.sampling import Sampling, draw, next_token
from transformer.words import as_typed, goes_on, words_of

KINDS = ("plain", "fast", "fused")
BOUNDS = 5e-6, 5e-5  # of patterns and logits
CHOSEN = (
    "bear country",
    EXAMPLE,
    "The hiking trail led us through bear country.",
    "हिन्दी किताब தமிழ் மொழி שָׁלוֹם עוֹלָם مَرْحَبًا بِكُم می\u200cخواهم cafe\u0301 l'e\u0301te\u0301 ❤\ufe0f \u0345a",
    "Café crème 🐻 — naïve 你好  two  spaces\nnew line 123,456 it's we'll „so“ l'été jusqu'à",
    "She opened the old door and saw, at the end of the long dark hall, a small light; it was not a lamp, but a cat "
    "with two bright eyes that looked at her as if it had waited there for a hundred years and knew her name already.",
)
_SIGNS = (
    "abc XYZ 019 '’.,!?-—\t\n  ",
    "àéîöß çÀ ﬁ ǅ ʰ ² ½ Ⅷ ٣ 九 你好 かな 한국 кот العربية हिन्दी ſ",
    "🐻👩‍👩‍👧🇫🇷 \u00a0\u0085\ufeff\u200b\u2028\u3000\x00\x1f\x7f\u0301",
    "'s 't 're 've 'm 'll 'd 'S 'T can't we'll <|end|> l'été jusqu'à __init__",
)


@cache
def lines() -> list[str]:
    """Lines of the lessons, and of examples: ordinary text."""
    lessons = [path.read_text("utf-8") for path in sorted((assets.FOLDER / "lessons").glob("*.md"))]
    return [line for text in lessons for line in text.splitlines() if line.strip()]


def odd(chance: random.Random) -> str:
    """Letters, signs and blanks of all kinds in any order."""
    return "".join(chance.choice(chance.choice(_SIGNS)) for _ in range(chance.randint(1, 30)))


@pytest.fixture(scope="module")
def story() -> LanguageModel:
    """The model of the live page, in torch."""
    return load("story")


@pytest.fixture(scope="module")
def layers(story: LanguageModel) -> Layers:
    """Return what its layers compute in double precision, and how far rounding may lead from it."""
    return Layers(story.transformer.state_dict(), story.config.n_heads)


@pytest.fixture(scope="module")
def texts() -> list[str]:
    """Texts of many kinds."""
    chance = random.Random(25)
    any_sign = [
        "".join(chr(chance.choice([chance.randint(32, 0x2FFF), chance.randint(0x1F000, 0x1FFFF)])) for _ in "12345")
    ]
    return [*CHOSEN, *AWKWARD, *EXAMPLES, *chance.sample(lines(), 150), *(odd(chance) for _ in range(500)), *any_sign]


def told(engine: Page, function: str, *given: Any) -> Any:
    """Call a function of the page, both ways as one text: Playwright takes a nested value apart bit by bit."""
    answer = engine.evaluate(f"given => JSON.stringify(({function})(...JSON.parse(given)))", json.dumps(given))
    return json.loads(answer)


def test_tokens_are_those_of_the_tokenizer(engine: Page, story: LanguageModel, texts: list[str]) -> None:
    encoded = told(engine, "texts => texts.map(text => models.plain.tokenizer.encode(text))", texts)
    for text, tokens in zip(texts, encoded, strict=True):
        assert tokens == [dataclasses.asdict(token) for token in story.tokenizer.encode(text)], text


def test_words_are_those_of_python(engine: Page, story: LanguageModel, texts: list[str]) -> None:
    read = """texts => texts.map(text => {
        const tokens = models.plain.tokenizer.encode(text);
        return [wordsOf(text, tokens), asTyped(text, tokens), tokens.map((_, place) => goesOn(tokens, place))];
    })"""
    for text, (words, apart, on) in zip(texts, told(engine, read, texts), strict=True):
        tokens = story.tokenizer.encode(text)
        assert words == [dataclasses.asdict(word) | {"tokens": list(word.tokens)} for word in words_of(text, tokens)], (
            text
        )
        assert tuple(apart) == as_typed(text, tokens), text
        assert on == [goes_on(tokens, place) for place in range(len(tokens))], text


def letters_of(first: int, last: int) -> st.SearchStrategy[str]:
    """Words of a script, of its letters, points, vowel signs and joiners in any order."""
    signs = st.characters(min_codepoint=first, max_codepoint=last, exclude_categories=["Cn"])
    return st.text(signs | st.sampled_from("\u0301\u200c\u200d\u200b\u00ad'’-_ l"), max_size=12)


SCRIPTS = [
    letters_of(*ends)
    for ends in (
        (0x41, 0x24F),  # Latin
        (0x300, 0x36F),  # accents of two characters
        (0x370, 0x52F),  # Greek and Cyrillic
        (0x590, 0x5FF),  # Hebrew with points
        (0x600, 0x6FF),  # Arabic with harakat
        (0x900, 0x97F),  # Devanagari
        (0xB80, 0xBFF),  # Tamil
        (0xE00, 0xEFF),  # Thai and Lao
        (0x1100, 0x11FF),  # Hangul in parts
        (0x2600, 0x27BF),  # signs that a selector turns to pictures
        (0xFE00, 0xFE0F),  # these selectors
        (0x1F3FB, 0x1F64F),  # emoji
    )
]


@settings(max_examples=12, deadline=None, suppress_health_check=[HealthCheck.too_slow])  # a machine may be busy
@given(st.lists(st.lists(st.one_of(SCRIPTS), min_size=1, max_size=4).map("".join), min_size=20, max_size=20))
def test_words_of_every_script_are_those_of_python(engine: Page, story: LanguageModel, texts: list[str]) -> None:
    test_words_are_those_of_python(engine, story, texts)
    for text in texts:
        tokens = story.tokenizer.encode(text)
        assert [place for word in words_of(text, tokens) for place in word.tokens] == [*range(len(tokens))], text


def test_what_a_token_adds_and_how_it_is_written(engine: Page, story: LanguageModel) -> None:
    ids = [id for id in range(story.tokenizer.vocab_size) if id not in story.tokenizer.marks]
    read = "ids => ids.map(id => [models.plain.tokenizer.text(id), models.plain.tokenizer.added(id)])"
    said = told(engine, read, ids)
    assert said == [[story.tokenizer.text_of(id), story.tokenizer.added_by(id)] for id in ids]


def changed(chance: random.Random, tokens: int) -> dict[str, Any]:
    """Two changes at random of a pass over so many tokens, as keywords of Intervention."""
    place, layer, head = (
        (lambda: chance.randrange(tokens)),
        (lambda: chance.randrange(6)),
        (lambda: chance.randrange(6)),
    )
    weights = np.random.default_rng(chance.randrange(99)).dirichlet(np.ones(tokens)).astype(np.float32)
    several = range(chance.randint(1, 3))
    possible: dict[str, Any] = {
        "mask": chance.choice([{"mask": "none"}, {"mask": "window", "window": chance.randint(1, 6)}]),
        "toggled": {"toggled": frozenset((query, key) for _ in several if (query := place()) != (key := place()))},
        "padding": {"padding": chance.randint(1, 3), "padding_hidden": chance.random() < 0.5},
        "scaled": {"scaled": False},
        "multiplier": {"multiplier": chance.choice([0.5, 1.5, 2.0])},
        "temperature": {"temperature": chance.randint(5, 40) / 10},
        "positions": {"positions": False},
        "start": {"start": chance.randint(1, 60)},
        "permutation": {"permutation": tuple(chance.sample(range(tokens), tokens))},
        "silenced": {"silenced": frozenset((layer(), head()) for _ in several)},
        "averaged": {"averaged": frozenset({layer()})},
        "rows": {"rows": ((layer(), head(), place(), tuple(weights.tolist())),)},
        "residual_off": {"residual_off": frozenset({(layer(), chance.choice(["attention", "ffn"]))})},
    }
    names = chance.sample(list(possible), 2)
    if "padding" in names and {"permutation", "rows", "toggled"} & {*names}:
        names.remove("padding")  # the length would not be that of the text
    return {key: value for name in names for key, value in possible[name].items()}


def in_javascript(change: dict[str, Any]) -> dict[str, Any]:
    """Return the changes as the engine takes them: sets and tuples are lists there."""

    def listed(value: Any) -> Any:
        return [listed(each) for each in value] if isinstance(value, set | frozenset | tuple) else value

    return {name: listed(value) for name, value in change.items()}


def passes(engine: Page, kind: str, asked: Iterable[tuple[str, dict[str, Any]]]) -> list[dict[str, np.ndarray]]:
    """Return what the engine computes for texts with changes: stages of all layers, and the last logits."""
    compute = """async ([kind, asked, stages]) => {
        const sizes = [], handed = [];
        for (const [text, change] of asked) {
            const trace = models[kind].trace(text, intervention(change));
            const arrays = [...stages.map(stage => trace.layers.map(layer => layer[stage])), [trace.next_logits]];
            handed.push(...arrays.flat());
            sizes.push(arrays.map(each => each.reduce((sum, { length }) => sum + length, 0)));
        }
        await hand(handed);
        return sizes;
    }"""
    sizes = engine.evaluate(compute, [kind, [[text, in_javascript(change)] for text, change in asked], STAGES])
    numbers = iter(np.split(np.frombuffer(HANDED.pop(), np.float32), np.cumsum(sizes)[:-1]))
    return [{stage: next(numbers) for stage in (*STAGES, "logits")} for _ in sizes]


def follows(layers: Layers, trace: Trace, found: dict[str, np.ndarray]) -> None:
    """Each stage of a pass, the engine's or torch's, follows from those before it, but for rounding."""
    config, change = trace.config, trace.intervention
    may_look = np.isfinite(trace.layers[0].masked[0])
    for number, layer in enumerate(trace.layers):
        shapes = {stage: getattr(layer, stage).shape for stage in STAGES}
        stages = {stage: np.split(found[stage], config.n_layers)[number].reshape(shapes[stage]) for stage in STAGES}
        layers.check(number, stages, may_look, change)
    layers.check_logits(found["logits"], stages["residual_out"][trace.last])


def test_the_documentation_gives_the_bounds_and_what_they_hold_for() -> None:
    bounds = "(patterns within {:.0e}, logits within {:.0e}, as trained and without a mask; ".format(*BOUNDS)
    said = " ".join((DOCS / "python.md").read_text("utf-8").split())
    assert bounds.replace("e-0", "e-") + "where softmax is sharpened, within what rounding allows)" in said


def compare(layers: Layers, trace: Trace, found: dict[str, dict[str, np.ndarray]]) -> None:
    """Compare: patterns within 5e-6, logits within 5e-5, hundredths on the screen the same but for ties.

    A softmax that is sharpened, most of all by unscaled scores, multiplies what rounding does to them, in torch as in
    the engine: no two orders of adding agree so closely there. So each stage is compared with what follows from the
    stages before it, in both, within bounds that rounding alone gives: tests/browser/live/rounding.py derives them.
    """
    config, change = trace.config, trace.intervention
    torchs = {stage: np.concatenate([getattr(layer, stage).ravel() for layer in trace.layers]) for stage in STAGES}
    torchs["logits"] = trace.next_logits
    if change.factor(config.d_head) * config.d_head**0.5 > 1:
        for stages in (torchs, *found.values()):
            follows(layers, trace, stages)
        return
    patterns = torchs["pattern"].astype(np.float64)
    near_tie = np.abs(100 * patterns % 1 - 0.5) < 100 * BOUNDS[0]
    for kind, each in found.items():
        for stage, bound in zip(("pattern", "logits"), BOUNDS, strict=True):
            np.testing.assert_allclose(each[stage], torchs[stage], rtol=0, atol=bound, err_msg=f"{stage}, {kind}")
        ours, theirs = (np.floor(100 * shown.astype(np.float64) + 0.5) for shown in (each["pattern"], patterns))
        assert ((ours == theirs) | near_tie).all(), kind
        for stage in ("masked", "context", "hidden", "residual_out"):
            np.testing.assert_allclose(each[stage], torchs[stage], rtol=1e-4, atol=1e-4, err_msg=f"{stage}, {kind}")


@pytest.mark.parametrize("kind", sampled(KINDS, ["plain", "fused"]))
def test_every_stage_of_chosen_texts(engine: Page, story: LanguageModel, layers: Layers, kind: str) -> None:
    for text, found in zip(CHOSEN, passes(engine, kind, [(text, {}) for text in CHOSEN]), strict=True):
        compare(layers, story.trace(text), {kind: found})


@pytest.mark.parametrize("count", sampled([17, 170], [17]))
def test_every_stage_of_random_texts_and_changes(
    engine: Page, story: LanguageModel, layers: Layers, count: int
) -> None:
    """In engines of all kinds, which differ in how they multiply and add: torch computes each text for all of them."""
    chance, asked = random.Random(100), []
    for number in range(count):
        text = chance.choice(lines())[: chance.randint(4, 90)].strip() or "a" if number % 5 else odd(chance)
        asked.append((text, {} if number % 4 == 0 else changed(chance, len(story.tokenizer.encode(text)))))
    for some in (asked[at : at + 34] for at in range(0, len(asked), 34)):
        for (text, change), *found in zip(some, *(passes(engine, kind, some) for kind in KINDS), strict=True):
            try:
                compare(layers, story.trace(text, Intervention(**change)), dict(zip(KINDS, found, strict=True)))
            except AssertionError as error:
                raise AssertionError(f"{text!r} with {change}: {error}") from error


@pytest.mark.parametrize("kind", sampled(KINDS, ["fused"]))
def test_text_that_is_appended_deleted_or_pasted_gives_what_a_whole_pass_gives(engine: Page, kind: str) -> None:
    differing = """([kind, texts]) => {
        const { transformer, tokenizer } = models[kind], differing = [];
        const equal = (a, b) => a.length === b.length && a.every((value, i) => Object.is(value, b[i]));
        const silent = { silenced: [[2, 0]], temperature: 0.5 };
        for (const changes of [{}, { mask: "window", window: 3 }, silent, { mask: "none" }]) {
            const change = intervention(changes);
            let after = null;
            for (const text of texts) {
                const ids = tokenizer.encode(text).map(({ id }) => id);
                const whole = transformer.trace(ids, change);
                after = transformer.trace(ids, change, after);
                whole.layers.forEach((layer, number) => {
                    for (const stage of ["pattern", "scores", "scaled", "masked", ...Object.keys(layer.grown)])
                        if (!equal(layer[stage], after.layers[number][stage]))
                            differing.push([text, changes, stage, number]);
                });
                if (!equal(whole.next_logits, after.next_logits)) differing.push([text, changes, "logits"]);
            }
        }
        return differing;
    }"""
    typed = [EXAMPLE[:end] for end in range(4, len(EXAMPLE), 7)]
    moved = [
        EXAMPLE,
        EXAMPLE[:20],
        "The girl stepped into deer country",
        CHOSEN[2],
        CHOSEN[2] + " " + CHOSEN[2],
        "The",
        "The",
    ]
    assert engine.evaluate(differing, [kind, [*typed, *moved]]) == []


@pytest.mark.parametrize(
    ("changes", "shared"),
    [
        ({"silenced": [[5, 4]]}, 5),
        ({"silenced": [[2, 0], [4, 1]]}, 2),
        ({"rows": [[3, 1, 1, [0.5, 0.5]]]}, 3),
        ({"silenced": [[5, 4]], "temperature": 0.5}, 0),
        ({"mask": "none"}, 0),
    ],
)
def test_a_change_goes_on_from_the_pass_without_it(engine: Page, changes: dict[str, Any], shared: int) -> None:
    script = """changes => {
        const model = models.fast, change = intervention(changes), plain = model.trace("bear country");
        const after = model.trace("bear country", change), whole = model.transformer.trace(after.ids, change);
        const same = ["scores", "pattern", "context", "residual_out"].every(stage =>
            whole.layers.every((layer, at) => String(layer[stage]) === String(after.layers[at][stage])));
        const shared = after.layers.filter((layer, at) => layer === plain.layers[at]).length;
        return [shared, same && String(whole.next_logits) === String(after.next_logits)];
    }"""
    assert engine.evaluate(script, changes) == [shared, True]


@pytest.mark.parametrize("kind", KINDS)
def test_a_text_that_is_pasted_is_computed_as_far_as_the_start_shows_it(engine: Page, kind: str) -> None:
    """Patterns and the next word need one row of the last feed-forward network; a silenced head shares projections."""
    script = """([kind, text]) => {
        const model = models[kind], { transformer } = model, { products } = transformer, rows = [];
        const counted = name => (...given) => (rows.push([name, given[3]]), products[name](...given));
        transformer.products = { ...products, activated: counted("activated"), projected: counted("projected") };
        for (const change of [{}, { silenced: [[3, 1]] }]) model.trace(text, intervention(change)).next_logits;
        transformer.products = products;
        return rows;
    }"""
    text = CHOSEN[4]
    rows, n = engine.evaluate(script, [kind, text]), len(load("story").tokenizer.encode(text))
    assert [count for name, count in rows if name == "activated"] == [*[n] * 5, 1, n, n, 1]
    assert [count for name, count in rows if name == "projected"] == [n] * 3 * (6 + 2)


@pytest.mark.parametrize("kind", sampled(KINDS, ["fused"]))
def test_memory_that_is_used_again_changes_no_number(engine: Page, kind: str) -> None:
    """While somebody types, pastes, silences heads and edits rows, each trace is what a model with new memory gives."""
    script = """async ([kind, texts]) => {
        const { room, free } = await import("/headlight/pictures/browser/engine/memory.js");
        const model = models[kind], differing = [];
        const equal = (a, b) => a.length === b.length && a.every((value, i) => value === b[i]);
        const kept = [{}, { silenced: [[5, 4]] }, { residual_off: [[1, "ffn"]] }]; // as many as are gone on from
        const others = [{ silenced: [[2, 0]] }, { positions: false }, { mask: "none" }];
        for (const [changes, text] of [kept, others].flatMap(each => texts.map(text => [each, text]))) {
            model.recycle();
            const cells = 6 * model.tokenizer.encode(text).length ** 2; // of the patterns of a layer
            free(Array.from({ length: 40 }, () => room(cells).fill(7)));
            const traces = changes.map(change => model.trace(text, intervention(change)));
            for (const trace of traces) {
                const whole = model.transformer.trace(trace.ids, trace.change);
                const same = trace.layers.every((layer, at) => ["pattern", ...Object.keys(layer.grown)].every(
                    stage => equal(layer[stage], whole.layers[at][stage])));
                if (!same || !equal(trace.next_logits, whole.next_logits)) differing.push([text, trace.change]);
            }
        }
        return differing;
    }"""
    typed, alike = [EXAMPLE[:end] for end in range(4, 40, 5)], ["The bear sat", "The bear ran", "The bear ate"]
    assert (
        engine.evaluate(script, [kind, [*typed, CHOSEN[2], "He " + CHOSEN[2], CHOSEN[2], *alike, "The", *typed[::-1]]])
        == []
    )


def test_a_draw_is_the_one_that_python_makes(engine: Page, story: LanguageModel) -> None:
    ways = [
        Sampling(),
        Sampling(0.7),
        Sampling(1.3, 5),
        Sampling(1.0, 40, 0.9),
        Sampling(2.0, None, 0.5),
        Sampling(top_k=1),
    ]
    asked = [(text, seed, dataclasses.asdict(way)) for text in CHOSEN for seed in (0, 1, 77, 9999) for way in ways]
    traced = {text: story.trace(text).next_logits for text in CHOSEN}
    steps = [next_token(traced[text], Sampling(**way)) for text, _, way in asked]
    logits = [step.logits.tolist() for step in steps[:: len(ways) * 4]]
    drawn = told(
        engine,
        """(logits, asked, each) => asked.map(([text, seed, way], number) => {
            const step = nextToken(Float32Array.from(logits[Math.floor(number / each)]), way);
            const kept = largest(step.final, 8).map(id => [id, step.final[id]]);
            return [draw(step.final, seed, text), kept.filter(([, value]) => value > 0)];
        })""",
        logits,
        asked,
        len(ways) * 4,
    )
    for (text, seed, _), step, (id, kept) in zip(asked, steps, drawn, strict=True):
        assert id == draw(step.final, seed=seed, text=text)
        assert [each for each, _ in kept] == [
            each for each in np.argsort(-step.final, kind="stable")[:8] if step.final[each]
        ]
        np.testing.assert_allclose([value for _, value in kept], step.final[[each for each, _ in kept]], rtol=1e-12)


def test_half_a_file_of_weights_is_refused(engine: Page) -> None:
    refused = """async length => {
        const file = await (await fetch("/assets/models/story/model.safetensors")).arrayBuffer();
        const { config, tokenizer: { vocab } } = models.plain;
        const half = { config, tokenizer: { vocab, merges: [] }, file: file.slice(0, length) };
        return LanguageModel.read(half).catch(error => error.message);
    }"""
    for length in (0, 5, 400, 4_000_000):
        assert engine.evaluate(refused, length) == "the weights are not whole"
