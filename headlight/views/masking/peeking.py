"""A model that cheats: what answers in view are worth to the app's model, and to two that are trained here.

A script: what the two tiny models have learned stays in the session.
"""

import math
from functools import partial

import numpy as np
import streamlit as st

from headlight.frame import controls, failures, heavy, lesson, page, reading
from headlight.frame.boards import board
from headlight.frame.held import held
from headlight.frame.registry import scripted
from headlight.frame.words import said
from headlight.pictures.bars import bars
from headlight.pictures.curves import curves
from headlight.pictures.matrix import matrix
from transformer import Intervention, LanguageModel
from transformer.experiments.peeking import ALPHABET, LENGTH, STEPS, Learner, learn, letters
from transformer.readings.loss import sentence_loss

BLIND = math.log(len(ALPHABET))
_LEARNERS = "two learners"  # in the session's state
_HONEST, _PEEKING = "with the causal mask", "without a mask"
_LETTERS = "a model that cheats"
_SMOOTH = 6  # steps in the mean of each point of a curve


@scripted(alone="it was trained under the causal mask")
def peeking() -> None:
    """Draw the view."""
    lesson.lead("peeking")
    _over_examples(reading.model())
    _two_models()
    lesson.more("peeking")


@failures.caught("losses_of_examples")
def _over_examples(model: LanguageModel) -> None:
    """The loss of each example sentence without a mask, outlined by the loss with the causal one."""
    texts, causal, none = _losses_of_examples(model.name)
    falls = int((none < causal).sum())
    with board(key="examples_without_mask") as screen:
        screen.heading(
            "Does this model cheat when the mask is gone?",
            f"The {len(texts)} example sentences, loss in nats per token. Filled: without a mask; dashed: with the "
            f"causal mask. Without one it falls in {falls} and rises in {len(texts) - falls}; it never comes near 0. "
            "The model was trained with the mask; it is removed only for this test. So it never learned to use an "
            "answer that it can see.",
        )
        bars(
            none,
            labels=texts,
            before=causal,
            alt="The loss of each example sentence without a mask, and with the causal mask as outlines.",
            key="losses_of_examples",
            scale=None,
        )


@held
def _losses_of_examples(name: str) -> tuple[list[str], np.ndarray, np.ndarray]:
    model = reading.model()
    texts = [text for text in reading.EXAMPLES if len(model.tokenizer.encode(text)) > 1]
    causal, none = (
        np.array([sentence_loss(model.trace(text, Intervention(mask=mask))) for text in texts])
        for mask in ("causal", "none")
    )
    return texts, causal, none


@page.part
def _two_models() -> None:
    """The button, and what two tiny models have learned when it was pressed."""
    st.caption(
        f"Now train one that can cheat. Two tiny transformers ({LENGTH} letters, one head) learn to say the next "
        "letter of texts of **random** letters, one with the causal mask, one without. Random letters cannot be "
        "guessed: over many texts no model that sees only what came before can have a mean loss below "
        f"ln {len(ALPHABET)} = {BLIND:.4f}."
    )
    with st.container(horizontal=True, vertical_alignment="bottom", gap="medium"):
        seed = controls.number(
            "peek_seed",
            "Seed of the letters",
            0,
            width=150,
            help="Another seed: another start and other letters. See whether the outcome is another one.",
        )
        pressed = st.button("Train both, a few seconds", key="train_both")
        text = controls.text(
            "letters",
            "Letters to read afterwards",
            _LETTERS,
            live=False,
            width=260,
        )
    if pressed:
        st.session_state[_LEARNERS] = _trained(seed)
    learners: tuple[Learner, Learner] | None = st.session_state.get(_LEARNERS)
    if learners is None:
        st.caption("Nothing is trained yet: press the button.")
        return
    ids = letters(text) if len(text.strip()) > 1 else letters(_LETTERS)
    honest, peeking = learners
    _pictures(honest, peeking, ids)


def _trained(seed: int) -> tuple[Learner, Learner]:
    def told(before: float, words: str, share: float) -> None:
        heavy.stop_if_moved_on()
        bar.progress(before + share / 2, words)

    with heavy.turn():
        bar = st.progress(0.0, "Training with the causal mask")
        honest = learn("causal", seed=seed, told=partial(told, 0.0, "Training with the causal mask"))
        peeking = learn("none", seed=seed, told=partial(told, 0.5, "Training without a mask"))
        bar.empty()
    return honest, peeking


def _pictures(honest: Learner, peeking: Learner, ids: list[int]) -> None:
    signs = [ALPHABET[id] for id in ids]
    pattern, _ = peeking.whole(ids)
    with board(key="learners") as screen:
        left, middle, right = screen.columns(40, 32, 28)
        with left:
            screen.heading("The loss while training", f"Dashed: ln {len(ALPHABET)}, the best an honest mean can reach.")
            _losses(honest, peeking)
        with middle:
            screen.heading(
                "Where the one without a mask looks", "One place ahead, at the answer. The last letter has none."
            )
            matrix(
                pattern,
                rows=signs,
                columns=signs,
                noun="weight",
                alt="The pattern of the model that was trained without a mask, over the letters.",
                key="ahead",
            )
        with right:
            screen.heading(
                "The loss on your letters",
                "Dashed: with the whole text in view, as in training. Filled: writing, where the next letter is not "
                "there yet.",
            )
            _loss_when_used(honest, peeking, ids)


def _losses(honest: Learner, peeking: Learner) -> None:
    steps = np.arange(STEPS).reshape(-1, _SMOOTH).mean(-1) + 1
    curves(
        {
            _HONEST: honest.losses.reshape(-1, _SMOOTH).mean(-1),
            _PEEKING: peeking.losses.reshape(-1, _SMOOTH).mean(-1),
            "blind guess": np.full(len(steps), BLIND),
        },
        over=steps,
        x_title="training step",
        y_title="loss, nats per letter",
        dashed=("blind guess",),
        y_range=(0.0, 4.0),
        alt=f"With the mask the loss stays at {BLIND:.2f}, without it falls to {peeking.losses[-20:].mean():.4f}.",
        key="two_losses",
    )


def _loss_when_used(honest: Learner, peeking: Learner, ids: list[int]) -> None:
    trained, used = (
        [float(-np.log(chances(learner)).mean()) for learner in (honest, peeking)]
        for chances in (lambda learner: learner.whole(ids)[1], lambda learner: learner.step_by_step(ids))
    )
    bars(
        [*used, BLIND],
        labels=["masked", "no mask", "blind"],
        before=[*trained, BLIND],
        alt="The loss of both models and of a blind guess: writing, and as outlines with the whole text in view.",
        key="loss_when_used",
        scale=None,
        says=said(
            "Without a mask each letter gets **{seen:.3f}** while it is in view, and **{unseen:.6f}** when it is "
            "still to be written (geometric means). A blind guess: {blind:.3f}.",
            seen=math.exp(-trained[1]),
            unseen=math.exp(-used[1]),
            blind=1 / len(ALPHABET),
        ),
    )
