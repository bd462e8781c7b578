"""Two sentences read by an encoder: the box of the second, how alike the model finds them, and how it reads both."""

import numpy as np

from headlight.parts import head_lines
from headlight.parts.dials import BRINGING
from headlight.parts.nouns import SENTENCE, Choices, Dial, Key, OneOf, State, Switch, Text, decimal, said
from headlight.pictures import Labels, Screen
from headlight.pictures.decimals import percent
from headlight.reading import reader
from transformer import OpenedModel, Trace
from transformer.ranking import peak
from transformer.readings.sentence_vectors import by_layer, token_by_token
from transformer.readings.two_texts import PARTS, between, crossing, parts

# Two sentences, and what to see in them; the lesson says how alike MiniLM finds each two.
TO_TRY = (
    ("She opened the window because the room was hot", "It was too warm inside, so she let in fresh air"),
    ("The dog bites the man", "The man bites the dog"),
    ("He sat on the bank of the river", "He put his money into the bank"),
    ("He sat on the bank of the river", "She rested on the shore of the stream"),
    ("The children are playing in the garden", "The bank raised its interest rates"),
    ("time flies like an arrow", "fruit flies like a banana"),
)


def model_of(state: State) -> OpenedModel:
    """The model, which is never the bundled one here."""
    assert isinstance(state.model, OpenedModel)
    return state.model


def can_compare(state: State) -> bool:
    """Whether the model reads whole sentences, both ways, instead of going on with them."""
    plan = model_of(state).plan
    return not plan.causal and plan.predicts != "next"


SECOND = Dial(
    "text",
    Key("compared_text", Text(SENTENCE), "the sentence that an encoder compares with the first"),
    "Second sentence",
    "Rome is the chief city of Italy",
    "above",
    when=can_compare,
    placeholder="A second sentence to compare",
    width="stretch",
    look={"label_visibility": "collapsed"},
    help="The sentence to compare with the first. Say the same in other words, or change the order.",
)
EXAMPLES = Choices(
    "pairs",
    "Examples",
    lambda state: {" · ".join(pair): {"text": pair[0], "compared_text": pair[1]} for pair in TO_TRY},
    when=can_compare,
)
TOGETHER = Dial(
    "toggle",
    Key("together", Switch(), "an encoder reads both sentences as one"),
    "Read both as one",
    False,
    "above",
    when=can_compare,
    help="[CLS] first [SEP] second [SEP]: each token can attend to both sentences, and knows which one it is from.",
)
_ALL, _FROM_TO = "all", ("A → A", "A → B", "B → A", "B → B")
BETWEEN = Dial(
    "one_of",
    Key("lines_between", OneOf((_ALL, *_FROM_TO)), "which of two sentences attends to which, where lines are drawn"),
    "Which sentence attends to which",
    _ALL,
    "above",
    when=lambda state: both(state) and state[head_lines.AS_LINES],
    look={"label_visibility": "collapsed"},
    help="A is the first sentence, B the second. A → B: only tokens of A that attend to B.",
)


def both(state: State) -> bool:
    """Whether the model reads two sentences as one."""
    return state[TOGETHER] and second_sentence(state) != ""


def among(state: State, trace: Trace) -> tuple[np.ndarray, np.ndarray] | None:
    """Positions of the tokens whose lines are drawn, queries and keys; None for all, or where a sentence has none."""
    if not both(state) or state[BETWEEN] == _ALL:
        return None
    part = parts(trace, model_of(state).tokenizer.marks)
    queries, keys = (np.flatnonzero(part == "AB".index(side)) for side in state[BETWEEN].split(" → "))
    return (queries, keys) if queries.size and keys.size else None


def second_sentence(state: State) -> str:
    """The second sentence as it is read; empty where there is none, or nothing in it to read."""
    read = reader.as_read(state[SECOND]) if can_compare(state) else ""
    return read if reader.reads(state.model_name, read) else ""


def show_alike(screen: Screen, state: State, trace: Trace, second: str) -> None:
    """How alike the two sentences are, as one number and token by token."""
    if not second:
        screen.heading("Two sentences", "Type a second sentence to see how similar the model finds the two.")
        return
    other = state.trace(text=second)
    alike = by_layer(trace, other)
    screen.heading(
        f"How similar? Cosine {decimal(alike[-1])}",
        "This compares the mean vectors of both sentences. Below, it goes token by token.",
    )
    screen.matrix_of_cosines(
        token_by_token(trace, other),
        rows=trace.words,
        columns=other.words,
        alt="Cosine of each token of the first sentence, down, with each of the second, across.",
        key="tokens_alike",
        says=said(
            "The sentence vectors have a cosine of **{first:.2f}** before layer 1 and of **{last:.2f}** after layer "
            "{layer}.",
            first=alike[0],
            last=alike[-1],
            layer=len(alike) - 1,
        ),
    )
    if other.dropped:
        screen.note(f"The last {other.dropped} tokens of the second sentence are not read.")


def show_between(screen: Screen, state: State, trace: Trace) -> None:
    """How much of a head's weight stays in a sentence, crosses to the other, or rests on the marks."""
    model, head = model_of(state), state[BRINGING]
    part = parts(trace, model.tokenizer.marks)
    if len({*part} & {0, 1}) < 2:
        screen.heading("Between the two", "The first sentence is so long that nothing of the second is read.")
        return
    screen.heading("Between the two", f"Mean attention weights of {head.title}. Each row sums to 1.")
    shares = crossing(trace, part)
    layer, number = peak(shares)
    screen.matrix(
        between(trace.layers[head.layer].pattern[head.head], part),
        Labels(rows=PARTS, columns=PARTS, noun="mean weight", attends=True),
        alt="Mean weight that the tokens of each sentence, and the marks, give to each.",
        key="between",
        says=said(
            "Here **{share}** crosses from one sentence to the other. Most crosses in **layer {layer}, head "
            "{head}**: {most}.",
            share=percent(shares[head]),
            layer=layer + 1,
            head=number + 1,
            most=percent(shares.max()),
        ),
    )
    if model.name == "MiniLM":
        screen.note("MiniLM was last trained on one sentence at a time.")
