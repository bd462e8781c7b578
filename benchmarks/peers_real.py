"""SmolLM2 against the libraries of the field: the same weights, opened by each from the same folder.

benchmarks/peers.py runs it. Each library is also opened in a process of its
own, which says how long its import and the model took, and how much memory it has after one pass.
"""

import importlib
import json
import subprocess
import sys
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import numpy as np
import torch

from benchmarks.timing import Taken, in_turns
from benchmarks.trace import TEXT
from transformer import OpenedModel, open_installed
from transformer.real.families import FAMILIES

NAME = "SmolLM2"
TEXTS, TOKENS_OF_EACH, REPEATS_OF_BATCH = 64, 16, 7
REPEATS = {8: 15, 16: 15, 64: 15, 256: 9, 1024: 3}  # by how many tokens there are
KEEPS = {
    "Headlight, trace": "every stage of every head, as arrays",
    "transformers, eager": "attentions and hidden states",
    "TransformerLens, run_with_cache": "every stage, as tensors",
}
_PEER = """
import torch
from transformers import LlamaForCausalLM, PreTrainedTokenizerFast
torch.set_grad_enabled(False)
tokenizer = PreTrainedTokenizerFast(tokenizer_file=f"{home}/tokenizer.json")
peer = LlamaForCausalLM.from_pretrained(home, attn_implementation="eager", dtype=torch.float32).eval()
ids = lambda text: tokenizer(text, return_tensors="pt").input_ids
"""
# What opens the folder `home` and leaves `run`, which reads a text and computes logits at every position or at the last
# alone; also run in a process of its own, to time imports.
OPENING = {
    "Headlight, trace": """
from transformer import open_folder
model = open_folder(home, 1024)
def run(text, last):
    trace = model.trace(text)
    return trace, trace.next_logits if last else trace.logits
""",
    "transformers, eager": _PEER
    + """
def run(text, last):
    found = peer(ids(text), output_attentions=True, output_hidden_states=True, logits_to_keep=int(last))
    return found, found.logits[0]
""",
    "TransformerLens, run_with_cache": _PEER
    + "from transformer_lens import TransformerBridge\n"
    + "bridge = TransformerBridge.boot_transformers(home, hf_model=peer, tokenizer=tokenizer)\n"
    + """
def run(text, last):
    logits, cache = bridge.run_with_cache(ids(text), logits_to_keep=int(last))
    return cache, logits[0]
""",
}
# And `many`, which reads several texts of as many tokens at once, and computes logits at the last position of each.
BATCH = {
    "Headlight, trace": """
from headlight.library.model import Model
library = Model(model)
def many(texts):
    runs = library.run(texts)
    return runs, runs.next_logits
""",
    "transformers, eager": """
def many(texts):
    found = peer(ids(texts), output_attentions=True, output_hidden_states=True, logits_to_keep=1)
    return found, found.logits[:, 0]
""",
    "TransformerLens, run_with_cache": """
def many(texts):
    logits, cache = bridge.run_with_cache(ids(texts), logits_to_keep=1)
    return cache, logits[:, 0]
""",
}
_ALONE = """
import json, os, sys, time
began, home = time.perf_counter(), sys.argv[1]
{opening}
seconds = time.perf_counter() - began
kept = run("{text}", False)
pages = int(open("/proc/self/statm").read().split()[1])
print(json.dumps({{"seconds": seconds, "megabytes": pages * os.sysconf("SC_PAGE_SIZE") / 2**20}}))
"""


def in_transformers(model: OpenedModel) -> Any:
    """Open the same Llama in the transformers library, which shares its weights."""
    transformers = importlib.import_module("transformers")
    plan, family = model.transformer.plan, FAMILIES["llama"]
    config = transformers.LlamaConfig(
        vocab_size=plan.vocab_size,
        hidden_size=plan.d_model,
        intermediate_size=plan.d_mlp,
        num_hidden_layers=plan.n_layers,
        num_attention_heads=plan.n_heads,
        num_key_value_heads=plan.n_kv_heads,
        head_dim=plan.d_head,
        max_position_embeddings=plan.max_tokens,
        rms_norm_eps=plan.epsilon,
        rope_parameters={
            "rope_type": "default",
            "rope_theta": float(plan.rotary_frequencies[0][1] ** (-plan.d_head / 2)),
        },
        tie_word_embeddings=plan.tied,
        bos_token_id=0,
        eos_token_id=0,
    )
    theirs = {ours: written for written, ours in family.names.items()}
    weights = {}
    for name, tensor in model.transformer.state_dict().items():
        _, layer, inside = name.split(".", 2) if name.startswith("blocks.") else ("", "", name)
        part, _, kind = inside.rpartition(".")
        stem = "lm_head" if part == "unembedding" else family.prefix + theirs[part].format(layer)
        weights[f"{stem}.{kind}"] = tensor
    with importlib.import_module("transformers.initialization").no_init_weights():  # they are replaced
        peer = transformers.LlamaForCausalLM(config)
    peer.load_state_dict(weights, assign=True)
    return peer.eval()


def write_folder(home: Path) -> None:
    """SmolLM2 as Hugging Face would have it: config.json, tokenizer.json and safetensors in float32."""
    model = open_installed(NAME)
    in_transformers(model).save_pretrained(home)
    model.tokenizer.pieces.save(str(home / "tokenizer.json"))


def opened(name: str, home: Path) -> tuple[Callable[[str, bool], Any], Callable[[list[str]], Any]]:
    """One of the libraries with the model open: a pass over a text, or several, with all that it keeps, and logits."""
    scope: dict[str, Any] = {"home": str(home)}
    exec(OPENING[name] + BATCH[name], scope)
    return scope["run"], scope["many"]


@torch.inference_mode()
def passes(home: Path, names: list[str]) -> Iterator[tuple[str, dict[str, Taken]]]:
    """One pass of each library, and over how many tokens, with which logits; first their logits are compared."""
    libraries = {name: opened(name, home) for name in names}
    read = {name: run for name, (run, _) in libraries.items()}
    pieces = open_installed(NAME).tokenizer.pieces
    for n_tokens, repeats in REPEATS.items():
        text = pieces.decode(pieces.encode(TEXT * (n_tokens // 8)).ids[:n_tokens])
        for last, where in ((False, "logits at every position"), (True, "logits at the last position alone")):
            logits = [np.asarray(run(text, last)[1]) for run in read.values()]
            if last:
                logits = [each.reshape(1, -1) for each in logits]
            assert all(each.shape == (1 if last else n_tokens, logits[0].shape[1]) for each in logits)
            assert all(np.allclose(logits[0], each, atol=1e-3) for each in logits), "the weights are not the same"
            runs = {name: partial(run, text, last) for name, run in read.items()}
            yield f"{n_tokens} tokens, {where}", in_turns(runs, repeats)
    texts = texts_of(pieces, TEXTS, TOKENS_OF_EACH)
    logits = [np.stack([np.asarray(row) for row in many(texts)[1]]) for _, many in libraries.values()]
    assert all(each.shape[0] == TEXTS and np.allclose(logits[0], each, atol=1e-3) for each in logits)
    batches = {name: partial(many, texts) for name, (_, many) in libraries.items()}
    yield (
        f"{TEXTS} texts of {TOKENS_OF_EACH} tokens, logits at the last position alone",
        in_turns(batches, REPEATS_OF_BATCH),
    )


def texts_of(pieces: Any, count: int, n_tokens: int) -> list[str]:
    """Texts of as many tokens each, which begin at other words."""
    words = TEXT.split()
    found = [" ".join((words[start:] + words[:start]) * 2) for start in range(len(words))]
    cut = [pieces.decode(pieces.encode(text).ids[:n_tokens]) for text in found]
    fit = [text for text in cut if len(pieces.encode(text).ids) == n_tokens]
    return [fit[place % len(fit)] for place in range(count)]


def alone(name: str, home: Path) -> dict[str, float]:
    """Measure a library in its own process: seconds from its first import to the open model, and megabytes."""
    script = _ALONE.format(opening=OPENING[name], text=" ".join(TEXT.split()[:16]))
    said = subprocess.run([sys.executable, "-c", script, str(home)], check=True, capture_output=True, text=True)
    return json.loads(said.stdout.splitlines()[-1])


def compare() -> None:
    """Print what each library takes, and what it keeps."""
    with TemporaryDirectory() as folder:
        home = Path(folder)
        write_folder(home)
        names = list(KEEPS)
        print(f"\n{NAME}, the same weights in float32: from first import to open model; memory after a pass")
        for name in names:
            cost = alone(name, home)
            print(f"{name:36}{cost['seconds']:8.1f} s{cost['megabytes']:8.0f} MB   {KEEPS[name]}")
        for what, found in passes(home, names):
            print(f"\n{NAME} over {what}")
            for each, taken in found.items():
                print(f"{each:64}{taken}", flush=True)
