"""What a run and a model are asked is what plain hooks, or the library's own functions, say."""

import itertools
from functools import partial

import numpy as np
import pytest
import torch

import headlight as hl
from tests.library.arguments import TEXT
from tests.library.hooks import KINDS, put
from tests.library.test_changed_by_hooks import IDS, OTHER, near
from tests.sampled import sampled
from transformer import edits
from transformer.bundled.affine_lens import affine_lens
from transformer.readings.aims import AIMS

WORD = (20, 33)


@pytest.mark.parametrize("kind", KINDS)
def test_the_lens_reads_each_state_through_the_last_norm(both, kind: str) -> None:
    hooked, model = both(kind)
    states = hooked.run(IDS).hidden_states
    with torch.no_grad():
        expected = torch.stack([hooked.model.lm_head(hooked.norm(state[0, -1])) for state in states[:-1]])
    run = model.run(IDS)
    near(run.lens()[:-1], expected)
    near(run.lens()[-1], run.logits[-1])
    ranks = [int((row > row[20]).sum()) + 1 for row in run.lens()]
    assert run.lens(20).tolist() == ranks
    assert not np.allclose(run.lens(kind="without itself")[0], run.lens()[0])


def test_the_affine_lens_is_of_the_model_that_it_was_fitted_for(story) -> None:
    run = story.run("The king and the")
    maps, last = affine_lens("story"), run.trace.layers[-1].residual_out[-1]
    stream = run.stage("stream", 3)[-1] @ maps[3][:-1] + maps[3][-1]
    norm = story.inner.transformer.final_norm
    np.testing.assert_allclose(
        run.lens(kind="affine")[3], run.trace.logits_of(norm(torch.tensor(stream)).detach().numpy()), atol=1e-3
    )
    np.testing.assert_allclose(
        run.lens(kind="affine")[-1], run.trace.logits_of(norm(torch.tensor(last)).detach().numpy()), atol=1e-4
    )


@pytest.mark.parametrize("kind", sampled(KINDS, ["gpt2", "qwen2-window"]))
def test_the_jacobian_lens_sends_each_state_on_by_the_mean_jacobian(both, kind: str) -> None:
    hooked, model = both(kind)
    run, over = model.run(IDS), [OTHER, OTHER[:3]]
    states, expected = hooked.run(IDS).hidden_states, []
    for layer in range(model.plan.n_layers):
        moved = []
        for ids in over:  # the state put in at each place, and the mean of what reaches all places
            enters = hooked.run(ids).hidden_states[layer][0].detach()
            state = states[layer][0, -1].detach().expand_as(enters).contiguous()
            reaches = partial(lambda x, ids, at: hooked.leaving(ids, at, x).sum(0), ids=ids, at=layer)
            moved.append(torch.autograd.functional.jvp(reaches, enters, state)[1] / len(enters))
        expected.append(torch.stack(moved).mean(0))
    with torch.no_grad():
        logits = hooked.model.lm_head(hooked.norm(torch.stack(expected)))
    near(run.lens(kind="jacobian", over=over)[:-1], logits)
    near(run.lens(kind="jacobian", over=over)[-1], run.logits[-1])
    assert run.lens(20, kind="jacobian", over=over).tolist() == [
        int((row > row[20]).sum()) + 1 for row in run.lens(kind="jacobian", over=over)
    ]


def test_a_jacobian_lens_is_the_same_without_gradients_and_honours_a_change(story) -> None:
    run, texts = story.run("The king and the"), ["He sat down at the table."]
    found = run.lens(kind="jacobian", over=texts)
    with torch.inference_mode():  # as a caller may have it
        np.testing.assert_array_equal(story.run("The king and the").lens(kind="jacobian", over=texts), found)
    hot = story.changed(temperature=3.0)
    assert not np.allclose(hot.run("The king and the").lens(kind="jacobian", over=texts)[:-1], found[:-1], atol=0.1)


def test_why_hides_words_from_these_very_tokens(live) -> None:
    _, model = live("llama")
    run = model.run(IDS)
    found = run.why()
    word, chance = run.top(1)[0]
    assert model.reader.text_of(found.parts.word) == word and found.probability == pytest.approx(chance, abs=1e-5)
    head = found.parts.head
    row = (*head, len(IDS) - 1, (0.0,) * len(IDS))
    cut = model.edit(edits.row(*row)).run(IDS).probabilities[-1, found.parts.word]
    assert found.parts.without_heads[head] == pytest.approx(cut, abs=1e-5)


@pytest.mark.parametrize("kind", KINDS)
def test_the_shares_of_heads_are_their_outputs_along_the_word(both, kind: str) -> None:
    hooked, model = both(kind)
    found = model.run(IDS).attribution(WORD)
    run = model.run(IDS)
    stream = torch.tensor(run.trace.layers[-1].residual_out[-1])
    norm, centred = hooked.norm, hooked.gpt2
    spread = (stream.var(unbiased=False) if centred else stream.square().mean()).add(model.plan.epsilon).sqrt()
    with torch.no_grad():
        row = (hooked.model.lm_head.weight[20] - hooked.model.lm_head.weight[33]) * norm.weight / spread
        for layer in range(model.plan.n_layers):
            w_o = hooked.output(layer).weight if hooked.gpt2 else hooked.output(layer).weight.T
            of_heads = w_o.unflatten(0, (hooked.n_heads, hooked.d_head))
            written = torch.einsum("hd,hdm->hm", hooked.stage(IDS, "context", layer)[:, -1], of_heads)
            near(found.heads[layer], (written - written.mean(-1, keepdim=True) * centred) @ row)
    assert found.total == pytest.approx(run.logit(WORD), abs=5e-6)


@pytest.mark.parametrize("kind", ["gpt2", "llama"])
def test_an_estimate_is_the_difference_times_the_gradient(both, kind: str) -> None:
    hooked, model = both(kind)
    clean, corrupt = model.run(IDS), model.run(OTHER)
    found = clean.estimate(corrupt, WORD)
    for layer in range(model.plan.n_layers):
        kept = []

        def keep(stage, kept=kept):
            kept.append(stage.detach().requires_grad_())
            return kept[0] * 1

        row = hooked.run(OTHER, ("context", layer, keep), grad=True).logits[0, -1]
        (row[20] - row[33]).backward()
        step = (hooked.stage(IDS, "context", layer) - kept[0].detach()) * kept[0].grad
        near(found.heads[layer], step.sum((1, 2)).double() + corrupt.logit(WORD))


@pytest.mark.parametrize("into", ["queries", "keys", "values"])
@pytest.mark.parametrize("kind", KINDS)
def test_a_path_is_what_the_receiver_makes_of_the_sender_alone(both, kind: str, into: str) -> None:
    hooked, model = both(kind)
    group = 1 if into == "queries" else model.plan.group
    receiver = range(group * (1 // group), group * (1 // group) + group)  # heads that share keys can be hooked together
    w_o = hooked.output(0).weight if hooked.gpt2 else hooked.output(0).weight.T
    moved = hooked.stage(IDS, "context", 0)[2] - hooked.stage(OTHER, "context", 0)[2]
    with torch.no_grad():
        stream = hooked.stage(OTHER, "stream", 2) + moved @ w_o.unflatten(0, (hooked.n_heads, -1))[2]
    made = hooked.stage(OTHER, into, 2, ("stream", 2, lambda _: stream))[1 // group]
    clean, corrupt, changed = model.run(IDS), model.run(OTHER), model
    for head in receiver:
        changed = changed.path(clean, corrupt, (0, 2), (2, head), into)
    near(changed.run(OTHER).logits, hooked.logits(OTHER, (into, 2, put(made, 1 // group))))


@pytest.mark.parametrize("kind", KINDS)
def test_what_is_written_on_is_what_the_library_writes(live, kind: str) -> None:
    theirs, model = live(kind)
    given = torch.tensor([IDS])
    ends = {"eos_token_id": None, "pad_token_id": 2, "do_sample": False}
    ids = theirs.generate(given, attention_mask=torch.ones_like(given), max_new_tokens=6, **ends)[0].tolist()
    marks = model.inner.tokenizer.marks
    new = [*itertools.takewhile(lambda id: id not in marks, ids[len(IDS) :])]
    written = model.generate(IDS, 6)
    assert written == model.reader.decoded([*IDS, *new]) and written.ids == [*IDS, *new]
    assert model.run(written).ids == written.ids  # and not the letters cut anew
    assert model.run(written[:-1]).ids != written.ids
    assert model.generate(written, 2).ids[: len(written.ids)] == written.ids


def test_heads_of_a_kind_look_there_more_than_chance_does(both) -> None:
    hooked, model = both("mistral")  # which sees a window of five tokens alone
    row = np.tile(np.arange(20, 32), 2).tolist()
    places = range(1, len(row))
    aims = [(query, key) for query in places for key in AIMS["what followed it earlier"](row, query)]
    queries, keys = np.array(aims).T
    expected = []
    for attention in hooked.run(row).attentions:
        seen = (attention[0] > 0).any(0).double()
        less = attention[0].double() - seen / seen.sum(1, keepdim=True)
        expected.append(less[:, queries, keys].sum(-1) / len({*queries.tolist()}))
    near(model.detect("induction", [row]), torch.stack(expected))


@pytest.mark.study
def test_induction_heads_of_smollm2_stand_out() -> None:
    found = hl.open("SmolLM2").detect("induction")
    assert found.max() > 0.5 and np.median(found) < 0.1
    assert {tuple(map(int, at)) for at in np.argwhere(found > 0.5)} >= {np.unravel_index(found.argmax(), found.shape)}


def test_what_cannot_be_asked_is_refused(live, story) -> None:
    run, corrupt, (_, llama), (_, gemma) = story.run(TEXT), story.run("The dog and the"), live("llama"), live("gemma2")
    for refused, words in (
        (lambda: run.diff(llama.run(IDS)), "other tokens"),
        (lambda: run.lens(kind="tuned"), "a lens is"),
        (lambda: run.stage("stream", 6), "layers 0 to 5"),
        (lambda: story.run([TEXT]).mean("pattern"), "as large as its text"),
        (lambda: story.detect("copying"), "a kind of head is one of"),
        (lambda: story.generate("bear " * 100, 100), "too many"),
        (lambda: hl.open("MiniLM").generate("bear"), "predicts no next token"),
        (lambda: story.path(run, corrupt, (3, 2), (3, 1)), "not read in layer 3"),
        (lambda: story.path(run, corrupt, (0, 2), (6, 1)), "layers 0 to 5"),
        (lambda: story.path(run, corrupt, (0, 2), (2, 1), "context"), "queries, keys or values"),
        (lambda: gemma.path(gemma.run(IDS), gemma.run(OTHER), (0, 1), (1, 1)), "normalized here before it is added"),
        (lambda: run.lens(kind="jacobian"), "a mean over texts"),
        (lambda: run.lens(over=[TEXT]), "'logit' is of no texts"),
        (lambda: story.steer(np.ones(192), 2).run("bear").lens(kind="jacobian", over=[TEXT]), "are not edited"),
        (lambda: hl.open("twin-rotary").run("bear").lens(kind="affine"), "no affine lens was fitted for twin-rotary"),
        (lambda: story.changed(temperature=0.5).run(TEXT).why(), "does not honour the change"),
        (lambda: story.steer(np.ones(192), 2).run(TEXT).why(), "does not honour the change"),
    ):
        with pytest.raises(ValueError, match=words):
            refused()


def test_a_difference_is_the_second_run_less_the_first(story) -> None:
    before, after = story.run("The king and the"), story.ablate((3, 2)).run("The king and the")
    found = before.diff(after)
    np.testing.assert_allclose(found.logits, after.logits[-1] - before.logits[-1], atol=2e-5)
    np.testing.assert_allclose(found.probabilities, after.probabilities[-1] - before.probabilities[-1], atol=1e-6)
    np.testing.assert_array_equal(found.patterns, after.patterns - before.patterns)
    assert not found.stream[:3].any() and found.stream[3].any()
    (word, moved), *_ = found.top(1)
    assert abs(moved) == pytest.approx(np.abs(found.probabilities).max()) and word
    with pytest.raises(ValueError, match="equally many tokens"):
        _ = before.diff(story.run("bear")).patterns


def test_readings_of_ids_run_these_ids_again(live) -> None:
    """The text of them would be cut into other tokens."""
    _, model = live("llama")
    run = model.run(IDS)
    assert [token.id for token in model.inner.tokenizer.encode(run.trace.text)] != IDS
    found, text = run.effects(WORD, exact=6), model.run("bear")
    assert found.shape == (3, 6, 8, 8) and np.isfinite(found).all() and found.any()
    cell = np.unravel_index(np.abs(found).argmax(), found.shape)
    layer, head, query, key = map(int, cell)
    weights = run.patterns[layer, head, query].astype(np.float64)
    weights[key] = 0
    row = (layer, head, query, tuple((weights / weights.sum()).tolist()))
    assert found[cell] == pytest.approx(run.logit(WORD) - model.edit(edits.row(*row)).run(IDS).logit(WORD), abs=1e-5)
    assert text.effects(WORD).shape[-1] == len(text)
