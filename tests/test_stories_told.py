"""What the stories promise happens: every number in them is computed here again, on the shipped weights."""

import itertools
import re
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest
import torch

from headlight.app.stories import HAS_READ, STORIES
from headlight.reading import reader
from tests.readings_of_stories import apart, chance, cosine, likeliest, of, place, weight
from tests.statements import lesson
from training import data
from transformer import Intervention, LanguageModel, Trace, Translation, learn, load, load_growing, patch
from transformer.experiments.descent import by_heart, one_step
from transformer.readings.loss import sentence_loss
from transformer.readings.order import shuffle, with_shuffle
from transformer.readings.patching import Patched
from transformer.readings.score_gradients import every_word, score_gradients
from transformer.real.installed import open_installed

HEADS = list(itertools.product(range(1, 7), range(1, 7)))
Numbers = list[tuple[float, int]]  # each with the decimals that it is written with


def one_head(model: LanguageModel) -> Numbers:
    before, after = of(model, "one-head"), of(model, "one-head", (6, 5))
    assert likeliest(model, before) == ["bear"]
    assert likeliest(model, after) == ["boy"]
    left = {head: chance(model, of(model, "one-head", head), "bear") for head in HEADS}
    assert sorted(left, key=lambda head: left[head])[:2] == [(6, 5), (4, 5)]
    assert likeliest(model, of(model, "one-head", (4, 5))) != ["bear"]  # so no title says that one head alone decides
    assert "decides" not in STORIES["one-head"].title
    return [
        (chance(model, before, "bear"), 3),
        (left[6, 5], 3),
        (chance(model, after, "boy"), 3),
        (weight(before, 6, 5, "bear"), 3),
    ]


def flies(model: LanguageModel) -> Numbers:
    before, after = of(model, "flies"), of(model, "flies", (4, 5))
    assert (likeliest(model, before), likeliest(model, after)) == (["flies"], ["frog"])
    return [
        (chance(model, before, "flies"), 3),
        (chance(model, after, "flies"), 3),
        (chance(model, before, "frog"), 3),
        (chance(model, after, "frog"), 3),
        (weight(before, 4, 5, "frog"), 3),
    ]


def once(model: LanguageModel) -> Numbers:
    one_less = [chance(model, of(model, "once", head), "time") for head in HEADS]
    layer_less = [
        chance(model, of(model, "once", *((layer, head) for head in range(1, 7))), "time") for layer in range(1, 7)
    ]
    assert layer_less.index(min(layer_less)) == 0
    return [(chance(model, of(model, "once"), "time"), 3), (min(one_less), 3), (min(layer_less), 3)]


def bank(model: LanguageModel) -> Numbers:
    river, verb, money = (STORIES["bank"].state[key] for key in ("text", "text_2", "text_3"))
    first = [(trace := model.trace(text)).embedded[place(trace, "bank")] for text in (river, verb, money)]
    return [
        (min(cosine(first[0], first[1]), cosine(first[0], first[2])), 2),
        (apart(model, river, money, "bank"), 2),
        (apart(model, river, verb, "bank"), 2),
        (apart(model, verb, money, "bank"), 2),
    ]


def translated(english: str, beams: int = 1) -> Translation:
    """What stands on the screen: the pages translate with one beam where the reader has not asked for more."""
    return load("translate").translate(english, beams)


def time_flies(model: LanguageModel) -> Numbers:
    insects, time = STORIES["time-flies"].state["english"], "Time flies like an arrow."
    assert time in STORIES["time-flies"].do
    for english, french in (
        (insects, "Les mouches des fruits aiment une banane"),
        (time, "Le temps passe vite comme une flèche"),
    ):
        assert translated(english).text == f"{french}."
        assert french in STORIES["time-flies"].payoff
    assert f"with 4 beams “{translated(time, 4).text.removesuffix('.')}”" in STORIES["time-flies"].payoff
    return [(apart(model, time, insects, "flies"), 2)]


def looked_at(result: Translation, french: str, english: str) -> float:
    """The weight of a pair of pieces in the head that aligns best."""
    layer, head = load("translate").alignment.best
    (row,) = [at for at, token in enumerate(result.target) if token.text.strip() == french]
    pattern = result.trace.cross[layer].pattern[head, row]
    assert pattern.argmax() == place(result, english)
    return float(pattern[place(result, english)])


def agreement(model: LanguageModel) -> Numbers:
    result = translated(STORIES["agreement"].state["english"])
    pairs = [("zone", "Area"), ("économique", "Economic"), ("européenne", "European")]
    return [(looked_at(result, *pair), 2) for pair in pairs]


def painter(model: LanguageModel) -> Numbers:
    result = translated(STORIES["painter"].state["english"])
    assert result.text.startswith("La douleur ")
    assert [token.text.strip() for token in result.source[1:3]] == ["pain", "ter"]
    greedy, beam = (translated("He is a painter.", beams) for beams in (1, 4))
    assert (greedy.text, beam.text) == ("C'est une douleur.", "Il est peintre.")
    whole = [float(np.exp(-one.trace.losses.sum())) for one in (beam, greedy)]
    assert whole[0] > whole[1]
    return [(looked_at(result, "douleur", "pain"), 2), *((chance, 3) for chance in whole)]


def mask(model: LanguageModel) -> Numbers:
    text = STORIES["mask"].state["text"]
    traces = [model.trace(text), model.trace(text, Intervention(mask="none"))]
    ids = [token.id for token in traces[0].tokens]
    losses = [-np.log(trace.probabilities[range(len(ids) - 1), ids[1:]]).mean() for trace in traces]
    assert [likeliest(model, trace) for trace in traces] == [["named"], ["who"]]
    return [(float(loss), 2) for loss in losses]


def animal(model: LanguageModel) -> Numbers:
    text = STORIES["animal"].state["text"]
    tired, wide = model.trace(text), model.trace(text.replace("tired", "wide"))
    assert place(tired, "it") == int(STORIES["animal"].state["query"])
    assert len(tired.tokens) == len(wide.tokens)
    moved = np.abs(tired.patterns - wide.patterns)
    assert not moved[:, :, :-1].any()
    return [(float(moved[:, :, place(tired, "it")].max()), 1), (float(moved[:, :, -1].sum(axis=-1).max() / 2), 2)]


def il_elle(model: LanguageModel) -> Numbers:
    state = STORIES["il-elle"].state
    tired, wide = translated(state["english"]), translated(state["english"].replace("tired", "wide"))
    assert "qu'il était trop fatigué" in tired.text
    assert "qu'elle était trop large" in wide.text
    it, at = place(tired, "it"), place(tired, "tired")
    more = len(wide.source) - len(tired.source)  # pieces of "wide" besides the first
    moved, at_word = {}, {}
    for layer, head in itertools.product(range(3), range(6)):
        one = tired.trace.encoder[layer].pattern[head, it]
        other = np.array(wide.trace.encoder[layer].pattern[head, it])
        of_word = other[at : at + more + 1].sum()
        other = np.concatenate([other[:at], [of_word], other[at + more + 1 :]])
        moved[layer + 1, head + 1] = np.abs(one - other).sum() / 2
        at_word[layer + 1, head + 1] = one[at], of_word
    most = max(moved, key=lambda head: moved[head])
    assert tuple(map(str, most)) == (state["cross_layer"], state["cross_head"]) == ("1", "3")
    return [(float(moved[most]), 2), *((float(each), 2) for each in at_word[most])]


def most_moved(text: str) -> float:
    """How far waves let an output move at most, over all orders of the tokens; without positions none moves at all."""
    moved = {}
    for kind in ("none", "sinusoidal"):
        twin = load(f"twin-{kind}")
        ids = torch.tensor([token.id for token in twin.tokenizer.encode(text)])
        moved[kind] = 0.0
        for order in itertools.permutations(range(len(ids))):
            plain, other = with_shuffle(twin.transformer, ids, order, "none").final.numpy()
            moved[kind] = max(moved[kind], float(np.abs(other - plain[list(order)]).max()))
    assert moved["none"] < 1e-5
    return moved["sinusoidal"]


def shuffled(model: LanguageModel) -> Numbers:
    state = STORIES["shuffled"].state
    moved = {}
    for kind in ("none", "sinusoidal", "rotary"):
        twin = load(f"twin-{kind}")
        ids = torch.tensor([token.id for token in twin.tokenizer.encode(state["text"])])
        order = shuffle(len(ids), int(state["shuffle"]))
        for under in ("none", "causal"):
            plain, other = with_shuffle(twin.transformer, ids, order, under).final.numpy()
            moved[kind, under] = float(np.abs(other - plain[list(order)]).max())
    assert moved["none", "none"] < 1e-5
    assert moved["sinusoidal", "none"] < most_moved(state["text"])  # so it is of one shuffle, and says so
    assert "in this shuffle" in STORIES["shuffled"].payoff
    return [(moved["sinusoidal", "none"], 2), (moved["rotary", "none"], 2), (moved["none", "causal"], 2)]


def name(model: LanguageModel) -> Numbers:
    trace, state = of(model, "name"), STORIES["name"].state
    copied = int(state["key_position"])
    ael = trace.tokens[copied].id
    assert trace.tokens[copied - 1].id == trace.tokens[-1].id
    assert [trace.tokens[at].text.strip() for at in (-1, copied)] == ["af", "ael"]
    return [
        (float(trace.layers[3].pattern[2, -1, copied]), 2),
        (float(trace.probabilities[-1, ael]), 3),
        (float(trace.probabilities[copied - 1, ael]), 3),
        (float(of(model, "name", (4, 3)).probabilities[-1, ael]), 3),
    ]


def words_between(text: str, word: str) -> list[str]:
    """The words after a word of a text and before its last."""
    words = re.findall(r"\w+", text)
    return words[words.index(word) + 1 : -1]


BACK = {10: "ten", 11: "eleven", 12: "twelve"}


def work(model: LanguageModel) -> Numbers:
    text = STORIES["work"].state["text"]
    trace = model.trace(text)
    others = [
        model.trace(text.replace("William Shakespeare", other)) for other in ("Charles Dickens", "Vincent van Gogh")
    ]
    assert likeliest(model, trace) == ["playwright"]
    assert likeliest(model, others[0]) == ["writer"]
    assert (found := likeliest(model, others[1], 3))[0] == "teacher" and found[2] == "painter"
    back = len(words_between(text, "Shakespeare")) + 1
    assert f"{BACK[back].capitalize()} words: " in STORIES["work"].payoff
    assert STORIES["work"].choices[STORIES["work"].right - 1] == f"{BACK[back].capitalize()} words"
    assert f"the name, {BACK[back]} words back" in lesson("dictionary")
    return [
        (chance(model, trace, "playwright"), 3),
        (weight(trace, 6, 5, "Shakespeare"), 2),
        (chance(model, of(model, "work", (6, 5)), "playwright"), 3),
        (chance(model, others[0], "writer"), 3),
        (chance(model, others[1], "painter"), 3),
    ]


def green(model: LanguageModel) -> Numbers:
    state = STORIES["green"].state
    sentence, other = (model.tokenizer.ids(state[key]) for key in ("text", "unlearned"))
    found = by_heart(model, sentence, other, float(state["rate"]))
    sky, dog, sun = (
        lambda one, text=text: one.trace(text) for text in ("The sky is", "The dog bites the", "The sun is")
    )
    assert likeliest(found.after, dog(found.after), 2) == ["sky", "ball"]
    return [
        (chance(model, sky(found.after), "green"), 3),
        (chance(model, sky(model), "green"), 3),
        (chance(model, dog(found.after), "sky"), 3),
        (chance(model, dog(found.after), "ball"), 3),
        (float(found.others[0]), 3),
        (float(found.others[-1]), 3),
        (chance(model, sun(found.after), "green"), 3),
    ]


def born(model: LanguageModel) -> Numbers:
    state = STORIES["born"].state
    run = learn(state["task"], seed=int(state["training_seed"]), seconds=600, steps=100, every=20)
    accuracy = {step.step: step.accuracy for step in run.steps}
    assert accuracy[60] < 0.25 and accuracy[100] > 0.9
    before, after = run.steps[0], run.steps[-1]
    for layer, kind in enumerate(("previous token", "induction")):
        assert before.best(kind) < 0.15 and after.best(kind) > 0.6
        assert after.scores[kind].max(axis=1).argmax() == layer
    first = frozenset({(0, 0), (0, 1)})
    assert run.model.measured(Intervention(silenced=first))[1] < 0.25
    return []  # another processor may need a step more: the story rounds


def grown(model: LanguageModel) -> Numbers:
    growing, state = load_growing(), STORIES["grown"].state
    chances = {
        step: (one := growing.at(step), one.trace(state["text"]))
        for step in (int(state["grown_step"]), 50, 100, 200, growing.steps[-1])
    }
    assert likeliest(*chances[0]) == ["a"]
    layer, head = (int(number) - 1 for number in state["grown_head"].split("."))
    place = layer * growing.config.n_heads + head
    looks = [growing.measured[step]["heads"][place]["previous_token"]["score"] for step in (50, 100, 200)]
    words = ["a", "time", "time", "time", "time"]
    return [
        *((chance(*pair, word), 3) for pair, word in zip(chances.values(), words, strict=True)),
        *((look, 2) for look in looks),
    ]


def helped(model: LanguageModel) -> Numbers:
    trace = of(model, "helped")
    layer, head = (int(STORIES["helped"].state[key]) - 1 for key in ("layer", "head"))
    answers = every_word(trace)
    through, trail, bear = (trace.words.index(word) for word in ("through", "trail", "bear"))
    assert bear == through + 1  # "bear" is guessed from "through"
    of_all, of_bear = (
        score_gradients(model.transformer, trace, layer, asked).scores[head]
        for asked in (answers, {through: answers[through]})
    )
    assert np.unravel_index(of_all.argmin(), of_all.shape) == (through, trail)
    assert np.unravel_index(of_bear.argmin(), of_bear.shape) == (through, trail)
    pattern = trace.layers[layer].pattern[head]
    return [
        (float(pattern[through, trail]), 2),
        (float(-of_all[through, trail]), 4),
        (float(-of_bear[through, trail]), 4),
    ]


def far(model: LanguageModel) -> Numbers:
    text, rate = STORIES["far"].state["text"], float(STORIES["far"].state["rate"])
    before = sentence_loss(model.trace(text))
    near, beyond = (
        sentence_loss(one_step(model, model.tokenizer.ids(text), rate).after.trace(text)) for rate in (rate, 0.1)
    )
    assert near < before < beyond
    return [(rate, 2), (before, 3), (near, 3), (0.1, 1), (beyond, 3)]


def two_readers(model: LanguageModel) -> Numbers:
    ours, theirs = of(model, "two-readers"), open_installed("SmolLM2", 48).trace(STORIES["two-readers"].state["text"])
    words = [token.text.strip() for token in theirs.tokens]
    assert words == list(ours.words)
    country, bear = words.index("country"), words.index("bear")
    likeliest_id = int(theirs.probabilities[-1].argmax())
    assert theirs.tokens and open_installed("SmolLM2", 48).tokenizer.text_of(likeliest_id) == " little"
    read = [document[0] for document in data.read("teaching", Path()).train]  # one a line, those held out left out
    count = sum("bear country" in sentence.lower() for sentence in read)
    assert f" {count} sentences of its training are about bear country" in STORIES["two-readers"].payoff
    assert "about 37 times" in STORIES["two-readers"].payoff and "about 37 times" in HAS_READ
    return [
        (ours.layers[2].pattern[0, country, bear], 2),
        (theirs.layers[2].pattern[1, country, bear], 2),
        (chance(model, ours, "bear"), 2),
        (theirs.probabilities[-1].max(), 2),
    ]


def patched(model: LanguageModel, story: str) -> tuple[Trace, Trace, Patched, Patched]:
    """Both runs, what parts of the first bring into the second, and what parts of the second take from the first."""
    first, second = (model.trace(STORIES[story].state[key]) for key in ("text", "corrupt_text"))
    answers = int(first.next_logits.argmax()), int(second.next_logits.argmax())
    return first, second, patch(model, first, second, answers), patch(model, second, first, answers)


def he_or_she(model: LanguageModel) -> Numbers:
    tom, anna, found, _ = patched(model, "he-or-she")
    assert (likeliest(model, tom), likeliest(model, anna)) == (["he"], ["she"])
    assert tom.words[-1] == "because"
    stream, heads = found.shares(found.residual), found.shares(found.heads)
    assert heads.argmax() == 4 * 6 + 1
    return [
        (chance(model, tom, "he"), 3),
        (chance(model, anna, "she"), 3),
        (stream[0, 0], 2),
        (stream[5, 0], 2),
        (stream[5, -1], 2),
        (heads[4, 1], 2),
    ]


def bear_or_cat(model: LanguageModel) -> Numbers:
    bear, cat, found, other = patched(model, "bear-or-cat")
    assert (likeliest(model, bear), likeliest(model, cat)) == (["bear"], ["boy"])
    brings, takes = found.shares(found.heads), other.shares(other.heads)
    assert brings.argmax() == takes.argmax() == 5 * 6 + 4
    assert brings[3, 2] == sorted(brings.ravel())[-2]
    return [
        (chance(model, cat, "boy"), 3),
        (chance(model, bear, "bear"), 3),
        (takes[5, 4], 2),
        (brings[5, 4], 2),
        (brings[3, 2], 2),
    ]


MEASURED: dict[str, Callable[[LanguageModel], Numbers]] = {
    "one-head": one_head,
    "flies": flies,
    "once": once,
    "two-readers": two_readers,
    "bank": bank,
    "time-flies": time_flies,
    "agreement": agreement,
    "painter": painter,
    "mask": mask,
    "animal": animal,
    "il-elle": il_elle,
    "shuffled": shuffled,
    "name": name,
    "work": work,
    "born": born,
    "grown": grown,
    "helped": helped,
    "far": far,
    "green": green,
    "he-or-she": he_or_she,
    "bear-or-cat": bear_or_cat,
}


@pytest.mark.parametrize("story", STORIES)
def test_the_numbers_of_a_story_are_those_of_the_models(model: LanguageModel, story: str) -> None:
    told = re.findall(r"\d+\.(\d+)", STORIES[story].payoff)
    measured = MEASURED[story](model)
    assert [len(decimals) for decimals in told] == [decimals for _, decimals in measured]
    for number, (exact, decimals) in zip(re.findall(r"\d+\.\d+", STORIES[story].payoff), measured, strict=True):
        assert float(number) == pytest.approx(exact, abs=0.5 * 10**-decimals + 1e-5)


def test_the_first_story_is_the_sentence_that_the_app_opens_with() -> None:
    assert next(iter(STORIES.values())).state["text"] == reader.EXAMPLE
