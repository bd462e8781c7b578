"""Load or train small transformers and read every intermediate value: `load`, `learn`, `trace`."""

from transformer.bundled.folders import ModelFolderError
from transformer.bundled.growing import GrowingModel, load_growing
from transformer.bundled.load import LanguageModel, load
from transformer.bundled.translator import Translator
from transformer.bundled.word_vectors import WordVectors, load_words
from transformer.config import Config
from transformer.edits import Edit
from transformer.head import Head
from transformer.intervention import UNCHANGED, Intervention
from transformer.learning.run import Run, Step, learn
from transformer.plan import Plan
from transformer.readings.attribution import attribution
from transformer.readings.composition import composition
from transformer.readings.effects import effects
from transformer.readings.patching import patch
from transformer.readings.translation_effects import translation_effects
from transformer.real.errors import FolderError
from transformer.real.folder import OpenedModel, open_folder
from transformer.real.installed import installed, open_installed
from transformer.real.translator import OpenedTranslator, open_translator
from transformer.trace import AttentionTrace, LayerTrace, TextCutWarning, Trace
from transformer.translation import Translation
from transformer.translation_trace import TranslationTrace

__all__ = [
    "UNCHANGED", "AttentionTrace", "Config", "Edit", "FolderError", "GrowingModel", "Head", "Intervention",
    "LanguageModel", "LayerTrace", "ModelFolderError", "OpenedModel", "OpenedTranslator", "Plan", "Run", "Step",
    "TextCutWarning", "Trace", "Translation", "TranslationTrace", "Translator", "WordVectors", "attribution",
    "composition", "effects", "installed", "learn", "load", "load_growing", "load_words", "open_folder",
    "open_installed", "open_translator", "patch", "translation_effects",
]  # fmt: skip
