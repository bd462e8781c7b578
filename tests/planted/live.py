"""Bugs in the engine that computes the live page, and in what makes its boards."""

from tests.planted.bug import Bug

_E, _L = "headlight/pictures/browser/engine/", "headlight/pictures/browser/live/"
_TESTS = "tests/browser/live/test_"
_CHOSEN = (_TESTS + "engine.py::test_every_stage_of_chosen_texts",)
_CHANGED = (_TESTS + "engine.py::test_every_stage_of_random_texts_and_changes[0]",)
_APPENDED = (_TESTS + "engine.py::test_text_that_is_appended_deleted_or_pasted_gives_what_a_whole_pass_gives",)
_TOKENS = (_TESTS + "engine.py::test_tokens_are_those_of_the_tokenizer",)
_WORDS = (_TESTS + "engine.py::test_words_are_those_of_python",)
_BESIDE = (_TESTS + "engine.py::test_a_change_goes_on_from_the_pass_without_it",)
_DRAWN = (_TESTS + "engine.py::test_a_draw_is_the_one_that_python_makes",)
_BOARDS = (_TESTS + "boards.py::test_a_board_is_the_message_that_python_makes",)
_GROWN = (_TESTS + "models.py::test_a_moment_of_growing_up_is_shared_as_it_is",)
_BENCH = (_TESTS + "models.py::test_a_model_of_the_bench_knows_its_alphabet[induction-post-norm]",)

BUGS = tuple(
    Bug(folder + file, old, new, tests)
    for folder, file, old, new, tests in (
        # Arithmetic
        (_E, "arithmetic.js", "variance + 1e-5", "variance", _CHOSEN),
        (
            _E,
            "arithmetic.js",
            "(x[start + i] - mean) ** 2 / width",
            "(x[start + i] - mean) ** 2 / (width - 1)",
            _CHOSEN,
        ),
        (_E, "arithmetic.js", "0.5 * (1 + erf(x[i] * Math.SQRT1_2))", "1 / (1 + Math.exp(-1.702 * x[i]))", _CHOSEN),
        (_E, "arithmetic.js", "if (size > 4)", "if (size > 2)", _CHOSEN),
        (_E, "arithmetic.js", "out[at + 3 * outer] = d;", "out[at + 3 * outer] = c;", _CHOSEN),
        (_E, "kernel.js", "end = before;", "", _CHOSEN),
        # Attention
        (
            _E,
            "attention.js",
            "product(q.subarray(fresh), k, n - first, n, d_head)",
            "product(k, q.subarray(fresh), n - first, n, d_head)",
            _CHOSEN,
        ),
        (_E, "attention.js", "mayLook[place + key] ? Math.exp(", "true ? Math.exp(", _CHOSEN),
        (_E, "attention.js", "transposed(V, n, d_head)", "V", _CHOSEN),
        (_E, "attention.js", "later[query * (n - first) + key - first]", "0", _APPENDED),
        (
            _E,
            "attention.js",
            "pattern[row + key] = old.pattern[before + key]",
            "pattern[row + key] = old.pattern[row + key]",
            _APPENDED,
        ),
        (_E, "attention.js", "at === layer && which === head", "at === head && which === layer", _CHANGED),
        (_E, "attention.js", "sum / n_heads", "sum", _CHANGED),
        # Changes
        (_E, "intervention.js", "(change.scaled ? Math.sqrt(d_head) : 1)", "Math.sqrt(d_head)", _CHANGED),
        (_E, "intervention.js", "k > q - change.window", "k >= q - change.window", _CHANGED),
        (_E, "intervention.js", "k >= n - change.padding && k !== q", "k >= n - change.padding", _CHANGED),
        (_E, "intervention.js", "(permutation?.[i] ?? i) + start", "permutation?.[i] ?? i", _CHANGED),
        (
            _E,
            "intervention.js",
            'const looksBackOnly = ({ mask, toggled, padding, permutation, rows }) =>\n  mask !== "none" && ',
            "const looksBackOnly = ({ toggled, padding, permutation, rows }) =>\n  ",
            _APPENDED,
        ),
        (_E, "intervention.js", "if (others(one) !== others(other)) return 0;", "", _BESIDE),
        (
            _E,
            "intervention.js",
            "([edit]) => ours.has(edit) !== theirs.has(edit)",
            "([edit]) => ours.has(edit)",
            _BESIDE,
        ),
        # The pass
        (_E, "transformer.js", "value * Math.sqrt(width)", "value", _CHOSEN),
        (_E, "transformer.js", "(i % 2 ? Math.cos : Math.sin)", "(i % 2 ? Math.sin : Math.cos)", _CHOSEN),
        (
            _E,
            "transformer.js",
            "while (place < most && ids[place] === others[place]) place++;",
            "while (place < most && ids[place] === others[place]) place++;\n  place = most;",
            _APPENDED,
        ),
        (_E, "transformer.js", "? y : plus(x, y));", "? x : plus(x, y));", _CHANGED),
        (
            _E,
            "transformer.js",
            "last = this.ids.length - 1 - this.change.padding",
            "last = this.ids.length - 1",
            _CHANGED,
        ),
        (_E, "transformer.js", "x[at + 1] = even * sin + odd * cos;", "x[at + 1] = odd * cos - even * sin;", _GROWN),
        (_E, "transformer.js", 'norm_place === "after" ? this.norm', 'norm_place === "none" ? this.norm', _BENCH),
        (_E, "weights.js", "2 ** (exponent - 15)", "2 ** (exponent - 16)", _CHOSEN),
        # Tokens and words
        (
            _E,
            "tokenizer.js",
            "encode(typed) {\n    if (!typed) return [];\n    const text = typed.toWellFormed()",
            "encode(typed) {\n    if (!typed) return [];\n    const text = typed.trim()",
            _TOKENS,
        ),
        (_E, "tokenizer.js", "Math.max(last + 1, 0)", "Math.max(last, 0)", _TOKENS),
        (_E, "tokenizer.js", "'s|'t|'re", "'S|'t|'re", _TOKENS),
        (_E, "tokenizer.js", "Math.min(least, rank), Infinity", "Math.max(least, rank), 0", _TOKENS),
        (_E, "words.js", "looking.tokens.at(-1) * n", "looking.tokens[0] * n", _BOARDS),
        (_E, "words.js", "|(?:jus|lors|puis|quoi)?qu", "", _WORDS),
        (_E, "alphabet.js", "if (id < 0)", "if (id < -1)", _BENCH),
        # Sampling
        (_E, "sampling.js", "values[other] < values[place]", "values[other] > values[place]", _BOARDS),
        (
            _E,
            "sampling.js",
            "if ((sum += among[kept[place]]) >= top_p)",
            "if ((sum += among[kept[place]]) > 2 * top_p)",
            _DRAWN,
        ),
        (_E, "sampling.js", "0xedb88320", "0xedb88321", _DRAWN),
        (
            _E,
            "random.js",
            "Math.imul(a, 0xca01f9dd) - Math.imul(b, 0x4973f715)",
            "Math.imul(a, 0xca01f9dd) + Math.imul(b, 0x4973f715)",
            _DRAWN,
        ),
        # Boards
        (_L, "pictures.js", ": Math.round(value);", ": whole;", _BOARDS),
        (_L, "pictures.js", "(7 - (place & 7))", "(place & 7)", _BOARDS),
        (
            _L,
            "said.js",
            "gives **${weight}** of its attention to **${looked}**",
            "gives **${weight}** of its attention to **${looking}**",
            _BOARDS,
        ),
        (
            _L,
            "by_hand.js",
            "return target === null",
            "return target !== null",
            _BOARDS,
        ),
    )
)
