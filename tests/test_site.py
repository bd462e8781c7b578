"""The site: each link leads somewhere, every view has its line, and a link to it brings a picture."""

import re
from html import unescape
from pathlib import Path
from urllib.parse import parse_qs, urlsplit
from zipfile import ZipFile

from PIL import Image

from deploy import gallery, school, site
from headlight.app.links import VIEWS
from headlight.questions.school import PACKAGE
from headlight.state.places import PAGES
from headlight.state.registry import find
from headlight.state.state import State
from tests.links import Links, broken

ADDRESS = "https://headlight.example/below/"
PAGES_OF_A_FEW = ("index.html", "gallery/index.html", "gallery/masking.html", "docs/index.html")


def _told_of(page: str) -> dict[str, str]:
    """What a chat shows of a link to it."""
    return {name: unescape(said) for name, said in re.findall('<meta property="og:(\\w+)" content="(.*?)">', page)}


def test_a_site_of_a_few_views_is_whole(tmp_path: Path) -> None:
    def documents(folder: Path) -> None:
        folder.mkdir()
        about = '<meta name="description" content="All &amp; more">'
        (folder / "lessons").mkdir()
        for minutes in (15, 45, 90):
            (folder / "lessons" / f"{minutes}-minutes.html").touch()
        (folder / "index.html").write_text(f"<head><title>Documentation</title>{about}</head>", "utf-8")

    kept = tmp_path / "site" / "CNAME"
    kept.parent.mkdir()
    kept.write_text("headlight.example", "utf-8")
    few = ("start", "masking", "learning")
    parts = {"gallery": lambda folder: gallery.write(folder, few), "docs": documents, "teach": school.write}
    site.write(tmp_path / "site", ADDRESS, parts)
    assert broken(tmp_path / "site") == [] and kept.is_file()
    front, lost = ((tmp_path / "site" / f"{name}.html").read_text("utf-8") for name in ("index", "404"))
    assert f'<base href="{ADDRESS}">' in lost
    told = [_told_of((tmp_path / "site" / path).read_text("utf-8")) for path in PAGES_OF_A_FEW]
    assert [each["url"] for each in told] == [f"{ADDRESS}{path.removesuffix('index.html')}" for path in PAGES_OF_A_FEW]
    assert {each["image"] for each in told} == {f"{ADDRESS}card.png"}
    assert "“who” follows" in told[2]["description"] and told[3]["description"] == "All & more"
    assert all(len({each[name] for each in told}) == len(told) for name in ("title", "description"))
    assert told[2]["title"] == "The mask · Headlight" and told[0]["title"].endswith("inside a language model")
    assert {"gallery/index.html", "docs/index.html", "teach/index.html", "headlight.html"} <= Links(front).to
    with ZipFile(tmp_path / "site" / "teach" / PACKAGE) as package:
        assert any(name.endswith("model.safetensors") for name in package.namelist())
    with Image.open(tmp_path / "site" / "card.png") as card:
        assert card.size == (1200, 630)
    mapped = {*re.findall("<loc>(.*)</loc>", (tmp_path / "site" / "sitemap.xml").read_text("utf-8"))}
    assert {ADDRESS, f"{ADDRESS}gallery/", f"{ADDRESS}gallery/masking.html", f"{ADDRESS}docs/"} <= mapped
    assert f"{ADDRESS}404.html" not in mapped
    (tmp_path / "site" / "gallery" / "masking.html").unlink()
    assert broken(tmp_path / "site") == ["gallery/index.html: masking.html"]
    shown = (tmp_path / "site" / "gallery" / "index.html").read_text("utf-8")
    assert all(f'<section id="{page}">' in shown for page in few)
    assert shown.count("<li>") == sum(len(PAGES[page].views) for page in few) and "In the app only" in shown


def test_every_view_has_what_to_look_for_and_an_address_that_opens_its_state() -> None:
    for name in VIEWS:
        about, state = gallery.shown(name, name)
        asked = {key: values[0] for key, values in parse_qs(urlsplit(about.address).query).items()}
        assert about.look and asked.pop("at") == name and asked == state
        if about.has_page:
            assert State.of(find(name), **state).view.name == name


def test_the_addresses_that_are_said_are_the_published_one() -> None:
    """pyproject.toml is the place of it; whoever publishes elsewhere finds here what is to follow."""
    for name in ("README.md", "deploy/package.md"):
        assert f"]({site.published()})" in (site.ROOT / name).read_text("utf-8"), name
    package = (site.ROOT / "deploy" / "package.md").read_text("utf-8")
    links = re.findall(r"\]\(([^)]+)\)", package)
    assert len(links) == 3 and all(link.startswith(site.published()) for link in links)
