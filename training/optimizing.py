"""Parts of every training run: options, the schedule of the rates, the optimizers, a loop that can stop and go on."""

import argparse
import json
import time
from collections.abc import Callable, Collection
from dataclasses import dataclass
from pathlib import Path

import torch
from torch import Tensor, nn
from tqdm import tqdm

from transformer.config import Config
from transformer.tokenizer import Tokenizer


def options_of_a_run(about: str, check_every: int) -> argparse.ArgumentParser:
    """The options that every run has."""
    parser = argparse.ArgumentParser(description=about)
    parser.add_argument("--data", type=Path, required=True, help="folder of the en_*.gz files")
    parser.add_argument("--run", type=Path, required=True, help="folder for checkpoint, tokenizer and log")
    parser.add_argument("--tokenizer", type=Path, help="an existing tokenizer.json, instead of training one")
    parser.add_argument("--heads", type=int, default=6)
    parser.add_argument("--d-model", type=int, default=192, help="width of the transformer, or of recurrent states")
    parser.add_argument("--steps", type=int, default=10_000)
    parser.add_argument("--matrix-rate", type=float, default=0.02, help="learning rate of Muon")
    parser.add_argument("--other-rate", type=float, default=3e-3, help="learning rate of AdamW")
    parser.add_argument("--seed", type=int, default=2026)
    parser.add_argument("--device", default="cuda" if torch.cuda.is_available() else "cpu")
    precisions = ("bfloat16", "float32")
    about_precision = "of the products; CPUs without bfloat16 are slow at it"
    parser.add_argument("--precision", default="bfloat16", choices=precisions, help=about_precision)
    about_checks = "steps between checkpoints and validations"
    parser.add_argument("--check-every", type=int, default=check_every, help=about_checks)
    return parser


def config_of(options: argparse.Namespace, vocab_size: int) -> Config:
    """The sizes of the model that the options ask for."""
    return Config(
        vocab_size=vocab_size,
        n_layers=options.layers,
        n_heads=options.heads,
        d_model=options.d_model,
        d_head=options.d_model // options.heads,
        d_mlp=4 * options.d_model,
        max_tokens=options.max_tokens,
        positions=options.positions,
    )


def tokenizer_of(options: argparse.Namespace, trained: Callable[[], Tokenizer]) -> Tokenizer:
    """The tokenizer of the run's folder; a new run gets the given one, or one trained on its text."""
    path = options.run / "tokenizer.json"
    if path.exists():
        return Tokenizer.load(path)
    tokenizer = Tokenizer.load(options.tokenizer) if options.tokenizer else trained()
    tokenizer.bpe.save(str(path))
    return tokenizer


def learning_rate(step: int, steps: int) -> float:
    """Share of the full rate: up in 100 steps, level to 40 % of the run, then straight down to zero."""
    return min(1.0, (step + 1) / 100, (steps - step) / (0.6 * steps))


def optimizers(model: nn.Module, matrix_rate: float, other_rate: float) -> list[torch.optim.Optimizer]:
    """Muon (Jordan et al. 2024) for the matrices inside the blocks, AdamW for embeddings, norms and biases.

    A model without blocks has AdamW alone.
    """
    matrices = [weight for name, weight in model.named_parameters() if weight.ndim == 2 and "blocks" in name]
    others = [weight for name, weight in model.named_parameters() if weight.ndim < 2 or "blocks" not in name]
    rules: list[torch.optim.Optimizer] = (
        [torch.optim.Muon(matrices, lr=matrix_rate, weight_decay=0.1)] if matrices else []
    )
    return [*rules, torch.optim.AdamW(others, lr=other_rate, betas=(0.9, 0.99), weight_decay=0.0)]


@dataclass
class Progress:
    """A run in the middle: the weights, the state of the optimizers, and how far it has come."""

    model: nn.Module
    rules: list[torch.optim.Optimizer]
    step: int = 0
    seconds: float = 0.0  # of training, up to the last checkpoint

    def restore(self, checkpoint: Path, device: str) -> None:
        """Go on from a checkpoint, if there is one."""
        if not checkpoint.exists():
            return
        saved = torch.load(checkpoint, map_location=device, weights_only=True)
        self.model.load_state_dict(saved["model"])
        for rule, state in zip(self.rules, saved["optimizers"], strict=True):
            rule.load_state_dict(state)
        self.step, self.seconds = saved["step"], saved["seconds"]

    def save(self, checkpoint: Path) -> None:
        """Write the checkpoint; a stop in the middle of writing leaves the last one whole."""
        unfinished = checkpoint.with_suffix(".new")
        torch.save(
            {
                "model": self.model.state_dict(),
                "optimizers": [rule.state_dict() for rule in self.rules],
                "step": self.step,
                "seconds": self.seconds,
            },
            unfinished,
        )
        unfinished.replace(checkpoint)

    def keep(self, run: Path) -> None:
        """Write the weights of this step, for a model that is to be seen while it grows."""
        torch.save(self.model.state_dict(), run / f"step-{self.step}.pt")

    def descend(self, loss: Tensor, share: float) -> float:
        """Step every optimizer at this share of its full rate, down the gradient of the loss; gives the loss back."""
        loss.backward()
        torch.nn.utils.clip_grad_norm_(self.model.parameters(), 1.0)
        for rule in self.rules:
            rule.param_groups[0]["lr"] = rule.defaults["lr"] * share
            rule.step()
            rule.zero_grad(set_to_none=True)
        self.step += 1
        return loss.item()


def fit(
    progress: Progress,
    run: Path,
    *,
    steps: int,
    check_every: int,
    loss_at: Callable[[int], Tensor],
    held_out: Callable[[bool], dict[str, float]],
    tokens_per_step: int | None = None,
    snapshots: Collection[int] = (),
) -> None:
    """Train to the last step; every `check_every` steps add a line to log.jsonl and write the checkpoint.

    `loss_at` gives the loss of a step, `held_out` the losses on text that is not trained on, given whether it is the
    last time. The same is done at the steps of `snapshots`, whose weights are kept beside; 0 is before the first step.
    """
    losses: list[float] = []
    began, seconds_before = time.monotonic(), progress.seconds

    def check(last: bool) -> None:
        progress.seconds = round(seconds_before + time.monotonic() - began)
        entry = {
            "step": progress.step,
            **({"tokens": progress.step * tokens_per_step} if tokens_per_step else {}),
            "seconds": progress.seconds,
            **({"training_loss": round(sum(losses) / len(losses), 4)} if losses else {}),
            "validation": {source: round(value, 4) for source, value in held_out(last).items()},
        }
        with (run / "log.jsonl").open("a") as log:
            log.write(json.dumps(entry) + "\n")
        losses.clear()
        if progress.step in snapshots:
            progress.keep(run)
        progress.save(run / "checkpoint.pt")

    if progress.step == 0 and 0 in snapshots:
        check(last=False)
    with tqdm(total=steps, initial=progress.step, unit="step", mininterval=10) as bar:
        while progress.step < steps:
            losses.append(progress.descend(loss_at(progress.step), learning_rate(progress.step, steps)))
            bar.update()
            bar.set_postfix(loss=f"{losses[-1]:.3f}", refresh=False)
            last = progress.step == steps
            if last or progress.step % check_every == 0 or progress.step in snapshots:
                check(last)
