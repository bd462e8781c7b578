"""Look for subject, verb and object in the residual stream with linear probes: python -m training.probing.

Writes assets/probing.json: how often a probe names the grammatical role of a word to `story`, by layer and draw. A
probe is a linear map from a word's vector to one number for each role, fitted on sentences of PATTERNS_LEARNED with
half of the words. It is tested on PATTERNS_TESTED with the other half, so neither a word nor a pattern known by heart
helps. The control task (Hewitt and Liang 2019) gives every word a role drawn at random: what a probe of the same kind
makes of it says how much it can learn by heart. The same stack with fresh weights says what training has added.
"""

import json
import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

import numpy as np
import torch
from jaxtyping import Float, Int
from numpy import ndarray as Array

from transformer import LanguageModel, load
from transformer.model import Transformer, initialize
from transformer.readings.occurrences import stages

FILE = Path(__file__).parent.parent / "assets" / "probing.json"
ROLES = {"S": "subject", "V": "verb", "O": "object", "X": "after a preposition"}  # by their sign in a pattern
PATTERNS_LEARNED = (
    "The S V the O.",
    "One day a S V the O.",
    "The old S V a young O.",
    "The S near the X V the O.",
    "Behind the X the S V a O.",
    "The S V the O beside the X.",
    "The S was V by the X.",
    "The S who V the O V a O.",
)
PATTERNS_TESTED = (
    "In the morning the happy S quickly V a very small O.",
    "With the X and a X the S V the O.",
    "The S of the X behind the X V the O.",
    "A S that the S V V the O.",
    "My S and the S V the O and the O.",
    "Yesterday a S was V by a X near the X.",
)
NOUNS = (
    "dog cat bear boy girl king queen fox bird mouse farmer teacher doctor rabbit horse lion frog baby mother father "
    "sister brother uncle aunt man woman wolf pig cow duck hen sheep goat prince princess witch giant dragon monkey "
    "elephant tiger turtle squirrel snake fish owl friend captain soldier sailor hunter fisherman baker nurse driver "
    "child lady servant knight thief stranger robot puppy kitten"
)
# Verbs whose past tense is their participle too, so that the word does not tell the passive.
VERBS = (
    "chased helped loved followed found watched called heard met hugged kissed pushed pulled thanked carried caught "
    "asked liked hated feared left stopped touched fed taught visited invited saved killed scared warned trusted "
    "remembered surprised missed wanted noticed greeted passed fought kicked lifted dropped held served brought sent "
    "admired"
)
SENTENCES = 25  # of each pattern
DRAWS = 5  # of words and sentences
DIRECTIONS = 8  # of the narrow probe: the principal ones of the words that it is fitted on
POSITIONS = 32  # more than any sentence has
# The opening sentence, each phrase in brackets with the role of its last word.
PARSED = (
    ("The hiking trail", "subject"),
    ("led", "verb"),
    ("us", "object"),
    ("through bear country", "after a preposition"),
)
_DECAY = 1e-2  # of the probes' weights, times half their squared length, beside the mean cross-entropy


@dataclass(frozen=True)
class Sentence:
    """A sentence, and those of its words that have a role: where each ends in the text, which word, and which role."""

    text: str
    words: tuple[tuple[int, str, int], ...]


@dataclass(frozen=True, eq=False)
class Vectors:
    """The words with a role of many sentences."""

    stream: Float[Array, "stage word d_model"]
    position: Int[Array, " word"]  # of its last token
    word: list[str]
    role: Int[Array, " word"]


@dataclass(frozen=True)
class Words:
    """Half of the nouns and of the verbs."""

    nouns: Sequence[str]
    verbs: Sequence[str]


def halves(chance: np.random.Generator) -> tuple[Words, Words]:
    """All words, shared between those to learn from and those to test with."""
    nouns, verbs = (chance.permutation(each.split()).tolist() for each in (NOUNS, VERBS))
    half, middle = len(nouns) // 2, len(verbs) // 2
    return Words(nouns[:half], verbs[:middle]), Words(nouns[half:], verbs[middle:])


def sentences(patterns: Sequence[str], words: Words, chance: np.random.Generator) -> list[Sentence]:
    """SENTENCES of each pattern, with words drawn at random, none twice in a sentence."""
    signs, found = list(ROLES), []
    for pattern in patterns:
        for _ in range(SENTENCES):
            nouns, verbs = (iter(chance.permutation(each)) for each in (words.nouns, words.verbs))
            text, placed = "", []
            for piece in re.split(r"\b([SVOX])\b", pattern):
                if piece in ROLES:
                    word = str(next(verbs if piece == "V" else nouns))
                    text += word
                    placed.append((len(text), word, signs.index(piece)))
                else:
                    text += piece
            found.append(Sentence(text, tuple(placed)))
    return found


def read(model: LanguageModel, of: Sequence[Sentence]) -> Vectors:
    """The residual stream at the last token of each word: the row of W_E, with positions, and after each layer."""
    rows, positions, words, roles = [], [], [], []
    for sentence in of:
        found = model.trace(sentence.text)
        stream = np.stack([found.embedded, found.layers[0].residual_in, *(each.residual_out for each in found.layers)])
        for end, word, role in sentence.words:
            position = next(position for position, token in enumerate(found.tokens) if token.end >= end)
            rows.append(stream[:, position])
            positions.append(position)
            words.append(word)
            roles.append(role)
    return Vectors(np.stack(rows, axis=1), np.array(positions), words, np.array(roles))


Probe = Callable[[Float[Array, "some width"]], Int[Array, " some"]]


def probe(x: Float[Array, "word width"], role: Int[Array, " word"], directions: int | None = None) -> Probe:
    """A linear map to one number for each role, fitted by cross-entropy; it names the role with the largest.

    With `directions` it is given each vector's places along so many principal directions of `x` alone.
    """
    mean, spread = x.mean(axis=0), x.std(axis=0) + 1e-6
    axes = (
        np.linalg.svd((x - mean) / spread, full_matrices=False)[2][:directions].T if directions else np.eye(len(mean))
    )

    def even(x: Float[Array, "some width"]) -> torch.Tensor:
        return torch.from_numpy(((x - mean) / spread) @ axes).double()

    inputs, answers = even(x), torch.from_numpy(role)
    weight = torch.zeros(inputs.shape[1], len(ROLES), dtype=torch.float64, requires_grad=True)
    bias = torch.zeros(len(ROLES), dtype=torch.float64, requires_grad=True)
    optimizer = torch.optim.LBFGS([weight, bias], max_iter=200, line_search_fn="strong_wolfe")

    def loss() -> torch.Tensor:
        optimizer.zero_grad()
        cost = torch.nn.functional.cross_entropy(inputs @ weight + bias, answers) + _DECAY / 2 * weight.square().sum()
        cost.backward()
        return cost

    optimizer.step(loss)
    return lambda x: (even(x) @ weight.detach() + bias.detach()).argmax(dim=1).numpy()


def fresh(model: LanguageModel, seed: int) -> LanguageModel:
    """Return the stack before training."""
    stack = Transformer(model.config)
    initialize(stack, model.config.n_layers, torch.Generator().manual_seed(seed))
    return replace(model, transformer=stack.eval().requires_grad_(False))


def opening() -> Sentence:
    """The opening sentence, with the last word of each of its phrases."""
    text, placed = "", []
    for phrase, role in PARSED:
        text = f"{text} {phrase}".strip()
        placed.append((len(text), phrase.split()[-1], list(ROLES.values()).index(role)))
    return Sentence(text, tuple(placed))


def measure(model: LanguageModel, draw: int) -> dict:
    """Shares of words whose role is named, by stage, for one draw of words and sentences.

    "new" and "by_role" are of new words in new patterns, "known" and "control" of known words in new patterns;
    "narrow" is the same of the probe of few directions. "opening" has the role named for each phrase of the opening
    sentence.
    """
    chance = np.random.default_rng(draw)
    words, others = halves(chance)
    learned_from = sentences(PATTERNS_LEARNED, words, chance)
    tested_on = sentences(PATTERNS_TESTED, others, chance)
    learned, known = (read(model, each) for each in (learned_from, sentences(PATTERNS_TESTED, words, chance)))
    tested, start = read(model, tested_on), read(model, [opening()])
    untrained = fresh(model, draw)
    before, before_tested = read(untrained, learned_from), read(untrained, tested_on)
    drawn = {word: int(chance.integers(len(ROLES))) for word in (*words.nouns, *words.verbs)}

    def labels(of: Vectors) -> Int[Array, " word"]:
        return np.array([drawn[word] for word in of.word])

    def right(named: Int[Array, " word"], wanted: Int[Array, " word"]) -> float:
        return round(float((named == wanted).mean()), 4)

    found: dict = {"new": [], "by_role": [], "known": [], "control": [], "fresh": [], "opening": []}
    narrow: dict = {"new": [], "known": [], "control": []}
    for stage, x in enumerate(learned.stream):
        for into, directions in ((found, None), (narrow, DIRECTIONS)):
            name = probe(x, learned.role, directions)
            into["new"].append(right(name(tested.stream[stage]), tested.role))
            into["known"].append(right(name(known.stream[stage]), known.role))
            control = probe(x, labels(learned), directions)
            into["control"].append(right(control(known.stream[stage]), labels(known)))
            if into is found:
                named = name(tested.stream[stage])
                found["by_role"].append(
                    [right(named[tested.role == each], np.array(each)) for each in range(len(ROLES))]
                )
                found["opening"].append([list(ROLES.values())[each] for each in name(start.stream[stage])])
        untaught = probe(before.stream[stage], before.role)
        found["fresh"].append(right(untaught(before_tested.stream[stage]), tested.role))
    places = np.eye(POSITIONS, dtype=np.float32)
    by_position = probe(places[learned.position], learned.role)(places[tested.position])
    commonest = np.bincount(tested.role).max() / len(tested.role)
    return found | {
        "narrow": narrow,
        "position": right(by_position, tested.role),
        "commonest": round(float(commonest), 4),
        "words": {"learned": len(learned.role), "tested": len(tested.role)},
    }


def main() -> None:
    model = load("story")
    draws = [measure(model, draw) for draw in range(DRAWS)]
    written = {"stages": stages(model.config.n_layers), "roles": list(ROLES.values()), "draws": draws}
    FILE.write_text(json.dumps(written) + "\n", encoding="utf-8")
    for name in ("new", "known", "control", "fresh"):
        print(name, np.mean([draw[name] for draw in draws], axis=0).round(3))


if __name__ == "__main__":
    main()
