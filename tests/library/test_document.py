"""The examples of the documentation give what it says."""

import doctest
import re
from functools import partial
from pathlib import Path
from types import SimpleNamespace

import pytest

import headlight as hl
import transformer
from tests.library.answered import EXAMPLES, PYTHON


def test_seven_questions_are_answered_as_the_document_says() -> None:
    questions = re.findall(r"^\*\*[^*]+\?\*\*", PYTHON.read_text("utf-8"), re.MULTILINE)
    assert len(questions) == 7
    found = doctest.DocTestParser().get_doctest(EXAMPLES, {}, "python.md", str(PYTHON), 0)
    runner = doctest.DocTestRunner()
    runner.run(found)
    assert runner.summarize(verbose=False).failed == 0 and len(found.examples) > 20


def test_each_line_of_the_table_of_jobs_runs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """In the order of the table; the names that its lines take for granted are given here."""
    table = PYTHON.with_name("from-other-libraries.md").read_text("utf-8").split("| job |")[1].split("\n\n")[0]
    rows = [row.split(" | ")[2] for row in table.splitlines()[2:]]
    assert len(rows) == 16 and [row for row in rows if "`" not in row] == ["not here |"]
    model, texts = hl.open("story"), ["The king and the", "The dog and the"]
    text, corrupt = texts
    scope = {
        "hl": hl,
        "model": model,
        "text": text,
        "corrupt": corrupt,
        "texts": texts,
        "word": " queen",
        "transformer": SimpleNamespace(learn=partial(transformer.learn, steps=2)),  # all of it takes half a minute
    }
    scope |= {"layer": 3, "head": 2, "vector": model.run(text).stage("stream", 3)[-1]}
    monkeypatch.chdir(tmp_path)
    for line in (line for row in rows for line in re.findall("`([^`]+)`", row)):
        exec(line, scope)
    assert (tmp_path / "head.csv").stat().st_size
