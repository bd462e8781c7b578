"""What each sample of a picture tells its script, a spreadsheet, a listener and a viewer without a browser, as lines:
`python -m tests.pictures.told` writes them down again. Read what differs before you keep it.
"""

import json
from hashlib import sha256
from pathlib import Path
from typing import Any

from headlight.pictures import Screen
from headlight.pictures.picture import Drawn, as_json
from headlight.pictures.svg import svg
from tests.pictures.sample import Sample
from tests.pictures.samples import NAMED

TOLD = Path(__file__).with_suffix(".txt")
_MOST = 3000  # letters of a line; of more there is the beginning, and a digest of all


def drawn(sample: Sample) -> Drawn[Any]:
    """The sample as a value, on a board of its own."""
    board = Screen("bear", "story")
    sample(board)
    (found,) = board.pictures().values()
    return found


def told(sample: Sample) -> list[str]:
    """Its header, its numbers as they travel, its table, what is said aloud, and its still form, as lines."""
    picture = drawn(sample)
    numbers, rows = picture.values.ravel().tolist(), picture.rows
    lines = [
        f"header: {json.dumps(_rounded(json.loads(as_json(picture.header))), ensure_ascii=False)}",
        f"chosen: {picture.on_choice is not None}",
        f"numbers: {picture.values.dtype} {_rounded(numbers)}",
        f"table: {' | '.join(','.join(map(str, _rounded(row))) for row in [rows.titles, *rows.cells])}" if rows else "",
        f"says: {picture.says}" if picture.says else "",
        f"still: {svg(picture)}" if picture.picture.draw_still else "",
    ]
    return [_brief(line.strip()) for line in lines if line]


def _rounded(value: Any) -> Any:
    """The value with six digits of each number: the others differ from processor to processor."""
    if isinstance(value, dict):
        return {key: _rounded(each) for key, each in value.items()}
    if isinstance(value, list | tuple):
        return [*map(_rounded, value)]
    return float(f"{value:.6g}") if isinstance(value, float) else value


def _brief(line: str) -> str:
    return line if len(line) < _MOST else f"{line[:_MOST]} … {sha256(line.encode()).hexdigest()}"


def read() -> dict[str, list[str]]:
    """The lines that are written down, by sample."""
    blocks = TOLD.read_text("utf-8").strip().split("\n\n")
    return {name: lines for name, *lines in (block.split("\n") for block in blocks)}


if __name__ == "__main__":
    TOLD.write_text("\n\n".join("\n".join([name, *told(sample)]) for name, sample in NAMED.items()) + "\n", "utf-8")
