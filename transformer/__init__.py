"""Small transformers whose every number can be looked at: `load` a model, `trace` a text."""

from transformer.config import Config
from transformer.folder import ModelFolderError
from transformer.intervention import UNCHANGED, Intervention
from transformer.pretrained import LanguageModel, load
from transformer.trace import LayerTrace, Trace
from transformer.translation_trace import TranslationTrace
from transformer.translator import Translation, Translator
from transformer.word_vectors import WordVectors, load_words

__all__ = [
    "UNCHANGED",
    "Config",
    "Intervention",
    "LanguageModel",
    "LayerTrace",
    "ModelFolderError",
    "Trace",
    "Translation",
    "TranslationTrace",
    "Translator",
    "WordVectors",
    "load",
    "load_words",
]
