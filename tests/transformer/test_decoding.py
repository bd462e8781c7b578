"""Beam search on a made-up model whose probabilities are known, and on tiny translators."""

from dataclasses import dataclass
from itertools import product

import numpy as np
import pytest
import torch

from tests.transformer.stages import randomize
from tests.transformer.test_seq2seq import SIZES
from transformer.decoding import LONGEST_PERIOD, REPEATS, Hypothesis, is_repeating, search
from transformer.recurrent import RecurrentConfig, RecurrentTranslator
from transformer.seq2seq import Seq2Seq

END, BEGIN = 0, 1


@dataclass(frozen=True)
class Known:
    """The state of a KnownModel: what has been read in each row."""

    read: tuple[tuple[int, ...], ...]

    def select(self, rows):
        return Known(tuple(self.read[row] for row in rows.tolist()))


class KnownModel:
    """Gives after each beginning the probabilities of a table; what is not in it ends for sure."""

    def __init__(self, table: dict[tuple[int, ...], dict[int, float]], n_vocab: int = 7) -> None:
        self.table, self.n_vocab = table, n_vocab

    def begin(self, source):
        return Known(((),) * len(source))

    def step(self, state, ids):
        read = tuple((*before, id) for before, id in zip(state.read, ids.tolist(), strict=True))
        rows = torch.zeros(len(read), self.n_vocab)
        for row, beginning in enumerate(read):
            for id, probability in self.table.get(beginning[1:], {END: 1.0}).items():
                rows[row, id] = probability
        return rows.log(), Known(read)


# Greedy takes 2 (0.5) and must go on with 0.3 and less; the best whole translation begins with 3.
GARDEN_PATH = KnownModel({(): {2: 0.5, 3: 0.4, 4: 0.1}, (2,): {5: 0.3, 6: 0.3, 4: 0.4}, (3,): {5: 0.9, 6: 0.1}})


def found(model, beams, longest=20, source=(3, 4), never=frozenset(), **more):
    known = {"begin_id": BEGIN, "end_id": END, "never": never}
    return search(model, list(source), beams=beams, longest=longest, **known, **more)


def test_one_beam_takes_the_likeliest_token_each_time():
    result = found(GARDEN_PATH, 1)
    assert result.best.ids == (2, 4, END)
    assert result.best.log_probability == pytest.approx(np.log(0.5 * 0.4))
    assert result.best.ending == "end"


def test_two_beams_find_the_likelier_translation():
    result = found(GARDEN_PATH, 2)
    assert result.best.ids == (3, 5, END)
    assert result.best.log_probability == pytest.approx(np.log(0.4 * 0.9))
    assert [each.ids for each in result.hypotheses] == [(3, 5, END), (2, 4, END)]


def test_a_search_can_be_ended_between_two_steps():
    seen = []

    def between():
        seen.append(None)
        if len(seen) == 2:
            raise InterruptedError

    with pytest.raises(InterruptedError):
        found(GARDEN_PATH, 2, between=between)
    result = found(GARDEN_PATH, 2, between=lambda: seen.append(None))
    assert result == found(GARDEN_PATH, 2) and len(seen) == 2 + len(result.steps)


def test_each_step_shows_what_was_held_kept_and_dropped():
    first, second, third = found(GARDEN_PATH, 2).steps
    assert first.hypotheses == (Hypothesis(),)
    assert [(each.parent, each.id, each.fate) for each in first.candidates[:3]] == [
        (0, 2, "kept"),
        (0, 3, "kept"),
        (0, 4, "dropped"),
    ]
    assert [each.ids for each in second.hypotheses] == [(2,), (3,)]
    assert [(each.parent, each.id, each.fate) for each in second.candidates] == [
        (1, 5, "kept"),
        (0, 4, "kept"),
        (0, 5, "dropped"),
        (0, 6, "dropped"),
    ]
    assert second.candidates[0].probability == pytest.approx(0.9)
    assert second.candidates[0].log_probability == pytest.approx(np.log(0.36))
    assert [each.fate for each in third.candidates[:2]] == ["ended", "ended"]


def test_a_wide_enough_beam_finds_the_best_of_all():
    random = np.random.default_rng(3)
    table: dict = {}
    for length in range(3):
        for beginning in product(range(2, 7), repeat=length):
            table[beginning] = dict(zip(range(2, 7), random.dirichlet(np.ones(5)), strict=True))
    everything = {
        ids: np.prod([table[ids[:place]][id] for place, id in enumerate(ids)]) for ids in product(range(2, 7), repeat=3)
    }
    best = max(everything, key=everything.__getitem__)
    result = found(KnownModel(table), 150)
    assert result.best.ids == (*best, END)
    assert result.best.log_probability == pytest.approx(np.log(everything[best]))


def test_as_many_beams_go_on_though_others_have_ended():
    shares = {END: 0.4, 2: 0.3, 3: 0.2, 4: 0.1}
    table = {ids: shares for length in range(4) for ids in product((2, 3, 4), repeat=length)}
    steps = found(KnownModel(table), beams=3).steps
    assert [sum(each.fate == "kept" for each in step.candidates) for step in steps] == [3, 3]


def test_the_score_divides_by_a_penalty_that_grows_with_the_length():
    assert Hypothesis((2,), -1.0).score == pytest.approx(-1.0)
    assert Hypothesis((2,) * 13, -6.0).score == pytest.approx(-6.0 / 3**0.6)


def test_of_two_whole_translations_the_one_with_the_better_score_wins_though_it_is_less_likely():
    short_or_long = KnownModel({(): {2: 0.505, 3: 0.495}, (3,): {4: 1.0}})
    short, long = (2, END), (3, 4, END)
    ranked = {each.ids: each for each in found(short_or_long, beams=2).hypotheses}
    assert set(ranked) == {short, long} and ranked[short].log_probability > ranked[long].log_probability
    assert found(short_or_long, beams=2).best.ids == long


def test_an_endless_model_is_stopped_at_the_length():
    endless = KnownModel(
        {ids: {2 + len(ids) % 5: 1.0} for ids in [tuple(2 + n % 5 for n in range(k)) for k in range(9)]}
    )
    result = found(endless, 1, longest=8)
    assert (len(result.best.ids), result.best.ending) == (8, "length")
    assert len(result.steps) == 8


@pytest.mark.parametrize("beams", [1, 2, 5])
def test_a_model_that_repeats_itself_is_stopped(beams):
    class Parrot(KnownModel):
        def step(self, state, ids):
            read = tuple((*before, id) for before, id in zip(state.read, ids.tolist(), strict=True))
            rows = torch.full((len(read), 7), 1e-6)
            rows[:, END] = 1e-12
            for row, beginning in enumerate(read):
                rows[row, 2 + len(beginning) % 3] = 1.0
            return rows.log(), Known(read)

    result = found(Parrot({}), beams, longest=200)
    assert result.best.ending == "repetition"
    assert len(result.steps) < 60  # long before the limit


@pytest.mark.parametrize("period", range(1, LONGEST_PERIOD + 1))
def test_a_repetition_is_noticed_at_its_last_time(period):
    stretch = tuple(range(2, 2 + period))
    repeated = (9, 1, *stretch * REPEATS)
    assert is_repeating(repeated)
    assert not is_repeating(repeated[:-1])


@pytest.mark.parametrize(("beams", "longest"), [(0, 5), (3, 0)])
def test_a_search_without_beam_or_length_is_refused(beams, longest):
    with pytest.raises(ValueError, match="at least 1"):
        found(GARDEN_PATH, beams, longest)


TINY = {
    "transformer": lambda: randomize(Seq2Seq(SIZES)),
    "additive": lambda: randomize(RecurrentTranslator(RecurrentConfig(19, 14, 17, "additive"))),
    "dot": lambda: randomize(RecurrentTranslator(RecurrentConfig(19, 14, 17, "dot"))),
    "none": lambda: randomize(RecurrentTranslator(RecurrentConfig(19, 14, 17, "none"))),
}


@pytest.mark.parametrize("kind", TINY)
@torch.no_grad()
def test_one_beam_is_greedy_decoding_with_whole_passes(kind):
    model = TINY[kind]()
    for source in ([3, 11, 0], [7, 3, 12, 5, 2]):
        ids = [BEGIN]
        while len(ids) <= 12 and ids[-1] != END and not is_repeating(tuple(ids[1:])):
            ids.append(int(model(torch.tensor([source]), torch.tensor([ids]))[0, -1].argmax()))
        assert list(found(model, 1, 12, source).best.ids) == ids[1:]


@pytest.mark.parametrize("kind", TINY)
@torch.no_grad()
def test_a_hypothesis_has_the_probability_that_a_whole_pass_gives_it(kind):
    model = TINY[kind]()
    for hypothesis in found(model, 3, 9, [3, 11, 0]).hypotheses:
        ids = list(hypothesis.ids)
        logits = model(torch.tensor([[3, 11, 0]]), torch.tensor([[BEGIN, *ids[:-1]]]))[0].double().log_softmax(-1)
        assert hypothesis.log_probability == pytest.approx(logits[range(len(ids)), ids].sum().item(), rel=1e-4)


@pytest.mark.parametrize("kind", TINY)
def test_a_draft_changes_nothing_but_the_work(kind):
    model = TINY[kind]()
    for source in ([3, 11, 0], [7, 3, 12, 5, 2]):
        plain = found(model, 1, 12, source, frozenset({5}))
        right = plain.best.ids
        wrong_in_the_middle = (*right[:2], (right[2] + 1) % 17, *right[3:]) if len(right) > 2 else (3, 4)
        for draft in (right, right[:-1], (*right, 3, 4), wrong_in_the_middle, (9, 9, 9), tuple(range(3, 17)), (END,)):
            drafted = found(model, 1, 12, source, frozenset({5}), draft=draft)
            assert drafted.best.ids == right and drafted.best.ending == plain.best.ending
            assert drafted.best.log_probability == pytest.approx(plain.best.log_probability, abs=1e-4)
            assert [step.hypotheses[0].ids for step in drafted.steps] == [
                step.hypotheses[0].ids for step in plain.steps
            ]


@pytest.mark.parametrize("kind", TINY)
def test_a_right_draft_is_read_in_one_pass(kind, monkeypatch):
    model = TINY[kind]()
    right = found(model, 1, 12, [3, 11, 0]).best.ids
    passes = []
    read = type(model).read
    monkeypatch.setattr(
        type(model), "read", lambda self, state, ids: (passes.append(ids.shape[1]), read(self, state, ids))[1]
    )
    found(model, 1, 12, [3, 11, 0], draft=right)
    assert passes == [min(len(right), 11) + 1]
    passes.clear()
    found(model, 1, 12, [3, 11, 0], draft=(right[0], (right[1] + 1) % 17, 4))
    assert passes == [4, *[1] * (len(right) - 2)]


def test_a_beam_takes_no_draft():
    model = TINY["transformer"]()
    plain = found(model, 2, 9, [3, 11, 0])
    assert found(model, 2, 9, [3, 11, 0], draft=plain.best.ids) == plain


def test_forbidden_tokens_are_not_written():
    assert found(GARDEN_PATH, 1, never=frozenset({2})).best.ids == (3, 5, END)
    assert found(GARDEN_PATH, 2, never=frozenset({5})).best.ids == (2, 4, END)
