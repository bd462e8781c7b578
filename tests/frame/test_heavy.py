"""Heavy work on a page waits its turn, says so, and stops when the visitor wants something newer."""

import os
import subprocess
import sys

import pytest
from streamlit.testing.v1 import AppTest

from headlight.frame import heavy, pauses


def measuring() -> None:
    import streamlit as st

    from headlight.frame import heavy

    with heavy.Visitor().slot():
        st.caption(f"measured, {len(heavy.QUEUE)} in the queue")


def test_alone_one_is_served_at_once() -> None:
    page = AppTest.from_function(measuring).run()
    assert [each.value for each in page.caption] == ["measured, 1 in the queue"]
    assert len(heavy.QUEUE) == 0


def waiting_twice() -> None:
    import streamlit as st

    from headlight.frame import heavy

    class Busy:
        def turn(self, waiting):
            waiting(2)
            waiting(1)
            st.stop()

    heavy.QUEUE = Busy()
    with heavy.Visitor().slot():
        st.caption("not reached")


def test_one_who_waits_is_told_how_long(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(heavy, "QUEUE", heavy.QUEUE)  # put back afterwards
    page = AppTest.from_function(waiting_twice).run()
    assert [each.value for each in page.caption] == ["Someone else is measuring: you are next."]


def test_how_many_are_before_is_said_in_words() -> None:
    assert heavy.waiting_text(1) == "Someone else is measuring: you are next."
    assert heavy.waiting_text(2) == "Someone else is measuring, and 1 is waiting before you."
    assert heavy.waiting_text(4) == "Someone else is measuring, and 3 are waiting before you."


def growing() -> None:
    import streamlit as st

    from headlight.frame import failures, heavy, pauses

    def drawn(what: str) -> int:
        st.session_state[what] = st.session_state.get(what, 0) + 1
        return st.session_state[what]

    @failures.fragment
    def part() -> None:
        number = drawn("part")
        st.text_input("Your sentence", key="text", bind="query-params")
        found = pauses.Growing(iter(range(3)), lambda step: number == 3)
        with heavy.work():
            found.latest()
        st.caption(f"drawn {number} times")

    drawn("page")
    part()
    st.caption("the end of the page")


def test_what_is_unfinished_comes_again_without_its_page_and_leaves_the_box_alone(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Told anew what stands in it, the browser would put that over what is typed in the meantime."""
    monkeypatch.setattr(pauses, "_SLICE", -1)  # it is never done in one go
    page = AppTest.from_function(growing)
    page.query_params["text"] = "bear country"
    page.run()
    assert page.session_state["page"] == 1 and page.session_state["part"] == 3
    assert {each.value for each in page.caption} == {"the end of the page", "drawn 3 times"}
    assert page.text_input[0].value == "bear country" and not page.text_input[0].proto.set_value


MEMORY = """
import resource, sys, torch
from pathlib import Path
from transformer import load
from transformer.experiments import additive, descent, peeking
from transformer.learning.plans import plan
from transformer.learning.run import Training, learn
from headlight.pages.why_attention import dense as mixing, gradients as reach, scoring
from transformer.experiments.reach import Dials
torch.set_num_threads(1)
model = load("story")
ids = model.tokenizer.ids("The hiking trail led us through bear country")
traces = [model.trace(text) for text in mixing.sentences()]
learn("copy", steps=2)

def most():
    if sys.platform == "darwin":
        return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1e6
    # Linux has what getrusage tells from the process that started this one: beside a large one nothing would be seen.
    return int(Path("/proc/self/status").read_text().split("VmHWM:")[1].split()[0]) * 1024 / 1e6

before = most()
runs = [Training(plan("addition"), 0), Training(plan("addition", "no mask"), 0)]
for _ in range(70):
    for run in runs:
        run.advance(1)
for name in reach.NAMES:
    reach._several(name, Dials(), 1)
additive.milliseconds(scoring.MEASURED[-1], model.config.d_head, 128, repeats=1)
additive.fitted(additive.drawn(0, model.config.d_head, 128), traces, 2, 0, steps=3)
peeking.learn("none", seed=0, steps=3)
descent.by_heart(model, ids, ids, 0.01)
print(len(runs[0].kept), most() - before)
"""


def test_all_that_is_measured_at_a_button_one_after_the_other_needs_less_than_120_megabytes() -> None:
    """And a run of the training bench meanwhile, with the untouched one beside it, and the steps it can go back to.

    What is counted is what they hold. Left to itself, glibc begins to put larger and larger arrays into its heap, which
    it cannot give back while anything small lies above them: by chance of addresses that took 10 to 80 MB more. With a
    threshold that is named, every large array goes back to the system when it is let go.
    """
    environment = {**os.environ, "MALLOC_MMAP_THRESHOLD_": str(128 * 1024)}
    done = subprocess.run([sys.executable, "-c", MEMORY], capture_output=True, text=True, check=True, env=environment)
    kept, megabytes = done.stdout.split()
    assert int(kept) > 30 and 30 < float(megabytes) < 120
