"""Direct ways to the answer that are cut: those of a word, of one head from a token, and of an FFN."""

from typing import NamedTuple

from headlight.parts.nouns import Key, ListText, State, chosen_in_picture

CUT = chosen_in_picture(
    Key("wires", ListText(300), "direct ways to the answer that are cut: position, layer.head.position, or ffn.layer"),
    "",
)


class Words(NamedTuple):
    """The words whose scissors are open, as a sentence of ribbons asks for them."""

    words: list[int]
    heads: tuple[tuple[int, int], ...] = ()


class Cut(NamedTuple):
    """Parts that are cut, as the address has them, and the links and FFNs that they come to, from 0."""

    labels: frozenset[str] = frozenset()
    links: frozenset[tuple[int, int, int]] = frozenset()
    ffns: frozenset[int] = frozenset()

    def hides(self, positions: tuple[int, ...]) -> bool:
        """Whether all heads are cut from each of these positions."""
        return set(map(str, positions)) <= self.labels

    def has(self, label: str) -> bool:
        """Whether a part is cut, by itself or with all that is taken from its position."""
        return label in self.labels or (not label.startswith("ffn") and label.rpartition(".")[2] in self.labels)

    def toggled(self, *labels: str) -> dict[str, str | None]:
        """Return the key that cuts these parts, or heals them where all are cut."""
        if all(map(self.has, labels)):
            whole = {label.rpartition(".")[2] for label in labels if not label.startswith("ffn")}
            return {CUT.key: " ".join(sorted(self.labels - set(labels) - whole)) or None}
        return {CUT.key: " ".join(sorted(self.labels | set(labels)))}


def read(state: State, sizes: tuple[int, ...]) -> Cut:
    """Read what is cut; parts that the text and its model, [layer, head, key], do not have are left out."""
    labels, links, ffns = set[str](), set[tuple[int, int, int]](), set[int]()
    layers, heads, keys = sizes
    for label in state[CUT].split():
        match [int(part) if part.isdecimal() else part for part in label.split(".")]:
            case [int(key)] if key < keys:
                links |= {(layer, head, key) for layer in range(layers) for head in range(heads)}
            case ["ffn", int(layer)] if 0 < layer <= layers:
                ffns.add(layer - 1)
            case [int(layer), int(head), int(key)] if 0 < layer <= layers and 0 < head <= heads and key < keys:
                links.add((layer - 1, head - 1, key))
            case _:
                continue
        labels.add(label)
    return Cut(frozenset(labels), frozenset(links), frozenset(ffns))
