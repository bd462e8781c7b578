"""One cell of a head in pictures of its own: the query among the keys, and its key's value read as words."""

import numpy as np

from headlight.parts import dials, vocabulary
from headlight.parts.nouns import Model, State, decimal, said
from headlight.pictures import Colour, Group, Labels, Listeners, Screen, Style
from transformer import Head, Trace, composition
from transformer.ranking import largest, peak
from transformer.readings.composition import can_compose
from transformer.readings.contributions import carried
from transformer.readings.lens import direct_path, has_direct_path
from transformer.readings.projections import query_plane

_COUNT = 8
_PARTS = 6  # of the query and of the key; the others are one
_NO_WAY = (
    "In this model no value arrives at logits as it was carried: either nothing predicts a next word, or a norm or a "
    "cap comes in between. So it is not read as words here."
)


def among_keys(screen: Screen, trace: Trace, head: Head, query: int) -> None:
    """The keys in a plane that holds the chosen query: the further along its arrow, the higher the score."""
    stages, tokens = trace.layers[head.layer], trace.words
    screen.heading(
        "The query among the keys",
        "A plane through the chosen query. A score is how far the key reaches along the arrow, times the arrow's "
        "length. The rest of a key does not matter.",
    )
    if not stages.queries[head.head, query].any():
        return screen.note("This query is zero, so it points nowhere.")
    seen = query_plane(stages.queries[head.head], stages.keys[head.head], query)
    hidden = np.isneginf(stages.masked[head.head, query])
    others = [position for position in range(len(tokens)) if position != query]

    def keys(positions: np.ndarray, colour: Colour, name: str) -> Group:
        labels = [tokens[position] for position in positions]
        notes = [f"score {decimal(stages.scores[head.head, query, position], '.4f')}" for position in positions]
        return Group(seen.keys[positions], labels, colour, name, notes, size=4, hollow=colour == "soft")

    arrow = np.stack([np.zeros(2), seen.queries[query]])
    groups = [
        Group(
            seen.queries[others],
            [tokens[position] for position in others],
            "soft",
            "other queries",
            size=3,
            named=False,
        ),
        keys(np.flatnonzero(hidden), "soft", "keys that it may not attend to"),
        keys(np.flatnonzero(~hidden), "d_head", "keys"),
        Group(arrow, ["", tokens[query]], "accent", "the query", size=5, path=True),
    ]
    groups = [group for group in groups if len(group.points)]
    screen.plane(
        groups,
        alt=f"The keys of {head.title} and the query of {tokens[query]} in a plane.",
        key="query_plane",
        axes=("along the query", "beside it"),
        framed=[index for index, group in enumerate(groups) if group.name != "other queries"],
        height=340,
    )
    screen.note(
        f"The plane holds {seen.share:.0%} of the keys' squared length, and all of this query's scores. A long key "
        "draws only a query that points its way. It shows only a shadow of the other queries."
    )


def why(state: State, screen: Screen, trace: Trace, head: Head, query: int, key: int) -> None:
    """Draw the parts of the query and the key, and which of them make the score larger than its row's mean.

    Choosing a row or a column that is an earlier head opens that head.
    """
    screen.heading(
        "Why does it attend there?",
        "What the query (rows) and the key (columns) are made of: the word, its position, and what earlier heads and "
        "FFNs added. Blue cells draw attention here, orange ones push it away. Choose an earlier head to open it.",
    )
    stages, tokens = trace.layers[head.layer], trace.words
    seen = np.flatnonzero(~np.isneginf(stages.masked[head.head, query])).tolist()
    if not can_compose(trace.plan):
        return screen.note(
            "In this model a norm comes between what a head reads and its parts: a score is no sum of them."
        )
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
        listeners=Listeners(cell=choose),
        says=said(
            "The largest term, **{term:+.2f}**: in **{query}** {row}, in **{key}** {column}. Together "
            "**{total:+.2f}**: so far is the score of {score:.2f} from the mean of its row, before scaling.",
            term=float(whole.terms[row, column]),
            query=f"{tokens[query]} ({query})",
            key=f"{tokens[key]} ({key})",
            row=named(whole.queries[row]),
            column=named(whole.keys[column]),
            total=parts.total,
            score=stages.scores[head.head, query, key],
        ),
    )


def _part(name: str) -> str:
    return "word" if name == "embedding" else name


def show_as_words(screen: Screen, model: Model, trace: Trace, head: Head, query: int, key: int) -> None:
    """Which next words the value of the chosen key makes likelier at the query by itself, and which less likely."""
    tokens, weight = trace.words, float(trace.layers[head.layer].pattern[head.head, query, key])
    screen.heading(
        "The value, read as words",
        f"{tokens[query]} gets weight × value of {tokens[key]} here. It goes through the head's rows of W_O, the last "
        "norm and W_U, as if no layer came after.",
    )
    if not has_direct_path(trace.plan):
        return screen.note(_NO_WAY)
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
    final = trace.logits_of(trace.final[query])
    screen.note(
        f"Spread over all tokens, standard deviation: {pushes.std():.3f}, of the whole logits {final.std():.3f}. Most "
        "values say nothing to a reader, because they are written for later layers and not for W_U."
    )
