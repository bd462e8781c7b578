"""Every number of a translation opens: one recursive description, read in three parts of the encoder-decoder.

The encoder is a stack as any other. A block of the decoder is two halves, each of which attends and adds: masked
self-attention, then cross-attention with the FFN. Across, keys and values are made from the memory alone. Families
differ as those of `opened` do. No number of a recurrent translator opens.
"""

import dataclasses
import re
from functools import cache
from typing import Any, Protocol, runtime_checkable

from torch import Tensor, nn

from transformer.config import Config
from transformer.intervention import UNCHANGED
from transformer.model import Layered
from transformer.plan import Plan
from transformer.readings import opened
from transformer.readings.terms import AXES, ENCODER_DECODER, FEEDS, Opened, Place
from transformer.recurrent import RecurrentConfig
from transformer.seq2seq import Seq2Seq
from transformer.trace import LayerTrace, Trace
from transformer.translation_trace import TranslationTrace

_MADE_OF_MEMORY = ("cross_key", "cross_value")
_AFTER = ("probability", "logit", "final")  # of the decoder's second half, whatever its layer


@runtime_checkable
class TwoStacks(Protocol):
    """A translator whose encoder and decoder are models of their own, such as a T5 or a Marian."""

    @property
    def encoder(self) -> Layered:
        """Return the stack that reads."""

    @property
    def decoder(self) -> Layered:
        """Return the stack that writes; its blocks have a cross-attention too."""


Network = Seq2Seq | TwoStacks


@dataclasses.dataclass(frozen=True, eq=False)
class _Stack:
    """One part of a translator as a model of its own."""

    config: Config
    blocks: tuple[Any, ...]
    final_norm: nn.Module | None
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
    mlp_gate: nn.Module | None
    mlp_out: nn.Module


def translation_stages(trace: TranslationTrace) -> tuple[str, ...]:
    """The stages of a translation that open: none of a recurrent one."""
    if isinstance(trace.config, RecurrentConfig):
        return ()
    stages = {*opened.stages_of(Plan.of(trace.config)), *_AFTER}
    return tuple(stage for stage in ENCODER_DECODER if stage == "memory" or stage.partition("_")[2] in stages)


def opened_translation(transformer: Network, trace: TranslationTrace, place: Place) -> Opened:
    """The terms of a number of a translation, as `opened` gives those of a next word.

    Raises:
        ValueError: if the translation has no such number.
    """
    if place.stage not in translation_stages(trace):
        raise ValueError(f"this translator has no number {place.label}")
    sizes = axes_of(trace, place.stage)
    if any(not 0 <= index < size for index, size in zip(place.at, sizes, strict=True)):
        raise ValueError(f"this translation has no number {place.label}")
    side, _, stage = place.stage.partition("_")
    masked = side == "decoder" and stage in ("pattern", "scaled", "score")
    if masked and not trace.decoder[place.at[0]].may_look[place.at[-2:]]:
        raise ValueError(f"{place.label} is masked: the token may not attend there")
    name = side
    if place.stage == "memory":
        name, stage = "encoder", "final"
    elif side == "decoder" and stage in (*_AFTER, *FEEDS):
        name = "cross"
    elif place.stage in _MADE_OF_MEMORY:
        name = "across"
    stage = f"token_{stage}" if stage in ("probability", "logit") else stage  # of any row, and not of the last alone
    opening = opened.STAGES[stage](*_part(transformer, trace, name), *place.at)
    doors = tuple(tuple(door and _outside(name, door) for door in doors_of_term) for doors_of_term in opening.doors)
    code = _in_torch(name, opening.code, two_stacks=not isinstance(transformer, Seq2Seq))
    return dataclasses.replace(opening, doors=doors, code=code)


def reads_source(stage: str, axis: str) -> bool:
    """Whether the places of a stage along an axis are tokens of the source, and not of the target."""
    across = stage.startswith("cross") and (axis == "key" or stage in _MADE_OF_MEMORY)
    return across or stage == "memory" or stage.startswith("encoder")


def axes_of(trace: TranslationTrace, stage: str) -> tuple[int, ...]:
    """How many numbers a stage has along each of its axes."""
    sizes = {"token": trace.config.vocab_size, "d_model": trace.config.d_model}
    for axis in ("pos", "query", "key"):
        sizes[axis] = len(trace.source if reads_source(stage, axis) else trace.inputs)
    layers = trace.encoder if stage.startswith("encoder") else trace.decoder  # which need not be as many
    n_heads, _, d_head = layers[0].queries.shape
    sizes |= {"layer": len(layers), "head": n_heads, "d_head": d_head, "d_mlp": layers[0].hidden.shape[-1]}
    return tuple(sizes[axis] for axis in AXES[stage])


def _sides(transformer: Seq2Seq | TwoStacks) -> tuple[Any, Any]:
    """Encoder and decoder as models of their own."""
    if not isinstance(transformer, Seq2Seq):
        return transformer.encoder, transformer.decoder
    both = (transformer.encoder_blocks, transformer.encoder_norm), (transformer.decoder_blocks, transformer.final_norm)
    encoder, decoder = (_Stack(transformer.config, tuple(blocks), norm, transformer.embedding) for blocks, norm in both)
    return encoder, decoder


def _part(transformer: Seq2Seq | TwoStacks, trace: TranslationTrace, name: str) -> tuple[Any, Trace]:
    """One part as a model and a trace of its own: the same arrays under the names that the description knows."""
    (encoder, decoder), encodes = _sides(transformer), name == "encoder"
    stack: Any = encoder if encodes else decoder
    config: Config = stack.config
    layers = trace.encoder if encodes else trace.decoder
    if halves := name in ("cross", "across"):
        layers = tuple(_second_half(trace, layer, name) for layer in range(len(layers)))
        config = _across(config) if name == "cross" else dataclasses.replace(_across(config), norm_position="none")
        blocks = tuple(_half(decoder.block(layer)) for layer in range(len(layers)))
        stack = _Stack(config, blocks, getattr(decoder, "final_norm", None), decoder.embedding)
    source = encodes or halves
    part = Trace(
        text=trace.source_text if source else trace.target_text,
        tokens=trace.source if source else trace.inputs,
        dropped=0,
        intervention=UNCHANGED,
        config=config,
        embedded=trace.source_embedded if encodes else trace.target_embedded,
        positions=trace.source_positions if encodes else trace.target_positions,
        layers=layers,
        final=trace.memory if encodes else trace.final,
        unembedding=trace.unembedding,
        unembedding_bias=trace.unembedding_bias,
    )
    return stack, part


def _across(config: Config) -> Config:
    """Nothing is added for a distance across."""
    return dataclasses.replace(config, relative_buckets=None) if isinstance(config, Plan) else config


def _half(block: Any) -> _Half:
    attention = block.cross_attention if hasattr(block, "cross_attention") else block.cross
    gate = getattr(block, "mlp_gate", None)
    return _Half(block.cross_norm, attention, block.mlp_norm, block.mlp_in, gate, block.mlp_out)


def _second_half(trace: TranslationTrace, layer: int, name: str) -> LayerTrace:
    """Cross-attention and the FFN of a decoder block; `across`, what is read is the memory, and nothing else is."""
    if name == "across":
        return dataclasses.replace(trace.encoder[0], residual_in=trace.memory)
    cross, block = trace.cross[layer], trace.decoder[layer]
    stages = {field.name: getattr(cross, field.name) for field in dataclasses.fields(cross)}
    stages["residual_mid"] = stages.pop("residual_out")
    return LayerTrace(**stages, hidden=block.hidden, residual_out=block.residual_out)


def _outside(name: str, door: Place) -> Place:
    """Where a door of a part leads to in the whole."""
    stage, indices = door.stage, door.at
    if name == "across":
        return Place("memory", indices[1:])
    if name == "encoder":
        return Place("memory" if stage == "final" else f"encoder_{stage}", indices)
    if stage == "residual_in" and name == "cross":
        return Place("decoder_residual_mid", indices)
    if stage == "token_logit":
        return Place("decoder_logit", indices)
    if stage in (*_AFTER, *FEEDS) or name == "decoder":
        return Place(f"decoder_{stage}", indices)
    return Place(f"cross_{stage}", indices)


@cache
def _names(name: str, two_stacks: bool) -> tuple[tuple[str, str], ...]:
    """How a translator calls what a stack calls by these patterns."""
    side, layer = "encoder" if name == "encoder" else "decoder", r"\[(\d+)\]"
    names = [(r"stages\.(embedded|positions)", rf"stages.{'source' if side == 'encoder' else 'target'}_\1")]
    if side == "encoder":
        names += [(r"stages\.final", "stages.memory")]
    if name == "across":
        names += [(rf"stages\.blocks{layer}\.residual_in", "stages.memory")]
    if name in ("cross", "across"):
        cross = "cross" if two_stacks else "cross_attention"
        names += [
            (rf"(transformer\.blocks{layer})\.attention_norm", r"\1.cross_norm"),
            (rf"(transformer\.blocks{layer})\.attention\.", rf"\1.{cross}."),
            (rf"stages\.blocks{layer}\.residual_mid", r"stages.cross[\1].residual_out"),
            (rf"stages\.blocks{layer}\.(residual_in|attended|attention)\b", r"stages.cross[\1].\2"),
        ]
    if two_stacks:
        names += [(r"transformer\.", f"transformer.{side}.")]
    else:
        names += [(r"transformer\.blocks", f"transformer.{side}_blocks")]
        names += [(r"transformer\.final_norm", "transformer.encoder_norm")] if side == "encoder" else []
    return (*names, (rf"stages\.blocks{layer}", rf"stages.{side}[\1]"))


def _in_torch(name: str, code: str, *, two_stacks: bool) -> str:
    for pattern, name_in_torch in _names(name, two_stacks):
        code = re.sub(pattern, name_in_torch, code)
    return code
