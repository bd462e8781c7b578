"""Tiny models with random weights and prime sizes, so that two axes can never be taken for one another."""

import pytest
import torch
from hypothesis import settings

from tests.transformer.stages import randomize, stages_in
from transformer import Config, LanguageModel, open_folder
from transformer.bundled.folders import MODELS
from transformer.model import Transformer
from transformer.roles import HeadRoles
from transformer.tokenizer import Tokenizer

settings.register_profile("headlight", deadline=None, derandomize=True)  # no timed assertion, the same texts each run
settings.load_profile("headlight")

SENTENCES = (
    "The hiking trail led us through bear country.",
    "She bears the pain. Bears won the game. I love bears.",
    "The river bank, banking a basketball, a financial bank.",
    "Time flies like an arrow; fruit flies like a banana.",
    "The animal didn't cross the street because it was too tired.",
    "The cat sat on the mat, and the cat sat on the other mat.",
)
POSITIONS = ("none", "sinusoidal", "learned", "rotary")


def tiny_config(positions="none", vocab_size=13, tied=True, max_tokens=17, norm_position="before"):
    """Two layers of three heads; rotary pairs dimensions, so its d_head is twice a prime."""
    d_head = 10 if positions == "rotary" else 5
    return Config(
        vocab_size=vocab_size,
        n_layers=2,
        n_heads=3,
        d_model=3 * d_head,
        d_head=d_head,
        d_mlp=11,
        max_tokens=max_tokens,
        positions=positions,
        tied=tied,
        norm_position=norm_position,
    )


@pytest.fixture(scope="session")
def make_transformer():
    """A function that makes a tiny transformer of the given Config fields, the same one for the same seed."""

    def make(positions="none", seed=0, **sizes):
        return randomize(Transformer(tiny_config(positions, **sizes)), seed)

    return make


@pytest.fixture(scope="session")
def ids():
    return torch.tensor([3, 11, 0, 7, 3, 12, 5])


@pytest.fixture(scope="session")
def small_tokenizer():
    """A tokenizer of a few sentences; its vocabulary is a prime number."""
    return Tokenizer.train(SENTENCES, 283)


@pytest.fixture(scope="session")
def bundled_tokenizer():
    return Tokenizer.load(MODELS / "story" / "tokenizer.json")


@pytest.fixture(scope="session", params=["small", "bundled"])
def tokenizer(request):
    """Each of the two tokenizers in turn."""
    return request.getfixturevalue(f"{request.param}_tokenizer")


@pytest.fixture(scope="session")
def make_language_model(small_tokenizer):
    """A function that makes a tiny LanguageModel that can trace texts."""

    def make(positions="sinusoidal", tied=True, max_tokens=37):
        config = tiny_config(positions, small_tokenizer.vocab_size, tied, max_tokens)
        return LanguageModel("tiny", randomize(Transformer(config)), small_tokenizer, HeadRoles({}))

    return make


@pytest.fixture(scope="session", params=POSITIONS)
def language_model(request, make_language_model):
    """A tiny LanguageModel of each kind of positions in turn."""
    return make_language_model(request.param)


@pytest.fixture(scope="session")
def opened(tmp_path_factory):
    """A function that gives the library's tiny model of a kind, and ours opened from its folder; made once a kind."""
    from tests.transformer.real.kinds import KINDS, randomized, written  # which take a second to import

    made = {}

    def of(kind):
        if kind not in made:
            theirs = randomized(KINDS[kind]())
            made[kind] = theirs, open_folder(written(theirs, tmp_path_factory.mktemp("folders") / kind))
        return made[kind]

    return of


@pytest.fixture(scope="session")
def arrays_of():
    """A function that lists every array of a Trace under its name."""

    def arrays(trace):
        named = {name: getattr(trace, name) for name in ("embedded", "positions", "logits", "probabilities")}
        for number, layer in enumerate(trace.layers):
            named |= {f"layers[{number}].{name}": getattr(layer, name) for name in stages_in(type(layer))}
        return named

    return arrays
