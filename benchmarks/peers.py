"""Every stage of a forward pass, and all heads as a picture, against the libraries of the field.

pip install -r benchmarks/requirements.txt, then python -m benchmarks.peers; with SmolLM2 where `make real` put it.
"""

import importlib

import numpy as np
import torch

from benchmarks import peers_real
from benchmarks.timing import medians
from benchmarks.trace import TEXT
from headlight.frame.reading import one_core_each
from headlight.pictures.board import collecting
from headlight.pictures.head_grid import head_grid
from transformer import LanguageModel, installed, load
from transformer.bundled.folders import MODELS, TOKENIZER

REPEATS = 40


@torch.inference_mode()
def forward_passes(model: LanguageModel, n_tokens: int) -> dict[str, float]:
    """Milliseconds of one pass with what each library keeps, in models of the same sizes."""
    config = model.config
    text = " ".join((TEXT * 5).split()[:n_tokens])
    ids = torch.tensor([[token.id for token in model.tokenizer.encode(text)]])
    transformers, lens = importlib.import_module("transformers"), importlib.import_module("transformer_lens")
    gpt2 = transformers.GPT2LMHeadModel(
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
    hooked = lens.TransformerBridge.boot_transformers("gpt2", hf_model=gpt2, tokenizer=tokenizer)
    return medians(
        {
            "Headlight, trace: every stage, as arrays, tokenizer included": lambda: model.trace(text),
            "transformers, GPT-2: attentions and hidden states": lambda: gpt2(
                ids, output_attentions=True, output_hidden_states=True
            ),
            "TransformerLens, run_with_cache: every stage": lambda: hooked.run_with_cache(ids),
        },
        REPEATS,
    )


def pictures(model: LanguageModel) -> dict[str, tuple[float, int]]:
    """Milliseconds and bytes of all heads of 16 tokens as a picture: ours, and BertViz's model view."""
    trace = model.trace(" ".join(TEXT.split()[:16]))
    attention = [torch.tensor(layer.pattern)[None] for layer in trace.layers]
    bertviz = importlib.import_module("bertviz")
    sizes = {}

    def ours() -> None:
        names = [[""] * model.config.n_heads] * model.config.n_layers
        with collecting(trace.text, model.name) as board:
            head_grid(
                trace.patterns,
                hidden=np.isneginf(trace.layers[0].masked[0]),
                tokens=trace.words,
                selected=(0, 0),
                names=names,
                key="heads",
                on_head=lambda head: None,
            )
        sizes["Headlight, head grid"] = len(board.message())

    def theirs() -> None:
        page = bertviz.model_view(attention, trace.words, html_action="return")
        sizes["BertViz, model view"] = len(page.data.encode())

    found = medians({"Headlight, head grid": ours, "BertViz, model view": theirs}, REPEATS)
    return {name: (found[name], sizes[name]) for name in found}


def main() -> None:
    one_core_each()
    np.random.seed(0)
    model = load("story")
    for n_tokens in (16, 64):
        print(f"\none pass over {n_tokens} tokens, one core (milliseconds)")
        found = forward_passes(model, n_tokens)
        own = next(iter(found.values()))
        for name, milliseconds in found.items():
            print(f"{name:64}{milliseconds:8.1f}{milliseconds / own:8.2f}")
    print("\nall heads of 16 tokens as a picture, made on the server (milliseconds, bytes)")
    for name, (milliseconds, count) in pictures(model).items():
        print(f"{name:64}{milliseconds:8.1f}{count:12,}")
    if peers_real.NAME in installed():
        peers_real.compare()
    else:
        print(f"\n{peers_real.NAME} is not installed: make real")


if __name__ == "__main__":
    main()
