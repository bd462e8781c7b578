"""Parts of the cards of several models: sources of text, tables, checksums."""

from collections.abc import Iterable
from dataclasses import dataclass


@dataclass(frozen=True)
class Source:
    """The words of the card on one source of training text."""

    title: str
    content: str
    licence: str


SOURCES = {
    "tinystories": Source(
        "TinyStories", "9,578 short stories for small children, written by GPT-3.5 and GPT-4", "CDLA-Sharing-1.0"
    ),
    "tatoeba": Source("Tatoeba", "205,077 English sentences of everyday speech", "CC BY 2.0 FR"),
    "standardebooks": Source(
        "Standard Ebooks", "55 classic books, mostly for children (Oz, Pooh, Alice, Tom Sawyer and others)", "CC0-1.0"
    ),
    "fairytales": Source(
        "FairytaleQA", "277 fairy tales and fables from Project Gutenberg", "public domain; data set Apache-2.0"
    ),
    "storybooks": Source(
        "African Storybook, Pratham Books", "705 texts of picture books for early readers", "CC BY 4.0 or 3.0"
    ),
    "teaching": Source("Headlight's teaching sentences", "written for this project", "the project's own"),
}

ATTRIBUTION = """\
- Sentences from Tatoeba, by its contributors, by way of [www.manythings.org/anki](https://www.manythings.org/anki/) and
  [tatoeba.org](https://tatoeba.org), under [CC BY 2.0 FR](https://creativecommons.org/licenses/by/2.0/fr/); changed as
  told above.
- Storybooks by the authors of the [African Storybook Initiative](https://www.africanstorybook.org) and of
  [Pratham Books' StoryWeaver](https://storyweaver.org.in), those stories that are marked CC BY
  ([4.0](https://creativecommons.org/licenses/by/4.0/) or [3.0](https://creativecommons.org/licenses/by/3.0/)) at their
  source; changed as told above."""


def table(head: tuple[str, ...], rows: Iterable[tuple]) -> str:
    """A Markdown table."""
    lines = [head, ("---",) * len(head), *rows]
    return "\n".join("| " + " | ".join(map(str, line)) + " |" for line in lines)


def checksums(title: str, settings: dict) -> str:
    """A section with the checksums of the files that a model was trained on."""
    rows = [(f"`{file}`", f"`{checksum}`") for file, checksum in settings["data_sha256"].items()]
    return f"## {title}\n\n{table(('file', 'sha256'), rows)}"
