"""The app and any view from a shell: `headlight VIEW` prints it, or writes a file; a mistake is a sentence."""

import csv
import io
from importlib import metadata
from pathlib import Path

import pytest

from headlight.__main__ import _COMMANDS, main
from headlight.outside.notebook import view
from headlight.parts import dials
from headlight.server import opened
from headlight.state.places import PAGES
from headlight.state.registry import find
from headlight.state.state import State
from transformer import load


def printed(capsys: pytest.CaptureFixture[str], *arguments: str) -> str:
    main([*arguments])
    return capsys.readouterr().out


def test_the_main_picture_is_printed_with_its_sentence(capsys) -> None:
    lines = printed(capsys, "attention", "bear country", "--layer", "3", "--head", "1").splitlines()
    weights = load("story").trace("bear country").layers[2].pattern[0]
    assert lines[0].split() == ["query", "\\", "key", "bear", "country"] and lines[1].split() == ["bear", "1", "0"]
    assert lines[2].split() == ["country", f"{weights[1, 0]:.3f}", f"{weights[1, 1]:.3f}"]
    assert lines[4].startswith("country gives 73% of its attention to bear")
    assert lines[6] == "Pictures: hero, pattern, mix, queries, values."
    assert " 1032192 " in printed(capsys, "recurrence", "--deeper", "--picture", "costs")


def test_a_table_too_wide_for_the_window_says_what_it_leaves_out(capsys, monkeypatch) -> None:
    monkeypatch.setattr("sys.stdout.isatty", lambda: True)
    monkeypatch.setenv("COLUMNS", "60")
    text = printed(capsys, "attention", "bear", "--picture", "values")
    table = text.split("\n\n")[0].splitlines()
    assert max(map(len, table)) <= 60 and table[-1].endswith("more columns: -o FILE.csv has all)")


def test_files_are_written(capsys, tmp_path: Path) -> None:
    for name in ("bear.html", "bear.csv", "bear.svg"):
        path = tmp_path / name
        assert printed(capsys, "attention", "bear country", "-o", str(path)).strip() == str(path)
    assert (tmp_path / "bear.html").read_text("utf-8") == view("attention", text="bear country").page
    assert (tmp_path / "bear.csv").read_bytes().startswith(b'\xef\xbb\xbf"query \\ key","bear","country"\n"bear",1,0\n')
    assert (tmp_path / "bear.svg").read_text("utf-8").startswith("<svg ")
    deeper = tmp_path / "scores.csv"
    printed(capsys, "attention", "bear country", "--deeper", "--picture", "scores", "-o", str(deeper))
    read = list(csv.reader(deeper.read_text("utf-8-sig").splitlines()))
    layer, head = State.of(find("attention"), text="bear country")[dials.BRINGING]
    scores = load("story").trace("bear country").layers[layer].scores[head]
    assert [[float(cell) for cell in row[1:]] for row in read[1:]] == scores.tolist()


@pytest.mark.parametrize("encoding", ["cp1252", "cp437", "ascii"])
def test_it_writes_on_any_code_page(encoding: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """As Windows has them for a file or a pipe: a letter that is not on the page is written as its number."""
    said, complained = (io.TextIOWrapper(io.BytesIO(), encoding) for _ in range(2))
    monkeypatch.setattr("sys.stdout", said)
    monkeypatch.setattr("sys.stderr", complained)
    for asked in (["tokens"], ["next_word", "\u03b1 \u2423"], ["--list"], ["attention", "שלום"]):
        main(asked)
    complained.write("→")
    for stream, letters in ((said, ("\\u05e9", "\\u2423")), (complained, ("\\u2192",))):
        stream.seek(0)
        written = stream.read()
        assert all(letter in written for letter in letters)


def test_help_tells_the_keys_of_a_view_and_what_each_may_be(capsys) -> None:
    with pytest.raises(SystemExit, match="0"):
        main(["attention", "--help"])
    said = " ".join(capsys.readouterr().out.split())
    assert "--layer X the layer, from 1, up to the last of the model: a whole number from 1 to 200" in said
    assert "--orientation X what queries are in a matrix: rows or columns" in said
    assert "text the sentence (without it an example)" in said and "--present" not in said


def test_every_view_is_listed_by_its_page(capsys) -> None:
    said = printed(capsys, "--list")
    assert "Attention: What does a word attend to" in said and "\n  by_hand             Queries, keys, values\n" in said
    assert "(in the app alone)" in said


def test_the_version_is_that_of_the_installed_distribution(capsys) -> None:
    with pytest.raises(SystemExit, match="0"):
        printed(capsys, "--version")
    assert capsys.readouterr().out.split() == ["headlight", metadata.version("headlight-attention")]


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (["atention"], "There is no view 'atention'. There are "),
        (["attention", "--layer", "9"], "layer=9 cannot be: of story the last layer is 6."),
        (["attention", "--picture", "nose"], "There is no picture 'nose' here. There are hero, pattern"),
        (["attention", "-o", "bear.png"], "Cannot write .png. Use .html, .csv or .svg."),
        (["attention", "-o", "no/such/folder/bear.csv"], "No such file or directory"),
        (["learning"], "the app alone can show it"),
        (["one_step", "bear"], "One token has no next token to guess. Type a second one."),
        (["patching", "a b", "-o", "a.svg"], "Both give nearly the same logits to"),
    ],
)
def test_a_mistake_is_a_sentence(arguments: list[str], says: str) -> None:
    with pytest.raises(SystemExit) as left:
        main(arguments)
    assert says in str(left.value) and str(left.value).startswith("headlight: ")


@pytest.mark.parametrize(("asked", "begins"), [([], "--server.port="), (["share"], "--server.address=0.0.0.0")])
def test_alone_it_opens_the_app_and_a_command_is_no_view(asked: list[str], begins: str, monkeypatch) -> None:
    served: list[str] = []
    monkeypatch.setattr(opened, "serve", served.extend)
    monkeypatch.setattr(opened, "show", lambda address: None)
    main(asked)
    assert served[0].startswith(begins) and opened.SCRIPT.is_file()
    served.clear()
    with pytest.raises(SystemExit, match="0"):
        main([*(asked or ["app"]), "--help"])
    assert not served, "a question what a command does opens nothing"
    assert not _COMMANDS.keys() & {view for page in PAGES.values() for view in page.views}


def test_an_environment_without_the_app_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(opened, "entry_points", lambda **asked: ())
    with pytest.raises(SystemExit, match=r'pip install "headlight-attention\[app\]"'):
        opened.serve([])
