"""A text that is longer than a model reads warns the line that asked for it, and never the app."""

import subprocess
import sys
import warnings
from pathlib import Path

import pytest

from tests.transformer.real.kinds import ENCODER_DECODERS, KINDS, randomized, written
from transformer import TextCutWarning, load, open_folder, open_translator

LONG = "bear " * 400


def test_a_cut_text_warns_with_its_numbers() -> None:
    with pytest.warns(TextCutWarning, match=r"The text is cut after (\d+) tokens: the \d+ that follow") as caught:
        trace = load("story").trace(LONG)
    assert f"after {len(trace.tokens)} tokens: the {trace.dropped} that" in str(caught[0].message)
    assert Path(__file__).parents[1] in Path(caught[0].filename).parents, "it is at the line that asked"


def test_a_real_model_warns(tmp_path) -> None:
    with pytest.warns(TextCutWarning, match="after 61 tokens"):
        open_folder(written(randomized(KINDS["bert"]()), tmp_path / "bert")).trace(LONG)


@pytest.mark.parametrize("name", ["translate", "translate-additive"])
def test_a_translator_warns_of_each_side(name) -> None:
    translator = load(name)
    with pytest.warns(TextCutWarning):
        translator.trace(LONG, "ours")
    with pytest.warns(TextCutWarning):
        translator.trace("bear", LONG)


def test_a_translation_warns() -> None:
    translator = load("translate")
    with pytest.warns(TextCutWarning):
        translator.translate(LONG, beams=1)


def test_an_opened_translator_warns_of_each_side(tmp_path) -> None:
    model = open_translator(written(randomized(ENCODER_DECODERS["marian"]()), tmp_path / "marian"), max_tokens=11)
    for source, target in ((LONG, "ours"), ("bear", LONG)):
        with pytest.warns(TextCutWarning):
            model.trace(source, target)


@pytest.mark.study
def test_the_warning_is_at_the_line_that_asked_for_the_trace_and_the_app_which_says_so_on_the_screen_has_none() -> None:
    asked = f"load('story').trace({LONG!r})\nhl.open('story').run(['bear', {LONG!r}])"
    code = f"import headlight as hl; from transformer import load\n{asked}\nimport app\n{asked}"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)
    assert done.returncode == 0
    for line in (2, 3):
        assert f"<string>:{line}: TextCutWarning: The text is cut after" in done.stderr
    assert done.stderr.count("TextCutWarning") == 2


def test_a_text_that_fits_does_not_warn() -> None:
    with warnings.catch_warnings(action="error"):
        load("story").trace("bear country")
