"""Outline a board before a change, as dashed bars and grey ribbons in the pictures that show it after."""

from headlight.pictures.bars import note
from headlight.pictures.board import Board, Drawn


def outline(now: Board, before: Board) -> None:
    """Outline earlier numbers in the bars and the large sentences of a board that do not compare anything yet.

    Args:
        now: the board after the change; its pictures are changed.
        before: the same view drawn before it. Its bars are found by their labels.
    """
    earlier = before.pictures()
    for key, picture in now.pictures().items():
        was = earlier.get(key)
        if was is None or was.name != picture.name or was.same_as(picture):
            continue
        if picture.name == "bars":
            _outline_bars(picture, was)
        elif picture.name == "looks" and not picture.header["before"] and _moved(picture, was):
            outline_looks(picture, was)


def outline_looks(now: Drawn, before: Drawn) -> None:
    """Put the earlier ribbons and bars into a large sentence; None stands for a bar that was not there."""
    word, words = before.header["chosen"], len(before.header["words"])
    chances = dict(before.header["following"])
    now.header["ghost"] = {"word": word, "weights": before.values[word * words : (word + 1) * words].tolist()}
    now.header["before"] = [chances.get(token) for token, _ in now.header["following"]]


def _moved(now: Drawn, before: Drawn) -> bool:
    """Tell whether another word or other weights are shown; how much room a sentence has is no change."""
    numbers = now.values.tobytes() == before.values.tobytes()
    return not numbers or now.header["following"] != before.header["following"]


def _outline_bars(now: Drawn, before: Drawn) -> None:
    was = {bar["label"]: bar for bar in before.header["bars"]}
    bars = now.header["bars"]
    if any(bar["before"] is not None for bar in bars):
        return
    for bar in bars:
        earlier = was.get(bar["label"])
        if earlier is not None:
            if bar["note"] == note(bar["value"], None):
                bar["note"] = note(bar["value"], earlier["value"])
            bar["before"] = earlier["value"]
