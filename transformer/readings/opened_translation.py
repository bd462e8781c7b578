"""Every number of a translation opens: one recursive description, read in three parts of the encoder-decoder.

The encoder is a stack as any other. A block of the decoder is two halves, each of which attends and adds: masked
self-attention, then cross-attention with the FFN. Across, keys and values are made from the memory alone.
"""

import dataclasses
import re
from functools import cache
from typing import Any, NamedTuple

from torch import Tensor, nn

from transformer.config import Config
from transformer.intervention import UNCHANGED
from transformer.readings import opened_recurrent
from transformer.readings.opened import STAGES
from transformer.readings.terms import AXES, ENCODER_DECODER, Opened, Place
from transformer.recurrent import RecurrentConfig, RecurrentTranslator
from transformer.seq2seq import Seq2Seq
from transformer.trace import LayerTrace, Trace
from transformer.translation_trace import TranslationTrace

_MADE_OF_MEMORY = ("cross_key", "cross_value")
_AFTER = ("probability", "logit", "final")  # of the decoder's second half, whatever its layer
_FFN = ("residual_out", "ffn", "hidden", "mlp_norm")


class _Part(NamedTuple):
    """What the recursive description reads: one part of the translator, and its numbers."""

    name: str
    stack: "_Stack"
    trace: Trace


@dataclasses.dataclass(frozen=True, eq=False)
class _Stack:
    """One part of a translator as a model of its own."""

    config: Config
    blocks: tuple[Any, ...]
    final_norm: nn.Module
    embedding: nn.Embedding

    def block(self, layer: int) -> Any:
        return self.blocks[layer]

    def turned(self, heads: Tensor, places: Tensor, layer: int) -> Tensor:
        """Nothing is turned: positions are added."""
        return heads


@dataclasses.dataclass(frozen=True, eq=False)
class _Half:
    """The second half of a decoder block, its cross-attention under the names of self-attention."""

    attention_norm: nn.Module
    attention: nn.Module
    mlp_norm: nn.Module
    mlp_in: nn.Module
    mlp_out: nn.Module


def translation_stages(trace: TranslationTrace) -> tuple[str, ...]:
    """The stages of a translation that open."""
    return opened_recurrent.stages_of(trace.config) if isinstance(trace.config, RecurrentConfig) else ENCODER_DECODER


def opened_translation(transformer: Seq2Seq | RecurrentTranslator, trace: TranslationTrace, place: Place) -> Opened:
    """The terms of a number of a translation, as `opened` gives those of a next word.

    Raises:
        ValueError: if the translation has no such number.
    """
    if place.stage not in translation_stages(trace):
        raise ValueError(f"this translator has no number {place.label}")
    sizes = axes_of(trace, place.stage)
    if any(not 0 <= index < size for index, size in zip(place.at, sizes, strict=True)):
        raise ValueError(f"this translation has no number {place.label}")
    if isinstance(transformer, RecurrentTranslator):
        return opened_recurrent.STAGES[place.stage](transformer, trace, *place.at)
    side, _, stage = place.stage.partition("_")
    masked = side == "decoder" and stage in ("pattern", "scaled", "score")
    if masked and not trace.decoder[place.at[0]].may_look[place.at[-2:]]:
        raise ValueError(f"{place.label} is masked: the token may not look there")
    name, at = side, place.at
    if place.stage == "memory":
        name, stage = "encoder", "final"
    elif side == "decoder" and stage in (*_AFTER, *_FFN):
        name = "cross"
    elif place.stage in _MADE_OF_MEMORY:
        name = "across"
    part = _part(transformer, trace, name)
    stage = f"token_{stage}" if stage in ("probability", "logit") else stage  # of any row, and not of the last alone
    found = STAGES[stage](part.stack, part.trace, *at)
    doors = tuple(tuple(door and _outside(name, door) for door in each) for each in found.doors)
    return dataclasses.replace(found, doors=doors, code=_in_torch(name, found.code))


def reads_source(stage: str, axis: str) -> bool:
    """Whether the places of a stage along an axis are tokens of the source, and not of the target."""
    across = stage.startswith("cross") and (axis == "key" or stage in _MADE_OF_MEMORY)
    return across or stage == "memory" or stage.startswith("encoder")


def axes_of(trace: TranslationTrace, stage: str) -> tuple[int, ...]:
    """How many numbers a stage has along each of its axes."""
    config, sizes = trace.config, {"token": trace.config.vocab_size, "d_model": trace.config.d_model}
    for axis in ("pos", "query", "key"):
        sizes[axis] = len(trace.source if reads_source(stage, axis) else trace.inputs)
    if isinstance(config, RecurrentConfig):
        sizes |= {"layer": 1, "head": 1, "d_head": config.d_model}
    else:
        sizes |= {"layer": config.n_layers, "head": config.n_heads, "d_head": config.d_head, "d_mlp": config.d_mlp}
    return tuple(sizes[axis] for axis in AXES[stage])


def _part(transformer: Seq2Seq, trace: TranslationTrace, name: str) -> _Part:
    """One part as a model and a trace of its own: the same arrays under the names that the description knows."""
    encodes, halves = name == "encoder", name in ("cross", "across")
    layers: tuple[LayerTrace, ...] = trace.encoder if encodes else trace.decoder
    blocks: tuple[Any, ...] = tuple(transformer.encoder_blocks if encodes else transformer.decoder_blocks)
    norm = transformer.encoder_norm if encodes else transformer.final_norm
    if halves:
        layers = tuple(_second_half(trace, layer, name) for layer in range(len(layers)))
        blocks = tuple(
            _Half(
                nn.Identity() if name == "across" else block.cross_norm,
                block.cross_attention,
                *(block.mlp_norm, block.mlp_in, block.mlp_out),
            )
            for block in blocks
        )
    source = encodes or halves
    own = Trace(
        text=trace.source_text if source else trace.target_text,
        tokens=trace.source if source else trace.inputs,
        dropped=0,
        intervention=UNCHANGED,
        config=transformer.config,
        embedded=trace.source_embedded if encodes else trace.target_embedded,
        positions=trace.source_positions if encodes else trace.target_positions,
        layers=layers,
        final=trace.memory if encodes else trace.final,
        unembedding=trace.unembedding,
        unembedding_bias=trace.unembedding_bias,
    )
    return _Part(name, _Stack(transformer.config, blocks, norm, transformer.embedding), own)


def _second_half(trace: TranslationTrace, layer: int, name: str) -> LayerTrace:
    """Cross-attention and the FFN of a decoder block; `across`, what they are made of is the memory."""
    if name == "across":
        return dataclasses.replace(trace.encoder[layer], residual_in=trace.memory)
    cross, block = trace.cross[layer], trace.decoder[layer]
    known = {field.name: getattr(cross, field.name) for field in dataclasses.fields(cross)}
    known["residual_mid"] = known.pop("residual_out")
    return LayerTrace(**known, hidden=block.hidden, residual_out=block.residual_out)


def _outside(name: str, door: Place) -> Place:
    """Where a door of a part leads to in the whole."""
    stage, at = door.stage, door.at
    if name == "across":  # an identity stands where the other parts have a norm
        return Place("memory", at[1:])
    if name == "encoder":
        return Place("memory" if stage == "final" else f"encoder_{stage}", at)
    if stage == "residual_in" and name == "cross":
        return Place("decoder_residual_mid", at)
    if stage == "token_logit":
        return Place("decoder_logit", at)
    if stage in (*_AFTER, *_FFN) or name == "decoder":
        return Place(f"decoder_{stage}", at)
    return Place(f"cross_{stage}", at)


@cache
def _names(name: str) -> tuple[tuple[str, str], ...]:
    """How a translator calls what a stack calls by these patterns."""
    stages, layer = ("encoder" if name == "encoder" else "decoder"), r"\[(\d+)\]"
    side = "source" if name == "encoder" else "target"
    own = [
        (rf"transformer\.blocks{layer}", rf"transformer.{stages}_blocks[\1]"),
        (r"stages\.(embedded|positions)", rf"stages.{side}_\1"),
    ]
    if name == "encoder":
        own += [(r"transformer\.final_norm", "transformer.encoder_norm"), (r"stages\.final", "stages.memory")]
    if name in ("cross", "across"):
        own += [
            (r"(transformer\.decoder_blocks\[\d+\])\.attention_norm", r"\1.cross_norm"),
            (r"(transformer\.decoder_blocks\[\d+\])\.attention\.", r"\1.cross_attention."),
            (rf"stages\.blocks{layer}\.residual_mid", r"stages.cross[\1].residual_out"),
            (rf"stages\.blocks{layer}\.(residual_in|attended|attention)\b", r"stages.cross[\1].\2"),
        ]
    if name == "across":
        own += [
            (
                r"transformer\.decoder_blocks\[\d+\]\.cross_norm\(stages\.cross\[\d+\]\.residual_in\[(\d+)\]\)",
                r"stages.memory[\1]",
            )
        ]
    return (*own, (rf"stages\.blocks{layer}", rf"stages.{stages}[\1]"))


def _in_torch(name: str, code: str) -> str:
    for pattern, by in _names(name):
        code = re.sub(pattern, by, code)
    return code
