"""Does a model prefer the word that grammar asks for? Beginnings of sentences, each with a right and a wrong word.

Two words that differ in one thing alone, after the same beginning, as in BLiMP (Warstadt et al. 2020). The sentences
are the project's own.
"""

from collections.abc import Mapping, Sequence

import torch

from transformer.bundled.load import LanguageModel
from transformer.inference import inference

Pair = tuple[str, str, str]  # a beginning, the word that may follow, and the one that may not

_BETWEEN = ("in the house", "with the red hat", "who saw the dog")
_SUBJECTS = (("The girl", "was", "were"), ("The girls", "were", "was"), ("The man", "was", "were"))
PAIRS: Mapping[str, Sequence[Pair]] = {
    "verb beside subject": (
        *(("She", "is", "are"), ("They", "are", "is"), ("He", "was", "were"), ("We", "were", "was")),
        *(("The dog", "was", "were"), ("The dogs", "were", "was"), ("The girl", "has", "have"), ("I", "am", "is")),
        *(("The girls", "have", "has"), ("The king", "is", "are"), ("The children", "are", "is")),
        ("It", "was", "were"),
    ),
    "verb far from subject": tuple(
        (f"{subject} {between}", right, wrong)
        for subject, right, wrong in (*_SUBJECTS, ("The men", "were", "was"))
        for between in _BETWEEN
    ),
    "one or many": (
        *(("He saw these", "things", "thing"), ("There were two", "men", "man"), ("It took three", "days", "day")),
        *(("She saw every", "day", "days"), ("He met a", "girl", "girls"), ("There were many", "people", "person")),
        *(("They had four", "children", "child"), ("I read a", "book", "books")),
    ),
    "form of the verb": (
        *(("She did not", "go", "went"), ("He did not", "see", "saw"), ("They did not", "know", "knew")),
        *(("She wanted to", "go", "went"), ("He began to", "run", "ran"), ("They tried to", "find", "found")),
        *(("She had", "gone", "went"), ("He had", "seen", "saw"), ("They had", "taken", "took")),
    ),
    "form of the pronoun": (
        *(("He gave it to", "him", "he"), ("She looked at", "them", "they"), ("I saw", "him", "he")),
        *(("He went with", "her", "she"), ("She did it for", "me", "I"), ("He came to", "us", "we")),
    ),
}


def measure(model: LanguageModel) -> dict[str, list[float]]:
    """For each pair of each kind ln p(right) - ln p(wrong): above 0 the model prefers what grammar asks for.

    Raises:
        ValueError: if a word of a pair is no single token of the model.
    """
    return {kind: [_preference(model, *pair) for pair in pairs] for kind, pairs in PAIRS.items()}


def share_right(preferences: Sequence[float]) -> float:
    """The share of pairs in which the right word is preferred; guessing gives one half."""
    return sum(preference > 0 for preference in preferences) / len(preferences)


@inference
def _preference(model: LanguageModel, beginning: str, right: str, wrong: str) -> float:
    words = []
    for word in (right, wrong):
        ids = model.tokenizer.ids(word)
        if len(ids) != 1:
            raise ValueError(f"{word!r} is {len(ids)} tokens, it must be one")
        words += ids
    logits = model.transformer(torch.tensor(model.tokenizer.ids(beginning)))[-1]
    return float(logits[words[0]] - logits[words[1]])
