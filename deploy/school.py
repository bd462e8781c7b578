"""The files of the site for a class: questions, the package with the live page, worksheets, and plans of lessons."""

from html import escape
from pathlib import Path

from deploy import gallery
from headlight.questions.__main__ import main
from headlight.questions.school import FILES
from headlight.questions.sheet import PAPERS

_ABOUT = "Sixteen questions for the system of your school, a worksheet, and plans of a lesson."


def write(folder: Path) -> None:
    """Write the files, whose package has the live page of the folder above, and the page that leads to them."""
    main([str(folder), "--live", str(folder.parent)])
    papers = {f"sheet-{paper}.html": f"Worksheet with key and exit tickets, {paper}" for paper in PAPERS}
    plans = {f"../docs/lessons/{minutes}-minutes.html": f"Plan of {minutes} minutes" for minutes in (15, 45, 90)}
    kinds = {"Questions": {name: file.label for name, file in FILES.items()}, "To print": papers, "A lesson": plans}
    body = f"<h1>For a class</h1><p>{_ABOUT} The files have the key, and anyone can read them.</p>"
    for heading, links in kinds.items():
        items = "".join(f'<li><a href="{link}">{escape(said)}</a></li>' for link, said in links.items())
        body += f"<h2>{heading}</h2><ul>{items}</ul>"
    (folder / "index.html").write_text(gallery.framed("For a class", _ABOUT, body, up="../"), "utf-8")
