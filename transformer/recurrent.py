"""Three recurrent translators: a bidirectional GRU reads, a GRU writes, with attention between them or without.

`additive` is the aligner of Bahdanau et al. 2015 (appendix A.1.2): scores v . tanh(W s + U h) from the decoder's state
before the step. `dot` is the global dot-product attention of Luong et al. 2015 (section 3.1): scores s . h from the
state after it. `none` has no attention, as the encoder-decoder of Cho et al. 2014 ("Learning Phrase Representations
using RNN Encoder-Decoder", section 2.2): one vector of fixed length starts the decoder and is given to it at each step.
Unlike theirs, its encoder reads both ways, so that attention is all that the additive one has beyond it. Stages have
the names they have in a transformer, with one head.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Literal, get_args

import torch
from jaxtyping import Float, Int
from torch import Tensor, nn

from transformer.attention import AttentionStages, Scale

Scoring = Literal["additive", "dot", "none"]


@dataclass(frozen=True)
class RecurrentConfig:
    """Sizes of a recurrent translator.

    Raises:
        ValueError: if a size is not a positive whole number, d_model is odd, or the scoring is unknown.
    """

    vocab_size: int  # distinct tokens: rows of the embedding
    d_model: int  # of embeddings and decoder states; each direction of the encoder has half of it
    max_tokens: int  # longest text, in tokens
    scoring: Scoring

    def __post_init__(self) -> None:
        for name in ("vocab_size", "d_model", "max_tokens"):
            size = getattr(self, name)
            if not isinstance(size, int) or size < 1:
                raise ValueError(f"{name} must be a whole number of at least 1, got {size!r}")
        if self.d_model % 2:
            raise ValueError(f"the encoder's two directions halve d_model, so it must be even, got {self.d_model}")
        if self.scoring not in get_args(Scoring):
            raise ValueError(f"scoring must be one of {', '.join(get_args(Scoring))}, got {self.scoring!r}")


@dataclass(frozen=True)
class RecurrentState:
    """The decoder's memory between two tokens."""

    keys: Float[Tensor, "batch looked_at d_model"]  # of scores: U h, or h itself; without them the one fixed vector
    annotations: Float[Tensor, "batch key d_model"]  # h: the encoder's states, both directions side by side
    states: Float[Tensor, "batch step d_model"]  # s of the decoder: before the first target token, and after each

    @property
    def hidden(self) -> Float[Tensor, "batch d_model"]:
        """The decoder's state now, which is all that a step reads of those before."""
        return self.states[:, -1]

    @property
    def length(self) -> int:
        """How many target tokens were read."""
        return self.states.shape[1] - 1

    def select(self, rows: Int[Tensor, " row"]) -> "RecurrentState":
        """The state with these rows of its batch, in this order; a row may be taken more than once."""
        return RecurrentState(self.keys[rows], self.annotations[rows], self.states[rows])

    def first(self, n_tokens: int) -> "RecurrentState":
        """The state as it was when no more than the first `n_tokens` target tokens had been read."""
        return RecurrentState(self.keys, self.annotations, self.states[:, : n_tokens + 1])


@dataclass(frozen=True)
class RecurrentStages:
    """Everything one forward pass computes."""

    source_embedded: Float[Tensor, "batch key d_model"]
    memory: Float[Tensor, "batch key d_model"]  # the annotations
    target_embedded: Float[Tensor, "batch query d_model"]
    hidden: Float[Tensor, "batch query d_model"]  # the decoder's state after each step
    cross: AttentionStages | None  # one head; None without attention
    final: Float[Tensor, "batch query d_model"]  # what the unembedding reads


class AdditiveScores(nn.Module):
    """e_ij = v . tanh(W s_i + U h_j) (Bahdanau et al. 2015, appendix A.1.2)."""

    def __init__(self, d_model: int) -> None:
        super().__init__()
        self.query = nn.Linear(d_model, d_model, bias=False)  # W
        self.key = nn.Linear(d_model, d_model, bias=False)  # U
        self.weigh = nn.Linear(d_model, 1, bias=False)  # v

    def keys(self, annotations: Float[Tensor, "batch key d_model"]) -> Float[Tensor, "batch key d_model"]:
        """U h, the same at every step."""
        return self.key(annotations)

    def forward(
        self, states: Float[Tensor, "batch query d_model"], keys: Float[Tensor, "batch key d_model"]
    ) -> tuple[Float[Tensor, "batch query d_model"], Float[Tensor, "batch query key"]]:
        """The queries W s, and the scores."""
        queries = self.query(states)
        return queries, self.weigh(torch.tanh(queries[:, :, None] + keys[:, None])).squeeze(-1)


class DotScores(nn.Module):
    """e_ij = s_i . h_j (Luong et al. 2015, section 3.1): nothing to learn."""

    def keys(self, annotations: Float[Tensor, "batch key d_model"]) -> Float[Tensor, "batch key d_model"]:
        """The annotations themselves."""
        return annotations

    def forward(
        self, states: Float[Tensor, "batch query d_model"], keys: Float[Tensor, "batch key d_model"]
    ) -> tuple[Float[Tensor, "batch query d_model"], Float[Tensor, "batch query key"]]:
        """The states themselves, and the scores."""
        return states, states @ keys.transpose(-2, -1)


class FixedVector(nn.Module):
    """No scores: where the encoder's two directions end, side by side, is all that the decoder gets of the source."""

    def keys(self, annotations: Float[Tensor, "batch key d_model"]) -> Float[Tensor, "batch 1 d_model"]:
        """The forward half at the last token and the backward half at the first: each has read the whole source."""
        forward, backward = annotations.chunk(2, dim=-1)
        return torch.cat((forward[:, -1:], backward[:, :1]), dim=-1)


SCORES: dict[Scoring, Callable[[int], AdditiveScores | DotScores | FixedVector]] = {
    "additive": AdditiveScores,
    "dot": lambda d_model: DotScores(),
    "none": lambda d_model: FixedVector(),
}


class RecurrentTranslator(nn.Module):
    """A bidirectional GRU, a GRU, one of SCORES between them, one embedding for both languages and for the output.

    Nothing is kept between calls. Rows of a batch have sources of one length; shorter targets are filled up at their
    end, which no step before it reads.
    """

    config: RecurrentConfig

    def __init__(self, config: RecurrentConfig) -> None:
        super().__init__()
        self.config = config
        width = config.d_model
        self.embedding = nn.Embedding(config.vocab_size, width)
        self.encoder = nn.GRU(width, width // 2, batch_first=True, bidirectional=True)
        self.bridge = nn.Linear(width, width)  # from the encoder's two last states to the decoder's first
        self.scores = SCORES[config.scoring](width)
        self.decoder = nn.GRU(width if config.scoring == "dot" else 2 * width, width, batch_first=True)
        self.combine = nn.Linear(2 * width, width)  # of the state and its context
        self.unembedding = nn.Linear(width, config.vocab_size, bias=False)
        self.unembedding.weight = self.embedding.weight
        nn.init.normal_(self.embedding.weight, std=width**-0.5)

    def forward(
        self, source: Int[Tensor, "batch key"], target: Int[Tensor, "batch query"]
    ) -> Float[Tensor, "batch query vocab"]:
        """The logits of the next target token after each target token, given the whole source."""
        return self.unembedding(self.stages(source, target).final)

    def stages(self, source: Int[Tensor, "batch key"], target: Int[Tensor, "batch query"]) -> RecurrentStages:
        """Every stage up to the unembedding; the same pass for training and for looking.

        Raises:
            ValueError: if the source or the target has no token, or more than config.max_tokens.
        """
        source_embedded, state = self._encode(source)
        target_embedded, hidden, cross, final, _ = self._decode(target, state)
        return RecurrentStages(source_embedded, state.annotations, target_embedded, hidden, cross, final)

    def begin(self, source: Int[Tensor, "batch key"]) -> RecurrentState:
        """Read the source: the state before the first target token."""
        return self._encode(source)[1]

    def step(
        self, state: RecurrentState, ids: Int[Tensor, " batch"]
    ) -> tuple[Float[Tensor, "batch vocab"], RecurrentState]:
        """Read one more target token in each row: the logits of the next one, and the state after it."""
        logits, after = self.read(state, ids[:, None])
        return logits[:, 0], after

    def read(
        self, state: RecurrentState, ids: Int[Tensor, "batch query"]
    ) -> tuple[Float[Tensor, "batch query vocab"], RecurrentState]:
        """Read more target tokens in each row: the logits after each of them, and the state after all."""
        *_, final, after = self._decode(ids, state)
        return self.unembedding(final), after

    def _embed(self, ids: Tensor, first: int = 0) -> Tensor:
        n_tokens = first + ids.shape[-1]
        if not 1 <= n_tokens <= self.config.max_tokens:
            raise ValueError(f"this model reads and writes 1 to {self.config.max_tokens} tokens, got {n_tokens}")
        return self.embedding(ids) * self.config.d_model**0.5

    def _encode(self, source: Tensor) -> tuple[Tensor, RecurrentState]:
        embedded = self._embed(source)
        annotations, last = self.encoder(embedded)
        hidden = torch.tanh(self.bridge(torch.cat((last[0], last[1]), dim=-1)))
        return embedded, RecurrentState(self.scores.keys(annotations), annotations, hidden[:, None])

    def _decode(
        self, target: Tensor, state: RecurrentState
    ) -> tuple[Tensor, Tensor, AttentionStages | None, Tensor, RecurrentState]:
        embedded = self._embed(target, first=state.length)
        decode = {"additive": self._decode_additive, "dot": self._decode_dot, "none": self._decode_none}
        hidden, context, cross = decode[self.config.scoring](embedded, state)
        final = torch.tanh(self.combine(torch.cat((hidden, context), dim=-1)))
        after = RecurrentState(state.keys, state.annotations, torch.cat((state.states, hidden), dim=1))
        return embedded, hidden, cross, final, after

    def _decode_additive(self, embedded: Tensor, state: RecurrentState) -> tuple[Tensor, Tensor, AttentionStages]:
        """Look, then step: the state before the step asks, and the context enters the step."""
        before, queries, scores, states = state.hidden, [], [], []
        for position in range(embedded.shape[1]):
            query, score = self.scores(before[:, None], state.keys)
            context = score.softmax(dim=-1) @ state.annotations
            joint = torch.cat((embedded[:, position : position + 1], context), dim=-1)
            after, _ = self.decoder(joint, before[None].contiguous())
            before = after[:, 0]
            queries.append(query)
            scores.append(score)
            states.append(after)
        cross = _stages(torch.cat(queries, dim=1), torch.cat(scores, dim=1), state)
        return torch.cat(states, dim=1), cross.context[:, 0], cross

    def _decode_dot(self, embedded: Tensor, state: RecurrentState) -> tuple[Tensor, Tensor, AttentionStages]:
        """Step, then look: the state after the step asks."""
        hidden, _ = self.decoder(embedded, state.hidden[None].contiguous())
        queries, scores = self.scores(hidden, state.keys)
        cross = _stages(queries, scores, state)
        return hidden, cross.context[:, 0], cross

    def _decode_none(self, embedded: Tensor, state: RecurrentState) -> tuple[Tensor, Tensor, None]:
        """Step with the same context at every position."""
        context = state.keys.expand(-1, embedded.shape[1], -1)
        hidden, _ = self.decoder(torch.cat((embedded, context), dim=-1), state.hidden[None].contiguous())
        return hidden, context, None


def _stages(queries: Tensor, scores: Tensor, state: RecurrentState) -> AttentionStages:
    """The stages under a transformer's names, with one head: no scaling and no mask, so scores stay as they are."""
    pattern = scores.softmax(dim=-1)
    everywhere = torch.ones(scores.shape[-2:], dtype=torch.bool, device=scores.device)
    return AttentionStages(
        queries=queries[:, None],
        keys=state.keys[:, None],
        values=state.annotations[:, None],
        scores=scores[:, None],
        pattern=pattern[:, None],
        context=(pattern @ state.annotations)[:, None],
        scale=Scale(1.0),
        may_look=everywhere,
    )
