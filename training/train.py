"""Train a decoder-only transformer on the project's text: python -m training.train --help."""

import argparse
import dataclasses
import json
from typing import cast

import numpy as np
import torch
from jaxtyping import Int
from torch import Tensor, nn
from torch.nn.functional import cross_entropy

from training.data import MIX, Rows, Split, Stream, checksums, read
from training.optimizing import Progress, config_of, fit, optimizers, options_of_a_run, tokenizer_of
from transformer.config import Config
from transformer.model import Transformer
from transformer.tokenizer import Tokenizer

TEACHING_REPEATS = 12  # in the tokenizer's text only: enough that "hiking" becomes one token


def train_tokenizer(splits: dict[str, Split], vocab_size: int) -> Tokenizer:
    """BPE on the training half of every source, the teaching sentences repeated."""

    def texts():
        for source, split in splits.items():
            for _ in range(TEACHING_REPEATS if source == "teaching" else 1):
                for document in split.train:
                    yield from document

    return Tokenizer.train(texts(), vocab_size)


@torch.inference_mode()
def validation_losses(
    model: Transformer, streams: dict[str, Stream], device: str, limit: int | None = None
) -> dict[str, float]:
    """Nats a token for each source: held-out text in consecutive windows of max_tokens, at most `limit` windows."""
    length = model.config.max_tokens
    losses = {}
    for source, stream in streams.items():
        count = (len(stream.ids) - 1) // length
        count = max(1, min(count, limit or count))
        total, tokens = 0.0, 0
        for first in range(0, count, 16):
            rows = [stream.ids[at * length : (at + 1) * length + 1] for at in range(first, min(first + 16, count))]
            for size in sorted({len(row) for row in rows}):
                ids = torch.from_numpy(np.stack([row for row in rows if len(row) == size]).astype(np.int64)).to(device)
                logits = model(ids[:, :-1]).float()
                total += cross_entropy(logits.flatten(0, 1), ids[:, 1:].flatten(), reduction="sum").item()
                tokens += ids[:, 1:].numel()
        losses[source] = total / tokens
    return losses


def parse(arguments: list[str] | None) -> argparse.Namespace:
    """The options of a run; None stands for the command line."""
    parser = options_of_a_run(__doc__, check_every=500)
    parser.add_argument("--positions", default="sinusoidal", choices=["none", "sinusoidal", "learned", "rotary"])
    parser.add_argument("--layers", type=int, default=6)
    parser.add_argument("--max-tokens", type=int, default=128)
    parser.add_argument("--vocab", type=int, default=8192)
    parser.add_argument("--batch", type=int, default=32, help="rows of max_tokens in one step")
    parser.add_argument("--compile", action="store_true", help="torch.compile: about 15 %% faster on a CPU")
    parser.add_argument("--snapshots", type=int, nargs="+", default=[], help="steps whose weights are kept")
    return parser.parse_args(arguments)


def write_settings(
    options: argparse.Namespace,
    config: Config,
    splits: dict[str, Split],
    train: dict[str, Stream],
    validation: dict[str, Stream],
) -> None:
    """Put all that decides the result of a run into its settings.json."""
    settings = {
        "config": dataclasses.asdict(config),
        "seed": options.seed,
        "steps": options.steps,
        "rows_per_step": options.batch,
        "matrix_rate": options.matrix_rate,
        "other_rate": options.other_rate,
        "mix": MIX,
        "training_tokens_by_source": {source: len(stream.ids) for source, stream in train.items()},
        "validation_tokens_by_source": {source: len(stream.ids) for source, stream in validation.items()},
        "filtered_paragraphs": {source: split.dropped_paragraphs for source, split in splits.items()},
        "repeated_documents": {source: split.dropped_repeats for source, split in splits.items()},
        "data_sha256": checksums(options.data / f"en_{source}.txt.gz" for source in MIX),
        **({"snapshots": options.snapshots} if options.snapshots else {}),
        "precision": options.precision,
        "torch": torch.__version__,
        "device": options.device,
    }
    (options.run / "settings.json").write_text(json.dumps(settings, indent=2) + "\n")


def next_token_loss(forward: nn.Module, ids: Int[Tensor, "row pos"], half: bool = True) -> Tensor:
    """How badly each next token of the rows is predicted, in nats a token; `half` multiplies in bfloat16."""
    with torch.autocast(ids.device.type, torch.bfloat16, enabled=half):
        logits = forward(ids[:, :-1])
        return cross_entropy(logits.flatten(0, 1).float(), ids[:, 1:].flatten())


def main(arguments: list[str] | None = None) -> None:
    options = parse(arguments)
    torch.manual_seed(options.seed)
    options.run.mkdir(parents=True, exist_ok=True)

    splits = {source: read(source, options.data) for source in MIX}
    tokenizer = tokenizer_of(options, lambda: train_tokenizer(splits, options.vocab))
    train = {source: Stream.of(split.train, tokenizer) for source, split in splits.items()}
    validation = {source: Stream.of(split.validation, tokenizer) for source, split in splits.items()}

    config = config_of(options, tokenizer.vocab_size)
    model = Transformer(config).to(options.device)
    progress = Progress(model, optimizers(model, options.matrix_rate, options.other_rate))
    progress.restore(options.run / "checkpoint.pt", options.device)
    write_settings(options, config, splits, train, validation)

    rows = Rows(train, config.max_tokens, options.seed)
    forward = cast(nn.Module, torch.compile(model)) if options.compile else model

    def loss_at(step: int) -> Tensor:
        ids = torch.from_numpy(rows.batch(step, options.batch)).to(options.device)
        return next_token_loss(forward, ids, options.precision == "bfloat16")

    fit(
        progress,
        options.run,
        steps=options.steps,
        check_every=options.check_every,
        loss_at=loss_at,
        held_out=lambda last: validation_losses(model, validation, options.device, None if last else 64),
        tokens_per_step=options.batch * options.max_tokens,
        snapshots=options.snapshots,
    )


if __name__ == "__main__":
    main()
