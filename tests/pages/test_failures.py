"""On every page a model that fails, or a small file that is damaged, is said in a sentence, and the rest stands."""

import shutil
from pathlib import Path

import pytest
from streamlit.testing.v1 import AppTest

from headlight.app import failures
from headlight.app.links import VIEWS
from headlight.pictures import design_tokens
from headlight.reading import assets, reader
from headlight.server import first_look
from headlight.state import first_path, glossary
from headlight.state.places import page_of
from tests.draw import draw
from tests.pages import screen
from tests.sampled import sampled
from transformer import LanguageModel, ModelFolderError, OpenedModel, Translator
from transformer.bundled import measurements
from transformer.bundled.translator_folder import LENGTHS, SCORES

pytestmark = pytest.mark.faulty
# The first path asks the model when a guess is made.
WITHOUT_MODEL = {"learning", "embeddings", "look_up", "path"}
WITHOUT_MODEL |= {"word_sums"}
WITHOUT_MODEL |= {"peeking", "dictionary"}  # what is asked of it is held, or closed


def run(name: str, **address: str) -> AppTest:
    return screen.run(name, address)


def sentences(page: AppTest) -> list[str]:
    return [each.value for each in (*page.markdown, *page.caption, *page.info)]


WITH_MODEL = [name for name in VIEWS if name not in WITHOUT_MODEL]


@pytest.mark.parametrize("name", sampled(WITH_MODEL, {page_of(name): name for name in reversed(WITH_MODEL)}.values()))
def test_a_model_that_fails_is_said_in_a_sentence(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """And the rest of the page stands: on one view of each page."""

    def broken(*_: object, **__: object) -> None:
        raise ArithmeticError("the model does not work")

    for kind in (LanguageModel, OpenedModel):
        monkeypatch.setattr(kind, "trace", broken)
    monkeypatch.setattr(Translator, "translate", broken)
    page = run(name, **dict.fromkeys(("text", "english"), f"a failure on {name}"))  # none that is held
    assert not page.exception and not page.error
    assert failures.SENTENCE in sentences(page)
    assert screen.parts(page, "title")["name"]["html"].startswith("<h1>")
    assert "all_stories" in screen.parts(page, "menu")


def test_a_first_guess_that_the_model_cannot_answer_leaves_the_page(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("headlight.pages.path.path.ANSWERS", {})
    page = run("path", guess_1=first_path.STEPS[0].options[0])
    assert not page.exception and failures.SENTENCE in sentences(page)


def test_a_model_that_cannot_be_read_is_said_without_paths(monkeypatch: pytest.MonkeyPatch) -> None:
    def missing(*_: object) -> LanguageModel:
        raise ModelFolderError("The folder of the model story is missing.", assets.FOLDER / "models" / "story", "none")

    monkeypatch.setattr(reader, "loaded", missing)
    page = run("all_heads")
    assert not page.exception and not page.error
    (said,) = page.info
    assert said.value.endswith("nothing to show yet. The folder of the model story is missing.")
    assert "/" not in said.value and "git" not in said.value


def test_a_damaged_lesson_and_snippet_leave_the_page(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("headlight.app.lesson._LESSONS", assets.FOLDER / "nowhere")
    monkeypatch.setattr("headlight.app.code._CODE", assets.FOLDER / "nowhere")
    page = run("attention", code="true")
    assert not page.exception
    assert "The lesson cannot be shown." in sentences(page)
    assert "The code cannot be shown." in sentences(page)
    assert page.get("bidi_component")


DAMAGED = [None, "", "[]", '{"light": {}}', '"red"', "broken colour", "broken scale"]


@pytest.mark.parametrize(
    ("name", "damage"), [*(("all_heads", damage) for damage in DAMAGED), ("embeddings", None), ("heads", DAMAGED[-1])]
)
def test_damaged_colours_are_said_and_leave_the_words(
    name: str, damage: str | None, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    whole = design_tokens.TOKENS.read_text("utf-8")
    broken = {
        "broken colour": whole.replace("#9e4f04", "expression(alert(1))"),
        "broken scale": whole.replace("[251, 250, 246]", "[251, 250]"),
    }
    file = tmp_path / "design_tokens.json"
    if damage is not None:
        file.write_text(broken.get(damage, damage))
    monkeypatch.setattr(design_tokens, "TOKENS", file)
    design_tokens.palettes.cache_clear()
    try:
        page = run(name)
    finally:
        design_tokens.palettes.cache_clear()
    assert not page.exception and failures.SENTENCE not in sentences(page) and screen.switches(page)
    assert any(each.startswith("No picture can be drawn: the file design_tokens.json") for each in sentences(page))


def test_damaged_sentences_of_the_dense_layer_leave_the_page(monkeypatch: pytest.MonkeyPatch) -> None:
    def damaged(*_: object) -> None:
        raise FileNotFoundError("no sentences")

    for fitted in ("_mixer", "_by_head"):  # what rests on the sentences, which may be held by now
        monkeypatch.setattr(f"headlight.pages.why_attention.dense.{fitted}", damaged)
    page = run("dense")
    assert not page.exception and failures.SENTENCE in sentences(page) and screen.switches(page)


WORDS = {  # where a number was
    SCORES: ('"loss": 1', '"loss": "low", "x": 1'),
    LENGTHS: ('"bleu": ', '"bleu": "high", "x": '),
    measurements.TRAINING: ('"steps_done": ', '"steps_done": "all", "x": '),
}


@pytest.mark.parametrize("damage", ["", "[]", "{}", "[1, 2", "words for a number", "\0"])
@pytest.mark.parametrize("file", [SCORES, LENGTHS, measurements.TRAINING])
def test_damaged_measurements_of_a_translator_are_said_and_leave_it(
    file: str, damage: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    shutil.copytree(
        assets.FOLDER / "models", tmp_path, ignore=shutil.ignore_patterns("*.safetensors"), dirs_exist_ok=True
    )
    path = tmp_path / "translate-additive" / file
    whole = path.read_text("utf-8")
    path.write_text(whole.replace(*WORDS[file]) if damage == "words for a number" else damage)
    assert path.read_text("utf-8") != whole
    monkeypatch.setattr(measurements, "MODELS", tmp_path)
    readers = measurements.scores, measurements.lengths, measurements.training
    for each in readers:
        each.cache_clear()
    try:
        drawing = draw("translators", deeper=True, more="true")
    finally:
        for each in readers:
            each.cache_clear()
    said = f"The file {file} of the model translate-additive is damaged."
    assert any(said in each for each in [*drawing.headings, *drawing.notes])


@pytest.mark.parametrize("damage", ["", "[[", "[[example]]\nlook = 3", "\0"])
def test_a_damaged_file_of_assets_is_replaced_and_said(
    damage: str, monkeypatch: pytest.MonkeyPatch, tmp_path, caplog: pytest.LogCaptureFixture
) -> None:
    (tmp_path / "glossary.toml").write_text(damage)
    monkeypatch.setattr(assets, "FOLDER", tmp_path)
    monkeypatch.setattr(assets, "damaged", set())
    assert assets.read("glossary.toml", glossary._terms, []) == []
    assert any("glossary.toml failed" in record.getMessage() for record in caplog.records)
    monkeypatch.setattr("headlight.pages.look_up.look_up.TERMS", [])
    page = run("look_up")
    assert not page.exception
    assert "The terms cannot be shown: their file is missing or damaged." in sentences(page)


def test_without_its_steps_the_path_says_so_and_nothing_else_fails(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("headlight.pages.path.path", "headlight.parts.stream"):
        monkeypatch.setattr(f"{name}.STEPS", [])
    monkeypatch.setattr(assets, "damaged", {first_path.FILE})
    page = run("path")
    assert not page.exception and failures.SENTENCE not in sentences(page)
    assert "The steps cannot be shown: their file is missing or damaged." in sentences(page)


@pytest.mark.parametrize("present_as", [None, "1"])
def test_without_its_styles_a_page_is_drawn_as_ever(present_as: str | None, monkeypatch: pytest.MonkeyPatch) -> None:
    read_text = Path.read_text

    def missing(path: Path, *args: str, **named: str) -> str:
        if path.parent.name == "styles":
            raise FileNotFoundError(path)
        return read_text(path, *args, **named)

    monkeypatch.setattr(Path, "read_text", missing)
    monkeypatch.setattr(assets, "damaged", set())
    page = run("attention", **{"present": present_as} if present_as else {})
    assert first_look.styled(b'<i id="root"></i></body>', slide=bool(present_as)).endswith(b"</script></body>")
    assert not page.exception and failures.SENTENCE not in sentences(page) and page.get("bidi_component")


def test_heads_without_names_are_said(monkeypatch: pytest.MonkeyPatch) -> None:
    import dataclasses

    from transformer.roles import HeadRoles

    trouble = ModelFolderError("The file head_roles.json of the model story is damaged.", assets.FOLDER, "none")
    nameless = dataclasses.replace(reader.loaded(), roles=HeadRoles({}), trouble=trouble)
    monkeypatch.setattr(reader, "loaded", lambda: nameless)
    page = run("all_heads")
    assert not page.exception and failures.SENTENCE not in sentences(page)
    assert any(each.startswith("The file head_roles.json of the model story is damaged.") for each in sentences(page))
