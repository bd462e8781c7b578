"""Numbers, parts and formulas as they are written, and worked out: `python -m tests.formulas.test_written_out` writes
them down again. Read what differs before you keep it.
"""

from pathlib import Path
from typing import Any

import numpy as np

from headlight.formulas import attention, block, by_hand, lines, mathml, paths, positions, prediction, softmax, vectors
from tests.in_turn import in_turn
from tests.mathml import plain
from tests.worked_out import worked_out
from transformer.experiments.by_hand import drawn
from transformer.readings.waves import encoding
from transformer.sampling import Sampling, next_token

FILE = Path(__file__).with_name("written_out.txt")
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


TOPICS = [attention, block, by_hand, paths, positions, prediction, softmax, vectors]
NAMES = globals() | vars(np) | vars(mathml) | vars(lines) | {each.__name__.rpartition(".")[2]: each for each in TOPICS}


def written(call: str) -> tuple[str, list]:
    """What a call writes, and what is wrong in it."""
    made = eval(call, NAMES)  # of a file beside this one
    return plain(made).strip("\n"), worked_out(made)[1]


def read() -> dict[str, str]:
    """What is written for each call."""
    blocks = FILE.read_text("utf-8").strip().split("\n\n")
    return dict(block.split("\n", 1) for block in blocks)


@in_turn("call", read())
def test_what_is_written_is_what_was_read_and_right(call: str) -> None:
    assert written(call) == (read()[call], [])


if __name__ == "__main__":
    FILE.write_text("\n\n".join(f"{call}\n{written(call)[0]}" for call in read()) + "\n", "utf-8")
