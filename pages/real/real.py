"""Real models: all heads of a model that others have trained, on the sentence typed."""

from dataclasses import replace

from headlight.pages.all_heads import wall
from headlight.pages.real import findings, pair
from headlight.parts import by_hand, dials, head_lines, hero, live_check, reduced
from headlight.parts.nouns import Choices, Dial, Dials, Key, Link, OneOf, State, view
from headlight.pictures import Screen
from headlight.reading import reader
from transformer import Trace
from transformer.words import words_of

LOOKS = Dial(
    "menu",
    Key("heads_that_look", OneOf(tuple(wall.LOOKS)), "which heads are drawn in full, by what they were measured to do"),
    "Heads that attend",
    wall.ANYWHERE,
    "further",
    when=lambda state: bool(state.model.roles.measured),
    help="Only heads that were measured to attend so stay; the others fade.",
)
FINDINGS = Choices(
    "findings",
    "Examples",
    lambda state: {
        finding.title: {"text": finding.text} | (dials.choose_head(finding.head) if finding.head else {})
        for finding in findings.FINDINGS
    },
    when=lambda state: state.model_name == findings.MODEL,
)

_FIRST, *_OTHERS = reduced.dials().parts
REDUCED = Dials[None]((_FIRST, *(replace(part, place="further") for part in _OTHERS)), lambda state: None)


def _ways(state: State) -> list[Link]:
    """Link to this head on the page of attention."""
    address = {"text": state.text, **dials.choose_head(state[dials.BRINGING]), "model": state.model_name}
    return [Link("attention", "Take the chosen head apart, number by number →", address)]


@view(
    box=dials.sentence(findings.ITALY),
    dials=[
        *(FINDINGS, dials.BRINGING, dials.QUERY, dials.EDITED, dials.ORIENTATION),
        *(REDUCED, replace(wall.ORDER, place="further"), LOOKS),
        *(pair.SECOND, pair.EXAMPLES, pair.TOGETHER),
        *(replace(head_lines.AS_LINES, place="further"), replace(pair.BETWEEN, place="further"), head_lines.CHOICE),
    ],
    needs=(),
    bundled=False,
    ways=_ways,
)
def real(state: State, screen: Screen) -> None:
    """Draw the words, the head that decides and what comes next over the heads that matter; or two sentences."""
    trace, second = _read(state, screen)
    if not pair.can_compare(state):
        hands = by_hand.read(state, trace)
        trace = hands.trace
        wall.show_looking(screen, state, hands)
        wall.show_few(screen, state, trace)
        if finding := findings.of_head(state.model_name, state[dials.BRINGING], state.text):
            screen.note(finding)
        return
    left, following = screen.columns(1, 1, least=(360, 300))
    with left:
        wall.show_few(screen, state, trace)
    with following:
        if pair.both(state):
            pair.show_between(screen, state, trace)
        else:
            pair.show_alike(screen, state, trace, second)


@real.more
def more(state: State, screen: Screen) -> None:
    """The chosen head by itself, all heads, what rests on the first token, and where the model comes from."""
    trace, _ = _read(state, screen)
    head, about = screen.columns(1, 1, least=(300, 280))
    sentence = words_of(trace.text, trace.tokens)
    row = None if pair.can_compare(state) else sentence[hero.chosen(sentence, state[dials.QUERY])].tokens[-1]
    with head:
        wall.show_head(screen, state, trace, pair.among(state, trace), row=row)
    with about.headed("This model", reader.ABOUT.get(state.model_name, "")):
        wall.say_what_is_shared(screen, trace)
        screen.note(live_check.in_words(state, trace, state[dials.BRINGING].layer))
    wall.show_all(screen, state, trace, state[LOOKS])


def _read(state: State, screen: Screen) -> tuple[Trace, str]:
    """The pass over the sentence, or over both of them read as one; and the second sentence."""
    second = pair.second_sentence(state)
    if not pair.both(state):
        return state.trace(), second
    trace = pair.model_of(state).trace_pair(state.text, second)
    reader.say_if_cut(screen, trace)
    return trace, second
