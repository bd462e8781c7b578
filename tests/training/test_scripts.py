"""Scripts that have run once: each does a small piece of its work, and gives what the app reads or a card says."""

import gzip
import json
import random
import re
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest
import torch

from headlight.pages.why_attention import additive
from headlight.parts import dials
from headlight.state.registry import find
from headlight.state.state import State
from tests.training.interrupted import resumed
from tests.transformer.bundled.test_translator import make_translator, two_languages  # noqa: F401
from training import additive_scorer, head_roles, train
from training.alignment import read_alignments
from training.bootstrap import drawn, middle
from training.data import MIX, Rows, Stream, held_out_streams, read
from training.export import model_of
from training.growth import given_one_token, on_text
from training.head_lives import kinds, would_look
from training.head_looks import MOST, AllLooks, Texts
from training.head_tokens import explained, within_rows
from training.length_scores import by_words, in_rows
from training.long_texts import lengthened, loss_by_place
from training.optimizing import config_of
from training.pairs import SOURCES as PAIRS
from training.pairs import TEACHING_PAIRS, Batches, part_of
from training.pairs import read as read_pairs
from training.translate import KINDS
from training.translate import main as translate
from training.word_vectors import SOURCES, corpus
from transformer.bundled.folders import MODELS
from transformer.bundled.load import LanguageModel
from transformer.config import Config
from transformer.model import Transformer
from transformer.roles import HEAD_ROLES, HeadRoles
from transformer.tokenizer import Tokenizer
from transformer.words import split_words

WORDS = {"bear": "ours", "river": "rivière", "king": "roi", "red": "rouge", "saw": "vit", "the": "le", "a": "un"}
TEXT = ["the bear walked over the hill and the other bear saw the river and drank from it until it was full"] * 40
SIZES = "--layers 1 --heads 2 --d-model 8 --vocab 400 --check-every 2 --device cpu"


def write(folder: Path, source: str, text: str, kind: str = "en_{}.txt.gz") -> None:
    (folder / kind.format(source)).write_bytes(gzip.compress(text.encode()))


def sentences(source: str, count: int) -> list[list[str]]:
    """Made-up sentences of a source, as words."""
    chance = random.Random(source)
    return [chance.choices(list(WORDS), k=chance.randint(4, 9)) for _ in range(count)]


def tiny(positions: str) -> Transformer:
    torch.manual_seed(0)
    return Transformer(Config(13, 2, 2, 8, 4, 11, max_tokens=7, positions=positions)).eval()


def test_a_resumed_training_ends_as_a_whole_one_and_keeps_its_snapshots(tmp_path: Path) -> None:
    for source in MIX.keys() - {"teaching"}:
        write(tmp_path, source, "\n\n".join(" ".join(words) + "." for words in sentences(source, 400)))

    def of(run: Path) -> list[str]:
        asked = "--max-tokens 12 --steps 6 --batch 4 --precision float32 --snapshots 0 4 6"
        return [*SIZES.split(), *asked.split(), "--data", str(tmp_path), "--run", str(run)]

    whole, last, log = resumed(lambda run: train.main(of(run)), Rows, "batch", tmp_path)
    assert [(entry["step"], entry["tokens"]) for entry in log] == [(step, step * 48) for step in (0, 2, 4, 6)]
    assert set(log[1]["validation"]) == set(MIX)
    first, fourth, sixth = (torch.load(whole / f"step-{step}.pt", weights_only=True) for step in (0, 4, 6))
    torch.manual_seed(2026)
    fresh = Transformer(config_of(train.parse(of(whole)), 400)).state_dict()
    for name, weight in last.items():
        assert torch.equal(sixth[name], weight) and torch.equal(first[name], fresh[name]), name
    assert not torch.equal(first["embedding.weight"], fourth["embedding.weight"])


@pytest.mark.study
@pytest.mark.parametrize("kind", KINDS)
def test_a_resumed_training_of_a_translator_ends_as_a_whole_one(tmp_path: Path, kind: str) -> None:
    for source in set(PAIRS) - {"teaching"}:
        pairs = (" ".join(words) + ".\t" + " ".join(map(WORDS.get, words)) + "." for words in sentences(source, 300))
        write(tmp_path, source, "\n".join(pairs), "en_fr_{}.tsv.gz")

    def of(run: Path) -> list[str]:
        asked = f"--steps 4 --batch 200 --threads 1 --model {kind} --data {tmp_path} --run {run}"
        return [*SIZES.split(), *asked.split()]

    whole, weights, _ = resumed(lambda run: translate(of(run)), Batches, "__getitem__", tmp_path)
    settings = json.loads((whole / "settings.json").read_text())
    assert settings["model"] == kind and settings["pairs"]["teaching"]["train"] > 300
    model_of(settings)[0].load_state_dict(weights)


def test_documents_are_parted_filtered_and_held_out_and_end_with_their_mark(tmp_path: Path) -> None:
    documents = [["A good line.", f"He said shit {number} times."] for number in range(400)]
    write(tmp_path, "tinystories", "\n\n".join("\n".join(document) for document in documents))
    split = read("tinystories", tmp_path)
    assert split.train[0] == ["A good line."] and split.dropped_paragraphs == 400
    assert 0 < len(split.validation) < 20 and len(split.train) + len(split.validation) == 400
    tokenizer = Tokenizer.train(TEXT, 300)
    (held_out,) = held_out_streams(["tinystories"], tmp_path, tokenizer).values()
    assert (held_out.ids == Stream.of(split.validation, tokenizer).ids).all()
    stream = Stream.of([["The bear.", "It was."], ["Tea."]], tokenizer)
    first, second, third = (tokenizer.ids(text) for text in ("The bear.", "It was.", "Tea."))
    newline, end = tokenizer.bpe.token_to_id("Ċ"), tokenizer.end_id
    assert stream.ids.tolist() == [*first, newline, *second, end, *third, end]
    assert stream.starts.tolist() == [0, len(first) + 1, len(first) + len(second) + 2]


def test_words_for_vectors_are_filtered_and_without_repeats(tmp_path: Path) -> None:
    texts = {"tinystories": "One day a bear woke.\n\nOne day a bear woke.", "novels100": "A bitch growled at owlets."}
    for source in set(SOURCES) - {"teaching"}:
        write(tmp_path, source, texts.get(source, f"This is {source}. Stop!"))
    report: dict = {}
    found = list(corpus(tmp_path, report))
    assert found[0] == ["one", "day", "a", "bear", "woke"] and not any("owlets" in words for words in found)
    assert report["tinystories"] == {"words": 5, "filtered_paragraphs": 0, "repeated_documents": 1}
    assert report["novels100"]["filtered_paragraphs"] == 1 and list(report) == list(SOURCES)


def test_pairs_are_split_by_their_english_in_any_case_and_filtered(tmp_path: Path) -> None:
    lines = [f"Bear number {number}.\tOurs numéro {number}." for number in range(300)]
    lines += [lines[0], "Bear number 1.\tL'ours numéro 1.", "word " * 41 + "\tmot", "mot\t" + "mot " * 41]
    write(tmp_path, "tatoeba", "\n".join(lines), "en_fr_{}.tsv.gz")
    pairs = read_pairs("tatoeba", tmp_path)
    assert pairs.dropped_long == 2 and len(pairs.train) + len(pairs.validation) + len(pairs.test) == 301
    for part in ("train", "validation", "test"):
        assert all(part_of(english) == part == part_of(english.upper()) for english, _ in getattr(pairs, part))


def test_hand_alignments_are_whole_and_not_trained_on() -> None:
    trained = TEACHING_PAIRS.read_text(encoding="utf-8").lower()
    for pair in read_alignments():
        assert pair.english.lower() not in trained and pair.sure <= pair.possible
        for side, text in enumerate((pair.english, pair.french)):
            assert {ends[side] for ends in pair.possible} == set(range(len(split_words(text)))), text


def test_quality_by_length_is_of_sentences_in_rows_by_their_words(
    make_translator: Callable,  # noqa: F811
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("training.length_scores.BUCKETS", ((1, 2), (3, 5)))
    pairs = [("The red car", "La voiture rouge"), ("car", "La voiture"), ("The car sleeps.", "La voiture dort.")]
    assert in_rows(pairs[:2], 2) == [("The red car car", "La voiture rouge La voiture")]
    translator = make_translator("additive")
    one, more = by_words(translator, pairs, {"car"})
    assert one["french_tokens"] == len(translator.tokenizer.encode("La voiture"))  # without its end mark
    assert [(each["near"], each["least"], each["sentences"]) for each in (one, more)] == [(1, 1, 1), (0, 3, 2)]


def test_the_loss_of_each_step_and_place_is_that_of_a_loop() -> None:
    model, windows = tiny("rotary"), np.random.default_rng(0).integers(0, 13, (19, 6))
    with torch.no_grad():
        whole = model(torch.from_numpy(windows[:, :-1])).log_softmax(-1).numpy()
        alone = np.stack([model(torch.tensor([id])).log_softmax(-1).numpy()[0] for id in range(13)])
    rows, places = np.mgrid[:19, :5]
    losses = -whole[rows, places, windows[:, 1:]]
    assert on_text(model, windows) == pytest.approx((losses.mean(), (whole.argmax(-1) == windows[:, :-1]).mean()))
    np.testing.assert_allclose(loss_by_place(model, windows), losses.mean(0), atol=1e-5)
    assert given_one_token(model, windows) == pytest.approx(-alone[windows[:, :-1], windows[:, 1:]].mean(), rel=1e-5)


def test_commands_for_small_models_have_the_settings_that_these_were_trained_with() -> None:
    readme = Path(train.__file__).with_name("README.md").read_text("utf-8").replace("\\\n", "")
    (small,) = re.findall('small="(.*)"', readme)
    twin, growing = re.findall(r"python -m training\.train \$small (.*)", readme)
    (kinds,) = re.findall("for kind in (.*);", readme)
    commands = {f"twin-{kind}": twin.replace("$kind", kind) for kind in kinds.split()} | {"growing": growing}
    for name, command in commands.items():
        options = train.parse(f"{small} {command}".split())
        trained = json.loads((MODELS / name / "training.json").read_text("utf-8"))["settings"]
        assert options.run.name == name and options.tokenizer == Path("assets/models/story/tokenizer.json")
        assert config_of(options, options.vocab) == Config(**trained["config"])
        for setting, given in (("steps", "steps"), ("seed", "seed"), ("rows_per_step", "batch"), ("device", "device")):
            assert trained[setting] == getattr(options, given)
        assert trained.get("precision", "bfloat16") == options.precision
        assert trained.get("snapshots", []) == options.snapshots


def test_a_twin_goes_on_behind_the_positions_of_its_training_where_these_do() -> None:
    ids = torch.arange(23) % 13
    for kind in ("none", "sinusoidal", "rotary"):
        with torch.no_grad():
            torch.testing.assert_close(lengthened(tiny(kind), 23)(ids)[:7], tiny(kind)(ids[:7]))
    with pytest.raises(ValueError, match="there are 7 learned positions, and no row for a later one"):
        lengthened(tiny("learned"), 23)


def test_roles_of_heads_are_measured_as_the_app_reads_them(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    words = [f" w{chr(97 + one)}{chr(97 + other)}" for one in range(9) for other in range(9)]
    tokenizer = Tokenizer.train(TEXT + words, 400)
    sizes = {"n_layers": 2, "n_heads": 2, "d_model": 8, "d_head": 4, "d_mlp": 8, "max_tokens": 64}
    model = LanguageModel(
        "tiny", Transformer(Config(vocab_size=tokenizer.vocab_size, **sizes)).eval(), tokenizer, HeadRoles({})
    )
    phrases = tmp_path / "noun_phrases.txt"
    phrases.write_text("# two words in brackets\nthe bear and the [other bear] drank\n", encoding="utf-8")
    for name, value in (("NOUN_PHRASES", phrases), ("WINDOWS", 6), ("SEQUENCES", 4)):
        monkeypatch.setattr(head_roles, name, value)
    found = head_roles.measure_heads(model, {"tinystories": Stream.of([[text] for text in TEXT], tokenizer)})
    assert found["text"]["windows"] == 6 and tuple(HeadRoles(found).scores(1, 1)) == tuple(HEAD_ROLES)
    for role in HEAD_ROLES:
        best = HeadRoles(found).scores(*HeadRoles(found).best(role))[role]["score"]
        assert best == max(entry[role]["score"] for entry in found["heads"])
    rows, targets = head_roles.noun_phrases(tokenizer)
    ((_, noun, modifier),) = np.argwhere(targets["modifier"])
    assert [tokenizer.text_of(int(rows[0, place])) for place in (noun, modifier)] == [" bear", " other"]


def test_perfect_heads_score_one_and_a_role_needs_a_high_score_that_its_largest_weights_bear_out() -> None:
    targets = head_roles.text_targets(np.array([[5, 6, 5, 7, 5, 6, 7, 8]]))
    aims = {"previous_token": [0, 0, 1, 2, 3, 4, 5, 6], "itself": [*range(8)], "first_token": [0] * 8}
    aims["same_token"] = [0, 0, 0, 0, 2, 1, 3, 7]
    for role, keys in aims.items():
        scores = {aim: head_roles.mean_weight(np.eye(8)[keys][None, None], targets[aim])[0] for aim in aims}
        assert scores.pop(role) == 1 and max(scores.values()) < 0.5
    for score, baseline, sharpest, role in [
        *((0.31, 0.1, 1.0, "itself"), (0.29, 0.01, 1.0, None), (0.6, 0.21, 1.0, None), (0.3, 0.09, 1.0, "itself")),
        (0.4, 0.04, 0.3, None),
    ]:
        assert head_roles.role_of({"itself": {"score": score, "baseline": baseline, "sharpest": sharpest}}) == role


def test_the_largest_weights_of_a_head_are_counted_and_its_scores_explained() -> None:
    queries, keys = [8, 9, 10, 11, 12, 13, 14, 15, 16, 17], [7, 9, 9, 2, 11, 12, 12, 15, 3, 16]
    one, weights = np.ones((1, 1)), np.array([[[0.9, *[0.1] * 8, 0.9]]])
    found = AllLooks(np.zeros(10, dtype=int), np.array(queries), np.array([[keys]]), weights, one, one[..., None])
    texts = Texts(["x"], np.array([[*range(40), *range(8)]]), np.array([MOST]))
    counted = kinds(np.array([True, *[False] * 9]), would_look(texts, found), found, 0, 0)
    assert counted["sharpest"] == {"itself": 0, "pieces": 1, "before": 1, "near": 0, "further": 0}
    assert counted["right"]["previous_token"] == [5, 10, 2, 2] and counted["right"]["same_token"] == [0] * 4
    chance, rows = np.random.default_rng(0), np.repeat(np.arange(50), 20)
    first, second = (within_rows(chance.normal(size=1000), rows) for _ in range(2))
    assert explained(3 * first, first) == pytest.approx(1) and explained(first, second) < 0.02
    assert explained(first + second, first, second) > 0.999


def test_of_a_mean_95_of_100_draws_lie_within_two_standard_errors() -> None:
    scores, times = np.random.default_rng(5).normal(10, 3, size=400), drawn(400)
    assert (times.sum(1) == 400).all()
    error = 1.96 * scores.std() / 20
    assert middle(times @ scores / 400, 2) == pytest.approx((scores.mean() - error, scores.mean() + error), abs=0.03)


def test_the_scorer_is_fitted_to_the_head_that_is_open_at_first() -> None:
    assert additive.stored().of == State.of(find("dense"))[dials.HEAD]


@pytest.mark.study
def test_the_scorer_that_is_stored_is_the_one_that_its_script_fits() -> None:
    stored, (again, before, after) = additive.stored(), additive_scorer.fit()
    assert stored.divergences[0] == pytest.approx(before, rel=1e-3)
    assert stored.divergences[1] == pytest.approx(after, rel=0.1)  # of 400 steps the last digits depend on a processor
    np.testing.assert_allclose(stored.scorer.v, again.v, atol=0.1)
