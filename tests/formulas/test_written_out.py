"""Formulas of small numbers as they are written, and worked out: `python -m tests.formulas.test_written_out` writes
them down again. Read what differs before you keep it.
"""

from pathlib import Path
from typing import Any

import numpy as np

from headlight.formulas import attention, block, by_hand, paths, positions, prediction, softmax, vectors
from tests.in_turn import in_turn
from tests.mathml import plain
from tests.worked_out import worked_out
from transformer.experiments.by_hand import drawn
from transformer.readings.waves import encoding
from transformer.sampling import Sampling, next_token

FILE = Path(__file__).with_name("written_out.txt")
TOPICS = [attention, block, by_hand, paths, positions, prediction, softmax, vectors]
FACTS = np.array([2.0, 4.0, 5.0])  # powers of e: 7.389, 54.60, 148.4; their sum 210.4
WEIGHTS = np.exp(FACTS) / np.exp(FACTS).sum()


def likeliest(logits: list[float], of: Sampling) -> Any:
    step = next_token(np.array(logits), of)
    return prediction.probability_of_likeliest(step.logits, step.probabilities, step.final, of.temperature)


def cut(chances: list[float], of: Sampling) -> Any:
    step = next_token(np.log(chances), of)
    return prediction.cut(step.probabilities, step.in_top_k, step.final, of.top_k, of.top_p)


def one_word(place: int) -> Any:
    words = drawn(42)
    looks = words.look()
    before = words.words[place], words.queries[place], looks.scores[place], looks.scaled[place], looks.pattern[place]
    return by_hand.one_word(place, *before, words.values, looks.context[place])


def shifted(start: int, by: int) -> Any:
    """A pair of an encoding, `by` positions further on."""
    encoded = encoding(61, 22)
    return positions.shift_of_pair(encoded[start, 8:10], encoded[start + by, 8:10], start, by, 4, 22)


NAMES = globals() | vars(np) | {topic.__name__.rpartition(".")[2]: topic for topic in TOPICS}


def read() -> dict[str, str]:
    """What is written for each call."""
    blocks = FILE.read_text("utf-8").strip().split("\n\n")
    return dict(block.split("\n", 1) for block in blocks)


@in_turn("call", read())
def test_a_formula_is_written_as_it_was_read(call: str) -> None:
    lines = eval(call, NAMES)  # of a file beside this one
    assert plain(lines).strip() == read()[call]
    assert worked_out(lines)[1] == []


if __name__ == "__main__":
    FILE.write_text("\n\n".join(f"{call}\n{plain(eval(call, NAMES)).strip()}" for call in read()) + "\n", "utf-8")
