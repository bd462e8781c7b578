"""Bugs in what views of meaning and experiments say, and in what all pages share."""

from tests.planted.bug import Bug

_U, _P = "tests/frame/", "tests/pages/"
_MEANING = (_U + "test_sentences_of_meaning.py",)
BUGS = (
    # Meaning, experiments, by hand
    Bug(
        "headlight/views/embeddings/word_sums.py",
        "rank=without or with_them,",
        "rank=with_them or without,",
        (_P + "test_word_vectors.py",),
    ),
    Bug(
        "headlight/views/embeddings/contexts.py",
        "ORDINALS[context.number - 1] for",
        "ORDINALS[context.number % 3] for",
        (_P + "test_contextual.py::test_sentences_without_the_word_are_named_and_left_out",),
    ),
    Bug(
        "headlight/views/embeddings/contextual.py",
        "place = int(values[:, -1].argmin())",
        "place = int(values[:, 0].argmin())",
        ("tests/test_contexts.py",),
    ),
    Bug(
        "headlight/views/embeddings/movers.py",
        "in_all = values.sum(axis=(0, 1))",
        "in_all = values[-1].sum(axis=0)",
        ("tests/test_contexts.py",),
    ),
    Bug(
        "headlight/views/embeddings/one_hot.py",
        "one_hot[vectors.index(word)] = 1",
        "one_hot[vectors.index(word) - 1] = 1",
        (_P + "test_word_vectors.py",),
    ),
    Bug(
        "headlight/views/embeddings/word_list.py",
        'f"no. {note + 1:,}"',
        'f"no. {note:,}"',
        (_P + "test_word_vectors.py",),
    ),
    Bug(
        "headlight/views/embeddings/word_vectors.py",
        "rank = 1 + int((scores > scores[vectors.index(word)]).sum())",
        "rank = 1 + int((scores < scores[vectors.index(word)]).sum())",
        (_P + "test_word_vectors.py",),
    ),
    Bug(
        "headlight/views/why_attention/gradients.py",
        'f"{name} from {below[0] + 1} on"',
        'f"{name} from {below[0]} on"',
        _MEANING,
    ),
    Bug(
        "headlight/views/why_attention/recurrence.py",
        "float(norms[start])))",
        "float(norms[end])))",
        (_P + "test_recurrence.py",),
    ),
    Bug("headlight/views/why_attention/scoring.py", '("MiB", 1 << 20)', '("MiB", 1 << 10)', _MEANING),
    Bug(
        "headlight/views/scaling/two_temperatures.py",
        "again, (1.0, state[OUTPUT])",
        "again, (1.0, state[ATTENTION])",
        (_P + "test_two_temperatures.py",),
    ),
    Bug(
        "transformer/readings/sharpness.py",
        "if scaled == change.scaled:\n        return",
        "if scaled != change.scaled:\n        return",
        (_P + "test_scaling.py::test_the_first_screen_shows_the_head_with_the_root_and_without",),
    ),
    Bug("headlight/frame/live_check.py", 'and not current("arithmetic")', "and False", (_U + "test_live_check.py",)),
    Bug("headlight/views/masking/effects.py", "np.diagonal(text, 1)", "np.diagonal(text)", (_P + "test_masking.py",)),
    # Pages
    Bug(
        "headlight/views/all_heads/all_heads.py",
        "says=words.strongest_look(trace, *head)",
        "says=words.strongest_look(trace, *reversed(head))",
        (_P + "test_all_heads.py::test_the_sentence_under_the_pattern_says_its_numbers",),
    ),
    Bug(
        "headlight/views/all_heads/all_heads.py",
        "next_words.likeliest(model, trace, temperature, count=8",
        "next_words.likeliest(model, trace, count=8",
        (_P + "test_all_heads.py::test_the_output_temperature_changes_the_next_word_alone",),
    ),
    Bug(
        "headlight/views/attention/attention.py",
        "says=says, selected=cell,",
        "says=says, selected=cell[::-1],",
        (_P + "test_attention.py::test_the_address_restores_head_and_cell",),
    ),
    Bug(
        "headlight/views/positions/positions.py",
        '"= residual": trace.layers[0].residual_in}',
        '"= residual": trace.layers[0].residual_out}',
        (_P + "test_positions.py::test_a_position_is_added_to_each_embedding",),
    ),
    Bug(
        "headlight/views/translate/decoding.py",
        'translators.forced("translate", text, french)',
        'translators.forced("translate", french, text)',
        (_P + "test_decoding.py::test_your_own_french_is_read_with_the_right_words_before_each",),
    ),
)
