"""Write the card of a bundled model from its files: python -m training.card NAME makes assets/models/NAME/CARD.md."""

import argparse
import json
from pathlib import Path

from training.cards import growing, language_model, translator, word_vectors
from transformer.bundled.folders import MODELS
from transformer.bundled.growing import SNAPSHOTS
from transformer.bundled.word_vectors import VECTORS, load_words


def text_of(name: str, folder: Path = MODELS) -> str:
    """The text of the card of a language model, of one that is bundled while it grew, a translator or word vectors.

    Raises:
        ValueError: if something in the folder was measured on other weights.
    """
    if (folder / name / VECTORS).exists():
        settings = json.loads((folder / name / "training.json").read_text(encoding="utf-8"))
        return word_vectors.card(load_words(name, folder), settings, folder / name)
    if (folder / name / SNAPSHOTS).exists():
        return growing.card(folder / name)
    if name in translator.KINDS:
        return translator.card(translator.Facts.read(name))
    return language_model.card(language_model.Facts.read(name))


def write(name: str, folder: Path = MODELS) -> None:
    """Put CARD.md into the model's folder; raises what `text_of` raises."""
    text = text_of(name, folder)
    (folder / name / "CARD.md").write_text(text, encoding="utf-8")
    print(f"{folder / name / 'CARD.md'}: {len(text.split()):,} words")


def main(arguments: list[str] | None = None) -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("name", help="a folder of assets/models")
    options = parser.parse_args(arguments)
    try:
        write(options.name)
    except ValueError as error:
        parser.error(str(error))


if __name__ == "__main__":
    main()
