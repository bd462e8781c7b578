"""Every file says what it is, and CONTRIBUTING.md lists it: python -m tests.tree brings the list up to date."""

from tests import tree


def test_every_file_opens_with_a_sentence() -> None:
    for folder in tree.FOLDERS:
        for path in (tree.ROOT / folder).rglob("*.py"):
            if path.name != "__init__.py":
                assert tree.sentence(path), path


def test_the_tree_in_contributing_is_the_tree() -> None:
    assert tree.written() == tree.tree()
