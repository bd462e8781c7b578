"""Next word: from the logits after the sentence to one token, the sentence written on, and where the answer arose."""

from collections.abc import Callable
from functools import partial

from transformer import Trace
from transformer.sampling import Sampling
from ui import code, dials, lesson, page, reading
from ui.follow import agreement, next_word, next_word_reading, writing


def choosing() -> None:
    """One token is drawn from all, and the sentence goes on with it."""
    lesson.lead("next_word")
    sampling, seed = next_word.sampling()
    _writing(sampling, seed, partial(next_word.show_choice, reading.model(), sampling=sampling, seed=seed))
    _end("next_word")


def looks() -> None:
    """Where a head looks at each step of the writing."""
    lesson.lead("next_word")
    model = reading.model()
    layer, head = dials.head(model)
    dials.queries_as()
    _writing(*next_word.sampling(), partial(writing.show_looks, model, layer=layer, head=head))
    _end("looks")


def logits() -> None:
    """One logit, taken apart."""
    lesson.lead("next_word")
    _writing(*next_word.sampling(), partial(next_word_reading.show_logit, reading.model()))
    _end("logit")


def lens() -> None:
    """What the model would say after each layer."""
    lesson.lead("next_word")
    _writing(*next_word.sampling(), partial(next_word_reading.show_lens, reading.model()))
    _end("lens")


def surprise() -> None:
    """How surprised the model is by each token that follows."""
    lesson.lead("next_word")
    _writing(*next_word.sampling(), next_word.show_surprises)
    _end("surprise")


def agreements() -> None:
    """Whether the verb agrees with a noun far before it."""
    lesson.lead("next_word")
    _writing(*next_word.sampling(), partial(agreement.show, reading.model()))
    _end("agreement")


@page.part
def _writing(sampling: Sampling, seed: int, draw: Callable[[Trace], None]) -> None:
    text = reading.sentence()
    writing.buttons(reading.model(), text, sampling, seed=seed)
    draw(reading.trace(text))


def _end(snippet: str) -> None:
    code.show(snippet)
    lesson.more("next_word")
