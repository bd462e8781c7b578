"""The card of the language model that is bundled at several times of its training, from the files in its folder."""

import json
import math
from pathlib import Path

from training.cards.language_model import sizes
from training.cards.parts import SOURCES, checksums, table
from training.cards.training_text import text_of
from training.data import TEACHING
from transformer.bundled.folders import CONFIG, sha256
from transformer.bundled.growing import MEASURED, SNAPSHOTS
from transformer.bundled.load import tokenizer_and_config
from transformer.experiments.minimal_pairs import share_right


def card(home: Path) -> str:
    """The text of the card.

    Raises:
        ValueError: if the snapshots were measured in another state.
    """
    training, measured = (json.loads((home / name).read_text("utf-8")) for name in ("training.json", MEASURED))
    if measured["weights_sha256"] != sha256(home / SNAPSHOTS):
        raise ValueError(f"{MEASURED} was measured on other weights: run python -m training.growth first")
    settings, last = training["settings"], training["log"][-1]
    teaching = [path.read_text(encoding="utf-8").splitlines() for path in TEACHING.glob("*.txt")]
    parts = (
        _purpose(home, measured),
        _architecture(home),
        text_of(settings, last["tokens"], sum(bool(line.strip()) for lines in teaching for line in lines)),
        _training(settings, last),
        _snapshots(measured),
        _limits(),
        checksums("Checksums of the training text", settings),
    )
    return "\n\n".join(part.strip() for part in parts) + "\n"


def _purpose(home: Path, measured: dict) -> str:
    steps = [entry["step"] for entry in measured["snapshots"]]
    return f"""
# Model card: {home.name}

One small decoder-only transformer, with its weights after each of {len(steps)} steps of its training:
{", ".join(f"{step:,}" for step in steps)}. It was trained once for Headlight, so that a reader can move a slider of
training time and see a language model grow up. It shares the tokenizer of the model `story`.

**For:** watching what a model learns first and what later. **Not for:** facts, advice, decisions about people, or text
shown to readers without a warning."""


def _architecture(home: Path) -> str:
    _, config = tokenizer_and_config(home / CONFIG)
    blocks = config.n_layers * (4 * config.d_model**2 + 2 * config.d_model * config.d_mlp)
    rows = [
        *sizes(config),
        ("unembedding", "the embedding, transposed"),
        ("weights: embedding", f"{config.vocab_size * config.d_model:,}"),
        ("weights: matrices of the blocks", f"{blocks:,}"),
        ("file", f"`{SNAPSHOTS}`, {(home / SNAPSHOTS).stat().st_size / 1e6:.1f} MB"),
    ]
    return f"""
## Architecture

{table(("what", "size"), rows)}

sha256 of `{SNAPSHOTS}`: `{sha256(home / SNAPSHOTS)}`

**Rounded.** Each matrix is kept in 8 bits: a row is whole numbers from -127 to 127 and one 32-bit scale, so a weight is
off by at most 1/254 of the largest of its row. Norms and biases are kept whole. What this does to the loss stands in
the table of snapshots below."""


def _training(settings: dict, last: dict) -> str:
    length = settings["config"]["max_tokens"]
    rows = [
        ("steps", f"{last['step']:,}"),
        ("rows in each step", f"{settings['rows_per_step']} of {length} tokens, from the start of a paragraph"),
        ("tokens seen", f"{last['tokens'] / 1e6:.1f} million"),
        (
            "optimizer, matrices of the blocks",
            f"Muon (Jordan et al. 2024), rate {settings['matrix_rate']:g}, momentum 0.95, weight decay 0.1",
        ),
        ("optimizer, all else", f"AdamW, rate {settings['other_rate']:g}, betas 0.9 and 0.99, no weight decay"),
        ("schedule", "linear warmup (100 steps), constant to 40% of the steps, then linear decay to zero"),
        ("gradient clipping", "norm 1"),
        ("numbers", settings["precision"]),
        ("dropout", "none"),
        ("seed", settings["seed"]),
        ("time", f"{last['seconds'] / 60:.0f} minutes of a share of one busy core"),
        ("torch", settings["torch"]),
    ]
    return f"""
## Training

{table(("what", "setting"), rows)}"""


def _snapshots(measured: dict) -> str:
    text = measured["text"]
    rows = [
        (
            f"{entry['step']:,}",
            f"{entry['exact']:.3f}",
            f"{entry['whole']:.3f}",
            f"{entry['alone']:.3f}",
            f"{best['score']:.2f} ({best['baseline']:.2f})",
            *(f"{share_right(pairs):.0%}" for pairs in entry["grammar"].values()),
        )
        for entry in measured["snapshots"]
        for best in [entry["best"]["previous_token"]]
    ]
    kinds = list(measured["snapshots"][0]["grammar"])
    head = ("step", "loss", "in 8 bits", "given one token", "previous-token head", *kinds)
    return f"""
## What was measured of each snapshot

{table(head, rows)}

Losses are nats a token on {text["windows"]} windows of {text["tokens_per_window"]} tokens of held-out text
({", ".join(SOURCES[source].title for source in text["sources"])}); a model that knew nothing would have
{math.log(8192):.2f}. "Given one token" is the loss where each token is given the one before it and nothing else.
The previous-token head is the one that puts most weight on the token before its query, on average; in brackets the
same after each query's weights were shuffled among the keys that it may look at. The last columns say in how many pairs
of `transformer/experiments/minimal_pairs.py` the right word is likelier than the wrong one: guessing gets one half, and
the pairs are few."""


def _limits() -> str:
    return """
## Limits and biases

- It is one run from one seed. No second was made, so what another seed learns first, and when, is not known.
- It is small and read little text: it writes words that belong together and few sentences that mean something.
- The sources of its text, and so its limits and biases, are those of the model `story`: see that model's card."""
