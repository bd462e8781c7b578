"""One head's life: what it does in held-out text, from its largest weights to its smallest, and its name on trial."""

import numpy as np

from headlight.parts import dials, tokens, vocabulary, words
from headlight.parts.nouns import (
    BUNDLED,
    CannotShow,
    Dial,
    Key,
    Model,
    OneOf,
    Says,
    State,
    Text,
    decimal,
    readable,
    said,
    view,
)
from headlight.pictures import OnChoose, Screen, Sentences, Style, Tinted
from headlight.pictures.decimals import percent, short_percent
from headlight.reading import reader, running
from transformer import Head
from transformer.bundled.head_lives import LAST, HeadExample, Life, Lives, lives
from transformer.ranking import largest
from transformer.roles import HEAD_ROLES
from transformer.words import words_of

_SHARPEST, _OTHERS = 2, 1  # sentences on the first screen; a slide has one more of the sharpest
_PRINTED = 0.005  # less would be written 0%
_MIDDLE = 4  # the decile in the middle, from 0
_FIRST = 4  # heads that the finder names
_KINDS_SAID = 2  # of places that its largest weights go to
_OFTEN = 0.1  # of its largest weights: what is rarer is not said
_COPIES = 0.4  # of common tokens: a head that does so with fewer is not called one that copies
_UNITS = {
    "effect": ("nats per token", ".3f"),
    "sharpness": ("mean largest weight", ".2f"),
    "distance": ("tokens", ".1f"),
    "rest": ("share of tokens", ".2f"),
}
_KINDS = {
    "before": "to the word before",
    "pieces": "from a part of a word to the part before",
    "itself": "to the word itself",
    "near": "two to four tokens back",
    "further": "further back",
}
_TEXTS = {True: "unseen texts", False: "books, tales and single sentences"}
_MAY_KNOW = " The model may have met them in its training."


def _is_bundled(state: State) -> bool:
    return state.model_name == BUNDLED


HEAD = dials.in_picture(dials.BRINGING)
FOUND_BY = Dial[str](
    "one_of",
    Key("found_by", OneOf(("effect", "sharpness", "distance")), "what heads are sorted by"),
    "Sort heads by",
    lambda state: "effect" if _is_bundled(state) else "rest",
    "above",
    _is_bundled,
    help="Effect: how much the loss rises without the head. Sharpness: how much of its weight goes to one token. "
    "Distance: how far back it attends.",
)
WORD = Dial[str](
    "text",
    Key("found_word", Text(40), "a word that the heads it finds have to do with"),
    "With the word",
    "",
    "above",
    _is_bundled,
    width=220,
    placeholder="bear",
    help="Shows only the heads whose largest weights have to do with this word. Empty: all heads.",
)


@view(box=dials.sentence(), late=dials.ON_CHIPS, dials=[FOUND_BY, WORD, HEAD, dials.TOKEN], needs=("lives",))
def life(state: State, screen: Screen) -> None:
    """Where a head looks in the sentence, a finder over all heads, and held-out sentences by how sharply it looks."""
    all_lives, head_life, trace = _measured(state), _chosen(state), state.trace()
    position = dials.token(state, trace)
    row = trace.layers[head_life.layer].pattern[head_life.head, position]
    screen.token_chips(
        trace.words,
        notes=[short_percent(weight) if weight >= _PRINTED else "" for weight in row.tolist()],
        shares=row.tolist(),
        strong=(position,),
        numbers=row.tolist(),
        key="own",
        one_line=True,
        on_place=dials.choose_token,
    )
    read, finder = screen.columns(64, 36, least=(420, 300))
    with finder:
        _finder(screen, state, all_lives, head_life)
    with read.headed(
        _title(state, Head(head_life.layer, head_life.head)),
        f"From {_TEXTS[_is_bundled(state)]}. Ribbons: what the framed word attends to. Click one to type it.",
    ):
        groups = {
            "Its largest weights" if head_life.rests is None else "Its largest weights past the first token": (
                "",
                whole_first(state.model, head_life.best)[: _SHARPEST + tokens.compact(state)],
            )
        }
        if not tokens.compact(state):  # a slide has room for these alone
            groups["In the middle"] = _between(head_life, _MIDDLE), head_life.deciles[_MIDDLE][:_OTHERS]
            groups["Its smallest"] = _between(head_life, LAST), head_life.deciles[LAST][:_OTHERS]
        _sentences(screen, state, head_life, groups, key="looks")
        if not tokens.compact(state):
            screen.note(named(state.model, head_life))


@life.more
def more(state: State, screen: Screen) -> None:
    """Show what it looks at most, what is lost without it, and whether its scores go by the tokens or the distance."""
    head_life = _chosen(state)
    screen.note(plain(head_life, _measured(state)))
    if head_life.by:
        _goes_by(screen, head_life)


@life.deeper
def arithmetic(state: State, screen: Screen) -> None:
    """Pairs of tokens by its own weights, and every tenth of its looks."""
    head_life = _chosen(state)
    if _is_bundled(state):
        _pairs_by_weights(screen, head_life, _measured(state).about["common"])
    tenths = {f"Tenth {tenth + 1}": (_between(head_life, tenth), head_life.deciles[tenth]) for tenth in range(LAST + 1)}
    screen.heading("Every tenth of all tokens", "The tokens are sorted by their largest weight, the largest first.")
    _sentences(screen, state, head_life, {name: tenth for name, tenth in tenths.items() if tenth[1]}, key="tenths")


def _pairs_by_weights(screen: Screen, head_life: Life, common: int) -> None:
    asks, writes = screen.columns(50, 50, least=(300, 300))
    with asks.headed("Which token attends to which?", f"See the largest entries of QK among {common} common tokens."):
        _pairs(screen, head_life.qk, ("attends", "is attended to"), "qk")
    with writes.headed("What does it make likelier?", "These are the largest entries of OV."):
        _pairs(screen, head_life.ov, ("attended to", "likelier"), "ov")


def _measured(state: State) -> Lives:
    with readable("What was measured of the heads"):
        measured = lives(state.model_name)
    if measured is None:
        raise CannotShow("What was measured of the heads is not there: the file head_lives.json.gz is missing.")
    return measured


def _chosen(state: State) -> Life:
    layer, head = state[HEAD]
    return _measured(state).heads[layer][head]


def _title(state: State, head: Head) -> str:
    """The name of the head, and whether it brings what comes after the reader's text, as *Start* says it."""
    title = words.capital(head.title)
    if not _is_bundled(state) or running.typing():
        return title
    found = reader.why(reader.bundled(), state.text)
    brings = found.kind == "look" and found.head == head
    return f"{title} brings “{vocabulary.shown(state.model, found.next)}” here" if brings else title


def _finder(screen: Screen, state: State, all_lives: Lives, head_life: Life) -> None:
    measure, word = state[FOUND_BY], state[WORD].strip()
    (unit, form), values = _UNITS[measure], all_lives.measured(measure)
    meets = np.array([[not word or life.meets(word) for life in layer] for layer in all_lives.heads])
    screen.heading(f"All heads by {measure}", _ABOUT[measure])
    screen.matrix_of_heads(
        values,
        noun=unit,
        style=Style(
            decimals=int(form[1]),
            scale="diverging" if measure == "effect" else "sequential",
            extent=float(values.max()),
            still=True,
        ),
        hidden=~meets,
        alt=f"All heads by {measure}. Layers down, heads across.",
        key="finder",
        numbered=tokens.compact(state),
        selected=(head_life.layer, head_life.head),
        on_cell=lambda cell: dials.choose_head((cell[0], cell[1])),
        says=in_order(values, meets, form, word),
    )


def _goes_by(screen: Screen, head_life: Life) -> None:
    screen.heading("Do words or distance explain its scores?", "Each bar is a share of their variance within a row.")
    screen.bars(
        head_life.by,
        labels=["the two tokens", "how far apart", "both"],
        alt="How much of the scores the two tokens and their distance explain.",
        key="by",
    )


_ABOUT = {
    "effect": "How much does the loss rise without each?",
    "sharpness": "How large is its largest weight, on average?",
    "distance": "How far back does it attend, on average?",
    "rest": "How often does it only attend to the first token?",
}


def in_order(values: np.ndarray, meets: np.ndarray, form: str, word: str) -> Says:
    """The first heads by a measure, among those that meet a word."""
    count = int(meets.sum())
    if not count:
        return said("No head has to do with “{word}”: try another word.", word=word)
    order = largest(np.where(meets, values, -np.inf).ravel(), min(_FIRST, count))
    first, *others = [Head(*divmod(int(index), values.shape[1])) for index in order]
    then = f"; then {', '.join(head.label for head in others)}" if others else ""
    value = decimal(values[first], form)
    return said("**{head}** is first: {value}{then}.", head=first.title.capitalize(), value=value, then=then)


def _between(head_life: Life, decile: int) -> str:
    """The largest weights of a decile, from and to."""
    high, low = head_life.edges[decile], head_life.edges[decile + 1]
    return f"largest weight {percent(low)} to {percent(high)}"


def _sentences(
    screen: Screen, state: State, head_life: Life, groups: dict[str, tuple[str, tuple[HeadExample, ...]]], *, key: str
) -> None:
    looks = [looks for _, looks in groups.values()]
    screen.tinted_sentences(
        [
            Sentences(name, note, [_tinted(state.model, look) for look in looks])
            for name, (note, looks) in groups.items()
        ],
        alt=f"Held-out sentences by the largest weight of {Head(head_life.layer, head_life.head).title}, in groups.",
        key=key,
        on_sentence=typing(head_life, looks),
    )


def typing(head_life: Life, groups: list[tuple[HeadExample, ...]]) -> OnChoose:
    """Return what choosing [group, sentence] sets: the sentence in the box, the token that looks, and this head."""

    def choose(chosen: list[int]) -> dict[str, str | int]:
        group, number = chosen
        look = groups[group][number]
        return {"text": look.text, "token": look.query, **dials.choose_head((head_life.layer, head_life.head))}

    return choose


def whole_first(model: Model, looks: tuple[HeadExample, ...]) -> tuple[HeadExample, ...]:
    """Put those first that lead from a whole word to one, which can be read; each keeps its place among its like."""

    def cut(look: HeadExample) -> int:
        found = words_of(look.text, model.tokenizer.encode(look.text))
        return sum(len(word.tokens) > 1 for word in found if {look.query, look.key} & {*word.tokens})

    return tuple(sorted(looks, key=cut))


def _tinted(model: Model, look: HeadExample) -> Tinted:
    texts = [token.text for token in model.tokenizer.encode(look.text)]
    end = look.query + 1
    while end < len(texts) and texts[end][:1].isalnum():  # the rest of its word, so that it can be read
        end += 1
    shares = [*(weight / 100 for weight in look.weights), *[0.0] * (end - look.query - 1)]
    return Tinted(texts[:end], shares, look.query, look.key)


def _pairs(screen: Screen, pairs: tuple[tuple[str, str], ...], names: tuple[str, str], key: str) -> None:
    columns = {name: [pair[number] for pair in pairs] for number, name in enumerate(names)}
    screen.table(columns, alt=f"The largest entries of {key.upper()}: pairs of tokens.", key=key)


def named(model: Model, head_life: Life) -> str:
    """Say how often it rests, where its largest weights go, and how often they bear out its name."""
    count, role = sum(head_life.sharpest.values()), model.roles.of(head_life.layer, head_life.head)
    rests = (
        "" if head_life.rests is None else f"From {head_life.rests:.0%} of all tokens it only attends to the first. "
    )
    if role == "first_token":
        return f"{rests}That is its name; what follows is of the others."
    often = [kind for kind, times in head_life.sharpest.items() if times >= _OFTEN * count]
    most_first = sorted(often, key=lambda kind: -head_life.sharpest[kind])[:_KINDS_SAID]
    shares = [f"{head_life.sharpest[kind] / count:.0%} go {_KINDS[kind]}" for kind in most_first]
    others = "largest weights" if head_life.rests is None else "largest others"
    line = f"{rests}Among its {count:,} {others} {', '.join(shares)}."
    if role is None:
        return line
    right = head_life.right["previous_token" if role == "modifier" else role]
    line += (
        f" By its name it attends {HEAD_ROLES[role].attends}: {right.sharpest / right.sharpest_of:.0%} of "
        f"{right.sharpest_of:,} of these do, and {right.times / right.of:.0%} of all {right.of:,}."
    )
    return line + (" Whether that word describes this one was not counted." if role == "modifier" else "")


def plain(head_life: Life, all_lives: Lives) -> str:
    """Say which tokens it looks at most, and where it was measured whether it copies and how much is lost without."""
    looked_at = ", ".join(f"“{token}” ({share:.0%})" for token, share in head_life.looked_at)
    line = f"The tokens with most of its weight: {looked_at}."
    if not head_life.effect:
        count = sum(all_lives.about["sources"].values())
        return f"{line} Counted in {count} beginnings of paragraphs, the first token left out.{_MAY_KNOW}"
    if head_life.copies is not None and head_life.copies >= _COPIES:
        line += (
            f" It copies: attending to a common token puts it, in {head_life.copies:.0%} of "
            f"{all_lives.about['common']} cases, among the five that gain most."
        )
    effect, error = head_life.effect
    return (
        f"{line} Without it the loss {'rises' if effect >= 0 else 'falls'} by {decimal(abs(effect), '.4f')} ± "
        f"{decimal(error, '.4f')} nats per token, from {decimal(all_lives.loss[0])}."
    )
