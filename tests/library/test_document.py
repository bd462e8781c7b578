"""The examples of the documentation give what it says."""

import doctest
import re

from tests.library.answered import EXAMPLES, PYTHON


def test_six_questions_are_answered_as_the_document_says() -> None:
    questions = re.findall(r"^\*\*[^*]+\?\*\*", PYTHON.read_text("utf-8"), re.MULTILINE)
    assert len(questions) == 6
    found = doctest.DocTestParser().get_doctest(EXAMPLES, {}, "python.md", str(PYTHON), 0)
    runner = doctest.DocTestRunner()
    runner.run(found)
    assert runner.summarize(verbose=False).failed == 0 and len(found.examples) > 20


def test_the_table_of_jobs_names_what_there_is() -> None:
    import headlight as hl

    table = PYTHON.with_name("from-other-libraries.md").read_text("utf-8").split("| job |")[1].split("\n\n")[0]
    lines = [row.split("|")[3] for row in table.splitlines()[2:]]
    assert len(lines) == 16
    for line in lines:
        for owner, name in re.findall(r"\b(model|run)\.(\w+)", line):
            assert hasattr({"model": hl.Model, "run": hl.Run}[owner], name), line
