"""The bundled translators: the app's examples come out as its lessons say, and what was measured is true of them."""

import json

import numpy as np
import pytest
import torch

from headlight.pages.translate import by_length as fixed_vector
from tests.awkward import AWKWARD
from tests.sampled import sampled
from tests.statements import DOCS, lesson
from training.alignment import read_alignments
from transformer import Translator, load
from transformer.bundled.folders import MODELS
from transformer.bundled.translator_folder import ALIGNMENT, LENGTHS, SCORES
from transformer.translation import longest_translation

ALIGNERS = ("translate", "translate-additive", "translate-dot")
NAMES = (*ALIGNERS, "translate-fixed")
RED_CAR, EUROPEAN = "The red car", "The agreement on the European Economic Area was signed in August 1992."

EXAMPLES = {
    RED_CAR: "La voiture rouge",
    "the white house": "la maison blanche",
    EUROPEAN: "L'accord sur la zone économique européenne a été signé en août 1992.",
    "bear country": "pays des ours",
    "The hiking trail led us through bear country.": (
        "Le sentier de randonnée nous a conduits à travers le pays des ours."
    ),
    "The cat sat on the mat.": "Le chat s'est assis sur le tapis.",
    "She bears the pain.": "Elle supporte la douleur.",
    "I love bears": "J'adore les ours",
    "the river bank": "la rive du fleuve",
    "Time flies like an arrow.": "Le temps file comme une flèche.",
    "Fruit flies like a banana.": "Les mouches des fruits aiment une banane.",
}

# English without a full stop, other languages, numbers, a sentence of sixty words, one word over and over.
HARD = (
    *(text for text in AWKWARD if text.strip()),
    "where is my book",
    "Le chat dort sur la chaise.",
    "Der Hund läuft durch den Wald.",
    "12 + 30 = 42",
    " ".join(["the old man told the little girl a long story about a bear"] * 5) + ".",
    "bear " * 40,
    "Колобок 漢字 🙂",
)


@pytest.fixture(scope="module", autouse=True)
def one_thread():
    """One token is too little work to share: threads that wait for each other take longer than one alone."""
    before = torch.get_num_threads()
    torch.set_num_threads(1)
    yield
    torch.set_num_threads(before)


@pytest.fixture(scope="module", params=NAMES)
def translator(request) -> Translator:
    return load(request.param)


@pytest.fixture(scope="module")
def transformer() -> Translator:
    return load("translate")


def measured(name: str, file: str) -> dict:
    return json.loads((MODELS / name / file).read_text(encoding="utf-8"))


@pytest.mark.parametrize("english", EXAMPLES)
def test_the_examples_come_out_as_the_lessons_say(transformer, english):
    result = transformer.translate(english)
    assert result.text == EXAMPLES[english]
    assert result.stopped is None


def looked_at(translator: Translator, english: str, french: str) -> dict[str, str]:
    """For each French word the English word that the best-aligning head looks at most while writing it."""
    trace = translator.trace(english, french)
    pattern = trace.word_pattern(*translator.alignment.best)
    return {
        word.text: trace.source_words[row.argmax()].text for word, row in zip(trace.target_words, pattern, strict=True)
    }


@pytest.mark.parametrize("name", ["translate", "translate-additive"])
def test_adjective_and_noun_cross(name):
    """Not so in the dot-product aligner, where "rouge" looks at the end mark."""
    links = looked_at(load(name), RED_CAR, EXAMPLES[RED_CAR])
    assert (links["voiture"], links["rouge"]) == ("car", "red")


def test_three_words_cross_in_the_european_sentence(transformer):
    """Not so in the recurrent translators, which link some of the three to a word beside the right one."""
    links = looked_at(transformer, EUROPEAN, EXAMPLES[EUROPEAN])
    assert (links["zone"], links["économique"], links["européenne"]) == ("Area", "Economic", "European")
    assert (links["accord"], links["signé"], links["août"], links["1992"]) == ("agreement", "signed", "August", "1992")


def test_the_fixed_vector_and_the_additive_aligner_differ_by_attention_and_the_length_of_the_training():
    """Measure again what the view of four translators says of the two."""
    additive, fixed = (measured(name, "training.json") for name in ("translate-additive", "translate-fixed"))
    same = ("seed", "tokens_per_step", "steps_per_round", "other_rate", "label_smoothing", "pairs", "data_sha256")
    assert all(additive["settings"][key] == fixed["settings"][key] for key in same)
    sizes = additive["settings"]["config"]
    assert fixed["settings"]["config"] == sizes | {"scoring": "none"}
    steps = [run["settings"]["steps_done"] for run in (fixed, additive)]
    assert "was trained for {} steps, the other for {:,}, so".format(*steps) in lesson("translators")
    at_500 = [
        entry["validation"]["tatoeba"] for run in (additive, fixed) for entry in run["log"] if entry["step"] == 500
    ]
    assert [f"{loss:.2f}" for loss in at_500] == ["2.18", "2.55"]


def test_quality_falls_with_length_and_sooner_without_attention():
    """Measure again what the lesson of one vector and docs/models.md say."""
    said, documented = lesson("translators"), " ".join((DOCS / "models.md").read_text("utf-8").split())
    lengths = {name: measured(name, LENGTHS) for name in NAMES}
    for found in lengths.values():
        assert [row["sentences"] for row in found["by_words"]] == [318, 808, 186, 39]
        assert [(row["least"], row["most"]) for row in found["by_words"]][::3] == [(1, 4), (13, 19)]
        assert len({row["french_tokens"] for row in found["joined"]}) == 1  # the same French, whatever stands in a row
        bleu, loss = ([row[key] for row in found["joined"]] for key in ("bleu", "loss"))
        assert bleu == sorted(bleu, reverse=True) and loss == sorted(loss)
    attending, fixed = lengths["translate-additive"], lengths["translate-fixed"]
    risen = [found["joined"][1]["loss"] - found["joined"][0]["loss"] for found in (attending, fixed)]
    assert "the loss rises by {:.2f} nats per token with additive attention, by {:.2f} without".format(*risen) in said
    ends = [[f"{found['joined'][place]['bleu']:.1f}" for place in (0, 1)] for found in (attending, fixed)]
    assert "BLEU goes from {} to {} with it, from {} to {} without".format(*ends[0], *ends[1]) in said
    assert (
        "480 short sentences alone and two in a row, so that nothing else differs: greedy BLEU goes from {} to {} with "
        "additive attention and from {} to {} without".format(*ends[0], *ends[1])
    ) in documented
    kept = [found["joined"][1]["bleu_interval"] for found in (attending, fixed)]
    assert kept[0][0] > kept[1][1]  # the one stays above the other, whatever the draw
    assert "Put 480 short sentences two in a row" in said and attending["joined"][0]["texts"] == 480
    short, *_, long = fixed["by_words"]
    near = f"{short['near'] / short['sentences']:.0%} of those of 1 to 4 words are one word or less"
    assert near in said and f"none of the {long['sentences']} of 13 to 19" in said and not long["near"]
    counts = {row["most"]: row["sentences"] for row in fixed["by_words"]}
    assert f"{(counts[4] + counts[8]) / sum(counts.values()):.0%} have at most 8 words" in said
    six_in_a_row = {name: found["joined"][-1]["bleu"] for name, found in lengths.items()}
    assert max(six_in_a_row[name] for name in NAMES[1:]) < 4
    assert six_in_a_row["translate"] / lengths["translate"]["joined"][0]["bleu"] == pytest.approx(0.2, abs=0.02)


def test_the_examples_of_one_vector_come_out_as_the_lesson_says():
    short = {load(name).translate(fixed_vector.SHORT, 1).text for name in fixed_vector.PAIR}
    assert short == {"Nous avons un rendez-vous."}
    attending, fixed = (load(name).translate(fixed_vector.LONG, 1).text for name in fixed_vector.PAIR)
    assert attending.startswith("Je ne sais pas si") and attending.endswith("un pique-nique.")
    assert fixed.startswith("Je ne sais pas si") and "pique-nique" not in fixed


def test_without_attention_the_source_comes_through_one_vector():
    trace = load("translate-fixed").trace(RED_CAR, EXAMPLES[RED_CAR])
    assert trace.cross == () and trace.memory.shape == (len(trace.source), 256)


def test_the_transformer_translates_best():
    scores = {name: measured(name, SCORES) for name in NAMES}
    assert len({(each["sentences"], *each["pairs"].values(), each["french_tokens"]) for each in scores.values()}) == 1
    assert scores["translate"]["sentences"] > 1000
    assert scores["translate"]["bleu_beam_4"] >= 35
    for beams in (1, 4):
        bleu = {name: each[f"bleu_beam_{beams}"] for name, each in scores.items()}
        assert max(bleu, key=bleu.__getitem__) == "translate"
    loss = {name: each["loss"] for name, each in scores.items()}
    assert min(loss, key=loss.__getitem__) == "translate"


def error_rate(links: list[set], pairs: list) -> float:
    """Of found links of an English to a French word, by the formula of the lesson."""
    hits, of = np.sum([counted(found, pair) for found, pair in zip(links, pairs, strict=True)], axis=0)
    return float(1 - hits / of)


def counted(found: set, pair) -> tuple[int, int]:
    """Of one sentence the hits, and what they are a share of."""
    return len(found & pair.sure) + len(found & pair.possible), len(found) + len(pair.sure)


@pytest.mark.parametrize("translator", ALIGNERS, indirect=True)
def test_the_lowest_error_rate_of_a_layer_or_head_is_found_again(translator):
    """Summed here piece by piece: a word gets what all its pieces get, on average over the pieces that look."""
    pairs, best = read_alignments(), min(translator.alignment.heads, key=lambda each: each.writing)
    links = []
    for pair in pairs:
        trace = translator.trace(pair.english, pair.french)
        heads = trace.cross[best.layer].pattern
        pattern = heads.mean(axis=0) if best.head is None else heads[best.head]
        weights = [
            [pattern[np.ix_(french.tokens, english.tokens)].sum(1).mean() for english in trace.source_words[:-1]]
            for french in trace.target_words[:-1]
        ]
        links.append({(int(np.argmax(row)), at) for at, row in enumerate(weights)})
    assert error_rate(links, pairs) == pytest.approx(best.writing, abs=0.005)
    chance, drawn = np.random.default_rng(1), []
    parts = np.array([counted(found, pair) for found, pair in zip(links, pairs, strict=True)])
    for _ in range(2000):
        hits, of = parts[chance.integers(len(pairs), size=len(pairs))].sum(0)
        drawn.append(1 - hits / of)
    assert np.quantile(drawn, (0.025, 0.975)) == pytest.approx(best.writing_interval, abs=0.01)


def test_the_error_rates_without_a_model_are_found_again(transformer):
    """At random each English word is as likely as any; at the same share of the sentence there is one."""
    pairs, found = read_alignments(), transformer.alignment.measured
    sizes = [[1 + max(place for place, _ in pair.possible), 1 + max(at for _, at in pair.possible)] for pair in pairs]
    hits = sum((len(pair.sure) + len(pair.possible)) / english for pair, (english, _) in zip(pairs, sizes, strict=True))
    links = sum(french + len(pair.sure) for pair, (_, french) in zip(pairs, sizes, strict=True))
    assert found["chance"] == pytest.approx(1 - hits / links, abs=0.01)
    same_share = [{(round(at * (e - 1) / max(f - 1, 1)), at) for at in range(f)} for e, f in sizes]
    assert found["diagonal"] == pytest.approx(error_rate(same_share, pairs), abs=1e-4)
    assert len(pairs) == found["pairs"]


@pytest.mark.parametrize("translator", ALIGNERS, indirect=True)
def test_attention_aligns_far_better_than_chance(translator):
    found = measured(translator.name, ALIGNMENT)
    assert found["pairs"] >= 60
    best = translator.alignment.of(*translator.alignment.best)
    assert best.writing < 0.4 < found["chance"]
    assert best.writing == min(each.writing for each in translator.alignment.heads if each.head is not None)
    assert best.writing < best.reading  # a row speaks for the word it writes


def test_the_first_layer_looks_more_widely_and_aligns_worse(transformer):
    first, *later = (transformer.alignment.of(layer, None) for layer in range(3))
    assert all(first.entropy > each.entropy for each in later)
    assert all(first.writing > each.writing for each in later)
    assert transformer.alignment.best[0] > 0


def test_a_head_of_the_first_layer_still_looks_at_the_word_just_read(transformer):
    """Later layers speak for the word to be written."""
    before = [each for each in transformer.alignment.heads if each.reading < each.writing]
    assert (0, 1) in [(each.layer, each.head) for each in before]
    assert {each.layer for each in before} == {0}


def test_the_mean_of_the_second_layer_aligns_better_than_any_head(transformer):
    assert transformer.alignment.of(1, None).writing == min(each.writing for each in transformer.alignment.heads)
    assert transformer.alignment.of(1, None).writing < 0.15


def test_the_dot_product_aligner_is_nearly_one_hot_and_the_additive_one_spread_out():
    dot, additive = (load(name).alignment.of(0, 0) for name in ("translate-dot", "translate-additive"))
    assert dot.entropy < 0.2 < 1 < additive.entropy
    assert dot.writing < additive.writing


@pytest.mark.parametrize("text", sampled(HARD, HARD[::4]))
def test_hard_texts_end(translator, text):
    result = translator.translate(text, beams=2)
    assert len(result.steps) <= min(longest_translation(len(result.source)), translator.config.max_tokens)
    assert (result.search.best.ending == "end") == (result.stopped is None)
    assert result.trace.losses.shape == (len(result.target),)


def test_the_last_translation_is_a_draft_that_changes_nothing(transformer):
    """As it is used while somebody types: the French of one key ago goes along."""
    typed, draft = "Two black cats saw us.", ()
    for end in range(1, len(typed) + 1, 2):
        plain, drafted = (transformer.translate(typed[:end], 1, known) for known in ((), draft))
        assert drafted.search.best.ids == plain.search.best.ids
        draft = plain.search.best.ids


def test_the_lesson_gives_the_minutes_of_the_cards_and_what_a_step_took() -> None:
    trainings = [measured(name, "training.json") for name in NAMES]
    seconds = [training["log"][-1]["seconds"] for training in trainings]
    steps = [training["settings"]["steps_done"] for training in trainings]
    assert [training["log"][-1]["step"] for training in trainings] == steps
    for name, each in zip(NAMES, seconds, strict=True):
        assert f"| time | {each / 60:.0f} minutes, other work and pauses" in (MODELS / name / "CARD.md").read_text(
            "utf-8"
        )
    said = lesson("translators")
    minutes = [f"{each / 60:.0f}" for each in seconds]
    assert (
        f"{minutes[0]} minutes for the transformer, {minutes[1]} for additive attention, {minutes[2]} for the dot "
        f"product and {minutes[3]} for none"
    ) in said
    assert "for {:,}, {:,}, {:,} and {:,} steps".format(*steps) in said
    a_step = [f"{each / step:.1f}" for each, step in zip(seconds, steps, strict=True)]
    assert "{}, {}, {} and {} seconds a step".format(*a_step) in said
    assert a_step[-1] == max(a_step)
    assert {training["settings"]["tokens_per_step"] for training in trainings} == {4000}


def test_what_the_lesson_concludes_from_the_papers_table(transformer) -> None:
    said = lesson("translators")
    rows = [row.split("|")[1:-1] for row in said.split("From Table 2")[1].splitlines() if row.startswith("| ")][2:]
    found = {row[0].split(" (")[0].strip(): [cell.split("(")[0].strip() for cell in row[1:]] for row in rows}
    recurrent, base = found["GNMT + RL, recurrent"], found["Transformer, base"]

    def cost(written: str) -> float:
        number, power = written.split(" · 10")
        return float(number) * 10 ** int(power.translate(str.maketrans("⁰¹²³⁴⁵⁶⁷⁸⁹", "0123456789")))

    assert round(cost(recurrent[2]) / cost(base[2])) == 7 and "costs a seventh of the recurrent one" in said
    assert round(cost(recurrent[3]) / cost(base[3])) == 42 and "it costs a 42nd" in said
    assert f"is {float(base[0]) - float(recurrent[0]):.1f} BLEU better into German" in said
    assert f"it is {float(recurrent[1]) - float(base[1]):.1f} worse" in said
    weights = sum(weight.numel() for weight in transformer.model.parameters())
    assert f"its transformer has {weights / 1e6:.1f} million parameters" in said
