"""Every snippet that the app shows runs as it stands, and recomputes the numbers that are on screen."""

from pathlib import Path

import numpy as np
import pytest
import torch

from headlight.frame.registry import find
from headlight.frame.state import State
from headlight.pages.why_attention import gradients as reach
from headlight.pages.why_attention.dense import sentences
from transformer import Intervention, load, load_growing, load_words
from transformer.experiments import additive, agreement, by_hand, mixing, soft_dictionary
from transformer.experiments.descent import by_heart, one_step
from transformer.experiments.powers import powers, random_matrix
from transformer.experiments.reach import Dials, drawn, inputs_of, into, networks
from transformer.learning.plans import plan
from transformer.learning.run import Training
from transformer.readings.lens import logit_lens
from transformer.readings.loss import sentence_loss, surprises
from transformer.readings.movement import moved
from transformer.readings.occurrences import path
from transformer.readings.score_gradients import every_word, score_gradients
from transformer.sampling import Sampling, next_token
from transformer.similarity import unit
from transformer.softmax import jacobian, softmax

CODE = Path(__file__).parent.parent / "assets" / "code"
SNIPPETS = sorted(CODE.glob("*.py"))
LAYER, HEAD = 2, 4
RATE = 0.01
SAMPLING = Sampling(temperature=0.8, top_k=20, top_p=0.9)


def cosines_after_each_layer() -> np.ndarray:
    """Of "bank" in the two sentences of the snippet."""
    model = load("story")
    paths = [unit(path(model.trace(text), (2,))) for text in ("the river bank", "She will bank the basketball")]
    return (paths[0] * paths[1]).sum(axis=1)[2:]


def losses_while_growing(text: str) -> list[float]:
    """The loss of a text in every snapshot."""
    growing = load_growing()
    return [sentence_loss(growing.at(step).trace(text)) for step in growing.steps]


def reversed_by_a_run() -> np.ndarray:
    """The pattern of the run of the snippet on its text, in slices of another size."""
    training = Training(plan("reverse"), 11)
    training.advance(100)
    return training.model().trace("headlist|tsildaeh").patterns[0, 0]


def after_a_step(text: str) -> float:
    """The loss of a text after one step on it."""
    model = load("story")
    return sentence_loss(one_step(model, model.tokenizer.ids(text), RATE).after.trace(text))


def losses_by_heart(text: str) -> np.ndarray:
    """The loss of a text before each of ten steps on it."""
    model = load("story")
    ids = model.tokenizer.ids(text)
    return by_heart(model, ids, ids, RATE).losses[:-1]


CUT = Intervention(residual_off=frozenset({(LAYER, "attention"), (LAYER, "ffn")}))

# What the value `result` of each snippet must equal, from the trace that the snippet was given.
EXPECTED = {
    "word_sums": lambda trace: dict(load_words("words").analogy("king", "man", "woman", 60))["queen"],
    "contextual": lambda trace: cosines_after_each_layer(),
    "movement": lambda trace: moved(load("story").transformer, trace, 7)[LAYER],
    "one_hot": lambda trace: load_words("words").vectors[load_words("words").place("bear")],
    "word_vectors": lambda trace: load_words("words").pair_chance("bear", ["through", "country"]),
    "tokens": lambda trace: [token.id for token in trace.tokens],
    "embeddings": lambda trace: trace.embedded,
    "positions": lambda trace: trace.layers[0].residual_in,
    "attention": lambda trace: trace.layers[LAYER].context[HEAD],
    "four_words": lambda trace: by_hand.drawn(42).look().context,
    "scoring": lambda trace: additive.drawn(0, 32, 32).scores(
        trace.layers[LAYER].queries[HEAD], trace.layers[LAYER].keys[HEAD]
    ),
    "by_hand": lambda trace: by_hand.look(*[unit(trace.embedded)] * 3, causal=True).context,
    "dictionary": lambda trace: soft_dictionary.look_up(load("story"), *soft_dictionary.FIRST, 0.1).weights,
    "dense": lambda trace: fixed_row(7) @ trace.layers[LAYER].values[HEAD],
    "block": lambda trace: np.linalg.norm(trace.layers[LAYER].residual_mid, axis=-1),
    "residual_off": lambda trace: load("story").trace(trace.text, CUT).layers[LAYER].residual_out,
    "layer_norm": lambda trace: (
        load("story").transformer.block(LAYER).attention_norm(torch.tensor(trace.layers[LAYER].residual_in))
    ),
    "feed_forward": lambda trace: sorted(trace.layers[LAYER].hidden[-1], reverse=True)[:8],
    "linearity": lambda trace: np.zeros((len(trace.tokens), trace.config.d_head)),
    "repeated": lambda trace: powers(random_matrix(6, 0.9, seed=1), np.full(6, 6**-0.5), 5).lengths[-1],
    "gradients": lambda trace: reach.norms(State.of(find("gradients")))["self-attention"][5],
    "recurrence": lambda trace: into(networks(drawn(1, 1, 1), Dials())["RNN"], inputs_of(trace.embedded), 7)[0],
    "logits": lambda trace: trace.next_logits.max(),
    "lens": lambda trace: softmax(logit_lens(load("story").transformer, trace, -1)).max(axis=-1),
    "surprise": lambda trace: surprises(trace),
    "agreement": lambda trace: agreement.measure(load("story")).log_ratios[1, 5],
    "looks": lambda trace: trace.layers[LAYER].pattern[HEAD, -1],
    "shapes": lambda trace: trace.layers[LAYER].scaled[HEAD],
    "helped": lambda trace: score_gradients(load("story").transformer, trace, LAYER, every_word(trace)).scores[HEAD],
    "heads": lambda trace: trace.layers[LAYER].attended,
    "growing_up": lambda trace: losses_while_growing(trace.text),
    "learning": lambda trace: reversed_by_a_run(),
    "by_heart": lambda trace: losses_by_heart(trace.text),
    "one_step": lambda trace: after_a_step(trace.text),
    "masking": lambda trace: trace.layers[LAYER].pattern[HEAD],
    "next_word": lambda trace: next_token(trace.next_logits, SAMPLING).final,
    "scaling_lab": lambda trace: jacobian(trace.layers[LAYER].pattern[HEAD, -1]),
    "scaling": lambda trace: trace.layers[LAYER].pattern[HEAD],
    "translate": lambda trace: load("translate").translate("The red car", beams=1).trace.cross[1].pattern[3],
    "position_twins": lambda trace: np.zeros_like(trace.final),
}
# The same for snippets that are given a translator and the trace of one of its translations.
OF_A_TRANSLATION = {
    "decoding": lambda trace: trace.cross[LAYER].context,
    "encoder_decoder": lambda trace: trace.cross[LAYER].keys,
}
MASKS_OF_ALL_KINDS = Intervention(mask="window", window=3, padding=2, toggled=frozenset({(4, 1), (1, 4), (5, 5)}))
# What the reader changed, for snippets of pages where something can be changed.
CHANGES = {
    "masking": MASKS_OF_ALL_KINDS,
    "scaling": Intervention(multiplier=3.0, scaled=False, temperature=0.7),
    "scaling_lab": Intervention(multiplier=3.0),
}


def fixed_row(query: int) -> np.ndarray:
    """The query's row of the dense layer that is nearest to the head, on as many positions as the example has."""
    heads = mixing.heads_on(load("story"), sentences(), 8)
    return mixing.least_squares_mixer(heads.values[LAYER, HEAD], heads.context[LAYER, HEAD])[query]


@pytest.mark.parametrize(
    "path", [path for path in SNIPPETS if path.stem in OF_A_TRANSLATION], ids=lambda path: path.stem
)
def test_the_snippet_of_a_translation_gives_what_is_on_screen(path: Path) -> None:
    translator = load("translate")
    trace = translator.translate("The red car", beams=1).trace
    names = {"translator": translator, "trace": trace, "layer": LAYER}
    exec(path.read_text("utf-8"), names)
    np.testing.assert_allclose(names["result"], OF_A_TRANSLATION[path.stem](trace), atol=1e-5)


@pytest.mark.parametrize(
    "path", [path for path in SNIPPETS if path.stem not in OF_A_TRANSLATION], ids=lambda path: path.stem
)
def test_the_snippet_gives_what_is_on_screen(path: Path, model) -> None:
    change = CHANGES.get(path.stem, Intervention())
    trace = model.trace("The hiking trail led us through bear country", change)
    names = {"model": model, "trace": trace, "layer": LAYER, "head": HEAD, "query": 7, "key": 6}
    names |= {"temperature": SAMPLING.temperature, "top_k": SAMPLING.top_k, "top_p": SAMPLING.top_p}
    names |= {"sentences": sentences(), "seed": 1, "distance": 5, "radius": 0.9, "rate": RATE}
    exec(path.read_text("utf-8"), names)
    np.testing.assert_allclose(names["result"], EXPECTED[path.stem](trace), atol=1e-5)


def test_a_snippet_for_models_of_any_family_stands_in_for_one_of_the_bundled_model() -> None:
    assert {path.stem for path in (CODE / "any_model").glob("*.py")} <= {path.stem for path in SNIPPETS}
