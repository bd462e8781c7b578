"""The files for schools from a shell: python -m headlight.questions FOLDER."""

import argparse
import sys
from pathlib import Path

from headlight.questions.questions import Refused, bundled, read
from headlight.questions.school import FILES, made
from headlight.questions.sheet import PAPERS, Unfit, sheet
from headlight.reading.reader import EXAMPLE

# Beside them a folder may have the page as one file, a gallery and the documentation.
_OF_LIVE = ("index.html", "facts.json", "model.safetensors", "*.wasm", "scripts/**/*")


def main(arguments: list[str] | None = None) -> None:
    """Write every file into a folder; where that cannot be, say why and exit with status 1."""
    words = argparse.ArgumentParser(prog="python -m headlight.questions", description=__doc__.partition(":")[0] + ".")
    words.add_argument("folder", type=Path, help="where to write: it is made where there is none")
    words.add_argument(
        "--from", dest="file", type=Path, help="your own questions, a file such as assets/questions.toml"
    )
    words.add_argument("--sentence", default=EXAMPLE, help="what the worksheet is about")
    words.add_argument("--app", default="", help="where the app can be reached, for links to its views")
    words.add_argument("--live", type=Path, help="the folder that `headlight page` writes: it comes into the package")
    asked = words.parse_args(arguments)
    try:
        questions = read(asked.file.read_text("utf-8")) if asked.file else bundled()
        live = _live(asked.live) if asked.live else None
        sheets = {paper: sheet(asked.sentence, paper, asked.app.rstrip("/")) for paper in PAPERS}
        asked.folder.mkdir(parents=True, exist_ok=True)
        for name in FILES:
            (asked.folder / name).write_bytes(made(name, questions, asked.app, live))
            print(asked.folder / name)
        for paper, text in sheets.items():
            (asked.folder / f"sheet-{paper}.html").write_text(text, "utf-8")
            print(asked.folder / f"sheet-{paper}.html")
    except UnicodeDecodeError:
        sys.exit(f"{asked.file} cannot be read: save it as text in UTF-8.")
    except Unfit as error:
        sys.exit(str(error))
    except Refused as error:
        sys.exit(f"{asked.file or 'assets/questions.toml'}: {error}")
    except OSError as error:
        sys.exit(f"{error.filename or asked.folder}: {error.strerror}.")


def _live(folder: Path) -> dict[str, bytes]:
    """Read the folder of the live page."""
    if not (folder / "index.html").is_file():
        sys.exit(f"{folder} has no index.html: write the live page there by `headlight page`.")
    files = sorted(path for pattern in _OF_LIVE for path in folder.glob(pattern) if path.is_file())
    return {path.relative_to(folder).as_posix(): path.read_bytes() for path in files}


if __name__ == "__main__":
    main()
