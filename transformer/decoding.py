"""From a source sentence to a translation, token by token: greedy, or with a beam of the likeliest beginnings."""

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any, Literal, Protocol, TypeVar, runtime_checkable

import numpy as np
import torch
from jaxtyping import Float, Int
from numpy import ndarray as Array
from torch import Tensor

from transformer.inference import inference
from transformer.ranking import largest

Ending = Literal["end", "length", "repetition"]

LENGTH_POWER = 0.6  # of the length penalty (Wu et al. 2016, section 7; Vaswani et al. 2017, section 6.1)
REPEATS = 4  # times that the same tokens may follow one another before writing is stopped
LONGEST_PERIOD = 8  # tokens of the longest repetition that is looked for


@runtime_checkable
class State(Protocol):
    """A translator's memory between two tokens; rows of its batch are hypotheses."""

    def select(self, rows: Int[Tensor, " row"]): ...


AnyState = TypeVar("AnyState", bound=State)


@runtime_checkable
class Decoder(Protocol[AnyState]):
    """A model that can write a translation token by token."""

    def begin(self, source: Int[Tensor, "batch key"]) -> AnyState: ...

    def step(self, state: AnyState, ids: Int[Tensor, " batch"]) -> tuple[Tensor, AnyState]: ...


@runtime_checkable
class RewindableDecoder(Protocol):
    """A decoder that can read several tokens in one pass, and whose state can go back."""

    def read(self, state: Any, ids: Int[Tensor, "batch query"]) -> tuple[Tensor, "Rewindable"]: ...


@runtime_checkable
class Rewindable(State, Protocol):
    """A state that can go back to what it was after fewer tokens."""

    def first(self, n_tokens: int) -> State: ...


@dataclass(frozen=True)
class Hypothesis:
    """A beginning of a translation, or a whole one."""

    ids: tuple[int, ...] = ()  # the end mark included where it has one
    log_probability: float = 0.0  # of all its tokens together
    ending: Ending | None = None  # why nothing follows; None while it can go on

    @property
    def score(self) -> float:
        """The log-probability over a penalty that grows with the length, so that short ones do not always win.

        log p / ((5 + length) / 6) ** 0.6 (Wu et al. 2016, section 7; the exponent: Vaswani et al. 2017, section 6.1).
        """
        return self.log_probability / ((5 + len(self.ids)) / 6) ** LENGTH_POWER


@dataclass(frozen=True)
class Candidate:
    """A hypothesis with one more token."""

    parent: int  # place of the hypothesis in the step's `hypotheses`
    id: int
    probability: float  # of this token after that hypothesis
    log_probability: float  # of all tokens together
    fate: Literal["kept", "ended", "dropped"]


@dataclass(frozen=True)
class DecodingStep:
    """One step of the search: what it held, and the likeliest ways to go on, the best first."""

    hypotheses: tuple[Hypothesis, ...]
    candidates: tuple[Candidate, ...]  # twice as many as beams


@dataclass(frozen=True)
class Search:
    """A whole search: every step, and the hypotheses it ended with, the best first."""

    steps: tuple[DecodingStep, ...]
    hypotheses: tuple[Hypothesis, ...]

    @property
    def best(self) -> Hypothesis:
        """The translation."""
        return self.hypotheses[0]


@dataclass
class _Beam:
    """The hypotheses of a search on the way."""

    alive: list[Hypothesis]
    ended: list[Hypothesis] = field(default_factory=list)


@dataclass(frozen=True)
class _Draft:
    """A guess at a translation, read by the model in one pass."""

    ids: tuple[int, ...]
    logits: Float[Tensor, "step vocab"]  # of the next token, after none of the ids, after the first, ...
    state: Rewindable  # after all of them

    @classmethod
    def read(cls, model: RewindableDecoder, state: State, begin_id: int, ids: tuple[int, ...]) -> "_Draft":
        logits, after = model.read(state, torch.tensor([[begin_id, *ids]]))
        return cls(ids, logits[0], after)

    def begins_with(self, ids: tuple[int, ...]) -> bool:
        return self.ids[: len(ids)] == ids

    def after(self, n_written: int) -> tuple[Float[Tensor, "1 vocab"], State]:
        """Return the state after so many tokens, as `Decoder.step` gives it for the last of them."""
        return self.logits[n_written : n_written + 1], self.state.first(n_written + 1)


@inference
def search(
    model: Decoder,
    source: list[int],
    *,
    beams: int,
    longest: int,
    begin_id: int,
    end_id: int,
    never: frozenset[int],
    draft: tuple[int, ...] = (),
    between: Callable[[], object] = lambda: None,
) -> Search:
    """The translation with the highest score that a beam search finds; with one beam, the greedy one.

    At each step every hypothesis is prolonged by every token, and the `beams` likeliest results stay. It ends when as
    many hypotheses have come to an end as there are beams, or after `longest` tokens. Tokens in `never` are not
    written. `between` is called between two steps, and can end the search by raising.

    Raises:
        ValueError: if `beams` or `longest` is less than 1.
    """
    if beams < 1 or longest < 1:
        raise ValueError(f"a search needs a beam and a length of at least 1, got {beams} and {longest}")
    state = model.begin(torch.tensor([source]))
    guess = None
    if draft and beams == 1 and isinstance(model, RewindableDecoder):
        guess = _Draft.read(model, state, begin_id, draft[: longest - 1])
    beam, ids = _Beam([Hypothesis()]), [begin_id]
    steps: list[DecodingStep] = []
    while beam.alive and len(beam.ended) < beams:
        if guess and guess.begins_with(beam.alive[0].ids):
            logits, state = guess.after(len(steps))
        else:
            logits, state = model.step(state, torch.tensor(ids))
        log_probabilities = logits.double().log_softmax(dim=-1).numpy()
        log_probabilities[:, list(never)] = -np.inf
        step, kept = _advance(beam, log_probabilities, beams, end_id)
        steps.append(step)
        between()
        ids = [hypothesis.ids[-1] for hypothesis in beam.alive]
        if beams > 1:
            state = state.select(torch.tensor(kept, dtype=torch.long))
        if len(steps) == longest:
            beam.ended += [
                Hypothesis(hypothesis.ids, hypothesis.log_probability, "length") for hypothesis in beam.alive
            ]
            break
    ranked = sorted(beam.ended, key=lambda hypothesis: hypothesis.score, reverse=True)
    return Search(tuple(steps), tuple(ranked))


def _advance(
    beam: _Beam, log_probabilities: Float[Array, "hypothesis vocab"], beams: int, end_id: int
) -> tuple[DecodingStep, list[int]]:
    """Prolong the hypotheses of the beam by one token; gives the step, and the parents of those that go on."""
    before, kept = tuple(beam.alive), []
    totals = log_probabilities + np.array([hypothesis.log_probability for hypothesis in before])[:, None]
    n_vocab = totals.shape[1]
    likeliest = largest(totals.ravel(), 2 * beams)
    candidates: list[Candidate] = []
    beam.alive = []
    for rank, index in enumerate(likeliest):
        parent, id = int(index) // n_vocab, int(index) % n_vocab
        ids, total = (*before[parent].ids, id), float(totals[parent, id])
        fate: Literal["kept", "ended", "dropped"] = "dropped"
        # The end mark counts only among the first: with one beam this is what greedy decoding does.
        if id == end_id or is_repeating(ids):
            if rank < beams:
                fate = "ended"
                beam.ended.append(Hypothesis(ids, total, "end" if id == end_id else "repetition"))
        elif len(beam.alive) < beams:
            fate = "kept"
            beam.alive.append(Hypothesis(ids, total))
            kept.append(parent)
        candidates.append(Candidate(parent, id, float(np.exp(log_probabilities[parent, id])), total, fate))
    return DecodingStep(before, tuple(candidates)), kept


def is_repeating(ids: tuple[int, ...]) -> bool:
    """Whether the last tokens are one and the same stretch REPEATS times over."""
    for period in range(1, LONGEST_PERIOD + 1):
        tail = ids[-period * REPEATS :]
        if len(tail) == period * REPEATS and tail == tail[:period] * REPEATS:
            return True
    return False
