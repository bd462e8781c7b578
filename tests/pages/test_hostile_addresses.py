"""Addresses that strangers write, and all that are right: no page meets one with an error, or leaves its range."""

import functools
from collections.abc import Iterator

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from streamlit.testing.v1 import AppTest

from headlight.app import links
from headlight.pages.masking import peeking
from headlight.pages.why_attention import gradients as reach
from headlight.reading.cache import cached
from headlight.reading.real_models import BUNDLED, REAL_MODELS
from headlight.state.key_types import Holds, Number, OneOf, SomeOf, Switch, Text
from headlight.state.places import PAGES
from headlight.state.registry import all_keys, find
from headlight.state.state import written
from tests.hostile import HOSTILE
from tests.pages.screen import run
from tests.sampled import sampled

FIRST_OF_EACH_PAGE = [next(iter(page.views)) for page in PAGES.values()]


@pytest.fixture(autouse=True, scope="module")
def _what_is_slow_is_done_once() -> Iterator[None]:
    """One network fades as calmly as eight, and learns one seed's letters as any; what is held of it stays here."""
    with pytest.MonkeyPatch.context() as patch:
        trained = peeking._trained
        patch.setattr(peeking, "_trained", lambda seed: trained(0))
        patch.setattr(reach, "DRAWS", 1)
        patch.setattr(reach, "_measured", cached(reach._measured.__wrapped__))
        yield


def protos(block) -> Iterator:
    """Everything on the page, and the containers that it stands in."""
    for child in block.children.values():
        yield child
        if hasattr(child, "children"):
            yield from protos(child)


def widgets(page: AppTest) -> Iterator:
    """The widgets of the page that show a key of the address; a container may have the name of one."""
    for element in protos(page._tree):
        if getattr(element, "key", None) in all_keys() and not hasattr(element, "children"):
            yield element


def bound(page: AppTest) -> dict:
    """The widgets of the page by the keys of the address that they show."""
    return {element.key: element.proto for element in widgets(page)}


def holds(proto) -> tuple:
    """Return what a control of the browser can show: its kind, and its ends, options or length."""
    match type(proto).__name__:
        case "TextInput":
            return Text, proto.max_chars
        case "NumberInput":
            return Number, proto.min, proto.max
        case "Slider" if proto.type != proto.SELECT_SLIDER:
            return Number, proto.min, proto.max
        case "Checkbox":
            return (Switch,)
        case "MultiSelect":
            return SomeOf, tuple(proto.options)
        case "ButtonGroup":
            return OneOf, tuple(option.content for option in proto.options)
        case _:
            return OneOf, tuple(proto.options)


def declared(key: str) -> tuple:
    match all_keys()[key].holds:
        case Text(most):
            return Text, most
        case Number(low, high):
            return Number, low, high
        case SomeOf(options):
            return SomeOf, tuple(map(str, options))
        case OneOf(options):
            return OneOf, tuple(map(str, options))
    return (Switch,)


def is_calm(page: AppTest) -> None:
    assert not page.exception
    assert not page.error
    for key, proto in bound(page).items():
        if key == "experiment":  # those that fit the task
            assert {*holds(proto)[1]} <= {*declared(key)[1]}
        elif not (key == "model" and holds(proto) == (OneOf, tuple(REAL_MODELS))):  # its page has no other
            assert holds(proto) == declared(key)
        held, value = all_keys()[key].holds, page.session_state[key]
        if isinstance(held, Number):
            assert value is None or held.low <= value <= held.high
        elif isinstance(held, OneOf):
            assert value in held.options or (value is None and key.startswith("guess_"))
        elif isinstance(held, SomeOf):
            assert set(value) <= set(held.options)
        elif isinstance(held, Text):
            assert value is None or len(value) <= held.most  # empty: a sentence is suggested in it
        else:
            assert value in (True, False)


TURNS = 4  # equally far apart; the first is another one for each view


@pytest.mark.parametrize("turn", sampled(range(TURNS), [0]))
@pytest.mark.parametrize("name", sampled(links.VIEWS, FIRST_OF_EACH_PAGE))
def test_hostile_values_leave_every_control_in_its_range(name: str, turn: int) -> None:
    """All keys at once, each with another value: over all views and turns a shared key meets every value.

    What is left of each value is asked of every key in tests/state/test_address.py.
    """
    assert len(links.VIEWS) * TURNS >= len(HOSTILE)
    turn = links.VIEWS.index(name) + turn * len(HOSTILE) // TURNS
    is_calm(run(name, {key: [HOSTILE[(turn + place) % len(HOSTILE)]] for place, key in enumerate(all_keys())}))


def _valid(holds: Holds) -> st.SearchStrategy[list[str]]:
    match holds:
        case Text(most):
            return st.text(max_size=min(most, 40)).map(lambda text: holds.clean([text]))
        case Number(low, high, step):
            return st.integers(0, round((high - low) / step)).map(lambda at: [f"{round(low + at * step, 6):g}"])
        case OneOf(options):
            return st.sampled_from(options).map(lambda option: [str(option)])
        case SomeOf(options):
            return st.lists(st.sampled_from(options), unique=True, min_size=1, max_size=4).map(written)
    return st.sampled_from([["true"], ["false"]])


@functools.cache
def own(name: str) -> st.SearchStrategy[dict[str, list[str]]]:
    """Addresses of the keys that a view has."""
    keys = bound(run(name, {"mask": ["window"], "arithmetic": ["true"]})).keys() & find(name).keys - {"view"}
    return st.fixed_dictionaries({}, optional={key: _valid(all_keys()[key].holds) for key in sorted(keys)})


@pytest.mark.parametrize("name", sampled(links.VIEWS, sorted(FIRST_OF_EACH_PAGE)[::2]))
@settings(max_examples=2, deadline=None, derandomize=True, suppress_health_check=list(HealthCheck), database=None)
@given(data=st.data())
def test_valid_settings_are_what_the_controls_show(name: str, data) -> None:
    found = data.draw(own(name))
    if not found:  # as every view is opened in tests/pages/test_every_view.py
        return
    page = run(name, found)
    is_calm(page)
    for key in set(bound(page)) & set(found):
        if name == "real" and found[key] == [BUNDLED]:  # another one is shown there
            continue
        shown = written(page.session_state[key])
        if isinstance(all_keys()[key].holds, Number):
            assert float(shown[0]) == pytest.approx(float(found[key][0]))
        else:
            assert sorted(shown) == sorted(found[key])
