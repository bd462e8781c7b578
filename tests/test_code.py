"""Every snippet recomputes the numbers on screen as its view opens, and under the dials that the view declares.

A snippet that does so only while nothing is turned says it in its first line, BEGINS.
"""

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
import pytest

from headlight.app.code import snippets_of, text_of
from headlight.pages.attention import by_hand
from headlight.pages.block import block, norm
from headlight.pages.embeddings import contexts, contextual, window, word_list
from headlight.pages.heads import heads
from headlight.pages.learning import by_heart, helped, one_step
from headlight.pages.masking import masking
from headlight.pages.next_word import writing
from headlight.pages.positions import positions
from headlight.pages.scaling import lab, scaling
from headlight.pages.translate import cross, written
from headlight.pages.why_attention import additive, dense, recurrence
from headlight.pages.why_attention import gradients as reach
from headlight.pages.why_attention.dense import sentences
from headlight.parts import by_hand as edits_by_hand
from headlight.parts import dials, translators
from headlight.reading import reader
from headlight.state.address import KEYS
from headlight.state.key_types import Number, OneOf, Switch
from headlight.state.registry import View, find, views
from headlight.state.state import Dial, State
from tests.draw import Drawing
from tests.sampled import sampled
from transformer import Intervention, load
from transformer.experiments import by_hand as four
from transformer.experiments.descent import by_heart as ten_steps
from transformer.experiments.descent import one_step as one_down
from transformer.experiments.windows import neighbours
from transformer.learning.plans import plan
from transformer.learning.run import Training
from transformer.readings.loss import sentence_loss
from transformer.softmax import softmax

CODE = Path(__file__).parent.parent / "assets" / "code"
SNIPPETS = sorted(path.stem for path in CODE.glob("*.py"))
BEGINS = "# With the dials as they begin.\n"

# What is typed into the boxes of dials that hold text; every such dial has one.
TYPED: Mapping[str, Any] = {
    "edited": "6.5.7.4.2",
    "cut_unit": "6.189",
    "other_heads": "2 3",
    "lines_of": "q3",
    "four_words": "",
    "looked_up": "Dickens",
    "entries": "cat: meow, dog: woof",
    "silenced": "6.5 6.1",
    "for_word": "bear",
    "by_heart": "true",
    "unlearned": "The cat sat on the mat",
    "cells": "5.2 3.1",
    "written": "9",
    "numbers": "1, -3, 0.5, 0.5",
    "look_cut": "cross 1 2",
    "opened": "",
    "french": "La voiture rouge",
    "first": "man",
    "minus": "king",
    "plus": "queen",
    "expected": "woman",
    "text_2": "The bear sat down",
    "text_3": "I cannot bear it",
    "same_word": "the",
}
# Dials that count only together.
TOGETHER: Mapping[str, dict[str, Any]] = {
    "attention": {"edited": "6.5.7.4.2 6.5.8.4.1 3.1.4.3.x"},
    "heads": {"silenced": "6.5 6.1", "heads_become": "spread evenly"},
    "masking": {"mask": "window", "window": 3, "padding": 2, "cells": "5.2 3.1"},
    "scaling": {"multiplier": 3, "scaled": False},
    "next_word": {"output_temperature": 0.8, "top_k": 20, "top_p": 0.9},
}


def others(dial: Dial, state: State) -> list[Any]:
    """Other values for a dial than where it opens: all options of a few, both ends and the middle of a range."""
    holds, opens = KEYS[dial.key].holds, dial.opens(state)
    if isinstance(holds, Switch):
        return [not opens]
    if isinstance(holds, OneOf):
        options = holds.options if len(holds.options) < 5 else (*holds.options[:1], *holds.options[-2:])
        return [option for option in options if option != opens]
    if isinstance(holds, Number):
        low, high = holds.low, dial.most(state) if dial.most else holds.high
        places = KEYS[dial.key].name in ("query", "key_position", "token", "from_word", "to_word")
        return [1, 4] if places else [low, type(holds.low)((low + high) / 2), high]
    assert dial.key in TYPED, f"{dial.key} holds text: write one into TYPED"
    return [TYPED[dial.key]]


def states(view: View) -> list[State]:
    """As the view opens, with each of its dials turned in a state where it is there, and with some turned together."""
    opening = State.of(view)
    turned = [State.of(view, **{dial.key: value}) for dial in view.controls for value in others(dial, opening)]
    together = [State.of(view, **TOGETHER[view.name])] if view.name in TOGETHER else []
    found = {state.written(): state for state in (opening, *together)}
    for dial in view.controls:
        there = next((state for state in (opening, *turned) if dial.when(state)), None)
        if there is not None:  # else no state of the bundled model has it
            moved = (there.moved(**{dial.key: value}) for value in others(dial, there))
            found |= {state.written(): state for state in moved}
    return list(found.values())


class Case(NamedTuple):
    """Names that a snippet needs besides the common ones, or instead.

    Its result is read off a picture of the view. Where the screen draws what follows from it, which other tests
    compute, or a script draws it, it is the `whole` that is given here.
    """

    names: Callable[[State], dict[str, Any]] = lambda state: {}
    whole: Callable[[State], Any] | None = None


def common(state: State) -> dict[str, Any]:
    """The model, the unchanged trace and the values of the dials, layers and heads from 0."""
    names: dict[str, Any] = {dial.key: dial.read(state) for dial in state.view.controls} | {"model": load("story")}
    names |= {key: names[key] - 1 for key in ("layer", "head") if key in names}
    if state.view.box and state.view.box.key == "text":
        trace = state.trace()
        names |= {"trace": trace, "token": dials.position(names.get("token"), len(trace.tokens))}
    return names


def layer(state: State) -> int:
    return common(state)["layer"]


def head_of(state: State) -> tuple[int, int]:
    names = common(state)
    return names["layer"], names["head"]


def in_picture(state: State, key: str, *, deeper: bool = False) -> np.ndarray:
    """The numbers of a picture; of bars their values."""
    drawing = Drawing(state, deeper=deeper)
    if bars := drawing.payload(key).get("bars"):
        return np.array([bar["value"] for bar in bars])
    return drawing.numbers(key)


def attention_trace(state: State):
    return edits_by_hand.read(state, state.trace()).trace


def lens_shown(state: State) -> np.ndarray:
    """How sure each floor is, and what enters the first, which has none."""
    enters = block._read(state, block._drawn(state), dials.token(state, state.trace()))[0][0].max()
    return np.array([enters, *(floor["sure"] for floor in Drawing(state).payload("floors")["floors"])])


def sampling_names(state: State) -> dict[str, Any]:
    sampling = state[writing.SAMPLING]
    names = {"temperature": sampling.temperature, "top_k": sampling.top_k, "top_p": sampling.top_p}
    return names | {"trace": writing.read(state)}


def out_of_the_norm(state: State) -> list[np.ndarray]:
    """Of each token; what is switched off around the layers leaves the formula alone to show it."""
    trace = state.trace()
    return [norm._stages(state, trace, layer(state), at)[1].after for at in range(len(trace.tokens))]


def gradients_shown(state: State) -> np.ndarray:
    """Of the whole matrix; hatched cells are of no use to compare."""
    there = state if state[one_step.STEPS] == 0 else state.moved(steps_taken=0)
    return in_picture(there, "score_gradients") / 1000


def helped_names(state: State) -> dict[str, Any]:
    there = state if state[one_step.STEPS] == 0 else state.moved(steps_taken=0)
    return common(there) | {"loss_of": there[helped.LOSS_OF], "candidate": there[helped.CANDIDATE]}


def after_a_step(state: State) -> float:
    there = state.moved(steps_taken=1) if state[one_step.STEPS] != 1 else state
    step = one_down(state.model, state.model.tokenizer.ids(state.text), there[by_heart.RATE])
    return sentence_loss(step.after.trace(state.text))


def by_heart_shown(state: State) -> np.ndarray:
    there = state.moved(steps_taken=10) if state[one_step.STEPS] != 10 else state
    ids = state.model.tokenizer.ids(state.text)
    return ten_steps(state.model, ids, ids, there[by_heart.RATE]).losses[:-1]


def rate(state: State) -> dict[str, Any]:
    return {"rate": state[by_heart.RATE]}


def translation(state: State, beams: int = 1):
    return translators.translated(translators.MAIN, state[translators.ENGLISH], beams).trace


def french_names(state: State) -> dict[str, Any]:
    beams = state[written.BEAMS] if state.view.name == "translate" else 1
    names = {"translator": translators.main(), "trace": translation(state, beams), "layer": state[cross.HEAD].layer}
    return names | {"english": state[state.view.box], "beams": beams}


def looks_at_english(state: State) -> np.ndarray:
    """Of every head; the chosen one, or the mean, is drawn."""
    trace, chosen = translation(state, state[written.BEAMS]), state[cross.HEAD]
    pieces = state.moved(labels="tokens")
    pattern = trace.cross[chosen.layer].pattern
    np.testing.assert_allclose(in_picture(pieces, "cross"), chosen.of(pattern).ravel(), atol=1e-5)
    return pattern


def fixed_names(state: State) -> dict[str, Any]:
    return {"sentences": sentences(), "query": dense.cell_of(state, state.trace())[0]}


def scorer_names(state: State) -> dict[str, Any]:
    scorer = additive.scorer_of(*state[dials.HEAD]).scorer
    return {"scorer": (scorer.w_s, scorer.w_h, scorer.v), "query": dense.cell_of(state, state.trace())[0]}


def context_names(state: State) -> dict[str, Any]:
    one, other = contexts.read(state).with_word[:2]
    names = {"text": one.trace.text, "text_2": other.trace.text}
    return names | {"places": list(one.places), "places_2": list(other.places)}


def word_names(state: State) -> dict[str, Any]:
    """The word in the middle of the window, and each of its neighbours once."""
    _, found, centre = word_list.read(state)
    around = [found.known[at] for at in neighbours(len(found.known), centre, state[window.SIZE])]
    return {"word": found.known[centre], "around": list(dict.fromkeys(around))}


def movement_names(state: State) -> dict[str, Any]:
    context = contexts.read(state).with_word[0]
    return {"trace": context.trace, "query": context.places[-1], "layer": contextual.layer(state)}


def reversed_by_a_run(state: State) -> np.ndarray:
    """The pattern of the run of the snippet on its text, in slices of another size."""
    training = Training(plan("reverse"), 11)
    training.advance(100)
    return training.model().trace("headlist|tsildaeh").patterns[0, 0]


def softmax_names(state: State) -> dict[str, Any]:
    return {"numbers": lab.numbers_of(state, float(state[scaling.MULTIPLIER]))}


def of_reach(state: State) -> dict[str, Any]:
    return {"distance": state[reach.DISTANCE], "networks": reach.DRAWS, "seed": reach.SEED}


def state_at(state: State) -> int:
    trace = state.trace()
    return recurrence.two_words(state[recurrence.FROM], state[recurrence.TO], len(trace.tokens))[1]


def gradient_of_words(state: State) -> np.ndarray:
    end = state_at(state)
    return recurrence.measured(state.trace(), end, 4, dilated=False, layers=1)["RNN"][: end + 1]


def cut_one_by_one(state: State) -> np.ndarray:
    found = reader.why(load("story"), state.text)
    parts = [found.probability, *found.parts.without_heads.ravel(), *found.parts.without_ffns]
    return np.array([*parts, *found.without_words, found.alone, *found.without_looks[np.isfinite(found.without_looks)]])


CASES: Mapping[str, Case] = {
    **dict.fromkeys(
        ["dictionary", "feed_forward", "growing_up", "shapes", "surprise", "word_sums"],
        Case(),
    ),
    "additive": Case(scorer_names),
    "attention": Case(
        lambda state: {"trace": attention_trace(state)},
        whole=lambda state: attention_trace(state).layers[layer(state)].context[head_of(state)[1]],
    ),
    "by_hand": Case(lambda state: {"vectors": state[by_hand.VECTORS], "hide_later": state[by_hand.HIDE_LATER]}),
    "by_heart": Case(rate, whole=by_heart_shown),
    "contextual": Case(context_names),
    "dense": Case(fixed_names),
    "embeddings": Case(whole=lambda state: state.trace().embedded),
    "encoder_decoder": Case(french_names, whole=lambda state: translation(state).cross[state[cross.HEAD].layer].keys),
    "four_words": Case(whole=lambda state: four.drawn(four.SEED).look().context),  # digits of a formula
    "gradients": Case(of_reach),
    "heads": Case(
        lambda state: {"trace": heads._trace(state)},
        whole=lambda state: heads._trace(state).layers[layer(state)].attended,
    ),
    "helped": Case(helped_names, whole=gradients_shown),
    "layer_norm": Case(lambda state: {"factor": state[norm.FACTOR]}, whole=out_of_the_norm),
    "learning": Case(whole=reversed_by_a_run),
    "lens": Case(lambda state: {"trace": block._drawn(state)}, whole=lens_shown),
    "looks": Case(sampling_names),
    "masking": Case(lambda state: {"trace": masking._passes(state)[0]}),
    "movement": Case(movement_names),
    "next_word": Case(sampling_names),
    "one_step": Case(rate, whole=after_a_step),
    "position_twins": Case(whole=lambda state: np.zeros_like(state.trace().final)),
    "positions": Case(lambda state: {"trace": state.trace(Intervention(positions=state[positions.POSITIONS_ON]))}),
    "recurrence": Case(lambda state: {"to_word": state_at(state)}, whole=gradient_of_words),
    # Each is drawn where its dial says so.
    "scaling": Case(
        lambda state: {"trace": scaling._changed(state)},
        whole=lambda state: scaling._changed(state).layers[layer(state)].pattern[head_of(state)[1]],
    ),
    "softmax_of_numbers": Case(softmax_names, whole=lambda state: softmax(softmax_names(state)["numbers"])),
    "why": Case(whole=cut_one_by_one),
    "tokens": Case(whole=lambda state: [token.id for token in state.trace().tokens]),
    "translate": Case(french_names, whole=looks_at_english),
    "word_vectors": Case(word_names),
}


TRAINED = ("dense", "one_step", "learning")  # by these views, or their snippets
FEWEST, SHARED = 3, 0.3  # numbers of a picture, and which share of them what a snippet gives has too


def on_screen(state: State, shown: np.ndarray) -> bool:
    """Whether a picture of the view has these numbers, or they have a good part of a picture's."""
    drawing = Drawing(state, deeper=True)
    for item in drawing.items:
        if item["kind"] != "picture":
            continue
        bars, rows = item["header"].get("bars"), item["header"].get("rows")
        if bars:
            drawn = np.array([bar["value"] for bar in bars], dtype=float)
        elif item["name"] == "word_grid":
            drawn = np.array([cell[2] for row in rows for cell in row["cells"]], dtype=float)
        else:
            drawn = np.asarray(drawing.numbers(item["key"]), dtype=float)
        drawn = drawn[np.isfinite(drawn) & (drawn != 0)]
        if not drawn.size:
            continue
        enough = bool(bars) or drawn.size >= FEWEST
        if _among(shown, drawn).all() or (enough and _among(drawn, shown).mean() >= SHARED):
            return True
    return False


def _among(numbers: np.ndarray, others: np.ndarray) -> np.ndarray:
    """Which of these numbers are among the others, but for rounding."""
    ordered = np.sort(others)
    after = np.clip(np.searchsorted(ordered, numbers), 0, len(ordered) - 1)
    nearest = np.minimum(abs(ordered[after] - numbers), abs(ordered[np.maximum(after - 1, 0)] - numbers))
    return nearest <= 2e-5 * (1 + abs(numbers))


def ran(snippet: str, state: State) -> Any:
    names = common(state) | CASES[snippet].names(state)
    exec(text_of(snippet), names)
    return np.asarray(names["result"]).ravel()


SHOWN_BY = [(name, snippet) for name, view in views().items() for snippet in snippets_of(view)]


@pytest.mark.parametrize("every", sampled([48, 1], [48]))
@pytest.mark.parametrize(("view", "snippet"), sampled(SHOWN_BY, [row for row in SHOWN_BY if row[0] not in TRAINED]))
def test_the_snippet_gives_what_is_on_screen_under_every_dial_of_its_view(view: str, snippet: str, every: int) -> None:
    """One that follows a dial under which nothing on screen changes has nothing to follow; the others must.

    As the view opens, with dials turned together, and in every 48th other state; `make study` has all states.
    """
    opens, *turned = [State.of(find(view))] if find(view).draw is None else states(find(view))
    begins, unlike = text_of(snippet).startswith(BEGINS), []
    for state in (opens, *turned[::every]):
        found, whole = ran(snippet, state), CASES[snippet].whole
        if whole:
            shown = np.asarray(whole(state)).ravel()
            agrees = shown.shape == found.shape and np.allclose(found, shown, atol=2e-5, rtol=1e-5)
        else:
            agrees = on_screen(state, found.astype(float))
        if not agrees:
            unlike.append(state.written())
    assert not unlike or begins, f"{snippet} gives something else than the screen at {unlike}"
    assert opens.written() not in unlike, f"{snippet} gives something else than the screen as {view} opens"
    assert not begins or unlike or every > 1, f"{snippet} follows every dial: its first line is wrong"


def test_every_snippet_is_shown_by_a_view() -> None:
    assert {snippet for view in views().values() for snippet in snippets_of(view)} == set(SNIPPETS) == set(CASES)


def test_a_snippet_for_models_of_any_family_stands_in_for_one_of_the_bundled_model() -> None:
    assert {path.stem for path in (CODE / "any_model").glob("*.py")} <= set(SNIPPETS)
