"""Flip it: a game on *Looked up?*, to change words until the model says a given one.

The least number is known for the words that are tried; whoever types another may need fewer.
"""

from difflib import SequenceMatcher

from headlight.parts import flips, vocabulary
from headlight.parts.nouns import Button, Key, Pressed, State, Text, chosen_in_picture
from headlight.parts.words import Says, count, said
from headlight.reading import reader
from headlight.reading.real_models import SENTENCE
from transformer import Trace

BEGUN = chosen_in_picture(Key("flip_from", Text(SENTENCE), "the sentence whose words are changed one by one"), "")
GOAL = chosen_in_picture(Key("goal", Text(40), "the next word that changes of the sentence are to bring"), "")


def _press(state: State) -> Pressed:
    if state[GOAL]:
        return Pressed({"flip_from": None, "goal": None})
    goal = flips.goal(state.model, state.text)
    if goal is None:
        return Pressed({}, "No change of one word flips this sentence. Type another one.")
    return Pressed({"flip_from": state.text, "goal": vocabulary.shown(state.model, goal.next), "token": None})


BUTTON = Button("flip_it", lambda state: "End the game" if state[GOAL] else "Flip it", _press)


def says(state: State, trace: Trace) -> Says:
    """Say what is to come next, how many words were changed, and how many are enough; nothing without a game."""
    if not state[GOAL] or not state[BEGUN]:
        return ()
    ids = reader.bundled().tokenizer.ids(state[GOAL])
    least = flips.least(state.model, state[BEGUN], ids[0]) if len(ids) == 1 else None
    enough = f"with the words offered the least is {least}" if least else "nobody knows the least"
    changes = count(changed(state[BEGUN], state.text), "word")
    if [int(trace.next_logits.argmax())] == ids:
        return said(
            "It says “**{goal}**”: **{changes}** changed, {enough}.", goal=state[GOAL], changes=changes, enough=enough
        )
    return said(
        "Make it say “**{goal}**”. Choose a word and click another, or type. **{changes}** changed, {enough}.",
        goal=state[GOAL],
        changes=changes,
        enough=enough,
    )


def changed(before: str, after: str) -> int:
    """Count the words of a text that are others than before, or more, or fewer."""
    pairs = SequenceMatcher(None, before.split(), after.split(), autojunk=False).get_opcodes()
    return sum(max(end - start, last - first) for kind, start, end, first, last in pairs if kind != "equal")
