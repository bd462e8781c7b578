"""The lessons: no minute is left out, every view opens, and the documentation has what the file says."""

from itertools import pairwise

import pytest

from headlight.app import playlist
from headlight.questions.plans import PLANS, Plan, page, path_of
from headlight.questions.questions import bundled
from headlight.state.address import KEYS
from headlight.state.registry import all_keys, find
from headlight.state.state import State
from headlight.state.story import STORIES


@pytest.mark.parametrize("plan", PLANS.values(), ids=PLANS)
def test_a_plan_fills_its_time_with_views_that_open(plan: Plan) -> None:
    times = [[int(minute) for minute in step.minutes.split("-")] for step in plan.steps]
    assert times[0][0] == 0 and times[-1][1] == int(plan.id.split()[0])
    assert all(before[1] == after[0] and after[0] < after[1] for before, after in pairwise(times))
    for step in plan.steps:
        assert set(step.ideas) <= {*bundled().ideas} and step.does and step.otherwise
        if not step.view:
            continue
        story = step.state.get("story")
        assert story is None or STORIES[story].view == step.view
        values = {key: value for key, value in step.state.items() if key != "story"}
        state = State.of(find(step.view), **values)
        assert state.unread == () and state.view.boards(state)[:1]
    assert path_of(plan).read_text("utf-8") == page(plan), "python -m headlight.questions.plans"


def test_each_is_a_list_that_the_presenter_offers() -> None:
    ready = playlist.ready()
    assert {name: ready[name] for name in PLANS} == {name: plan.stops for name, plan in PLANS.items()}
    all_keys()
    assert all(KEYS["walk"].holds.clean([name]) == [name] for name in PLANS)
