"""README and docs: their figures are those that were measured beside the weights, and their links lead somewhere."""

import json
import re
import shlex
from pathlib import Path

import pytest

import headlight
from deploy import tabs
from headlight.__main__ import main
from transformer import load, load_growing, load_words
from transformer.bundled.folders import MODELS
from transformer.roles import HEAD_ROLES

ROOT = Path(__file__).parent.parent
README = (ROOT / "README.md").read_text("utf-8")
DOCUMENTS = [ROOT / "README.md", ROOT / "CONTRIBUTING.md", *sorted((ROOT / "docs").glob("*.md"))]
ABOUT_MODELS = (ROOT / "docs" / "models.md").read_text("utf-8")
PLAIN = " ".join(ABOUT_MODELS.split())
TRANSLATORS = ("translate", "translate-additive", "translate-dot", "translate-fixed")
SOURCES = {
    "TinyStories": "tinystories",
    "Tatoeba": "tatoeba",
    "the project's own sentences": "teaching",
    "African Storybook, Pratham Books": "storybooks",
    "FairytaleQA": "fairytales",
    "Standard Ebooks": "standardebooks",
}
ROLES_SAID = {
    "attends from a noun to its modifier": "modifier",
    "attends to the word before": "previous_token",
    "attends to itself": "itself",
}


def measured(name: str, file: str) -> dict:
    return json.loads((MODELS / name / file).read_text("utf-8"))


def table(first: str) -> list[list[str]]:
    """The cells of the rows of the table of docs/models.md whose head begins with these words."""
    lines = ABOUT_MODELS[ABOUT_MODELS.index(f"\n| {first} |") + 1 :].split("\n\n")[0].splitlines()
    return [[cell.strip() for cell in line.strip("|").split("|")] for line in lines[2:]]


def test_the_losses_of_all_sources_stand_there() -> None:
    losses = measured("story", "training.json")["log"][-1]["validation"]
    rows = {SOURCES[source]: said for source, said in table("held-out text")}
    assert rows == {source: f"{loss:.2f}" for source, loss in losses.items()}
    assert list(rows) == sorted(rows, key=losses.__getitem__)


def test_every_role_that_a_head_has_stands_there_with_its_best_head() -> None:
    roles = measured("story", "head_roles.json")
    rows = table("role")
    assert {ROLES_SAID[row[0]] for row in rows} == {head["role"] for head in roles["heads"] if head["role"]}
    for said, head, score, baseline in rows:
        best = roles["best"][ROLES_SAID[said]]
        assert head == f"layer {best['layer'] + 1}, head {best['head'] + 1}"
        assert (score, baseline) == (f"{best['score']:.2f}", f"{best['baseline']:.2f}")


def test_the_roles_that_no_head_has_stand_there_with_their_best_scores() -> None:
    best = measured("story", "head_roles.json")["best"]
    scores = [f"{best[role]['score']:.2f}" for role in ("first_token", "same_token", "induction")]
    assert f"(best scores {scores[0]}, {scores[1]} and {scores[2]})" in PLAIN
    assert set(best) == {*ROLES_SAID.values(), "first_token", "same_token", "induction"} == set(HEAD_ROLES)


def test_figures_that_lesson_and_documentation_share_are_the_same() -> None:
    """They are measured in the tests of the lessons."""
    lesson = (MODELS.parent / "lessons" / "heads.md").read_text("utf-8")
    for words in (
        r"gives the modifier ([\d.]+):",
        r"put ([\d.]+ to [\d.]+) of their weight",
        r"typed? it is about ([\d.]+)\.",
    ):
        (found,) = re.findall(words, lesson)
        assert found in PLAIN


def test_the_snapshots_are_counted_rightly() -> None:
    assert {12: "twelve"}[len(load_growing().steps)] + " moments of its training" in PLAIN
    size = (MODELS / "growing" / "snapshots.safetensors").stat().st_size
    assert f"8 bits a weight, {size / 1e6:.1f} MB" in PLAIN


def test_the_list_of_tabs_is_that_of_the_app() -> None:
    assert tabs.written() == tabs.DOCUMENT.read_text("utf-8"), "a title or lead changed: python -m deploy.tabs"


def test_the_sizes_of_the_language_model() -> None:
    config, settings = load("story").config, measured("story", "training.json")["settings"]
    own = sum(
        not line.startswith("#")
        for file in (Path(__file__).parent.parent / "training" / "teaching").glob("*.txt")
        for line in file.read_text("utf-8").splitlines()
        if line.strip()
    )
    assert f"about {round(own, -2):,} sentences of the project's own" in PLAIN
    assert (
        f"{config.n_layers} layers x {config.n_heads} heads, d_model {config.d_model}, {config.max_tokens} tokens"
        in PLAIN
    )
    assert f"byte-level BPE of {config.vocab_size:,}" in PLAIN
    size = (MODELS / "story" / "model.safetensors").stat().st_size
    assert f"weights in half precision {size / 1e6:.1f} MB" in PLAIN
    tokens = settings["steps"] * settings["rows_per_step"] * config.max_tokens
    assert f"{tokens / 1e6:.1f} M tokens" in PLAIN
    words = f"{len(load_words('words').words):,} words"
    assert f"skip-gram vectors of {words}" in PLAIN
    parameters = sum(weight.numel() for weight in load("story").transformer.parameters())
    assert f"{parameters / 1e6:.1f} million parameters" in README


@pytest.mark.parametrize("name", TRANSLATORS)
def test_a_translator_has_the_scores_of_its_row(name: str) -> None:
    scores = measured(name, "scores.json")
    (row,) = (row for row in table("model") if row[0].startswith(f"`{name}`"))
    both = [f"{scores[f'bleu_beam_{beams}']:.1f} ({scores[f'bleu_beam_{beams}_apart']:.1f})" for beams in (1, 4)]
    assert row[1:3] == both
    if name == "translate-fixed":
        assert row[3] == "no attention" and not (MODELS / name / "alignment.json").exists()
        return
    best = min(measured(name, "alignment.json")["heads"], key=lambda head: head["writing"])
    assert row[3].split(" ")[0] == f"{best['writing']:.2f}"
    if name == "translate":
        assert best["head"] is None and row[3].endswith(f"(layer {best['layer'] + 1}, mean of its heads)")


def test_the_pairs_that_the_translators_read_and_those_that_they_did_not() -> None:
    settings = [measured(name, "training.json")["settings"] for name in TRANSLATORS]
    pairs = settings[0]["pairs"]
    assert all(each["pairs"] == pairs for each in settings)
    own = pairs["teaching"]
    assert f"the same {sum(source['train'] for source in pairs.values()):,} pairs" in PLAIN
    assert (
        f"{own['train']} of them the project's own ({own['validation'] + own['test']} more of those were held out)"
        in PLAIN
    )
    scores, alignment = measured("translate", "scores.json"), measured("translate", "alignment.json")
    assert f"Scores are on {scores['sentences']:,} English sentences" in PLAIN
    assert f"alignment error rate is on {alignment['pairs']} pairs" in PLAIN
    assert f"(random links: {alignment['chance']:.2f}, " in PLAIN
    assert f"words at the same share of the sentence: {alignment['diagonal']:.2f})" in PLAIN


def test_what_it_shows_of_python_and_the_shell_is_so(capsys: pytest.CaptureFixture[str]) -> None:
    shown = headlight.view("attention", text="bear country", layer=3, head=1)
    assert f'shown.says  # ["{shown.says[0]}"]' in README and shown.numbers("pattern").shape == (2, 2)
    shell = (ROOT / "docs" / "python.md").read_text("utf-8")
    commands = re.findall(r"^headlight (.*?) *#", shell, re.MULTILINE)
    assert len(commands) == 3
    main(shlex.split(commands[0]))
    assert capsys.readouterr().out.split()[:6] == ["query", "\\", "key", "bear", "country", "bear"]


def anchors(text: str) -> set[str]:
    """The anchors of the headings of a Markdown file, as code hosts make them."""
    headings = re.findall(r"^#+ (.+)$", text, re.MULTILINE)
    return {re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-") for heading in headings}


@pytest.mark.parametrize("document", DOCUMENTS, ids=lambda path: path.name)
def test_every_link_between_documents_leads_somewhere(document: Path) -> None:
    for link in re.findall(r"\]\((?!https?:)([^)]+)\)", document.read_text("utf-8")):
        file, _, anchor = link.partition("#")
        target = (document.parent / file).resolve() if file else document
        assert target.exists(), link
        assert not anchor or anchor in anchors(target.read_text("utf-8")), link


@pytest.mark.parametrize("document", DOCUMENTS, ids=lambda path: path.name)
def test_every_path_that_a_document_names_is_there(document: Path) -> None:
    """Names in capitals stand for others: `pages/PAGE/NAME.py`."""
    rooms = "assets|benchmarks|deploy|docs|examples|headlight|pages|tests|training|transformer"
    named = re.findall(rf"`((?:{rooms})/[\w./]*)`", document.read_text("utf-8"))
    assert not [path for path in named if not re.search(r"\b[A-Z]{4,}\b", path) and not (ROOT / path).exists()]


def test_every_test_that_make_check_names_is_there() -> None:
    """A name that is nowhere would end `make check` before its first test."""
    named = (ROOT / "tests" / "pure.txt").read_text("utf-8").split()
    assert len(named) > 10
    for path, _, name in (each.partition("::") for each in named):
        assert (ROOT / path).exists(), path
        assert not name or f"def {name}(" in (ROOT / path).read_text("utf-8"), name


def test_every_command_of_make_that_a_document_names_is_in_the_makefile() -> None:
    makefile = (ROOT / "Makefile").read_text("utf-8")
    targets = set(re.findall(r"^(\w+):", makefile, re.MULTILINE))
    for document in DOCUMENTS:
        assert set(re.findall(r"(?:`|^)make ([a-z]+)", document.read_text("utf-8"), re.MULTILINE)) <= targets
    listed = "".join((ROOT / path).read_text("utf-8") for path in ("docs/install.md", "CONTRIBUTING.md"))
    assert set(re.findall(r"^(?:\| `)?make (\w+)", listed, re.MULTILINE)) == targets


def test_the_readme_is_read_in_five_minutes_and_has_its_pictures() -> None:
    assert len(README.split()) <= 700
    shown = re.findall(r'(?:src|srcset)="([^"]+)"|!\[[^\]]+\]\(([^)]+)\)', README)
    paths = [ROOT / (tagged or marked) for tagged, marked in shown]
    assert len(paths) == 5 and sum(path.stat().st_size for path in paths) < 2.5e6
