"""The questions as a package of QTI 1.2, which Canvas, Blackboard, Brightspace and Ilias import."""

import string
from xml.etree import ElementTree as Tree

from headlight.questions.packed import PACKAGING, packed
from headlight.questions.questions import Question, Questions, numbered, seen_at

_NAMESPACE = "http://www.imsglobal.org/xsd/ims_qtiasiv1p2"
_TITLE = "Questions on transformers"
_ASSESSMENT = "headlight/questions.xml"


def qti(questions: Questions, app: str = "") -> bytes:
    """Write the questions as a zip of QTI 1.2: a manifest, and one assessment with an item a question.

    Views are linked at the address of the `app`, else named. The zip has the same bytes whenever it is written from the
    same questions.
    """
    root = Tree.Element("questestinterop", xmlns=_NAMESPACE)
    assessment = Tree.SubElement(root, "assessment", ident="headlight_questions", title=_TITLE)
    section = Tree.SubElement(assessment, "section", ident="root_section")
    for title, question in numbered(questions):
        _item(section, title, question, app)
    manifest = Tree.Element("manifest", {"identifier": "headlight_qti", "xmlns": PACKAGING})
    metadata = Tree.SubElement(manifest, "metadata")
    Tree.SubElement(metadata, "schema").text = "IMS Content"
    Tree.SubElement(metadata, "schemaversion").text = "1.1.3"
    Tree.SubElement(manifest, "organizations")
    resources = Tree.SubElement(manifest, "resources")
    about = {"identifier": "headlight_questions", "type": "imsqti_xmlv1p2", "href": _ASSESSMENT}
    resource = Tree.SubElement(resources, "resource", about)
    Tree.SubElement(resource, "file", href=_ASSESSMENT)
    return packed({"imsmanifest.xml": manifest, _ASSESSMENT: root})


def _item(section: Tree.Element, title: str, question: Question, app: str) -> None:
    """Add one question: what is shown, what is right, and what is said to each answer and after all."""
    letters = string.ascii_lowercase[: len(question.options)]
    item = Tree.SubElement(section, "item", ident=question.id, title=title)
    fields = Tree.SubElement(Tree.SubElement(item, "itemmetadata"), "qtimetadata")
    for label, entry in (("question_type", "multiple_choice_question"), ("points_possible", "1")):
        field = Tree.SubElement(fields, "qtimetadatafield")
        Tree.SubElement(field, "fieldlabel").text = label
        Tree.SubElement(field, "fieldentry").text = entry
    presentation = Tree.SubElement(item, "presentation")
    _material(presentation, question.asked)
    response = Tree.SubElement(presentation, "response_lid", ident="response1", rcardinality="Single")
    choices = Tree.SubElement(response, "render_choice", shuffle="Yes")
    for letter, option in zip(letters, question.options, strict=True):
        _material(Tree.SubElement(choices, "response_label", ident=letter), option.says)
    processing = Tree.SubElement(item, "resprocessing")
    outcomes = Tree.SubElement(processing, "outcomes")
    Tree.SubElement(outcomes, "decvar", maxvalue="100", minvalue="0", varname="SCORE", vartype="Decimal")
    _condition(processing, "Yes", None, "general_fb")
    for letter in letters:
        _condition(processing, "Yes", letter, f"{letter}_fb")
    right = _condition(processing, "No", letters[question.right], "")
    Tree.SubElement(right, "setvar", action="Set", varname="SCORE").text = "100"
    _feedback(item, "general_fb", f"{question.fact} {seen_at(question, app)}")
    for letter, option in zip(letters, question.options, strict=True):
        _feedback(item, f"{letter}_fb", option.feedback)


def _condition(processing: Tree.Element, go_on: str, letter: str | None, feedback: str) -> Tree.Element:
    """Add what follows from an answer, or from any of them where no letter is given."""
    condition = Tree.SubElement(processing, "respcondition", {"continue": go_on})
    variable = Tree.SubElement(condition, "conditionvar")
    if letter is None:
        Tree.SubElement(variable, "other")
    else:
        Tree.SubElement(variable, "varequal", respident="response1").text = letter
    if feedback:
        Tree.SubElement(condition, "displayfeedback", feedbacktype="Response", linkrefid=feedback)
    return condition


def _feedback(item: Tree.Element, ident: str, words: str) -> None:
    _material(Tree.SubElement(Tree.SubElement(item, "itemfeedback", ident=ident), "flow_mat"), words)


def _material(parent: Tree.Element, words: str) -> None:
    Tree.SubElement(Tree.SubElement(parent, "material"), "mattext", texttype="text/plain").text = words
