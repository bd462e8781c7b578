"""The sizes of this model beside those of the paper's base model, of GPT-2 and of GPT-3."""

from headlight.pictures import Screen
from transformer import Config
from transformer.readings.sizes import GPT_2_SMALL, GPT_3, count, encoder_decoder

PAPER = {"vocab_size": 37_000, "n_layers": 6, "d_model": 512, "d_mlp": 2_048}  # Vaswani et al. 2017, table 3, base
PRINTED = 65  # million, in the same table; how they were counted is not said
OTHERS = {"GPT-2 small, 2019": GPT_2_SMALL, "GPT-3, 2020": GPT_3}


def large(number: int) -> str:
    """A count of learned numbers, to three digits."""
    for size, name in ((10**9, "billion"), (10**6, "million")):
        if number >= size:
            return f"{number / size:.3g} {name}"
    return f"{number:,}"


def columns(config: Config) -> dict[str, list[str]]:
    """The table, column by column: the name of each size, then a column for each model."""
    named = "layers (N), heads (h), d_model, d_head (d_k), d_mlp (d_ff), longest text, vocabulary, learned numbers"
    paper = ["6 + 6", "8", "512", "64", "2,048", "not said", "about 37,000"]
    table: dict[str, list[str]] = {
        "": [*named.split(", ")],
        "here": _sizes(config, count(config).total),
        "the paper, 2017": [*paper, f"{large(encoder_decoder(**PAPER))} (prints {PRINTED})"],
    }
    return table | {name: _sizes(other, count(other, attention_biases=True).total) for name, other in OTHERS.items()}


def _sizes(config: Config, learned: int) -> list[str]:
    sizes = (config.n_layers, config.n_heads, config.d_model, config.d_head, config.d_mlp)
    return [f"{size:,}" for size in (*sizes, config.max_tokens, config.vocab_size)] + [large(learned)]


def show(screen: Screen, config: Config) -> None:
    """Draw the table: d_model is heads times d_head."""
    screen.heading("From here to GPT-3", "")
    table = columns(config)
    screen.table(
        table,
        formats=dict.fromkeys(list(table)[1:], ""),
        alt="Sizes of this model, of the base model of the paper, of GPT-2 small and of GPT-3.",
        key="sizes",
    )
