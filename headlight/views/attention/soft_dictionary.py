"""Keys and values as a dictionary: a hard one that knows its keys only to the letter, and a soft one that compares."""

import streamlit as st

from headlight.formulas import softmax as softmax_formulas
from headlight.frame import controls, page, reading, vocabulary, widgets
from headlight.frame.boards import board
from headlight.frame.held import held
from headlight.pictures.bars import bars
from headlight.pictures.formula import formula
from headlight.pictures.sentence import sentence
from headlight.pictures.table import table
from headlight.views.embeddings import embedding_space
from transformer import LanguageModel
from transformer.experiments.soft_dictionary import (
    EXAMPLE,
    FIRST,
    MOST_ENTRIES,
    Answer,
    Recalled,
    look_up,
    nearest_to,
    parsed,
    recalled,
)

_NEAREST = 5
UNFINISHED = "William Shakespeare has influenced many movies, mostly thanks to his work as a"


def show(model: LanguageModel) -> None:
    """The question, what a hard dictionary answers and what a soft one does, and the trained model, asked the same."""
    query, entries, temperature = asked()
    hard_column, soft_column = st.columns([40, 60], gap="large")
    with hard_column:
        hard(query, entries)
    with soft_column:
        answer = soft(model, query, entries, temperature)
    trained_model(model, entries)
    if page.arithmetic():
        formula(softmax_formulas.soft_weight(answer.likeness, answer.weights, temperature), key="soft_formula")


def asked() -> tuple[str, dict[str, str], float]:
    """What is looked up, in which entries, and how sharply: the query, the entries, the temperature."""
    with widgets.row():
        query = controls.text("looked_up", "Query: what to look up", FIRST[0], width=240)
        typed = controls.text("entries", "Entries, key: value; key: value", EXAMPLE)
        temperature = controls.slider(
            "look_up_temperature",
            "Temperature T of the look-up",
            0.1,
            width=210,
            help="Divides the cosines before softmax. Low: one entry answers alone, as in a hard dictionary. High: all "
            "do.",
        )
    entries, left_out = parsed(typed)
    if left_out:
        st.caption(
            f"{left_out} {'piece' if left_out == 1 else 'pieces'} left out: an entry is a key, a colon and a value, "
            f"each key counts once, and there is room for {MOST_ENTRIES}."
        )
    if not entries:
        st.caption("There is no entry in the box: the three of the example are used until there is one.")
        entries = FIRST[1]
    if not query.strip():
        st.caption("The box is empty: the example is looked up until you type.")
        query = FIRST[0]
    return query.strip(), entries, temperature


def hard(query: str, entries: dict[str, str]) -> None:
    """What a Python dictionary answers."""
    st.subheader("A hard dictionary", anchor=False)
    lines = ["dictionary = {", *(f"    {key!r}: {value!r}," for key, value in entries.items()), "}"]
    found = repr(entries[query]) if query in entries else f"KeyError: {query!r}"
    st.code("\n".join([*lines, f"dictionary[{query!r}]", f"# {found}"]), language="python", wrap_lines=True)


def soft(model: LanguageModel, query: str, entries: dict[str, str], temperature: float) -> Answer:
    """How like each key is to the query, the weight that its value gets for it, and what they make together."""
    answer = look_up(model, query, entries, temperature)
    values = list(entries.values())
    best = int(answer.weights.argmax())
    with board(key="soft_answer") as screen:
        left, right = screen.columns(54, 46, least=(300, 240))
        with left:
            screen.heading("A soft dictionary", "How similar each key is to the query: the cosine of their vectors.")
            cosines = answer.likeness.clip(min=0)
            bars(cosines, labels=list(entries), alt="Cosine of the query with each key.", key="likeness")
            if answer.likeness.min() < 0:
                screen.note("A cosine below 0 is drawn as 0 here; in the arithmetic it stands as it is.")
        with right:
            screen.heading("What it answers", "The weight of each value: softmax of the cosines / T.")
            bars(answer.weights, labels=values, alt="The weight of each value in the answer.", key="answer")
        says = [
            ("“", False),
            (query, True),
            ("” is most like “", False),
            (list(entries)[best], True),
            ("”, so “", False),
            (values[best], True),
            (f"” gets {answer.weights[best]:.3f} of the answer.", False),
        ]
        sentence(says, key="most_like")
        _nearest_to_answer(model, answer)
    return answer


def _nearest_to_answer(model: LanguageModel, answer: Answer) -> None:
    ids, cosines = nearest_to(embedding_space.of(model).units, answer.mixed, _NEAREST)
    pieces = [("The answer itself is a vector, the values' weighted mean. The tokens nearest to it, by cosine:", False)]
    for place, (id, cosine) in enumerate(zip(ids, cosines, strict=True), 1):
        end = "." if place == len(ids) else ","
        pieces += [(f" {vocabulary.shown(model, int(id))}", True), (f" {cosine:.2f}{end}", False)]
    sentence(pieces, key="mixed")


def trained_model(model: LanguageModel, entries: dict[str, str]) -> None:
    """What the trained model says of the same entries, and how it goes on with a sentence that needs one of them."""
    left, right = st.columns([57, 43], gap="large")
    with right:
        typed = controls.text("unfinished", "A sentence that stops before the value", UNFINISHED)
        likeliest_words(model, typed if typed.strip() else UNFINISHED)
    with left:
        st.subheader("The trained model, asked the same", anchor=False)
        found = [_recalled(model.name, model, key, value) for key, value in entries.items()]
        table(
            {
                "sentence": [each.sentence for each in found],
                "goes on": [vocabulary.shown(model, each.likeliest) for each in found],
                "chance": [each.chance_of_likeliest for each in found],
                "value": list(entries.values()),
                "its chance": [each.chance for each in found],
                "its rank": [float(each.rank) for each in found],
            },
            formats={"chance": "{:.3f}", "its chance": "{:.3f}", "its rank": "{:.0f}"},
            alt="For each entry how the trained model goes on after the key, and where the value stands.",
            key="recalled",
        )
        right_ones = sum(each.rank == 1 for each in found)
        st.caption(
            f"{right_ones} of {len(found)} values come first. The model holds no list of entries: what it knows of a "
            "name is spread over its weights. It read sentences about these three names in training, so this is "
            "memory at work, not reasoning. Where a value is several tokens, only the first is looked for."
        )


@held(most=200)  # entries stay as they are while a query is typed
def _recalled(name: str, _model: LanguageModel, key: str, value: str) -> Recalled:
    return recalled(_model, key, value)


def likeliest_words(model: LanguageModel, unfinished: str) -> None:
    """How the trained model goes on with the sentence."""
    labels, chances = vocabulary.likeliest(model, reading.trace(unfinished), count=6)
    with board(key="goes_on_board"):
        bars(
            chances,
            labels=labels,
            says=[("It goes on with ", False), (labels[0], True), (f": {chances[0]:.3f}.", False)],
            alt="The likeliest next tokens after the sentence that stops before the value.",
            key="goes_on",
        )
