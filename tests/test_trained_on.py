"""Sentences that the model was trained on word for word: where one of them is shown, that is said."""

from pathlib import Path

import pytest

from headlight.reading import reader
from headlight.state.first_path import STEPS
from headlight.state.story import STORIES

FOLDER = Path(__file__).parent.parent / "training" / "teaching"
TEACHING = "\n".join(path.read_text("utf-8") for path in sorted(FOLDER.iterdir()))
SAYS = "The model was trained on this sentence."
LEAST = 4  # words: shorter texts are no sentences
SHOWN = {  # by what shows it: its texts, and what is said there
    **{story.id: ((*story.state.values(), *story.does.values()), story.payoff) for story in STORIES.values()},
    **{step.title: (tuple(step.state.values()), step.why) for step in STEPS},
    **{text: ((text,), look) for text, look in reader.LOOK.items()},
}


@pytest.mark.parametrize("name", SHOWN)
def test_a_sentence_that_the_model_was_trained_on_says_so_where_it_is_shown(name: str) -> None:
    texts, said = SHOWN[name]
    read = [text for text in texts if len(str(text).split()) >= LEAST and str(text) in TEACHING]
    assert bool(read) == (SAYS in said), read


def test_some_of_them_are_read_and_some_are_new() -> None:
    assert 5 < sum(SAYS in said for _, said in SHOWN.values()) < len(SHOWN) / 2
