"""The weights of a folder: read from its files, under our names, and held against what the plan needs."""

import dataclasses
import json
import re
from pathlib import Path

import torch
from safetensors import SafetensorError, safe_open
from safetensors.torch import load_file
from torch import Tensor

from transformer.plan import Plan
from transformer.real.errors import FolderError, is_pointer, pointer
from transformer.real.families import quantized
from transformer.real.family import Family
from transformer.real.settings import MOST_LAYERS
from transformer.real.stack import Stack

ONE, INDEX = "model.safetensors", "model.safetensors.index.json"
PICKLED, PICKLED_INDEX = "pytorch_model.bin", "pytorch_model.bin.index.json"  # what was published before these
# No model of MOST_LAYERS has as many tensors, or as many bytes that list them: reading such a list fills the memory.
_MOST_TENSORS, _LONGEST_HEADER = 32 * MOST_LAYERS, 2**23
# Weights in the formats of other libraries, and the names that quantized ones have for their numbers.
_OTHERS = ("*.h5", "*.msgpack", "*.onnx", "*.gguf", "*.ot", "*.safetensors")
_QUANTIZED = re.compile(
    r".*\.(qweight|qzeros|scales|biases|g_idx|SCB|weight_scale(_inv)?|input_scale|weight_packed|absmax|weight\..*)"
)
_PICKLES = ("*.bin", "*.pt", "*.pth", "*.ckpt", "*.pkl")
_SAFE = "2.10"  # the first torch whose reading of numbers alone no file is known to break (CVE-2026-24747)
# What no stage of ours reads: tables that follow from the config, heads for other tasks than naming a token, and what
# Gemma 3 sees pictures with.
_UNREAD = re.compile(
    r".*\.(rotary_emb\.inv_freq|attn\.(bias|masked_bias)|attention\.(bias|masked_bias)|embeddings\.position_ids)"
    r"|embeddings\.position_ids|(.*\.)?pooler\..*|cls\.seq_relationship\..*|multiple_choice_head\..*"
    r"|(vision_tower|multi_modal_projector)\..*"
)
_AMONG_OTHERS = re.compile(r"(model\.)?language_model\.")  # before the names of the part that reads text
_CLASSIFIER = re.compile(r"(pre_classifier|classifier|score|qa_outputs)\..*")  # the head that says a label or a span
_NAME = re.compile(r"(?P<start>.*?)(?:\.(?P<layer>\d+)\.(?P<end>.*))?\.(?P<kind>weight|bias|gamma|beta)")
_OLD_KINDS = {"gamma": "weight", "beta": "bias"}  # of norms in weights that came from TensorFlow


def shapes(home: Path) -> dict[str, tuple[int, ...]]:
    """The shape of each tensor of a folder by its name in it. No number is read.

    Raises:
        FolderError: if files are missing or damaged, or list more tensors than any model has that is opened here.
    """
    sizes: dict[str, tuple[int, ...]] = {}
    for path in _files(home):
        if path.suffix == ".bin":
            sizes |= {name: tuple(tensor.shape) for name, tensor in _unpickled(path, home, "meta").items()}
            continue
        try:
            with path.open("rb") as begin:
                header = int.from_bytes(begin.read(8), "little")
            if _LONGEST_HEADER < header < path.stat().st_size:
                raise _too_many(path, home)
            with safe_open(path, "pt") as file:
                names = list(file.keys())
                if len(names) > _MOST_TENSORS:
                    raise _too_many(path, home)
                sizes |= {name: tuple(file.get_slice(name).get_shape()) for name in names}
        except (SafetensorError, OSError) as error:
            raise _damaged(path, home) from error
    return sizes


def read(home: Path) -> dict[str, Tensor]:
    """All tensors of a folder, in one file or in the shards of an index, by their names in it.

    Of a pickle the numbers are read, and nothing in it is run.

    Raises:
        FolderError: if files are missing or damaged.
    """
    tensors: dict[str, Tensor] = {}
    for path in _files(home):
        try:
            tensors |= _unpickled(path, home, "cpu") if path.suffix == ".bin" else load_file(path)
        except (SafetensorError, OSError) as error:
            raise _damaged(path, home) from error
    return tensors


def _unpickled(path: Path, home: Path, device: str) -> dict[str, Tensor]:
    """The tensors of a pickle, of which torch makes numbers alone; on the device `meta` their shapes.

    Raises:
        FolderError: if it is damaged, or holds anything else, or torch is older than what reads it safely.
    """
    if is_pointer(path):
        raise pointer(path)
    if torch.__version__ < _SAFE:
        raise FolderError(
            f"The weights of {home.name} are pickled, and a pickle can be made to run a program in torch "
            f"{torch.__version__}: update torch to {_SAFE} or later."
        )
    try:
        tensors = torch.load(path, map_location=device, weights_only=True)
        sound = all(_is_whole(tensor) and isinstance(name, str) for name, tensor in tensors.items())
    except Exception as error:  # torch and the pickle raise errors of many kinds
        raise _no_numbers(path, home) from error
    if not sound:
        raise _no_numbers(path, home)
    if len(tensors) > _MOST_TENSORS:
        raise _too_many(path, home)
    return {name: tensor.detach() for name, tensor in tensors.items()}


def _is_whole(tensor: object) -> bool:
    """Whether this is a tensor each of whose numbers is there: no view that shows one of them a million times."""
    if not (isinstance(tensor, Tensor) and tensor.layout is torch.strided):
        return False
    return tensor.untyped_storage().nbytes() >= tensor.numel() * tensor.element_size()


def _no_numbers(path: Path, home: Path) -> FolderError:
    return FolderError(
        f"{path.name} of {home.name} is half there, or a pickle of other things than tensors, which could run any "
        "program, so they are not opened. Get it once more, or save the model with save_pretrained(folder)."
    )


def _damaged(path: Path, home: Path) -> FolderError:
    if is_pointer(path):
        return pointer(path)
    return FolderError(f"{path.name} of {home.name} is damaged or half there: download it once more.")


def _too_many(path: Path, home: Path) -> FolderError:
    return FolderError(f"{path.name} of {home.name} lists more tensors than any model has that can be opened here.")


def _files(home: Path) -> list[Path]:
    for one, index in ((ONE, INDEX), (PICKLED, PICKLED_INDEX)):
        if (home / one).is_file():
            return [home / one]
        if (home / index).is_file():
            return _shards(home, index)
    if any(path for pattern in _PICKLES for path in home.glob(pattern)):
        raise FolderError(
            f"The weights of {home.name} are pickled, which can run any program when opened, so they are not. "
            "Save them as safetensors: model.save_pretrained(folder)."
        )
    if others := sorted(path.name for pattern in _OTHERS for path in home.glob(pattern)):
        raise FolderError(
            f"The folder {home.name} has {others[0]} but no {ONE}, nor an index of such: what else there is, is not "
            "read. Open it with the library that wrote it, and save it with save_pretrained(folder) of transformers."
        )
    raise FolderError(f"The folder {home.name} has no {ONE}: download it from where its config.json came from.")


def _shards(home: Path, index: str) -> list[Path]:
    """The files that an index names, all of which are of its kind."""
    try:
        shards = set(json.loads((home / index).read_text("utf-8"))["weight_map"].values())
        paths = [home / Path(name).name for name in sorted(shards)]
        lacking = [path for path in paths if not path.is_file()]
    except (ValueError, KeyError, TypeError, AttributeError, RecursionError, OSError) as error:
        raise FolderError(f"{index} of {home.name} is damaged: download it once more.") from error
    if any(path.suffix != Path(index.removesuffix(".index.json")).suffix for path in paths):
        raise FolderError(f"{index} of {home.name} is damaged: download it once more.")
    if lacking:
        raise FolderError(f"The folder {home.name} lacks {lacking[0].name}, which its index names: download it.")
    return paths


def renamed(tensors: dict[str, Tensor], family: Family, plan: Plan, name: str) -> dict[str, Tensor]:
    """The tensors under the names of `Stack`, as float32 and [out, in].

    Raises:
        FolderError: if one belongs to no part of this family, is not of plain numbers, or holds one that is not finite.
    """
    ours: dict[str, Tensor] = {}
    kind_of_model = "language model" if plan.causal else "encoder"
    for name_in_file, tensor in tensors.items():
        plain = _AMONG_OTHERS.sub("", name_in_file, count=1).removeprefix(family.prefix)
        match = _NAME.fullmatch(plain)
        if _UNREAD.fullmatch(plain) or _CLASSIFIER.fullmatch(plain):
            continue
        stem = "" if match is None else match["start"] + (f".{{}}.{match['end']}" if match["layer"] else "")
        if _QUANTIZED.fullmatch(name_in_file):
            raise quantized(name, f"as {name_in_file} says")
        if match is None or stem not in family.names:
            raise FolderError(
                f"The weights of {name} hold {name_in_file}, which is no part of a {kind_of_model} of this kind: "
                "they are of another model, or of a variant that is not supported here."
            )
        if not tensor.is_floating_point():
            raise quantized(name, f"as {name_in_file} says, which holds whole numbers")
        numbers = tensor.float()
        if not (torch.isfinite(numbers.sum()) or torch.isfinite(numbers).all()):  # a sum is soon made
            raise FolderError(
                f"{name_in_file} of {name} holds a number that is not finite: download the weights once more."
            )
        kind = _OLD_KINDS.get(match["kind"], match["kind"])
        if stem in family.transposed and kind == "weight":
            numbers = numbers.T
        prefix = f"blocks.{match['layer']}." if match["layer"] else ""
        try:
            ours |= _parts(f"{prefix}{family.names[stem]}", kind, numbers, family, plan)
        except (RuntimeError, ValueError) as error:
            raise FolderError(
                f"{name_in_file} of {name} has the shape {list(numbers.shape)}, which {plan.n_heads} heads of "
                f"{plan.d_head} do not fill: the weights and config.json are of different models."
            ) from error
    return ours


def classify(tensors: dict[str, Tensor]) -> bool:
    """Whether the weights are those of a classifier, whose head says labels or places and no tokens."""
    return any(_CLASSIFIER.fullmatch(name) for name in tensors)


def _parts(name: str, kind: str, numbers: Tensor, family: Family, plan: Plan) -> dict[str, Tensor]:
    """One tensor under its name, or those that the family keeps in one."""
    if "+" not in name:
        if family.norms_less_one and name.endswith("norm"):
            numbers = numbers + 1
        return {f"{name}.{kind}": numbers}
    start, _, parts = name.rpartition(".")
    pieces = family.splits[parts](numbers, plan)
    return {f"{start}.{part}.{kind}": piece for part, piece in zip(parts.split("+"), pieces, strict=True)}


def _tied(plan: Plan, weights: dict[str, Tensor]) -> tuple[Plan, dict[str, Tensor]]:
    """Embedding and unembedding as one, whichever is there; two that differ stay two, as in the library."""
    one = weights.get("embedding.weight", weights.get("unembedding.weight", torch.empty(0, dtype=torch.float32)))
    other = weights.get("unembedding.weight", one)
    if not torch.equal(one, other):
        return dataclasses.replace(plan, tied=False), weights
    return plan, weights | {"embedding.weight": one, "unembedding.weight": one}


def filled(plan: Plan, weights: dict[str, Tensor], name: str) -> Stack:
    """A stack with these weights, which must be all that it needs, and no others.

    Where the folder has no unembedding at all, as an encoder for sentences has none, the stack predicts nothing.

    Raises:
        FolderError: if a weight is missing, too many, or of another shape.
    """
    if plan.tied and plan.predicts != "nothing":
        plan, weights = _tied(plan, weights)
    head = "head_dense.weight" if plan.predicts == "masked" else "unembedding.weight"
    if head not in weights:
        plan = dataclasses.replace(plan, predicts="nothing")
        weights = {key: tensor for key, tensor in weights.items() if not key.startswith(("head_", "unembedding."))}
    try:
        with torch.device("meta"):  # shapes without numbers
            stack = Stack(plan)
    except RuntimeError as error:
        raise FolderError(f"config.json of {name} is damaged: it asks for sizes that no memory holds.") from error
    needed = {key: tensor.shape for key, tensor in stack.state_dict().items()}
    if missing := sorted(needed.keys() - weights.keys()):
        raise FolderError(
            f"The weights of {name} lack {len(missing)} of {len(needed)} parts, first {missing[0]}: "
            "they are half there, or config.json is of another model."
        )
    if extra := sorted(weights.keys() - needed.keys()):
        raise FolderError(f"The weights of {name} hold {extra[0]}, which its config.json does not speak of.")
    for key, shape in needed.items():
        if weights[key].shape != shape:
            raise FolderError(
                f"{key} of {name} has the shape {list(weights[key].shape)} where its config.json asks for "
                f"{list(shape)}: the two files are of different models."
            )
    stack.load_state_dict(weights, assign=True)
    return stack.requires_grad_(False).eval()


def hold_alone(stack: Stack) -> None:
    """Copy the weights, few once blocks are packed: a mapped file stays in memory while any tensor of it is held."""
    copies: dict[int, Tensor] = {}  # a tied embedding stays one
    for weight in stack.parameters():
        place = weight.data_ptr()
        copies[place] = weight.data = copies[place] if place in copies else weight.data.clone()
