"""Adds to the Markdown of the documentation what its site shows beside: notebooks with their values, and examples."""

import json
import re
import sys
from pathlib import Path
from typing import Any

from griffe import Extension, Object

DOCS = Path(__file__).parent
_OUTSIDE = re.compile(r"\[([^\]]+)\]\(((?:\.\./)+[^)]*)\)")  # a link to a file of the repository beside docs/


class Examples(Extension):
    """Reads the example of a docstring as one, not as prose."""

    def on_object(self, *, obj: Object, **about: Any) -> None:
        """Give its section the name by which it is known."""
        if obj.docstring:
            obj.docstring.value = obj.docstring.value.replace("\nExample:\n", "\nExamples:\n")


def on_files(files: Any, config: Any) -> Any:
    """Add a page for each notebook; it runs from top to bottom."""
    from mkdocs.structure.files import File

    sys.path.insert(0, str(DOCS.parent))
    for notebook in sorted(DOCS.glob("examples/*.ipynb")):
        if notebook.stem != "real_model":  # whose model is not bundled
            files.append(File.generated(config, f"examples/{notebook.stem}.md", content=page(notebook)))
    return files


def on_page_markdown(markdown: str, **about: Any) -> str:
    """Make links to notebooks lead to their pages, and name files that are not on the site without a link."""
    markdown = markdown.replace("(examples/real_model.ipynb)", "(real-models.md)")
    markdown = re.sub(r"\((examples/\w+)\.ipynb\)", r"(\1.md)", markdown)
    return _OUTSIDE.sub(r"\1", markdown)


def page(notebook: Path) -> str:
    """A notebook as Markdown: its words, its lines, and after them the value of each cell, pictures live."""
    names: dict[str, Any] = {}
    written = []
    for cell in json.loads(notebook.read_text("utf-8"))["cells"]:
        source = "".join(cell["source"])
        if cell["cell_type"] == "markdown":
            written.append(source)
            continue
        written.append(f"```python\n{source}\n```")
        value = value_of(source, names)
        if hasattr(value, "_repr_html_"):
            written.append(value._repr_html_())
        elif value is not None:
            written.append(f"```text\n{value!r}\n```")
    return "\n\n".join(written)


def value_of(source: str, names: dict[str, Any]) -> Any:
    """Run a cell; the value that it ends with, None where it ends with a statement."""
    *statements, last = source.split("\n")
    try:
        value = compile(last, "<cell>", "eval")
    except SyntaxError:
        exec(source, names)
        return None
    exec("\n".join(statements), names)
    return eval(value, names)
