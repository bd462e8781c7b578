"""What a notebook shows: the example runs from top to bottom, and a picture holds everything that it needs."""

import base64
import gzip
import json
import os
import re
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import numpy as np
import pytest

from headlight import Shown, live, open, show, view
from headlight.outside.shown_heads import ShownHeads
from headlight.pictures.svg import svg
from headlight.reading.real_models import VARIABLE
from headlight.state.registry import views
from tests.sampled import sampled
from transformer import TextCutWarning, load, open_folder
from transformer.readings.loss import surprises

ROOT = Path(__file__).parent.parent
EXAMPLES = ROOT / "docs" / "examples"
SVG = "{http://www.w3.org/2000/svg}"


@pytest.fixture(scope="module")
def trace():
    return load("story").trace("bear country </script><b>")


def values_of(file: Path) -> list:
    """The value that each cell of code ends with, None where it ends with a statement."""
    names, found = {}, []
    for cell in json.loads(file.read_text("utf-8"))["cells"]:
        if cell["cell_type"] == "code":
            *statements, last = "".join(cell["source"]).split("\n")
            try:
                value = compile(last, str(file), "eval")
            except SyntaxError:
                statements, value = [*statements, last], None
            exec("\n".join(statements), names)
            found.append(value and eval(value, names))
    return found


def of_example(name: str) -> list:
    return values_of(EXAMPLES / f"{name}.ipynb")


def test_six_notebooks_of_ten_lines_give_what_their_words_say() -> None:
    following, ranks, picture, last = of_example("next_word")
    assert following[0][0] == " queen" and ranks == [1611, 761, 587, 230, 10, 1, 1]
    assert picture.head == (3, 2) and picture.word == 3 and last == [0.0, 0.98, 0.01, 0.0]
    found, (head, most, total), picture = of_example("who_wrote_it")
    assert found == ("look", (3, 2), "king") and (head, most, total) == ([3, 2], 2.09, 4.2) and picture.head == (3, 2)
    nothing, queen, changed = of_example("switched_off")
    assert nothing is None and queen == [0.59, 0.24] and changed[0] == (" queen", -0.35)
    before, places, after = of_example("patched")
    assert before != after == " queen" and places == ["king"] * 4 + ["the"] * 2
    (layer, head, weight), picture = of_example("kinds_of_heads")
    assert weight > 0.2 and picture.head == (layer, head)
    weights = picture.numbers("pattern")
    assert np.diagonal(weights, -1).mean() > 1.5 * np.mean(1 / np.arange(2, 1 + len(weights))), "more than by chance"
    french, picture, shape = of_example("translation")
    assert "voiture rouge" in french and "ribbons" in picture.keys and picture.numbers("pattern").shape == shape


def test_the_notebook_of_a_real_model_shows_what_its_words_say() -> None:
    nothing, picture, built, following, (layer, head, weight), (before, after), folder, refusal = of_example(
        "real_model"
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
    assert shown.page.count("</script>") == 3


def unpacked(page: str) -> dict:
    """The scripts and styles that a page holds, and the header of its boards."""
    parts = dict[str, Any]()
    for name in ("scripts", "boards"):
        whole = gzip.decompress(base64.b64decode(page.split(f'id="{name}">')[1].split("<")[0]))
        parts |= json.loads(whole[4 : 4 + int.from_bytes(whole[:4], "little")])
    return parts


def test_a_page_of_all_heads_of_16_tokens_is_smaller_than_a_hundred_kilobytes() -> None:
    shown = show(load("story").trace("The hiking trail led us through bear country and then down to the river bank"))
    assert len(shown.page.encode()) < 100_000  # BertViz's model view of them has 271,526 and needs a network


def test_the_page_is_saved_as_it_is_and_a_tilde_is_the_home(trace, tmp_path: Path, monkeypatch) -> None:
    monkeypatch.setenv("HOME", str(tmp_path))
    shown = show(trace)
    assert shown.save(tmp_path / "bear.html").read_text("utf-8") == shown.page
    for saved, name in ((shown.save("~/own.html"), "own.html"), (live("~/live.html"), "live.html")):
        assert saved == tmp_path / name and saved.is_file()


def test_a_view_is_drawn_by_its_address_with_its_numbers_and_sentences() -> None:
    shown, trace = view("attention", text="bear country", layer=3, head=1), load("story").trace("bear country")
    np.testing.assert_array_equal(shown.numbers("pattern"), trace.layers[2].pattern[0])
    np.testing.assert_array_equal(shown.numbers(), shown.numbers("pattern"))
    np.testing.assert_array_equal(shown.numbers("values")[:2], trace.layers[2].values[0])
    assert shown.says == ["country gives 73% of its attention to bear."]
    assert shown.table("pattern").titles == ["query \\ key", "bear", "country"]


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


@pytest.mark.parametrize("every", sampled([4, 1], [4]))
def test_every_still_picture_is_well_formed_and_small_and_no_picture_that_shows_numbers_gives_an_empty_array(
    every: int,
) -> None:
    """`make test` draws every fourth view."""
    bits = surprises(load("story").trace("She bears the pain"))
    np.testing.assert_array_equal(
        view("surprise", text="She bears the pain").numbers(), bits.astype(np.float32)[:, None]
    )
    for name in [name for name, found in views().items() if found.draw][::every]:
        shown = view(name, deeper=True) if name != "real" else view(name, text="bear")
        if image := shown._repr_mimebundle_().get("image/svg+xml"):
            ElementTree.fromstring(image)
            assert len(image) < 100_000 and "var(" not in image and "foreignObject" not in image, name
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
    with pytest.raises(ValueError, match="look_up is a list to read: the app alone can show it"):
        view("look_up")
    with pytest.raises(ValueError, match="learning goes on by itself or step by step"):
        view("learning")
    with pytest.raises(ValueError, match="'score_formula' has no numbers: it is a formula"):
        view("attention", deeper=True).numbers("score_formula")
    with pytest.raises(ValueError, match="Cannot write a name without an end"):
        view("attention").save("bear")


def test_what_is_chosen_in_the_cell_is_chosen_in_python_and_the_other_way_round() -> None:
    run = open("story").run("The hiking trail led us through bear country")
    shown, seen = run.show(2, 0), list[tuple]()
    shown.on_change(lambda shown: seen.append((shown.head, shown.word, shown.values["temperature"])))
    widget = shown.widget
    widget.head, widget.word, widget.values = [3, 1], 4, {"temperature": 0.5}  # as the browser sets them
    np.testing.assert_array_equal(
        shown.numbers("pattern"), run.model.changed(temperature=0.5).run(run.trace.text).patterns[3, 1]
    )
    shown.head, shown.word = np.array((5, 4)), None
    shown.set(temperature=None)
    assert seen == [
        *(((3, 1), None, 1.0), ((3, 1), 4, 1.0), ((3, 1), 4, 0.5)),
        *(((5, 4), 4, 0.5), ((5, 4), None, 0.5), ((5, 4), None, 1.0)),
    ]
    assert (widget.head, widget.word, widget.values) == ([5, 4], None, {"temperature": 1.0})
    np.testing.assert_array_equal(shown.numbers("pattern"), run.patterns[5, 4])
    before = len(seen)
    shown.head, widget.head = (5, 4), [5, 4]
    assert len(seen) == before, "nothing else was chosen"


def test_what_cannot_be_chosen_changes_nothing() -> None:
    shown = open("story").run("bear country").show(2, 0)
    widget = shown.widget
    with pytest.raises(ValueError, match="no head 9 in layer 9: there are 6 layers of 6 heads"):
        shown.head = (9, 9)
    with pytest.raises(ValueError, match="no token at 2: there are 2 tokens, from 0"):
        shown.word = 2
    across = ShownHeads(load("translate").translate("They went home yesterday").trace, (0, 0))
    last = len(across.of.looking) - 1
    assert across.looking(None, last).word == last
    with pytest.raises(ValueError, match=f"no token at {last + 1}"):
        across.looking(None, last + 1)
    with pytest.raises(ValueError, match=r"There is no slider .top_k.\. There is temperature\."):
        shown.set(top_k=3)
    with pytest.raises(ValueError, match="attention temperature must be above 0"):
        shown.set(temperature=0)
    for head, word in ((5, None), ((1.5, 0), None), ((2, 0), 1.5)):
        with pytest.raises(ValueError, match="whole number"):
            shown._source.looking(head, word)
    with pytest.raises(ValueError, match=re.escape("none of a trace alone: show a run, as run.show()")):
        show(shown._source.trace).set(temperature=0.5)
    with pytest.raises(ValueError, match="this view shows one head"):
        view("attention", text="bear country").head = None
    assert (shown.head, shown.word, widget.head, widget.word) == ((2, 0), None, [2, 0], None)


def test_a_view_is_turned_by_the_sliders_of_its_dials_and_by_what_is_chosen_in_it() -> None:
    shown = view("attention", text="bear country", layer=3, head=1)
    assert shown.head == (2, 0) and [each.key for each in shown._source.sliders] == ["layer", "head"]
    shown.widget.values = {"layer": 6, "head": 1}
    assert shown.head == (5, 0) and shown.widget.head == [5, 0]
    shown.head = np.array((2, 0))
    assert shown.widget.values == {"layer": 3, "head": 1}
    shown._told(0, "pattern", [0, 0])
    assert shown.word == 0 and "bear (position 0)" in shown.says[1]
    shown.word = 1
    assert shown.values["key_position"] is None, "which was chosen in the row of another word"
    shown.set(text="The red car")
    np.testing.assert_array_equal(shown.numbers("pattern"), load("story").trace("The red car").layers[2].pattern[0])
    with pytest.raises(ValueError, match="layer=7 cannot be: of story the last layer is 6"):
        shown.head = (6, 0)


def test_a_kernel_shows_the_widget_and_keeps_what_is_read_without_one(trace, monkeypatch: pytest.MonkeyPatch) -> None:
    import IPython

    shown = show(trace)
    still = shown._repr_mimebundle_()
    monkeypatch.setattr(IPython, "get_ipython", lambda: type("Shell", (), {"kernel": None})())
    live = shown._repr_mimebundle_()
    assert live.keys() - still.keys() == {"application/vnd.jupyter.widget-view+json"}
    assert {kind: live[kind] for kind in still} == still
    monkeypatch.setattr("headlight.outside.shown.find_spec", lambda name: None)
    assert shown._repr_mimebundle_() == still and shown._mime_() == ("text/html", shown._repr_html_())


@pytest.mark.parametrize(("first", "named"), [(0, "Layer 2, head 3"), (1, "Layer 3, head 4")])
def test_layers_and_heads_count_from_0_where_it_is_asked(trace, first: int, named: str) -> None:
    shown = show(trace, 2, 3, counts_from=first)
    message = shown.boards[1].message().decode("utf-8", "replace")
    assert named in message and f"Pattern of {named[0].lower()}{named[1:]}:" in message
    assert f"Chosen: {named[0].lower()}{named[1:]}." in shown.boards[0].drawn("heads").header["alt"]
    rows = shown.table("heads").cells
    assert rows[0][:2] == [first, first] and rows[-1][:2] == [first + 5, first + 5]
    assert f">{first}.{first}<" in svg(shown.boards[0].drawn("heads"), "")
