"""A sample of a picture, and what samples are made of."""

from typing import Any

import numpy as np

from headlight.pictures import Group, Labels, Screen
from headlight.pictures.matrix import matrix
from tests.pictures.caught import in_values

KEY = "the picture"
TOKENS = ["ant", "<b>", "cat & dog"]
CAUSAL = np.array([[1, 0, 0], [0.25, 0.75, 0], [0.5, 0.125, 0.375]])
HIDDEN = np.triu(np.ones((3, 3), dtype=bool), 1)
PATTERNS = np.stack([CAUSAL, CAUSAL[::-1]] * 2).reshape(2, 2, 3, 3)
VALUES = np.arange(6, dtype=float).reshape(2, 3) / 4
ALL = {"tokens": TOKENS, "alt": "A picture."}
CELLS = {"rows": ["a", "b"], "columns": ["x", "y", "z"], "noun": "weight", "alt": "A."}
MANY = [f"t{place}" for place in range(40)]
SAYS = [("So.", True)]
FORMULA = [[["<math><mi>a</mi></math>"], ["<math><mo>=</mo><mfrac><mn>1</mn><mn>2</mn></mfrac></math>"]]]
LARGE = np.stack([np.diag(row) for row in CAUSAL])[None]
LARGE[0, :, 2], LARGE[0, 2] = CAUSAL, CAUSAL
WORDS = [(word, True) for word in ("ant", "<b>", "cat")]
GROUPS = [
    Group(np.array([[0.0, 0.5], [1.0, 2.0]]), ["ant", "<b>"], "soft", name="words", notes=["n", "m"], size=5),
    Group(np.array([[0.25, 0.5], [0.75, 0.25]]), ["s", "e"], "accent", path=True, dashed=True, hollow=True),
    Group(np.array([[9.0, 9]]), ["far"], "soft", named=False),
]

PARTS = tuple(
    matrix(values, Labels(rows=TOKENS, columns=TOKENS, noun="weight"), alt="M.", key=KEY)
    for values in (CAUSAL, CAUSAL.T)
)


class Sample:
    """A picture of a name, drawn with what it is `given` by place and `named`."""

    name: str
    given: tuple[Any, ...]
    named: dict[str, Any]

    def __init__(self, name: str, *given: Any, **named: Any) -> None:
        self.name, self.given, self.named = name, given, named

    def __call__(self, screen: Screen, key: str = KEY, **more: Any) -> None:
        """Draw it on a screen."""
        method = getattr(screen, self.name)
        method(*self.given, **in_values(getattr(Screen, self.name), {**self.named, **more}), key=key)
