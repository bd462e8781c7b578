"""French step by step: each step with the numbers of the translator, calm with any French and any address."""

from headlight.pages.translate import beam
from headlight.parts import translators
from tests.draw import draw
from tests.pages.screen import dial, headings, opened, payload

TEXT = "The red car"


def test_the_step_ends_where_the_french_does_and_a_word_chooses_it() -> None:
    steps = len(translators.main().translate(TEXT, 1).trace.target)
    for drawn in (draw("translate", english=TEXT), draw("translate", english=TEXT, step=96)):
        assert drawn.payload("ribbons")["written"] is None and drawn.payload("ribbons")["says"], "all of it"
        assert f"Step {steps} of {steps}: (end)" in drawn.titles
    assert draw("translate", english=TEXT, step=3).chosen("ribbons", 1) == {"step": 2}
    page = opened("translate", english=TEXT, step="96")
    assert dial(page, "step") == str(steps)


def test_while_it_is_written_it_is_drawn_in_tokens_or_in_words_that_are_whole() -> None:
    english = "The agreement on the European Economic Area"
    trace = translators.translated("translate", english).trace
    by_token = draw("translate", english=english, step=2).payload("ribbons")
    assert len(by_token["target"]) == len(trace.target) and by_token["written"] == 2
    for step in range(1, len(trace.target)):
        by_word = draw("translate", english=english, step=step, labels="words").payload("ribbons")
        assert by_word["written"] == max(1, sum(word.tokens[-1] < step for word in trace.target_words))


def test_the_beam_is_that_of_the_search() -> None:
    page = opened("translate", english=TEXT, step="1", beams="3", arithmetic="true")
    wide = translators.main().translate(TEXT, 3)
    branches = payload(page, "beam")["branches"]
    kept = [candidate for candidate in wide.steps[0].candidates if candidate.fate != "dropped"]
    assert [branch["probability"] for branch in branches] == [candidate.probability for candidate in kept]
    assert len(kept) == 3 and {branch["fate"] for branch in branches} == {"alive"}


def test_the_tree_unfolds_step_by_step_and_what_nothing_goes_on_from_is_a_dead_end() -> None:
    english = "The red car is in front of the old house."
    wide = translators.main().translate(english, 3)
    before: list[dict] = []
    for step in range(1, len(wide.steps) + 1):
        every, shown = beam.tree(wide, step)
        lines: list[str] = []
        for branch in every:
            lines.append(("" if branch.parent is None else f"{lines[branch.parent]} ") + branch.token)
        now = [{"line": line, **branch._asdict()} for line, branch in zip(lines, every, strict=True)][:shown]
        assert [each["line"] for each in now[: len(before)]] == [each["line"] for each in before], "those there stay"
        last = [each for each in now if each["line"].count(" ") == step - 1]
        assert 1 <= len(last) <= 6 and all(each["fate"] != "dead" for each in last), "three, and what has ended"
        parents = {each["parent"] for each in now}
        leaves = [each for place, each in enumerate(now) if place not in parents]
        assert all(each in last or each["fate"] in ("dead", "ended", "best") for each in leaves)
        dead = {place for place, each in enumerate(now) if each["fate"] == "dead"}
        assert all(place in dead for place in range(shown) if now[place]["parent"] in dead), "a dead end stays dead"
        before = now
    best = [each["token"] for each in before if each["fate"] == "best"]
    assert len(best) == len(wide.hypotheses[0].ids) and best[-1] == "(end)"
    assert any(each["fate"] == "dead" for each in before)


def test_your_own_french_is_read_with_the_right_words_before_each() -> None:
    page = opened("translate", english=TEXT, french="La voiture verte", arithmetic="true")
    trace = translators.main().trace(TEXT, "La voiture verte")
    chips = payload(page, "losses")["tokens"]
    assert [chip["text"] for chip in chips] == ["La", "voiture", "verte", "(end)"]
    assert [chip["note"] for chip in chips] == [f"{cost:.2f}" for cost in trace.word_losses]
    assert any(f"{trace.word_losses.sum():.2f} in all" in heading for heading in headings(page))
