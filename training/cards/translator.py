"""The card of a bundled translator, from the files in its folder."""

import json
from dataclasses import dataclass

from safetensors.numpy import load_file

from training.cards.parts import Source, checksums, table
from training.head_roles import weights_sha256
from training.near_duplicates import counts as near_duplicates
from training.pairs import MOST_WORDS, TEACHING_PAIRS
from transformer.bundled.folders import CONFIG, MODELS, WEIGHTS
from transformer.bundled.translator_folder import ALIGNMENT, LENGTHS, SCORES

SOURCES = {
    "tatoeba": Source("Tatoeba", "sentences of everyday speech", "CC BY 2.0 FR"),
    "europarl": Source("Europarl", "the beginning of the proceedings of the European Parliament", "see below"),
    "storybooks": Source("African Storybook", "pages of picture books", "CC BY 4.0"),
    "teaching": Source("Headlight's own pairs", "written for this project", "the project's own"),
}

KINDS = {
    "translate": "An encoder-decoder transformer (Vaswani et al. 2017), its norms before the sublayers",
    "translate-additive": "A recurrent translator with additive attention (Bahdanau et al. 2015): a bidirectional GRU "
    "reads, a GRU looks, then writes",
    "translate-dot": "A recurrent translator with dot-product attention (Luong et al. 2015): a bidirectional GRU "
    "reads, a GRU writes, then looks",
    "translate-fixed": "A recurrent translator without attention, after Cho et al. 2014: a bidirectional GRU reads the "
    "sentence into one vector of fixed length, and a GRU writes with that vector before it at every step",
}


NUMBERS = {"bfloat16": "bfloat16 autocast; weights and optimizers in 32 bits", "float32": "32 bits throughout"}


@dataclass(frozen=True)
class Facts:
    """All that the card says which is not the same for every translator."""

    name: str
    config: dict
    settings: dict  # of training.json
    last: dict  # the line of the log that belongs to the weights
    scores: dict  # scores.json
    lengths: dict  # lengths.json
    alignment: dict | None  # alignment.json; None for a model without attention
    n_weights: int
    file_bytes: int
    checksum: str  # sha256 of the weights

    @classmethod
    def read(cls, name: str) -> "Facts":
        """The facts of a bundled translator.

        Raises:
            ValueError: if its scores or its alignment were measured on other weights.
        """
        home = MODELS / name
        config, training, scores, lengths = (
            json.loads((home / file).read_text(encoding="utf-8")) for file in (CONFIG, "training.json", SCORES, LENGTHS)
        )
        attends = config.get("scoring") != "none"
        alignment = json.loads((home / ALIGNMENT).read_text(encoding="utf-8")) if attends else None
        checksum = weights_sha256(home)
        for file, measured in ((SCORES, scores), (LENGTHS, lengths), (ALIGNMENT, alignment)):
            if measured and measured["weights_sha256"] != checksum:
                raise ValueError(f"{file} was measured on other weights: measure again, as training/README.md says")
        settings = training["settings"]
        return cls(
            name=name,
            config=config,
            settings=settings,
            last=[entry for entry in training["log"] if entry["step"] == settings["steps_done"]][-1],
            scores=scores,
            lengths=lengths,
            alignment=alignment,
            n_weights=sum(weight.size for weight in load_file(home / WEIGHTS).values()),
            file_bytes=(home / WEIGHTS).stat().st_size,
            checksum=checksum,
        )


def card(facts: Facts) -> str:
    """The text of the card."""
    parts = (_purpose, _data, _training, _scores, _lengths, _alignment, _limits, _checksums)
    return "\n\n".join(part(facts).strip() for part in parts) + "\n"


def _purpose(facts: Facts) -> str:
    purpose = "where a model looks while it writes" if facts.alignment else "what is lost when a model cannot look back"
    sizes = [(name, value) for name, value in facts.config.items() if name not in ("kind", "tokenizer")]
    return f"""
# Model card: {facts.name}

{KINDS[facts.name]}.

It has {facts.n_weights / 1e6:.1f} million weights, translates short English sentences into French, and was trained from
random weights for Headlight, an app that shows every number inside such models.

**For:** seeing how a translation is made, and {purpose}.
**Not for:** translations that anybody relies on.

{table(("size", "value"), sizes)}

One embedding serves both languages and, transposed, the output. The vocabulary is a byte-level byte-pair encoding
learned on both languages together, with marks for the beginning, the end and the padding of a sentence.
File: `{WEIGHTS}`, 16-bit floats, {facts.file_bytes / 1e6:.1f} MB, sha256 `{facts.checksum}`."""


def _data(facts: Facts) -> str:
    settings = facts.settings
    rows = [
        (
            source.title,
            source.content,
            f"{settings['pairs'][key]['train']:,}",
            f"{settings['pairs'][key]['validation']:,}",
            f"{settings['pairs'][key]['test']:,}",
            source.licence,
        )
        for key, source in SOURCES.items()
    ]
    head = ("source", "content", "training pairs", "validation pairs", "test pairs", "licence")
    dropped_long, dropped_offensive = (sum(settings[key].values()) for key in ("dropped_long", "dropped_offensive"))
    return f"""
## English-French pairs

{table(head, rows)}

Pairs are split by the English sentence, so that all French versions of it are in one part: the first byte of the sha1
of its lower-cased text is below 5 for validation, 5 to 7 for the test. Left out: {dropped_long:,} pairs with more than
{MOST_WORDS} words on a side, and {dropped_offensive:,} with an offensive English word, by the list that the language
model has. One pair in six that ends in a full stop on both sides was trained without it, and half of these without the
capital of a first word that is no name, because people type so.

**The project's own pairs** (`training/teaching/{TEACHING_PAIRS.name}`) are about the sentences that the lessons use.
They come {settings["teaching_repeats"]} times in each round of the training, so **the model has seen most of the app's
examples**, many times: how it translates those says little of how it does on new text. For that, see the test scores.

- Tatoeba, by its contributors, by way of [www.manythings.org/anki](https://www.manythings.org/anki/) and
  [tatoeba.org](https://tatoeba.org), under [CC BY 2.0 FR](https://creativecommons.org/licenses/by/2.0/fr/); changed as
  told above.
- Europarl v7 (Koehn 2005, "Europarl: A Parallel Corpus for Statistical Machine Translation"): no copyright restriction
  is known to its makers; the texts are the European Parliament's.
- Storybooks by the authors of the [African Storybook Initiative](https://www.africanstorybook.org), those stories that
  are marked [CC BY 4.0](https://creativecommons.org/licenses/by/4.0/); changed as told above."""


def _training(facts: Facts) -> str:
    settings, last = facts.settings, facts.last
    transformer = facts.name == "translate"
    muon = f"Muon (Jordan et al. 2024), rate {settings['matrix_rate']:g}, for the matrices of the blocks; "
    adam = f"AdamW, rate {settings['other_rate']:g}, betas 0.9 and 0.99"
    rows = [
        ("steps", f"{last['step']:,} of {settings['steps']:,}"),
        ("tokens in each step", f"about {settings['tokens_per_step']:,} of both languages, sources of one length"),
        ("rounds over all pairs", f"{last['step'] / settings['steps_per_round']:.1f}"),
        ("optimizer", f"{muon}{adam} for all else" if transformer else adam),
        ("schedule", "linear warmup (100 steps), constant to 40% of the planned steps, then linear decay to zero"),
        ("label smoothing", settings["label_smoothing"]),
        ("dropout", "none"),
        ("gradient clipping", "norm 1"),
        ("numbers", NUMBERS[settings.get("precision", "bfloat16")]),
        ("seed", settings["seed"]),
        ("time", f"{last['seconds'] / 60:.0f} minutes, other work and pauses on the same machine included"),
        ("device", settings["device"].upper()),
        ("torch", settings["torch"]),
    ]
    return f"""
## Training

{table(("what", "setting"), rows)}

{settings.get("note", "")}"""


def _with_interval(scores: dict, name: str) -> str:
    low, high = scores[f"{name}_interval"]
    return f"{scores[name]:.1f} ({low:.1f} to {high:.1f})"


def _scores(facts: Facts) -> str:
    scores, counts = facts.scores, near_duplicates()["translators"]
    rows = [
        *(
            (f"BLEU, {how}{which}", _with_interval(scores, f"bleu_beam_{beams}{part}"))
            for beams, how in ((1, "greedy"), (4, "beam of 4"))
            for part, which in (("", ""), ("_apart", ", without near duplicates"), ("_near", ", near duplicates alone"))
        ),
        *(
            (f"BLEU, beam of 4, {SOURCES[source].title}", f"{value:.1f}")
            for source, value in scores["bleu_beam_4_by_source"].items()
        ),
        ("loss, nats a French token", f"{scores['loss']:.2f}"),
        *((f"loss, {SOURCES[source].title}", f"{loss:.2f}") for source, loss in scores["loss_by_source"].items()),
        ("English sentences", f"{scores['sentences']:,}"),
        ("near duplicates among them", f"{scores['near_duplicates']:,}"),
        ("pairs", f"{sum(scores['pairs'].values()):,}"),
        ("French tokens", f"{scores['french_tokens']:,}"),
        ("translations stopped by the length or repetition guard, beam of 4", scores["stopped_beam_4"]),
    ]
    return f"""
## On the test split

{table(("what", "value"), rows)}

BLEU by sacrebleu, `{scores["bleu_signature"]}`:
each English sentence is translated once and compared with all French versions of it in the test split. Most sentences
are short and simple, so the number cannot be compared with those of other test sets. In brackets: between what it lies
in 95 of 100 draws of as many of the sentences (bootstrap). The loss counts the mark at the
end; it was measured on the rounded weights, without label smoothing.

None of these sentences was trained on, but {scores["near_duplicates"]} are **near duplicates**: contractions undone, a
training sentence has the same words ({counts["same_words"]} of them), or one word replaced, added or left out. For
{counts["reference_in_training"]} sentences a reference stands in training word for word.

Headlight's four translators were trained on the same pairs, but not for the same number of steps, and the transformer
with another optimizer than the recurrent ones. How much of the difference between their scores comes from the
architecture was not measured."""


def _lengths(facts: Facts) -> str:
    by_words = [
        (
            f"{row['least']} to {row['most']}",
            f"{row['sentences']:,}",
            f"{row['near'] / row['sentences']:.0%}",
            f"{row['french_tokens']:,}",
            _with_interval(row, "bleu"),
            f"{row['loss']:.2f}",
        )
        for row in facts.lengths["by_words"]
    ]
    joined = [
        (
            row["in_a_row"],
            row["texts"],
            f"{row['words']:.1f}",
            _with_interval(row, "bleu"),
            f"{row['loss']:.2f}",
            f"{row['length_ratio']:.2f}",
        )
        for row in facts.lengths["joined"]
    ]
    first = facts.lengths["joined"][0]
    fewest, most = facts.lengths["short_words"]
    return f"""
## By length

Greedy, on Tatoeba's part of the test split; the loss leaves the end mark out. Few sentences are long, and the long ones
have fewer French versions to be compared with. Short ones are oftener near duplicates, so this table does not tell
length from memory; the next one does.

{table(("English words", "sentences", "near duplicates", "French tokens", "BLEU", "loss, nats a token"), by_words)}

The same {first["texts"]} sentences of {fewest} to {most} words, one at a time and in rows, each row translated as
one text. So nothing but the length is different, and the numbers can be compared down the column. One reference each;
the last column is the length of the French written, as a share of the reference's. Rows of sentences are rare in the
training pairs.

{table(("in a row", "texts", "English words", "BLEU", "loss, nats a French token", "length written"), joined)}"""


HEAD = ("layer", "head", "for the word written", "for the word just read", "entropy, nats", "weight on the end mark")


def _alignment(facts: Facts) -> str:
    measured = facts.alignment
    if measured is None:
        return """
## How well it aligns words

It has no attention, so it has no alignment to measure."""
    rows = [
        (
            head["layer"] + 1,
            "mean of all" if head["head"] is None else head["head"] + 1,
            "{:.2f} ({:.2f} to {:.2f})".format(head["writing"], *head["writing_interval"]),
            f"{head['reading']:.2f}",
            f"{head['entropy']:.2f}",
            f"{head['end_mark']:.2f}",
        )
        for head in measured["heads"]
    ]
    counts = near_duplicates()["translators"]
    return f"""
## How well it aligns words

Alignment error rate (Och and Ney 2003), 0 is best, against {measured["pairs"]} sentence pairs that were aligned by
hand for this project and not trained on as they stand ({counts["aligned_near"]} are near duplicates;
{measured["sure_links"]} sure links, {measured["possible_links"]} with the possible ones). Which head is best was chosen
on these very pairs. In brackets: between what it lies in 95 of 100 draws of as many of the pairs (bootstrap), none
chosen anew. The model reads the given French; for each French word the English word with the largest weight
counts as linked. Attention between tokens is merged to words first: the sum over an English word's tokens, the mean
over a French word's.
A row of the pattern can be taken to speak for the word that is written there, or for the word that has just been read.
Links drawn at random have {measured["chance"]:.2f}, links between words at the same share of the sentence
{measured["diagonal"]:.2f}.

{table(HEAD, rows)}"""


def _limits(facts: Facts) -> str:
    weights = "\n- A weight of attention shows where the model looks. It does not by itself explain a word it writes."
    return f"""
## Limits and biases

- Short everyday sentences are what it knows; longer ones and those from a parliament or a picture book are translated
  badly, as the scores show. It reads at most {facts.config["max_tokens"]} tokens.
  What is not English is treated as if it were.
- A large share of the Tatoeba sentences is about Tom, Mary and Boston. French has several renderings of most English
  sentences (tu or vous, masculine or feminine); the model has to settle on one.
- Europarl is the language of a parliament in 1999 and 2000.{weights if facts.alignment else ""}"""


def _checksums(facts: Facts) -> str:
    return f"""
{checksums("Checksums of the pairs", facts.settings)}

`training/README.md` tells how to make this model again."""
