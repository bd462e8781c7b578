"""First path: ten guesses from text to next word, one a screen, each answered by the model; at the end a recap."""

from collections.abc import Sequence

import streamlit as st

from headlight.app import controls, failures, links, visit
from headlight.app.page import board
from headlight.pages.path import grown
from headlight.pages.path.answers import ANSWERS
from headlight.parts import tokens
from headlight.parts.nouns import BUNDLED, EXAMPLE, Key, OneOf, State, view
from headlight.pictures import Screen
from headlight.reading import reader
from headlight.state.first_path import FILE, RECAP, STEPS, STOPS, Step
from headlight.state.places import current_name, title_of
from transformer import LanguageModel

_STYLE = """
<style>
.st-key-stops { border-bottom: 1px solid color-mix(in srgb, currentcolor 18%, transparent); padding-bottom: 0.5rem; }
.st-key-stop_question p { max-width: 75ch; }
</style>
"""


_STOP = Key("stop", OneOf(STOPS), "the open stop of the ten guesses, or their recap")
_GUESSES = [
    Key(f"guess_{number}", OneOf(tuple(step.options)), f"the guess at stop {number} of the first path")
    for number, step in enumerate(STEPS, 1)
]


@view(alone="", own_keys=[_STOP, *_GUESSES]).scripted
def path(state: State) -> None:
    """Draw the view: a guess is a click in the picture, which then shows the answer."""
    now = _bar()
    if now == RECAP:
        _recap(reader.bundled())
    elif STEPS:
        _stop(state, int(now))


def _bar() -> int | str:
    """Where the reader is, the stops in a row, back and next; returns the open stop, a number or `RECAP`."""
    failures.say_if_damaged(FILE, "The steps")
    st.html(_STYLE)
    with st.container(horizontal=True, vertical_alignment="center", gap="small", key="stops"):
        label, back, onward = st.container(width=100), st.container(width="content"), st.container(width="content")
        now = controls.one_of("stop", "Stop", 1, label_visibility="collapsed")
        label.markdown("**Recap**" if now == RECAP else f"**Stop {now} of {len(STEPS)}**")
        with back:
            _button("← Back", _beside(now, -1), "back")
        with onward:
            _button("Next →", _beside(now, 1), "next")
    return now


def _beside(now: int | str, step: int) -> int | str | None:
    """The stop before or after; None where there is none."""
    index = STOPS.index(now) + step
    return STOPS[index] if 0 <= index < len(STOPS) else None


def _button(label: str, to: int | str | None, key: str) -> None:
    st.button(label, key=key, disabled=to is None, on_click=visit.move, kwargs={"stop": to})


def _stop(state: State, number: int) -> None:
    """A question, guessed in the picture; then the model's picture, its answer worked out, why it is so, and its page.

    Over all of them is the sentence, as far as it has grown.
    A slide has the question with its answer and the picture: who presents says why.
    """
    step, presented = STEPS[number - 1], tokens.compact(state)
    answer = ANSWERS[step.answer](reader.bundled())
    asked, shown = st.columns([42, 58] if presented else [48, 52], gap="large")
    with asked, st.container(key="stop_question"):
        st.header(f"{number} · {step.title}", anchor=False)
        guess, right = visit.get(f"guess_{number}"), step.options[answer.option]
        if guess is None or not presented:
            st.markdown(step.before)
        if guess is not None:
            st.markdown(step.question)
            verdict = f"**Yes, {right}.**" if guess == right else f"You said {guess}; right is **{right}**."
            st.markdown(f"{verdict} {answer.words}")
        if guess is not None and not presented:
            st.markdown(f"**Why?** {step.why}")
            address = {**step.state, "from_stop": str(number)}
            onward = links.link(step.page, f"See it on the page “{title_of(current_name(step.page))}” →", address)
            links.draw("stop_page", "The page of this stop", [onward])
            after = _beside(number, 1)
            _button("To the recap →" if after == RECAP else f"Stop {after} →", after, "onward")
    with shown, board(key="stop_picture", text=EXAMPLE, model=BUNDLED) as screen:
        grown.sentence(screen, state, reader.bundled(), grown.of(number, guessed=guess is not None))
        if guess is None:
            ask(screen, number, step)
        else:
            answer.picture(screen, state)


def ask(screen: Screen, number: int, step: Step) -> None:
    """Draw the question over its options, where the answer is drawn once one of them was chosen."""
    screen.heading(step.question, "Choose your guess, and the model shows its answer here.")
    screen.token_chips(
        step.options,
        notes=[""] * len(step.options),
        alt=step.question,
        key="stop_guess",
        large=True,
        on_place=lambda option: {f"guess_{number}": step.options[option]},
    )


def _recap(model: LanguageModel) -> None:
    """The score over the ten stops, a reset, and an address for others."""
    guesses = [visit.get(f"guess_{number}") for number in range(1, len(STEPS) + 1)]
    rights = [step.options[ANSWERS[step.answer](model).option] for step in STEPS]
    with st.container(key="recap"):
        right = sum(guess == answer for guess, answer in zip(guesses, rights, strict=True))
        st.header(score(sum(guess is not None for guess in guesses), right), anchor=False)
        with board(key="recap_picture", text=EXAMPLE, model=BUNDLED) as screen:
            marks(screen, guesses, rights)
        nothing = {f"guess_{number}": None for number in range(1, len(STEPS) + 1)}
        st.button("Forget my guesses", key="reset_path", on_click=visit.move, kwargs={**nothing, "stop": 1})
        st.caption("Link for others (without your answers):")
        st.code(f"{visit.root()}/{visit.href('path')}", language=None)


def marks(screen: Screen, guesses: Sequence[str | None], rights: Sequence[str]) -> None:
    """Draw the stops in a row, each with its mark and, once it was answered, what is right."""
    screen.token_chips(
        [
            "?" if guess is None else f"{'✓' if guess == answer else '✗'} {answer}"
            for guess, answer in zip(guesses, rights, strict=True)
        ],
        notes=[f"{number} · {step.title}" for number, step in enumerate(STEPS, 1)],
        shares=[float(guess == answer) for guess, answer in zip(guesses, rights, strict=True)],
        alt="The ten stops: ✓ guessed right, ✗ not, ? not answered yet; a click opens one.",
        key="stops_met",
        large=True,
        on_place=lambda place: {"stop": place + 1},
    )


def score(answered: int, right: int) -> str:
    """How many stops were answered, and how many of the answers are right."""
    were = "was" if right == 1 else "were"
    return f"You answered {answered} of {len(STEPS)}; {right} {were} right."
