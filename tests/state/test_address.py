"""The table of keys: it refuses what no control can show, agrees with the models, and has one owner for each key."""

import json
import math
from collections.abc import Callable
from dataclasses import replace

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from headlight.pages.positions import twins
from headlight.pages.translate import cross
from headlight.parts import dials, translators
from headlight.reading.real_models import SENTENCE
from headlight.state import address
from headlight.state.address import Key
from headlight.state.key_types import Holds, Number, OneOf, SomeOf, Switch, Text
from headlight.state.registry import View, all_keys, views
from headlight.state.state import Dial, State, read, written
from tests.hostile import HOSTILE
from tests.in_turn import in_turn
from transformer.bundled.folders import MODELS

KEYS = all_keys()


def in_range(holds: Holds, texts: list[str]) -> bool:
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
            return len(set(texts)) == len(texts) and set(texts) <= {str(option) for option in holds.options}


@in_turn("key", KEYS.values())
def test_what_is_left_of_a_hostile_address_can_be_shown(key: Key) -> None:
    for text in HOSTILE:
        for texts in ([text], ["nan", text], [text, text]):
            left = read({key.name: texts}).get(key.name)
            assert left is None or in_range(key.holds, written(left))
    for text in ("inf", "-inf", "nan", "1e400", "-1e400", ""):
        assert isinstance(key.holds, Text) or key.name not in read({key.name: [text]})


@settings(deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(st.sampled_from(sorted(KEYS)), st.lists(st.text(max_size=12), min_size=1, max_size=4))
def test_reading_an_address_twice_is_reading_it_once(key: str, texts: list[str]) -> None:
    left = read({key: texts})
    assert read({key: written(value) for key, value in left.items()}) == left


def test_values_are_written_as_the_address_has_them() -> None:
    assert written(True) == ["true"] and written(False) == ["false"]
    assert written([3, 5]) == ["3", "5"]
    assert written(0.5) == ["0.5"] and written("bear country") == ["bear country"]


def test_two_declarations_of_a_key_agree_or_are_refused() -> None:
    address.declare(dials.QUERY.owns, Key("walk_at", Number(1, 200), KEYS["walk_at"].means, "everywhere"))
    for other in (
        Key("text", Text(5), "the sentence", "to other pages"),
        Key("text", Text(SENTENCE), "another text", "to other pages"),
        Key("text", Text(SENTENCE), "the sentence"),
    ):
        with pytest.raises(ValueError, match=r"'text' is declared twice, in two ways: the sentence \(text of up to"):
            address.declare(other)


@pytest.mark.parametrize(
    ("declared", "missing"),
    [
        (lambda: Dial("slider", "of_a_test", "Of a test", 1.0), "A dial needs a Key"),
        (lambda: Dial("slider", Key("of_a_test", Number(1, 3), ""), "Of a test", 1), "does not say what it means"),
        (lambda: Dial("slider", Key("of_a_test", Number(1, 3), "of a test"), "", 1), "'of_a_test' has no label"),
        (lambda: Dial("slider", Key("of_a_test", Switch(), "of a test"), "A test", 1), "A slider cannot show true or"),
        (lambda: Dial("slider", Key("text", Number(1, 3), "of a test"), "A test", 1), "declared twice, in two ways"),
        (lambda: replace(dials.SCALED, label=""), "'scaled' has no label"),
    ],
)
def test_a_dial_that_lacks_something_is_refused_where_it_is_declared(
    declared: Callable[[], object], missing: str
) -> None:
    with pytest.raises(ValueError, match=f"test_address.py: .*{missing}"):
        declared()
    assert "of_a_test" not in KEYS


def test_the_ranges_of_keys_agree_with_the_bundled_models() -> None:
    story, translate, twin = (
        json.loads((MODELS / name / "config.json").read_text("utf-8"))
        for name in ("story", "translate", "twin-sinusoidal")
    )
    assert story["max_tokens"] == dials.TOKENS
    assert (translate["n_layers"], translate["n_heads"]) == (len(cross.LAYERS), len(cross.HEADS))
    assert translate["max_tokens"] == translators.PIECES
    assert twin["max_tokens"] == twins.TOKENS


OF_THE_FRAME = {"code", "walk", "walk_at", "pinned_picture", "from_stop"}


@in_turn("view", views().values())
def test_a_dial_opens_with_what_its_key_may_hold_in_every_view(view: View) -> None:
    state = State.of(view)
    for dial in (*view.controls, *([view.box] if view.box else [])):
        holds = dial.owns.holds
        if dial.kind == "number":
            assert holds.whole, dial.key
        looks = dial.looks(state)
        assert not {"options", "min_value", "max_value", "step", "max_chars", "bind", "key"} & set(looks), dial.key
        opens = dial.opens(state)
        if opens not in (None, ()):
            assert holds.value(holds.clean(written(opens))) == opens, dial.key


def test_each_key_is_owned_by_a_view_or_the_frame() -> None:
    of_views = {key for view in views().values() for key in view.keys}
    assert of_views | OF_THE_FRAME == set(KEYS)
    assert not of_views & OF_THE_FRAME
