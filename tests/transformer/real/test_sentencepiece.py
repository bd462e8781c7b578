"""A Marian's folder as it is published opens, and cuts texts into the tokens that the transformers library has."""

import io
import json
import random
import shutil

import numpy as np
import pytest
import sentencepiece
import torch
import transformers as hugging_face
from hypothesis import example, given, settings
from hypothesis import strategies as st
from safetensors.torch import load_file

from tests.transformer.real.kinds import _MARIAN, randomized
from transformer import FolderError, open_translator
from transformer.real.sentencepiece import load

ENGLISH = (
    "The red car is parked in front of the old house.",
    "Two bears are walking through the deep snow of the country.",
    "A woman reads a book while her children play near the river.",
    "Nobody knows where the little dog has gone since yesterday evening.",
)
FRENCH = (
    "La voiture rouge est garée devant la vieille maison.",
    "Deux ours marchent dans la neige profonde du pays.",
    "Une femme lit un livre pendant que ses enfants jouent près de la rivière.",
    "Personne ne sait où le petit chien est parti depuis hier soir.",
)
CODE = ">>fra<<"


def trained(sentences, **options):
    found = io.BytesIO()
    sentencepiece.SentencePieceTrainer.train(
        sentence_iterator=iter(sentences * 5),
        model_writer=found,
        **{"vocab_size": 60, "model_type": "unigram", "minloglevel": 2, "pad_id": -1} | options,
    )
    return found.getvalue()


@pytest.fixture(scope="module")
def published(tmp_path_factory):
    """A folder with the files that a published one has, its vocabulary in an order of its own and not of all pieces."""
    home = tmp_path_factory.mktemp("published") / "opus-mt-en-fr"
    home.mkdir()
    pieces, needed = set(), set()
    for name, sentences in (("source.spm", ENGLISH), ("target.spm", FRENCH)):
        (home / name).write_bytes(trained(sentences))
        model = sentencepiece.SentencePieceProcessor(model_proto=(home / name).read_bytes())
        pieces |= {model.id_to_piece(id) for id in range(3, len(model))}
        needed |= set(model.encode(sentences[0], out_type=str))
    kept = sorted(pieces - set(sorted(pieces - needed)[::7]))
    random.Random(3).shuffle(kept)
    vocabulary = ["</s>", "<unk>", *kept, CODE, "ж", "<pad>"]
    (home / "vocab.json").write_text(json.dumps({piece: id for id, piece in enumerate(vocabulary)}))
    marks = {"eos_token_id": 0, "pad_token_id": len(vocabulary) - 1, "decoder_start_token_id": len(vocabulary) - 1}
    config = hugging_face.MarianConfig(**_MARIAN | marks | {"vocab_size": len(vocabulary), "bos_token_id": None})
    theirs = hugging_face.MarianMTModel(config)
    theirs.final_logits_bias = torch.zeros(1, len(vocabulary))
    randomized(theirs, bias=False).save_pretrained(home)
    torch.save(load_file(home / "model.safetensors"), home / "pytorch_model.bin")  # most have no other file
    (home / "model.safetensors").unlink()
    return home


@pytest.fixture
def home(published, tmp_path):
    """A copy of it that may be spoiled."""
    return shutil.copytree(published, tmp_path / "opus")


@pytest.fixture(scope="module")
def library(published):
    with pytest.warns(UserWarning, match="sacremoses"):
        return hugging_face.MarianTokenizer.from_pretrained(published)


@pytest.fixture(scope="module")
def sides(published):
    return load(published)


_TEXTS = st.one_of(
    st.text(max_size=30),
    st.text(alphabet="abcdefghijklmnopqrstuvwxyz .,éàù \u3000▁жЖ☃ﬁ\t\n", max_size=40),
    st.sampled_from(ENGLISH + FRENCH),
)


@settings(max_examples=80, deadline=None)
@given(_TEXTS)
@example("")
@example("  two   blanks ")
@example(f"{CODE} The red car")
@example(">>zzz<< The red car")
@example("ж ☃☃ жж")
def test_ids_are_those_of_the_library(library, sides, text) -> None:
    text = "".join(letter for letter in text if not 0xD800 <= ord(letter) < 0xE000)
    if any(mark in text for mark in ("</s>", "<unk>", "<pad>")):
        return
    source, target = sides
    assert [token.id for token in source.encode(text)] in (library(text).input_ids, [])
    assert [token.id for token in target.encode(text)] in (library(text_target=text).input_ids, [])
    if library(text).input_ids != [0]:
        assert source.encode(text)


def test_a_published_folder_opens_and_computes_what_the_library_does(published, library) -> None:
    model = open_translator(published)
    trace = model.trace(ENGLISH[0], FRENCH[0])
    assert trace.source[-1].text == trace.target[-1].text == "</s>" and trace.inputs[0].text == "<pad>"
    assert "".join(token.text for token in trace.source[:-1]) == " " + ENGLISH[0]
    assert "".join(token.text for token in trace.target[:-1]) == " " + FRENCH[0]
    theirs = hugging_face.MarianMTModel.from_pretrained(published).eval()
    with torch.inference_mode():
        logits = theirs(
            input_ids=torch.tensor([library(ENGLISH[0]).input_ids]),
            decoder_input_ids=torch.tensor([[token.id for token in trace.inputs]]),
        ).logits[0]
    np.testing.assert_allclose(trace.logits, logits.numpy(), rtol=0, atol=1e-5)


def test_tokens_say_where_they_stand(sides) -> None:
    text = f"{CODE} The red car"
    tokens = sides[0].encode(text)
    assert tokens[0].text == CODE and text[tokens[0].start : tokens[0].end] == CODE
    assert all(text[token.start : token.end].endswith(token.text[-1]) for token in tokens[1:-1] if token.text != " ")


def test_no_mark_can_be_typed(sides) -> None:
    for side in sides:
        assert not {token.id for token in side.encode("a </s> <pad> b")[:-1]} & side.marks
        with pytest.raises(ValueError, match="there is no token 9999"):
            side.text_of(9999)


def test_unknown_letters_that_spell_a_mark_are_unknown(home) -> None:
    (home / "source.spm").write_bytes(trained(("12 34 56 78 90", "21 43 65 87 09"), vocab_size=15))
    side, _ = load(home)
    assert [token.text for token in side.encode("</s>")] == [" ", "<unk>", "</s>"]


@pytest.mark.parametrize("name", ["source.spm", "target.spm", "vocab.json"])
def test_a_missing_or_damaged_file_is_named(name, home) -> None:
    whole = (home / name).read_bytes()
    for part in (b"", whole[: len(whole) // 2], b"\xff" * 40, b"[]", b'{"</s>": 0, "<unk>": -1}'):
        (home / name).write_bytes(part)
        with pytest.raises(FolderError, match=f"{name} of opus is damaged: download it once more"):
            open_translator(home)
    (home / name).unlink()
    with pytest.raises(FolderError, match=f"The folder opus has no {name}: download it"):
        open_translator(home)


@pytest.mark.parametrize(
    "options", [{"model_type": "bpe"}, {"user_defined_symbols": "<go>"}, {"byte_fallback": True, "vocab_size": 310}]
)
def test_pieces_of_another_kind_are_refused(options, home) -> None:
    (home / "source.spm").write_bytes(trained(ENGLISH, **options))
    with pytest.raises(FolderError, match=r"source\.spm of opus cuts its text in another way"):
        open_translator(home)
