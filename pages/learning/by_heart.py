"""Ten steps: a sentence learned by heart, and what that did to another one."""

from hashlib import blake2b
from typing import NamedTuple

import numpy as np

from headlight.parts import tokens, vocabulary, words
from headlight.parts.nouns import SENTENCE, Button, Dial, Key, OneOf, Pressed, State, Text, cached, chosen_in_picture
from headlight.pictures import Screen
from headlight.reading import reader, running
from transformer import LanguageModel
from transformer.experiments.descent import STEPS
from transformer.experiments.descent import by_heart as learn
from transformer.ranking import largest
from transformer.readings.loss import sentence_loss
from transformer.sampling import GREEDY
from transformer.writing import write_words

OTHER = "The dog bites the man"
_EACH_WORD = "Probability of each word of the learned sentence"
_INSTEAD = "Probability of words instead of the last one of the other sentence"
_LAST, _LIKELY, _ON_A_SLIDE = 10, 8, 5  # words of the sentence, and likely words, that are shown
_WRITTEN = 12  # words written at most


class Chances(NamedTuple):
    """Probabilities of words, as trained and after learning; before it there is nothing to compare them with."""

    labels: list[str]
    before: np.ndarray | None
    after: np.ndarray

    def first(self, count: int, always: str) -> "Chances":
        """So many of them from the top, one of them always, in their order."""
        kept = sorted(range(len(self.labels)), key=lambda index: (self.labels[index] != always, index))[:count]
        kept.sort()
        before = None if self.before is None else self.before[kept]
        return Chances([self.labels[index] for index in kept], before, self.after[kept])


class Learned(NamedTuple):
    """Measurements while a sentence is learned."""

    text: str
    other: str
    losses: np.ndarray  # of the sentence, before and after each step
    others: np.ndarray  # of the other
    learned: Chances  # of each word of the sentence, from those before it
    instead: Chances  # of likely words in place of the last one of the other
    last: str  # that one
    continuations: tuple[str, str]  # from the sentence's first word on, as trained and after


RATES = (0.0001, 0.0002, 0.0005, 0.001, 0.002, 0.005, 0.01, 0.02, 0.03, 0.05, 0.1)
RATE = Dial[float](
    "scale",
    Key("rate", OneOf(RATES), "how far a step goes down the gradient"),
    "Learning rate",
    0.01,
    "above",
    width=300,
    help="Every weight is moved by the rate times its gradient. Low: little changes. High: the step goes "
    "past where the slope leads, and the loss rises.",
)
UNLEARNED = Dial(
    "text",
    Key("unlearned", Text(SENTENCE), "a sentence that is not learned while another one is"),
    "Another sentence, not learned",
    OTHER,
    "above",
    width=260,
    look={"live": False},
    reads=lambda state, text: len(reader.bundled().tokenizer.encode(text)) > 1,
    help="A sentence that the ten steps do not learn. Watch what becomes of it.",
)
LEARNED = chosen_in_picture(Key("by_heart", Text(12), "which result of learning by heart is shown"), "")


def _asked(state: State) -> tuple[str, str, float]:
    """The sentence, the other one, and the rate."""
    return state.text, state[UNLEARNED], state[RATE]


def _name(asked: tuple[str, str, float]) -> str:
    """Name a result for the address, so that it is known whose it is."""
    return blake2b(repr(asked).encode(), digest_size=6).hexdigest()


def revealed(state: State) -> dict[str, str]:
    """The key that shows the result of this sentence."""
    return {"by_heart": _name(_asked(state))}


LEARN = Button(
    "learn_by_heart",
    "Learn it by heart: ten steps",
    lambda state: Pressed(revealed(state)),
    lambda state: state.trace().last > 0,
)


def show(screen: Screen, state: State) -> None:
    """Once the button is pressed, both losses step by step and what the model says; before, what it says as trained."""
    trace, asked = state.trace(), _asked(state)
    state.trace(text=asked[1])  # which says where it is cut
    tokens.chips(screen, state, trace)
    if not trace.last:
        screen.note(words.NO_LOSS)
    elif state[LEARNED] == _name(asked):
        screen.reveal = 1  # on a phone the button is below the sentence, and all that it changes below the window
        _show(screen, _learned(*asked), _shown(state))
    else:
        _show_before(screen, *asked[:2], _shown(state))


def _shown(state: State) -> int:
    """Bars of the other sentence: a slide has room for fewer."""
    return _ON_A_SLIDE if tokens.compact(state) else _LIKELY


@cached(most=8)
def _learned(text: str, other: str, rate: float) -> Learned:
    """Ten steps on a sentence, and what the model says before and after."""
    model, first = reader.bundled(), text.split()[0]
    ids, others = ([token.id for token in model.trace(sentence).tokens] for sentence in (text, other))
    count = min(_WRITTEN, max(len(text.split()), 4))
    with running.slot():
        result = learn(
            model, ids, others, rate, on_progress=lambda share: running.step(share, "Ten steps down the gradient")
        )
        before, after = (
            write_words(version, first, count, GREEDY, seed=0, max_chars=200).text for version in (model, result.after)
        )
        learned = of_each_word(model, result.after, text)
        instead, last = in_place_of_last(model, result.after, other)
    return Learned(text, other, result.losses, result.others, learned, instead, last, (before, after))


def of_each_word(model: LanguageModel, after: LanguageModel, text: str) -> Chances:
    """The probability that both models give to each of the last words of a text."""
    traces = [version.trace(text) for version in (model, after)]
    positions = np.arange(1, traces[0].last + 1)[-_LAST:]
    ids = [traces[0].tokens[position].id for position in positions]
    before, now = (trace.probabilities[positions - 1, ids] for trace in traces)
    return Chances([traces[0].words[position] for position in positions], before, now)


def in_place_of_last(model: LanguageModel, after: LanguageModel, text: str) -> tuple[Chances, str]:
    """Compare the next words of both models after all tokens of a text but the last: that one, and likely ones."""
    traces = [version.trace(text) for version in (model, after)]
    before, now = (trace.probabilities[trace.last - 1] for trace in traces)
    last = traces[0].tokens[traces[0].last].id
    ids = largest(np.maximum(before, now), _LIKELY)
    if last not in ids:
        ids[-1] = last
    ids = ids[largest(before[ids])]  # in the order that they had before, so that nothing jumps
    return Chances(vocabulary.labels(model, ids), before[ids], now[ids]), vocabulary.shown(model, last)


def show_losses(screen: Screen, state: State) -> None:
    """Draw the loss of both sentences step by step, once one of them is learned."""
    asked = _asked(state)
    if state[LEARNED] != _name(asked):
        return screen.note("Here you see both losses step by step, once the ten steps are taken.")
    learned = _learned(*asked)
    screen.heading("The loss, step by step", "Compare the sentence that is learned with one that is not.")
    screen.curves(
        {"learned": learned.losses, "not learned": learned.others},
        x_ticks=tuple(range(0, STEPS + 1, 2)),
        y_range=(0.0, float(max(learned.losses.max(), learned.others.max()))),
        axes=("steps", "loss, nats"),
        height=265,
        alt="The loss of the learned sentence and of another one after each step.",
        key="by_heart_losses",
        quantity="loss",
    )


def _show(screen: Screen, learned: Learned, count: int) -> None:
    """Draw what the model says of both sentences, before and after."""
    left, right = screen.columns(1, 1)
    with left.headed("The learned sentence", "Each word follows those before it. Dashed bars show it as trained."):
        _bars(screen, learned.learned, _EACH_WORD, "told")
    with right.headed("The other sentence", f"Instead of “{learned.last}” it may say:"):
        _bars(screen, learned.instead.first(count, learned.last), _INSTEAD, "instead")
    screen.sentence(learned_sentence(learned), key="by_heart_in_words")


def _show_before(screen: Screen, text: str, other: str, count: int) -> None:
    """Draw the same as the model was trained, which the ten steps will move, and ask for a guess."""
    model = reader.bundled()
    instead, last = in_place_of_last(model, model, other)
    left, right = screen.columns(1, 1)
    with left.headed("The sentence to learn", "How likely is each word after those before it?"):
        _bars(screen, of_each_word(model, model, text)._replace(before=None), _EACH_WORD, "told")
    with right.headed("The other sentence", f"Instead of “{last}” it may say:"):
        _bars(screen, instead.first(count, last)._replace(before=None), _INSTEAD, "instead")
    before, others = (sentence_loss(model.trace(sentence)) for sentence in (text, other))
    guess = words.said(
        "As trained, the loss of “**{text}**” is **{before:.3f}** nats per token. That of “{other}” is "
        "**{others:.3f}**. Guess where {steps} steps bring both, then press the button: it takes some seconds.",
        text=text,
        before=before,
        other=other,
        others=others,
        steps=STEPS,
    )
    screen.sentence(guess, key="by_heart_in_words")


def _bars(screen: Screen, chances: Chances, title: str, key: str) -> None:
    done = "" if chances.before is None else f" and after {STEPS} steps"
    alt = f"{title}, as trained{done}."
    screen.bars(chances.after, labels=chances.labels, before=chances.before, alt=alt, key=key, quantity="probability")


def learned_sentence(learned: Learned) -> list[tuple[str, bool]]:
    """How well the sentence is known, what it cost the other, and what the model writes now."""
    return words.said(
        "In ten steps the loss of “**{text}**” goes from **{begin:.3f}** to **{end:.3f}** nats per token. Begun with "
        "its first word, the model wrote “{wrote}”, and now writes “**{writes}**”. The loss of “{other}”, which it did "
        "not learn here, goes from **{before:.3f}** to **{after:.3f}**: {forgot}.",
        text=learned.text,
        begin=learned.losses[0],
        end=learned.losses[-1],
        wrote=learned.continuations[0],
        writes=learned.continuations[1],
        other=learned.other,
        before=learned.others[0],
        after=learned.others[-1],
        forgot="it is worse now" if learned.others[-1] > learned.others[0] else "it lost nothing",
    )
