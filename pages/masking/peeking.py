"""A model that cheats: what answers in view are worth to two tiny trained models, and to the app's model."""

import math
from functools import partial

import numpy as np
from safetensors.torch import load_file

from headlight.parts import tokens
from headlight.parts.nouns import (
    Button,
    Dial,
    Key,
    Number,
    Pressed,
    State,
    Switch,
    Text,
    cached,
    chosen_in_picture,
    readable,
    said,
    view,
)
from headlight.pictures import Labels, Screen
from headlight.reading import reader, running
from headlight.reading.assets import FOLDER
from transformer import Intervention
from transformer.bundled.folders import read
from transformer.experiments.peeking import ALPHABET, LENGTH, MASKS, STEPS, Learner, learn, letters, restored
from transformer.readings.loss import sentence_loss

BLIND = math.log(len(ALPHABET))
_HONEST, _PEEKING = "with the causal mask", "without a mask"
_LETTERS = "who peeks cheats"
_ABOVE = 400  # pixels above the curves, and of what is seen below them
_SMOOTH = 6  # steps in the mean of each point of a curve
TRAINED: Dial[int | None] = chosen_in_picture(
    Key("peeked", Number(0, 999), "the letters that they were trained on"), None
)  # None: as they come with the app
TRAIN = Button("train_both", "Train both again", lambda state: Pressed({"peeked": ((state[TRAINED] or 0) + 1) % 1000}))
READ = Dial(
    "text",
    Key("letters", Text(24), "letters for these models to read"),
    "Letters to read",
    _LETTERS,
    "above",
    width=260,
    look={"live": False},
    reads=lambda state, text: len(text.strip()) > 1,
    help="Type letters, and see what each of the two models expects after them.",
)
HIDDEN = Dial(
    "toggle",
    Key("hide_ahead", Switch(), "letters that are still to be written are hidden from these models"),
    "Hide the letters to come",
    False,
    "above",
    help="Off: all letters are in view, as in training. On: only the letters before, as when a text is written.",
)
_LOSSES = "Without a mask the loss is **{loss:.1f}** nats per letter. A blind guess has {blind:.1f}."


@view(box=None, dials=[READ, HIDDEN, TRAINED, TRAIN], alone="it was trained under the causal mask")
def peeking(state: State, screen: Screen) -> None:
    """How sure two tiny models are of letters in view and of letters that are still to be written."""
    if left_out := len(state[READ][LENGTH:]):
        screen.tell(f"Both models read {LENGTH} letters: the last {left_out} of yours are left out.", warns=True)
    _learners(screen, state, letters(state[READ]))


@peeking.more
def more(state: State, screen: Screen) -> None:
    """Where the one without a mask attends, and the examples of the app without a mask."""
    ids = letters(state[READ])
    named = [ALPHABET[id] for id in ids]
    screen.heading("The cheat attends to the answer", "Without a mask it sees one letter ahead.")
    alt = "The pattern of the model that was trained without a mask, over the letters."
    pattern = _learned(state[TRAINED])[1].whole(ids)[0]
    screen.matrix(pattern, Labels(rows=named, columns=named, noun="weight", attends=True), alt=alt, key="ahead")
    _over_examples(screen)


def _learned(seed: int | None) -> tuple[Learner, Learner]:
    return _shipped() if seed is None else _trained(seed)


@cached
def _shipped() -> tuple[Learner, Learner]:
    with readable("The two tiny models"):
        tensors = read(FOLDER / "peeking.safetensors", load_file)
        honest, peeking = (restored(tensors, mask) for mask in MASKS)
        return honest, peeking


@cached(most=8)
def _trained(seed: int) -> tuple[Learner, Learner]:
    with running.slot():
        honest, peeking = (
            learn(mask, seed=seed, on_progress=partial(_tell, number, named))
            for number, (mask, named) in enumerate(zip(MASKS, (_HONEST, _PEEKING), strict=True))
        )
        return honest, peeking


def _tell(number: int, named: str, share: float) -> None:
    running.step((number + share) / len(MASKS), f"Training {named}")


def _over_examples(screen: Screen) -> None:
    """The loss of each example sentence without a mask, outlined by the loss with the causal one."""
    texts, causal, none = _losses_of_examples()
    falls = int((none < causal).sum())
    screen.heading(
        "Does this model cheat when the mask is gone?",
        f"No. Without the mask the loss falls in {falls} of {len(texts)} example sentences and rises in "
        f"{len(texts) - falls}, and never comes near 0. Dashed: with the causal mask.",
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
def _losses_of_examples() -> tuple[list[str], np.ndarray, np.ndarray]:
    model = reader.bundled()
    texts = [text for text in reader.EXAMPLES if len(model.tokenizer.encode(text)) > 1]
    causal, none = (
        np.array([sentence_loss(model.trace(text, Intervention(mask=mask))) for text in texts])
        for mask in ("causal", "none")
    )
    return texts, causal, none


def _learners(screen: Screen, state: State, ids: list[int]) -> None:
    """How sure both are of each of the reader's letters, what that is worth, and but on a slide how they learned."""
    seed, hidden = state[TRAINED], state[HIDDEN]
    honest, peeking = _learned(seed)
    seen, unseen = _read(seed, tuple(ids))
    guessing, *beside = screen.columns(1) if tokens.compact(state) else screen.columns(62, 38, least=(330, 300))
    with guessing.headed("How sure is each model of each letter?", "Hide the letters to come: who stays sure?"):
        shown = dict(zip((_HONEST, _PEEKING), unseen if hidden else seen, strict=True))
        screen.column_chart(
            shown,
            labels=[ALPHABET[id] for id in ids[1:]],
            first=1,
            limit=("", 1.0),
            axes=("letter", "probability"),
            quantity="probability",
            height=360,
            alt=f"Probability of each letter, {'still to be written' if hidden else 'in view'}, in both models.",
            key="letters",
        )
        loss = float(-np.log(shown[_PEEKING]).mean())
        screen.sentence(said(_LOSSES, loss=loss, blind=BLIND), key="verdict")
    for training in beside:
        with training.headed("In training: the cheat wins", "Less loss is better."):
            smooth = {
                name: learner.losses.reshape(-1, _SMOOTH).mean(-1)
                for name, learner in ((_PEEKING, peeking), (_HONEST, honest))
            }
            steps = np.arange(STEPS).reshape(-1, _SMOOTH).mean(-1) + 1
            screen.curves(
                smooth | {f"blind: ln {len(ALPHABET)}": np.full(len(steps), BLIND)},
                over=steps,
                axes=("training step", "loss, nats per letter"),
                dashed=(f"blind: ln {len(ALPHABET)}",),
                y_range=(0.0, 4.0),
                alt=f"With the mask the loss stays at {BLIND:.2f}, without it falls to "
                f"{peeking.losses[-20:].mean():.4f}.",
                key="two_losses",
                height=360,
                above=_ABOVE,
                quantity="loss",
            )


@cached(most=20)
def _read(seed: int | None, ids: tuple[int, ...]) -> tuple[list[np.ndarray], list[np.ndarray]]:
    """Read letters: what both give each true next letter with the text in view, and while writing it."""
    learners, places = _learned(seed), list(ids)
    return [learner.whole(places)[1] for learner in learners], [learner.step_by_step(places) for learner in learners]
