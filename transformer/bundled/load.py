"""Bundled models: `load` one from its folder; a language model can `trace` a text."""

import dataclasses
import json
from pathlib import Path
from typing import Any, Literal, overload

import numpy as np
import torch
from safetensors.torch import load_file, save_file

from transformer.brief import Brief
from transformer.bundled.folders import (
    CONFIG,
    MODELS,
    ROLES,
    TOKENIZER,
    WEIGHTS,
    ModelFolderError,
    damaged,
    fill,
    home_of,
    measured,
    read,
    read_weights,
    seal,
)
from transformer.bundled.translator import Translator
from transformer.bundled.translator_folder import is_translator, load_translator
from transformer.config import Config
from transformer.inference import inference, on_processor
from transformer.intervention import UNCHANGED, Intervention
from transformer.model import Stages, Transformer
from transformer.roles import HeadRoles
from transformer.tokenizer import Token, Tokenizer
from transformer.trace import Trace, of_stages, thawed
from transformer.undrawn import Undrawn

TranslatorName = Literal["translate", "translate-additive", "translate-dot", "translate-fixed"]


@dataclasses.dataclass(frozen=True, eq=False, repr=False)
class LanguageModel(Brief):
    """A trained decoder-only transformer and the tokenizer it was trained with. Safe to share between threads."""

    name: str
    transformer: Transformer
    tokenizer: Tokenizer
    roles: HeadRoles
    trouble: ModelFolderError | None = None  # why what was measured of the heads is not there

    @property
    def config(self) -> Config:
        """The sizes of the transformer."""
        return self.transformer.config

    @inference
    def trace(self, text: str, change: Intervention = UNCHANGED, *, after: Trace | None = None) -> Trace:
        """Compute everything for a text; tokens past config.max_tokens are dropped and counted.

        Args:
            text: what the model reads.
            change: what is changed about the pass.
            after: an earlier trace of this model. Where it read the same tokens, layers that the change cannot affect
                are taken from it.

        Returns:
            All stages of the pass, without a batch axis.

        Raises:
            ValueError: if the text is empty, or the intervention names a head or position that does not exist, or pads
                so much that no token of the text has room, or has a field that the model does not honour.

        Example:
            >>> from transformer import Intervention, load
            >>> trace = load("story").trace("bear country", Intervention(temperature=2.0))
            >>> trace.words, trace.layers[0].queries.shape, trace.logits.shape
            (('bear', 'country'), (6, 2, 32), (2, 8192))
        """
        change.require(self.transformer.HONOURS, f"the model {self.name}")
        tokens = self.tokenizer.encode(text)
        if not tokens:
            raise ValueError("there is nothing to trace in an empty text")
        if change.padding >= self.config.max_tokens:
            raise ValueError(f"this model reads {self.config.max_tokens} tokens, got {change.padding} of padding")
        kept = tokens[: self.config.max_tokens - change.padding]
        dropped = len(tokens) - len(kept)
        end = self.tokenizer.end_id
        kept += (Token(self.tokenizer.text_of(end), end, len(text), len(text)),) * change.padding
        ids = torch.tensor([token.id for token in kept])
        weight = self.transformer.unembedding.weight.detach()
        same = after is not None and after.tokens == kept and np.may_share_memory(after.unembedding, weight.numpy())
        first = change.first_layer_unlike(after.intervention) if after and same else 0
        below = after.layers[:first] if after else ()
        embedded, positions, residual = self.transformer.embed(ids, change)
        if below:
            residual = thawed(below[-1].residual_out)  # what enters the next layer, before edits of it
        blocks = tuple(self.transformer.through(residual, change, first))
        final = self.transformer.read_out(blocks[-1].residual_out)
        return of_stages(
            Stages(embedded, positions, blocks, final),
            unembedding=weight,
            text=text,
            tokens=kept,
            dropped=dropped,
            change=change,
            config=self.config,
            below=below,
        )


@overload
def load(name: TranslatorName, folder: Path = MODELS) -> Translator: ...


@overload
def load(name: str, folder: Path = MODELS) -> LanguageModel: ...


@on_processor
def load(name: str, folder: Path = MODELS) -> LanguageModel | Translator:
    """Read a bundled model: config.json, tokenizer.json and model.safetensors in `folder`/`name`.

    A config with "tokenizer": "NAME" shares the tokenizer.json of another folder instead of having its own.

    Args:
        name: of a folder, such as "story" or "translate".
        folder: where the folders of models are.

    Returns:
        A LanguageModel, or a Translator if the folder holds one.

    Raises:
        ModelFolderError: if the folder, or one of its files, is missing, damaged or of another model.

    Example:
        >>> from transformer import load
        >>> trace = load("story").trace("bear country")
        >>> trace.layers[2].pattern.shape, trace.next_logits.shape
        ((6, 2, 2), (8192,))
    """
    home = home_of(name, folder)
    if is_translator(home / CONFIG):
        return load_translator(name, folder)
    shared, config = read(home / CONFIG, tokenizer_and_config)
    tokenizer = read((folder / shared if shared else home) / TOKENIZER, Tokenizer.load)
    weights: dict[str, Any] = read_weights(home / WEIGHTS, load_file)
    if tokenizer.vocab_size != config.vocab_size:
        raise damaged(
            home / TOKENIZER, f"it has {tokenizer.vocab_size} tokens where the config says {config.vocab_size}"
        )
    with Undrawn():
        transformer = Transformer(config).float()
    if config.tied:
        if "unembedding.weight" in weights:
            raise damaged(home / WEIGHTS, "it has its own unembedding where the config says tied")
        weights["unembedding.weight"] = weights.get("embedding.weight")
    fill(transformer, weights, home)
    return LanguageModel(name, transformer, tokenizer, *measured(home / ROLES, HeadRoles.read, HeadRoles({})))


def tokenizer_and_config(path: Path) -> tuple[str | None, Config]:
    """The folder that the tokenizer is shared with, if it is, and the sizes."""
    config_fields = json.loads(path.read_text(encoding="utf-8"))
    return config_fields.pop("tokenizer", None), Config(**config_fields)


def save(transformer: Transformer, tokenizer: Tokenizer, home: Path, shared: str | None = None) -> None:
    """Write a model's folder, weights in half precision: what `load` reads.

    `shared` names the folder beside this one that has the tokenizer already.
    """
    home.mkdir(parents=True, exist_ok=True)
    config_fields = dataclasses.asdict(transformer.config) | ({"tokenizer": shared} if shared else {})
    (home / CONFIG).write_text(json.dumps(config_fields, indent=2) + "\n", encoding="utf-8")
    if not shared:
        tokenizer.bpe.save(str(home / TOKENIZER), pretty=False)
    weights = transformer.state_dict()
    if transformer.config.tied:
        del weights["unembedding.weight"]  # the same numbers as the embedding
    save_file({key: weight.half().contiguous() for key, weight in weights.items()}, home / WEIGHTS)
    seal(home / WEIGHTS)
