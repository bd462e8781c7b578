"""A package of SCORM 1.2: the questions as a page that any system of a school opens, counts and keeps."""

import html
from collections.abc import Mapping
from string import Template
from xml.etree import ElementTree as Tree

from headlight.pictures.scripts import BROWSER, inside_script, scripts_of
from headlight.questions.packed import packed
from headlight.questions.questions import Question, Questions

_PAGE, _STYLES = "pages/questions", ("pages/questions.css", "shared/design_tokens.css")
_ROOT = "http://www.imsproject.org/xsd/imscp_rootv1p1p2"
_ADL = "http://www.adlnet.org/xsd/adlcp_rootv1p2"
_LIVE = "live"
LIVE_VIEWS = ("start", "all_heads", "attention", "next_word")  # that the live page has


def scorm(questions: Questions, app: str = "", live: Mapping[str, bytes] | None = None) -> bytes:
    """Write the questions as a package of SCORM 1.2: a manifest, the page with its scripts, and the live page.

    Views are linked at the address of the `app`, else named; those of the live page, whose files are given by their
    names, are shown in the page itself. The key is in the package, as in every such one.
    """
    title = f"{len(questions.items)} questions on transformers"
    about = {
        "ideas": questions.ideas,
        "questions": [_question(question, app, live is not None) for question in questions.items],
    }
    page = Template((BROWSER / f"{_PAGE}.html").read_text("utf-8"))
    files: dict[str, str | bytes] = {
        "index.html": page.substitute(title=html.escape(title), questions=inside_script(about)),
        **{f"scripts/{name}": text for name, text in scripts_of([_PAGE], inlined=False).items()},
        **{f"scripts/{name}": (BROWSER / name).read_text("utf-8") for name in _STYLES},
        **{f"{_LIVE}/{name}": content for name, content in (live or {}).items()},
    }
    return packed({"imsmanifest.xml": _manifest(title, list(files)), **files})


def _question(question: Question, app: str, has_live: bool) -> dict[str, object]:
    """Collect what the page is told of a question."""
    query = question.query.removeprefix("?").partition("&")[2]
    return {
        "id": question.id,
        "concept": question.concept,
        "asked": question.asked,
        "options": [option._asdict() for option in question.options],
        "fact": question.fact,
        "look": question.look,
        "href": f"{app}/{question.query}" if app else "",
        "live": f"{_LIVE}/index.html#{question.view}?{query}" if has_live and question.view in LIVE_VIEWS else "",
    }


def _manifest(title: str, files: list[str]) -> Tree.Element:
    """Say what the package holds: one page that talks to the system, and all its files."""
    manifest = Tree.Element(
        "manifest", {"identifier": "headlight", "version": "1.2", "xmlns": _ROOT, "xmlns:adlcp": _ADL}
    )
    metadata = Tree.SubElement(manifest, "metadata")
    Tree.SubElement(metadata, "schema").text = "ADL SCORM"
    Tree.SubElement(metadata, "schemaversion").text = "1.2"
    organizations = Tree.SubElement(manifest, "organizations", default="course")
    organization = Tree.SubElement(organizations, "organization", identifier="course")
    Tree.SubElement(organization, "title").text = title
    item = Tree.SubElement(organization, "item", identifier="questions", identifierref="page", isvisible="true")
    Tree.SubElement(item, "title").text = title
    about = {"identifier": "page", "type": "webcontent", "adlcp:scormtype": "sco", "href": "index.html"}
    resource = Tree.SubElement(Tree.SubElement(manifest, "resources"), "resource", about)
    for name in files:
        Tree.SubElement(resource, "file", href=name)
    return manifest
