"""Real models: all heads of a model that others have trained, on the sentence typed."""

from headlight.pages.all_heads import wall
from headlight.pages.real import findings, pair
from headlight.parts import dials, head_lines, reduced
from headlight.parts.nouns import Choices, Dial, Link, State, view
from headlight.pictures import Screen
from headlight.reading import reader

LOOKS = Dial(
    "menu", "heads_that_look", "Heads that look", wall.ANYWHERE, when=lambda state: bool(state.model.roles.measured)
)
FINDINGS = Choices(
    "findings",
    "Worth trying",
    lambda state: {
        each.title: {"text": each.text} | (state.choose_head(each.head) if each.head else {})
        for each in findings.FINDINGS
    },
    "side",
    when=lambda state: state.model_name == findings.MODEL,
)


def _ways(state: State) -> list[Link]:
    """The same head on the page of attention."""
    there = {"text": state.text, **state.choose_head(state[dials.BRINGING]), "model": state.model_name}
    return [Link("attention", "Take the chosen head apart, number by number →", there)]


@view(
    box=dials.sentence(),
    dials=[
        *(FINDINGS, dials.BRINGING, dials.QUERY, wall.ORDER, LOOKS, dials.ORIENTATION, reduced.dials()),
        *(pair.SECOND, pair.EXAMPLES, pair.TOGETHER),
        *(head_lines.AS_LINES, pair.BETWEEN, head_lines.CHOICE),
    ],
    needs=(),
    bundled=False,
    ways=_ways,
)
def real(state: State, screen: Screen) -> None:
    """The wall of heads, the chosen one, and what comes next; of an encoder, how it reads a second sentence."""
    name, head = state.model_name, state[dials.BRINGING]
    compares, second = pair.can_compare(state), pair.second_sentence(state)
    together = pair.both(state)
    trace = pair.model_of(state).trace_pair(state.text, second) if together else state.trace()
    if together:
        reader.say_if_cut(screen, trace)
    row = None
    if compares:  # what stands last is a matrix
        every, chosen, following = screen.columns(36, 32, 32, least=(360, 300, 300))
    else:
        row = wall.show_looking(screen, state, trace)
        every, chosen = wall.two_columns(screen, state)
    with every:
        wall.show_all(screen, state, trace, state[LOOKS])
        wall.say_what_is_shared(screen, trace)
        if name in reader.ABOUT:
            screen.note(reader.ABOUT[name])
    with chosen:
        wall.show_head(screen, state, trace, pair.among(state, trace), row=row)
        if found := findings.of_head(name, head, state.text):
            screen.note(found)
    if compares:
        with following:
            if together:
                pair.show_between(screen, state, trace)
            else:
                pair.show_alike(screen, state, trace, second)
