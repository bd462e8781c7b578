"""T5 and Marian compute, stage by stage, what the transformers library does with the same weights."""

import numpy as np
import pytest
import torch
from safetensors.torch import load_file, save_file

from tests.transformer.real.kinds import ENCODER_DECODERS, KINDS, randomized, written
from tests.transformer.real.oracle import stages_of_sides
from tests.transformer.real.spoiled import WEIGHTS
from transformer import FolderError, open_folder, open_translator
from transformer.readings.check import check_translation

SOURCE, TARGET = "The bears left their country.", "Les ours"
STAGES = {"queries", "keys", "values", "scores", "scaled", "masked", "pattern", "context", "attended", "residual_out"}
STREAM = {"residual_in", "residual_mid", "hidden"}


@pytest.fixture(scope="module", params=ENCODER_DECODERS)
def pair(request, tmp_path_factory):
    """A model of each kind in turn: the library's, and ours with its weights."""
    theirs = randomized(ENCODER_DECODERS[request.param]())
    return theirs, open_translator(written(theirs, tmp_path_factory.mktemp("translators") / request.param))


def test_every_stage_is_that_of_the_library(pair) -> None:
    theirs, model = pair
    trace = model.trace(SOURCE, TARGET)
    found, logits = stages_of_sides(theirs, *([token.id for token in side] for side in (trace.source, trace.inputs)))
    assert (len(trace.encoder), len(trace.decoder), len(trace.cross)) == (3, 2, 2)
    for side, layers in found.items():
        for ours, expected in zip(getattr(trace, side), layers, strict=True):
            assert expected.keys() == (STAGES if side == "cross" else STAGES | STREAM)
            for name, array in expected.items():
                ours_of_it = getattr(ours, name)
                if name == "masked":
                    hidden = array < -1e30
                    assert np.array_equal(np.isneginf(ours_of_it), hidden)
                    ours_of_it, array = ours_of_it[~hidden], array[~hidden]
                np.testing.assert_allclose(ours_of_it, array, rtol=0, atol=1e-5, err_msg=f"{side} {name}")
    np.testing.assert_allclose(trace.logits, logits, rtol=0, atol=1e-5)


def test_the_live_check_passes(pair) -> None:
    assert check_translation(pair[1].trace(SOURCE, TARGET)).passed


def test_a_long_text_is_cut_and_an_empty_one_refused(tmp_path) -> None:
    theirs = randomized(ENCODER_DECODERS["marian"]())
    model = open_translator(written(theirs, tmp_path / "marian"), max_tokens=11)
    trace = model.trace("bear" * 9, "ours" * 7)
    assert (len(trace.source), len(trace.inputs)) == (11, 11)
    assert (trace.source_dropped, trace.target_dropped) == (27, 18)
    assert len(model.trace("bear", "").inputs) == 1
    with pytest.raises(ValueError, match="nothing to trace"):
        model.trace("", "ours")


@pytest.mark.parametrize("saved", ["shared", "encoder.embed_tokens", "decoder.embed_tokens"])
@pytest.mark.parametrize("kind", ENCODER_DECODERS)
def test_one_table_for_both_sides_is_read_under_whichever_name_it_was_saved(kind: str, saved: str, tmp_path) -> None:
    home = written(randomized(ENCODER_DECODERS[kind]()), tmp_path / kind)
    expected, weights = open_translator(home).trace(SOURCE, TARGET), load_file(home / WEIGHTS)
    prefix = "model." if kind == "marian" else ""
    tables = {name for name in weights if name.endswith(("shared.weight", "embed_tokens.weight"))}
    table = weights[min(tables)]
    save_file(
        {f"{prefix}{saved}.weight": table} | {n: w for n, w in weights.items() if n not in tables}, home / WEIGHTS
    )
    found = open_translator(home).trace(SOURCE, TARGET)
    np.testing.assert_array_equal(found.source_embedded, expected.source_embedded)
    np.testing.assert_array_equal(found.logits, expected.logits)


@pytest.mark.parametrize("beams", [1, 3])
def test_what_is_written_is_what_the_library_writes(pair, beams: int) -> None:
    theirs, model = pair
    found = model.translate(SOURCE, beams=beams, longest=9)
    ids = [token.id for token in found.source]
    given = torch.tensor([ids])
    if beams == 1:
        kept = {"do_sample": False, "max_new_tokens": 9, "attention_mask": torch.ones_like(given)}
        kept["suppress_tokens"] = [*range(83, 89)]  # rows of the embedding that no token belongs to
        expected = theirs.generate(given, **kept)[0, 1:].tolist()
        assert list(found.search.best.ids) == expected[: len(found.search.best.ids)]
        assert found.stopped or len(found.search.best.ids) == len(expected)
    rows = found.trace.logits.astype(np.float64)
    chances = rows - np.log(np.exp(rows).sum(-1, keepdims=True))
    written = found.search.best.ids
    assert found.search.best.log_probability == pytest.approx(
        sum(chances[place, id] for place, id in enumerate(written)), abs=1e-4
    )
    assert [token.id for token in found.target[:-1]] == [id for id in written if id != 1]
    greedy = model.translate(SOURCE, longest=9).search.best
    assert found.search.best.score >= greedy.score - 1e-6
    assert len(model.translate(SOURCE, longest=2).search.best.ids) <= 2


def test_what_a_folder_keeps_from_being_written_is_not(tmp_path) -> None:
    home = written(randomized(ENCODER_DECODERS["marian"]()), tmp_path / "marian")
    first = open_translator(home).translate(SOURCE).search.best.ids[0]
    (home / "generation_config.json").write_text(f'{{"bad_words_ids": [[{first}]]}}')
    assert first not in open_translator(home).translate(SOURCE).search.best.ids


def test_each_folder_has_its_own_way_to_be_opened(tmp_path) -> None:
    home = written(randomized(ENCODER_DECODERS["t5"]()), tmp_path / "t5")
    with pytest.raises(FolderError, match="open it with open_translator"):
        open_folder(home)
    other = written(randomized(KINDS["gpt2"]()), tmp_path / "gpt2")
    with pytest.raises(FolderError, match="is no encoder with a decoder"):
        open_translator(other)
    with pytest.raises(FolderError, match="no folder nowhere"):
        open_translator(tmp_path / "nowhere")
