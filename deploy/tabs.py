"""Write the list of all tabs into docs/pages.md, from the lessons: `python -m deploy.tabs`."""

import re
from pathlib import Path

from headlight.app.links import ORDER
from headlight.reading import assets
from headlight.state.places import PAGES

DOCUMENT = Path(__file__).parent.parent / "docs" / "pages.md"
_FIRST, _LAST = "## All pages", "## What every page has"
_PARAGRAPH = "\n\n"


def written() -> str:
    """Return the document with the list as it is now."""
    before, _, rest = DOCUMENT.read_text("utf-8").partition(f"{_FIRST}\n")
    after = rest.partition(f"{_LAST}\n")[2]
    pages = "\n\n".join(map(_page, ORDER))
    return f"{before}{_FIRST}\n\n{pages}\n\n{_LAST}\n{after}"


def _page(name: str) -> str:
    page = PAGES[name]
    tabs = [_tab(view, title) for view, title in page.views.items()]
    return "\n".join([f"### {page.title}", "", _plain(page.question), "", *tabs])


def _tab(name: str, title: str) -> str:
    """One line: the lead of its lesson."""
    lesson = assets.FOLDER / "lessons" / f"{name}.md"
    lead = f" {_plain(lesson.read_text('utf-8').partition(_PARAGRAPH)[0])}" if lesson.is_file() else ""
    return f"- **{title}** (`/?at={name}`).{lead}"


def _plain(text: str) -> str:
    """The words of a lesson without its marks."""
    text = re.sub(r"\[([^\]]+)\]\([^)]*\)", r"\1", text.replace("\n", " ").replace("**", ""))
    return re.sub(r"\$([^$]+)\$", lambda found: f"`{found[1]}`", text)


if __name__ == "__main__":
    DOCUMENT.write_text(written(), "utf-8")
