"""The papers: everything that the app cites is listed in full, and everything listed is cited and leads to a page."""

import re
from pathlib import Path

from headlight.app import links
from headlight.pages.look_up.papers import PAPERS
from headlight.state.places import PAGES, page_of, title_of
from tests.pages.screen import opened

ROOT = Path(__file__).parent.parent.parent
NAMED = {name for paper in PAPERS for name in (paper.cited, *paper.also)}
# A name, further names, a year: "Elman 1990", "Och and Ney 2003", "Bengio, Simard and Frasconi 1994", "Wu et al. 2016".
CITATION = re.compile(
    r"(?:van der )?(?:Mc)?[A-Z][a-zé-]+(?:-[A-Z][a-z]+)?(?:, [A-Z][a-z]+)*"
    r"(?: et al\.| and [A-Z][a-z]+)? (?:19|20)\d\d\b"
)
QUESTIONS = ROOT / "headlight" / "questions"
NOT_A_PAPER = {"August 1992", "In August 1992"}


def texts() -> dict[str, str]:
    """Return what a reader of the app or of its code may read, but for how a class is measured."""
    folders = ("assets/lessons", "transformer", "headlight", "training")
    files = [path for folder in folders for path in (ROOT / folder).rglob("*") if path.suffix in {".py", ".md"}]
    files += [ROOT / "assets" / name for name in ("glossary.toml", "path.toml", "examples.toml")]
    return {str(path.relative_to(ROOT)): path.read_text("utf-8") for path in files if QUESTIONS not in path.parents}


def cited() -> dict[str, str]:
    """Every citation in these texts, and a file where it stands."""
    return {found: name for name, text in texts().items() for found in CITATION.findall(re.sub(r"\s+", " ", text))}


def test_every_paper_that_is_named_is_listed() -> None:
    missing = {name: file for name, file in cited().items() if name not in NAMED | NOT_A_PAPER}
    assert missing == {}


def test_what_a_class_is_measured_by_is_listed_beside_its_questions() -> None:
    listed = (ROOT / "docs" / "questions.md").read_text("utf-8").partition("## Sources")[2].splitlines()
    for path in QUESTIONS.glob("*.py"):
        for name in CITATION.findall(path.read_text("utf-8")):
            assert [line for line in listed if name.split()[0] in line and name[-4:] in line], (path, name)


def test_every_source_that_is_listed_is_named_somewhere() -> None:
    everything = re.sub(r"\s+", " ", " ".join(texts().values()))
    for paper in PAPERS:
        assert paper.cited.split()[0].strip(",") in everything, paper.cited
        assert paper.cited[-4:] in everything, paper.cited


def test_a_source_says_who_what_when_and_where_it_can_be_seen() -> None:
    assert len(NAMED) == sum(1 + len(paper.also) for paper in PAPERS)
    for paper in PAPERS:
        assert paper.cited[-4:] in paper.full
        assert paper.cited.split()[0].strip(",") in paper.full
        assert title_of(paper.page)


def test_the_page_shows_them_all_with_a_link_to_each_preprint() -> None:
    page = opened("look_up", list="Papers")
    shown = "\n".join(text.value for text in page.markdown)
    for paper in PAPERS:
        who, year = paper.cited[:-5], paper.cited[-4:]
        assert f"**{year}** **{who}**: " in shown
        for number in re.findall(r"arXiv:(\d{4}\.\d{4,5})", paper.full):
            assert f"[arXiv:{number}](https://arxiv.org/abs/{number})" in shown
    assert re.sub(r"\[(arXiv:[\d.]+)\]\([^)]*\)", r"\1", shown).count("arXiv:") == sum(
        paper.full.count("arXiv:") for paper in PAPERS
    )


def test_they_stand_under_the_page_that_shows_them_from_the_oldest_on() -> None:
    page = opened("look_up", list="Papers")
    titles, lists = (
        [title.value for title in page.header],
        [text.value for text in page.markdown if "**:" in text.value],
    )
    shown = [name for name in links.ORDER if any(page_of(paper.page) == name for paper in PAPERS)]
    assert titles == [links.titled(next(iter(PAGES[name].views))) for name in shown], "a heading leads to its page"
    for name, of_page in zip(shown, lists, strict=True):
        years = re.findall(r"^\*\*(\d{4})\*\*", of_page, re.MULTILINE)
        assert years == sorted(paper.cited[-4:] for paper in PAPERS if page_of(paper.page) == name)
        elsewhere = [
            paper.page
            for paper in PAPERS
            if page_of(paper.page) == name and paper.page != next(iter(PAGES[name].views))
        ]
        assert of_page.count("](./?at=") == len(elsewhere), "each other view of the page is named behind its papers"


def test_a_source_leads_to_a_view_whose_lesson_names_it() -> None:
    lessons = {path.stem: path.read_text("utf-8") for path in (ROOT / "assets" / "lessons").glob("*.md")}
    for paper in PAPERS:
        names = [name[:-5] + year for name in (paper.cited, *paper.also) for year in (name[-5:], f" ({name[-4:]})")]
        naming = {view for view, text in lessons.items() if any(name in text for name in names)} & set(links.VIEWS)
        assert paper.page in (naming - {"look_up"} or links.VIEWS), paper.cited
