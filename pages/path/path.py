"""First path: guesses, one a screen, each answered by the model, then a game against it; at the end a recap."""

from collections.abc import Mapping, Sequence
from typing import Any

import streamlit as st

from headlight.app import boards, controls, failures, links, once_more, present, visit
from headlight.pages.path import alone, grown
from headlight.pages.path.answers import ANSWERS
from headlight.pages.path.grown import Choose
from headlight.parts import tokens
from headlight.parts.nouns import BUNDLED, EXAMPLE, Key, OneOf, State, view
from headlight.pictures import Screen
from headlight.reading import reader
from headlight.reading.beginnings import PLAYED, SETS, words_of
from headlight.state.first_path import BEGINNINGS, FILE, RECAP, STEPS, STOPS, Stop
from headlight.state.places import title_of
from transformer import LanguageModel

_STOP = Key("stop", OneOf(STOPS), "the open guess, the game, or the recap", is_entry=True)
_GUESSES = [
    Key(f"guess_{number}", OneOf(tuple(step.options)), f"the guess at stop {number} of the first path")
    for number, step in enumerate(STEPS, 1)
]
_AGAIN = [
    Key(f"again_{number}", OneOf(tuple(step.again.options)), f"the second guess at stop {number} of the first path")
    for number, step in enumerate(STEPS, 1)
]


_OWN_WORD = "own_word"  # key of the box
_OWN = (_STOP, *_GUESSES, *_AGAIN, alone.SET, alone.SAID)


@view(alone="", late="a question and its choices come first", own_keys=_OWN).scripted
def path(state: State) -> None:
    """Draw the view: a guess is a click in the picture, which then shows the answer."""
    now = _bar()
    if now == BEGINNINGS and SETS:
        _play()
    elif now == RECAP:
        _recap(reader.bundled())
    elif now != BEGINNINGS and STEPS:
        _stop(state, int(now))


def _bar() -> int | str:
    """Where the reader is, the stops in a row, back and next; returns the open stop: a number, or its name."""
    failures.say_if_damaged(FILE, "The steps")
    st.html(f"<style>{present.style('path')}</style>")
    with st.container(horizontal=True, vertical_alignment="center", gap="small", key="stops"):
        label, back, onward = st.container(width=100), st.container(width="content"), st.container(width="content")
        now = controls.one_of("stop", "Stop", 1, label_visibility="collapsed")
        label.markdown(
            f"**{str(now).capitalize()}**" if now in (BEGINNINGS, RECAP) else f"**Stop {now} of {len(STEPS)}**"
        )
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
    """Words of the stop, its question, and the words that it asks about, or the sentence as far as it has grown.

    A guess is a click on one of these, or on a card below, where the answer comes; what is above that stays where it
    is. Beside the answer, worked out, is its picture; a slide has no more, and who presents says why.
    """
    step, guess = STEPS[number - 1], visit.get(f"guess_{number}")
    with st.container(key="stop_question", gap="xsmall"):
        with st.container(key="stop_before"):
            st.header(f"{number} · {step.title}", anchor=False, width="content")
            st.markdown(step.before)
        with boards.drawn(key="stop_picture", text=EXAMPLE, model=BUNDLED) as screen:
            ask(screen, state, number, guessed=guess is not None)
        if guess is not None:
            _answer(state, number, guess)


def _answer(state: State, number: int, guess: str) -> None:
    """The answer with why it is so, its page and the way on; beside them its picture."""
    step, presented = STEPS[number - 1], tokens.compact(state)
    answer = ANSWERS[step.answer](reader.bundled())
    right = step.options[answer.option]
    picture = Screen(EXAMPLE, BUNDLED)
    answer.picture(picture, state)
    told, shown = st.columns(2, gap="large")
    with told:
        verdict = f"**Yes, {right}.**" if guess == right else f"You said {guess}; right is **{right}**."
        st.markdown(f"{verdict} {answer.words}")
        if not presented:
            st.markdown(f"**Why?** {step.why}")
            address = {**step.state, "from_stop": str(number)}
            onward = links.link(step.page, f"See it on the page “{title_of(step.page)}” →", address)
            with st.container(horizontal=True, vertical_alignment="center", gap="medium"):
                after = _beside(number, 1)
                _button("Ten beginnings →" if after == BEGINNINGS else f"Stop {after} →", after, "onward")
                _once_more(number)
                links.draw("stop_page", "The page of this stop", [onward])
    with shown:
        boards.put(picture, "stop_answer")


def _once_more(number: int) -> None:
    """The question of a stop in another sentence, and once that is answered too what this browser knows of all."""

    def choose(option: str) -> None:
        visit.move(**{f"again_{number}": option})

    once_more.ask(STEPS[number - 1].again, visit.get(f"again_{number}"), choose, _tally)


def _tally() -> None:
    """The share right after the answers and before, which the browser keeps from visit to visit."""
    rights = zip(STEPS, _rights(reader.bundled()), strict=True)
    first, again = dict[str, bool](), dict[str, bool]()
    for number, (step, right) in enumerate(rights, 1):
        if (guess := visit.get(f"guess_{number}")) is not None:
            first[str(number)] = guess == right
        if (guess := visit.get(f"again_{number}")) is not None:
            again[str(number)] = guess == step.again.options[step.again.right - 1]
    once_more.tally(first, again)


def _rights(model: LanguageModel) -> list[str]:
    """The right option of each stop."""
    return [step.options[ANSWERS[step.answer](model).option] for step in STEPS]


def ask(screen: Screen, state: State, number: int, *, guessed: bool) -> None:
    """Draw the question, the words that it asks about, and below them the options where no word is one."""
    step = STEPS[number - 1]
    screen.heading(step.question, "")

    def choose(option: int) -> Mapping[str, Any]:
        return {f"guess_{number}": step.options[option]}

    by_words = grown.large(screen, state, step, guessed=guessed, choose=choose)
    if not guessed and not by_words:
        _cards(screen, step, choose)


def _cards(screen: Screen, step: Stop, choose: Choose) -> None:
    """Draw the options in cards that share the width."""
    screen.token_chips(
        step.options,
        notes=[""] * len(step.options),
        alt=step.question,
        key="stop_guess",
        large=True,
        cards=True,
        sketches=step.sketches,
        on_place=choose,
    )


def _play() -> None:
    """Draw the beginning that is asked, the lines as far as they are, and after the tenth the way to ten others."""
    number, said = visit.get(alone.SET.name) or 1, words_of(visit.get(alone.SAID.name))
    asked, *answered = st.columns(2 if said else 1, gap="large")
    with asked:
        if len(said) < PLAYED:
            with boards.drawn(key="beginning_asked") as screen:
                alone.ask(screen, number, said)
            about: dict[str, Any] = {"max_chars": alone.LONGEST, "width": 260, "on_change": _typed, "args": (said,)}
            st.text_input("Another word", key=_OWN_WORD, **about)  # one for all: a new one stands beside it for a while
        else:
            with boards.drawn(key="beginnings_over") as screen:
                alone.listed(screen, number, said)
            keys = {alone.SET.name: number % len(SETS) + 1, alone.SAID.name: None}
            st.button("Play ten others", key="others", on_click=visit.move, kwargs=keys)
    if said:
        with answered[0], boards.drawn(key="beginnings_played") as screen:
            alone.answer(screen, number, said)


def _typed(said: Sequence[str]) -> None:
    word, st.session_state[_OWN_WORD] = str(st.session_state[_OWN_WORD]).replace(",", " ").strip(), ""
    if word:
        visit.move(**alone.say(said, word))


def _recap(model: LanguageModel) -> None:
    """The score over the guesses, a reset, and an address for others."""
    guesses = [visit.get(f"guess_{number}") for number in range(1, len(STEPS) + 1)]
    rights = _rights(model)
    with st.container(key="recap"):
        right = sum(guess == answer for guess, answer in zip(guesses, rights, strict=True))
        st.header(score(sum(guess is not None for guess in guesses), right), anchor=False)
        with boards.drawn(key="recap_picture", text=EXAMPLE, model=BUNDLED) as screen:
            marks(screen, guesses, rights)
        _tally()
        st.button("Forget my guesses", key="reset_path", on_click=_forget)
        st.caption("Link for others (without your answers):")
        st.code(f"{visit.root()}/{visit.href('path')}", language=None)


def _forget() -> None:
    """Put all guesses back, here and in the browser."""
    once_more.forget()
    numbers = range(1, len(STEPS) + 1)
    visit.move(stop=1, **{f"{name}_{number}": None for name in ("guess", "again") for number in numbers})


def marks(screen: Screen, guesses: Sequence[str | None], rights: Sequence[str]) -> None:
    """Draw the stops in a row, each with its mark and, once it was answered, what is right."""
    screen.token_chips(
        [
            "?" if guess is None else f"{'✓' if guess == answer else '✗'} {answer}"
            for guess, answer in zip(guesses, rights, strict=True)
        ],
        notes=[f"{number} · {step.title}" for number, step in enumerate(STEPS, 1)],
        shares=[float(guess == answer) for guess, answer in zip(guesses, rights, strict=True)],
        alt="The stops: ✓ guessed right, ✗ not, ? not answered yet; a click opens one.",
        key="stops_met",
        large=True,
        on_place=lambda place: {"stop": place + 1},
    )


def score(answered: int, right: int) -> str:
    """How many stops were answered, and how many of the answers are right."""
    were = "was" if right == 1 else "were"
    return f"You answered {answered} of {len(STEPS)}; {right} {were} right."
