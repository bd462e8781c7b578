"""The links of a folder of pages: each leads to a file of it, and to a place that is there."""

from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import unquote, urlsplit


class Links(HTMLParser):
    """What a page links to and loads, and the places in it."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.to: set[str] = set()
        self.places: set[str] = set()
        self.feed(page)

    def handle_starttag(self, tag: str, attributes: list[tuple[str, str | None]]) -> None:
        """Keep what one element says of them."""
        said = {name: value or "" for name, value in attributes}
        self.places |= {said[name] for name in ("id", "name") if name in said}
        self.to |= {said[name] for name in ("href", "src") if name in said and tag != "base"}


def broken(folder: Path) -> list[str]:
    """Return the links inside of the folder that lead nowhere, as `page: link`."""
    pages = {path: Links(path.read_text("utf-8")) for path in folder.rglob("*.html")}
    lost = []
    for path, links in pages.items():
        for link in sorted(links.to):
            parts = urlsplit(link)
            if parts.scheme or parts.netloc:
                continue
            target = (path.parent / unquote(parts.path)).resolve() if parts.path else path.resolve()
            target = target / "index.html" if target.is_dir() else target
            place = unquote(parts.fragment)
            if not target.is_file() or (place and target in pages and place not in pages[target].places):
                lost.append(f"{path.relative_to(folder)}: {link}")
    return lost
