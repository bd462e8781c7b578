"""Models that are taken home, of the bench or while one grows up: their live page has the numbers of their trace."""

import re
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest
from playwright.sync_api import Browser, Page, expect

import headlight
from headlight.app import sharing
from headlight.pages.learning.growing_up import snapshot
from headlight.state.registry import find
from headlight.state.state import State
from tests.sampled import sampled
from transformer import Trace
from transformer.bundled.growing import load_growing
from transformer.learning.run import learn

_NUMBERS = """async text => {
  const { LanguageModel } = await import("headlight/engine/language_model.js");
  const { State } = await import("headlight/live/state.js");
  const { facts: read, weights, kernels } = globalThis.headlightLive, facts = await read();
  const model = await LanguageModel.read({ ...facts, file: await weights(), kernels: await kernels() });
  const trace = model.trace(text, State.parse(facts, "attention").change);
  const patterns = trace.layers.flatMap(({ pattern }) => [...pattern]);
  const { boardOf } = await import("headlight/live/views.js");
  const { header } = boardOf(State.parse(facts, "attention"), model, facts, { head: facts.head }).made();
  return [trace.tokens.map(({ id }) => id), patterns, [...trace.next_logits], header.model];
}"""


@pytest.fixture
def page(browser: Browser) -> Iterator[Page]:
    """A page without a network, on which no script may fail."""
    context = browser.new_context(offline=True)
    page, wrong = context.new_page(), []
    page.on("pageerror", lambda error: wrong.append(str(error)))
    yield page
    context.close()
    assert wrong == []


def compare(page: Page, trace: Trace, name: str) -> None:
    """The numbers of the page that is open are those of a trace, and its boards name the model."""
    expect(page.locator("p.line")).to_have_text("")
    ids, patterns, logits, named = page.evaluate(_NUMBERS, trace.text)
    assert named == name
    assert ids == [token.id for token in trace.tokens]
    np.testing.assert_allclose(patterns, trace.patterns.ravel(), rtol=0, atol=5e-6)
    np.testing.assert_allclose(logits, trace.next_logits, rtol=0, atol=5e-5)


def test_a_moment_of_growing_up_is_shared_as_it_is(page: Page, tmp_path: Path) -> None:
    state = State.of(find("growing_up"), grown_step=500, grown_head="1.2", text="Once upon a time")
    step = state[next(dial for dial in state.view.controls if dial.key == "grown_step")]
    (tmp_path / "grown.html").write_bytes(sharing.live(state, "", snapshot(state)))
    page.goto((tmp_path / "grown.html").as_uri())
    compare(page, load_growing().at(step).trace("Once upon a time"), f"growing at step {step}")
    expect(page.locator(".board")).to_have_attribute("data-text", "Once upon a time")
    expect(page.get_by_role("radio", name=re.compile("^Layer 1, head 2"))).to_be_checked()
    page.get_by_label("Your sentence").fill("The girl stepped into bear country")
    expect(page.locator(".board")).to_have_attribute("data-text", "The girl stepped into bear country")


BENCH = [("reverse", "no 1/√d"), ("bear", "no positions"), ("induction", "post-norm"), ("addition", "no residual")]


@pytest.mark.parametrize(("task", "experiment"), sampled(BENCH, BENCH[2:3]))
def test_a_model_of_the_bench_knows_its_alphabet(page: Page, tmp_path: Path, task: str, experiment: str) -> None:
    model = learn(task, steps=2, experiment=experiment).model
    page.goto(headlight.live(tmp_path / "tiny.html", model=model).as_uri())
    text = page.get_by_label("Your sentence").input_value()
    compare(page, model.trace(text), task)
    expect(page.locator(".board")).to_have_attribute("data-text", text)
    page.get_by_role("link", name="Next word").click()
    page.get_by_label("Your sentence").fill("Ω")
    expect(page.get_by_role("alert")).to_have_text(re.compile("“Ω” is not in the alphabet of this task"))
