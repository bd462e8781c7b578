"""The stages of a layer's trace by their names: those that are kept, and those made when they are asked for."""

from dataclasses import fields

from transformer.trace import AttentionTrace


def stages_in(kind: type[AttentionTrace]) -> list[str]:
    """The names of all stages in a trace of this kind."""
    return [field.name for field in fields(kind) if field.name not in ("scale", "may_look")] + ["scaled", "masked"]
