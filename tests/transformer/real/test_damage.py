"""Files with a few bytes or settings changed are opened or refused in a sentence, and no memory is filled."""

import copy
import json
import random
import re
import resource
from pathlib import Path

import numpy as np
import pytest
import torch

from tests.sampled import sampled
from tests.transformer.real.kinds import ENCODER_DECODERS, KINDS, randomized, written
from tests.transformer.real.test_gguf import written as written_gguf
from transformer import FolderError, open_folder, open_translator
from transformer.real.gguf import Gguf
from transformer.real.llama_cpp import open_gguf
from transformer.real.weights import ONE

HEADERS = 400
# Sentences that are no sentences: those of Python's own errors.
_OF_PYTHON = re.compile(
    "damaged: '|object is|iterable|dictionary update|unhashable|subscriptable|has no attribute|NoneType|too large to|"
    "float division|unsupported operand|not supported between|could not convert|arguments?$|invalid literal"
)
_ODD = [
    *(
        None,
        True,
        0,
        -1,
        1,
        2,
        7,
        2**31,
        2**63,
        2**64 - 1,
        10**30,
        10**400,
        0.5,
        -1.5,
        1e308,
        float("nan"),
        float("inf"),
    ),
    *("", "relu", "full_attention", "ü" * 50, [], [0], [[]], {}),
    *({"rope_type": "linear"}, {"rope_type": "linear", "factor": 0}),
]


@pytest.fixture(autouse=True)
def _memory_is_bounded():
    """Whatever asks for much more memory than a tiny model takes fails in this process."""
    if not Path("/proc/self/statm").is_file():  # macOS, where no such limit holds
        yield
        return
    now = int(Path("/proc/self/statm").read_text().split()[0]) * resource.getpagesize()
    before = resource.getrlimit(resource.RLIMIT_AS)
    resource.setrlimit(resource.RLIMIT_AS, (now + 2**30, before[1]))
    yield
    resource.setrlimit(resource.RLIMIT_AS, before)


def tried(opening) -> str | None:
    """The sentence that something is refused with, if it is; any other error fails the test."""
    try:
        opening()
    except FolderError as error:
        assert str(error).endswith("."), error
        assert not _OF_PYTHON.search(str(error)), error
        return str(error)
    return None


def with_bytes_changed(whole: bytes, end: int, chance: random.Random) -> bytes:
    """The file with one to four bytes, numbers or stretches of its first `end` bytes changed."""
    spoiled = bytearray(whole)
    for _ in range(chance.randint(1, 4)):
        at = chance.randrange(end)
        match chance.randrange(5):
            case 0:
                spoiled[at] = chance.randrange(256)
            case 1:
                spoiled[at] ^= 1 << chance.randrange(8)
            case 2:
                number = chance.choice([0, 1, 3, 2**16, 2**31, 2**32 - 1, 2**61, 2**63, 2**64 - 1])
                spoiled[at : at + 8] = number.to_bytes(8, "little")
            case 3:
                del spoiled[at : at + chance.randint(1, 9)]
            case 4:
                spoiled[at:at] = bytes(chance.randrange(256) for _ in range(chance.randint(1, 9)))
    return bytes(spoiled)


@pytest.fixture(scope="module")
def gguf_bytes(tmp_path_factory) -> bytes:
    return written_gguf(randomized(KINDS["llama-plain"]()), tmp_path_factory.mktemp("gguf") / "tiny.gguf").read_bytes()


@pytest.mark.parametrize("seed", sampled(range(4), [0]))
def test_headers_of_gguf(gguf_bytes, seed, tmp_path) -> None:
    chance, path = random.Random(seed), tmp_path / "tiny.gguf"
    end = gguf_bytes.index(b"output_norm.weight") + 80  # of what stands before the numbers
    found = []
    for _ in range(HEADERS // 4):
        path.write_bytes(with_bytes_changed(gguf_bytes, end, chance))
        found.append(tried(lambda: open_gguf(path, "tiny")))
    assert sum(sentence is not None for sentence in found) > HEADERS / 12


def field(name: str, kind: int, value: bytes) -> bytes:
    return len(name).to_bytes(8, "little") + name.encode() + kind.to_bytes(4, "little") + value


def whole(n: int, size: int = 8) -> bytes:
    return n.to_bytes(size, "little")


def one_tensor(path: Path, *, fields=(), axes=(64,), kind=2, offset=0, size=36, before=b"") -> Path:
    """A GGUF file of one tensor, written by hand, so that nothing keeps it from being wrong."""
    head = b"GGUF" + whole(3, 4) + whole(1) + whole(len(fields)) + b"".join(fields)
    head += whole(1) + b"t" + whole(len(axes), 4) + b"".join(map(whole, axes)) + whole(kind, 4) + whole(offset)
    path.write_bytes(head + bytes(-len(head) % 32) + bytes(size))
    return path


def test_a_tensor_written_by_hand_is_read(tmp_path) -> None:
    assert Gguf(one_tensor(tmp_path / "t.gguf")).tensor("t").shape == (64,)
    aligned = [field("general.alignment", 4, whole(32, 4))]
    assert Gguf(one_tensor(tmp_path / "t.gguf", fields=aligned)).tensor("t").shape == (64,)


@pytest.mark.parametrize(
    "wrong",
    [
        {"fields": [field("general.alignment", 4, whole(0, 4))]},
        {"fields": [field("general.alignment", 8, whole(2) + b"32")]},
        {"fields": [field("general.alignment", 6, np.float32(32).tobytes())]},
        {"fields": [field("deep", 9, (whole(9, 4) + whole(1)) * 5000)]},
        {"fields": [field("long", 9, whole(10, 4) + whole(2**61))]},
        {"fields": [field("odd", 77, b"")]},
        {"axes": (63,)},
        {"axes": (16, 4)},
        {"axes": (0,)},
        {"axes": ()},
        {"axes": (2,) * 5},
        {"axes": (2**40,)},
        {"axes": (2**63, 2**63)},
        {"offset": 1},
        {"offset": 2**63},
        {"size": 35},
    ],
    ids=str,
)
def test_what_a_file_cannot_hold_is_refused(wrong, tmp_path) -> None:
    path = one_tensor(tmp_path / "t.gguf", **wrong)
    sentence = tried(lambda: Gguf(path).tensor("t"))
    assert sentence == "t.gguf is damaged or half there: install it once more."


@pytest.mark.parametrize("kind", sampled(["llama", "gpt2", "bert"], ["gpt2"]))
def test_headers_of_safetensors(kind, tmp_path) -> None:
    home = written(randomized(KINDS[kind]()), tmp_path / "tiny")
    sound, chance = (home / ONE).read_bytes(), random.Random(kind)
    header = 8 + int.from_bytes(sound[:8], "little")
    for _ in range(HEADERS // 4):
        (home / ONE).write_bytes(with_bytes_changed(sound, header, chance))
        tried(lambda: open_folder(home))


def with_settings_changed(config: dict, chance: random.Random) -> dict:
    """The config with one to three settings, on whatever level, changed or left out."""
    spoiled = copy.deepcopy(config)
    for _ in range(chance.randint(1, 3)):
        inside = spoiled
        deeper = [value for value in spoiled.values() if isinstance(value, dict) and value]
        if deeper and chance.random() < 0.3:
            inside = chance.choice(deeper)
        key = chance.choice([*inside, "rope_scaling", "rope_theta", "layer_types", "head_dim", "sliding_window"])
        if chance.random() < 0.1:
            inside.pop(key, None)
        else:
            inside[key] = copy.deepcopy(chance.choice(_ODD))
    return spoiled


def stages_of(home: Path) -> None:
    """Open a folder, and compute with what came of it."""
    model = open_folder(home)
    model.transformer.stages(torch.tensor([5, 7, 9][: model.plan.max_tokens]))


@pytest.mark.parametrize("kind", sampled([*KINDS, *ENCODER_DECODERS], ["llama", "t5"]))
def test_settings_of_any_kind(kind, tmp_path) -> None:
    sides = kind in ENCODER_DECODERS
    home = written(randomized((ENCODER_DECODERS if sides else KINDS)[kind]()), tmp_path / "tiny")
    config, chance = json.loads((home / "config.json").read_text()), random.Random(kind)
    for _ in range(HEADERS // 10):
        (home / "config.json").write_text(json.dumps(with_settings_changed(config, chance)))
        if sides:
            tried(lambda: open_translator(home).trace("bear", "ours"))
        else:
            tried(lambda: stages_of(home))


@pytest.mark.parametrize("written_instead", ["[" * 100_000, '{"a":' * 100_000, "NaN"], ids=["lists", "objects", "NaN"])
@pytest.mark.parametrize("name", ["config.json", "tokenizer.json"])
def test_json_of_no_sense(name, written_instead, tmp_path) -> None:
    home = written(randomized(KINDS["gpt2"]()), tmp_path / "tiny")
    (home / name).write_text(written_instead)
    assert tried(lambda: open_folder(home)).startswith(f"{name} of tiny is damaged")
