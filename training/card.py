"""Write the card of a bundled model from its files: python -m training.card NAME makes assets/models/NAME/CARD.md.

Here the facts are gathered, checked and counted; the sentences and tables stand in the templates of training/cards.
"""

import argparse
import json
import math
from collections import Counter
from functools import partial
from itertools import pairwise
from pathlib import Path
from typing import Any

from jinja2 import Environment, FileSystemLoader, StrictUndefined
from safetensors.numpy import load_file

from training import pairs
from training.data import OFFENSIVE, TEACHING
from training.long_texts import LONG_TEXTS
from training.near_duplicates import counts as near_duplicates
from training.train import TEACHING_REPEATS
from transformer.bundled.folders import CONFIG, MODELS, ROLES, WEIGHTS, sha256
from transformer.bundled.growing import MEASURED, SNAPSHOTS
from transformer.bundled.head_lives import lives
from transformer.bundled.load import tokenizer_and_config
from transformer.bundled.translator_folder import ALIGNMENT, LENGTHS, SCORES, is_translator
from transformer.bundled.word_vectors import VECTORS, WORDS, load_words
from transformer.experiments.minimal_pairs import share_right
from transformer.roles import HEAD_ROLES

TEMPLATES = Environment(
    loader=FileSystemLoader(Path(__file__).parent / "cards"),
    undefined=StrictUndefined,  # a fact that a template names and nobody gathered is an error, not a gap
    trim_blocks=True,
    lstrip_blocks=True,
    keep_trailing_newline=True,
)
_OWN = {"format": format}  # Python's: format(1234, ",") is 1,234
PROBES = ("king", "bear", "bank", "paris", "banana", "walked", "seven", "happy", "doctor", "hiking")
NEIGHBOURS = 6


def text_of(name: str, folder: Path = MODELS) -> str:
    """The text of the card of a language model, of one that is bundled while it grew, a translator or word vectors.

    Raises:
        ValueError: if something in the folder was measured on other weights.
    """
    home = folder / name
    if (home / VECTORS).exists():
        template, facts = "word_vectors", _word_vectors(home)
    elif (home / SNAPSHOTS).exists():
        template, facts = "growing", _growing(home)
    elif is_translator(home / CONFIG):
        template, facts = "translator", _translator(home)
    else:
        template, facts = "language_model", _language_model(home)
    return TEMPLATES.get_template(f"{template}.md.jinja", globals=_OWN).render(facts, name=name)


def _read(path: Path) -> dict[str, Any]:
    return json.loads(path.read_text(encoding="utf-8"))


def _measured(path: Path, checksum: str, mend: str) -> dict[str, Any]:
    """Read what was measured, and is in the file, of the weights that have this checksum."""
    measured = _read(path)
    if measured["weights_sha256"] != checksum:
        raise ValueError(f"{path.name} was measured on other weights: {mend}")
    return measured


def _language_model(home: Path) -> dict[str, Any]:
    facts, (_, config) = _trained(home, WEIGHTS), tokenizer_and_config(home / CONFIG)
    roles = _measured(home / ROLES, facts["checksum"], f"run python -m training.head_roles {home.name} first")
    heads, near, found = roles["heads"], near_duplicates()["story"], lives(home.name)
    weights = Counter[str]()
    for weight, numbers in load_file(home / WEIGHTS).items():
        weights[_part(weight)] += numbers.size
    facts |= _training_text(facts) | _by_place(home, facts["checksum"], config.max_tokens)
    return facts | {
        "config": config,
        "weights": {part: weights[part] for part in PARTS if weights[part]},
        "n_weights": weights.total(),
        "roles": roles,
        "heads_by_role": [
            (HEAD_ROLES[role].means, best, sum(head["role"] == role for head in heads))
            for role, best in roles["best"].items()
        ],
        "heads_of_no_role": sum(head["role"] is None for head in heads),
        "as_unsure_as": {source: math.exp(loss) for source, loss in facts["last"]["validation"].items()},
        "loss_of_guessing": math.log(config.vocab_size),
        "near": near,
        "near_share": near["tatoeba"]["near"] / near["tatoeba"]["sentences"],
        "lives": found.about if found else None,
    }


PARTS = ("embedding", "positions", "attention", "feed-forward networks", "norms", "unembedding")


def _part(weight: str) -> str:
    """The part of a model that has a weight of this name."""
    if "norm" in weight:
        return "norms"
    if "attention" in weight:
        return "attention"
    if "mlp" in weight:
        return "feed-forward networks"
    return {"embedding.weight": "embedding", "position_embedding.weight": "positions"}.get(weight, "unembedding")


def _trained(home: Path, weights: str) -> dict[str, Any]:
    """How the weights in a file were trained, and what tells this file from others."""
    training = _read(home / "training.json")
    settings, log = training["settings"], training["log"]
    return {
        "settings": settings,
        "last": [entry for entry in log if entry["step"] == settings["steps_done"]][-1],  # which belongs to the weights
        "megabytes": (home / weights).stat().st_size / 1e6,
        "checksum": sha256(home / weights),
        "data_sha256": settings["data_sha256"],
    }


def _training_text(trained: dict[str, Any]) -> dict[str, Any]:
    """Describe what a language model read."""
    settings, tokens_seen = trained["settings"], trained["last"]["tokens"]
    teaching = "\n".join(path.read_text(encoding="utf-8") for path in TEACHING.glob("*.txt")).splitlines()
    offensive = OFFENSIVE.read_text(encoding="utf-8").splitlines()
    sizes = settings["training_tokens_by_source"]
    return {
        "times_read": {source: share * tokens_seen / sizes[source] for source, share in settings["mix"].items()},
        "teaching_lines": sum(bool(line.strip()) for line in teaching),
        "teaching_repeats": TEACHING_REPEATS,
        "offensive_words": sum(bool(line) and not line.startswith("#") for line in offensive),
    }


def _by_place(home: Path, checksum: str, longest: int) -> dict[str, Any]:
    """Mean losses over stretches of places, in texts longer than those of the training, where they were measured."""
    if not (home / LONG_TEXTS).exists():
        return {"long_texts": None}
    measured = _measured(home / LONG_TEXTS, checksum, f"run python -m training.long_texts {home.name} first")
    span, losses = measured["span"], measured["losses"]
    edges = (0, longest // 2, longest, 2 * longest, 3 * longest)
    stretches = [(first, end, losses[first // span : end // span]) for first, end in pairwise(edges)]
    return {
        "long_texts": measured,
        "loss_by_place": [(first, end, sum(part) / len(part)) for first, end, part in stretches if part],
        "goes_beyond_training": len(losses) * span > longest,
    }


def _growing(home: Path) -> dict[str, Any]:
    facts, (_, config) = _trained(home, SNAPSHOTS), tokenizer_and_config(home / CONFIG)
    measured = _measured(home / MEASURED, facts["checksum"], "run python -m training.growth first")
    snapshots = [
        entry | {"grammar": {kind: share_right(preferences) for kind, preferences in entry["grammar"].items()}}
        for entry in measured["snapshots"]
    ]
    facts |= _training_text(facts)
    return facts | {
        "config": config,
        "weights_of_blocks": config.n_layers * (4 * config.d_model**2 + 2 * config.d_model * config.d_mlp),
        "loss_of_guessing": math.log(config.vocab_size),
        "measured_on": measured["text"],
        "snapshots": snapshots,
    }


def _translator(home: Path) -> dict[str, Any]:
    facts, config = _trained(home, WEIGHTS), _read(home / CONFIG)
    measured = partial(_measured, checksum=facts["checksum"], mend="measure again, as training/README.md says")
    return facts | {
        "config": config,
        "n_weights": sum(weight.size for weight in load_file(home / WEIGHTS).values()),
        "scores": measured(home / SCORES),
        "lengths": measured(home / LENGTHS),
        "alignment": measured(home / ALIGNMENT) if config.get("scoring") != "none" else None,
        "most_words": pairs.MOST_WORDS,
        "near": near_duplicates()["translators"],
    }


def _word_vectors(home: Path) -> dict[str, Any]:
    vectors, training = load_words(home.name, home.parent), _read(home / "training.json")
    words, width = vectors.vectors.shape
    return training | {
        "words": words,
        "width": width,
        "megabytes": sum((home / file).stat().st_size for file in (WORDS, VECTORS)) / 1e6,
        "checksum": sha256(home / VECTORS),
        "nearest": {word: vectors.nearest(word, NEIGHBOURS) for word in PROBES if vectors.row_of(word) is not None},
    }


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
