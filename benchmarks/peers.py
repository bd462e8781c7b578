"""Every stage of a forward pass, and all heads as a picture, against the libraries of the field.

`pip install -e ".[peers]"` and `make real` bring what it needs.
"""

import importlib
from collections.abc import Callable

import numpy as np
import torch

from benchmarks import peers_real, timing
from benchmarks.timing import Taken, in_turns
from benchmarks.trace import TEXT
from headlight import show
from headlight.reading.threads import one_core_each
from transformer import LanguageModel, load
from transformer.bundled.folders import MODELS, TOKENIZER

REPEATS = 40


@torch.inference_mode()
def forward_passes(model: LanguageModel, n_tokens: int) -> dict[str, dict[str, Taken]]:
    """A text with what each library keeps of it, in models of the same sizes, by where logits are computed.

    All cut the text into tokens in each turn.
    """
    config = model.config
    text = " ".join((TEXT * 5).split()[:n_tokens])
    transformers, lens = importlib.import_module("transformers"), importlib.import_module("transformer_lens")
    theirs = transformers.GPT2LMHeadModel(
        transformers.GPT2Config(
            n_layer=config.n_layers,
            n_head=config.n_heads,
            n_embd=config.d_model,
            n_positions=config.max_tokens,
            vocab_size=config.vocab_size,
            bos_token_id=0,
            eos_token_id=0,
            attn_implementation="eager",  # the others do not return weights
        )
    ).eval()
    tokenizer = transformers.PreTrainedTokenizerFast(tokenizer_file=str(MODELS / model.name / TOKENIZER))
    hooked = lens.TransformerBridge.boot_transformers("gpt2", hf_model=theirs, tokenizer=tokenizer)

    def ids() -> torch.Tensor:
        return tokenizer(text, return_tensors="pt").input_ids

    def gpt2(**last: int) -> object:
        return theirs(ids(), output_attentions=True, output_hidden_states=True, **last)

    everywhere: dict[str, Callable[[], object]] = {
        "Headlight, trace: every stage, as arrays": lambda: model.trace(text).logits,
        "transformers, GPT-2: attentions and hidden states": gpt2,
        "TransformerLens, run_with_cache: every stage": lambda: hooked.run_with_cache(ids()),
    }
    last = (lambda: model.trace(text).next_logits, lambda: gpt2(logits_to_keep=1),
            lambda: hooked.run_with_cache(ids(), logits_to_keep=1))  # fmt: skip
    return {
        "all logits": in_turns(everywhere, REPEATS),
        "the last": in_turns(dict(zip(everywhere, last, strict=True)), REPEATS),
    }


def pages(model: LanguageModel, n_tokens: int) -> dict[str, tuple[Taken, int]]:
    """Measure a page of all heads and its bytes: ours, which needs no network, and BertViz's model view."""
    trace = model.trace(" ".join((TEXT * 5).split()[:n_tokens]))
    attention = [torch.tensor(layer.pattern)[None] for layer in trace.layers]
    bertviz = importlib.import_module("bertviz")
    making = {
        "Headlight, show": lambda: show(trace).page,
        "BertViz, model view": lambda: bertviz.model_view(attention, trace.words, html_action="return").data,
    }
    taken = in_turns(making, REPEATS)
    return {name: (taken[name], len(make().encode())) for name, make in making.items()}


def table() -> str:
    """Return one pass of each library and a page of all heads, then the same of SmolLM2."""
    one_core_each()
    np.random.seed(0)
    model, columns, lines = load("story"), list[str](), dict[str, list[str]]()
    for n_tokens in (16, 64):
        for logits, found in forward_passes(model, n_tokens).items():
            columns.append(f"{n_tokens} tokens, {logits}")
            for (name, taken), ours in zip(found.items(), (True, False, False), strict=True):
                shown = f"{taken.milliseconds:.1f} ms" if ours else f"{taken.ratio:.2f}"
                lines.setdefault(name, []).append(shown)
    passes = timing.table(["one pass, times ours", *columns], [[name, *cells] for name, cells in lines.items()])
    made = {n_tokens: pages(model, n_tokens) for n_tokens in (16, 64)}
    sizes = [
        [name, *(f"{made[n][name][1] / 1000:,.0f} kB in {made[n][name][0].milliseconds:.0f} ms" for n in made)]
        for name in made[16]
    ]
    whole = timing.table(["all heads as a page to keep", *(f"{n} tokens" for n in made)], sizes)
    return f"{timing.day()}\n\n{passes}\n\n{whole}\n\n{peers_real.table()}"
