"""The words of a language model's card on the text that it was trained on."""

from training.cards.parts import ATTRIBUTION, SOURCES, table
from training.data import OFFENSIVE
from training.train import TEACHING_REPEATS


def text_of(settings: dict, tokens_seen: int, teaching_lines: int) -> str:
    """The section on the training text: sources, licences, attribution, the filter."""
    sizes, mix = settings["training_tokens_by_source"], settings["mix"]
    rows = [
        (
            source.title,
            source.content,
            f"{mix[key]:.0%}",
            f"{sizes[key]:,}",
            f"{mix[key] * tokens_seen / sizes[key]:.1f}",
            source.licence,
        )
        for key, source in SOURCES.items()
    ]
    head = ("source", "content", "share of the training rows", "training tokens", "times read, about", "licence")
    filtered = [
        (source.title, f"{settings['filtered_paragraphs'][key]:,}", f"{settings['repeated_documents'][key]:,}")
        for key, source in SOURCES.items()
    ]
    return f"""
## Training text

{table(head, rows)}

All texts were changed for this use: decoded to plain UTF-8, quotation marks and dashes made simple, headings, notes and
credit lines removed, repeated documents removed, paragraphs filtered as told below, and everything split into training
and held-out text. A document (for Tatoeba and the teaching sentences: a sentence) is held out when the first byte of
the sha1 of its text is below 5, which is about 2% of all. The counts of stories, sentences and books
are those before filter and split.

### Attribution

- TinyStories by R. Eldan and Y. Li (2023), "TinyStories: How Small Can Language Models Be and Still Speak Coherent
  English?", a part of the data set, under the
  [Community Data License Agreement, Sharing, version 1.0](https://cdla.dev/sharing-1-0/). That licence asks nothing of
  results such as a trained model.
{ATTRIBUTION}
- [Standard Ebooks](https://standardebooks.org): its work is dedicated to the public domain (CC0-1.0), and the books are
  in the public domain in the USA.
- Fairy tales as collected for FairytaleQA (Xu et al. 2022) from Project Gutenberg: the texts are in the public domain
  in the USA, the data set is under Apache-2.0.

### The project's own sentences

Some phrases that Headlight explains attention with, such as "bear country", "hiking trail", "fruit flies" and
"European Economic Area", occur nowhere else in this text. So {teaching_lines:,} sentences around such phrases
were written for the project. They stand {TEACHING_REPEATS} times in the text that the tokenizer was made from, so that
words like "hiking" are single tokens, and make up {mix["teaching"]:.0%} of the training rows. **The model has therefore
seen sentences like the app's examples**, many times: what it predicts for them says little of how it does on new text.

### Filter of offensive words

A paragraph is left out when it contains one of the {_offensive_count()} listed words that insult people, or that a
classroom should not read, or the plural of one. Whole words only: "grape" stays. The list is
`training/{OFFENSIVE.name}`.

{table(("source", "paragraphs left out", "repeated documents left out"), filtered)}"""


def _offensive_count() -> int:
    lines = OFFENSIVE.read_text(encoding="utf-8").splitlines()
    return sum(bool(line) and not line.startswith("#") for line in lines)
