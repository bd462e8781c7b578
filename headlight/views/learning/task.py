"""What the bench trains: a task of the app's or of the reader's own, and what is changed about it."""

from hashlib import sha256

import streamlit as st

from headlight.frame import controls, kept
from transformer.learning import own
from transformer.learning.examples import Task
from transformer.learning.tasks import TASKS

_LINES = "own_lines"  # in the session's state: too long for an address
_KEPT = "the reader's lines"  # which outlive the box
_OWN = "your own"
_SPACE = 100_000  # characters in the box: a browser drops a whole paste that is longer, without a word
_WORDS = ("bear", "tree", "river", "house", "stone", "train", "salt", "iron", "hill", "road", "night", "boat")
_FIRST = "\n".join(f"{word} -> {word[::-1]}" for word in _WORDS)


def chosen() -> Task:
    """A choice of tasks."""
    name = controls.menu("task", "Task", "induction", width=170)
    return _of_lines() if name == _OWN else TASKS[name]


def _of_lines() -> Task:
    """A box for the reader's own lines; what cannot be used of them is named, and stays in the box."""
    st.session_state.setdefault(_KEPT, _FIRST)
    typed = st.text_area(
        f"Your lines, input -> output, up to {own.LINES}",
        st.session_state[_KEPT],
        height=150,
        max_chars=_SPACE,
        key=_LINES,
        help="One example a line, at most 24 signs on each side. Of ten lines or more every fifth is only tested on; "
        "fewer are all trained on.",
    )
    st.session_state[_KEPT] = typed
    lines = own.read(typed)
    for refused in lines.refused[:5]:
        st.caption(refused)
    if len(lines.refused) > 5:
        st.caption(f"And {len(lines.refused) - 5} more lines that cannot be used.")
    if not lines.pairs:
        st.caption("No line can be used yet, so the bench takes its own.")
        lines = own.read(_FIRST)
    return own.task(lines.pairs)


def name(task: Task) -> str:
    """What tells this task from others: its name, and for the reader's own the lines themselves."""
    return f"{task.name} {sha256(st.session_state[_KEPT].encode()).hexdigest() if task.name == _OWN else ''}"


def experiment(offered: list[str]) -> str:
    """A choice of what is changed, "" for nothing; what would change nothing about this task is said so."""
    asked = st.session_state.get("experiment") or kept.text_of("experiment") or "nothing"
    fits = ["nothing", *offered]
    if asked not in fits:
        st.caption(f"“{asked}” changes nothing about this task.")
    about = "The same task with one thing changed, beside the untouched run."
    wanted = controls.menu("experiment", "Change one thing", "nothing", among=fits, width=210, help=about)
    return "" if wanted == "nothing" else wanted


def rule(task: Task) -> str:
    """The rule of the task, and what to watch for."""
    return f"**{task.name.capitalize()}.** {task.rule} Watch for: {task.watch}."
