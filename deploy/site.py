"""The whole site as one folder for any static host: `make site ADDRESS=https://headlight.example/`."""

import argparse
import re
import shutil
import subprocess
import sys
import tomllib
from collections.abc import Callable, Mapping
from html import escape, unescape
from pathlib import Path

from deploy import gallery, school
from headlight.outside import live_page

ROOT = Path(__file__).parent.parent
_ABOUT = "Type a sentence and see every number inside a small language model, in your browser."
CARD = ROOT / "docs" / "pictures" / "card.png"


def documentation(folder: Path) -> None:
    """Write the documentation, with every class and function."""
    command = [sys.executable, "-m", "mkdocs", "build", "--config-file", "deploy/mkdocs.yml", "--strict", "--quiet"]
    subprocess.run([*command, "--site-dir", str(folder.resolve())], cwd=ROOT, check=True)
    (folder / "404.html").unlink()  # its links are for the root of a host, and the site has its own


# Each part of the site is a folder of this name, filled by its function. Another folder is a line here.
PARTS: Mapping[str, Callable[[Path], object]] = {"gallery": gallery.write, "docs": documentation, "teach": school.write}


def write(folder: Path, address: str, parts: Mapping[str, Callable[[Path], object]] = PARTS) -> None:
    """Write the site: the live page at its root, each part in a folder, a map, a page for what is not found, a card."""
    for name in (*parts, "scripts"):  # what was written before; nothing else that a reader keeps there
        shutil.rmtree(folder / name, ignore_errors=True)
    live_page.site(folder)
    live_page.live(folder / "headlight.html")
    for name, fill in parts.items():
        fill(folder / name)
    shutil.copy(CARD, folder / "card.png")
    front = folder / "index.html"
    front.write_text(_with_ways(front.read_text("utf-8")), "utf-8")
    for page in (front, *(page for name in parts for page in sorted((folder / name).rglob("*.html")))):
        at = page.relative_to(folder).as_posix().removesuffix("index.html")
        page.write_text(_with_card(page.read_text("utf-8"), address, at), "utf-8")
    lost = "<h1>There is no such page</h1><p>It may have moved. Try one of the links above.</p>"
    base = f'<base href="{escape(address)}">'  # a host shows this page at any depth
    (folder / "404.html").write_text(gallery.framed("Not found", _ABOUT, lost, up="", head=base), "utf-8")
    (folder / "sitemap.xml").write_text(_map(folder, address), "utf-8")
    (folder / "robots.txt").write_text(f"User-agent: *\nAllow: /\nSitemap: {address}sitemap.xml\n", "utf-8")


def _with_card(page: str, address: str, at: str) -> str:
    """A page with what a chat or a network shows of its link: its own title and description, beside one picture."""
    title, described = (
        re.search(found, page) for found in ("<title>(.*?)</title>", '<meta name="description" content="(.*?)"')
    )
    said = {
        "og:type": "website",
        "og:title": unescape(title[1]) if title else "Headlight",
        "og:description": unescape(described[1]) if described else _ABOUT,
        "og:url": f"{address}{at}",
        "og:image": f"{address}card.png",
        "og:image:width": "1200",
        "og:image:height": "630",
        "og:image:alt": "A sentence, a ribbon from its last word to the word that it attends to, and the next word",
    }
    head = "".join(f'<meta property="{name}" content="{escape(value)}">' for name, value in said.items())
    head += '<meta name="twitter:card" content="summary_large_image">'
    head += "" if described else f'<meta name="description" content="{_ABOUT}">'
    return page.replace("</head>", f"{head}</head>", 1)


def _with_ways(page: str) -> str:
    """The live page under the title of a site, with ways to the other parts."""
    page = re.sub("<title>.*?</title>", "<title>Headlight: see inside a language model</title>", page, count=1)
    ways = '<a href="gallery/index.html">All pictures</a> · <a href="docs/index.html">Documentation</a> · '
    ways += '<a href="teach/index.html">For a class</a> · '
    ways += '<a href="headlight.html" download>This page as one file</a>'
    return re.sub(r"(<footer[^>]*>)", lambda found: f"{found[1]}{ways}<br>", page, count=1)


def _map(folder: Path, address: str) -> str:
    """The addresses of all pages, for a search engine."""
    paths = [path.relative_to(folder).as_posix() for path in sorted(folder.rglob("*.html")) if path.name != "404.html"]
    places = "".join(f"<url><loc>{escape(address + path.removesuffix('index.html'))}</loc></url>\n" for path in paths)
    opening = '<?xml version="1.0" encoding="utf-8"?>\n<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n'
    return f"{opening}{places}</urlset>\n"


def published() -> str:
    """Return where the site is published, as pyproject.toml says."""
    return tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]["urls"]["Homepage"]


def main() -> None:
    """Write the site, and say how large it is."""
    parser = argparse.ArgumentParser(prog="python -m deploy.site", description=__doc__)
    parser.add_argument("--address", default=published(), help="where it will be published; ends with /")
    parser.add_argument("--folder", type=Path, default=ROOT / "site")
    asked = parser.parse_args()
    write(asked.folder, asked.address.rstrip("/") + "/")
    files = [path for path in asked.folder.rglob("*") if path.is_file()]
    print(f"{asked.folder}: {len(files)} files, {sum(path.stat().st_size for path in files) / 1e6:.1f} MB")


if __name__ == "__main__":
    main()
