"""Whether "Why this word?" names what matters: in held-out beginnings, what it names against a random other part.

python -m training.why prints what docs/models.md says of it. No sentence was looked at when its limits were chosen.
"""

from collections import Counter
from dataclasses import dataclass, field

import numpy as np
from jaxtyping import Float
from numpy import ndarray as Array

from training import held_out
from transformer import LanguageModel, load
from transformer.readings.why import Why, why

LEAST = 3  # words of a beginning


@dataclass
class Measured:
    """Drops of the log-probability of the most likely next word, in nats, a number a text."""

    kinds: Counter[str] = field(default_factory=Counter)  # what decides, and in how many texts
    named_part: list[float] = field(default_factory=list)  # where a head or an FFN decides: without it
    another_part: list[float] = field(default_factory=list)  # and without a random one
    largest_part: list[float] = field(default_factory=list)  # where none decides: without the one worth most
    named_word: list[float] = field(default_factory=list)  # with the word hidden that is worth most
    another_word: list[float] = field(default_factory=list)
    named_look: list[float] = field(default_factory=list)  # where one look decides: without it
    another_look: list[float] = field(default_factory=list)


def beginnings(count: int, seed: int = 3) -> list[str]:
    """So many held-out sentences, each cut off after a random word."""
    random = np.random.default_rng(seed)
    usable = [words for line in held_out.sentences() + held_out.in_registers() if len(words := line.split()) > LEAST]
    chosen = random.permutation(len(usable))[:count]
    return [" ".join(usable[at][: random.integers(LEAST, len(usable[at]))]) for at in chosen]


def measure(model: LanguageModel, texts: list[str], seed: int = 0) -> Measured:
    """Measure what each named thing takes off in these texts, and a random other one of its kind."""
    random, found = np.random.default_rng(seed), Measured()
    for text in texts:
        told = why(model, model.trace(text))
        found.kinds[told.kind] += 1
        parts = np.concatenate([told.parts.losses_of_heads.ravel(), told.parts.losses_of_ffns])
        if told.kind in ("look", "head", "ffn"):  # of a look its head
            of_look = told.kind == "look"
            found.named_part.append(float(told.parts.losses_of_heads.max() if of_look else parts.max()))
            found.another_part.append(float(random.choice(parts)))
        elif told.kind == "none":
            found.largest_part.append(float(parts.max()))
        _two(random, nats(told, told.without_words), found.named_word, found.another_word)
        if told.kind == "look":
            _two(random, nats(told, told.without_looks), found.named_look, found.another_look)
    return found


def nats(told: Why, left: Float[Array, " word"]) -> Float[Array, " word"]:
    """Return what is taken off the log-probability where so much of the probability is left."""
    return np.log(told.probability) - np.log(np.maximum(left, 1e-12))


def _two(random: np.random.Generator, taken: Float[Array, " word"], named: list[float], another: list[float]) -> None:
    """Keep the largest of several, and a random other one."""
    if len(taken) > 1:
        named.append(float(taken.max()))
        another.append(float(random.choice(np.delete(taken, taken.argmax()))))


def _mean(values: list[float]) -> str:
    return f"{np.mean(values):.2f} ± {np.std(values) / len(values) ** 0.5:.2f}" if values else "none"


def main() -> None:
    """Print all of it for 200 beginnings."""
    model, texts = load("story"), beginnings(200)
    found = measure(model, texts)
    print(f"{len(texts)} beginnings of held-out sentences; nats off the most likely next word, ± one standard error")
    print("what decides:", ", ".join(f"{kind} {count}" for kind, count in found.kinds.most_common()))
    print(f"without the named part  {_mean(found.named_part)}, a random part  {_mean(found.another_part)}")
    print(f"where none decides: without the part that is worth most  {_mean(found.largest_part)}")
    print(f"without the named word  {_mean(found.named_word)}, another word   {_mean(found.another_word)}")
    print(f"without the named look  {_mean(found.named_look)}, another look   {_mean(found.another_look)}")


if __name__ == "__main__":
    main()
