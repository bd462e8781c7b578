"""The finished runs that the training bench shows are what their seed gives, and end after they have learned."""

import numpy as np
import pytest

from headlight.pages.learning.aim import CURVES
from training.finished_runs import kept, run
from transformer.learning.run import LEARNED


def test_a_bundled_run_is_what_its_seed_gives() -> None:
    again = kept(run("agreement", most=10))
    for name, numbers in again.items():
        np.testing.assert_allclose(numbers, CURVES["agreement"][name][: len(numbers)], atol=0.002)


@pytest.mark.parametrize("task", CURVES)
def test_each_goes_on_until_it_has_learned(task: str) -> None:
    assert CURVES[task]["accuracy"][-1] >= LEARNED
