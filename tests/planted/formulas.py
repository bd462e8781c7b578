"""Bugs in formulas: a wrong number under a right name, a wrong form, a lost sign."""

from tests.planted.bug import Bug

_T = "tests/formulas/"
BUGS = (
    Bug(
        "headlight/formulas/numbers.py",
        "return Written(value < 0 and float(digits) > 0, digits)",
        "return Written(value < 0, digits)",
        (_T + "test_numbers.py",),
    ),
    Bug(
        "headlight/formulas/numbers.py",
        'mantissa.rstrip(".")',
        "mantissa",
        (_T + "test_numbers.py",),
    ),
    Bug(
        "headlight/formulas/attention.py",
        "divisor = np.sqrt(d_head)",
        "divisor = np.float64(d_head)",
        (_T + "test_attention.py",),
    ),
    Bug(
        "headlight/formulas/attention.py",
        "powers = [power_of_e(float(value), 3) for value in masked if value != -np.inf]",
        "powers = [power_of_e(float(value), 3) for value in masked[: place + 1] if value != -np.inf]",
        (_T + "test_attention.py",),
    ),
    Bug(
        "headlight/formulas/attention.py",
        "brackets(head + 1)",
        "brackets(head)",
        (_T + "test_attention.py",),
    ),
    Bug(
        "headlight/formulas/attention.py",
        'line(512, equals(times(8, 64)), remark("in the paper"))',
        'line(512, equals(times(16, 32)), remark("in the paper"))',
        (_T + "test_attention.py",),
    ),
    Bug(
        "headlight/formulas/block.py",
        "x**2 + y**2 + 2 * x * y * cosine",
        "x**2 + y**2 - 2 * x * y * cosine",
        (_T + "test_block.py",),
    ),
    Bug(
        "headlight/formulas/block.py",
        "pairs = n_tokens * (n_tokens - 1)",
        "pairs = n_tokens * n_tokens",
        (_T + "test_block.py",),
    ),
    Bug(
        "headlight/formulas/block.py",
        "equals(fraction(minus(number(float(before[dimension])), number(mean)), number(deviation)))",
        "equals(fraction(minus(number(float(before[0])), number(mean)), number(deviation)))",
        (_T + "test_block.py",),
    ),
    Bug("headlight/formulas/by_hand.py", "i = place + 1", "i = place", (_T + "test_by_hand_and_paths.py",)),
    Bug(
        "headlight/formulas/paths.py",
        "(linear, n + 1, one, 2),",
        "(linear, n, one, 2),",
        (_T + "test_by_hand_and_paths.py",),
    ),
    Bug(
        "headlight/formulas/paths.py",
        '("self-attention", product(every, "d"), n**2 * d,',
        '("self-attention", product(every, "d"), n * d**2,',
        (_T + "test_by_hand_and_paths.py",),
    ),
    Bug(
        "headlight/formulas/positions.py",
        'line(applied("PE", place, 2 * pair + 1), equals(_of("cos", inside)), equals(_of("cos", worked)))',
        'line(applied("PE", place, 2 * pair), equals(_of("cos", inside)), equals(_of("cos", worked)))',
        (_T + "test_vectors_and_positions.py",),
    ),
    Bug(
        "headlight/formulas/positions.py",
        "np.float64(BASE) ** (2 * pair / np.float64(width))",
        "np.float64(BASE) ** (pair / np.float64(width))",
        (_T + "test_vectors_and_positions.py",),
    ),
    Bug(
        "headlight/formulas/prediction.py",
        "tempered = logit / temperature",
        "tempered = logit * temperature",
        (_T + "test_prediction.py",),
    ),
    Bug(
        "headlight/formulas/prediction.py",
        'over("∑", row("i", "=", 0), len(products) - 1)',
        'over("∑", row("i", "=", 0), len(products))',
        (_T + "test_prediction.py",),
    ),
    Bug(
        "headlight/formulas/prediction.py",
        "(0, max(last - 1, 0), last)",
        "(0, max(last - 2, 0), last)",
        (_T + "test_prediction.py",),
    ),
    Bug(
        "headlight/formulas/softmax.py",
        "number(float(np.float64(measured) / d_k))",
        "number(float(np.float64(measured) / np.sqrt(d_k)))",
        (_T + "test_softmax.py",),
    ),
    Bug(
        "headlight/formulas/softmax.py",
        "equals(number(largest * (1 - largest)))",
        "equals(number(largest * largest))",
        (_T + "test_softmax.py",),
    ),
    Bug(
        "headlight/formulas/vectors.py",
        "dot / size if size else 0.0",
        "dot",
        (_T + "test_vectors_and_positions.py",),
    ),
    Bug(
        "headlight/formulas/vectors.py",
        "equals(number(float(np.logaddexp(0, -score))))",
        "equals(number(float(np.logaddexp(0, score))))",
        (_T + "test_vectors_and_positions.py",),
    ),
)
