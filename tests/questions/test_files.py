"""The files for schools, each read back by a reader that knows nothing of what wrote it."""

import html
import json
import re
from pathlib import Path

import pytest
from moodle_xml_parser.parser import parse_bytes

from headlight.questions.__main__ import main
from headlight.questions.questions import MOST, Questions, bundled, numbered, seen_at
from headlight.questions.school import FILES, PACKAGE, made
from headlight.reading import assets
from tests.questions import readers

APP = "https://school.example/headlight"
_MARKS = "=~#{}:\\ ####e ->&amp; <b>'\"]]> %50% :: $x$ // é 猫"  # all that a format might read as its own


def hostile() -> Questions:
    """Questions of which every text has all that a format could take for its own."""
    items = tuple(
        question._replace(
            asked=f"a{_MARKS}",
            short=f"={_MARKS}",
            concept=f"@{_MARKS}",
            fact=f"f{_MARKS}",
            options=tuple(
                option._replace(says=f"{start}{_MARKS}", feedback=f"b{number}{_MARKS}")
                for number, (start, option) in enumerate(zip("=-+c", question.options, strict=True))
            ),
        )
        for question in bundled().items[:2]
    )
    return bundled()._replace(items=items)


def expected(questions: Questions, app: str) -> list[readers.Read]:
    return [
        readers.Read(
            question.id,
            title,
            question.asked,
            [(option.says, option.right, option.feedback) for option in question.options],
            f"{question.fact} {seen_at(question, app)}",
        )
        for title, question in numbered(questions)
    ]


each = pytest.mark.parametrize("questions", [bundled(), hostile()], ids=["ours", "hostile"])


@each
def test_gift_is_read_back(questions: Questions) -> None:
    found = [*readers.gift(made("questions.gift", questions, APP).decode())]
    assert found == expected(questions, APP)


@each
def test_qti_is_read_back(questions: Questions) -> None:
    assert [*readers.qti(made("questions-qti.zip", questions, f"{APP}/"))] == expected(questions, APP)
    assert made("questions-qti.zip", questions) == made("questions-qti.zip", questions)


@each
def test_the_spreadsheet_is_read_back(questions: Questions) -> None:
    found = [*readers.table(made("questions.csv", questions).decode())]
    short = [
        read._replace(title=question.concept, asked=question.short, after=question.fact)
        for read, question in zip(expected(questions, APP), questions.items, strict=True)
    ]
    assert found == short


def _taken(words: str) -> str:
    """A text as this reader has it, which takes off an end of CDATA, and entities of HTML once more than Moodle."""
    return html.unescape(words.replace("]]>", ""))


@each
def test_moodle_reads_its_own_xml(questions: Questions) -> None:
    found = parse_bytes(made("questions.xml", questions, APP))["multichoice"]
    assert len(found) == len(questions.items)
    for read, wanted, question in zip(found, expected(questions, APP), questions.items, strict=True):
        answers = [(option.answer, option.score_fraction == 100, option.feedback) for option in read.options]
        plain = [(_taken(says), right, _taken(but)) for says, right, but in wanted.answers]
        assert (read.name, read.text_pre_parse, answers) == (_taken(wanted.title), _taken(wanted.asked), plain)
        assert (read.single, read.shuffle_answers, read.penalty) == (True, True, 0)
        (link,) = re.findall(r'<a href="([^"]*)">', read.general_feedback)
        assert link == f"{APP}/{question.query}"
    text = made("questions.xml", questions, APP).decode()
    assert len(re.findall(r"<text>idea:[A-Z]+</text>", text)) == sum(
        len({option.idea for option in question.options} - {""}) for question in questions.items
    )


@each
def test_a_package_has_the_structure_of_scorm_and_no_other_address(questions: Questions) -> None:
    live = {"index.html": b"<p>live</p>", "scripts/a.js": b""}
    files = readers.scorm(made(PACKAGE, questions, live=live))
    assert {name: content for name, content in files.items() if name.startswith("live/")} == {
        f"live/{name}": content for name, content in live.items()
    }
    texts = b"".join(content for name, content in files.items() if name != "imsmanifest.xml")
    assert b"http" not in texts and b"</b>" not in files["index.html"].partition(b'id="questions"')[2]
    about = json.loads(re.findall(r'id="questions">(.*?)</script>', files["index.html"].decode())[0])
    assert [each["asked"] for each in about["questions"]] == [each.asked for each in questions.items]
    lives = {each["id"]: each["live"] for each in about["questions"]}
    assert lives["unknown-village"] == "live/index.html#next_word?text=The+mayor+of+Ollenvik+is+called"
    assert lives["letters"] == ""  # the live page has no such view


def test_what_a_package_keeps_for_the_next_visit_fits_whatever_the_questions() -> None:
    longest = {"a": {f"{number:031d}": 3 for number in range(MOST)}, "p": MOST, "d": 2**31}
    assert len(json.dumps(longest, separators=(",", ":"))) < 4096


def test_a_command_writes_every_file(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    folder = tmp_path / "new" / "folder"
    main([str(folder), "--app", APP])
    names = [*FILES, "sheet-A4.html", "sheet-Letter.html"]
    assert {path.name for path in folder.iterdir()} == {*names}
    assert capsys.readouterr().out.splitlines() == [str(folder / name) for name in names]
    assert "size: Letter" in (folder / "sheet-Letter.html").read_text("utf-8")
    for name in FILES:
        assert (folder / name).read_bytes() == made(name, bundled(), APP)
    with pytest.raises(SystemExit, match=r"has no index\.html"):
        main([str(folder), "--live", str(tmp_path)])
    live = {"index.html": b"<p>live</p>", "scripts/live/a.js": b"a"}
    for name, content in {**live, "headlight.html": b"all of it in one file"}.items():
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_bytes(content)
    main([str(folder), "--live", str(tmp_path)])
    assert (folder / PACKAGE).read_bytes() == made(PACKAGE, bundled(), live=live)


def test_a_command_says_what_is_wrong_with_a_file(tmp_path: Path) -> None:
    mine, text = tmp_path / "mine.toml", (assets.FOLDER / "questions.toml").read_text("utf-8")
    mine.write_text(text.replace('view = "tokens"', 'view = "tockens"'), "utf-8")
    with pytest.raises(SystemExit, match=r"mine.toml: Line \d+: question 2: There is no view 'tockens'"):
        main([str(tmp_path / "out"), "--from", str(mine)])
    mine.write_bytes(b"\xff\xfe")
    with pytest.raises(SystemExit, match="save it as text in UTF-8"):
        main([str(tmp_path / "out"), "--from", str(mine)])
    with pytest.raises(SystemExit, match="No such file"):
        main([str(tmp_path / "out"), "--from", str(tmp_path / "none.toml")])
    with pytest.raises(SystemExit, match="type another"):
        main([str(tmp_path / "out"), "--sentence", "word " * 30])
    assert not (tmp_path / "out").exists()
