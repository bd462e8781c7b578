"""Lines of the reader's own: what can be read of them, what cannot is named, and pairs without a rule are memorised."""

import torch
from torch import Generator

from transformer.learning import own
from transformer.learning.plans import untouched
from transformer.learning.run import Training

WORDS = ("bear", "tree", "river", "house", "stone", "train", "salt", "iron", "hill", "road")
CODES = ("qx", "zw", "vy", "jk", "xz", "wq", "yv", "kj", "xx", "qq")


def test_lines_are_read_and_bad_ones_are_named() -> None:
    text = "A b -> BA\n\n x→y\n-> z\nq ->\nno arrow\nab -> other\nab -> ba\n" + "a" * 25 + " -> b\na· -> b"
    lines = own.read(text)
    assert lines.pairs == (("ab", "ba"), ("x", "y"))
    assert lines.refused == (
        "Line 4 has nothing before its arrow.",
        "Line 5 has nothing after its arrow.",
        "Line 6 has no arrow ->.",
        "Line 7 gives another output for an input that came before.",
        "Line 9 is too long: 24 characters on each side are read.",
        "Line 10 has a character that the bench writes itself, → or ·.",
    )
    many = own.read("\n".join(f"{number} -> {number + 1}" for number in range(203)))
    assert len(many.pairs) == 200
    assert many.refused[0] == "Line 201 is past the 200 that are read." and len(many.refused) == 3


def test_rows_hold_input_arrow_output_and_end_and_every_fifth_line_is_kept_for_the_test() -> None:
    task = own.task(tuple(zip(WORDS, CODES, strict=True)))
    tested = task.test(100, Generator())
    assert [task.alphabet.written(ids).rstrip("·") for ids in tested.ids] == ["stone→xz", "road→qq"]
    assert [
        [task.alphabet.signs[id] for id in ids[said]] for ids, said in zip(tested.ids, tested.answers, strict=True)
    ] == [[*"xz·"], [*"qq·"]]
    trained = task.draw(200, Generator().manual_seed(0))
    seen = {task.alphabet.written(ids).partition("→")[0] for ids in trained.ids}
    assert seen == {*WORDS} - {"stone", "road"}
    assert torch.equal(own.task((("ab", "ba"),)).test(1, Generator()).ids[0, :5], torch.tensor([0, 1, 2, 1, 0]))


def test_fewer_than_ten_lines_are_all_trained_on_and_the_task_says_so() -> None:
    pairs = tuple(zip(WORDS, CODES, strict=True))
    few, many = own.task(pairs[:9]), own.task(pairs)
    assert few.tested_on == "of your own lines, all of which it trains on,"
    assert many.tested_on == "of your own lines, which it never trains on,"
    trained = {tuple(ids) for ids in few.draw(500, Generator().manual_seed(0)).ids.tolist()}
    assert trained == {tuple(ids) for ids in few.test(100, Generator()).ids.tolist()} and len(trained) == 9


def test_pairs_without_a_rule_are_memorised_and_not_guessed() -> None:
    task = own.task(tuple(zip(WORDS, CODES, strict=True)))
    training = Training(untouched(task), 0)
    last = training.advance(60)
    losses = training.advance(10).batch_loss
    model = training.model()
    assert losses < 0.05 and last.accuracy < 0.7
    assert [model.write(f"{word}→", until=own.END) for word in ("bear", "river")] == ["qx", "vy"]
    assert model.write("stone→", until=own.END) != "xz"
