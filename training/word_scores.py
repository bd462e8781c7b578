"""How well word vectors complete analogies, on the project's own list: training/analogies.txt."""

from dataclasses import dataclass
from pathlib import Path

from transformer.bundled.word_vectors import WordVectors

ANALOGIES = Path(__file__).parent / "analogies.txt"


@dataclass(frozen=True)
class Analogy:
    """`one` is to `two` as `three` is to `four`."""

    relation: str
    one: str
    two: str
    three: str
    four: str

    @property
    def words(self) -> tuple[str, str, str, str]:
        """All four, in order."""
        return self.one, self.two, self.three, self.four


@dataclass(frozen=True)
class Score:
    """Over some analogies: the shares that come out, with the three words of the question left out of the answer."""

    count: int
    missing: int  # analogies with a word that is not on the list; they count as failed
    first: float  # the fourth word is the nearest
    first_five: float  # it is among the nearest five
    first_with_query: float  # it is the nearest even when the words of the question may be the answer


def analogies() -> list[Analogy]:
    """The list: a line of four words each, under the name of their relation."""
    found, relation = [], ""
    for line in ANALOGIES.read_text(encoding="utf-8").splitlines():
        if line.startswith("- "):
            relation = line.removeprefix("- ")
        elif line and not line.startswith("#"):
            found.append(Analogy(relation, *line.split()))
    return found


def score(vectors: WordVectors, tests: list[Analogy]) -> Score:
    """The score of these analogies together."""
    known = [test for test in tests if None not in map(vectors.row_of, test.words)]
    without = [vectors.rank(test.four, test.two, test.one, test.three) for test in known]
    with_query = [vectors.rank(test.four, test.two, test.one, test.three, exclude=False) for test in known]
    count = len(tests)
    return Score(
        count=count,
        missing=count - len(known),
        first=sum(rank == 1 for rank in without) / count,
        first_five=sum(1 <= rank <= 5 for rank in without) / count,
        first_with_query=sum(rank == 1 for rank in with_query) / count,
    )


def by_relation(vectors: WordVectors, tests: list[Analogy]) -> dict[str, Score]:
    """A score for each relation of the list, in its order."""
    relations = dict.fromkeys(test.relation for test in tests)
    return {relation: score(vectors, [test for test in tests if test.relation == relation]) for relation in relations}
