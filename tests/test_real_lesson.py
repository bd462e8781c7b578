"""What the lesson of the real models says about SmolLM2, on SmolLM2. `make real` installs it."""

import re
from functools import cache
from pathlib import Path

import numpy as np
import pytest

import transformer
from tests.real_models import write_llama
from tests.statements import README
from transformer import Intervention, open_installed
from transformer.experiments import pronouns
from transformer.readings.aims import mean_weight
from transformer.readings.sentence_vectors import by_layer
from transformer.real.installed import head_roles
from transformer.roles import HeadRoles
from transformer.softmax import losses, softmax
from ui.real import findings
from ui.real.pair import TO_TRY

LESSON = (Path(__file__).parent.parent / "assets" / "lessons" / "real.md").read_text("utf-8")
WORDS = findings.WORDS
SENTENCES = (
    "The hiking trail led us through bear country and we saw a bear",
    "When Mary and John went to the store, John gave a drink to",
    "The animal did not cross the street because it was too tired",
    "I went to the bank to put money into my account",
    "She opened the window because the room was hot",
)


@pytest.fixture(scope="module")
def model():
    return open_installed("SmolLM2", 48)


def said(*words: str) -> None:
    """The lesson says so."""
    for each in words:
        assert each in re.sub(r"\s+", " ", LESSON)


@pytest.mark.parametrize(
    ("text", "weight"), [("bear country", 0.91), ("The hiking trail led us through bear country", 0.97)]
)
def test_country_looks_at_bear(model, text: str, weight: float) -> None:
    trace = model.trace(text)
    place = trace.words.index("country")
    assert round(float(trace.layers[2].pattern[1, place, place - 1]), 2) == weight
    said("in layer 3, head 2", f"with {weight}")
    assert f"{weight}" in findings.of_head("SmolLM2", (2, 1), "The hiking trail led us through bear country")


@pytest.mark.parametrize(
    ("text", "next_word", "chance"),
    [
        ("They were in bear", "country", 0.71),
        ("When Mary and John went to the store, John gave a drink to", "Mary", 0.92),
        ("Once upon a", "time", 0.14),
    ],
)
def test_what_comes_next(model, text: str, next_word: str, chance: float) -> None:
    chances = softmax(model.trace(text).next_logits)
    best = int(chances.argmax())
    assert model.tokenizer.text_of(best) == f" {next_word}"
    assert chances[best] == pytest.approx(chance, abs=0.005)
    said(f"*{text}*", f"{chance}")


def test_what_rests_on_the_first_token(model) -> None:
    shares = [float(np.mean([layer.pattern[:, 1:, 0] for layer in model.trace(text).layers])) for text in SENTENCES]
    assert (round(100 * min(shares)), round(100 * max(shares))) == (55, 64)
    said("In five sentences tried, the later tokens gave 55 to 64 % of their weight to the first")


def test_twelve_words_written_twice(model) -> None:
    trace = model.trace(f"{WORDS} {WORDS}")
    assert len(trace.tokens) == 24
    copying, before = mean_weight(trace, "what followed it earlier"), mean_weight(trace, "the token before")
    assert np.unravel_index(copying.argmax(), copying.shape) == (18, 6) and round(float(copying.max()), 2) == 0.77
    assert np.unravel_index(before.argmax(), before.shape) == (11, 1) and round(float(before.max()), 2) == 0.91
    lost = losses(trace.logits[:-1], [token.id for token in trace.tokens][1:])
    assert (round(float(lost[:11].mean()), 1), round(float(lost[12:].mean()), 1)) == (9.0, 4.0)
    silenced = model.trace(trace.text, Intervention(silenced=frozenset({(18, 6)})))
    assert round(float(losses(silenced.logits[:-1], [token.id for token in trace.tokens][1:])[12:].mean()), 1) == 5.2
    said(f"*{WORDS}*", "In layer 19, head 7", "0.77", "costs 9.0 nats, of the second 4.0, and 5.2 with that one head")
    said("In layer 12, head 2", "0.91")
    told = findings.of_head("SmolLM2", (18, 6), f"{WORDS} {WORDS}")
    assert "gives 0.77 to what followed it" in told and "1.2 nats a token" in told  # 5.2 - 4.0


def test_what_the_census_of_all_heads_found() -> None:
    roles = HeadRoles.read(head_roles("SmolLM2"))
    found = {role: (*roles.best(role), roles.scores(*roles.best(role))[role]) for role in roles.measured["best"]}
    for role, words in (
        ("induction", "layer 19, head 7 gives {:.2f} to what followed the same token before ({:.2f} where"),
        ("previous_token", "layer 17, head 1 gives {:.2f} to the token before ({:.2f})"),
        ("first_token", "layer 19, head 9 gives {:.2f} to the first token ({:.2f})"),
    ):
        layer, head, measured = found[role]
        assert f"layer {layer + 1}, head {head + 1} " in words
        said(words.format(measured["score"], measured["baseline"]))
    text = roles.measured["text"]
    said(f"In {text['repeated_sequences']} rows of {text['repeated_tokens']} random tokens, each row written twice")
    said(f"In the {text['windows']} windows layer 17")
    resting = sum(roles.of(layer, head) == "first_token" for layer in range(30) for head in range(9))
    said(f"Of the 270 heads {resting} are of that last kind.")


def test_the_sentences_worth_trying_are_those_of_the_lesson() -> None:
    for found in findings.FINDINGS:
        said(*(found.text.split(" tired")[0].split(" wide")[0].replace(f"{WORDS} {WORDS}", WORDS),))


@pytest.mark.parametrize(("adjective", "weights"), [("tired", (0.12, 0.01)), ("wide", (0.03, 0.05))])
def test_the_animal_and_the_street(model, adjective: str, weights: tuple[float, float]) -> None:
    trace = model.trace(f"The animal didn't cross the street because it was too {adjective}")
    row = trace.layers[17].pattern[0, -1]
    assert tuple(round(float(row[trace.words.index(noun)]), 2) for noun in ("animal", "street")) == weights
    said("Layer 18, head 1 gives *animal* 0.12 and *street* 0.01 from *tired*, but 0.03 and 0.05 from *wide*")


def test_twenty_new_pairs_at_the_adjective(model) -> None:
    """Counted here pair by pair; the pairs are none of those that the head was found on."""
    read = cache(model.trace)
    found = pronouns.measure(read)
    assert not {"animal", "street", "horse", "fence"} & {noun for pair in pronouns.PAIRS for noun in pair.nouns}
    moved, switched = np.zeros((30, 9)), np.zeros((30, 9))
    for pair in pronouns.PAIRS:
        rows = []
        for adjective in pair.adjectives:
            trace = read(pair.frame.format(adjective))
            look, first, second = (trace.words.index(word) for word in (adjective, *pair.nouns))
            patterns = np.stack([layer.pattern for layer in trace.layers])
            rows.append((patterns[:, :, look, first], patterns[:, :, look, second]))
        (one, two), (one_later, two_later) = rows
        moved += (one - two) - (one_later - two_later) > 1e-4
        switched += np.minimum(one - two, two_later - one_later) > 1e-4
    np.testing.assert_array_equal(found.moved.sum(axis=0), moved)
    np.testing.assert_array_equal(found.switched.sum(axis=0), switched)
    assert (moved[17, 0], np.median(moved), switched[17, 0], np.median(switched)) == (16, 11, 3, 1)
    assert (len(pronouns.PAIRS), (switched > 3).sum(), switched.max()) == (20, 56, 8)
    said("moves the right way in 16 of 20", "By chance it would be 10; the middle one of all 270 heads has 11.")
    said("switches in 3 of 20. The middle head has 1, and 56 heads have more than 3. The best, chosen", "has 8.")
    told = findings.of_head("SmolLM2", (17, 0), findings.FINDINGS[-1].text)
    assert "the right way in 16, but the larger of the two weights switches in 3" in told


def test_twenty_new_pairs_at_the_pronoun_of_minilm() -> None:
    found = pronouns.measure(open_installed("MiniLM", 48).trace, from_pronoun=True)
    switched = found.switched.sum(axis=0)
    assert (switched.size, switched.max(), (switched == 0).sum()) == (72, 5, 49)
    said("the best of its 72, chosen on these very pairs, does so in 5 of 20, and 49 never do")


def test_how_alike_two_sentences_are_to_minilm() -> None:
    minilm = open_installed("MiniLM", 48)
    found = {pair: f"{by_layer(*map(minilm.trace, pair))[-1]:.2f}".replace("-", "−") for pair in TO_TRY}
    assert [*found.values()] == ["0.67", "0.97", "0.57", "0.49", "−0.03"]
    said(*(f"*{sentence}*" for pair in TO_TRY for sentence in pair))
    for pair in (TO_TRY[0], TO_TRY[1], TO_TRY[4]):
        said(f"*{pair[0]}*, and *{pair[1]}*: {found[pair]}")
    said(f"*{TO_TRY[2][1]}*, {found[TO_TRY[2]]}, than to *{TO_TRY[3][1]}*, {found[TO_TRY[3]]}")
    hot, warm = (set(re.findall(r"\w+", sentence.lower())) for sentence in TO_TRY[0])
    assert hot & warm == {"she", "was"}


def test_where_the_mask_is_causal_nothing_differs_at_the_pronoun(model) -> None:
    looks = pronouns.measure(model.trace, from_pronoun=True, pairs=pronouns.PAIRS[:2])
    np.testing.assert_allclose(looks.weights[:, 0], looks.weights[:, 1], atol=1e-6)
    assert looks.weights.max() > 0.1


def test_a_word_that_is_not_one_token_is_refused(model) -> None:
    with pytest.raises(ValueError, match="'hippogriff' is not one token of"):
        pronouns.measure(
            model.trace, pairs=[pronouns.Pair("The hippogriff is {} here.", ("hippogriff", "here"), ("a", "b"))]
        )


def test_the_python_of_the_readme_runs(model, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """With this model where it opens SmolLM2, and a tiny folder where it has a path."""
    tiny, opened = write_llama(tmp_path / "tiny"), transformer.open_folder
    monkeypatch.setattr(transformer, "open_folder", lambda path: opened(tiny))
    monkeypatch.setattr(
        transformer, "open_installed", lambda name: model if name == "SmolLM2" else open_installed(name, 48)
    )
    blocks = re.findall(r"```python\n(.*?)```", README.read_text("utf-8"), re.DOTALL)
    bundled, real, folders = ({} for _ in blocks)
    for block, names in zip(blocks, (bundled, real, folders), strict=True):
        exec(block, names)
    assert bundled["result"].text == "La voiture rouge" and bundled["trace"].layers[2].pattern[5].shape == (2, 2)
    assert f'gives "bear" {real["trace"].layers[2].pattern[1][1, 0]:.2f}' in blocks[1]
    assert folders["longer"].text == "The hiking trail led us through bear country. We"
