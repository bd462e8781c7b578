"""Passes over several texts at once: a batch where rows do not depend on what follows them, and of each its trace."""

import dataclasses
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

import torch
from numpy import ndarray as Array
from torch import Tensor

from headlight.library.reading import Reader, Text
from transformer import UNCHANGED, Intervention, Trace
from transformer.edits import STAGES
from transformer.inference import inference
from transformer.intervention import EDITS
from transformer.model import BlockStages, Stages, Transformer
from transformer.plan import Plan
from transformer.real import appended
from transformer.trace import LayerTrace, frozen, of_stages, read_only

MATRICES = ("scores", "scaled", "masked", "pattern")
OF_BLOCKS = ("residual_in", "residual_mid", "residual_out")
NAMES = tuple(dict.fromkeys((*STAGES, *MATRICES, *OF_BLOCKS)))  # of all stages of a layer
_AT_ONCE = 1024  # tokens of a batch: more fill the memory, and are no faster
Kept = dict[str, list[Array]]  # by stage, of each layer
Rows = list[list[int]]  # the ids of each text
Pass = tuple[Stages, tuple[LayerTrace, ...], Kept]  # of one text; of a batch the layers are cut already


@inference
def passes(
    reader: Reader, change: Intervention, texts: Sequence[Text], keep: Sequence[str] | None = None
) -> list[tuple[Trace, Kept | None]]:
    """The trace of each text; where only some stages are to be kept, one without layers, and these stages.

    Raises:
        ValueError: if the change is not honoured, or names what there is not.
    """
    transformer, config = reader.inner.transformer, reader.inner.config
    change.require(transformer.HONOURS - {"padding", "padding_hidden"}, "a run of ids, or of several texts,")
    cuts = [reader.cut(text) for text in texts]
    results: dict[int, tuple[Trace, Kept | None]] = {}
    bias = None if isinstance(transformer, Transformer) else transformer.unembedding_and_bias()[1]
    for batch in _batches([len(tokens) for tokens, _ in cuts], _may_be_padded(Plan.of(config), change)):
        rows = [[token.id for token in cuts[number][0]] for number in batch]
        run = _one if len(rows) == 1 else _together
        for number, (stages, layers, kept) in zip(batch, run(transformer, change, rows, keep), strict=True):
            trace = of_stages(
                stages,
                unembedding=unembedding(transformer),
                unembedding_bias=bias,
                text=texts[number].text,
                tokens=cuts[number][0],
                dropped=cuts[number][1],
                change=change,
                config=config,
                below=layers,
            )
            results[number] = trace, None if keep is None else kept
    return [results[number] for number in range(len(texts))]


def _one(transformer: Any, change: Intervention, rows: Rows, keep: Sequence[str] | None) -> Iterator[Pass]:
    """The pass over one text, without a batch axis."""
    stages, (kept,) = _run(transformer, change, torch.tensor(rows[0]), [len(rows[0])], keep)
    yield stages, (), kept


def _together(transformer: Any, change: Intervention, rows: Rows, keep: Sequence[str] | None) -> Iterator[Pass]:
    """The passes over several texts in one batch, each cut to its own length."""
    lengths = [len(row) for row in rows]
    ids = torch.tensor([row + [0] * (max(lengths) - len(row)) for row in rows])
    stages, kept = _run(transformer, change, ids, lengths, keep)
    layers = [_arrays(block) for block in stages.blocks]
    for row, n in enumerate(lengths):
        # Where only some stages are kept there are no layers: the trace has none either.
        of_text = Stages(stages.embedded[row, :n], stages.positions[:n], (), stages.final[row, :n])
        yield of_text, tuple(_of_text(layer, row, n) for layer in layers), kept[row]


def _run(
    transformer: Any, change: Intervention, ids: Tensor, lengths: list[int], keep: Sequence[str] | None
) -> tuple[Stages, list[Kept]]:
    """Run ids through a model; where some stages are to be kept, no block is held, only copies of these."""
    embedded, positions, residual = transformer.embed(ids, change)
    kept: list[Kept] = [{name: [] for name in keep or ()} for _ in lengths]
    blocks = []
    for layer, block in enumerate(transformer.through(residual, change)):
        residual = block.residual_out
        if keep is None:
            blocks.append(block)
        for name in keep or ():
            stage = stage_of(transformer, block, change, layer, name)
            for held, rows_of_text in zip(kept, _rows(stage, name, lengths), strict=True):
                held[name].append(read_only(rows_of_text.numpy().copy()))
    return Stages(embedded, positions, tuple(blocks), transformer.read_out(residual)), kept


def unembedding(transformer: Any) -> Tensor:
    """W_U, [vocab, d_model]."""
    if isinstance(transformer, Transformer):
        return transformer.unembedding.weight.detach()
    return transformer.unembedding_and_bias()[0]


def stage_of(transformer: Any, layer_stages: Any, change: Intervention, layer: int, name: str) -> Tensor:
    """A stage of a layer as an edit has it, from the stages of its block or from its trace.

    Raises:
        ValueError: if there is no such stage.
    """
    if name not in NAMES:
        raise ValueError(f"a stage is one of {', '.join(NAMES)}, got {name!r}")
    if name == "ffn":
        hidden, block = torch.as_tensor(layer_stages.hidden), transformer.block(layer)
        fed = block.mlp_out(hidden) if isinstance(transformer, Transformer) else block.fed_forward(hidden)
        return change.edited("ffn", layer, fed)
    name = "residual_in" if name == "stream" else name
    attention = getattr(layer_stages, "attention", layer_stages)
    return getattr(layer_stages if hasattr(layer_stages, name) else attention, name)


def _may_be_padded(plan: Plan, change: Intervention) -> bool:
    """Whether the rows of a text are the same with others after them."""
    looks_back = plan.causal and change.mask != "none" and change.changed <= appended.HONOURS | EDITS
    return looks_back and change.of_any_length


def _batches(lengths: Sequence[int], padded: bool) -> Iterator[list[int]]:
    """The indices of texts that are run together: of nearly the same length, or of the same one."""
    batch: list[int] = []
    for number in sorted(range(len(lengths)), key=lengths.__getitem__):
        full = (len(batch) + 1) * lengths[number] > _AT_ONCE
        if batch and (full or not (padded or lengths[number] == lengths[batch[0]])):
            yield batch
            batch = []
        batch.append(number)
    yield batch


def _rows(stage: Tensor, name: str, lengths: Sequence[int]) -> list[Tensor]:
    """Of a batch the part of each text."""
    if len(lengths) == 1:
        return [stage]
    keys = slice(None) if name not in MATRICES else None
    return [row[..., :n, keys or slice(n)] for row, n in zip(stage, lengths, strict=True)]


def _arrays(block: BlockStages) -> dict[str, Any]:
    """All that a block computed for a batch, as arrays: to cut a tensor text by text takes ten times as long."""
    computed = vars(block) | vars(block.attention)
    return {
        field.name: frozen(stage) if isinstance(stage := computed[field.name], Tensor) else stage
        for field in dataclasses.fields(LayerTrace)
    }


def _of_text(layer: dict[str, Any], row: int, n: int) -> LayerTrace:
    """The trace of a layer for one text of a batch, in views of its arrays."""
    heads = {name: layer[name][row, :, :n] for name in ("queries", "keys", "values", "context")}
    matrices = {name: layer[name][row, :, :n, :n] for name in ("scores", "pattern")}
    streams = {name: layer[name][row, :n] for name in (*OF_BLOCKS, "attended", "hidden")}
    return LayerTrace(**heads, **matrices, **streams, scale=layer["scale"], may_look=layer["may_look"][:n, :n])


@dataclass(frozen=True, eq=False)
class OfTokens:
    """A model that reads the same tokens again, whatever text it is handed."""

    model: Any
    text: Text

    @property
    def transformer(self) -> Any:
        """Its torch module."""
        return self.model.inner.transformer

    @property
    def tokenizer(self) -> Any:
        """The tokenizer."""
        return self.model.inner.tokenizer

    def trace(self, text: str, change: Intervention = UNCHANGED, *, after: Trace | None = None) -> Trace:
        """The pass over these tokens."""
        return passes(self.model.reader, change, [self.text])[0][0]
