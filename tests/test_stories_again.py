"""The second question of each story: the option that is called right is what the models do, on the shipped weights."""

import itertools

import numpy as np
import pytest
import torch

from headlight.app.stories import STORIES
from tests.readings_of_stories import apart, chance, likeliest, weight
from tests.sampled import sampled
from tests.test_stories_told import translated
from transformer import Intervention, LanguageModel, Trace, learn, load, load_growing, patch
from transformer.experiments.descent import by_heart, one_step
from transformer.readings.loss import sentence_loss
from transformer.readings.order import shuffle, with_shuffle
from transformer.readings.score_gradients import every_word, score_gradients


def without(model: LanguageModel, text: str, *heads: tuple[int, int]) -> Trace:
    """A sentence read with heads silenced that are counted from 1."""
    return model.trace(text, Intervention(silenced=frozenset((layer - 1, head - 1) for layer, head in heads)))


def one_head(model: LanguageModel) -> str:
    text = "Tom and Lisa went to the park. Tom gave the ball to"
    assert likeliest(model, model.trace(text)) == ["Lisa"]
    return "Yes: it falls below 1%" if chance(model, without(model, text, (6, 5)), "Lisa") < 0.01 else "stays"


def flies(model: LanguageModel) -> str:
    text = "The bird likes seeds, and the"
    before, after = (chance(model, trace, "bird") for trace in (model.trace(text), without(model, text, (4, 5))))
    assert weight(model.trace(text), 4, 5, "bird") > 0.9
    return "Yes, ten times" if 9.5 < after / before < 11 else "No, less likely"


def once(model: LanguageModel) -> str:
    text = "The two frogs lived happily ever"
    after = chance(model, without(model, text, *((1, head) for head in range(1, 7))), "after")
    return "No: it keeps nearly all" if after > 0.98 * chance(model, model.trace(text), "after") else "Yes"


def bank(model: LanguageModel) -> str:
    golden, wedding, verb = "a golden ring", "a wedding ring", "They ring a bell"
    nouns = apart(model, golden, wedding, "ring")
    return (
        "The verb"
        if nouns > max(apart(model, noun, verb, "ring") for noun in (golden, wedding))
        else "The wedding ring"
    )


def time_flies(_model: LanguageModel) -> str:
    return "Yes: time passes" if translated("Time flies.").text == "Le temps passe vite." else "No"


def agreement(_model: LanguageModel) -> str:
    result, (layer, head) = translated("The black cat sleeps."), load("translate").alignment.best
    assert result.text == "Le chat noir dort."
    noun, adjective = result.trace.cross[layer].pattern[head, 1:3].argmax(axis=-1)
    return "Yes: those of two words" if noun > adjective else "No: word by word"


def painter(_model: LanguageModel) -> str:
    result = translated("The carpenter works.")
    assert [token.text.strip() for token in result.source[1:4]] == ["car", "pent", "er"]
    return "“La voiture”, the car" if result.text.startswith("La voiture ") else "“Le charpentier”, the carpenter"


def mask(model: LanguageModel) -> str:
    text = "The king and the queen lived in a castle"
    losses = [sentence_loss(model.trace(text, Intervention(mask=kind))) for kind in ("causal", "none")]
    return "No: it rises again" if losses[1] > losses[0] + 0.5 else "Yes"


def animal(model: LanguageModel) -> str:
    big, small = (
        model.trace(f"The trophy did not fit in the bag because it was too {word}") for word in ("big", "small")
    )
    return "No, in no head" if (big.patterns == small.patterns)[:, :, :-1].all() else "Yes: now it is the bag"


def il_elle(_model: LanguageModel) -> str:
    french = translated("The boy didn't cross the river because it was too deep.").text
    return "“elle”, the river" if "la rivière parce qu'elle" in french else "“il”, the boy"


def shuffled(_model: LanguageModel) -> str:
    twin = load("twin-none")
    ids = torch.tensor([token.id for token in twin.tokenizer.encode("The cat sees the bird")])
    order = shuffle(len(ids), 2)
    plain, other = with_shuffle(twin.transformer, ids, order, "none").final.numpy()
    return "Nothing" if np.abs(other - plain[list(order)]).max() < 1e-5 else "A little: its neighbours are others"


def name(model: LanguageModel) -> str:
    trace = model.trace("Everybody knew Florian well, and one day Flor")
    words = [token.text.strip() for token in trace.tokens]
    assert words[2:5] == ["Fl", "or", "ian"] and words[-2:] == ["Fl", "or"]
    return "Yes, as “ael”" if likeliest(model, trace) == ["ian"] else "No: it writes other letters"


def born(_model: LanguageModel) -> str:
    run = learn("induction", seed=12, seconds=600, steps=100, every=20)
    accuracy = {step.step: step.accuracy for step in run.steps}
    return "All at once again" if accuracy[60] < 0.25 and accuracy[100] > 0.9 else "Little by little this time"


def grown(_model: LanguageModel) -> str:
    at = load_growing().at(200)
    after, time = (
        chance(at, at.trace(text), word)
        for text, word in (("The two frogs lived happily ever", "after"), ("Once upon a", "time"))
    )
    return "No: it has under 1%" if after < 0.01 and time > 0.8 else "Yes, as “time” was"


def helped(model: LanguageModel) -> str:
    trace = model.trace("She opened the door and went out")
    gradient = score_gradients(model.transformer, trace, 2, every_word(trace)).scores[0]
    query, key = (trace.words[place] for place in np.unravel_index(gradient.argmin(), gradient.shape))
    return f"“{query}” to “{key}”"


def far(model: LanguageModel) -> str:
    text = "She opened the drawer and"
    after = one_step(model, model.tokenizer.ids(text), 0.1).after.trace(text)
    return "Yes" if sentence_loss(after) > sentence_loss(model.trace(text)) else "No: it falls"


def green(model: LanguageModel) -> str:
    learned, other = "The grass is blue", "The cat saw the bird"
    losses = by_heart(model, model.tokenizer.ids(learned), model.tokenizer.ids(other), 0.02).others
    return "Yes: its loss doubles" if 1.9 < losses[-1] / losses[0] < 2.2 else "No"


def work(model: LanguageModel) -> str:
    bach = model.trace(STORIES["work"].state["text"].replace("William Shakespeare", "Johann Sebastian Bach"))
    return "Yes, as with Shakespeare" if likeliest(model, bach) == ["playwright"] else "No: another word leads"


def houses(model: LanguageModel) -> str:
    led = likeliest(model, model.trace("The dog of the boys"))
    return "“were”: the boys decide" if led == ["were"] else "“was”: there is one dog"


def he_or_she(model: LanguageModel) -> str:
    ben, lily = (model.trace(f"{name} went home because") for name in ("Ben", "Lily"))
    found = patch(model, ben, lily, (int(ben.next_logits.argmax()), int(lily.next_logits.argmax())))
    shares = found.shares(found.residual)[5]
    return "“because”" if shares[-1] > shares[0] else "The name"


def bear_or_cat(model: LanguageModel) -> str:
    wolf, cat = (model.trace(f"The girl stepped into {word} country and helped the") for word in ("wolf", "cat"))
    found = patch(model, wolf, cat, (int(wolf.next_logits.argmax()), int(cat.next_logits.argmax())))
    layer, head = divmod(int(found.shares(found.heads).argmax()), 6)
    return f"Layer {layer + 1}, head {head + 1}"


@pytest.mark.parametrize("story", sampled(STORIES, [story for story in STORIES if story != "born"]))
def test_the_right_answer_to_the_second_question_is_what_the_models_do(model: LanguageModel, story: str) -> None:
    again = STORIES[story].again
    assert globals()[story.replace("-", "_")](model)  # the function of its name == again.options[again.right - 1]
    assert len(again.options) == 2 and again.right in (1, 2) and len({*again.options}) == 2


def test_the_second_question_is_of_another_sentence_and_the_first_option_is_right_as_often_as_not() -> None:
    rights = [story.again.right for story in STORIES.values()]
    assert 0.3 < np.mean([right == 1 for right in rights]) < 0.7
    texts = [story.state[key] for story in STORIES.values() for key in ("text", "english") if key in story.state]
    assert not [
        each
        for each, text in itertools.product(STORIES.values(), texts)
        if text in each.again.question and len(text) > 12
    ]
