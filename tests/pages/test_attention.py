"""One head and its shapes: whatever is typed or asked for, it is shown, and one click deeper one number taken apart."""

import json

import pytest

from headlight.reading import reader
from tests.draw import Drawing, draw
from tests.statements import lesson
from transformer.bundled.folders import MODELS


def look(shown: Drawing) -> str:
    """The sentence on the chosen cell."""
    return "".join(words for words, _ in shown.payload("look")["pieces"])


def deeper(**address: str | int) -> Drawing:
    """The view with its arithmetic."""
    return draw("attention", deeper=True, arithmetic=True, **address)


def test_a_masked_cell_says_that_it_is_masked() -> None:
    shown = deeper(text="bear country", query=0, key_position=1)
    assert "may not attend to" in look(shown)
    assert "masked =−∞" in shown.formula("weight_formula")


def test_why_it_looks_there_is_told_by_what_query_and_key_are_made_of() -> None:
    text = "The hiking trail led us through bear country"
    shown, said = deeper(text=text, layer=3, head=1, query=7, key_position=6), lesson("attention")
    row = reader.loaded().trace(text).layers[2].scores[0, 7].astype(float)
    above, header = row[6] - row.mean(), shown.payload("why")
    assert shown.numbers("why").sum() == pytest.approx(above, abs=1e-3)
    assert "word" in header["rows"] and header["rows"][-1] == "11 others"
    terms = shown.numbers("why").reshape(len(header["rows"]), -1)
    largest, second = sorted(terms.ravel())[-1:-3:-1]
    assert shown.says("why").startswith(f"Largest, +{largest:.2f}: in country (7) the word, in bear (6) the word")
    assert f"{above:.2f} above the mean of its row. The largest term, {largest:.2f}, is plain" in said
    assert terms[header["rows"].index("FFN of layer 1"), header["columns"].index("word")] == pytest.approx(second)
    assert f"Next comes {second:.2f}" in said
    head = header["rows"].index("layer 1, head 4")
    assert shown.chosen("why", [head, 0]) == {"layer": 1, "head": 4, "query": 7, "key_position": None}
    assert shown.chosen("why", [0, 0]) == {}
    of_a_head = deeper(text=text, layer=3, head=2, query=6, key_position=3)
    assert "in bear (6) layer 1, head 4, in led (3) the word" in of_a_head.says("why")
    assert any("nothing to explain" in note for note in deeper(text="bear country", query=0, key_position=0).notes)


def test_a_value_of_weight_zero_says_that_nothing_arrives() -> None:
    shown = deeper(text="bear country", query=0, key_position=1)
    assert any(note.startswith("The weight is 0") for note in shown.notes)


def test_the_shapes_are_those_of_the_sentence_and_of_a_batch_of_training() -> None:
    shown = draw("by_hand", deeper=True, text="the bear saw the bear")
    table = {column["name"]: [cell[0] for cell in column["cells"]] for column in shown.payload("shapes")["columns"]}
    settings = json.loads((MODELS / "story" / "training.json").read_text("utf-8"))["settings"]
    rows, longest = settings["rows_per_step"], settings["config"]["max_tokens"]
    pattern = table["array"].index("scores, scaled, masked, pattern")
    assert table["axes"][pattern] == "B × h × n × n"
    assert table["your sentence, B = 1"][pattern] == "1 × 6 × 5 × 5"
    assert table[f"in training, B = {rows}"][pattern] == f"{rows} × 6 × {longest} × {longest}"
    assert f"${rows} \\times 6 \\times {longest} \\times {longest}$" in lesson("by_hand")
