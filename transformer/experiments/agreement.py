"""Does a verb agree with its subject, or with the noun that stands nearest to it? Measured on a language model.

Linzen, Dupoux and Goldberg 2016 put other nouns, "attractors", between the two, and so does this.
"""

from dataclasses import dataclass

import numpy as np
import torch
from jaxtyping import Float
from numpy import ndarray as Array

from transformer.bundled.load import LanguageModel
from transformer.inference import inference

NOUNS = (
    *(("person", "people"), ("girl", "girls"), ("boy", "boys"), ("teacher", "teachers"), ("child", "children")),
    *(("bird", "birds"), ("woman", "women")),
)
SUBJECTS = tuple(f"The {noun}" for pair in NOUNS for noun in pair)  # singular and plural take turns
BETWEEN = (  # nothing, then a nearest noun that is singular, and the same that is plural
    "",
    *("in the house", "in the houses", "near the tree", "near the trees", "who saw the dog", "who saw the dogs"),
)
VERBS = ("was", "were")


@dataclass(frozen=True, eq=False)
class Agreement:
    """log(p(was) / p(were)) after each subject and what stands between: above 0 the model would say was."""

    log_ratios: Float[Array, "subject between"]

    @property
    def right(self) -> int:
        """How many of the sentences get the verb of their subject."""
        singular = np.arange(len(self.log_ratios))[:, None] % 2 == 0
        return int(((self.log_ratios > 0) == singular).sum())

    @property
    def by_subject(self) -> Float[Array, " between"]:
        """How much a singular subject in place of a plural one adds, the mean over pairs."""
        return (self.log_ratios[::2] - self.log_ratios[1::2]).mean(axis=0)

    @property
    def by_nearest(self) -> Float[Array, " phrase"]:
        """How much a singular nearest noun in place of a plural one adds, the mean over subjects."""
        return (self.log_ratios[:, 1::2] - self.log_ratios[:, 2::2]).mean(axis=0)


def sentence(subject: str, between: str) -> str:
    """The sentence that stops before its verb."""
    return f"{subject} {between}".strip()


@inference
def measure(model: LanguageModel) -> Agreement:
    """One forward pass for each subject and each of what stands between.

    Raises:
        ValueError: if one of the two verbs is no single token of the model.
    """
    ids = []
    for verb in VERBS:
        tokens = model.tokenizer.encode(verb)
        if len(tokens) != 1:
            raise ValueError(f"{verb!r} is {len(tokens)} tokens, it must be one")
        ids.append(tokens[0].id)
    was, were = ids
    ratios = np.empty((len(SUBJECTS), len(BETWEEN)))
    for row, subject in enumerate(SUBJECTS):
        for column, between in enumerate(BETWEEN):
            logits = model.transformer(torch.tensor(model.tokenizer.ids(sentence(subject, between))))[-1]
            ratios[row, column] = logits[was] - logits[were]
    return Agreement(ratios)
