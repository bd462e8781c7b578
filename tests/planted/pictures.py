"""Bugs in what is drawn: figures, headers of pictures, and the scripts that draw them."""

from tests.planted.bug import Bug

_F = "tests/figures/"
BUGS = (
    Bug("figures/attention.py", "x=rank + 0.5", "x=rank", (_F + "test_attention.py",)),
    Bug(
        "figures/embeddings.py",
        '_points(beside, beside_labels, "near one of them", len(labels) <= _BESIDE_NAMED, colours.soft, 5, 11)',
        '_points(beside, labels, "near one of them", len(labels) <= _BESIDE_NAMED, colours.soft, 5, 11)',
        (_F + "test_embeddings.py",),
    ),
    Bug(
        "figures/embeddings.py",
        "direction {axis + 1}: {share:.1%} of",
        "direction {axis}: {share:.1%} of",
        (_F + "test_embeddings.py",),
    ),
    Bug(
        "figures/positions.py",
        "range=[len(encoded) - 0.5, -0.5]",
        "range=[-0.5, len(encoded) - 0.5]",
        (_F + "test_positions.py",),
    ),
    Bug("figures/theme.py", "reversed(self.diverging)", "self.diverging", (_F + "test_positions.py",)),
    Bug("figures/theme.py", "escape(text, quote=False)", "text", (_F + "test_embeddings.py",)),
)
