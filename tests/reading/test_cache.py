"""What is held for all visitors is computed once, whoever asks and however many ask at the same time."""

import threading
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from headlight.reading.cache import LastTexts, cached


def test_the_same_arguments_give_the_same_object() -> None:
    calls = []

    @cached
    def double(number: int, _note: str = "") -> list[int]:
        calls.append(number)
        return [2 * number]

    assert double(3) is double(number=3) is double(3, "what begins with an underscore does not count")
    assert double(4) == [8] and calls == [3, 4]


def test_of_many_who_ask_at_once_one_computes() -> None:
    calls, gate = [], threading.Barrier(8)
    begun = threading.Event()

    @cached
    def slow(name: str) -> object:
        calls.append(name)
        begun.wait()
        return object()

    found = []

    def ask() -> None:
        gate.wait()
        found.append(slow("model"))

    threads = [threading.Thread(target=ask) for _ in range(8)]
    for thread in threads:
        thread.start()
    begun.set()
    for thread in threads:
        thread.join()
    assert calls == ["model"] and len({id(each) for each in found}) == 1


def test_others_need_not_wait_for_one_who_computes() -> None:
    begun, done = threading.Event(), threading.Event()

    @cached
    def of(name: str) -> str:
        if name == "slow":
            begun.set()
            done.wait()
        return name

    thread = threading.Thread(target=of, args=("slow",))
    thread.start()
    begun.wait()
    assert of("quick") == "quick"
    done.set()
    thread.join()


def test_an_error_is_not_held() -> None:
    tries = []

    @cached
    def fails_once() -> str:
        tries.append(None)
        if len(tries) == 1:
            raise KeyError("no")
        return "yes"

    with pytest.raises(KeyError):
        fails_once()
    assert fails_once() == "yes" == fails_once() and len(tries) == 2


def test_only_so_many_are_held_and_the_last_asked_for_stay() -> None:
    calls = []

    @cached(most=2)
    def of(number: int) -> int:
        calls.append(number)
        return number

    for number in (1, 2, 1, 3, 1, 2):
        of(number)
    assert calls == [1, 2, 3, 2]


def test_nothing_is_held_where_any_visitors_browser_can_empty_it() -> None:
    root = Path(__file__).parents[2]
    files = [path for folder in ("headlight", "pages") for path in (root / folder).rglob("*.py")]
    assert len(files) > 200
    assert [path.name for path in files if "st.cache_" in path.read_text("utf-8")] == []


def test_the_text_that_begins_most_alike_is_the_one_used_last_of_several() -> None:
    kept = LastTexts[str](3)
    for text in ("bear", "bear country", "a bear"):
        kept.keep("story", text, text.upper())
    assert kept.begun_alike("story", "bear c") == "BEAR COUNTRY"
    assert kept.begun_alike("story", "beat") == "BEAR COUNTRY"
    assert kept.of("story", "bear") == "BEAR" and kept.begun_alike("story", "beat") == "BEAR"
    assert kept.begun_alike("story", "river") is None and kept.begun_alike("other", "bear") is None


@given(st.lists(st.text("ab", max_size=4), max_size=6), st.text("ab", max_size=5))
def test_no_kept_text_begins_more_alike_than_the_one_that_is_used(texts: list[str], text: str) -> None:
    kept = LastTexts[str](6)
    for read in texts:
        kept.keep("story", read, read)
    last = [read for at, read in enumerate(texts) if read not in texts[at + 1 :]]
    shared = [next((at for at in range(len(text), 0, -1) if read.startswith(text[:at])), 0) for read in last]
    most = max(shared, default=0)
    expected = last[max(at for at, length in enumerate(shared) if length == most)] if most else None
    assert kept.begun_alike("story", text) == expected
