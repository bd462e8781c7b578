"""No key of a config.json makes numbers other than the library's, in any family: two of them are in `make test`."""

from pathlib import Path

import pytest

from tests.transformer.real.test_config_keys import (
    FAMILIES_ONCE,
    SAMPLE,
    _says_nothing_and_reads_in_one_thread,  # noqa: F401  # a fixture of every test
    no_key_makes_other_numbers,
)


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("kind", [kind for kind in (*FAMILIES_ONCE, "t5", "marian") if kind not in SAMPLE])
def test_no_key_makes_other_numbers_in_silence(kind: str, tmp_path: Path) -> None:
    no_key_makes_other_numbers(kind, tmp_path / kind)
