"""Readers of the files for schools that know nothing of what wrote them: of GIFT, of QTI 1.2 and of CSV."""

import csv
import re
from collections.abc import Iterator
from io import BytesIO, StringIO
from typing import NamedTuple
from xml.etree import ElementTree as Tree
from zipfile import ZipFile


class Read(NamedTuple):
    """A question as a school's system has it: each answer with whether it is right and what is said to it."""

    name: str
    title: str
    asked: str
    answers: list[tuple[str, bool, str]]
    after: str


def gift(text: str) -> Iterator[Read]:
    """Questions of a text by the rules of GIFT: blank lines divide, `\\` takes a special character as it is."""
    for block in re.split(r"\n\s*\n", text):
        name = re.search(r"^//.*\[id:([^\]]*)\]", block, re.MULTILINE)
        rest = "\n".join(line for line in block.splitlines() if not line.startswith(("//", "$CATEGORY")))
        if not rest.strip():
            continue
        title, asked, *inside = (re.sub(r"\\(.)", r"\1", part) for part in _cut(rest))
        answers, after = list[tuple[str, bool, str]](), ""
        for mark, words in zip(inside[::2], inside[1::2], strict=True):
            if mark in "=~":
                answers.append((words.strip(), mark == "=", ""))
            elif mark == "#":
                answers[-1] = (*answers[-1][:2], words.strip())
            elif mark == "####":
                after = words.strip()
        assert name and asked.startswith("[plain]")
        yield Read(name[1], title, asked.removeprefix("[plain]"), answers, after)


def _cut(block: str) -> Iterator[str]:
    """Yield the title, the question, and of what is in the brackets each mark with the part behind it."""
    free = r"((?:\\.|[^\\{0}])*)"
    words = free.format("~=#{}:")
    whole = re.fullmatch(rf"\s*::{words}::{words}\{{((?:\\.|[^\\{{}}])*)\}}\s*", block)
    assert whole, block
    yield from whole.groups()[:2]
    inside = re.findall(rf"(####|[=~#]){free.format('~=#{}')}", whole[3])
    assert "".join(mark + words for mark, words in inside) == whole[3].lstrip()
    for part in inside:
        yield from part


# The elements of QTI 1.2 that stand in each, in their order: `?` at most one, `*` any number, `+` at least one.
QTI = {
    "questestinterop": "assessment",
    "assessment": "section+",
    "section": "item*",
    "item": "itemmetadata? presentation? resprocessing* itemfeedback*",
    "itemmetadata": "qtimetadata*",
    "qtimetadata": "qtimetadatafield+",
    "qtimetadatafield": "fieldlabel fieldentry",
    "presentation": "material response_lid+",
    "response_lid": "render_choice",
    "render_choice": "response_label+",
    "response_label": "material",
    "material": "mattext+",
    "resprocessing": "outcomes respcondition+",
    "outcomes": "decvar+",
    "respcondition": "conditionvar setvar* displayfeedback*",
    "itemfeedback": "flow_mat+",
    "flow_mat": "material+",
}
# And those of a manifest, by IMS Content Packaging 1.1.2 as SCORM 1.2 and QTI have it.
MANIFEST = {
    "manifest": "metadata? organizations resources",
    "metadata": "schema? schemaversion?",
    "organizations": "organization*",
    "organization": "title? item+",
    "item": "title?",
    "resources": "resource*",
    "resource": "file*",
}


def checked(text: bytes, order: dict[str, str], namespace: str) -> Tree.Element:
    """A tree without its namespaces, every element of which has what may stand in it, in the order that is fixed."""
    root = Tree.fromstring(text)
    assert root.tag.startswith(f"{{{namespace}}}")
    for element in root.iter():
        element.tag = element.tag.partition("}")[2]
    for element in root.iter():
        if element.tag in order:
            allowed = re.sub(r"(\w+)([?*+]?)", r"(?:\1 )\2", order[element.tag]).replace(" (?", "(?")
            inside = "".join(f"{child.tag} " for child in element)
            assert re.fullmatch(allowed, inside), f"{element.tag} has {inside}"
    return root


def qti(package: bytes) -> Iterator[Read]:
    """Questions of a zip: its manifest names the file, and the processing of responses says which answer is right."""
    with ZipFile(BytesIO(package)) as archive:
        assert archive.testzip() is None
        manifest = checked(archive.read("imsmanifest.xml"), MANIFEST, "http://www.imsglobal.org/xsd/imscp_v1p1")
        (resource,) = manifest.iter("resource")
        assert resource.get("type") == "imsqti_xmlv1p2"
        files = [file.get("href") for file in resource]
        assert {"imsmanifest.xml", *files} == {*archive.namelist()} and resource.get("href") in files
        root = checked(archive.read(resource.get("href")), QTI, "http://www.imsglobal.org/xsd/ims_qtiasiv1p2")
    idents = [item.get("ident") for item in root.iter("item")]
    assert len(idents) == len({*idents})
    for item in root.iter("item"):
        said = {each.get("ident"): "".join(each.itertext()).strip() for each in item.iter("itemfeedback")}
        shown, score = dict[str, str](), dict[str, str]()
        for condition in item.iter("respcondition"):
            letter = condition.findtext("conditionvar/varequal") or ""
            for feedback in condition.iter("displayfeedback"):
                shown[letter] = feedback.get("linkrefid")
            for points in condition.iter("setvar"):
                score[letter] = points.text
        answers = [
            (each.findtext("material/mattext"), score.get(each.get("ident")) == "100", said[shown[each.get("ident")]])
            for each in item.iter("response_label")
        ]
        after = said[shown[""]]
        yield Read(item.get("ident"), item.get("title"), item.findtext("presentation/material/mattext"), answers, after)


def scorm(package: bytes) -> dict[str, bytes]:
    """The files of a package of SCORM 1.2: one page that talks to the system, which its one organization opens."""
    with ZipFile(BytesIO(package)) as archive:
        assert archive.testzip() is None
        files = {name: archive.read(name) for name in archive.namelist()}
    root = checked(files["imsmanifest.xml"], MANIFEST, "http://www.imsproject.org/xsd/imscp_rootv1p1p2")
    assert root.findtext("metadata/schema") == "ADL SCORM" and root.findtext("metadata/schemaversion") == "1.2"
    (organization,), (resource,) = root.iter("organization"), root.iter("resource")
    (item,) = organization.iter("item")
    assert root.find("organizations").get("default") == organization.get("identifier")
    assert item.get("identifierref") == resource.get("identifier") and item.findtext("title")
    kind = resource.get("{http://www.adlnet.org/xsd/adlcp_rootv1p2}scormtype")
    assert (resource.get("type"), kind) == ("webcontent", "sco")
    named = [file.get("href") for file in resource]
    assert resource.get("href") == "index.html" and sorted(["imsmanifest.xml", *named]) == sorted(files)
    return files


def table(text: str) -> Iterator[Read]:
    """Questions of a CSV, as a spreadsheet has them: a text that it took for a formula begins with an apostrophe."""
    assert text.startswith("\ufeff")
    for row in csv.DictReader(StringIO(text[1:]), strict=True):
        plain = {name: re.sub(r"^'(?=[=+\-@])", "", words) for name, words in row.items()}
        assert not any(words.startswith(("=", "+", "-", "@")) for words in row.values())
        answers = [
            (plain[f"Answer {number}"], str(number) == row["Correct answer"], plain[f"Feedback {number}"])
            for number in (1, 2, 3, 4)
        ]
        yield Read(row["Name"], plain["Concept"], plain["Question"], answers, plain["Fact"])
