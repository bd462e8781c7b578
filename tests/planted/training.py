"""Bugs in training: splits that leak, labels moved by one, rates, alignments measured beside the mark."""

from tests.planted.bug import Bug

_T = "tests/training/"
BUGS = (
    Bug("training/optimizing.py", "if progress.step in snapshots:", "if last:", (_T + "test_growing.py",)),
    Bug(
        "training/probing.py",
        "sentences(PATTERNS_TESTED, others, chance)",
        "sentences(PATTERNS_TESTED, words, chance)",
        (_T + "test_probing.py",),
    ),
    Bug(
        "training/probing.py",
        "if token.end >= end)",
        "if token.end > end)",
        (_T + "test_probing.py",),
    ),
    Bug("training/growth.py", "logits.argmax(-1) == before", "logits.argmin(-1) == before", (_T + "test_growing.py",)),
    Bug(
        "training/data.py",
        "key = hashlib.sha1(text.lower().encode()).digest()",
        "key = hashlib.sha1(text.encode()).digest()",
        (_T + "test_data.py",),
    ),
    Bug(
        "training/data.py",
        "last = number == len(document) - 1",
        "last = number == len(documents) - 1",
        (_T + "test_data.py",),
    ),
    Bug(
        "training/pairs.py",
        "len(source) <= max_tokens and len(target) <= max_tokens",
        "len(source) <= max_tokens",
        (_T + "test_pairs.py",),
    ),
    Bug(
        "training/head_roles.py",
        "(key == query - period + 1)",
        "(key == query - period)",
        (_T + "test_head_roles.py",),
    ),
    Bug(
        "training/optimizing.py",
        "(steps - step) / (0.6 * steps)",
        "(steps - step) / (0.4 * steps)",
        (_T + "test_train.py",),
    ),
)
