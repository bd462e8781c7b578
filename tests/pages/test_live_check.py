"""Under the arithmetic of every view that draws attention a line proves the numbers of the sentence on screen."""

import pytest

from headlight.state.registry import find
from tests.draw import draw

# Where attention of the sentence in the box is drawn.
DRAWN = ["all_heads", "attention", "by_hand", "masking", "scaling", "heads", "next_word", "dense"]
DRAWN += ["translate", "encoder_decoder", "translators", "contextual", "growing_up", "position_twins"]


@pytest.mark.parametrize("name", DRAWN)
def test_the_line_stands_there_alone_and_the_numbers_pass(name: str) -> None:
    text = {find(name).box.key: "The red car"}
    above, deeper = (
        [note for note in draw(name, **text, deeper=deeper).notes if "torch's own attention" in note]
        for deeper in (False, True)
    )
    assert not above and len(deeper) == 1 and "✓" in deeper[0]
