"""The questions as a file: what ours keeps to, and what is said of one that somebody has changed."""

import re
from collections import Counter

import pytest

from headlight.questions.questions import ANSWER, FILE, SHORT, Refused, bundled, numbered, read
from headlight.reading import assets

TEXT = (assets.FOLDER / FILE).read_text("utf-8")


def test_sixteen_questions_keep_the_rules_of_their_kind() -> None:
    questions = bundled()
    assert len(questions.items) == 16
    assert {option.idea for question in questions.items for option in question.options} - {""} == {*questions.ideas}
    for title, question in numbered(questions):
        right, *wrong = sorted(question.options, key=lambda option: not option.right)
        assert [option.right for option in wrong] == [False] * 3, title
        assert len(right.says) < max(len(option.says) for option in wrong), f"{title}: the right answer is the longest"
        assert len(question.short) <= SHORT and all(len(option.says) <= ANSWER for option in question.options)
        assert all(option.feedback.endswith(".") for option in question.options), title
    places = Counter(question.right for question in questions.items)
    assert max(places.values()) <= 5  # who always takes one place has no more than a third


def test_nothing_calls_them_an_inventory_that_was_tried() -> None:
    words = (assets.FOLDER.parent / "docs" / "questions.md").read_text("utf-8") + TEXT
    assert "validated" not in words.casefold() and "Sixteen questions" in words


def changed(old: str, new: str, times: int = 1) -> tuple[str, int]:
    """The file with something replaced, and the line on which that is."""
    assert old in TEXT
    return TEXT.replace(old, new, times), TEXT[: TEXT.index(old)].count("\n") + 1


@pytest.mark.parametrize(
    ("old", "new", "why"),
    [
        ('id = "letters"', 'id = "unknown-village"', "question 1 is called 'unknown-village' too"),
        ('id = "row"', 'id = "A row"', "small letters"),
        ('id = "row"', "id = 5", "small letters"),
        ('concept = "Softmax"', 'concept = ""', "concept has to be words"),
        ('concept = "Softmax"', "concept = 3", "concept has to be words"),
        ('concept = "Softmax"', 'concept = "Soft\\u0007max"', "cannot be shown"),
        ('concept = "Softmax"', 'concept = "Soft\\nmax"', "one line"),
        ('right = "They stay as they were."', f'right = "{"so " * 30}"', "90 letters, and at most 75"),
        ("right = ", "rihgt = ", "right is missing"),
        ('short = "Why did', f'short = "{"Why " * 30}did', "the short question has"),
        ('fact = "The weights', 'facts = 3\nfact = "The weights', "no 'facts'"),
        ('idea = "PEEK"', 'idea = "PEAK"', "the idea 'PEAK' is not among"),
        ('says = "Its attention turns from', 'said = "Its attention turns from', "wrong answer 1 has to have"),
        ('says = "Equally much, since the weights are equal."', 'says = ""', "says has to be words"),
        ('says = "Equally much', 'says = "\\u0000Equally much', "cannot be shown"),
        ('but = "No head wins: all six results are added."', "but = true", "but has to be words"),
        (
            'says = "Equally much, since the weights are equal."',
            'says = "The weights do not say: what is moved is weight times value."',
            "two answers are the same",
        ),
        ('view = "tokens"', 'view = "tockens"', "There is no view 'tockens'"),
        ('view = "tokens"', "view = 4", "view has to be the name"),
        ('state = { text = "strawberry" }', 'state = "strawberry"', "a table of texts"),
        ('state = { text = "strawberry" }', "state = { layer = 3 }", "a table of texts"),
        ('state = { text = "strawberry" }', 'state = { moon = "3" }', "has no 'moon'"),
        ('layer = "3", head = "1"', 'layer = "third", head = "1"', "layer='third' cannot be"),
        ('STORE = "It', "STORE = 3 # ", "the idea STORE has to be words"),
        ("STORE = ", "Store = ", "2 to 12 capital letters"),
        ("[ideas]", "[thoughts]", "no 'thoughts'"),
        ("[[question]]", "[[questions]]", "no 'questions'"),
        ('id = "letters"', 'id = "letters', "this is no TOML"),
        ('id = "letters"', 'id = "letters"\nid = "letters"', "this is no TOML"),
    ],
)
def test_a_changed_file_is_refused_by_line_and_reason(old: str, new: str, why: str) -> None:
    text, line = changed(old, new)
    with pytest.raises(Refused, match=re.escape(why)) as refused:
        read(text)
    said = int(re.match(r"Line (\d+): ", str(refused.value))[1])  # type: ignore[index]
    if why.endswith("missing"):  # there is no such line: the question begins above
        assert text.splitlines()[said - 1] == "[[question]]" and said < line
    else:
        assert said in (line, line + new.count("\n"))


@pytest.mark.parametrize("text", ["", "ideas = 3", "question = []", '[ideas]\nMIND = "It."\n', "a = 1\n\n[b"])
def test_what_holds_no_question_is_refused(text: str) -> None:
    with pytest.raises(Refused, match=r"^Line \d: "):
        read(text)


def test_a_question_of_a_teacher_is_taken() -> None:
    block = TEXT[TEXT.rindex("[[question]]") :].replace('id = "evidence"', 'id = "of-mine"')
    found = read(TEXT + "\n" + block)
    assert found.chosen(["of-mine", "row"]).items[0].concept == "Evidence"
    with pytest.raises(KeyError):
        found.chosen(["nothing"])
