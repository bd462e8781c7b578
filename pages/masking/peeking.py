"""A model that cheats: what answers in view are worth to two models that are trained here, and to the app's model."""

import math

import numpy as np

from headlight.parts.nouns import Button, Dial, Pressed, State, cached, said, view
from headlight.pictures import Screen
from headlight.reading import pauses, reader
from transformer import Intervention
from transformer.experiments.peeking import ALPHABET, LENGTH, STEPS, Learner, learn, letters
from transformer.readings.loss import sentence_loss

BLIND = math.log(len(ALPHABET))
_HONEST, _PEEKING = "with the causal mask", "without a mask"
_LETTERS = "who peeks cheats"
_SMOOTH = 6  # steps in the mean of each point of a curve
SEED = Dial("number", "peek_seed", "Seed of the letters", 0, "above", width=150)
TRAINED = Dial[int | None]("hidden", "peeked", "Trained with seed", None, "picture")
TRAIN = Button("train_both", "Train both, a few seconds", lambda state: Pressed({"peeked": state[SEED]}))
READ = Dial(
    "text",
    "letters",
    "Letters to read afterwards",
    _LETTERS,
    "above",
    width=260,
    look={"live": False},
    reads=lambda state, text: len(text.strip()) > 1,
)


@view(box=None, dials=[SEED, READ, TRAINED, TRAIN], alone="it was trained under the causal mask")
def peeking(state: State, screen: Screen) -> None:
    """Two tiny models, once they are trained; then the examples of the app without a mask."""
    screen.note(
        f"Two tiny transformers ({LENGTH} letters, one head) learn to say the next letter of texts of random letters, "
        "one with the causal mask, one without. Random letters cannot be guessed: over many texts no model that sees "
        f"only what came before can have a mean loss below ln {len(ALPHABET)} = {BLIND:.4f}."
    )
    if (seed := state[TRAINED]) is None:
        screen.note("Nothing is trained yet: press the button.")
    else:
        if left_out := len(state[READ][LENGTH:]):
            screen.tell(f"They read {LENGTH} letters: the last {left_out} of yours are left out.", warns=True)
        _learners(screen, *_trained(seed), letters(state[READ]))
    _over_examples(screen, state.model_name)


@cached(most=8)
def _trained(seed: int) -> tuple[Learner, Learner]:
    with pauses.slot():
        honest = learn("causal", seed=seed, told=lambda share: pauses.step(share / 2, f"Training {_HONEST}"))
        return honest, learn("none", seed=seed, told=lambda share: pauses.step((1 + share) / 2, f"Training {_PEEKING}"))


def _over_examples(screen: Screen, name: str) -> None:
    """The loss of each example sentence without a mask, outlined by the loss with the causal one."""
    texts, causal, none = _losses_of_examples(name)
    falls = int((none < causal).sum())
    screen.heading(
        "Does this model cheat when the mask is gone?",
        f"The {len(texts)} example sentences, loss in nats per token. Filled: without a mask; dashed: with the "
        f"causal mask. Without one it falls in {falls} and rises in {len(texts) - falls}; it never comes near 0. "
        "The model was trained with the mask; it is removed only for this test. So it never learned to use an "
        "answer that it can see.",
    )
    screen.bars(
        none,
        labels=texts,
        before=causal,
        alt="The loss of each example sentence without a mask, and with the causal mask as outlines.",
        key="losses_of_examples",
        quantity="loss",
    )


@cached
def _losses_of_examples(name: str) -> tuple[list[str], np.ndarray, np.ndarray]:
    model = reader.bundled()
    texts = [text for text in reader.EXAMPLES if len(model.tokenizer.encode(text)) > 1]
    causal, none = (
        np.array([sentence_loss(model.trace(text, Intervention(mask=mask))) for text in texts])
        for mask in ("causal", "none")
    )
    return texts, causal, none


def _learners(screen: Screen, honest: Learner, peeking: Learner, ids: list[int]) -> None:
    """How both learned, where the one without a mask looks, and what that is worth on the reader's letters."""
    signs = [ALPHABET[id] for id in ids]
    pattern, _ = peeking.whole(ids)
    left, middle, right = screen.columns(40, 32, 28)
    steps = np.arange(STEPS).reshape(-1, _SMOOTH).mean(-1) + 1
    with left.headed("The loss while training", f"Dashed: ln {len(ALPHABET)}, the best an honest mean can reach."):
        smooth = (each.losses.reshape(-1, _SMOOTH).mean(-1) for each in (honest, peeking))
        screen.curves(
            dict(zip((_HONEST, _PEEKING, "blind guess"), (*smooth, np.full(len(steps), BLIND)), strict=True)),
            over=steps,
            axes=("training step", "loss, nats per letter"),
            dashed=("blind guess",),
            y_range=(0.0, 4.0),
            alt=f"With the mask the loss stays at {BLIND:.2f}, without it falls to {peeking.losses[-20:].mean():.4f}.",
            key="two_losses",
            quantity="loss",
        )
    with middle.headed(
        "Where the one without a mask looks", "One place ahead, at the answer. The last letter has none."
    ):
        alt = "The pattern of the model that was trained without a mask, over the letters."
        screen.matrix(pattern, rows=signs, columns=signs, noun="weight", alt=alt, key="ahead")
    trained = [_mean_loss(learner.whole(ids)[1]) for learner in (honest, peeking)]
    used = [_mean_loss(learner.step_by_step(ids)) for learner in (honest, peeking)]
    with right.headed(
        "The loss on your letters",
        "Dashed: with the whole text in view, as in training. Filled: writing, where the next letter is not there yet.",
    ):
        screen.bars(
            [*used, BLIND],
            labels=["masked", "no mask", "blind"],
            before=[*trained, BLIND],
            alt="The loss of both models and of a blind guess: writing, and as outlines with the whole text in view.",
            key="loss_when_used",
            quantity="loss",
            says=said(
                "Without a mask each letter gets **{seen:.3f}** while it is in view, and **{unseen:.6f}** when it is "
                "still to be written (geometric means). A blind guess: {blind:.3f}.",
                seen=math.exp(-trained[1]),
                unseen=math.exp(-used[1]),
                blind=1 / len(ALPHABET),
            ),
        )


def _mean_loss(chances: np.ndarray) -> float:
    return float(-np.log(chances).mean())
