"""The reason that the live page gives, and the words that flip what follows, are those of torch."""

import random

import numpy as np
import pytest
from playwright.sync_api import Page

from headlight.outside.live_page import facts_of
from headlight.parts import why as parts_why
from headlight.state.registry import find
from headlight.state.state import State
from tests.browser.live.given import lines, told
from tests.sampled import sampled
from transformer import LanguageModel
from transformer.readings.flips import flips
from transformer.readings.why import why
from transformer.words import words_of

CUT = 2e-5  # of a probability with something cut, by how rounding differs between two engines
FIELDS = ("without_words", "given", "without_looks", "favourite", "alone", "probability")
_WHY = """(kind, texts, words) => texts.map(text => {
    const model = models[kind], trace = model.trace(text), found = whyOf(model, trace);
    return { ...found, words: found.words.length, says: whatBrings(model, found, words) };
})"""
_FLIPS = """(kind, text, positions) => positions.map(
    position => flipsAt(models[kind], models[kind].trace(text), position))"""


@pytest.fixture(scope="module")
def page(engine: Page) -> Page:
    """The page with the engine, what finds a reason and what says it."""
    engine.evaluate(
        """async () => {
            const names = ["engine/why", "engine/flips", "live/start"];
            Object.assign(window, ...await Promise.all(names.map(
                name => import(`/headlight/pictures/browser/${name}.js`))));
        }"""
    )
    return engine


def texts(count: int) -> list[str]:
    """Beginnings of lines, of one word to thirty."""
    chance, found = random.Random(59), list[str]()
    while len(found) < count:
        words = chance.choice(lines()).split()
        text = " ".join(words[: chance.randint(1, 30)]).strip("#*-|> ")
        if text:
            found.append(text)
    return found


def near_tie(*shares: float) -> bool:
    """Whether rounding decides how one of these is written in whole percent."""
    return any(abs(100 * share % 1 - 0.5) < 100 * CUT for share in shares)


@pytest.mark.parametrize("count", sampled([300, 12], [12]))
def test_the_reason_is_the_one_of_torch(page: Page, story: LanguageModel, count: int) -> None:
    asked, words = texts(count), facts_of("start")["words"]
    for kind in ("fused", "plain") if count < 100 else ("fused",):
        for text, ours in zip(asked, told(page, _WHY, kind, asked, words), strict=True):
            trace = story.trace(text)
            theirs = why(story, trace)
            for name in FIELDS:
                one, other = (np.array(value, float).ravel() for value in (ours[name], getattr(theirs, name)))
                np.testing.assert_allclose(one, other, rtol=0, atol=CUT, err_msg=f"{name} of {text!r}")
            np.testing.assert_allclose(ours["without_heads"], theirs.parts.without_heads, rtol=0, atol=CUT)
            np.testing.assert_allclose(ours["without_ffns"], theirs.parts.without_ffns, rtol=0, atol=CUT)
            state = State.of(find("start"), text=text)
            said = [list(piece) for piece in parts_why.what_brings(state, theirs)]
            shares = [theirs.probability, theirs.alone, theirs.without_part, *theirs.without_words]
            assert ours["says"] == said or near_tie(*shares, *theirs.parts.without_ffns), text
            head = None if theirs.head is None else list(theirs.head)
            assert (ours["kind"], ours["word"], ours["head"], ours["words"]) == (
                theirs.kind,
                theirs.word,
                head,
                len(words_of(text, trace.tokens)),
            ), text


@pytest.mark.parametrize("count", sampled([40, 4], [4]))
def test_words_that_flip_what_follows_are_those_of_torch(page: Page, story: LanguageModel, count: int) -> None:
    for text in texts(count):
        trace = story.trace(text)
        positions = range(max(0, trace.last - 8), trace.last + 1)
        theirs = flips(story, trace, positions)
        ours = [place for place in told(page, _FLIPS, "fused", text, list(positions)) if place]
        assert [place["position"] for place in ours] == [place.position for place in theirs], text
        for one, other in zip(ours, theirs, strict=True):
            assert [each["word"] for each in one["substitutes"]] == [each.word for each in other.substitutes], text
            assert [each["text"] for each in one["flips"]] == [each.text for each in other.flips], text
            for name in ("probability", "kept"):
                np.testing.assert_allclose(
                    [each[name] for each in one["substitutes"]],
                    [getattr(each, name) for each in other.substitutes],
                    rtol=0,
                    atol=CUT,
                )
