"""Ten beginnings for one reader: the word that comes next, against the table of what was read and the transformer."""

from collections.abc import Mapping, Sequence
from typing import Any

from headlight.parts import race, unanswered
from headlight.parts.nouns import Key, Number, Text
from headlight.pictures import Asked, Screen
from headlight.reading.beginnings import PLAYED, SETS, option_of

LONGEST = 30  # letters of a word
SET = Key("beginnings", Number(1, max(len(SETS), 1)), "which ten beginnings are played")
MOST = PLAYED * (LONGEST + 1)  # of all, with what parts them
SAID = Key("next_words", Text(MOST), "the words that were said after the beginnings, in order")


def ask(screen: Screen, number: int, said: Sequence[str]) -> None:
    """Draw the beginning that is asked, with four words to tap."""
    beginning = SETS[number - 1][len(said)]
    screen.heading("What comes next?", f"{len(said) + 1} of {PLAYED}. Tap a word, or type another.")
    words = [*beginning.text.split(), "…"]
    unanswered.words(screen, words, Asked([len(words) - 1]), alt=beginning.text, key="beginning")
    screen.token_chips(
        beginning.options,
        notes=[""] * len(beginning.options),
        alt="Four words that could come next.",
        key="next_words",
        large=True,
        cards=True,
        on_place=lambda place: say(said, beginning.options[place]),
    )


def answer(screen: Screen, number: int, said: Sequence[str]) -> None:
    """Say what both rivals said to the last beginning, and draw the lines as far as they are."""
    played = SETS[number - 1][: len(said)]
    rights = [
        option_of(word, each.options) == each.options.index(each.word) for word, each in zip(said, played, strict=True)
    ]
    verdict, end = "Yes" if rights[-1] else f"You said “{said[-1]}”", " ".join(played[-1].text.split()[-4:])
    screen.heading(f"{verdict}: “… {end} {played[-1].word}”", race.told(played[-1]))
    race.lines(screen, played, [race.Said(right, right) for right in rights], "you")


def listed(screen: Screen, number: int, said: Sequence[str]) -> None:
    """Draw what all three said to each of the ten."""
    both = [race.rivals(each) for each in SETS[number - 1]]
    screen.heading("What did each of you say?", "The next word, yours, and those of the table and the transformer.")
    columns = {"next word": [each.word for each in SETS[number - 1]], "you": list(said)}
    columns |= {"table": [each.table.word for each in both], "transformer": [each.transformer.word for each in both]}
    screen.table(columns, alt="What each said to ten beginnings.", key="said")


def say(said: Sequence[str], word: str) -> Mapping[str, Any]:
    """Return the keys of the address after one word more."""
    return {SAID.name: ",".join([*said, word.replace(",", " ").strip()[:LONGEST]])}
