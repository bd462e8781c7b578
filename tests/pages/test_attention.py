"""The attention page: whatever is typed or asked for in the address, one head is shown and one number taken apart."""

from pathlib import Path

import pytest
from streamlit.testing.v1 import AppTest

from tests.awkward import AWKWARD

PAGE = Path(__file__).parents[2] / "pages" / "attention.py"


def page(**address) -> AppTest:
    at = AppTest.from_file(PAGE, default_timeout=60)
    for name, value in address.items():
        at.query_params[name] = value
    return at.run()


def calm(at: AppTest) -> bool:
    return not at.exception and not at.error


def payload(at: AppTest, key: str) -> bytes:
    """What the picture of this key was sent."""
    (found,) = [part for part in at.get("bidi_component") if part.proto.id.endswith(f"-{key}")]
    return found.proto.bytes


def test_each_stage_is_on_screen_with_its_numbers_and_formula() -> None:
    at = page()
    assert calm(at)
    for key in ("queries", "keys", "values", "scores", "scaled", "masked", "pattern", "context", "attended", "lines"):
        assert b"bear country" in payload(at, key)
    assert r"\sqrt{32}" in at.latex[0].value and "5.657" in at.latex[0].value
    assert any("rows sum to 1" in caption.value for caption in at.caption)


@pytest.mark.parametrize("text", AWKWARD)
def test_awkward_texts_are_met_calmly(text) -> None:
    at = page()
    at.text_input(key="text").set_value(text).run()
    assert calm(at)


def test_the_address_restores_head_and_cell() -> None:
    at = page(text="one two three four", layer="3", head="5", query="2", key_position="1")
    assert calm(at)
    assert b"Layer" not in payload(at, "look")
    assert b"at position 2 looks at" in payload(at, "look")
    assert b"at position 1 and gives it" in payload(at, "look")
    assert at.subheader[0].value.startswith("Layer 3, head 5")


def test_a_position_past_the_end_counts_as_the_last_token() -> None:
    at = page(text="bear country", query="100", key_position="100")
    assert calm(at)
    assert b"at position 1 looks at" in payload(at, "look")


def test_a_masked_cell_says_that_it_is_masked() -> None:
    at = page(text="bear country", query="0", key_position="1")
    assert calm(at)
    assert b"may not look at" in payload(at, "look")
    assert any(r"\text{masked} = -\infty" in formula.value for formula in at.latex)


@pytest.mark.parametrize("name", ["layer", "head", "query", "key_position"])
@pytest.mark.parametrize("value", ["-1", "999", "x", "1.5", ""])
def test_a_wrong_address_falls_back(name, value) -> None:
    assert calm(page(**{name: value}))
