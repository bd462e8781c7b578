"""A probability in words opens its balance: at most ten parts of the model, which sum to its logit."""

import numpy as np
import pytest

from headlight.pages.next_word import balance
from tests.draw import draw
from transformer import load

BROUGHT = "head 6.5 from “bear”"
GIRL = "The girl stepped into bear country and helped the"
BEAR = int(load("story").trace(GIRL).next_logits.argmax())


@pytest.mark.parametrize("text", [GIRL, "Tom and Lisa went to the park. Tom gave the ball to", "Once"])
def test_the_parts_of_a_word_sum_to_its_logit_and_are_ten_at_most(text: str) -> None:
    model = load("story")
    trace = model.trace(text)
    for id in trace.next_logits.argsort()[::-1][:3].tolist():
        rows, rest = balance.parts(model, trace, id)
        assert len(rows) <= balance.ROWS
        assert sum(row.share for row in rows) + rest == pytest.approx(trace.next_logits[id], abs=1e-4)
        sizes = np.abs([row.share for row in rows])
        assert (np.diff(sizes) <= 1e-9).all(), "the largest first"


def test_each_number_of_the_sentence_on_start_leads_to_a_balance_of_its_own_pass() -> None:
    doors = draw("start", text=GIRL)
    (looks,) = (item for item in doors.items if item["kind"] == "picture" and item["name"] == "looks")
    opened = [door for door in looks["doors"] if door and door["stage"] == "probability"]
    assert len(opened) == 2, "its probability, and what is left with a word hidden"
    found = []
    for door in opened:
        label = f"probability.{door['at'][0]}"
        shown = draw("attributed", text=GIRL, opened=label, **({"cut": door["cut"]} if door.get("cut") else {}))
        bars = shown.payload("balance")["bars"]
        assert len(bars) == balance.ROWS + 1 and shown.keys[0] == "balance", "it is what is seen first"
        found.append({bar["label"]: bar["value"] for bar in bars})
    whole, hidden = found
    assert max(whole, key=lambda name: whole[name]) == BROUGHT and BROUGHT not in hidden
    assert sum(whole.values()) > sum(hidden.values()) + 1, "without the word less speaks for it"


def test_a_number_inside_the_model_opens_its_terms_alone() -> None:
    assert "balance" not in draw("attributed", text=GIRL, opened="context.6.5.8.3").keys
    assert "balance" not in draw("attributed", text=GIRL, opened=f"probability.{BEAR}", cut="ffn.6").keys, (
        "it is no sum"
    )
