"""Whether "Why this word?" names what matters: in held-out beginnings, what it names against a random other one.

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
    apart: list[str] = field(default_factory=list)  # texts in which the widest ribbon leads to another word
    outdone: int = 0  # texts in which an FFN takes more than the head that is named
    named_word: list[float] = field(default_factory=list)  # with the word hidden that is needed most
    another_word: list[float] = field(default_factory=list)
    named_look: list[float] = field(default_factory=list)  # where one head brings it: with it hidden from that head
    another_look: list[float] = field(default_factory=list)  # and from another head that attends to it
    largest_part: list[float] = field(default_factory=list)  # where no word decides: without the part worth most


def beginnings(count: int, seed: int = 3) -> list[str]:
    """So many held-out sentences of all registers, each cut off after a random word."""
    random = np.random.default_rng(seed)
    every = held_out.sentences() + held_out.in_registers() + held_out.easy()
    usable = [words for line in every if len(words := line.split()) > LEAST]
    chosen = random.permutation(len(usable))[:count]
    return [" ".join(usable[at][: random.integers(LEAST, len(usable[at]))]) for at in chosen]


def measure(model: LanguageModel, texts: list[str], seed: int = 0) -> Measured:
    """Measure what each named thing takes off in these texts, and a random other one of its kind."""
    random, found = np.random.default_rng(seed), Measured()
    for text in texts:
        trace = model.trace(text)
        told = why(model, trace)
        found.kinds[told.kind] += 1
        found.outdone += told.ffn is not None
        if told.kind in ("look", "word"):
            ribbons = told.costs
            if told.kind == "look" and told.head:
                row = trace.layers[told.head.layer].pattern[told.head.head, trace.last]
                ribbons = np.array([row[list(word.tokens)].sum() for word in told.words])
            found.apart += [text] if ribbons.argmax() != told.word else []
        elif told.kind == "none":
            losses = [told.parts.losses_of_heads.max(), told.parts.losses_of_ffns.max()]
            found.largest_part.append(float(max(losses)))
        _two(random, nats(told, told.without_words), found.named_word, found.another_word)
        if told.kind == "look":
            looks = told.without_looks[np.isfinite(told.without_looks)]
            _two(random, nats(told, looks), found.named_look, found.another_look)
    return found


def nats(told: Why, left: Float[Array, " cut"]) -> Float[Array, " cut"]:
    """Return what is taken off the log-probability where so much of the probability is left."""
    return np.log(told.probability) - np.log(np.maximum(left, 1e-12))


def _two(random: np.random.Generator, taken: Float[Array, " cut"], named: list[float], another: list[float]) -> None:
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
    print(f"the widest ribbon leads to another word than the named one in {len(found.apart)}")
    print(f"an FFN takes more than the named head in {found.outdone}")
    print(f"with the named word hidden  {_mean(found.named_word)}, another word  {_mean(found.another_word)}")
    print(f"hidden from the named head  {_mean(found.named_look)}, from another  {_mean(found.another_look)}")
    print(f"where no word decides: without the part that is worth most  {_mean(found.largest_part)}")


if __name__ == "__main__":
    main()
