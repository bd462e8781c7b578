"""The engine of the live page gives what torch, tokenizers and NumPy give, for chosen and random texts and changes."""

import dataclasses
import random
from collections.abc import Iterable
from typing import Any

import numpy as np
import pytest
from playwright.sync_api import Page

from headlight.reading.reader import EXAMPLE
from tests.browser.live.conftest import HANDED
from tests.browser.live.given import CHOSEN, lines, odd, told
from tests.browser.live.rounding import STAGES, Layers
from tests.sampled import sampled
from tests.statements import DOCS
from transformer import Intervention, LanguageModel, Trace, edits, load
from transformer.sampling import Sampling, draw, next_token

KINDS = ("plain", "fast", "fused")
BOUNDS = 5e-6, 5e-5  # of patterns and logits


@pytest.fixture(scope="module")
def layers(story: LanguageModel) -> Layers:
    """Return what its layers compute in double precision, and how far rounding may lead from it."""
    return Layers(story.transformer.state_dict(), story.config.n_heads)


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
        "averaged": {"edits": (edits.average(layer()),)},
        "evenly": {"edits": (edits.evenly((layer(), head())),)},
        "rows": {"edits": (edits.row(layer(), head(), place(), weights),)},
        "residual_off": {"residual_off": frozenset({(layer(), chance.choice(["attention", "ffn"]))})},
    }
    names = chance.sample(list(possible), 2)
    if "padding" in names and {"permutation", "rows", "toggled"} & {*names}:
        names.remove("padding")  # the length would not be that of the text
    return {key: value for name in names for key, value in possible[name].items()}


def in_javascript(change: dict[str, Any]) -> dict[str, Any]:
    """Return the changes as the engine takes them: sets and tuples are lists there."""

    def listed(value: Any) -> Any:
        if isinstance(value, edits.Edit):
            return vars(value) | {"value": value.value.tensor.tolist()}
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
    rounding = "where softmax is sharpened or a residual connection is off, within what rounding allows)"
    said = " ".join((DOCS / "python.md").read_text("utf-8").split())
    assert bounds.replace("e-0", "e-") + rounding in said


def compare(layers: Layers, trace: Trace, found: dict[str, dict[str, np.ndarray]]) -> None:
    """Compare: patterns within 5e-6, logits within 5e-5, hundredths on the screen the same but for ties.

    A softmax that is sharpened, most of all by unscaled scores, multiplies what rounding does to them, in torch as in
    the engine; so does the norm of a stream without its residual connection, which is short. No two orders of adding
    agree so closely there. So each stage is compared with what follows from the stages before it, in both, within
    bounds that rounding alone gives: tests/browser/live/rounding.py derives them.
    """
    config, change = trace.config, trace.intervention
    torchs = {stage: np.concatenate([getattr(layer, stage).ravel() for layer in trace.layers]) for stage in STAGES}
    torchs["logits"] = trace.next_logits
    if change.residual_off or change.factor(config.d_head) * config.d_head**0.5 > 1:
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
        ({"edits": [{"stage": "pattern", "layer": 3, "head": 1, "position": 1, "value": [0.5, 0.5]}]}, 3),
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
