"""Write the tokens that `story` was trained on: python -m training.training_text --data DATA.

The text itself stands in these tokens, so the file has the licences of its sources, which a notice beside it names.
"""

import argparse
import json
import lzma
from pathlib import Path

import numpy as np

from training.card import TEMPLATES
from training.data import MIX, Stream, read
from transformer.bundled.folders import MODELS
from transformer.bundled.load import load
from transformer.bundled.training_text import NOTICE, SOURCES, TOKENS

NAME = "story"


def write(data: Path) -> None:
    """Write the tokens, where each source begins, and the notice, into the folder of the model."""
    home, tokenizer = MODELS / NAME, load(NAME).tokenizer
    streams = {source: Stream.of(read(source, data).train, tokenizer).ids for source in MIX}
    trained_on = json.loads((home / "training.json").read_text("utf-8"))["settings"]["training_tokens_by_source"]
    counts = {source: len(ids) for source, ids in streams.items()}
    if counts != trained_on:
        raise ValueError(f"{NAME} was trained on {trained_on}, and this is {counts}: give the same files and split")
    tokens = np.concatenate(list(streams.values()))
    # The highest preset and a large dictionary: most of what is saved are sentences that stand there twice.
    filters = [{"id": lzma.FILTER_LZMA2, "preset": 9 | lzma.PRESET_EXTREME, "dict_size": 1 << 26, "lc": 0, "lp": 1}]
    (home / TOKENS).write_bytes(lzma.compress(tokens.astype("<u2").tobytes(), filters=filters))
    (home / SOURCES).write_text(json.dumps(counts, indent=1) + "\n", "utf-8")
    notice = TEMPLATES.get_template("notice.md.jinja").render(tokens=f"{len(tokens):,}", file=TOKENS)
    (home / NOTICE).write_text(notice, "utf-8")
    print(f"{len(tokens):,} tokens, {(home / TOKENS).stat().st_size / 1e6:.1f} MB")


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--data", type=Path, required=True, help="the folder of texts, see training/README.md")
    write(parser.parse_args().data)
