"""Bugs in what Python sends to be drawn: figures, and headers of pictures."""

from tests.planted.bug import Bug

_F, _B, _H = "tests/figures/", "tests/browser/drawing/", "tests/pictures/test_headers.py"
BUGS = (
    Bug(
        "headlight/figures/embeddings.py",
        '_points(beside, beside_labels, "near one of them", len(labels) <= _BESIDE_NAMED, colours.soft, 5, 11)',
        '_points(beside, labels, "near one of them", len(labels) <= _BESIDE_NAMED, colours.soft, 5, 11)',
        (_F + "test_embeddings.py",),
    ),
    Bug(
        "headlight/figures/embeddings.py",
        "direction {axis + 1}: {share:.1%} of",
        "direction {axis}: {share:.1%} of",
        (_F + "test_embeddings.py",),
    ),
    Bug("headlight/figures/theme.py", 'text.replace("<", "<\\N{WORD JOINER}")', "text", (_F + "test_embeddings.py",)),
    Bug("headlight/figures/theme.py", "escape(text, quote=False)", "text", (_F + "test_embeddings.py",)),
    Bug(
        "headlight/pictures/board.py",
        "Column(self, *each) for each",
        "Column(self, each[0]) for each",
        (_B + "test_board.py",),
    ),
    Bug(
        "headlight/frame/stages.py",
        'if stage == "scores" else 1.0',
        'if stage == "masked" else 1.0',
        ("tests/frame/test_stages.py",),
    ),
    Bug("headlight/pictures/matrix.py", "np.abs(values[np.isfinite(values)])", "np.abs(values[values < 0])", (_H,)),
    Bug("headlight/pictures/matrix.py", '"hidden": hidden_bits(hidden)', '"hidden": hidden_bits(None)', (_H,)),
    Bug(
        "headlight/pictures/hidden.py",
        "np.packbits(np.ravel(hidden))",
        'np.packbits(np.ravel(hidden), bitorder="little")',
        (_H,),
    ),
    Bug("headlight/pictures/head_grid.py", "np.floor(100 * exact + 0.5)", "np.rint(100 * exact)", (_H,)),
    Bug("headlight/pictures/head_grid.py", "np.floor(100 * exact + 0.5)", "np.floor(100 * exact)", (_H,)),
    Bug(
        "headlight/pictures/strips.py",
        "2 * float(np.sqrt(np.mean(values**2)))",
        "float(np.sqrt(np.mean(values**2)))",
        (_H,),
    ),
    Bug("headlight/pictures/plane.py", "inside.min(axis=0)", "inside.max(axis=0)", (_H,)),
    Bug("headlight/pictures/alignment.py", "marks and place == last", "marks and place == 0", (_H,)),
    Bug(
        "headlight/pictures/bars.py",
        'f"{before:.3f} → {value:.3f}"',
        'f"{value:.3f} → {before:.3f}"',
        (_H,),
    ),
    Bug("headlight/pictures/training_examples.py", '"answer": words[place + 1]', '"answer": words[place]', (_H,)),
    Bug("headlight/pictures/paths.py", "dtype=np.uint8", "dtype=np.uint16", (_H,)),
    # The sentence in large type
    Bug("headlight/pictures/looks.py", "(255 * patterns)", "(127 * patterns)", ("tests/pictures/test_looks.py",)),
)
