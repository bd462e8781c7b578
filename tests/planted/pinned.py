"""Bugs in what is pinned: pictures that are not those of then or of now, differences the wrong way round."""

from tests.planted.bug import Bug

_HEAD, _ANY = ("tests/ui/test_pinned.py",), ("tests/ui/test_before_after.py",)
_PAIR = ("tests/pages/test_real.py",)
_LIST = ("tests/browser/drawing/test_differences.py",)
BUGS = (
    Bug("ui/before_after.py", "if len(before) != len(now):", "if list(before) != list(now):", _HEAD),
    Bug("ui/pinned.py", "return now - then", "return then - now", _HEAD),
    Bug("ui/pinned.py", "state.text, state.second, state.change", "state.second, state.text, state.change", _PAIR),
    Bug("ui/pinned.py", "models.shown(), read.second)", "models.shown())", _PAIR),
    Bug("ui/pinned.py", "before=earlier[order]", "before=later[order]", _HEAD),
    Bug("ui/before_after.py", "fresh and not before.same_as(now)", "fresh and before is None", _ANY),
    Bug("ui/before_after.py", "np.where(finite, later, 0) -", "np.where(finite, later, 0) +", _ANY),
    Bug("ui/before_after.py", "(each.values >> 8)", "(each.values & 255)", _ANY),
    Bug(
        "ui/before_after.py",
        'pin.values.get("view", [""])[0]) == (page, key, view)',
        "view) == (page, key, view)",
        _ANY,
    ),
    Bug("ui/unseen.py", "parameters.set_initial_query_params(address)", "pass", _ANY),
    Bug("components/board.py", "self._rows += below", "self._rows = below + self._rows", _ANY),
    Bug("components/browser/differences.js", "start += about.length;", "", _LIST),
    Bug("components/browser/differences.js", "const time = (times.get(name) ?? 0) + 1;", "const time = 1;", _LIST),
)
