"""Train a model that translates English into French: python -m training.translate --help."""

import argparse
import dataclasses
import json
from typing import cast

import torch
from torch import Tensor, nn
from torch.nn.functional import cross_entropy

from training.data import checksums
from training.optimizing import Progress, config_of, fit, optimizers, options_of_a_run, tokenizer_of
from training.pairs import SOURCES, TEACHING_REPEATS, Batches, Encoded, Pair, Pairs, as_typed, file_of, read
from transformer.recurrent import RecurrentConfig, RecurrentTranslator, Scoring
from transformer.seq2seq import Seq2Seq
from transformer.tokenizer import BEGIN, END, PADDING, Tokenizer

SMOOTHING = 0.1  # share of the target given to all tokens alike (Vaswani et al. 2017, section 5.4)
SCORINGS: dict[str, Scoring] = {"translate-additive": "additive", "translate-dot": "dot", "translate-fixed": "none"}
KINDS = ("translate", *SCORINGS)


def parse(arguments: list[str] | None) -> argparse.Namespace:
    """The options of a run; None stands for the command line."""
    parser = options_of_a_run(__doc__, check_every=250)
    parser.add_argument("--model", default="translate", choices=KINDS)
    parser.add_argument("--layers", type=int, default=3, help="of the encoder, and of the decoder")
    parser.add_argument("--max-tokens", type=int, default=96)
    parser.add_argument("--vocab", type=int, default=8000)
    parser.add_argument("--batch", type=int, default=4000, help="tokens of both languages in one step")
    parser.add_argument("--threads", type=int, default=2)
    parser.set_defaults(positions="sinusoidal")
    return parser.parse_args(arguments)


def train_tokenizer(pairs: dict[str, Pairs], vocab_size: int) -> Tokenizer:
    """BPE on both languages."""
    texts = (side for pair in training_pairs(pairs) for side in pair)
    return Tokenizer.train(texts, vocab_size, marks=(END, BEGIN, PADDING))


def training_pairs(pairs: dict[str, Pairs]) -> list[Pair]:
    """Return the pairs of one round of training, the project's own repeated."""
    return [
        pair if source == "teaching" else as_typed(pair)
        for source, parts in pairs.items()
        for _ in range(TEACHING_REPEATS if source == "teaching" else 1)
        for pair in parts.train
    ]


def model_of(options: argparse.Namespace, vocab_size: int) -> Seq2Seq | RecurrentTranslator:
    """A fresh model of the kind and sizes that the options ask for."""
    if options.model == "translate":
        return Seq2Seq(config_of(options, vocab_size))
    return RecurrentTranslator(
        RecurrentConfig(vocab_size, options.d_model, options.max_tokens, SCORINGS[options.model])
    )


def loss_of(
    model: nn.Module,
    batch,
    padding_id: int,
    device: str,
    *,
    precision: str = "bfloat16",
    smoothing: float = 0.0,
    reduction: str = "mean",
) -> Tensor:
    """How badly each next French token is predicted from the English and the French before it, in nats a token."""
    source, target = (torch.from_numpy(ids).to(device) for ids in (batch.source, batch.target))
    with torch.autocast(torch.device(device).type, torch.bfloat16, enabled=precision == "bfloat16"):
        logits = model(source, target[:, :-1])
        return cross_entropy(
            logits.flatten(0, 1).float(),
            target[:, 1:].flatten(),
            ignore_index=padding_id,
            label_smoothing=smoothing,
            reduction=reduction,
        )


@torch.inference_mode()
def validation_losses(
    model: nn.Module, validation: dict[str, Batches], device: str, limit: int | None = None, precision: str = "bfloat16"
) -> dict[str, float]:
    """Nats a French token for each source, without smoothing, on at most `limit` batches of each."""
    losses = {}
    for source, batches in validation.items():
        total, tokens = 0.0, 0
        for number, batch in enumerate(batches.all()):
            if number == limit:
                break
            loss = loss_of(model, batch, batches.padding_id, device, precision=precision, reduction="sum")
            total += loss.item()
            tokens += int((batch.target[:, 1:] != batches.padding_id).sum())
        losses[source] = total / tokens
    return losses


def write_settings(options: argparse.Namespace, model, pairs: dict[str, Pairs], rows: Batches) -> None:
    """Put all that decides the result of a run into its settings.json."""
    settings = {
        "model": options.model,
        "config": dataclasses.asdict(model.config),
        "seed": options.seed,
        "steps": options.steps,
        "tokens_per_step": options.batch,
        "steps_per_round": rows.per_round,
        "matrix_rate": options.matrix_rate,
        "other_rate": options.other_rate,
        "label_smoothing": SMOOTHING,
        "teaching_repeats": TEACHING_REPEATS,
        "pairs": {
            source: {part: len(getattr(parts, part)) for part in ("train", "validation", "test")}
            for source, parts in pairs.items()
        },
        "dropped_offensive": {source: parts.dropped_offensive for source, parts in pairs.items()},
        "dropped_long": {source: parts.dropped_long for source, parts in pairs.items()},
        "data_sha256": checksums(file_of(source, options.data) for source in SOURCES),
        "precision": options.precision,
        "torch": torch.__version__,
        "device": options.device,
    }
    (options.run / "settings.json").write_text(json.dumps(settings, indent=2) + "\n")


def main(arguments: list[str] | None = None) -> None:
    options = parse(arguments)
    torch.manual_seed(options.seed)
    torch.set_num_threads(options.threads)
    options.run.mkdir(parents=True, exist_ok=True)

    pairs = {source: read(source, options.data) for source in SOURCES}
    tokenizer = tokenizer_of(options, lambda: train_tokenizer(pairs, options.vocab))
    model = model_of(options, tokenizer.vocab_size).to(options.device)

    def batches(part: list[Pair]) -> Batches:
        encoded = Encoded.of(part, tokenizer, options.max_tokens)
        return Batches(encoded, options.batch, cast(int, tokenizer.padding_id), options.seed)

    rows = batches(training_pairs(pairs))
    write_settings(options, model, pairs, rows)
    validation = {source: batches(parts.validation) for source, parts in pairs.items()}
    progress = Progress(model, optimizers(model, options.matrix_rate, options.other_rate))
    progress.restore(options.run / "checkpoint.pt", options.device)
    fit(
        progress,
        options.run,
        steps=options.steps,
        check_every=options.check_every,
        loss_at=lambda step: loss_of(
            model, rows[step], rows.padding_id, options.device, precision=options.precision, smoothing=SMOOTHING
        ),
        held_out=lambda last: validation_losses(
            model, validation, options.device, None if last else 12, options.precision
        ),
    )


if __name__ == "__main__":
    main()
