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

from benchmarks import timing
from benchmarks.timing import Taken, in_turns
from benchmarks.trace import TEXT
from transformer import OpenedModel, open_installed
from transformer.real.families import FAMILIES

NAME = "SmolLM2"
REPEATS = {16: 15, 64: 15, 1024: 3}  # by how many tokens there are
_PEER = """
import torch
from transformers import LlamaForCausalLM, PreTrainedTokenizerFast
torch.set_grad_enabled(False)
tokenizer = PreTrainedTokenizerFast(tokenizer_file=f"{home}/tokenizer.json")
peer = LlamaForCausalLM.from_pretrained(home, attn_implementation="eager", dtype=torch.float32).eval()
ids = lambda text: tokenizer(text, return_tensors="pt").input_ids
"""
# What opens the folder `home` and leaves `run`, which reads a text and computes all logits. It times imports too.
OPENING = {
    "Headlight, trace": """
from transformer import open_folder
model = open_folder(home, 1024)
def run(text):
    trace = model.trace(text)
    return trace.logits
""",
    "transformers, eager": _PEER
    + """
def run(text):
    return peer(ids(text), output_attentions=True, output_hidden_states=True).logits[0]
""",
    "TransformerLens, run_with_cache": _PEER
    + "from transformer_lens import TransformerBridge\n"
    + "bridge = TransformerBridge.boot_transformers(home, hf_model=peer, tokenizer=tokenizer)\n"
    + """
def run(text):
    return bridge.run_with_cache(ids(text))[0][0]
""",
}
_ALONE = """
import json, os, sys, time
began, home = time.perf_counter(), sys.argv[1]
{opening}
seconds = time.perf_counter() - began
kept = run("{text}")
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


def opened(name: str, home: Path) -> Callable[[str], Any]:
    """One of the libraries with the model open: a pass over a text with all that it keeps, which returns the logits."""
    scope: dict[str, Any] = {"home": str(home)}
    exec(OPENING[name], scope)
    return scope["run"]


@torch.inference_mode()
def passes(home: Path) -> Iterator[tuple[int, dict[str, Taken]]]:
    """One pass of each library, and over how many tokens; first their logits are compared."""
    libraries = {name: opened(name, home) for name in OPENING}
    pieces = open_installed(NAME).tokenizer.pieces
    for n_tokens, repeats in REPEATS.items():
        text = pieces.decode(pieces.encode(TEXT * (n_tokens // 8)).ids[:n_tokens])
        logits = [np.asarray(run(text)) for run in libraries.values()]
        assert all(np.allclose(logits[0], each, atol=1e-3) for each in logits), "the weights are not the same"
        yield n_tokens, in_turns({name: partial(run, text) for name, run in libraries.items()}, repeats)


def alone(name: str, home: Path) -> dict[str, float]:
    """Measure a library in its own process: seconds from its first import to the open model, and megabytes."""
    script = _ALONE.format(opening=OPENING[name], text=" ".join(TEXT.split()[:16]))
    said = subprocess.run([sys.executable, "-c", script, str(home)], check=True, capture_output=True, text=True)
    return json.loads(said.stdout.splitlines()[-1])


def table() -> str:
    """Return what each library takes to open SmolLM2, and for a pass."""
    with TemporaryDirectory() as folder:
        home = Path(folder)
        write_folder(home)
        costs = {name: alone(name, home) for name in OPENING}
        found = dict(passes(home))
    lines = []
    for name, cost in costs.items():
        taken = [each[name] for each in found.values()]
        first = name == next(iter(OPENING))
        cells = [f"{each.milliseconds:,.0f} ms" if first else f"{each.ratio:.2f}" for each in taken]
        lines.append([name, f"{cost['seconds']:.1f} s", f"{cost['megabytes']:,.0f} MB", *cells])
    return timing.table([f"{NAME}, times ours", "opened in", "memory", *(f"{n:,} tokens" for n in found)], lines)
