"""Keys and values as a dictionary: a hard one that knows its keys only to the letter, and a soft one that compares."""

from typing import Any

import numpy as np

from headlight.formulas import softmax as softmax_formulas
from headlight.pages.embeddings import embedding_space
from headlight.parts import vocabulary
from headlight.parts.nouns import Dial, Key, Number, State, Text, cached, count, said, view
from headlight.pictures import Extras, Screen, Words
from headlight.reading import reader
from headlight.state.state import any_text
from transformer import LanguageModel
from transformer.experiments import soft_dictionary

_NEAREST = 3  # tokens to the answer
QUERY = Dial(
    "text",
    Key("looked_up", Text(80), "what is looked up in the soft dictionary"),
    "Look up",
    soft_dictionary.FIRST[0],
    "above",
    width=240,
    reads=any_text,
    help="What the dictionary is asked for. Try a word that is not among its keys.",
)
ENTRIES = Dial(
    "text",
    Key("entries", Text(400), "the entries of that dictionary"),
    "in these entries",
    soft_dictionary.EXAMPLE,
    "above",
    reads=lambda state, text: bool(soft_dictionary.parsed(text)[0]),
    help="Each entry is a key, a colon and a value. A semicolon parts two entries.",
)
TEMPERATURE = Dial(
    "slider",
    Key("look_up_temperature", Number(0.02, 1.0, 0.02), "how softly"),
    "Temperature T",
    0.1,
    "above",
    width=300,
    look={"plays": 5},
    help="Divides the cosines before softmax. Low: one entry answers alone, as in a hard dictionary. High: all do.",
)


@view(box=None, dials=[QUERY, ENTRIES, TEMPERATURE], alone="")
def dictionary(state: State, screen: Screen) -> None:
    """Draw the answer of a hard dictionary, and that of a soft one: its keys compared, its values mixed."""
    query, entries = _query(state), _entries(state)
    with screen.columns(1)[0].headed("Turn T: which keys answer?", ""):
        _ribbons(state, screen, query, entries)
    mixed, hard = screen.columns(60, 40, least=(330, 250))
    with mixed.headed("The answer mixes their values", "The weights are the softmax of the cosines / T."):
        screen.bars(
            _answer(state, query).weights,
            labels=list(entries.values()),
            alt="The weight of each value in the answer.",
            key="answer",
            quantity="attention",
        )
    with hard.headed("A hard dictionary", "Only the exact key has a value."):
        result = repr(entries[query]) if query in entries else f"KeyError: {query!r}"
        screen.listing([f"dictionary[{query!r}]", f"# {result}"], key="hard")
    _, left_out = soft_dictionary.parsed(state[ENTRIES])
    if left_out:
        screen.note(
            f"{count(left_out, 'part')} left out: an entry is a key, a colon and a value, with each key "
            f"once. There is room for {soft_dictionary.MOST_ENTRIES}."
        )


def _ribbons(state: State, screen: Screen, query: str, entries: dict[str, str]) -> None:
    """Draw how much the query attends to each key; a key that is hovered over is looked up itself."""
    asked = [*entries, query]
    weights = np.stack([np.append(_answer(state, each).weights, 0) for each in asked])

    def choose(click: tuple[str, Any]) -> dict[str, Any]:
        kind, number = click
        return {"looked_up": asked[number]} if kind == "word" and number < len(asked) else {}

    screen.looks(
        weights[None, None],
        Words([(f"“{each}”", True) for each in asked], len(entries), (0, 0)),
        extras=Extras(low=True, edits=None),
        about="",
        alt="The keys and after them the query, and how much it attends to each. Arrow keys look up another key.",
        key="compared",
        on_choice=choose,
    )


@dictionary.more
def more(state: State, screen: Screen) -> None:
    """The words nearest to the mixed answer, and what the trained model says of the same entries."""
    model, query, entries = reader.bundled(), _query(state), _entries(state)
    answer = _answer(state, query)
    units = embedding_space.of(model).units
    pieces = said("Nearest to the mixed value, by cosine:")
    for rank, (id, cosine) in enumerate(
        zip(*soft_dictionary.nearest_to(units, answer.mixed, _NEAREST), strict=True), 1
    ):
        token, end = vocabulary.shown(model, int(id)), "." if rank == _NEAREST else ","
        pieces += said(" **{token}** {cosine:.2f}{end}", token=token, cosine=cosine, end=end)
    screen.sentence(pieces, key="mixed")
    _trained_model(screen, model, entries)


@dictionary.deeper
def arithmetic(state: State, screen: Screen) -> None:
    """The weight of an entry with its numbers."""
    answer = _answer(state, _query(state))
    screen.formula(
        softmax_formulas.soft_weight(answer.likeness, answer.weights, state[TEMPERATURE]), key="soft_formula"
    )


def _answer(state: State, query: str) -> soft_dictionary.Answer:
    return soft_dictionary.look_up(reader.bundled(), query, _entries(state), state[TEMPERATURE])


def _query(state: State) -> str:
    return state[QUERY].strip()


def _entries(state: State) -> dict[str, str]:
    return soft_dictionary.parsed(state[ENTRIES])[0]


def _trained_model(screen: Screen, model: LanguageModel, entries: dict[str, str]) -> None:
    """Draw how the trained model goes on after each key."""
    screen.heading(
        "The trained model, asked the same",
        "What the model writes after each key, and at which rank the stored value comes.",
    )
    recalls = [_recalled(model, key, value) for key, value in entries.items()]
    screen.table(
        {
            "sentence": [recall.sentence for recall in recalls],
            "goes on": [vocabulary.shown(model, recall.likeliest) for recall in recalls],
            "chance": [recall.chance_of_likeliest for recall in recalls],
            "value": list(entries.values()),
            "its chance": [recall.chance for recall in recalls],
            "its rank": [float(recall.rank) for recall in recalls],
        },
        formats={"chance": "{:.3f}", "its chance": "{:.3f}", "its rank": "{:.0f}"},
        alt="For each entry how the trained model goes on after the key, and at which rank the value comes.",
        key="recalled",
    )
    read = " It read sentences about these three names in training, so this is memory at work, not reasoning."
    several = " Where a value is several tokens, only the first is looked for."
    screen.note(
        f"{sum(recall.rank == 1 for recall in recalls)} of {len(recalls)} values are the model’s first guess. It "
        "stores no list: what it knows is spread over its parameters."
        + (read if entries == soft_dictionary.FIRST[1] else "")
        + (several if any(recall.pieces > 1 for recall in recalls) else "")
    )


@cached(most=200)  # entries stay as they are while a query is typed
def _recalled(model: LanguageModel, key: str, value: str) -> soft_dictionary.Recalled:
    return soft_dictionary.recalled(model, key, value)
