"""Small transformers whose every number can be looked at: `load` a model, `trace` a text."""

from transformer.config import Config
from transformer.intervention import UNCHANGED, Intervention
from transformer.pretrained import LanguageModel, ModelFolderError, load
from transformer.trace import LayerTrace, Trace

__all__ = [
    "UNCHANGED",
    "Config",
    "Intervention",
    "LanguageModel",
    "LayerTrace",
    "ModelFolderError",
    "Trace",
    "load",
]
