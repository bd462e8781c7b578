"""The questions as Moodle XML: what GIFT says, and shuffled answers, tags, and no penalty."""

import html
from xml.etree import ElementTree as Tree

from headlight.questions.questions import Questions, numbered, seen_at


def moodle_xml(questions: Questions, app: str = "") -> bytes:
    """Write the questions as Moodle XML, in UTF-8; views are linked at the address of the `app`, else named.

    Each wrong answer's idea is a tag, such as `idea:MUTUAL`.
    """
    quiz = Tree.Element("quiz")
    category = Tree.SubElement(quiz, "question", type="category")
    _text(category, "category", "$course$/Headlight")
    for title, question in numbered(questions):
        item = Tree.SubElement(quiz, "question", type="multichoice")
        _text(item, "name", title)
        _text(item, "questiontext", question.asked, "plain_text")
        seen = html.escape(seen_at(question, ""))
        if app:
            seen = f'<a href="{html.escape(f"{app}/{question.query}")}">{seen}</a>'
        _text(item, "generalfeedback", f"<p>{html.escape(question.fact)}</p><p>{seen}</p>", "html")
        settings = {"defaultgrade": "1", "penalty": "0", "hidden": "0", "idnumber": question.id}
        for name, value in {**settings, "single": "true", "shuffleanswers": "true", "answernumbering": "abc"}.items():
            Tree.SubElement(item, name).text = value
        for option in question.options:
            answer = Tree.SubElement(item, "answer", fraction="100" if option.right else "0", format="plain_text")
            Tree.SubElement(answer, "text").text = option.says
            _text(answer, "feedback", option.feedback, "plain_text")
        tags = Tree.SubElement(item, "tags")
        ideas = dict.fromkeys(f"idea:{option.idea}" for option in question.options if option.idea)
        for tag in (question.concept, *ideas):
            _text(tags, "tag", tag)
    Tree.indent(quiz)
    return Tree.tostring(quiz, "utf-8", xml_declaration=True)


def _text(parent: Tree.Element, name: str, words: str, form: str = "") -> None:
    """Add an element with a text in it, as Moodle wraps each."""
    element = Tree.SubElement(parent, name, {"format": form} if form else {})
    Tree.SubElement(element, "text").text = words
