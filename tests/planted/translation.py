"""Bugs in what the pages say of translations: alignments, beams, heads across, one weight taken apart."""

from tests.planted.bug import Bug

_U, _P = "tests/frame/", "tests/pages/"
_TRANSLATION = (_U + "test_sentences_of_translation.py",)
BUGS = (
    Bug(
        "headlight/views/translate/translators.py",
        "math.exp(-trace.losses.mean())",
        "math.exp(-trace.losses.sum())",
        _TRANSLATION,
    ),
    Bug(
        "headlight/views/translate/measured.py",
        "if not isinstance(value, Real):",
        "if value is None:",
        (_P + "test_failures.py",),
    ),
    Bug("headlight/views/translate/translators.py", "if not forced:", "if forced:", _TRANSLATION),
    Bug(
        "headlight/views/translate/translators.py",
        "math.exp(-trace.losses.mean())",
        "math.exp(-trace.losses.sum())",
        _TRANSLATION,
    ),
    Bug("headlight/views/translate/translators.py", "if not forced:", "if forced:", _TRANSLATION),
    Bug(
        "headlight/views/translate/translators.py",
        "picture.weights[:-1].argmax(1) ==",
        "picture.weights[:-1].argmin(1) ==",
        _TRANSLATION,
    ),
    Bug(
        "headlight/views/translate/encoder_decoder.py",
        'length = len(trace.source if at.side == "encoder" else',
        'length = len(trace.source if at.side == "decoder" else',
        _TRANSLATION,
    ),
    Bug(
        "headlight/views/translate/encoder_decoder.py",
        "int(self.number) - 1",
        "int(self.number) - 2",
        (_P + "test_encoder_decoder.py::test_a_box_holds_what_was_computed",),
    ),
    Bug(
        "headlight/views/translate/cross.py",
        "source=[*names[0][:-1], END],\n        target=[*names[1][:-1], END],",
        "source=[*names[1][:-1], END],\n        target=[*names[0][:-1], END],",
        _TRANSLATION,
    ),
    Bug(
        "headlight/views/translate/cross.py",
        "column < links[run[-1]]",
        "column > links[run[-1]]",
        (_U + "test_translation.py::test_the_longest_turn_is_found",),
    ),
    Bug(
        "headlight/views/translate/cross.py",
        "if picture.weights[row, column] >= _CLEAR\n",
        "if picture.weights[row, column] >= 0.1 * _CLEAR\n",
        (_U + "test_translation.py",),
    ),
    Bug(
        "headlight/views/translate/cross.py",
        "words[place].isalpha() and ",
        "",
        _TRANSLATION,
    ),
    Bug(
        "headlight/views/translate/cross.py",
        '("Columns: French, rows: English", "column")',
        '("Columns: English, rows: French", "column")',
        _TRANSLATION,
    ),
    Bug("headlight/views/translate/cross_heads.py", "math.exp(found.entropy)", "found.entropy", _TRANSLATION),
    Bug("headlight/views/translate/cross_heads.py", "{found.end_mark:.0%}", "{found.writing:.0%}", _TRANSLATION),
    Bug(
        "headlight/views/translate/decode.py",
        "[:, None] < now, pattern, np.nan)",
        "[:, None] <= now, pattern, np.nan)",
        (_P + "test_decoding.py::test_a_step_shows_what_the_translator_computed",),
    ),
    Bug(
        "headlight/views/translate/decode.py",
        "shares=[1.0 if place < now else 0.0",
        "shares=[1.0 if place <= now else 0.0",
        _TRANSLATION,
    ),
    Bug(
        "headlight/views/translate/decode.py",
        "if other.log_probability > one.log_probability",
        "if other.log_probability < one.log_probability",
        _TRANSLATION,
    ),
    Bug(
        "headlight/views/translate/decode.py",
        "its own translation has {own.word_losses.sum():.2f}",
        "its own translation has {given.word_losses.sum():.2f}",
        _TRANSLATION,
    ),
    Bug(
        "headlight/views/translate/decode.py",
        "(word(trace.target[now - 1].text), True)",
        "(word(trace.inputs[now - 1].text), True)",
        _TRANSLATION,
    ),
    Bug(
        "headlight/views/translate/translate.py",
        "{query @ key:.4f}",
        "{query @ query:.4f}",
        (_P + "test_translate.py::test_one_weight_is_taken_apart",),
    ),
    Bug(
        "headlight/views/translate/translation_remarks.py",
        "best.log_probability / len(best.ids)",
        "best.log_probability / len(result.source)",
        (_U + "test_translation.py::test_a_plain_sentence_needs_no_remark",),
    ),
    Bug(
        "headlight/views/translate/translation_remarks.py",
        "Read: {_pieces(len(result.source) - 1)}",
        "Read: {_pieces(len(result.source))}",
        _TRANSLATION,
    ),
)
