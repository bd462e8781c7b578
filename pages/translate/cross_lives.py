"""The life of a head of cross-attention: where it attends in other sentences, by the size of its largest weight."""

from headlight.pages.translate.cross import CrossHead, choose
from headlight.parts import translators
from headlight.parts.nouns import decimal, readable
from headlight.pictures import OnChoose, Screen, Sentences, Tinted
from transformer import Translator
from transformer.bundled.head_lives import LAST, Life, Lives, Look, lives

_MIDDLE = 4  # the decile in the middle, from 0
_ARROW = " → "


def show(screen: Screen, head: CrossHead) -> None:
    """Sentences that no training has seen, the English tinted by what the piece being written attends to."""
    all_lives = measured()
    if all_lives is None or head.head is None:
        return
    life = all_lives.heads[head.layer][head.head]
    screen.heading(f"{head.name.capitalize()} in other sentences", "Unseen ones. Framed: the French being written.")
    screen.note(said_of(life, all_lives))
    groups = {
        "Its largest weights": life.best,
        f"In the middle: {_between(life, _MIDDLE)}": life.deciles[_MIDDLE],
        f"Its smallest: {_between(life, LAST)}": life.deciles[LAST],
    }
    translator = translators.main()
    screen.tinted_sentences(
        [Sentences(name, "", [tinted(translator, look) for look in looks]) for name, looks in groups.items()],
        alt=f"Sentences with their French by the largest weight of {head.name}, in groups.",
        key="life_across",
        on_sentence=typing(head, list(groups.values())),
    )


def measured() -> Lives | None:
    """Read what was measured of the heads. CannotShow where it cannot be read."""
    with readable("What was measured of the heads"):
        return lives(translators.MAIN)


def said_of(life: Life, all_lives: Lives) -> str:
    """Say how often it rests, and how much is lost without it."""
    effect, error = life.effect
    moves = f"{'rises' if effect >= 0 else 'falls'} by {decimal(abs(effect), '.3f')} ± {decimal(error, '.3f')}"
    return (
        f"From {life.rests:.0%} of the French tokens it attends most to the end mark. Without it the loss of the "
        f"model’s own French {moves} nats per token, from {decimal(all_lives.loss[0])}."
    )


def _between(life: Life, decile: int) -> str:
    return f"{decimal(life.edges[decile + 1])} to {decimal(life.edges[decile])}"


def tinted(translator: Translator, look: Look) -> Tinted:
    """The English with the weights of a look, and the French up to the piece that it is for."""
    english = _pieces(translator, look.text)
    french = _pieces(translator, look.target)[: look.query + 1]
    shares = [weight / 100 for weight in look.weights[: len(english)]]
    looks = len(english) + 1 + look.query
    return Tinted([*english, _ARROW, *french], [*shares, *[0.0] * (1 + len(french))], looks, look.key)


def _pieces(translator: Translator, text: str) -> list[str]:
    """The pieces of a text as they are written, with the spaces before them."""
    tokens = translator.tokenizer.encode(text)
    return [token.text for token in tokens]


def typing(head: CrossHead, groups: list[tuple[Look, ...]]) -> OnChoose:
    """Return what choosing [group, sentence] sets: the English in the box, and this head."""

    def chosen(group_and_sentence: list[int]) -> dict[str, str]:
        group, number = group_and_sentence
        return {"english": groups[group][number].text, **choose(head)}

    return chosen
