"""What the stories promise happens: every number in them is computed here again, on the shipped weights."""

import itertools
import re

import numpy as np
import pytest
import torch

from headlight.app.stories import STORIES
from headlight.pages.learning.by_heart import _name as name_of_result
from headlight.pages.positions.position_twins import by_words
from headlight.reading import reader
from tests.readings_of_stories import apart, chance, cosine, done, likeliest, of, place, weight
from tests.sampled import sampled
from tests.statements import lesson
from transformer import Intervention, LanguageModel, Trace, Translation, edits, learn, load, load_growing, patch
from transformer.experiments.descent import by_heart, one_step
from transformer.readings.loss import sentence_loss
from transformer.readings.order import with_shuffle
from transformer.readings.patching import Patched
from transformer.readings.score_gradients import every_word, score_gradients

HEADS = list(itertools.product(range(1, 7), range(1, 7)))
Numbers = list[tuple[float, int]]  # each with the decimals that it is written with


def one_head(model: LanguageModel) -> Numbers:
    before, after = of(model, "one-head"), done(model, "one-head")
    assert likeliest(model, before) == ["bear"]
    assert likeliest(model, after) == ["boy"]
    left = {head: chance(model, of(model, "one-head", head), "bear") for head in HEADS}
    assert sorted(left, key=lambda head: left[head])[:2] == [(6, 5), (4, 5)]
    assert likeliest(model, of(model, "one-head", (4, 5))) != ["bear"]  # so no title says that one head alone decides
    assert "decides" not in STORIES["one-head"].title
    return [
        (100 * chance(model, before, "bear"), 0),
        (100 * chance(model, after, "bear"), 0),
        (100 * weight(before, 6, 5, "bear"), 0),
    ]


def flies(model: LanguageModel) -> Numbers:
    before, after = of(model, "flies"), done(model, "flies")
    assert (likeliest(model, before), likeliest(model, after)) == (["flies"], ["frog"])
    return [
        (100 * chance(model, before, "frog"), 0),
        (100 * chance(model, after, "frog"), 0),
        (100 * weight(before, 4, 5, "frog"), 0),
    ]


def once(model: LanguageModel) -> Numbers:
    one_less = [chance(model, of(model, "once", head), "time") for head in HEADS]
    layer_less = [
        chance(model, of(model, "once", *((layer, head) for head in range(1, 7))), "time") for layer in range(1, 7)
    ]
    after = chance(model, done(model, "once"), "time")
    assert layer_less.index(min(layer_less)) == 0 and layer_less[0] == after
    return [(100 * after, 1), (100 * chance(model, of(model, "once"), "time"), 1), (100 * min(one_less), 1)]


def bank(model: LanguageModel) -> Numbers:
    river, money, verb = (STORIES["bank"].shown[key] for key in ("text", "text_2", "text_3"))
    first = [(trace := model.trace(text)).embedded[place(trace, "bank")] for text in (river, verb, money)]
    assert min(cosine(first[0], first[1]), cosine(first[0], first[2])) == pytest.approx(1)
    return [
        (apart(model, river, money, "bank"), 2),
        (apart(model, river, verb, "bank"), 2),
        (apart(model, verb, money, "bank"), 2),
    ]


def translated(english: str, beams: int = 1) -> Translation:
    """Return what stands on the screen: the pages translate with one beam where the reader has not asked for more."""
    return load("translate").translate(english, beams)


def time_flies(model: LanguageModel) -> Numbers:
    insects, time = STORIES["time-flies"].state["english"], STORIES["time-flies"].shown["english"]
    for english, french in (
        (insects, "Les mouches des fruits aiment une banane"),
        (time, "Le temps passe vite comme une flèche"),
    ):
        assert translated(english).text == f"{french}."
        assert french in STORIES["time-flies"].payoff
    return []


def looked_at(result: Translation, french: str, english: str) -> float:
    """The weight of a pair of pieces in the head that aligns best."""
    layer, head = load("translate").alignment.best
    (row,) = [at for at, token in enumerate(result.target) if token.text.strip() == french]
    pattern = result.trace.cross[layer].pattern[head, row]
    assert pattern.argmax() == place(result, english)
    return float(pattern[place(result, english)])


def agreement(model: LanguageModel) -> Numbers:
    result = translated(STORIES["agreement"].shown["english"])
    pairs = [("zone", "Area"), ("européenne", "European")]
    return [(100 * looked_at(result, *pair), 0) for pair in pairs]


def painter(model: LanguageModel) -> Numbers:
    result = translated(STORIES["painter"].shown["english"])
    assert STORIES["painter"].shown["labels"] == "tokens"
    assert result.text.startswith("La douleur ")
    assert [token.text.strip() for token in result.source[1:3]] == ["pain", "ter"]
    return [(100 * looked_at(result, "douleur", "pain"), 0)]


def mask(model: LanguageModel) -> Numbers:
    text = STORIES["mask"].state["text"]
    traces = [model.trace(text), model.trace(text, Intervention(mask=STORIES["mask"].shown["mask"]))]
    ids = [token.id for token in traces[0].tokens]
    losses = [-np.log(trace.probabilities[range(len(ids) - 1), ids[1:]]).mean() for trace in traces]
    assert [likeliest(model, trace) for trace in traces] == [["named"], ["who"]]
    return [(float(loss), 2) for loss in losses]


def animal(model: LanguageModel) -> Numbers:
    tired, wide = (model.trace(each["text"]) for each in (STORIES["animal"].state, STORIES["animal"].shown))
    assert [trace.words[-1] for trace in (tired, wide)] == ["tired", "wide"]
    assert place(tired, "it") == int(STORIES["animal"].state["query"])
    assert len(tired.tokens) == len(wide.tokens)
    moved = np.abs(tired.patterns - wide.patterns)
    assert not moved[:, :, :-1].any() and "all 36 heads" in STORIES["animal"].payoff and len(HEADS) == 36
    return [(100 * float(moved[:, :, -1].sum(axis=-1).max() / 2), 0)]


def il_elle(model: LanguageModel) -> Numbers:
    state = STORIES["il-elle"].state
    tired, wide = translated(state["english"]), translated(STORIES["il-elle"].shown["english"])
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
    return [(100 * float(each), 0) for each in reversed(at_word[most])]


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
    state = STORIES["shuffled"].shown
    moved = {}
    for kind in ("none", "sinusoidal", "rotary"):
        twin = load(f"twin-{kind}")
        ids = torch.tensor([token.id for token in twin.tokenizer.encode(state["text"])])
        order = by_words(twin.trace(state["text"]), int(state["shuffle"]))
        for under in ("none", "causal"):
            plain, other = with_shuffle(twin.transformer, ids, order, under).final.numpy()
            moved[kind, under] = float(np.abs(other - plain[list(order)]).max())
    assert moved["none", "none"] < 1e-5
    assert moved["sinusoidal", "none"] < most_moved(state["text"])  # so it is of one shuffle, and says so
    assert "In this one" in STORIES["shuffled"].payoff
    assert moved["none", "causal"] > 0.1  # so a mask tells order too
    return [(moved["sinusoidal", "none"], 2), (moved["rotary", "none"], 2)]


def name(model: LanguageModel) -> Numbers:
    trace, state = done(model, "name"), STORIES["name"].shown
    copied = int(state["key_position"])
    assert int(state["query"]) == len(trace.tokens) - 1
    assert int(STORIES["name"].state["query"]) == copied - 1  # where the story begins
    ael = trace.tokens[copied].id
    assert trace.tokens[copied - 1].id == trace.tokens[-1].id
    assert [trace.tokens[at].text.strip() for at in (-1, copied)] == ["af", "ael"]
    row = trace.layers[3].pattern[2, -1].astype(float)
    without = np.where(np.arange(len(row)) == copied, 0, row)
    cuts = (
        Intervention(edits=(edits.row(3, 2, trace.last, without / without.sum()),)),
        Intervention(),
        Intervention(toggled=frozenset({(trace.last, copied)})),
    )
    left = [model.trace(trace.text, cut).probabilities[-1, ael] for cut in cuts]
    return [(100 * float(share), 0) for share in (row[copied], *left)]


def words_between(text: str, word: str) -> list[str]:
    """The words after a word of a text and before its last."""
    words = re.findall(r"\w+", text)
    return words[words.index(word) + 1 : -1]


BACK = {10: "ten", 11: "eleven", 12: "twelve"}


def work(model: LanguageModel) -> Numbers:
    text = STORIES["work"].state["text"]
    shakespeare, dickens = of(model, "work"), done(model, "work")
    assert dickens.text == text.replace("William Shakespeare", "Charles Dickens")
    assert (likeliest(model, shakespeare), likeliest(model, dickens)) == (["playwright"], ["writer"])
    back = BACK[len(words_between(text, "Shakespeare")) + 1]
    assert f"{back} words back" in STORIES["work"].payoff and f"{back} words back" in STORIES["work"].question
    assert f"the name, {back} words back" in lesson("dictionary")
    return [(100 * chance(model, dickens, "writer"), 0), (100 * chance(model, shakespeare, "playwright"), 0)]


def green(model: LanguageModel) -> Numbers:
    state = STORIES["green"].shown
    assert state["by_heart"] == name_of_result((state["text"], state["unlearned"], float(state["rate"])))
    sentence, other = (model.tokenizer.ids(state[key]) for key in ("text", "unlearned"))
    found = by_heart(model, sentence, other, float(state["rate"]))
    sky, dog = (found.after.trace(text) for text in ("The sky is", "The dog bites the"))
    assert likeliest(found.after, dog) == ["sky"]
    return [
        (100 * chance(model, sky, "green"), 0),
        (100 * chance(model, dog, "sky"), 0),
        (float(found.others[0]), 2),
        (float(found.others[-1]), 2),
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
    return []  # another processor may need a step more: the story rounds


def grown(model: LanguageModel) -> Numbers:
    growing, state = load_growing(), STORIES["grown"].shown
    assert state["grown_step"] == "200"
    at = {step: growing.at(step) for step in (50, 200)}
    chances = {step: chance(one, one.trace(state["text"]), "time") for step, one in at.items()}
    layer, head = (int(number) - 1 for number in state["grown_head"].split("."))
    place = layer * growing.config.n_heads + head
    looks = [growing.measured[step]["heads"][place]["previous_token"]["score"] for step in at]
    return [(100 * chances[200], 0), (100 * chances[50], 1), *((100 * look, 0) for look in looks)]


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
    assert int(STORIES["helped"].shown["token"]) == bear
    return [(float(-of_bear[through, trail]), 4), (float(-of_all[through, trail]), 4)]


def far(model: LanguageModel) -> Numbers:
    story = STORIES["far"]
    text, rates = story.state["text"], [float(each["rate"]) for each in (story.state, story.shown)]
    before = sentence_loss(model.trace(text))
    near, beyond = (sentence_loss(one_step(model, model.tokenizer.ids(text), rate).after.trace(text)) for rate in rates)
    assert near < before < beyond
    return [(rates[0], 2), (before, 2), (near, 2), (rates[1], 1), (beyond, 2)]


def patched(model: LanguageModel, story: str) -> tuple[Trace, Trace, Patched, Patched]:
    """Both runs, what parts of the first bring into the second, and what parts of the second take from the first."""
    first, second = (model.trace(STORIES[story].state[key]) for key in ("text", "corrupt_text"))
    answers = int(first.next_logits.argmax()), int(second.next_logits.argmax())
    return first, second, patch(model, first, second, answers), patch(model, second, first, answers)


def houses(model: LanguageModel) -> Numbers:
    before, after = of(model, "houses"), done(model, "houses")
    assert likeliest(model, before) == ["was"] and likeliest(model, after) == ["were"]
    return [(100 * chance(model, trace, verb), 0) for verb in ("were", "was") for trace in (before, after)]


def he_or_she(model: LanguageModel) -> Numbers:
    tom, anna, found, _ = patched(model, "he-or-she")
    assert (likeliest(model, tom), likeliest(model, anna)) == (["he"], ["she"])
    assert tom.words[-1] == "because"
    stream, heads = found.shares(found.residual), found.shares(found.heads)
    assert heads.argmax() == 4 * 6 + 1
    begun, shown = STORIES["he-or-she"].state, STORIES["he-or-she"].shown
    layers, tokens = ([int(each[key]) for each in (begun, shown)] for key in ("layer", "token"))
    assert layers == [1, 6] and tokens == [0, len(tom.tokens) - 1]
    assert stream[0, 0] == pytest.approx(1)  # "the name alone"
    return [(100 * stream[5, -1], 0), (100 * stream[5, 0], 0), (100 * heads[4, 1], 0)]


def bear_or_cat(model: LanguageModel) -> Numbers:
    bear, cat, found, other = patched(model, "bear-or-cat")
    assert (likeliest(model, bear), likeliest(model, cat)) == (["bear"], ["boy"])
    brings, takes = found.shares(found.heads), other.shares(other.heads)
    assert brings.argmax() == takes.argmax() == 5 * 6 + 4
    assert brings[3, 2] == sorted(brings.ravel())[-2]
    shown = STORIES["bear-or-cat"].shown
    assert (shown["layer"], shown["head"], shown["noising"]) == ("6", "5", "true")
    return [(100 * takes[5, 4], 0), (100 * brings[5, 4], 0), (100 * brings[3, 2], 0)]


@pytest.mark.parametrize("story", sampled(STORIES, [story for story in STORIES if story not in ("born", "shuffled")]))
def test_the_numbers_of_a_story_are_those_of_the_models(model: LanguageModel, story: str) -> None:
    told = re.findall(r"\d+\.\d+|\d+(?=%)", STORIES[story].payoff)
    measured = globals()[story.replace("-", "_")](model)  # the function of its name
    assert [len(number.partition(".")[2]) for number in told] == [decimals for _, decimals in measured]
    for number, (exact, decimals) in zip(told, measured, strict=True):
        assert float(number) == pytest.approx(exact, abs=0.5 * 10**-decimals + 1e-5)


def test_the_first_story_is_the_sentence_that_the_app_opens_with() -> None:
    assert next(iter(STORIES.values())).state["text"] == reader.EXAMPLE
