"""What the live page says that the model has read is what Python looks up, word for word."""

import pytest
from playwright.sync_api import Page

from headlight.outside import live_read
from headlight.outside.live_page import facts_of
from headlight.parts import read_before, vocabulary
from tests.browser.live.conftest import GIVEN
from tests.browser.live.given import CHOSEN, told
from tests.browser.live.test_why import texts
from tests.pages.test_looked_up import TIED
from tests.sampled import sampled
from transformer import LanguageModel
from transformer.bundled.training_text import read_end

_READ = """(texts, words) => texts.map(text => {
    const trace = models.fused.trace(text), read = training.endOf(trace.tokens.map(({ id }) => id));
    return { ...read, says: verdict(models.fused, read, largest(trace.next_logits, 1)[0], words) };
})"""


@pytest.fixture(scope="module")
def page(engine: Page, training_text: bytes) -> Page:
    """The page with the engine and the training text."""
    GIVEN.append(training_text)
    engine.evaluate(
        """async sources => {
            const [{ TrainingText }, read] = await Promise.all(["engine/training_text", "live/read"].map(
                name => import(`/headlight/pictures/browser/${name}.js`)));
            const training = await TrainingText.unpack(await given(), sources, models.fused.tokenizer);
            Object.assign(window, read, { training });
        }""",
        live_read.sources(),
    )
    return engine


@pytest.mark.parametrize("count", sampled([60, 20], [20]))
def test_what_was_read_is_what_python_looks_up(page: Page, story: LanguageModel, count: int) -> None:
    asked, words = [*texts(count - len(CHOSEN)), *CHOSEN, TIED], facts_of("start")["words"]
    for text, ours in zip(asked, told(page, _READ, asked, words), strict=True):
        trace = story.trace(text)
        theirs = read_end(story, [token.id for token in trace.tokens])
        assert (ours["end"], ours["length"], ours["times"]) == (theirs.end, theirs.length, theirs.times), text
        assert [tuple(each) for each in ours["followed"]] == list(theirs.ids), text
        places = [(place.before, place.after, read_before.NAMES[place.source]) for place in theirs.places]
        assert [(place["before"], place["after"], place["source"]) for place in ours["places"]] == places, text
        said = read_before.verdict(story, theirs, vocabulary.probabilities(trace))
        assert [tuple(piece) for piece in ours["says"]] == said, text
    assert page.evaluate("training.endOf([])")["length"] == read_end(story, []).length == 0
