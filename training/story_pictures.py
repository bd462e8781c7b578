"""Draw the small picture of each story from its own numbers, in the state that its deed makes, and one of each page.

`python -m training.story_pictures` writes assets/story_pictures.json and assets/page_pictures.json. What needs SmolLM2
stays as it is without it.
"""

import json

import numpy as np

from headlight.app import reading_list
from headlight.reading import assets
from headlight.state.registry import find
from headlight.state.state import State, read, written
from headlight.state.story import PICTURES, STORIES, Story
from training.thumbnail import of_curves, thumbnail
from transformer import learn

FILE = "story_pictures.json"
# The picture of its board that each story speaks of; that of the training bench is drawn from a run of its own.
SHOWN = {
    "one-head": "next_words",
    "flies": "next_words",
    "once": "next_words",
    "bank": "drift_cosines",
    "time-flies": "ribbons",
    "agreement": "ribbons",
    "painter": "ribbons",
    "mask": "pattern",
    "animal": "pattern",
    "il-elle": "opened",
    "shuffled": "shuffle_none",
    "name": "pattern",
    "grown": "grown_loss",
    "helped": "score_gradients",
    "far": "next_word",
    "green": "by_heart_losses",
    "work": "next_word",
    "houses": "next_word",
    "he-or-she": "stream",
    "bear-or-cat": "heads",
}
# The view and its picture that lists to read show for a page. No still is drawn of the main picture of the others.
OF_PAGES = {
    "all_heads": ("all_heads", "head_grid"),
    "tokens": ("tokens", "merge_tree"),
    "embeddings": ("embeddings", "cosines"),
    "positions": ("positions", "plain_lengths"),
    "attention": ("attention", "hero"),
    "masking": ("masking", "masked"),
    "scaling": ("scaling", "hero"),
    "heads": ("patching", "stream"),
    "block": ("block", "stream_curves"),
    "next_word": ("next_word", "next_word"),
    "learning": ("growing_up", "grown_log"),
    "translate": ("translate", "ribbons"),
    "why_attention": ("recurrence", "reach"),
}


def of_page(page: str) -> str:
    """Return the markup of a page's small picture, as a newcomer meets it."""
    name, key = OF_PAGES[page]
    view = find(name)
    pictures = {key: each for board in view.boards(State.made(view, {})) for key, each in board.pictures().items()}
    return thumbnail(pictures[key])


def drawn(story: Story) -> str:
    """Return the markup of a story's small picture."""
    view = find(story.view)
    if not view.draw:
        return _run(story)
    said = read({key: written(value) for key, value in story.shown.items()})
    state = State.made(view, {key: value for key, value in said.items() if key in view.keys})
    pictures = {key: each for board in view.boards(state, deeper=True) for key, each in board.pictures().items()}
    return thumbnail(pictures[SHOWN[story.id]])


def _run(story: Story) -> str:
    """The share of right answers over the first steps of a run."""
    seed = int(story.state["training_seed"])
    run = learn(story.state["task"], seed=seed, seconds=600, steps=140, every=20)
    return of_curves(np.array([[step.step, step.accuracy] for step in run.steps], dtype=float).T)


def main() -> None:
    """Draw all that can be drawn here, and write them."""
    found = {**PICTURES, **{id: drawn(story) for id, story in STORIES.items()}}
    for file, pictures in ((FILE, found), (reading_list.FILE, {page: of_page(page) for page in OF_PAGES})):
        (assets.FOLDER / file).write_text(json.dumps(pictures, indent=1) + "\n", "utf-8")


if __name__ == "__main__":
    main()
