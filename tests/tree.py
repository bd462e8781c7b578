"""The tree of the project, a line per file, made of what each file says of itself: python -m tests.tree writes it."""

import ast
from pathlib import Path

ROOT = Path(__file__).parent.parent
_DOCUMENT = ROOT / "CONTRIBUTING.md"
_BEGIN, _END = "<!-- tree -->\n", "<!-- end of tree -->\n"
FOLDERS = {
    "pages": "one question each: which views it has",
    "views": "one screen each, readable from top to bottom",
    "transformer": "the model and its trace, to be read in one sitting: torch, no Streamlit, no Plotly",
    "transformer/bundled": "the models of assets/models, from their folders",
    "transformer/readings": "what can be read off a trace: pure functions",
    "transformer/real": "the transformers of other families, from a folder of Hugging Face weights",
    "transformer/learning": "tiny models trained in seconds: tasks, one training loop, runs",
    "transformer/experiments": "attention taken apart and put to the test, on numbers of the reader's own too",
    "formulas": "mathematics with current numbers, as MathML: pure functions of numbers and arrays",
    "figures": "arrays in, Plotly figures out",
    "components": "pictures drawn in the browser; browser/ has a script and a style for each",
    "ui": "what stands on the screen, shared by all pages: dials, the sentence box, the menu, words",
    "ui/follow": "the same for the pages that follow a sentence through the model",
    "ui/meaning": "for word vectors and contextual vectors",
    "ui/scratch": "for attention from scratch: by hand, scoring, dense layers, recurrence",
    "ui/experiments": "for the scaling lab, the mask switchboard and the twins",
    "ui/translation": "for the pages of translation",
    "ui/learning": "for the training bench",
    "ui/course": "for the first path and the glossary",
    "server": "what happens once for all visitors: loading, limits, health, sharing",
    "training": "how every bundled weight was made; run by hand, never by the app",
    "training/cards": "what a model's card says",
    "benchmarks": "every speed claim of the README",
}


def sentence(path: Path) -> str:
    """What a file says of itself: the first line of its docstring."""
    return (ast.get_docstring(ast.parse(path.read_text("utf-8"))) or "").partition("\n")[0]


def files(folder: str) -> list[Path]:
    """The Python files of a folder that say something."""
    return [path for path in sorted((ROOT / folder).glob("*.py")) if sentence(path)]


def tree() -> str:
    """The whole tree as Markdown."""
    parts = []
    for folder, meaning in FOLDERS.items():
        rows = [f"| `{path.name}` | {sentence(path).replace('|', chr(92) + '|')} |" for path in files(folder)]
        parts.append("\n".join([f"### {folder}/: {meaning}", "", "| file | what it is |", "| --- | --- |", *rows, ""]))
    return "\n".join(parts)


def written() -> str:
    """The tree as it stands in CONTRIBUTING.md."""
    return _DOCUMENT.read_text("utf-8").partition(_BEGIN)[2].partition(_END)[0]


def write() -> None:
    """Bring CONTRIBUTING.md up to date."""
    before, _, rest = _DOCUMENT.read_text("utf-8").partition(_BEGIN)
    _DOCUMENT.write_text(before + _BEGIN + tree() + _END + rest.partition(_END)[2], "utf-8")


if __name__ == "__main__":
    write()
