"""A bundled translator's folder: config.json says which kind it is, the rest is as for a language model."""

import dataclasses
import json
from pathlib import Path
from typing import Any

from safetensors.torch import load_file, save_file

from transformer.bundled.alignment import MeasuredAlignment
from transformer.bundled.folders import CONFIG, TOKENIZER, WEIGHTS, damaged, fill, measured, read, read_weights, seal
from transformer.bundled.translator import Translator
from transformer.config import Config
from transformer.recurrent import RecurrentConfig, RecurrentTranslator
from transformer.seq2seq import Seq2Seq
from transformer.tokenizer import Tokenizer
from transformer.undrawn import Undrawn

ALIGNMENT, SCORES, LENGTHS = "alignment.json", "scores.json", "lengths.json"
KINDS: dict[str, tuple[type, type]] = {
    "encoder-decoder": (Config, Seq2Seq),
    "recurrent": (RecurrentConfig, RecurrentTranslator),
}


def load_translator(name: str, folder: Path) -> Translator:
    """Read the translator in `folder`/`name`.

    A config with "tokenizer": "NAME" shares the tokenizer.json of another folder instead of having its own.

    Raises:
        ModelFolderError: if one of its files is missing, damaged or of another model.
    """
    home = folder / name
    shared, model = read(home / CONFIG, _tokenizer_and_model)
    tokenizer = read((folder / shared if shared else home) / TOKENIZER, Tokenizer.load)
    vocab_size = model.config.vocab_size
    if tokenizer.vocab_size != vocab_size:
        raise damaged(home / TOKENIZER, f"it has {tokenizer.vocab_size} tokens where the config says {vocab_size}")
    if not len(tokenizer.marks) == 3:
        raise damaged(home / TOKENIZER, "it lacks a mark for the beginning, the end or the padding of a sentence")
    weights: dict[str, Any] = read_weights(home / WEIGHTS, load_file)
    fill(model, weights | {"unembedding.weight": weights.get("embedding.weight")}, home)
    return Translator(name, model, tokenizer, *measured(home / ALIGNMENT, _alignment, MeasuredAlignment({})))


def save_translator(
    model: Seq2Seq | RecurrentTranslator, tokenizer: Tokenizer, home: Path, shared: str | None = None
) -> None:
    """Write a translator's folder, weights in half precision: what `load` reads.

    `shared` names the folder beside this one that has the tokenizer already.
    """
    home.mkdir(parents=True, exist_ok=True)
    kind = "encoder-decoder" if isinstance(model, Seq2Seq) else "recurrent"
    config_fields = {"kind": kind} | dataclasses.asdict(model.config) | ({"tokenizer": shared} if shared else {})
    (home / CONFIG).write_text(json.dumps(config_fields, indent=2) + "\n", encoding="utf-8")
    if not shared:
        tokenizer.bpe.save(str(home / TOKENIZER), pretty=False)
    weights = model.state_dict()
    del weights["unembedding.weight"]  # the same numbers as the embedding
    save_file({key: weight.half().contiguous() for key, weight in weights.items()}, home / WEIGHTS)
    seal(home / WEIGHTS)


def is_translator(config: Path) -> bool:
    """Whether a config.json is a translator's; a file that cannot be read is not."""
    try:
        return _json(config).get("kind") in KINDS
    except (OSError, ValueError, AttributeError):
        return False


def _tokenizer_and_model(path: Path) -> tuple[str | None, Seq2Seq | RecurrentTranslator]:
    """The folder that the tokenizer is shared with, if it is, and a model of the sizes written, without weights yet."""
    config_fields = _json(path)
    config_of, model_of = KINDS[config_fields.pop("kind")]
    with Undrawn():
        return config_fields.pop("tokenizer", None), model_of(config_of(**config_fields)).float()


def _alignment(path: Path) -> MeasuredAlignment:
    return MeasuredAlignment(_json(path))


def _json(path: Path) -> dict:
    return json.loads(path.read_text(encoding="utf-8"))
