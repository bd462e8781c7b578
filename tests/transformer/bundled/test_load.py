"""A model's folder round-trips, and a damaged one is refused with its file and a remedy named."""

import hashlib
import json
import math
import re
import shutil

import pytest
import torch
from safetensors.torch import load_file, save_file

from transformer import ModelFolderError, load_growing
from transformer.bundled.folders import MODELS, SUMS, seal
from transformer.bundled.load import CONFIG, ROLES, TOKENIZER, WEIGHTS, load, save
from transformer.tokenizer import Tokenizer

TEXT = "She bears the pain"
tied_or_not = pytest.mark.parametrize("tied", [True, False], ids=["tied", "untied"])
each_kind_of_positions = pytest.mark.parametrize("positions", ["none", "sinusoidal", "learned", "rotary"])
each_file = pytest.mark.parametrize("file", [CONFIG, TOKENIZER, WEIGHTS])


@pytest.fixture
def home(make_language_model, tmp_path):
    """The folder of a tiny tied model called `tiny`."""
    model = make_language_model()
    save(model.transformer, model.tokenizer, tmp_path / "tiny")
    return tmp_path / "tiny"


def refusal(home):
    """Return what load says about the folder: the sentence for anybody, and the note for who runs the app."""
    with pytest.raises(ModelFolderError) as caught:
        load("tiny", home.parent)
    (note,) = caught.value.__notes__
    return str(caught.value), note


def edit_config(home, **changes):
    sizes = json.loads((home / CONFIG).read_text(encoding="utf-8")) | changes
    (home / CONFIG).write_text(json.dumps(sizes), encoding="utf-8")


@tied_or_not
@each_kind_of_positions
def test_a_saved_model_is_loaded_with_its_weights_in_half_precision(make_language_model, tmp_path, positions, tied):
    saved = make_language_model(positions, tied)
    save(saved.transformer, saved.tokenizer, tmp_path / "deep" / "tiny")
    loaded = load("tiny", tmp_path / "deep")
    assert (loaded.name, loaded.config) == ("tiny", saved.config)
    before, after = saved.transformer.state_dict(), loaded.transformer.state_dict()
    assert before.keys() == after.keys()
    for name, weight in before.items():
        assert after[name].dtype == torch.float32
        assert torch.equal(after[name], weight.half().float()), name
    assert (loaded.transformer.unembedding.weight is loaded.transformer.embedding.weight) == tied


def test_a_missing_folder_is_named_with_what_to_do():
    with pytest.raises(ModelFolderError) as caught:
        load("nonesuch")
    assert str(caught.value) == "The folder of the model nonesuch is missing."
    (note,) = caught.value.__notes__
    assert note.startswith(f"{MODELS / 'nonesuch'}: there is no such folder. Restore it with")
    assert "git checkout -- assets/models/nonesuch" in note and "training/README.md" in note


@each_file
def test_a_missing_file_is_named_with_what_to_do(home, file):
    (home / file).unlink()
    sentence, note = refusal(home)
    assert sentence == f"The file {file} of the model tiny is missing."
    assert note.startswith(f"{home / file}: ") and "git checkout -- assets/models/tiny" in note


def assert_cannot_be_used(home, file):
    """The sentence names the file and no path; the note says path, reason and remedy, in one line."""
    sentence, note = refusal(home)
    assert sentence == f"The file {file} of the model tiny is damaged."
    start, remedy = f"{home / file}: ", ". Restore it with 'git checkout -- assets/models/tiny'"
    assert note.startswith(start) and remedy in note
    assert note.index(remedy) > len(start) and "\n" not in note


@pytest.mark.usefixtures("unchecked")
@each_file
@pytest.mark.parametrize(
    "damage",
    [
        lambda content: b"",
        lambda content: content[: len(content) // 2],
        lambda content: content[:-1] if content[-1:] != b"\n" else content[:-2],
        lambda content: b"\xff\xfe\0" + content,
        lambda content: b"version https://git-lfs.github.com/spec/v1\n",
        lambda content: b"[]",
        lambda content: b"null",
    ],
    ids=["empty", "half", "one byte short", "garbage first", "a pointer", "a list", "null"],
)
def test_a_damaged_file_is_named_with_what_to_do(home, file, damage):
    (home / file).write_bytes(damage((home / file).read_bytes()))
    assert_cannot_be_used(home, file)


@pytest.mark.usefixtures("unchecked")
@pytest.mark.parametrize(
    "changes",
    [
        {"n_heads": 4},
        {"n_layers": 2.0},
        {"d_mlp": None},
        {"positions": "wavy"},
        {"colour": "amber"},
    ],
    ids=lambda changes: "{}={!r}".format(*next(iter(changes.items()))),
)
def test_a_config_that_describes_no_model_is_named(home, changes):
    edit_config(home, **changes)
    assert_cannot_be_used(home, CONFIG)


@pytest.mark.parametrize(
    "changes",
    [
        {"n_layers": 1},
        {"n_layers": 3},
        {"d_model": 21, "d_head": 7},
        {"positions": "learned"},
        {"tied": False},
    ],
    ids=lambda changes: "{}={!r}".format(*next(iter(changes.items()))),
)
def test_weights_that_the_config_does_not_describe_are_named(home, changes):
    edit_config(home, **changes)
    assert_cannot_be_used(home, WEIGHTS)


def test_other_weights_of_the_same_sizes_are_refused(home):
    weights = load_file(home / WEIGHTS)
    weights["embedding.weight"][0, 0] += 1
    save_file(weights, home / WEIGHTS)
    assert_cannot_be_used(home, WEIGHTS)
    assert "checksum" in refusal(home)[1]


def test_weights_without_a_checksum_are_refused(home):
    (home / SUMS).unlink()
    assert refusal(home)[0] == f"The file {SUMS} of the model tiny is missing."
    (home / SUMS).write_text("")
    assert_cannot_be_used(home, WEIGHTS)


@pytest.mark.parametrize("number", [math.nan, math.inf, -math.inf])
def test_weights_that_are_no_numbers_are_refused(home, number):
    weights = load_file(home / WEIGHTS)
    weights["blocks.1.attention.output.weight"][1, 2] = number
    save_file(weights, home / WEIGHTS)
    seal(home / WEIGHTS)
    assert_cannot_be_used(home, WEIGHTS)
    assert "blocks.1.attention.output.weight holds a number that is not finite" in refusal(home)[1]


@pytest.mark.parametrize("home", sorted(path.parent for path in MODELS.glob("*/CARD.md")), ids=lambda home: home.name)
def test_the_card_of_a_bundled_model_has_the_checksum_of_its_weights(home):
    listed = [line.split("  ") for line in (home / SUMS).read_text("utf-8").splitlines()]
    for checksum, name in listed:
        assert hashlib.sha256((home / name).read_bytes()).hexdigest() == checksum
    assert ("config.json" in dict(map(reversed, listed))) == (home / "config.json").is_file()
    checksum, name = listed[0]
    assert re.search(
        rf"`{re.escape(name)}`.*sha256 `{checksum}`|sha256 of `{re.escape(name)}`: `{checksum}`",
        (home / "CARD.md").read_text("utf-8"),
    )


def test_a_config_of_other_heads_that_fit_the_weights_is_refused(home):
    written = json.loads((home / CONFIG).read_text("utf-8"))
    edit_config(home, n_heads=written["d_model"], d_head=1)
    assert_cannot_be_used(home, CONFIG)


@pytest.mark.parametrize(
    ("name", "sizes"),
    [
        ("story", {"n_heads": 12, "d_head": 16}),
        ("translate", {"n_heads": 12, "d_head": 16}),
        ("growing", {"max_tokens": 7}),
    ],
)
def test_a_bundled_config_of_other_sizes_is_refused_in_a_sentence(name, sizes, tmp_path):
    home = shutil.copytree(MODELS / name, tmp_path / name)
    for shared in {json.loads((home / CONFIG).read_text("utf-8")).get("tokenizer")} - {None}:
        (tmp_path / shared).symlink_to(MODELS / shared)
    edit_config(home, **sizes)
    with pytest.raises(ModelFolderError, match=f"^The file config.json of the model {name} is damaged"):
        (load_growing if name == "growing" else load)(name, tmp_path)


@pytest.mark.parametrize("name", ["embedding.weight", "blocks.1.attention.output.weight", "final_norm.bias"])
def test_weights_that_lack_a_tensor_are_named(home, name):
    weights = load_file(home / WEIGHTS)
    del weights[name]
    save_file(weights, home / WEIGHTS)
    seal(home / WEIGHTS)
    assert_cannot_be_used(home, WEIGHTS)


def test_roles_are_optional(home):
    assert load("tiny", home.parent).roles.of(0, 0) is None
    (home / ROLES).write_text('{"heads": [{"layer": 0, "head": 2, "role": "previous_token"}]}', encoding="utf-8")
    roles = load("tiny", home.parent).roles
    assert (roles.of(0, 2), roles.of(1, 2)) == ("previous_token", None)


@pytest.mark.parametrize(
    "damage", ['{"heads": [', '{"heads": [3]}', '{"heads": 3}', '{"best": {"modifier": {}}}', "[]"]
)
def test_damaged_roles_leave_the_model_and_are_named(home, damage):
    (home / ROLES).write_text(damage, encoding="utf-8")
    model = load("tiny", home.parent)
    assert model.trace(TEXT).layers and model.roles.best("modifier") == (0, 0)
    assert str(model.trouble) == f"The file {ROLES} of the model tiny is damaged."


def test_a_tokenizer_of_another_model_is_named(home):
    Tokenizer.train(["the bear"], 257).bpe.save(str(home / TOKENIZER))
    assert_cannot_be_used(home, TOKENIZER)
    assert "it has 257 tokens where the config says 283" in refusal(home)[1]


def test_a_model_can_share_the_tokenizer_of_another_folder(home, make_language_model):
    model = make_language_model("rotary")
    save(model.transformer, model.tokenizer, home.parent / "twin", "tiny")
    assert not (home.parent / "twin" / TOKENIZER).exists()
    loaded = load("twin", home.parent)
    assert loaded.config == model.config
    assert loaded.tokenizer.encode(TEXT) == model.tokenizer.encode(TEXT)
    (home / TOKENIZER).unlink()
    with pytest.raises(ModelFolderError, match=r"tokenizer\.json of the model tiny is missing"):
        load("twin", home.parent)


@pytest.mark.parametrize("of", ["story", "translate", "translate-additive", "growing"])
def test_no_weight_is_drawn_at_random_where_all_are_read(of: str) -> None:
    before = torch.get_rng_state()
    anew = MODELS.parent / MODELS.name  # as another path, for what was read from MODELS itself is held
    found = load_growing().at(load_growing().steps[0]) if of == "growing" else load(of, anew)
    assert torch.equal(torch.get_rng_state(), before)
    networks = [part for part in vars(found).values() if isinstance(part, torch.nn.Module)]
    assert networks and all(weight.isfinite().all() for weight in networks[0].parameters())


def test_saving_leaves_the_model_as_it_was(make_language_model, tmp_path):
    model = make_language_model()
    before = {name: weight.clone() for name, weight in model.transformer.state_dict().items()}
    save(model.transformer, model.tokenizer, tmp_path / "tiny")
    after = model.transformer.state_dict()
    assert before.keys() == after.keys()
    assert all(torch.equal(after[name], weight) for name, weight in before.items())
