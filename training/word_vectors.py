"""Train skip-gram word vectors on all English text: python -m training.word_vectors --help."""

import argparse
import dataclasses
import json
import time
from collections.abc import Iterator
from pathlib import Path

import numpy as np
from jaxtyping import Float
from numpy import ndarray as Array
from tqdm import tqdm

from training import card
from training.data import MIX, checksums, read
from training.word_scores import analogies, by_relation, score
from transformer.bundled.folders import MODELS
from transformer.bundled.word_vectors import WordVectors, save_words, words_of

SOURCES = (*MIX, "bsb", "novels100")
NAME = "words"  # the folder of assets/models
RECIPE = {
    "words": 17_000,  # the most frequent ones are kept
    "width": 64,  # numbers for each word
    "window": 5,  # words to each side; each window is drawn up to it
    "negative": 10,  # random words for each true pair
    "sample": 1e-4,  # frequent words above this share are thinned
    "epochs": 6,
    "seed": 2026,
}


def corpus(folder: Path, report: dict[str, dict[str, int]]) -> Iterator[list[str]]:
    """The words of each paragraph of every source, filtered and without repeats; `report` gets counts by source."""
    for source in SOURCES:
        split = read(source, folder)
        n_words = 0
        for document in split.train + split.validation:  # nothing is held out: no loss is reported
            for paragraph in document:
                words = words_of(paragraph)
                n_words += len(words)
                if len(words) > 1:
                    yield words
        report[source] = {
            "words": n_words,
            "filtered_paragraphs": split.dropped_paragraphs,
            "repeated_documents": split.dropped_repeats,
        }


def plane(vectors: Float[Array, "vocab width"], seed: int) -> Float[Array, "vocab 2"]:
    """A place in the plane for each word, so that near words stay near: t-SNE (van der Maaten and Hinton 2008)."""
    from sklearn.manifold import TSNE

    units = vectors / np.linalg.norm(vectors, axis=1, keepdims=True)
    return TSNE(2, init="pca", perplexity=30, random_state=seed).fit_transform(units)


def main() -> None:
    from gensim.models.callbacks import CallbackAny2Vec
    from gensim.models.word2vec import LineSentence, Word2Vec

    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--data", type=Path, required=True, help="folder of the en_*.txt.gz files")
    parser.add_argument("--run", type=Path, required=True, help="folder for the text as words, and the log")
    options = parser.parse_args()
    options.run.mkdir(parents=True, exist_ok=True)
    text, log = options.run / "corpus.txt", options.run / "log.jsonl"
    report: dict[str, dict[str, int]] = {}
    with text.open("w", encoding="utf-8") as file:
        for words in tqdm(corpus(options.data, report), unit="paragraph", mininterval=10):
            file.write(" ".join(words) + "\n")
    tests = analogies()
    log.write_text("")
    began = time.monotonic()

    class Log(CallbackAny2Vec):
        """After each epoch a line of log.jsonl: seconds, and how many analogies come out."""

        def __init__(self) -> None:
            self.epoch = 0

        def on_epoch_end(self, model: Word2Vec) -> None:
            self.epoch += 1
            seconds = round(time.monotonic() - began)
            found = score(of_gensim(NAME, model), tests)
            line = {"epoch": self.epoch, "seconds": seconds, "first": found.first, "first_five": found.first_five}
            with log.open("a") as lines:
                lines.write(json.dumps(line) + "\n")
            print(line, flush=True)

    model = Word2Vec(
        LineSentence(str(text)),
        sg=1,
        vector_size=RECIPE["width"],
        window=RECIPE["window"],
        negative=RECIPE["negative"],
        sample=RECIPE["sample"],
        epochs=RECIPE["epochs"],
        min_count=1,
        max_final_vocab=RECIPE["words"],
        seed=RECIPE["seed"],
        workers=1,  # with more threads the order of updates, and so the result, would change from run to run
        callbacks=[Log()],
    )
    vectors = of_gensim(NAME, model)
    home = MODELS / NAME
    save_words(dataclasses.replace(vectors, map=plane(vectors.vectors, RECIPE["seed"])), home)
    settings = {
        "recipe": {"kind": "skip-gram with negative sampling", **RECIPE, "library": _library()},
        "text": report,
        "data_sha256": checksums(options.data / f"en_{source}.txt.gz" for source in SOURCES),
        "log": [json.loads(line) for line in log.read_text(encoding="utf-8").splitlines()],
        "analogies": {
            relation: dataclasses.asdict(found)
            for relation, found in {**by_relation(vectors, tests), "all": score(vectors, tests)}.items()
        },
    }
    (home / "training.json").write_text(json.dumps(settings, indent=2) + "\n", encoding="utf-8")
    card.write(NAME)


def of_gensim(name: str, model) -> WordVectors:
    """The arrays of a gensim model; the map is still empty."""
    words = model.wv.index_to_key
    return WordVectors(
        name,
        tuple(words),
        np.array([model.wv.get_vecattr(word, "count") for word in words], dtype=np.int64),
        vectors=model.wv.vectors,
        contexts=model.syn1neg,
        map=np.zeros((len(words), 2), dtype=np.float32),
    )


def _library() -> str:
    import gensim

    return f"gensim {gensim.__version__}"


if __name__ == "__main__":
    main()
