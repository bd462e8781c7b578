"""All that a translator computed for a sentence and its translation, as read-only NumPy arrays.

The stages have the names they have in a Trace. Row q of every target-side array belongs to the token `inputs[q]` that
the decoder read there, and to the token `target[q]` that it was to write next.
"""

from dataclasses import dataclass
from functools import cached_property
from reprlib import repr as short

import numpy as np
from jaxtyping import Float
from numpy import ndarray as Array

from transformer.attention import AttentionStages
from transformer.config import Config
from transformer.recurrent import RecurrentConfig, RecurrentStages
from transformer.seq2seq import CrossStages, Seq2SeqStages
from transformer.softmax import losses, softmax
from transformer.tokenizer import Token
from transformer.trace import AttentionTrace, LayerTrace, frozen, of_heads, read_only, traced
from transformer.words import Word, merge_to_words, words_of


@dataclass(frozen=True, eq=False, repr=False)
class CrossTrace(AttentionTrace):
    """The cross-attention of one decoder block of a transformer."""

    residual_in: Float[Array, "target d_model"]  # the decoder block's residual_mid
    residual_out: Float[Array, "target d_model"]  # residual_in + attended: what the FFN reads


@dataclass(frozen=True, eq=False, repr=False)
class TranslationTrace:
    """Everything one forward pass computed for a sentence and a translation of it."""

    source_text: str
    target_text: str
    source: tuple[Token, ...]  # with the end mark
    inputs: tuple[Token, ...]  # read by the decoder: the mark of the beginning, then the target without its end
    target: tuple[Token, ...]  # to be written, one a row: with the end mark
    source_dropped: int  # tokens at the end of the source that did not fit the model
    target_dropped: int
    config: Config | RecurrentConfig
    source_embedded: Float[Array, "source d_model"]
    source_positions: Float[Array, "source d_model"]  # zeros in a recurrent translator
    encoder: tuple[LayerTrace, ...]  # none in a recurrent translator
    memory: Float[Array, "source d_model"]  # the encoder's output: what keys and values are made from
    target_embedded: Float[Array, "target d_model"]
    target_positions: Float[Array, "target d_model"]
    decoder: tuple[LayerTrace, ...]  # none in a recurrent one; residual_mid is before, hidden after cross-attention
    cross: tuple[AttentionTrace, ...]  # one for each decoder block; one in all for a recurrent translator, or none
    final: Float[Array, "target d_model"]  # what the unembedding reads
    unembedding: Float[Array, "vocab d_model"]  # W_U, shared with the model
    unembedding_bias: Float[Array, " vocab"] | None = None

    def __repr__(self) -> str:
        """One line, see Trace."""
        sizes = f"{len(self.source)} and {len(self.target)} tokens"
        return f"TranslationTrace({short(self.source_text)} → {short(self.target_text)}, {sizes})"

    @cached_property
    def logits(self) -> Float[Array, "target vocab"]:
        """A score for every token to be written at each row: final @ W_U^T."""
        logits = self.final @ self.unembedding.T
        return read_only(logits if self.unembedding_bias is None else logits + self.unembedding_bias)

    @cached_property
    def probabilities(self) -> Float[Array, "target vocab"]:
        """softmax of the logits."""
        return read_only(softmax(self.logits))

    @cached_property
    def losses(self) -> Float[Array, " target"]:
        """-ln p of each target token, in nats, given the source and the target before it (teacher forcing)."""
        return read_only(losses(self.logits, [token.id for token in self.target]))

    @cached_property
    def source_words(self) -> tuple[Word, ...]:
        """The words of the source, the end mark last."""
        return words_of(self.source_text, self.source)

    @cached_property
    def target_words(self) -> tuple[Word, ...]:
        """The words of the target, the end mark last; word.tokens are rows."""
        return words_of(self.target_text, self.target)

    @property
    def word_losses(self) -> Float[Array, " target_word"]:
        """For each word of the target, the sum of the losses of its tokens: -ln p of the whole word."""
        return np.array([self.losses[list(word.tokens)].sum() for word in self.target_words])

    def pattern(self, layer: int = -1, head: int | None = None) -> Float[Array, "target source"]:
        """Give the cross-attention of one head, or the mean of the layer's heads.

        Args:
            layer: from 0, or from the end.
            head: from 0; the mean of all, if none is named.

        Returns:
            Weights, [target, source]; each row sums to 1.

        Raises:
            IndexError: if there is no such layer: a translator without attention has none.
        """
        heads = self.cross[layer].pattern
        return heads.mean(axis=0) if head is None else heads[head]

    def word_pattern(self, layer: int = -1, head: int | None = None) -> Float[Array, "target_word source_word"]:
        """Give `pattern` merged to words: the sum over a source word's tokens, the mean over a target word's rows.

        Args:
            layer: from 0, or from the end.
            head: from 0; the mean of all, if none is named.

        Returns:
            Weights, [target word, source word]; each row sums to 1.

        Raises:
            IndexError: if there is no such layer: a translator without attention has none.
        """
        return merge_to_words(self.pattern(layer, head), self.target_words, self.source_words)


def of_seq2seq(stages: Seq2SeqStages, **texts_and_tokens) -> TranslationTrace:
    """The trace of a transformer's forward pass without a batch axis; it does not compute `texts_and_tokens`."""
    return TranslationTrace(
        **texts_and_tokens,
        source_embedded=frozen(stages.source_embedded),
        source_positions=frozen(stages.source_positions),
        encoder=tuple(map(traced, stages.encoder)),
        memory=frozen(stages.memory),
        target_embedded=frozen(stages.target_embedded),
        target_positions=frozen(stages.target_positions),
        decoder=tuple(map(traced, stages.decoder)),
        cross=tuple(map(_across, stages.cross)),
        final=frozen(stages.final),
    )


def _across(cross: CrossStages) -> CrossTrace:
    return CrossTrace(
        **of_heads(cross.attention, cross.attended),
        residual_in=frozen(cross.residual_in),
        residual_out=frozen(cross.residual_out),
    )


def of_recurrent(stages: RecurrentStages, **texts_and_tokens) -> TranslationTrace:
    """The trace of a recurrent translator's forward pass of one sentence."""
    return TranslationTrace(
        **texts_and_tokens,
        source_embedded=frozen(stages.source_embedded[0]),
        source_positions=read_only(np.zeros_like(stages.source_embedded[0].numpy())),
        encoder=(),
        memory=frozen(stages.memory[0]),
        target_embedded=frozen(stages.target_embedded[0]),
        target_positions=read_only(np.zeros_like(stages.target_embedded[0].numpy())),
        decoder=(),
        cross=() if stages.cross is None else (_of_one_row(stages.cross),),
        final=frozen(stages.final[0]),
    )


def _of_one_row(stages: AttentionStages) -> AttentionTrace:
    """The one head of a recurrent translator."""
    kept = ("queries", "keys", "values", "scores", "pattern", "context")
    heads = {name: frozen(getattr(stages, name)[0]) for name in kept}
    return AttentionTrace(**heads, attended=heads["context"][0], scale=stages.scale, may_look=frozen(stages.may_look))
