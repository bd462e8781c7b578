"""The examples of docs/python.md, and a program that runs them where the app and the transformers library are not."""

import re
from pathlib import Path

PYTHON = Path(__file__).parents[2] / "docs" / "python.md"
EXAMPLES = "\n".join(re.findall(r"```pycon\n(.*?)```", PYTHON.read_text("utf-8"), re.DOTALL))
ANSWERED = f"""
import doctest, sys

sys.modules["transformers"] = None  # to import it is an error
found = doctest.DocTestParser().get_doctest({EXAMPLES!r}, {{}}, "python.md", "python.md", 0)
runner = doctest.DocTestRunner()
runner.run(found)
print("failed", runner.summarize(verbose=False).failed, "of", len(found.examples))
"""
