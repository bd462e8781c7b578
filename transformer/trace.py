"""All that one forward pass computed, stage by stage, as read-only NumPy arrays.

The stages, in order, under the names that code, screen, lessons and tests share:

    embedded + positions -> residual_in
    for each layer:
        queries keys values -> scores -> scaled -> masked -> pattern -> context -> attended
        residual_in + attended -> residual_mid -> hidden -> residual_out
    final -> logits -> probabilities

A Trace has no batch axis. A matrix is [query, key]: rows look, columns are looked at. The same under other names, for
layer l; a dash where there is none:

    here          TransformerLens                 Hugging Face          Vaswani et al. 2017
    embedded      hook_embed                      -                     the embedding times sqrt(d_model)
    positions     hook_pos_embed                  -                     PE
    residual_in   blocks.l.hook_resid_pre         hidden_states[l]      x
    queries       blocks.l.attn.hook_q            -                     Q W_i^Q
    keys          blocks.l.attn.hook_k            past_key_values       K W_i^K
    values        blocks.l.attn.hook_v            past_key_values       V W_i^V
    scores        -                               -                     Q K^T
    scaled        -                               -                     Q K^T / sqrt(d_k)
    masked        blocks.l.attn.hook_attn_scores  -                     the same, illegal connections at -inf
    pattern       blocks.l.attn.hook_pattern      attentions[l]         softmax(Q K^T / sqrt(d_k))
    context       blocks.l.attn.hook_z            -                     head_i
    attended      blocks.l.hook_attn_out          -                     MultiHead(Q, K, V)
    residual_mid  blocks.l.hook_resid_mid         -                     x + Sublayer(x)
    hidden        blocks.l.mlp.hook_post          -                     max(0, x W_1 + b_1)
    residual_out  blocks.l.hook_resid_post        hidden_states[l + 1]  x + Sublayer(x)
    final         ln_final.hook_normalized        hidden_states[-1]     -
    logits        what the model returns          logits                what the last softmax is given
    factor        1 / cfg.attn_scale              scaling               1 / sqrt(d_k)
    unembedding   W_U, transposed                 lm_head.weight        the embedding once more

Where positions are rotary, queries and keys are turned already: hook_rot_q, hook_rot_k. The last of Hugging Face's
hidden_states is normalized, so it is `final` and no `residual_out`. A head that is switched off has hook_z = 0.
"""

import sys
import warnings
from dataclasses import dataclass
from functools import cached_property
from reprlib import repr as short
from typing import Any

import numpy as np
import torch
from jaxtyping import Bool, Float
from numpy import ndarray as Array
from torch import Tensor

from transformer.attention import AttentionStages, Scale
from transformer.config import Config
from transformer.intervention import Intervention
from transformer.linear import linear
from transformer.model import BlockStages, Stages
from transformer.plan import Plan
from transformer.tokenizer import Token
from transformer.words import as_typed

_NOT_THE_CALLER = ("headlight", "transformer", "torch")


class TextCutWarning(UserWarning):
    """The text exceeds the context and was cut: the last row belongs to the last token that was kept."""


def warn_if_cut(read: int, dropped: int) -> None:
    """Warn of dropped tokens, where there are any."""
    if dropped:
        warn_caller(
            f"The text is cut after {read} tokens: the {dropped} that follow are dropped, and the last row is of that "
            "position. Shorten the text; a model from a folder can be opened with more max_tokens.",
            TextCutWarning,
        )


def warn_caller(words: str, category: type[Warning] = UserWarning) -> None:
    """Warn at the line outside of these packages that asked."""
    frame, level = sys._getframe(1), 2
    while frame.f_back is not None and frame.f_globals.get("__name__", "").partition(".")[0] in _NOT_THE_CALLER:
        frame, level = frame.f_back, level + 1
    warnings.warn(words, category, stacklevel=level)


@dataclass(frozen=True, eq=False, repr=False)
class AttentionTrace:
    """The heads of one layer of attention, in the order they are computed.

    In self-attention queries and keys are of the same tokens. In cross-attention queries are of target tokens, keys
    and values of source tokens, and nothing is masked. A recurrent translator has one head, does not scale, and has no
    W_O: `scaled` and `masked` are its scores, `attended` is its context.
    """

    queries: Float[Array, "head query d_head"]
    keys: Float[Array, "head key d_head"]
    values: Float[Array, "head key d_head"]
    scores: Float[Array, "head query key"]  # queries . keys
    pattern: Float[Array, "head query key"]  # softmax of masked; each row sums to one
    context: Float[Array, "head query d_head"]  # pattern @ values
    attended: Float[Array, "query d_model"]  # the heads' contexts side by side, times W_O
    scale: Scale  # how scores become scaled
    may_look: Bool[Array, "query key"]  # which keys each query may look at, in every head

    def __repr__(self) -> str:
        """One line: a notebook shows it wherever a layer is the value of a cell."""
        heads, queries, keys = self.pattern.shape
        return f"{type(self).__name__}({heads} heads of {queries} queries and {keys} keys)"

    # A text of a thousand tokens has a million numbers in each matrix of each head: what follows from the scores at
    # once is computed when it is first asked for, by the same lines as in the pass.

    @cached_property
    def scaled(self) -> Float[Array, "head query key"]:
        """scores / sqrt(d_head), or what the family makes of them."""
        return frozen(self.scale(thawed(self.scores)))

    @cached_property
    def masked(self) -> Float[Array, "head query key"]:
        """`scaled`, and -inf where a query may not look."""
        return read_only(np.where(self.may_look, self.scaled, np.float32(-np.inf)))


@dataclass(frozen=True, eq=False, repr=False)
class LayerTrace(AttentionTrace):
    """One block: its self-attention, and the residual stream before, between and after its two sublayers."""

    residual_in: Float[Array, "pos d_model"]
    residual_mid: Float[Array, "pos d_model"]  # residual_in + attended; normalized where the plan's norms stand after
    hidden: Float[Array, "pos d_mlp"]  # units of the FFN after their nonlinearity, and their gate if there is one
    residual_out: Float[Array, "pos d_model"]


@dataclass(frozen=True, eq=False, repr=False)
class Trace:
    """Everything one forward pass computed for one text."""

    text: str
    tokens: tuple[Token, ...]
    dropped: int  # tokens at the end of the text that did not fit the model
    intervention: Intervention
    config: Config
    embedded: Float[Array, "pos d_model"]  # rows of W_E times sqrt(d_model)
    positions: Float[Array, "pos d_model"]  # zeros where positions are not added (none, rotary, switched off)
    layers: tuple[LayerTrace, ...]
    final: Float[Array, "pos d_model"]  # the last residual, normalized: what the unembedding reads
    unembedding: Float[Array, "vocab d_model"]  # W_U, shared with the model; no rows where it predicts nothing
    unembedding_bias: Float[Array, " vocab"] | None = None

    def __repr__(self) -> str:
        """One line: a notebook shows it wherever a trace is the value of a cell."""
        sizes = f"{len(self.tokens)} tokens, {self.config.n_layers} layers of {self.config.n_heads} heads"
        return f"Trace({short(self.text)}, {sizes})"

    @cached_property
    def plan(self) -> Plan:
        """How the model is built: which identities between the stages hold."""
        return Plan.of(self.config)

    @property
    def factor(self) -> float:
        """Return the factor from `scores` to `scaled`, before a softcap if the plan has one."""
        return self.plan.scaling(self.intervention)

    # The vocabulary is many times wider than the model. Most pictures need one row of what follows, so it is
    # computed when it is first asked for.

    @cached_property
    def logits(self) -> Float[Array, "pos vocab"]:
        """A score for every token of the vocabulary to come next, or to stand here: final @ W_U^T."""
        return read_only(self.logits_of(self.final))

    @cached_property
    def next_logits(self) -> Float[Array, " vocab"]:
        """The logits after the last token of the text: a row of `logits`."""
        return read_only(self.logits_of(self.final[self.last]))

    def logits_of(self, final: Float[Array, "*state d_model"]) -> Float[Array, "*state vocab"]:
        """Apply the unembedding to vectors like `final`, with the bias and softcap that a plan may ask for.

        Args:
            final: vectors after the last norm, [*, d_model].

        Returns:
            Logits, [*, vocab].

        Raises:
            ValueError: if the model has no unembedding.
        """
        if self.plan.predicts == "nothing":
            raise ValueError("this model predicts no token: it has no unembedding")
        logits = linear(torch.from_dlpack(final), torch.from_dlpack(self.unembedding)).numpy()  # of their own memory
        if self.unembedding_bias is not None:
            logits = logits + self.unembedding_bias
        cap = self.plan.logit_softcap
        return logits if cap is None else np.tanh(logits / np.float32(cap)) * np.float32(cap)

    @cached_property
    def probabilities(self) -> Float[Array, "pos vocab"]:
        """softmax of the logits, at output temperature 1."""
        # Less the largest: no share changes by that, and no power is too large for float32.
        powers = np.exp(self.logits - self.logits.max(axis=-1, keepdims=True))
        return read_only(powers / powers.sum(axis=-1, keepdims=True))

    @property
    def last(self) -> int:
        """The position of the last token of the text; padding, if the reader asked for it, stands after it."""
        return len(self.tokens) - 1 - self.intervention.padding

    @cached_property
    def words(self) -> tuple[str, ...]:
        """The tokens as typed, without the space before them where nothing else reads alike: labels for axes."""
        return as_typed(self.text, self.tokens)

    @property
    def patterns(self) -> Float[Array, "layer head pos pos"]:
        """The patterns of all heads in one array."""
        return np.stack([layer.pattern for layer in self.layers])


def of_stages(
    stages: Stages,
    *,
    unembedding: Float[Tensor, "vocab d_model"],
    text: str,
    tokens: tuple[Token, ...],
    dropped: int,
    change: Intervention,
    config: Config,
    unembedding_bias: Float[Tensor, " vocab"] | None = None,
    below: tuple[LayerTrace, ...] = (),
) -> Trace:
    """The Trace of a forward pass without a batch axis; a TextCutWarning where tokens were dropped.

    `below` are the layers under the first of the stages' blocks, where they were known before.
    """
    warn_if_cut(len(tokens), dropped)
    if change.changed and not torch.isfinite(stages.final).all():
        raise ValueError(
            f"Under the change {', '.join(sorted(change.changed))} the numbers of this pass are too large for float32, "
            "so that no answer is left of them: change less."
        )
    return Trace(
        text=text,
        tokens=tokens,
        dropped=dropped,
        intervention=change,
        config=config,
        embedded=frozen(stages.embedded),
        positions=frozen(stages.positions),
        layers=below + tuple(map(traced, stages.blocks)),
        final=frozen(stages.final),
        unembedding=frozen(unembedding),
        unembedding_bias=None if unembedding_bias is None else frozen(unembedding_bias),
    )


def traced(block: BlockStages) -> LayerTrace:
    """The stages of a block as read-only arrays in the memory of the pass."""
    return LayerTrace(
        **of_heads(block.attention, block.attended),
        residual_in=frozen(block.residual_in),
        residual_mid=frozen(block.residual_mid),
        hidden=frozen(block.hidden),
        residual_out=frozen(block.residual_out),
    )


def of_heads(attention: AttentionStages, attended: Float[Tensor, "query d_model"]) -> dict[str, Any]:
    """The fields of an AttentionTrace."""
    return {
        "queries": frozen(attention.queries),
        "keys": frozen(attention.keys),
        "values": frozen(attention.values),
        "scores": frozen(attention.scores),
        "pattern": frozen(attention.pattern),
        "context": frozen(attention.context),
        "attended": frozen(attended),
        "scale": attention.scale,
        "may_look": frozen(attention.may_look),
    }


def frozen(tensor: Tensor) -> Array:
    """The tensor's own memory as a read-only array: no copy."""
    return read_only(tensor.numpy())


def thawed(array: Array) -> Tensor:
    """Copy numbers into a tensor; `torch.tensor` would look at what it is given first, which takes thrice as long."""
    return torch.from_numpy(array.copy())


def read_only(array: Array) -> Array:
    """Return the array, refusing to be written."""
    array.setflags(write=False)
    return array
