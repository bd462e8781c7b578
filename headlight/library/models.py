"""Open a model by its name or place, or take a live one of the transformers library."""

import os
from pathlib import Path
from typing import Any

from torch import Tensor, nn
from torch.nn.utils.parametrize import is_parametrized

from headlight.library.model import Model
from headlight.library.reading import Dialogue, IdsAlone
from transformer import FolderError, LanguageModel, installed, load, open_folder, open_installed
from transformer.bundled.folders import MODELS
from transformer.counted import whole
from transformer.inference import on_processor
from transformer.real.encoder_decoders import ENCODER_DECODERS
from transformer.real.families import family_of
from transformer.real.folder import MAX_TOKENS, opened, read_plan
from transformer.real.installed import place_of
from transformer.real.llama_cpp import open_gguf
from transformer.real.pieces import FolderTokenizer, Pieces
from transformer.real.settings import Settings, place
from transformer.real.template import Template, template_of

# Where the library makes hooks that keep attentions and hidden states, once they were asked for: they change nothing.
_RECORDS = "transformers.utils.output_capturing"


def open(name: str | Path, max_tokens: int = MAX_TOKENS) -> Model:
    """Open a model: nothing is downloaded, and nothing in a pickle is run.

    Args:
        name: a bundled model ("story"), an installed one ("SmolLM2"), the path of a folder or of a .gguf file, or the
            name of a model in the cache of Hugging Face ("openai-community/gpt2").
        max_tokens: what is read of one text, where the model itself would read more; bundled ones read their own.

    Returns:
        The model, unchanged.

    Raises:
        FolderError: if there is no such model, or it is damaged or of a kind that is not read.

    Example:
        >>> import headlight as hl
        >>> hl.open("story")
        <story: 6 layers of 6 heads, d_model 192>
    """
    if not isinstance(name, str | os.PathLike):
        raise FolderError(f"A model is opened by its name or its path, got {name!r:.60}.")
    path, text, max_tokens = place(name), str(name), whole("max_tokens", max_tokens, 1)
    if text in bundled():
        model = load(text)
        if not isinstance(model, LanguageModel):
            raise FolderError(f"{text} is a translator: open it with transformer.load({text!r}).")
        return Model(model)
    if text in installed() and (package := place_of(text)):
        return Model(open_installed(text, max_tokens), dialogue=_dialogue(package))
    cached = None if path.exists() else _cached(text)
    home = cached or path
    if home.is_file() and home.suffix == ".gguf":
        return Model(on_processor(open_gguf)(home, home.stem, max_tokens), dialogue=_dialogue(home))
    if not home.is_dir():
        raise FolderError(
            f"There is no model {text}: it is no folder and no .gguf file, it is not in the cache of Hugging Face, and "
            f"here are {', '.join((*bundled(), *installed()))}."
        )
    return Model(open_folder(home, max_tokens, name=text if cached else None), dialogue=_dialogue(home))


def from_model(model: Any, tokenizer: Any = None, max_tokens: int = MAX_TOKENS) -> Model:
    """Take a live model of the transformers library, of the families that are read, as it is in eval mode.

    Weights in float32 on the processor are shared, not copied, where both lay them out alike (all but those of Gemma's
    norms and GPT-NeoX's attention): what trains them trains both.

    Args:
        model: a PreTrainedModel, as from_pretrained gives it, without hooks, adapters or quantized weights.
        tokenizer: its fast tokenizer, or one of the tokenizers library; without one it reads ids alone.
        max_tokens: what is read of one text, where the model itself would read more.

    Returns:
        The model, unchanged.

    Raises:
        FolderError: if it is of a kind that is not read, or something was changed of it that would not be seen here.
    """
    _refuse_changed(model)
    max_tokens = whole("max_tokens", max_tokens, 1)
    settings = Settings(model.config.to_dict(), type(model).__name__)
    if settings.found.get("model_type") in ENCODER_DECODERS:
        raise FolderError(
            f"{type(model).__name__} has an encoder and a decoder: write it with its save_pretrained(folder), and its "
            "tokenizer's, and open that with transformer.open_translator(folder)."
        )
    family = family_of(settings)
    plan = read_plan(family, settings)
    if tokenizer is None:
        own_tokenizer: FolderTokenizer = IdsAlone(plan.vocab_size, model.config.pad_token_id)
    else:
        own_tokenizer = FolderTokenizer(_pieces(tokenizer))
    weights: dict[str, Tensor] = {name: weight.detach().cpu() for name, weight in model.state_dict().items()}
    template = getattr(tokenizer, "chat_template", None)
    marks = {name: str(getattr(tokenizer, name, None) or "") for name in ("bos_token", "eos_token")}
    dialogue = Dialogue(template, marks) if isinstance(template, str) else None
    if isinstance(template, str):
        own_tokenizer.let_type(Template(template, marks).words, whole=True)
    if isinstance(padding := getattr(tokenizer, "pad_token_id", None), int):
        own_tokenizer.padding = padding
    return Model(
        on_processor(opened)(settings, family, weights, own_tokenizer, max_tokens, shared=True), dialogue=dialogue
    )


def bundled() -> tuple[str, ...]:
    """The names of the models that are in the package and say what comes next, or translate."""
    return tuple(sorted(home.parent.name for home in MODELS.glob("*/model.safetensors")))


def _refuse_changed(model: Any) -> None:
    """Raise a FolderError if what the model computes is not what its class and its weights say."""
    if not (isinstance(model, nn.Module) and hasattr(model, "config") and hasattr(model.config, "to_dict")):
        raise FolderError(f"A model of the transformers library is needed, got {type(model).__name__}.")
    name = type(model).__name__
    if hasattr(model, "peft_config") or getattr(model, "_hf_peft_config_loaded", False):
        raise FolderError(f"{name} has adapters, which are not read: merge them with merge_and_unload() first.")
    if getattr(model.config, "quantization_config", None) is not None:
        raise FolderError(f"The weights of {name} are quantized: load it in float32, without a quantization_config.")
    for name_of_module, module in model.named_modules():
        where = f"{name}.{name_of_module}" if name_of_module else name
        hooks = (f"_{kind}" for kind in ("forward_hooks", "forward_pre_hooks", "backward_hooks", "backward_pre_hooks"))
        called = (call for kind in hooks for call in getattr(module, kind).values())
        if any(getattr(call, "__module__", None) != _RECORDS for call in called):
            raise FolderError(f"{where} has hooks, which would not be called here: remove them first.")
        if "forward" in vars(module) or is_parametrized(module):
            raise FolderError(f"The forward pass of {where} was replaced, which would not be seen here: undo it first.")
        if type(module).__module__.partition(".")[0] not in ("transformers", "torch"):
            raise FolderError(f"{where} is a {type(module).__name__}, which is no part of a model of this kind.")
    if any(weight.is_meta for weight in model.parameters()):
        raise FolderError(f"{name} has weights that are not loaded: load it without a device_map.")


def _pieces(tokenizer: Any) -> Pieces:
    """A tokenizer of one's own, made of a live one, so that nothing that is set here is set there."""
    fast = getattr(tokenizer, "backend_tokenizer", tokenizer)
    if not isinstance(fast, Pieces):
        raise FolderError(
            f"{type(tokenizer).__name__} is no fast tokenizer: load it with AutoTokenizer.from_pretrained, or give "
            "none and run ids."
        )
    return Pieces.from_str(fast.to_str())


def _cached(name: str) -> Path | None:
    """Where the cache of Hugging Face has a model of this name; its branch main, if it knows which that is."""
    root = Path(os.environ.get("XDG_CACHE_HOME", "~/.cache")).expanduser() / "huggingface"
    root = Path(os.environ.get("HF_HOME", root)).expanduser() / "hub"
    home = Path(os.environ.get("HF_HUB_CACHE", root)).expanduser() / f"models--{name.replace('/', '--')}"
    main = home / "refs" / "main"
    if main.is_file() and (snapshot := home / "snapshots" / main.read_text("utf-8").strip()).is_dir():
        return snapshot
    return max(home.glob("snapshots/*"), key=lambda folder: folder.stat().st_mtime, default=None)


def _dialogue(home: Path) -> Dialogue | None:
    """How messages are written for a model, where its folder or file says it."""
    template = template_of(home)
    return None if template is None else Dialogue(*template)
