"""Train a decoder-only transformer on the project's text: python -m training.train --help."""

import argparse
import dataclasses
import hashlib
import json
import time
from pathlib import Path

import numpy as np
import torch
from torch.nn.functional import cross_entropy
from tqdm import tqdm

from training.data import MIX, Rows, Split, Stream, read
from transformer.config import Config
from transformer.model import Transformer
from transformer.tokenizer import Tokenizer

TEACHING_REPEATS = 12  # in the tokenizer's text only: enough that "hiking" becomes one token


def learning_rate(step: int, steps: int) -> float:
    """Share of the full rate: up in 100 steps, level to 40 % of the run, then straight down to zero."""
    return min(1.0, (step + 1) / 100, (steps - step) / (0.6 * steps))


def optimizers(model: Transformer, matrix_rate: float, other_rate: float) -> list[torch.optim.Optimizer]:
    """Muon (Jordan et al. 2024) for the matrices inside the blocks, AdamW for embeddings, norms and biases."""
    matrices = [weight for name, weight in model.named_parameters() if weight.ndim == 2 and "blocks" in name]
    others = [weight for name, weight in model.named_parameters() if weight.ndim < 2 or "blocks" not in name]
    return [
        torch.optim.Muon(matrices, lr=matrix_rate, weight_decay=0.1),
        torch.optim.AdamW(others, lr=other_rate, betas=(0.9, 0.99), weight_decay=0.0),
    ]


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


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--data", type=Path, required=True, help="folder of the en_*.txt.gz files")
    parser.add_argument("--run", type=Path, required=True, help="folder for checkpoint, tokenizer and log")
    parser.add_argument("--tokenizer", type=Path, help="an existing tokenizer.json, instead of training one")
    parser.add_argument("--positions", default="sinusoidal", choices=["none", "sinusoidal", "learned", "rotary"])
    parser.add_argument("--layers", type=int, default=6)
    parser.add_argument("--heads", type=int, default=6)
    parser.add_argument("--d-model", type=int, default=192)
    parser.add_argument("--max-tokens", type=int, default=128)
    parser.add_argument("--vocab", type=int, default=8192)
    parser.add_argument("--steps", type=int, default=10_000)
    parser.add_argument("--batch", type=int, default=32, help="rows of max_tokens in one step")
    parser.add_argument("--matrix-rate", type=float, default=0.02, help="learning rate of Muon")
    parser.add_argument("--other-rate", type=float, default=3e-3, help="learning rate of AdamW")
    parser.add_argument("--seed", type=int, default=2026)
    parser.add_argument("--device", default="cuda" if torch.cuda.is_available() else "cpu")
    parser.add_argument("--compile", action="store_true", help="torch.compile: about 15 %% faster on a CPU")
    parser.add_argument("--check-every", type=int, default=500, help="steps between checkpoints and validations")
    options = parser.parse_args()
    torch.manual_seed(options.seed)
    options.run.mkdir(parents=True, exist_ok=True)

    splits = {source: read(source, options.data) for source in MIX}
    tokenizer_path = options.run / "tokenizer.json"
    if tokenizer_path.exists():
        tokenizer = Tokenizer.load(tokenizer_path)
    else:
        tokenizer = Tokenizer.load(options.tokenizer) if options.tokenizer else train_tokenizer(splits, options.vocab)
        tokenizer.bpe.save(str(tokenizer_path))
    train = {source: Stream.of(split.train, tokenizer) for source, split in splits.items()}
    validation = {source: Stream.of(split.validation, tokenizer) for source, split in splits.items()}

    config = Config(
        vocab_size=tokenizer.vocab_size,
        n_layers=options.layers,
        n_heads=options.heads,
        d_model=options.d_model,
        d_head=options.d_model // options.heads,
        d_mlp=4 * options.d_model,
        max_tokens=options.max_tokens,
        positions=options.positions,
    )
    model = Transformer(config).to(options.device)
    rules = optimizers(model, options.matrix_rate, options.other_rate)
    full_rates = [rule.param_groups[0]["lr"] for rule in rules]
    step, seconds = 0, 0.0
    checkpoint = options.run / "checkpoint.pt"
    if checkpoint.exists():
        saved = torch.load(checkpoint, map_location=options.device, weights_only=True)
        model.load_state_dict(saved["model"])
        for rule, state in zip(rules, saved["optimizers"], strict=True):
            rule.load_state_dict(state)
        step, seconds = saved["step"], saved["seconds"]
    forward = torch.compile(model) if options.compile else model
    rows = Rows(train, config.max_tokens, options.seed)

    (options.run / "settings.json").write_text(
        json.dumps(
            {
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
                "data_sha256": {
                    path.name: hashlib.sha256(path.read_bytes()).hexdigest()
                    for path in (options.data / f"en_{source}.txt.gz" for source in MIX)
                    if path.exists()
                },
                "torch": torch.__version__,
                "device": options.device,
            },
            indent=2,
        )
        + "\n"
    )

    losses, began = [], time.monotonic()
    with tqdm(total=options.steps, initial=step, unit="step", mininterval=10) as bar:
        while step < options.steps:
            ids = torch.from_numpy(rows.batch(step, options.batch)).to(options.device)
            for rule, full in zip(rules, full_rates, strict=True):
                rule.param_groups[0]["lr"] = full * learning_rate(step, options.steps)
            with torch.autocast(options.device, torch.bfloat16):
                logits = forward(ids[:, :-1])
                loss = cross_entropy(logits.flatten(0, 1).float(), ids[:, 1:].flatten())
            loss.backward()
            torch.nn.utils.clip_grad_norm_(model.parameters(), 1.0)
            for rule in rules:
                rule.step()
                rule.zero_grad(set_to_none=True)
            losses.append(loss.item())
            step += 1
            bar.update()
            bar.set_postfix(loss=f"{losses[-1]:.3f}", refresh=False)
            if step % options.check_every == 0 or step == options.steps:
                limit = None if step == options.steps else 64
                entry = {
                    "step": step,
                    "tokens": step * options.batch * config.max_tokens,
                    "seconds": round(seconds + time.monotonic() - began),
                    "training_loss": round(float(np.mean(losses)), 4),
                    "validation": {
                        source: round(value, 4)
                        for source, value in validation_losses(model, validation, options.device, limit).items()
                    },
                }
                with (options.run / "log.jsonl").open("a") as log:
                    log.write(json.dumps(entry) + "\n")
                losses = []
                unfinished = checkpoint.with_suffix(".new")
                torch.save(
                    {
                        "model": model.state_dict(),
                        "optimizers": [rule.state_dict() for rule in rules],
                        "step": step,
                        "seconds": entry["seconds"],
                    },
                    unfinished,
                )
                unfinished.replace(checkpoint)  # a stop in the middle of writing leaves the last checkpoint whole


if __name__ == "__main__":
    main()
