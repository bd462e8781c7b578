"""Bugs in what is pinned: pictures that are not those of then or of now, differences the wrong way round."""

from tests.planted.bug import Bug

_HEAD, _ANY = ("tests/frame/test_pinned.py",), ("tests/frame/test_before_after.py",)
_PAIR = ("tests/pages/test_real.py",)
_LIST = ("tests/browser/drawing/test_differences.py",)
BUGS = (
    Bug(
        "headlight/frame/pins.py",
        "if found and found.state.view is view else None",
        "if found else None",
        ("tests/frame/test_pins.py",),
    ),
    Bug(
        "headlight/frame/pins.py",
        "said.append(f\"{key.replace('_', ' ')}: {_value(then)} → {_value(later)}\")",
        "said.append(f\"{key.replace('_', ' ')}: {_value(later)} → {_value(then)}\")",
        ("tests/frame/test_pins.py",),
    ),
    Bug(
        "headlight/frame/comparison.py",
        "self.earlier[order] if self.changed else None,\n            says=self.moved_most()",
        "self.later[order] if self.changed else None,\n            says=self.moved_most()",
        ("tests/pages/test_heads.py",),
    ),
    Bug(
        "headlight/frame/pins.py",
        "return (cells or list(drawn))[:1] + [key",
        "return list(drawn)[:1] + [key",
        ("tests/frame/test_pins.py",),
    ),
    Bug(
        "headlight/frame/pins.py",
        "np.where(finite, later, 0) -",
        "np.where(finite, later, 0) +",
        ("tests/frame/test_pins.py",),
    ),
    Bug(
        "headlight/pictures/head_grid.py", "(values >> 8) / 100", "(values & 255) / 100", ("tests/frame/test_pins.py",)
    ),
    Bug(
        "headlight/frame/pins.py",
        "pairs = list(takewhile(lambda pair: pair[0] == pair[1], pairs))",
        "pairs = pairs[:1]",
        ("tests/frame/test_pins.py",),
    ),
    Bug(
        "headlight/frame/page.py",
        "pins.as_it_was(pin.state, deeper), pin",
        "pins.as_it_was(state, deeper), pin",
        ("tests/frame/test_pins.py",),
    ),
    Bug(
        "headlight/pictures/board.py",
        "self._rows += below",
        "self._rows = below + self._rows",
        ("tests/frame/test_pins.py",),
    ),
    Bug("headlight/pictures/browser/differences.js", "start += about.length;", "", _LIST),
    Bug(
        "headlight/pictures/browser/differences.js",
        "const time = (times.get(name) ?? 0) + 1;",
        "const time = 1;",
        _LIST,
    ),
)
