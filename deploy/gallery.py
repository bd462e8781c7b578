"""The gallery of the site: every view as an offline page in its best state, and one page of them all."""

import html
import json
import re
from collections.abc import Sequence
from pathlib import Path
from string import Template
from typing import Any, NamedTuple
from urllib.parse import urlencode

from headlight.app.links import ORDER
from headlight.outside.notebook import pure, view
from headlight.pictures.design_tokens import STYLE
from headlight.reading import assets
from headlight.state.address import AT
from headlight.state.places import PAGES, page_of
from headlight.state.story import STORIES

STILLS: dict[str, str] = assets.read("page_pictures.json", json.loads, {})  # markup of an SVG for each page
_STYLE = (Path(__file__).parent / "site.css").read_text("utf-8")
_ABOUT = (
    "Each page below works without a server: point at a picture, choose in it, save it. In the app you type your own "
    "sentence and turn every dial. The line under a picture is its address there."
)
_PAGE = Template((Path(__file__).parent / "page.html").read_text("utf-8"))


class Shown(NamedTuple):
    """A view as the gallery has it; `has_page` is False where only the app can show it."""

    name: str
    title: str
    look: str
    address: str
    has_page: bool


def shown(name: str, title: str) -> tuple[Shown, dict[str, Any]]:
    """Return a view in its best state, and that state: the end of its first story, else what a newcomer sees."""
    story = next((each for each in STORIES.values() if each.view == name), None)
    state = {**story.state, **story.does} if story else {}
    lesson = assets.FOLDER / "lessons" / f"{name}.md"
    lead = lesson.read_text("utf-8").partition("\n\n")[0] if lesson.is_file() else PAGES[page_of(name)].question
    look = f"{story.question} {story.payoff}" if story else lead
    try:
        has_page = bool(pure(name))
    except ValueError:  # only the app can show it
        has_page = False
    address = f"?{urlencode({AT: name, **state})}"
    return Shown(name, title, look, address, has_page), state


def write(folder: Path, pages: Sequence[str] = ORDER) -> list[str]:
    """Write the gallery, and return the names of its pages."""
    folder.mkdir(parents=True, exist_ok=True)
    sections = []
    for page in pages:
        cards = []
        for name, title in PAGES[page].views.items():
            about, state = shown(name, title)
            if about.has_page:
                (folder / f"{name}.html").write_text(_offline(about, state), "utf-8")
            cards.append(_card(about))
        still = f'<svg viewBox="0 0 48 48" aria-hidden="true">{STILLS[page]}</svg>' if page in STILLS else ""
        heading = f"<h2>{still}{html.escape(PAGES[page].title)}</h2><p>{_marked(PAGES[page].question)}</p>"
        sections.append(f'<section id="{page}">{heading}<ul class="cards">{"".join(cards)}</ul></section>')
    body = f"<h1>Every picture, to try</h1><p>{_ABOUT}</p>{''.join(sections)}"
    (folder / "index.html").write_text(framed("Gallery", "Every view of Headlight, offline.", body, up="../"), "utf-8")
    return sorted(path.name for path in folder.glob("*.html"))


def framed(title: str, about: str, body: str, *, up: str, head: str = "") -> str:
    """Return a page of the site around its body; `up` leads from it to the root of the site."""
    style = f"<style>{STYLE.read_text('utf-8')}{_STYLE}</style>"
    return _PAGE.substitute(title=html.escape(title), about=html.escape(about), head=head + style, body=body, up=up)


def _card(about: Shown) -> str:
    title, address = html.escape(about.title), html.escape(about.address)
    heading = f'<a href="{about.name}.html">{title}</a>' if about.has_page else title
    note = "" if about.has_page else " <em>In the app only.</em>"
    return f"<li><h3>{heading}</h3><p>{_marked(about.look)}{note}</p><code>{address}</code></li>"


def _offline(about: Shown, state: dict[str, Any]) -> str:
    """The offline page of a view, with what to look for above it."""
    above = f"""<style>{_STYLE}</style><header class="of-site wide"><nav aria-label="Site"><a href="../">Try it live</a>
<a href="./">All pictures</a> <a href="../docs/">Documentation</a></nav><h1>{html.escape(about.title)}</h1>
<p>{_marked(about.look)}</p><p>In the app: <code>/{html.escape(about.address)}</code></p></header>"""
    page = re.sub(r"(<body[^>]*>)", lambda found: found[1] + above, view(about.name, **state).page, count=1)
    described = re.sub("<[^>]+>", "", _marked(about.look)).replace('"', "&quot;")
    named = {"viewport": "width=device-width, initial-scale=1", "description": described}
    head = "".join(f'<meta name="{name}" content="{said}">' for name, said in named.items())
    return page.replace("<head>", f"<head>{head}", 1)


def _marked(text: str) -> str:
    """The words of a lesson as HTML: of Markdown they have bold, italics and code."""
    text = html.escape(text, quote=False).replace("\n", " ")
    text = re.sub(r"\[([^\]]+)\]\([^)]*\)", r"\1", text)
    for mark, tag in (("\\*\\*", "b"), ("\\*", "i"), ("`", "code")):
        text = re.sub(rf"{mark}([^*`]+?){mark}", rf"<{tag}>\1</{tag}>", text)
    return text
