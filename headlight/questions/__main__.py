"""The files for schools from a shell: python -m headlight.questions FOLDER."""

import argparse
import sys
from pathlib import Path

from headlight.questions.questions import Refused, bundled, read
from headlight.questions.school import FILES, made


def main(arguments: list[str] | None = None) -> None:
    """Write every file into a folder; where that cannot be, say why and exit with status 1."""
    words = argparse.ArgumentParser(prog="python -m headlight.questions", description=__doc__.partition(":")[0] + ".")
    words.add_argument("folder", type=Path, help="where to write: it is made where there is none")
    words.add_argument(
        "--from", dest="file", type=Path, help="your own questions, a file such as assets/questions.toml"
    )
    words.add_argument("--app", default="", help="where the app can be reached, for links to its views")
    asked = words.parse_args(arguments)
    try:
        questions = read(asked.file.read_text("utf-8")) if asked.file else bundled()
        asked.folder.mkdir(parents=True, exist_ok=True)
        for name in FILES:
            (asked.folder / name).write_bytes(made(name, questions, asked.app))
            print(asked.folder / name)
    except UnicodeDecodeError:
        sys.exit(f"{asked.file} cannot be read: save it as text in UTF-8.")
    except Refused as error:
        sys.exit(f"{asked.file or 'assets/questions.toml'}: {error}")
    except OSError as error:
        sys.exit(f"{error.filename or asked.folder}: {error.strerror}.")


if __name__ == "__main__":
    main()
