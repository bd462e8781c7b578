"""Translators of each kind with tiny random weights: translations, traces, folders."""

import numpy as np
import pytest
import torch
from safetensors.torch import load_file

from tests.awkward import AWKWARD
from tests.transformer.stages import randomize, stages_in
from transformer import ModelFolderError, Translator, load
from transformer.bundled.alignment import MeasuredAlignment
from transformer.bundled.folders import TOKENIZER, WEIGHTS
from transformer.bundled.translator_folder import save_translator
from transformer.config import Config
from transformer.recurrent import RecurrentConfig, RecurrentTranslator
from transformer.seq2seq import Seq2Seq
from transformer.tokenizer import BEGIN, END, PADDING, Tokenizer
from transformer.trace import AttentionTrace, LayerTrace
from transformer.translation import longest_translation

KINDS = ("transformer", "additive", "dot", "none")
PAIRS = ("The red car is fast.", "La voiture rouge est rapide.", "The bears sleep.", "Les ours dorment.")


@pytest.fixture(scope="session")
def two_languages() -> Tokenizer:
    return Tokenizer.train(PAIRS, 293, marks=(END, BEGIN, PADDING))


@pytest.fixture(scope="session")
def make_translator(two_languages):
    def make(kind: str) -> Translator:
        n = two_languages.vocab_size
        model: torch.nn.Module
        if kind == "transformer":
            model = Seq2Seq(Config(n, n_layers=2, n_heads=3, d_model=15, d_head=5, d_mlp=11, max_tokens=23))
        else:
            model = RecurrentTranslator(RecurrentConfig(n, 14, 23, kind))
        return Translator("tiny", randomize(model, seed=3).requires_grad_(False), two_languages, MeasuredAlignment({}))

    return make


@pytest.fixture(scope="session", params=KINDS)
def translator(request, make_translator) -> Translator:
    return make_translator(request.param)


def test_the_tokens_of_a_trace_tell_what_is_read_and_what_is_written(translator):
    trace = translator.trace("The red car", "La voiture")
    assert trace.source[-1].text == trace.target[-1].text == END
    assert trace.inputs[0].text == BEGIN
    assert trace.inputs[1:] == trace.target[:-1]
    assert "".join(token.text for token in trace.target[:-1]) == " La voiture"
    assert [word.text for word in trace.source_words] == ["The", "red", "car", END]


def test_every_array_is_read_only_and_in_its_shape(translator):
    trace = translator.trace("The red car", "La voiture est")
    n_source, n_target = len(trace.source), len(trace.target)
    transformer = isinstance(trace.config, Config)
    heads = 3 if transformer else 1
    assert len(trace.encoder) == len(trace.decoder) == (2 if transformer else 0)
    attends = transformer or trace.config.scoring != "none"
    assert len(trace.cross) == (2 if transformer else int(attends))
    for cross in trace.cross:
        assert cross.pattern.shape == cross.scores.shape == (heads, n_target, n_source)
        np.testing.assert_allclose(cross.pattern.sum(-1), 1, atol=1e-5)
        np.testing.assert_allclose(cross.context, cross.pattern @ cross.values, atol=1e-5)
    for layer in trace.decoder:
        assert layer.pattern.shape == (heads, n_target, n_target)
    for layer in trace.encoder:
        assert layer.pattern.shape == (heads, n_source, n_source)
    arrays = [getattr(layer, name) for layer in trace.encoder + trace.decoder for name in stages_in(LayerTrace)]
    arrays += [getattr(cross, name) for cross in trace.cross for name in stages_in(AttentionTrace)]
    arrays += [trace.memory, trace.final, trace.logits, trace.probabilities, trace.losses, trace.source_positions]
    assert not any(array.flags.writeable for array in arrays)
    assert trace.probabilities.shape == (n_target, translator.config.vocab_size)
    np.testing.assert_allclose(trace.probabilities.sum(-1), 1, atol=1e-6)


def test_losses_are_those_of_torch(translator):
    trace = translator.trace("The red car", "La voiture")
    expected = torch.nn.functional.cross_entropy(
        torch.tensor(trace.logits), torch.tensor([token.id for token in trace.target]), reduction="none"
    )
    np.testing.assert_allclose(trace.losses, expected.numpy(), rtol=1e-4)
    assert trace.word_losses.sum() == pytest.approx(trace.losses.sum())
    assert len(trace.word_losses) == len(trace.target_words)


@pytest.mark.parametrize("name", ["translate", "translate-additive", "translate-dot", "translate-fixed"])
def test_the_probability_of_a_translation_is_the_sum_of_its_losses(name):
    for english, beams in (("The red car", 1), ("The agreement was signed.", 3)):
        result = load(name).translate(english, beams)
        assert result.search.best.ending == "end"
        assert -result.search.best.log_probability == pytest.approx(result.trace.losses.sum(), rel=1e-4)


def test_a_translation_has_the_trace_of_its_own_tokens(translator):
    result = translator.translate("The red car", beams=2)
    assert result.trace.target == result.target
    assert result.trace.source == result.source
    assert result.trace.target_text == result.text == translator.text_of(result.hypotheses[0].ids)
    assert [token.id for token in result.target[:-1]] == [
        id for id in result.hypotheses[0].ids if id not in translator.tokenizer.marks
    ]
    assert result.trace is result.trace


def test_the_mean_of_heads_and_of_words(translator):
    trace = translator.trace("The red car", "La voiture rouge")
    if not trace.cross:  # no attention, no pattern
        with pytest.raises(IndexError):
            trace.pattern()
        return
    np.testing.assert_allclose(trace.pattern(), trace.cross[-1].pattern.mean(0))
    np.testing.assert_array_equal(trace.pattern(0, 0), trace.cross[0].pattern[0])
    assert trace.word_pattern().shape == (4, 4)
    np.testing.assert_allclose(trace.word_pattern().sum(1), 1, atol=1e-5)


def test_curly_quotes_are_read_as_straight_ones_at_the_same_places(translator):
    curly, straight = translator.trace("It’s “red”", "L’ours"), translator.trace('It\'s "red"', "L'ours")
    assert curly.source == straight.source and curly.target == straight.target
    assert curly.source_words[0].text == "It’s"


@pytest.mark.parametrize("text", [text for text in AWKWARD if text.strip()])
def test_awkward_texts_are_translated_calmly(make_translator, text):
    translator = make_translator("transformer")
    result = translator.translate(text, beams=2)
    assert len(result.source) + result.dropped >= 2
    assert len(result.steps) <= min(longest_translation(len(result.source)), translator.config.max_tokens)
    assert len(result.trace.source) == len(result.source)
    assert all(0 <= token.start <= token.end <= len(result.text) for token in result.target)


def test_a_long_text_is_cut_and_counted(translator):
    result = translator.translate("car " * 60)
    assert len(result.source) == 23
    assert result.dropped == len(translator.tokenizer.encode("car " * 60)) - 22


@pytest.mark.parametrize("text", ["", "   ", "\n"])
def test_nothing_is_refused(translator, text):
    with pytest.raises(ValueError, match="nothing to translate"):
        translator.translate(text)
    with pytest.raises(ValueError, match="nothing to translate"):
        translator.trace(text, "La")


@pytest.fixture
def home(translator, tmp_path):
    save_translator(translator.model, translator.tokenizer, tmp_path / "tiny")
    return tmp_path / "tiny"


def test_a_saved_translator_is_loaded_with_its_weights_in_half_precision(translator, home):
    loaded = load("tiny", home.parent)
    assert isinstance(loaded, Translator)
    assert (loaded.name, loaded.config) == ("tiny", translator.config)
    before = translator.model.state_dict()
    for name, weight in loaded.model.state_dict().items():
        assert torch.equal(weight, before[name].half().float()), name
    assert loaded.model.unembedding.weight is loaded.model.embedding.weight
    assert "unembedding.weight" not in load_file(home / WEIGHTS)
    assert not any(weight.requires_grad for weight in loaded.model.parameters())


@pytest.mark.parametrize("file", [TOKENIZER, WEIGHTS])
def test_a_missing_or_damaged_file_is_named(home, file):
    (home / file).write_bytes(b"nonsense")
    with pytest.raises(ModelFolderError, match=f"{file} of the model tiny is damaged"):
        load("tiny", home.parent)
    (home / file).unlink()
    with pytest.raises(ModelFolderError, match=f"{file} of the model tiny is missing"):
        load("tiny", home.parent)
