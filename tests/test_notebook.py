"""What a notebook shows: the example runs from top to bottom, and a picture holds everything that it needs."""

import base64
import gzip
import json
import os
import re
import tomllib
from pathlib import Path
from xml.etree import ElementTree

import numpy as np
import pytest

from headlight import Shown, show, view
from headlight.reading.found import VARIABLE
from headlight.shown_heads import ShownHeads
from headlight.state.registry import views
from transformer import TextCutWarning, load, open_folder
from transformer.readings.loss import surprises

ROOT = Path(__file__).parent.parent
SVG = "{http://www.w3.org/2000/svg}"


@pytest.fixture(scope="module")
def trace():
    return load("story").trace("bear country </script><b>")


def values_of(notebook: Path) -> list:
    """The value that each cell of code ends with, None where it ends with a statement."""
    names, found = {}, []
    for cell in json.loads(notebook.read_text("utf-8"))["cells"]:
        if cell["cell_type"] == "code":
            *statements, last = "".join(cell["source"]).split("\n")
            try:
                value = compile(last, str(notebook), "eval")
            except SyntaxError:
                statements, value = [*statements, last], None
            exec("\n".join(statements), names)
            found.append(value and eval(value, names))
    return found


def test_the_example_notebook_shows_a_picture_and_what_its_words_say() -> None:
    nothing, picture, weight, before, after, across, french = values_of(ROOT / "docs" / "examples" / "one_trace.ipynb")
    assert nothing is None
    assert isinstance(picture, Shown)
    assert weight == pytest.approx(0.731, abs=0.001)
    assert before[0][0].strip() == "bear"
    assert "bear" not in [word.strip() for word, _ in after[:1]]
    assert dict(after)[" bear"] < 0.1 * dict(before)[" bear"]
    assert isinstance(across, Shown) and "voiture rouge" in french


def test_the_notebook_of_a_real_model_shows_what_its_words_say() -> None:
    nothing, picture, built, following, (layer, head, weight), (before, after), folder, refusal = values_of(
        ROOT / "docs" / "examples" / "real_model.ipynb"
    )
    assert nothing is None and isinstance(picture, Shown)
    assert built == {"heads": 9, "heads of keys": 3, "positions": "rotary", "norm": "rms"}
    assert following[0][0] == " Mary" and following[0][1] == pytest.approx(0.92, abs=0.005)
    assert (layer, head) == (18, 6) and weight == pytest.approx(0.77, abs=0.005)
    assert before == pytest.approx(3.99, abs=0.02) and after == pytest.approx(5.15, abs=0.02)
    assert isinstance(folder, Shown) and "config.json" in refusal


def test_what_there_is_more_of_layers_or_heads_runs_across(trace) -> None:
    deep = open_folder(os.environ[VARIABLE]).trace("bear")
    assert deep.plan.n_layers > deep.plan.n_heads
    for shown, lie in ((deep, b"Columns are layers, rows are heads."), (trace, b"Rows are layers, columns are heads.")):
        assert lie in ShownHeads(shown, (0, 0)).boards[0].message()


def test_of_a_translation_the_heads_are_shown_that_look_across() -> None:
    result = load("translate").translate("The red car")
    across = result.trace.cross
    message = ShownHeads(result.trace, (2, 1), model="translate", vectors=True).boards[1].message()
    length = int.from_bytes(message[:4], "little")
    rows, body = json.loads(message[4 : 4 + length])["rows"], message[4 + length :]
    pictures = {item["key"]: item for row in rows for column in row for item in column["items"] if "key" in item}
    for key, expected in {
        "pattern": across[2].pattern[1],
        "ribbons": across[2].pattern[1],
        "queries": across[2].queries[1],
        "keys": across[2].keys[1],
    }.items():
        sent = np.frombuffer(body[pictures[key]["start"] :][: pictures[key]["length"]], dtype="float32")
        np.testing.assert_array_equal(sent, expected.ravel())
    assert pictures["pattern"]["header"]["rows"] == [token.text.strip(" ") for token in result.trace.target]
    assert pictures["pattern"]["header"]["columns"] == [token.text.strip(" ") for token in result.trace.source]
    with pytest.raises(ValueError, match="no head 6 in layer 0: there are 3 layers of 6 heads"):
        show(result.trace, 0, 6)
    with pytest.raises(ValueError, match="no head 0 in layer 0: there are 0 layers of 0 heads"):
        show(load("translate-fixed").translate("The red car").trace)


def test_a_head_that_is_not_there_is_named(trace) -> None:
    for layer, head in ((6, 0), (0, 6), (-1, 0)):
        with pytest.raises(ValueError, match=f"no head {head} in layer {layer}: there are 6 layers of 6 heads"):
            show(trace, layer, head)


def test_a_page_fits_into_the_frame_of_a_notebook_whatever_the_text(trace) -> None:
    shown = show(trace)
    assert "</script><b>" not in shown.page
    assert shown._repr_html_().count('"') == 6, "the page is one attribute, which no quotation mark ends early"
    assert shown.page.count("</script>") == 2


def unpacked(page: str) -> dict:
    """The header of what a page holds."""
    whole = gzip.decompress(base64.b64decode(page.split('id="packed">')[1].split("<")[0]))
    return json.loads(whole[4 : 4 + int.from_bytes(whole[:4], "little")])


def test_a_page_holds_what_its_pictures_use_and_nothing_else(trace) -> None:
    held, across = (unpacked(show(each).page) for each in (trace, load("translate").translate("A car", beams=1).trace))
    assert held["styles"].keys() == {"board", "head_grid", "matrix", "lines"}
    assert across["styles"].keys() == {"board", "head_grid", "matrix", "alignment"}
    for each in (held, across):
        assert {f"headlight/{name}.js" for name in ("standalone", "shared", "around", "save", *each["styles"])} <= {
            *each["scripts"]
        }
    assert not {"headlight/looks.js", "headlight/presenter.js"} & (held["scripts"].keys() | across["scripts"].keys())


def test_a_page_of_all_heads_of_16_tokens_is_smaller_than_a_hundred_kilobytes() -> None:
    shown = show(load("story").trace("The hiking trail led us through bear country and then down to the river bank"))
    assert len(shown.page.encode()) < 100_000  # BertViz's model view of them has 271,526 and needs a network


def test_the_page_is_saved_as_it_is(trace, tmp_path: Path) -> None:
    shown = show(trace)
    assert shown.save(tmp_path / "bear.html").read_text("utf-8") == shown.page


def test_the_page_has_the_light_colours_of_the_app(trace) -> None:
    light = tomllib.loads((ROOT / ".streamlit" / "config.toml").read_text("utf-8"))["theme"]["light"]
    page = show(trace).page
    for name, ours in {"backgroundColor": "background-color", "secondaryBackgroundColor": "secondary-background-color",
                       "textColor": "text-color", "primaryColor": "primary-color"}.items():  # fmt: skip
        assert f"--st-{ours}: {light[name]};" in page


def test_a_view_is_drawn_by_its_address_with_its_numbers_and_sentences() -> None:
    shown, trace = view("attention", text="bear country", layer=3, head=1), load("story").trace("bear country")
    np.testing.assert_array_equal(shown.numbers("pattern"), trace.layers[2].pattern[0])
    np.testing.assert_array_equal(shown.numbers(), shown.numbers("pattern"))
    np.testing.assert_array_equal(shown.numbers("values")[:2], trace.layers[2].values[0])
    assert shown.says[0].startswith("country (position 1) gives 0.7331 of its attention to bear")
    assert shown.table("pattern").titles == ["", "bear", "country"]


def test_the_arithmetic_stands_below() -> None:
    flat, deep = (view("attention", text="bear country", deeper=deeper) for deeper in (False, True))
    assert deep.keys[: len(flat.keys)] == flat.keys and {"scores", "scaled", "score_formula"} <= {*deep.keys}
    assert "scores" not in flat.keys
    np.testing.assert_array_equal(deep.numbers(), flat.numbers())
    assert len(unpacked(flat.page)["boards"]) == 2 and len(unpacked(deep.page)["boards"]) == 3


def test_what_a_notebook_shows_of_a_value_is_one_short_line(trace) -> None:
    translated = load("translate").translate("The red car")
    for value in (
        *(trace, trace.layers[0], translated, translated.trace, translated.trace.cross[0], show(trace)),
        view("attention", text="bear country " * 20),
    ):
        assert "\n" not in repr(value) and len(repr(value)) < 500, repr(value)[:200]
    assert repr(view("attention", text="bear")) == "<Shown attention?text=bear: hero, pattern, mix, queries, values>"
    assert repr(trace) == "Trace('bear country </script><b>', 11 tokens, 6 layers of 6 heads)"


def test_a_notebook_without_scripts_has_a_still_picture_and_the_sentences(trace) -> None:
    shown = view("attention", text="bear country")
    bundle = shown._repr_mimebundle_()
    assert [*bundle] == ["text/html", "text/plain", "image/svg+xml"] and bundle["text/html"] == shown._repr_html_()
    assert bundle["text/plain"].splitlines() == ["One head · Headlight", *shown.says]
    image = ElementTree.fromstring(bundle["image/svg+xml"])
    assert {"country", "0.20"} & {"".join(text.itertext()) for text in image.iter(f"{SVG}text")}
    assert ElementTree.fromstring(show(trace)._repr_mimebundle_(include=["image/svg+xml"])["image/svg+xml"]) is not None
    assert [*view("block")._repr_mimebundle_()] == ["text/html", "text/plain"], "curves have no still picture"
    with pytest.warns(TextCutWarning):
        cut = view("attention", text="bear " * 200)
    assert "This model reads 128 tokens at a time" in cut._repr_mimebundle_()["text/plain"]


def test_every_still_picture_of_every_view_is_well_formed_and_small() -> None:
    for name, found in views().items():
        if found.draw:
            written = view(name)._repr_mimebundle_() if name != "real" else view(name, text="bear")._repr_mimebundle_()
            if image := written.get("image/svg+xml"):
                ElementTree.fromstring(image)
                assert len(image) < 100_000 and "var(" not in image and "foreignObject" not in image, name


def test_no_picture_that_shows_numbers_gives_an_empty_array() -> None:
    bits = surprises(load("story").trace("She bears the pain"))
    np.testing.assert_array_equal(
        view("surprise", text="She bears the pain").numbers(), bits.astype(np.float32)[:, None]
    )
    for name, found in views().items():
        if not found.draw:
            continue
        shown = view(name, deeper=True) if name != "real" else view(name, text="bear")
        assert shown.numbers().size, name
        for key in shown.keys:
            try:
                assert shown.numbers(key).size
            except ValueError as error:
                assert str(error).endswith(("words alone: its `table` has them.", "."))
                table = shown.table(key).cells if "words alone" in str(error) else []
                cells = [str(cell) for row in table for cell in row[1:]]
                assert not [cell for cell in cells if re.fullmatch(r"[+−-]?\d+\.\d+( bits)?", cell)]


def test_a_trace_that_is_shown_has_its_numbers_too(trace) -> None:
    np.testing.assert_array_equal(show(trace, 2, 0).numbers("pattern"), trace.layers[2].pattern[0])


def test_what_cannot_be_shown_is_said_in_a_sentence() -> None:
    with pytest.raises(ValueError, match="There is no view 'atention'"):
        view("atention")
    with pytest.raises(ValueError, match="attention has no 'laier'"):
        view("attention", laier=3)
    with pytest.raises(ValueError, match="layer=7 cannot be: of story the last layer is 6"):
        view("attention", layer=7)
    with pytest.raises(ValueError, match="glossary is a list to read: the app alone can show it"):
        view("glossary")
    with pytest.raises(ValueError, match="learning goes on by itself or step by step"):
        view("learning")
    with pytest.raises(ValueError, match="'score_formula' has no numbers: it is a formula"):
        view("attention", deeper=True).numbers("score_formula")
    with pytest.raises(ValueError, match="Cannot write a name without an end"):
        view("attention").save("bear")
