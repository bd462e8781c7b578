"""One cell of a head in pictures of its own: why its score is large, and its key's value read as words."""

import numpy as np

from headlight.parts import dials, vocabulary
from headlight.parts.nouns import Model, State, said
from headlight.pictures import Labels, Screen, Style
from transformer import Head, Trace, composition
from transformer.ranking import largest, peak
from transformer.readings.composition import can_compose
from transformer.readings.contributions import carried
from transformer.readings.lens import direct_path, has_direct_path

_COUNT = 8
_PARTS = 6  # of the query and of the key; the others are one


def why(state: State, screen: Screen, trace: Trace, head: Head, query: int, key: int) -> None:
    """Draw the parts of the query and the key, and which of them make the score larger than its row's mean.

    Choosing a row or a column that is an earlier head opens that head.
    """
    composes = can_compose(trace.plan)
    screen.heading(
        "Why does it attend there?",
        "Rows: query parts. Columns: key parts. Blue draws, orange pushes."
        if composes
        else "A norm comes between, so a score is no sum of parts.",
    )
    if not composes:
        return None
    stages, tokens = trace.layers[head.layer], trace.words
    seen = np.flatnonzero(~np.isneginf(stages.masked[head.head, query])).tolist()
    if seen == [key]:
        return screen.note(f"{tokens[query]} may attend to nothing else, so there is nothing to explain.")
    whole = composition(state.model.transformer, trace, *head, query, key, seen)
    parts, (row, column) = whole.shortened(_PARTS), peak(np.abs(whole.terms))
    earlier = [Head(layer, number) for layer in range(head.layer) for number in range(trace.config.n_heads)]
    heads = {before.title: before for before in earlier}

    def named(part: str) -> str:
        return part if part in heads else f"the {_part(part)}"

    def choose(cell: tuple[int, int]) -> dict[str, int | None]:
        for name, position in ((parts.queries[cell[0]], query), (parts.keys[cell[1]], key)):
            if name in heads:
                return {**dials.choose_head(heads[name]), "query": position, "key_position": None}
        return {}

    screen.matrix(
        parts.terms,
        Labels(
            rows=[_part(name) for name in parts.queries],
            columns=[_part(name) for name in parts.keys],
            noun="term",
            attends=True,
        ),
        style=Style(scale="diverging"),
        alt=f"Why {tokens[query]} attends to {tokens[key]} in {head.title}: what its query is made of, and the key.",
        key="why",
        on_cell=choose,
        says=said(
            "Largest, **{term:+.2f}**: in **{query}** {row}, in **{key}** {column}. All: **{total:+.2f}** "
            "over the row's mean.",
            term=float(whole.terms[row, column]),
            query=f"{tokens[query]} ({query})",
            key=f"{tokens[key]} ({key})",
            row=named(whole.queries[row]),
            column=named(whole.keys[column]),
            total=parts.total,
        ),
    )


def _part(name: str) -> str:
    return "word" if name == "embedding" else name


def show_as_words(screen: Screen, model: Model, trace: Trace, head: Head, query: int, key: int) -> None:
    """Which next words the value of the chosen key makes likelier at the query by itself, and which less likely."""
    tokens, weight = trace.words, float(trace.layers[head.layer].pattern[head.head, query, key])
    is_direct = has_direct_path(trace.plan)
    screen.heading(
        "The value as words",
        "See what weight × value raises." if is_direct else "Here no value reaches the logits unchanged.",
    )
    if not is_direct:
        return None
    if weight == 0:
        return screen.note("The weight is 0: nothing of this value arrives.")
    pushes = direct_path(model.transformer, trace, query, carried(model.transformer, trace, *head, query, key))
    up, down = largest(pushes, _COUNT), largest(-pushes, _COUNT)
    screen.table(
        {
            "pushed up": vocabulary.labels(model, up),
            "logit by": pushes[up].tolist(),
            "pushed down": vocabulary.labels(model, down),
            "by": pushes[down].tolist(),
        },
        numbers="{:+.3f}",
        alt=f"The tokens whose logits the value of {tokens[key]} raises and lowers most.",
        key="value_words",
    )
