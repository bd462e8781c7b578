"""What the lesson of the real models says about SmolLM2, on SmolLM2. `make real` installs it."""

import re
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest

import transformer
from headlight.pages.real import findings
from headlight.pages.real.pair import TO_TRY
from tests.real_models import write_llama
from tests.statements import DOCS, HELD_OUT, OTHER_TEXTS, README, measured
from transformer import Intervention, Trace, open_installed
from transformer.readings import aims
from transformer.readings.sentence_vectors import by_layer, token_by_token
from transformer.real.installed import head_roles
from transformer.roles import HeadRoles
from transformer.softmax import losses, softmax

LESSON = (Path(__file__).parent.parent / "assets" / "lessons" / "real.md").read_text("utf-8")
WORDS = findings.WORDS

# A sentence, another that shares a word with it in another meaning, and one of the same meaning in other words.
HOMONYMS = [
    tuple(line.split(" / "))
    for line in """
A bat hung upside down in the cave / He swung the bat and missed the ball / The flying mammal slept in the dark
The spring in the mattress is broken / We plant the beans in spring / A steel coil under the cushion has snapped
The dog's bark woke the baby / The bark of the birch is white / The puppy howled, and the infant stirred
He struck a match to light the stove / They lost the match by two goals / She lit the fire with a burning stick
The crane lifted the steel beam / A crane stood on one leg in the marsh / The machine hoisted a heavy girder
She typed with a mouse beside the keyboard / A mouse ate the cheese in the cellar / He moved the cursor with his hand
The trunk of the oak was hollow / The clothes lay in a trunk in the attic / The tree was empty inside
He hit the nail with a hammer / She painted the nail of her thumb / Someone drove a metal pin into the board
The letter arrived by post on Friday / The first letter of the word is a capital / \
The mail brought a note at the end of the week
A wave threw the boat on the rocks / Her wave from the window was friendly / The sea tossed the ship ashore
They ate bread with jam / We were stuck in a jam for an hour / He spread marmalade on his toast
She wore a tie to the interview / The game ended in a tie / He put on a silk necktie for the meeting
The king was a just ruler / Draw the line with a ruler / The monarch governed fairly
The seal on the letter was broken / A seal swam under the ice / The wax that closed the envelope had cracked
The fan cooled the room / A fan asked the singer for a photo / The ventilator blew air through the office
The pitcher of water fell on the floor / The pitcher threw the ball too high / A jug dropped and spilled
The pupil of her eye was wide / The pupil did his homework / The black hole in the iris had grown
They drilled a well in the desert / She sang well last night / The villagers dug a deep hole to find water
The plant in the pot needs water / The plant makes steel for cars / The flower on the sill is dry
""".strip().splitlines()
]


@pytest.fixture(scope="module")
def model():
    return open_installed("SmolLM2", 48)


def said(*words: str) -> None:
    """The lesson says so."""
    for each in words:
        assert each in re.sub(r"\s+", " ", LESSON)


def stated(*words: str) -> None:
    """Ask that each sentence that the study has measured is still said."""
    for each in words:
        assert each in measured("real")


@pytest.mark.parametrize(
    ("text", "weight"), [("bear country", 0.91), ("The hiking trail led us through bear country", 0.97)]
)
def test_country_looks_at_bear(model, text: str, weight: float) -> None:
    trace = model.trace(text)
    place = trace.words.index("country")
    assert round(float(trace.layers[2].pattern[1, place, place - 1]), 2) == weight
    said("in layer 3, head 2", f"with {weight}")
    assert f"{weight:.0%}" in findings.of_head("SmolLM2", (2, 1), "The hiking trail led us through bear country")


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


@pytest.mark.study
def test_what_rests_on_the_first_token(model) -> None:
    def read(text: str) -> tuple[int, float]:
        """How many tokens the text has, and the percentage of their weight that the later ones give to the first."""
        trace = model.trace(text)
        return len(trace.tokens), 100 * float(np.mean([layer.pattern[:, 1:, 0] for layer in trace.layers]))

    offered = [read(found.text)[1] for found in findings.FINDINGS]
    assert findings.FINDINGS[0].text in LESSON and findings.FINDINGS[2].text == f"{WORDS} {WORDS}"
    stated(f"{offered[0]:.0f} % in *{findings.FINDINGS[0].text}*, {offered[2]:.0f} % in the twelve words below")
    texts = HELD_OUT[::6], *(sentences[::2] for sentences in OTHER_TEXTS.values())
    every = [np.array([read(text) for text in sentences]) for sentences in texts]
    (tokens, shares), means = np.concatenate(every).T, [each[:, 1].mean() for each in every]
    stated(f"In {len(shares)} others of this project, of three kinds, it is {min(means):.0f} to {max(means):.0f} % on")
    stated(f"({shares.min():.0f} to {shares.max():.0f} %)")
    stated(f"{shares[tokens < 10].mean():.0f} % in those of fewer than 10 tokens")
    stated(f"{shares[tokens > 14].mean():.0f} % in those of more than 14.")


def test_the_head_of_the_drink_looks_at_mary_and_is_not_alone(model) -> None:
    trace = model.trace(findings.FINDINGS[1].text)
    head, mary, answer = findings.FINDINGS[1].head, trace.words.index("Mary"), int(trace.next_logits.argmax())
    assert head is not None
    to_mary = np.array([layer.pattern[:, -1, mary] for layer in trace.layers])
    without = model.trace(trace.text, Intervention(silenced=frozenset({head}))).next_logits
    told = findings.of_head("SmolLM2", head, trace.text)
    assert f"gives “Mary” {to_mary[head]:.0%}." in told
    assert f"with {softmax(without)[answer]:.0%} instead of {softmax(trace.next_logits)[answer]:.0%}" in told
    assert (to_mary > 0.4).sum() >= 4  # other heads look at her too


def test_twelve_words_written_twice(model) -> None:
    trace = model.trace(f"{WORDS} {WORDS}")
    assert len(trace.tokens) == 24
    copying, before = (aims.measured(trace, aim) for aim in ("what followed it earlier", "the token before"))
    assert np.unravel_index(copying.argmax(), copying.shape) == (18, 6) and round(float(copying.max()), 2) == 0.77
    assert np.unravel_index(before.argmax(), before.shape) == (11, 1) and round(float(before.max()), 2) == 0.91
    lost = losses(trace.logits[:-1], [token.id for token in trace.tokens][1:])
    assert (round(float(lost[:11].mean()), 1), round(float(lost[12:].mean()), 1)) == (9.0, 4.0)
    silenced = model.trace(trace.text, Intervention(silenced=frozenset({(18, 6)})))
    assert round(float(losses(silenced.logits[:-1], [token.id for token in trace.tokens][1:])[12:].mean()), 1) == 5.2
    said(f"*{WORDS}*", "In layer 19, head 7", "0.77", "costs 9.0 nats, of the second 4.0, and 5.2 with that one head")
    said("In layer 12, head 2", "0.91")
    told = findings.of_head("SmolLM2", (18, 6), f"{WORDS} {WORDS}")
    assert "gives 77% to what followed it" in told and "1.2 nats per token" in told  # 5.2 - 4.0


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


# A sentence that one adjective alone turns from one noun to another, as in the Winograd schemas (Levesque et al. 2012).
PAIRS = [
    tuple(line.split(" / "))
    for line in """
The turtle didn't cross the road because it was too / turtle / road / slow / busy
The truck didn't cross the bridge because it was too / truck / bridge / wide / narrow
The bear didn't swim across the lake because it was too / bear / lake / lazy / cold
The bus couldn't climb the hill because it was too / bus / hill / slow / steep
The fox couldn't catch the rabbit because it was too / fox / rabbit / lazy / fast
The ship never came into the harbor because it was too / ship / harbor / large / shallow
The plane didn't land on the field because it was too / plane / field / heavy / wet
The dog didn't eat the bone because it was too / dog / bone / full / hard
The bird could not crack the nut because it was so / bird / nut / weak / thick
The cow would not touch the grass because it was so / cow / grass / sick / dry
The mouse could not reach the cheese because it was too / mouse / cheese / short / high
The box will not go into the bag because it is too / box / bag / big / small
The spoon will not go into the bottle because it is too / spoon / bottle / large / narrow
The table does not fit through the door, for it is too / table / door / wide / narrow
The knife did not cut the bread, since it was too / knife / bread / dull / hard
The army did not attack the city, since it was too / army / city / weak / strong
The company didn't buy the house because it was too / company / house / poor / old
The paint did not hide the wall because it was too / paint / wall / thin / dark
The car could not leave the snow because it was so / car / snow / heavy / deep
The bear left the cave because it was so / bear / cave / hungry / dark
""".strip().splitlines()
]


def heads_that_turn(read: Callable[[str], Trace], word: str = "") -> tuple[np.ndarray, np.ndarray]:
    """In how many pairs a head's lead of the first noun moves the right way, and its larger weight switches.

    Seen from the adjective, or from a word. A lead of less than 1e-4 would be another one with sums in another order.
    """
    moved, switched = np.zeros(1), np.zeros(1)
    for beginning, one, other, *adjectives in PAIRS:
        leads = []
        for adjective in adjectives:
            trace = read(f"{beginning} {adjective}.")
            look, first, second = (trace.words.index(each) for each in (word or adjective, one, other))
            leads.append(trace.patterns[:, :, look, first] - trace.patterns[:, :, look, second])
        lead, later = leads
        moved = moved + (lead - later > 1e-4)
        switched = switched + (np.minimum(lead, -later) > 1e-4)
    return moved, switched


@pytest.mark.study
def test_twenty_new_pairs_at_the_adjective(model) -> None:
    """The pairs are none of those that the head was found on."""
    earlier: list[Trace] = []

    def read(text: str) -> Trace:
        """Two sentences of a pair differ in their last word: the second goes on from the first."""
        earlier.append(model.trace(text, after=earlier[-1] if earlier else None))
        return earlier[-1]

    assert not {"animal", "street", "horse", "fence"} & {noun for _, *nouns, _, _ in PAIRS for noun in nouns}
    moved, switched = heads_that_turn(read)
    assert (moved[17, 0], np.median(moved), switched[17, 0], np.median(switched)) == (16, 11, 3, 1)
    assert (len(PAIRS), (switched > 3).sum(), switched.max()) == (20, 56, 8)
    stated("moves the right way in 16 of 20", "By chance it would be 10; the median of all 270 heads has 11.")
    stated("switches in 3 of 20. The median head has 1, and 56 heads have more than 3. The best, chosen", "has 8.")
    told = findings.of_head("SmolLM2", (17, 0), findings.FINDINGS[-1].text)
    assert "the right way in 16, but the larger of the two weights switches in 3" in told


def test_twenty_new_pairs_at_the_pronoun_of_minilm() -> None:
    _, switched = heads_that_turn(open_installed("MiniLM", 48).trace, "it")
    assert (switched.size, switched.max(), (switched == 0).sum()) == (72, 5, 49)
    said("the best of its 72, chosen on these very pairs, does so in 5 of 20, and 49 never do")


def test_how_alike_two_sentences_are_to_minilm() -> None:
    minilm = open_installed("MiniLM", 48)
    found = {pair: f"{by_layer(*map(minilm.trace, pair))[-1]:.2f}".replace("-", "−") for pair in TO_TRY}
    assert [*found.values()] == ["0.67", "0.97", "0.57", "0.49", "−0.03", "0.33"]
    said(*(f"*{sentence}*" for pair in TO_TRY for sentence in pair))
    for pair in (TO_TRY[0], TO_TRY[1], TO_TRY[4], TO_TRY[5]):
        said(f"*{pair[0]}*, and *{pair[1]}*: {found[pair]}")
    said(f"*{TO_TRY[2][1]}*, {found[TO_TRY[2]]}, than to *{TO_TRY[3][1]}*, {found[TO_TRY[3]]}")
    hot, warm = (set(re.findall(r"\w+", sentence.lower())) for sentence in TO_TRY[0])
    assert hot & warm == {"she", "was"}


def test_flies_and_like_find_each_other_to_minilm_whatever_they_mean() -> None:
    time, fruit = map(open_installed("MiniLM", 48).trace, TO_TRY[5])
    found = token_by_token(time, fruit)
    for word, cosine in (("flies", "0.63"), ("like", "0.65")):
        row, column = time.words.index(word), fruit.words.index(word)
        assert found[row].argmax() == column and found[:, column].argmax() == row
        assert f"{found[row, column]:.2f}" == cosine
        said(
            f"each *{word}* is nearest to the other, at {cosine}" if word == "flies" else f"each *{word}*, at {cosine}"
        )


@pytest.mark.study
def test_the_meaning_mostly_counts_for_more_than_a_shared_word() -> None:
    minilm = open_installed("MiniLM", 48)
    nearer = 0
    for sentence, shares_a_word, means_the_same in HOMONYMS:
        words, others, same = (
            set(re.findall(r"\w+", text.lower())) for text in (sentence, shares_a_word, means_the_same)
        )
        assert words & others - same
        first, second = (
            by_layer(minilm.trace(sentence), minilm.trace(other))[-1] for other in (shares_a_word, means_the_same)
        )
        nearer += bool(second > first)
    stated(f"of {len(HOMONYMS)} more like it", f"the meaning weighs more in {nearer}.")
    said(*(f"*{text}*" for text in HOMONYMS[0]))


def test_the_python_of_readme_and_documentation_runs(model, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """With this model where it opens SmolLM2, and a tiny folder where it has a path."""
    tiny, opened = write_llama(tmp_path / "tiny"), transformer.open_folder
    monkeypatch.setattr(transformer, "open_folder", lambda path: opened(tiny))
    monkeypatch.setattr(
        transformer, "open_installed", lambda name: model if name == "SmolLM2" else open_installed(name, 48)
    )
    monkeypatch.chdir(tmp_path)
    written = [path.read_text("utf-8") for path in (README, DOCS / "python.md", DOCS / "real-models.md")]
    blocks = re.findall(r"```python\n(.*?)```", "\n".join(written), re.DOTALL)
    first, notebook, bundled, page, real = ({} for _ in blocks)
    for block, names in zip(blocks, (first, notebook, bundled, page, real), strict=True):
        exec(block, names)
    assert first["run"].top(1)[0][0] == " queen" and first["without"].top(1)[0][1] < first["run"].top(1)[0][1] / 2
    assert f"{first['run'].top(1)[0][1]:.2f}" in blocks[0] and first["run"].trace.layers[3].pattern[2].shape == (4, 4)
    assert bundled["result"].text == "La voiture rouge" and bundled["trace"].layers[2].pattern[5].shape == (2, 2)
    assert notebook["shown"].says[0] in blocks[1] and Path("bear.html").stat().st_size > 8_000_000  # of the fourth
    assert f'gives "bear" {real["trace"].layers[2].pattern[1][1, 0]:.2f}' in blocks[4]
    assert real["longer"].text == "bear country is near"
