"""The table of keys: it refuses what no control can show, agrees with the models, and has one owner for each key."""

import importlib
import json
import math
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from headlight.frame import address, kept, older, places
from headlight.frame.address import KEYS, Key
from headlight.frame.holds import Number, OneOf, SomeOf, Switch, Text
from headlight.frame.registry import View, views
from headlight.frame.state import Kind, State, written
from headlight.views.path import first_path
from tests.hostile import HOSTILE
from transformer.bundled.folders import MODELS

importlib.import_module("headlight.frame.page")  # all keys are declared once the frame of the pages is there
ROOT = Path(__file__).parents[2]
SOURCES = [path for room in ("headlight", "pages") for path in sorted((ROOT / room).rglob("*.py"))]


def in_range(holds: address.Holds, texts: list[str]) -> bool:
    """Whether a control of this kind can show these values, worked out in another way than the table does."""
    match holds:
        case Text():
            return len(texts) == 1 and len(texts[0]) <= holds.most
        case Number():
            value = float(texts[0])
            return len(texts) == 1 and not math.isnan(value) and min(max(value, holds.low), holds.high) == value
        case Switch():
            return texts[0].lower() in {"true", "false"}
        case OneOf():
            return [str(option) for option in holds.options].count(texts[0]) == 1
        case SomeOf():
            few = holds.most is None or len(texts) <= holds.most
            return few and len(set(texts)) == len(texts) and set(texts) <= {str(option) for option in holds.options}


@pytest.mark.parametrize("key", KEYS.values(), ids=lambda key: key.name)
def test_what_is_left_of_a_hostile_address_can_be_shown(key: Key) -> None:
    for text in HOSTILE:
        for texts in ([text], ["nan", text], [text, text]):
            left = older.read("a page", {key.name: texts})[1].get(key.name)
            assert left is None or in_range(key.holds, left)
    for text in ("inf", "-inf", "nan", "1e400", "-1e400", ""):
        assert isinstance(key.holds, Text) or key.name not in older.read("a page", {key.name: [text]})[1]


@settings(deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(st.sampled_from(sorted(KEYS)), st.lists(st.text(max_size=12), min_size=1, max_size=4))
def test_reading_an_address_twice_is_reading_it_once(key: str, texts: list[str]) -> None:
    _, left = older.read("a page", {key: texts})
    assert older.read("a page", left) == ("a page", left)


@pytest.mark.parametrize(
    "key",
    [key for key in KEYS.values() if isinstance(key.holds, OneOf) and key.name != "view"],
    ids=lambda key: key.name,
)
def test_every_option_can_be_written_and_read(key: Key) -> None:
    for option in address.options(key.name):
        assert older.read("a page", {key.name: written(option)})[1] == {key.name: [str(option)]}


@pytest.mark.parametrize("key", ["text", "text_2", "silenced", "looked_up"])
def test_a_break_in_what_a_box_of_one_line_holds_is_a_blank(key: str) -> None:
    _, found = older.read("a page", {key: ["a\nb\r\nc"]})
    assert found[key] == ["a b  c"]  # letter for letter, so that no count changes
    assert older.read("a page", {"walk": ["/a\n/b"]})[1]["walk"] == ["/a\n/b"]


@pytest.mark.parametrize("page", places.VIEWS)
def test_a_page_knows_its_own_views_alone(page: str) -> None:
    for option in address.options("view"):
        first, *_ = places.PAGES[page].views
        assert older.read(page, {"view": [option]}) == (places.VIEWS[page].get(option, first), {})


def test_values_are_written_as_the_address_has_them() -> None:
    assert written(True) == ["true"] and written(False) == ["false"]
    assert written([3, 5]) == ["3", "5"]
    assert written(0.5) == ["0.5"] and written("bear country") == ["bear country"]


def test_a_key_has_one_owner() -> None:
    with pytest.raises(ValueError, match="the sentence"):
        address.declare(Key("text", Text(5), "another text"))


def test_the_table_agrees_with_the_bundled_models() -> None:
    story, translate, twin = (
        json.loads((MODELS / name / "config.json").read_text("utf-8"))
        for name in ("story", "translate", "twin-sinusoidal")
    )
    assert (story["max_tokens"], story["d_model"]) == (address.TOKENS, address.D_MODEL)
    assert (translate["n_layers"], translate["n_heads"]) == (address.TRANSLATOR_LAYERS, address.TRANSLATOR_HEADS)
    assert translate["max_tokens"] == address.PIECES
    assert (twin["max_tokens"], twin["d_model"]) == (address.TWIN_TOKENS, address.TWIN_D_MODEL)


HELD_BY: dict[Kind, type] = {  # what the key of a control may hold, by its kind
    **dict.fromkeys(("one_of", "menu", "scale"), OneOf),
    **dict.fromkeys(("slider", "number"), Number),
    **dict.fromkeys(("text", "tables"), Text),
    "some_of": SomeOf,
    "toggle": Switch,
}
OF_THE_FRAME = {"view", "code", "theme", "walk", "walk_at", "story", "pinned_picture", "from_stop"}


@pytest.mark.parametrize("view", views().values(), ids=lambda view: view.name)
def test_a_dial_holds_what_its_key_may_hold_in_every_view_and_opens_with_it(view: View) -> None:
    state = State.of(view)
    for dial in (*view.controls, *([view.box] if view.box else [])):
        holds = KEYS[dial.key].holds
        assert dial.kind == "hidden" or isinstance(holds, HELD_BY[dial.kind]), dial.key
        if dial.kind == "number":
            assert holds.whole, dial.key
        looks = dial.looks(state)
        assert not {"options", "min_value", "max_value", "step", "max_chars", "bind", "key"} & set(looks), dial.key
        opens = dial.opens(state)
        if opens not in (None, ()):
            assert holds.value(holds.clean(written(opens))) == opens, dial.key


def test_all_controls_are_made_in_one_place_and_each_key_is_owned_by_a_view_the_frame_or_a_script() -> None:
    assert [path.name for path in SOURCES if 'bind="query-params"' in path.read_text("utf-8")] == ["controls.py"]
    of_views = {key for view in views().values() if not view.script for key in view.keys}
    scripts = {view.page for view in views().values() if view.script}
    files = [path for path in SOURCES if path.parent.name in scripts or path.stem == "widgets"]
    written = "".join(path.read_text("utf-8") for path in files)
    of_scripts = {key for key in KEYS if f'"{key}"' in written} | {
        f"guess_{number}" for number in range(1, len(first_path.STEPS) + 1)
    }
    assert of_views | of_scripts | OF_THE_FRAME == set(KEYS)
    assert not of_views & OF_THE_FRAME


def test_a_link_is_one_parameter_that_no_control_is_bound_to() -> None:
    link = kept.link({"layer": "3", "text": "a & b"})
    assert set(link).isdisjoint(KEYS)
    assert link == {"link": "layer=3&text=a+%26+b"}
    linking = [path.name for path in SOURCES if "page_link" in path.read_text("utf-8")]
    assert [name for name in linking if name != "page.py"] == ["contents.py"]  # page.py styles it
