"""Whatever is given is read as it is: a text, ids, messages, lists of them; a batch gives what each gives alone."""

import json
from pathlib import Path
from types import SimpleNamespace

import numpy as np
import pytest
import torch
import transformers

import headlight as hl
import transformer
from headlight.library.reading import Dialogue
from tests.transformer.real.kinds import KINDS, randomized, tokenizer, written
from transformer import Intervention, TextCutWarning

TEXTS = ["bear country", "The king and the", "bear", "Tom and Mary went to the beach. Tom asked"]
TEMPLATE = "{{ bos_token }}{% for each in messages %}{{ each.role }}: {{ each.content }}\n{% endfor %}"
MESSAGES = [{"role": "user", "content": "bear?"}]


def test_ids_in_every_form_are_the_text(story) -> None:
    run = story.run("The king and the")
    ids = run.ids
    for given in (ids, tuple(ids), np.array(ids), torch.tensor(ids)):
        other = story.run(given)
        np.testing.assert_array_equal(other.logits, run.logits)
        assert other.words == run.words
    assert len(story.run(torch.tensor([ids, ids]))) == len(story.run([ids, ids])) == 2


@pytest.mark.parametrize("kind", ["story", "llama", "mistral", "gpt2", "gemma3", "gpt-neox", "bert", "distilbert"])
def test_a_batch_gives_what_each_text_gives_alone(live, story, kind: str) -> None:
    model = story if kind == "story" else live(kind)[1]
    texts = TEXTS if kind == "story" else ["bear", "bear country", "a", "ears are"]
    alone = [model.run(text) for text in texts]
    runs = model.run(texts)
    assert [run.trace.text for run in runs] == texts
    for one, other in zip(alone, runs, strict=True):
        assert one.ids == other.ids
        for name in ("stream", "queries", "scores", "masked", "pattern", "context", "hidden", "ffn", "residual_out"):
            near = 2e-6 * max(1, np.abs(np.nan_to_num(one.stage(name), neginf=0)).max())
            np.testing.assert_allclose(other.stage(name), one.stage(name), atol=near, rtol=0)
        np.testing.assert_allclose(other.logits, one.logits, atol=2e-6 * max(1, np.abs(one.logits).max()), rtol=0)
        assert other.trace.layers[0].keys.shape == one.trace.layers[0].keys.shape


def test_texts_of_a_batch_have_views_of_the_same_arrays_which_refuse_to_be_written(story) -> None:
    one, other = (run.trace.layers[3] for run in story.run(["bear country"] * 2))
    for name in ("scores", "context", "hidden", "residual_in"):
        assert getattr(one, name).base is getattr(other, name).base
        assert not getattr(one, name).flags.writeable


@pytest.mark.parametrize("one", ["Tom and Mary", [5, 9, 12]])
def test_one_text_to_average_over_is_a_list_of_one(story, one) -> None:
    """A text is no list of its letters, nor a row of ids a list of texts."""
    run = story.run("bear country")
    np.testing.assert_array_equal(run.lens(kind="jacobian", over=one), run.lens(kind="jacobian", over=[one]))
    np.testing.assert_array_equal(story.detect("first", one), story.detect("first", [one]))
    for how in ("mean", "resample"):
        given, listed = (story.ablate((3, 2), how=how, over=over).run([7, 8, 3]) for over in (one, [one]))
        np.testing.assert_array_equal(given.logits, listed.logits)


@pytest.mark.parametrize("keep", [None, ("pattern",)])
def test_the_answers_of_several_texts_are_those_of_each(story, keep) -> None:
    alone = np.stack([story.run(text).trace.next_logits for text in TEXTS])
    runs = story.run(TEXTS, keep=keep)
    np.testing.assert_allclose(runs.next_logits, alone, atol=2e-6 * np.abs(alone).max(), rtol=0)
    for ask in (lambda runs: runs.next_logits, lambda runs: runs.mean(len)):
        with pytest.raises(ValueError, match="no run whose answer"):
            ask(hl.Runs())


@pytest.mark.parametrize("change", [{"mask": "none"}, {"permutation": (1, 0)}, {"toggled": frozenset({(0, 1)})}])
def test_under_a_change_that_looks_ahead_or_names_places_texts_are_not_padded(story, change) -> None:
    model = story.changed(**change)
    texts = ["bear country", "bear"] if "mask" in change else ["bear country", "dog country"]
    for text, run in zip(texts, model.run(texts), strict=True):
        expected = model.run(text).logits
        np.testing.assert_allclose(run.logits, expected, atol=2e-6 * np.abs(expected).max(), rtol=0)


@pytest.mark.parametrize("keep", [(), ("pattern",), ("stream", "ffn", "masked", "context")])
def test_what_is_kept_is_the_same_and_nothing_else_is_held(live, keep) -> None:
    _, model = live("llama")
    texts = ["bear country", "bear"]
    runs, (whole, _) = model.run(texts, keep=keep), model.run(texts)
    run = runs[0]
    for one, text in zip(runs, texts, strict=True):
        for name in keep:
            np.testing.assert_allclose(one.stage(name), model.run(text).stage(name), atol=2e-5)
    assert run.top(3)[0][0] == whole.top(3)[0][0]
    with pytest.raises(ValueError, match="alone: run the text without keep"):
        run.stage("scores")
    with pytest.raises(ValueError, match="alone: run the text without keep"):
        run.attribution(7)


def test_a_text_that_is_cut_is_said_to_be_where_it_was_asked_for(story) -> None:
    for given in ("bear " * 200, ["bear", "bear " * 200], [[300] * 200]):
        with pytest.warns(TextCutWarning, match="The text is cut after 128 tokens") as caught:
            story.run(given)
        assert len(caught) == 1


@pytest.mark.parametrize("kind", ["bert", "bert without a head", "gpt2"])
def test_a_model_has_a_mask_to_fill_in_where_it_predicts_what_is_masked(kind: str, tmp_path: Path) -> None:
    pieces = tokenizer()
    pieces.add_special_tokens(["[MASK]"])
    made = KINDS[kind]() if kind in KINDS else KINDS["bert"]().bert
    model = hl.open(written(randomized(made), tmp_path / kind, pieces))
    assert (model.reader.mask, model.plan.predicts) == {
        "bert": (83, "masked"), "bert without a head": (None, "nothing"), "gpt2": (None, "next"),
    }[kind]  # fmt: skip


def test_a_masked_model_fills_in_its_mask(tmp_path: Path) -> None:
    pieces = tokenizer()
    pieces.add_special_tokens(["[MASK]"])
    theirs = randomized(KINDS["bert"]())
    model = hl.open(written(theirs, tmp_path / "bert", pieces))
    run = model.run("a[MASK]ear")
    assert run.ids.count(83) == 1 and run.position == run.ids.index(83)
    with torch.no_grad():
        row = theirs(torch.tensor([run.ids])).logits[0, run.position].softmax(-1)
    (word, chance), *_ = run.top(1)
    assert chance == pytest.approx(float(row.max()), abs=1e-6) and word == model.reader.text_of(int(row.argmax()))
    assert run.logit((7, 9)) == pytest.approx(float(row[7].log() - row[9].log()), abs=1e-5)
    for text in ("a bear", "[MASK][MASK]"):
        with pytest.raises(ValueError, match="one mask"):
            model.run(text).top()
    assert model.run("a bear").top(2, position=1)
    trace = model.inner.trace("a[MASK]ear")  # as the views of the app ask for it
    assert [token.id for token in trace.tokens] == run.ids and "[MASK]" in trace.words
    np.testing.assert_allclose(model.run(["a[MASK]ear"]).next_logits[0], run.logits[run.position], atol=2e-6)


def test_messages_are_written_by_the_template_of_the_model(tmp_path: Path) -> None:
    home = written(randomized(KINDS["llama"]()), tmp_path / "llama")
    with pytest.raises(ValueError, match="no template for messages"):
        hl.open(home).run(MESSAGES)
    said = {"chat_template": TEMPLATE, "bos_token": {"content": "<s>"}}
    (home / "tokenizer_config.json").write_text(json.dumps(said), "utf-8")
    ids = [0, *hl.open(home).run("user: bear?\n").ids[1:-1]]
    assert hl.open(home).run(MESSAGES).ids == hl.open(home).changed(temperature=0.5).run(MESSAGES).ids == ids
    one, two = hl.open(home).run([MESSAGES, MESSAGES])
    assert one.ids == two.ids == ids
    (home / "chat_template.jinja").write_text("{{ raise_exception('no ' + messages[0].role) }}", "utf-8")
    with pytest.raises(ValueError, match="cannot write these messages: no user"):
        hl.open(home).run(MESSAGES)
    handed = SimpleNamespace(backend_tokenizer=tokenizer(), chat_template=TEMPLATE, bos_token="<s>", eos_token=None)
    assert hl.from_model(randomized(KINDS["llama"]()), handed).run(MESSAGES).ids == ids


def test_a_template_reaches_nothing_around_it() -> None:
    with pytest.raises(ValueError, match="cannot write these messages"):
        Dialogue("{{ ''.__class__.__mro__ }}", {}).written(MESSAGES)


@pytest.mark.study
def test_smollm2_answers_messages() -> None:
    model = hl.open("SmolLM2")
    run = model.run([{"role": "user", "content": "What is the capital of France?"}])
    assert run.trace.text.endswith("<|im_start|>assistant\n") and run.ids[0] == 1
    assert "Paris" in model.generate([{"role": "user", "content": "What is the capital of France?"}], 12)


def test_a_text_that_spells_a_mark_is_plain_pieces(live) -> None:
    _, model = live("llama")
    with pytest.warns(UserWarning, match="</s> is read letter by letter in a text: give ids"):
        assert model.run("</s>").ids.count(1) == 1  # the one that ends every text


def test_what_a_template_writes_is_read_as_a_text_too(tmp_path: Path) -> None:
    """As the tokenizer of the library reads it: the marks are marks, and no others are put around them."""
    home = written(randomized(KINDS["llama"]()), tmp_path / "llama")
    (home / "tokenizer_config.json").write_text(json.dumps({"chat_template": TEMPLATE, "bos_token": "<s>"}), "utf-8")
    model, theirs = hl.open(home), tokenizer()
    prompt = model.reader.dialogue.written(MESSAGES)
    expected = theirs.encode(prompt, add_special_tokens=False).ids
    assert model.run(prompt).ids == model.run(MESSAGES).ids == expected
    assert transformer.open_folder(home).trace(prompt).tokens == model.run(prompt).trace.tokens
    assert model.run("bear").ids == theirs.encode("bear").ids  # without a mark as ever
    with pytest.warns(UserWarning, match="<pad> is read letter by letter"):
        assert 2 not in model.run("a<pad>").ids


@pytest.mark.parametrize("kind", ["llama", "gpt2", "bert", "roberta"])
@pytest.mark.parametrize("side", ["left", "right"])
def test_a_padded_batch_is_its_texts(kind: str, side: str, live) -> None:
    theirs, model = live(kind)
    pieces = tokenizer()
    pieces.enable_padding(direction=side, pad_id=2, pad_token="<pad>")
    fast = transformers.PreTrainedTokenizerFast(tokenizer_object=pieces, pad_token="<pad>", padding_side=side)
    texts = ["bear country", "a"]
    for batch in (fast(texts, padding=True, return_tensors="pt"), fast(texts, padding=True), fast(texts)):
        for run, text in zip(model.run(batch), texts, strict=True):
            alone = model.run(text)
            assert run.ids == alone.ids
            np.testing.assert_allclose(run.patterns, alone.patterns, atol=2e-6)
    assert model.run(fast("a")).ids == model.run("a").ids
    batch = fast(texts, padding=True, return_tensors="pt")
    with pytest.warns(UserWarning, match="<pad> fills these ids up, and is read as a word"):
        model.run(batch["input_ids"])
    if kind in ("bert", "roberta"):
        theirs.set_attn_implementation("eager")
        with torch.no_grad():
            expected = theirs(**{key: batch[key] for key in ("input_ids", "attention_mask")}, output_attentions=True)
        if side == "right":
            np.testing.assert_allclose(model.run(batch)[1].patterns[0], expected.attentions[0][1, :, :3, :3], atol=2e-6)


@pytest.mark.parametrize(
    ("batch", "words"),
    [
        ({"attention_mask": [[1]]}, "has input_ids"),
        ({"input_ids": [[7, 8, 9]], "attention_mask": [[1, 0, 1]]}, "this one hides others"),
        ({"input_ids": [[7, 8]], "attention_mask": [[0, 0]]}, "this one hides others"),
        ({"input_ids": [[7, 8]], "token_type_ids": [[0, 1]]}, "two texts in one"),
    ],
)
def test_a_batch_that_would_be_read_otherwise_is_refused(batch, words: str, live) -> None:
    with pytest.raises(ValueError, match=words):
        live("llama")[1].run(batch)


def test_an_end_of_a_text_is_no_padding(live) -> None:
    """Where the mark that ends a text is the padding too, two of them at an end are what fills a row up."""
    theirs, _ = live("gpt2")
    model = hl.from_model(theirs, SimpleNamespace(backend_tokenizer=tokenizer(), pad_token_id=1))
    assert model.run([7, 8, 1]).ids == [7, 8, 1]
    for ids in ([7, 8, 1, 1], [1, 1, 7]):
        with pytest.warns(UserWarning, match="</s> fills these ids up"):
            model.run(ids)


def test_what_cannot_be_read_is_refused(story) -> None:
    for given, words in (
        ("", "nothing to read"),
        ([], "give a text"),
        (7, "give a text"),
        ([7, 8192], "this model has tokens 0 to 8191, got 8192"),
        ([-1], "this model has tokens"),
        ([0.5], "whole numbers"),
        (np.zeros((2, 2, 2), int), "whole numbers"),
        (MESSAGES, "no template"),
    ):
        with pytest.raises(ValueError, match=words):
            story.run(given)
    with pytest.raises(ValueError, match="a stage is one of"):
        story.run("bear", keep=("keyz",))
    with pytest.raises(ValueError, match="does not honour the change padding"):
        story.changed(padding=2).run(["bear", "dog"])
    assert story.changed(padding=2).run("bear").trace.intervention == Intervention(padding=2)
