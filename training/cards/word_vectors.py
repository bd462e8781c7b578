"""The card of bundled word vectors, from the files in their folder."""

import hashlib
from pathlib import Path

from training.cards.parts import ATTRIBUTION, SOURCES, Source, checksums, table
from transformer.bundled.word_vectors import VECTORS, WORDS, WordVectors

MORE_SOURCES = {
    "bsb": Source("Berean Standard Bible", "the Bible in modern English, 1,189 chapters", "CC0-1.0"),
    "novels100": Source("100 English Novels", "97 novels of 33 authors, 19th and early 20th century", "public domain"),
}
PROBES = ("king", "bear", "bank", "paris", "banana", "walked", "seven", "happy", "doctor", "hiking")
NEIGHBOURS = 6


def card(vectors: WordVectors, settings: dict, home: Path) -> str:
    """The text of the card."""
    parts = (_purpose(vectors, home), _text(settings), _recipe(settings), _scores(settings), _neighbours(vectors))
    return "\n\n".join([*parts, _LIMITS, _checksums(settings)]) + "\n"


def _purpose(vectors: WordVectors, home: Path) -> str:
    count, width = vectors.vectors.shape
    size = sum((home / file).stat().st_size for file in (WORDS, VECTORS)) / 1e6
    checksum = hashlib.sha256((home / VECTORS).read_bytes()).hexdigest()
    return f"""# Model card: {vectors.name}

Static word vectors: {width} numbers for each of the {count:,} most frequent words of simple and of older English. They
were trained from random numbers for Headlight, an app that shows the inside of a transformer.

**For:** teaching what a vector of a word is: nearest words, cosine, analogies, and what one vector for all
meanings of a word cannot say.

**Not for:** decisions about people, or search and ranking that anybody relies on.

`{VECTORS}` holds, as 16-bit floats, `vectors` (W_in, a word as the centre of a window) and `contexts` (W_out, a
word as a neighbour), [{count}, {width}] each, and `map`, [{count}, 2], a place in the plane for each word. `{WORDS}`
lists the words, most frequent first, and how often each stands in the text. Together {size:.1f} MB.

sha256 of `{VECTORS}`: `{checksum}`"""


def _text(settings: dict) -> str:
    sources = SOURCES | MORE_SOURCES
    rows = [
        (sources[key].title, sources[key].content, f"{counts['words']:,}", counts["filtered_paragraphs"],
         sources[key].licence)
        for key, counts in settings["text"].items()
    ]  # fmt: skip
    head = ("source", "content", "words", "paragraphs left out", "licence")
    return f"""## Training text

{table(head, rows)}

Every text was lower-cased and cut into words: runs of letters, with an apostrophe inside a word kept ("don't") and "'s"
at its end left off. A word's window ends with its paragraph. Documents that stand in the text twice were read once.
A paragraph is left out when it holds one of the words of `training/offensive_words.txt`, so none of them has a vector.
Nothing is held out, because no loss is reported.

### Attribution

- TinyStories by R. Eldan and Y. Li (2023), a part of the data set, under the
  [Community Data License Agreement, Sharing, version 1.0](https://cdla.dev/sharing-1-0/), which asks nothing of results
  such as these numbers.
{ATTRIBUTION}
- [Standard Ebooks](https://standardebooks.org) (CC0-1.0), the [Berean Standard Bible](https://berean.bible) (CC0-1.0),
  the corpus "100 English Novels" of the Computational Stylistics Group, and fairy tales as collected for FairytaleQA
  (Xu et al. 2022): the texts are in the public domain, for the old books as judged for the USA."""


def _recipe(settings: dict) -> str:
    recipe, log = settings["recipe"], settings["log"]
    rows = [
        ("method", f"{recipe['kind']} (Mikolov et al. 2013), {recipe['library']}"),
        ("numbers for each word", recipe["width"]),
        ("window", f"up to {recipe['window']} words to each side, its size drawn anew for each centre"),
        ("random words for each true pair", recipe["negative"]),
        ("frequent words thinned above a share of", recipe["sample"]),
        ("times the text was read", recipe["epochs"]),
        ("seed", recipe["seed"]),
        ("time", f"{log[-1]['seconds'] / 60:.0f} minutes, one thread"),
        ("map", "t-SNE (van der Maaten and Hinton 2008) of the vectors divided by their lengths, perplexity 30"),
    ]
    return f"## Recipe\n\n{table(('what', 'setting'), rows)}"


def _scores(settings: dict) -> str:
    rows = [
        (relation, found["count"], f"{found['first']:.0%}", f"{found['first_five']:.0%}",
         f"{found['first_with_query']:.0%}")
        for relation, found in settings["analogies"].items()
    ]  # fmt: skip
    head = ("relation", "questions", "answer first", "among the first five", "first, question words allowed")
    return f"""## Analogies

Measured on the project's own short list, `training/analogies.txt`: "man is to king as woman is to ...", answered with
the word nearest by cosine to king - man + woman. In the first two columns of results the three words of the question
may not be the answer, as is the custom; the last column shows how much that custom gives. The list was written
before the vectors were trained, and no setting was chosen by it. A question with a word that has no vector counts as
failed. Its words are common ones: on rarer words these vectors do worse.

{table(head, rows)}"""


def _neighbours(vectors: WordVectors) -> str:
    rows = [
        (word, ", ".join(f"{near} {cosine:.2f}" for near, cosine in vectors.nearest(word, NEIGHBOURS)))
        for word in PROBES
        if vectors.place(word) is not None
    ]
    return f"""## Nearest words

{table(("word", "nearest by cosine"), rows)}

A word with several meanings has one vector for all of them. It lies where its commonest use in this text puts it."""


_LIMITS = """## Limits and biases

- One vector for each spelling: the animal and the verb "bear" share theirs.
- The text is children's stories, everyday sentences, and for the larger part books of 1719 to 1930. Words of today are
  missing or have few examples, and names of novels' characters fill many neighbourhoods.
- The Bible makes "king", "lord" and "son" frequent and old-fashioned.
- What the books thought of women and men, of peoples and of trades is in the numbers: nearest words repeat it. The
  filter took out words that insult, not such views."""


def _checksums(settings: dict) -> str:
    return f"""{checksums("Checksums of the training text", settings)}

`training/README.md` tells how to make these vectors again."""
