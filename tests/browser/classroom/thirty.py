"""A class of thirty phones with a known gain: who is right before and after, on pages and by messages."""

import asyncio
import threading
from collections.abc import Iterator, Sequence
from contextlib import contextmanager

import numpy as np
from playwright.sync_api import Page, expect

from benchmarks.phones import Phone
from headlight.questions.questions import Question, bundled
from headlight.server.before_after import FORMS
from tests.questions.test_gain import drawn

ASKED = bundled().chosen(FORMS["short"]).items
PHONES = 30
WRONG = [next(at for at, option in enumerate(each.options) if not option.right) for each in ASKED]
# By phone and question, who is right: some know more than others, some guess, and half of what is open is learned.
BEFORE, AFTER = (times[:, ::2].astype(bool) for times in drawn(np.random.default_rng(3), PHONES, 0.5))


def chosen(phone: int, right: np.ndarray) -> list[int]:
    """The options that a phone chooses: the right ones, and the first wrong one elsewhere."""
    return [each.right if known else wrong for each, known, wrong in zip(ASKED, right[phone], WRONG, strict=True)]


@contextmanager
def by_messages(address: str, code: str, phones: Sequence[int]) -> Iterator[None]:
    """These phones follow a class without a browser, and answer both times as soon as they are asked."""

    async def lesson(phone: Phone, number: int) -> None:
        following = asyncio.create_task(phone.follow())
        for phase, right in (("before", BEFORE), ("after", AFTER)):
            options = zip(ASKED, chosen(number, right), strict=True)
            await phone.answer(phase, {each.id: option for each, option in options}, lambda: asyncio.sleep(0))
        await phone.until(lambda: "set" not in phone.room)
        following.cancel()
        await asyncio.gather(following, return_exceptions=True)

    async def lessons() -> None:
        await asyncio.gather(*(lesson(Phone(address, code), number) for number in phones))

    loop = asyncio.new_event_loop()  # the browser's own runs in this thread
    thread = threading.Thread(target=loop.run_forever)
    thread.start()
    playing = asyncio.run_coroutine_threadsafe(lessons(), loop)
    try:
        yield
        playing.result(60)
    finally:
        playing.cancel()
        loop.call_soon_threadsafe(loop.stop)
        thread.join()
        loop.close()


def answer_all(phone: Page, questions: Sequence[Question], options: Sequence[int]) -> None:
    """Answer each question as it comes, and say that this is all."""
    for question, option in zip(questions, options, strict=True):
        expect(phone.locator("#set h2")).to_have_text(question.asked)
        phone.get_by_role("button", name=question.options[option].says, exact=True).click()
    phone.get_by_role("button", name="Finish").click()
    expect(phone.locator("#set h2")).to_have_text("Thank you. You have finished.")
